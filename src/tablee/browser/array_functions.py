"""What the bots call of NumPy, for a browser: this module stands in its place there."""

# mypy: disable-error-code="call-overload,union-attr,no-any-return"
# pyright: basic, reportCallIssue=false, reportArgumentType=false, reportAttributeAccessIssue=false
# pyright: reportIndexIssue=false, reportOperatorIssue=false, reportOptionalSubscript=false

from __future__ import annotations

import builtins
import math
import operator
from collections.abc import Callable, Sequence
from itertools import accumulate, chain
from typing import Any

from tablee.browser.arrays import (  # noqa: F401  some are only called from outside
    Scalar,
    array,
    asarray,
    bool_,
    combine,
    float32,
    float64,
    floating,
    int8,
    int16,
    int32,
    int64,
    integer,
    joined,
    make,
    ndarray,
    scalar,
    signedinteger,
    spread,
    stack_rows,
)  # fmt: skip
from tablee.browser.records import Records, dtype, recarray, record, void  # noqa: F401


def shape_of(shape: Any) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


def zeros(shape: Any, kind: Any = float64) -> Any:
    if hasattr(kind, "fields"):
        return Records(kind, memoryview(bytearray(shape_of(shape)[0] * kind.itemsize)))
    one = scalar(kind)
    return ndarray(memoryview(bytearray(math.prod(shape_of(shape)) * one.itemsize)).cast(one.code), shape_of(shape))


empty = zeros


def full(shape: Any, value: Any, kind: Any = None) -> ndarray:
    one = scalar(kind or type(value))
    return make([value] * math.prod(shape_of(shape)), shape_of(shape), one)


def ones(shape: Any, kind: Any = float64) -> ndarray:
    return full(shape, 1, kind)


def ones_like(like: ndarray) -> ndarray:
    return full(like.shape, 1, like.dtype)


def arange(*bounds: int) -> ndarray:
    listed = range(*bounds)
    return make(listed, (len(listed),), int64)


def frombuffer(memory: bytes, kind: Any) -> Any:
    return Records(kind, memoryview(bytearray(memory)))


def repeat(values: Any, times: int) -> Any:
    if isinstance(values, Records):
        size = values.dtype.itemsize
        parts = (values.memory[n * size : (n + 1) * size] for n in range(len(values)) for _ in range(times))
        return Records(values.dtype, joined(parts))
    return make([one for one in values.flat for _ in range(times)], (values.size * times,), values.dtype)


def concatenate(parts: Sequence[ndarray], axis: int = 0) -> ndarray:
    kind = parts[0].dtype
    if axis == 0:
        return ndarray(
            joined([part.astype(kind).flat for part in parts]).cast(kind.code),
            (builtins.sum(map(len, parts)), *parts[0].shape[1:]),
        )
    columns = [column for part in parts for column in (part.flat[c :: part.shape[1]] for c in range(part.shape[1]))]
    return make(chain.from_iterable(zip(*columns, strict=True)), (len(parts[0]), len(columns)), kind)


def stack(parts: Sequence[ndarray]) -> ndarray:
    return stack_rows(list(parts), parts[0].shape, parts[0].dtype)


def delete(values: ndarray, place: int, axis: int) -> ndarray:
    assert axis == 1
    return values[:, [n for n in range(values.shape[1]) if n != place]]


def where(test: Any, one: Any, other: Any) -> ndarray:
    shape = test.shape
    for part in (one, other):
        if isinstance(part, ndarray) and math.prod(part.shape) > math.prod(shape):
            shape = part.shape
    listed = zip(spread(test, shape), spread(one, shape), spread(other, shape), strict=True)
    found = [a if t else b for t, a, b in listed]
    kinds = [part.dtype.make if isinstance(part, ndarray) else type(part) for part in (one, other)]
    return make(found, shape, float64 if float in kinds else int64)


def choose(places: ndarray, values: Sequence[ndarray]) -> ndarray:
    lists = [value.flat for value in values]
    return make([lists[p][n] for n, p in enumerate(places.flat)], places.shape, values[0].dtype)


def nonzero(values: ndarray) -> tuple[ndarray, ...]:
    places = [n for n, one in enumerate(values.flat) if one]
    if len(values.shape) == 1:
        return (make(places, (len(places),), int64),)
    width = values.shape[1]
    rows, columns = [n // width for n in places], [n % width for n in places]
    return make(rows, (len(places),), int64), make(columns, (len(places),), int64)


def minimum(one: Any, other: Any) -> ndarray:
    return combine(builtins.min, asarray(one) if isinstance(one, Sequence) else one, other, None)


def maximum(one: Any, other: Any) -> ndarray:
    return combine(builtins.max, one, other, None)


def absolute(values: Any) -> Any:
    return make([builtins.abs(one) for one in values.flat], values.shape, values.dtype)


def apply(function: Callable[[float], float]) -> Callable[[Any], Any]:
    def applied(values: Any) -> Any:
        if isinstance(values, ndarray):
            return make(map(function, values.flat), values.shape, float64)
        return function(values)

    return applied


exp, log, log2, log1p, sqrt = apply(math.exp), apply(math.log), apply(math.log2), apply(math.log1p), apply(math.sqrt)


def largest(values: Any) -> Any:
    return builtins.max(values.flat)


def total(values: Any, axis: int | None = None) -> Any:
    return asarray(values).sum(axis)


def cumsum(values: Any) -> ndarray:
    found = asarray(values)
    return make(accumulate(found.flat), (found.size,), float64 if found.dtype.make is float else int64)


def searchsorted(values: ndarray, wanted: Any, side: str = "left") -> Any:
    from bisect import bisect_left, bisect_right

    find = bisect_right if side == "right" else bisect_left
    listed = values.flat.tolist()
    if isinstance(wanted, ndarray):
        return make([find(listed, one) for one in wanted.flat], wanted.shape, int64)
    return find(listed, wanted)


def bincount(places: ndarray, weights: ndarray, minlength: int) -> ndarray:
    found = [0.0] * minlength
    for place, weight in zip(places.flat, weights.flat, strict=True):
        found[place] += weight
    return make(found, (minlength,), float64)


def argsort(values: ndarray, kind: str = "") -> ndarray:
    listed = values.flat.tolist()
    return make(sorted(range(len(listed)), key=listed.__getitem__), (len(listed),), int64)


def interp(at: Any, known: Sequence[float], values: Sequence[float]) -> ndarray:
    """Straight lines between what is known, and level beyond it."""
    from bisect import bisect_right

    xs, ys = list(known), list(values)

    def between(x: float) -> float:
        n = bisect_right(xs, x) - 1
        if n < 0 or n >= len(xs) - 1:
            return float(ys[0 if n < 0 else -1])
        return float((ys[n + 1] - ys[n]) / (xs[n + 1] - xs[n]) * (x - xs[n]) + ys[n])

    found = [between(x) for x in asarray(at).flat]
    return make(found, (len(found),), float64)


class bitwise_or:
    @staticmethod
    def reduce(values: ndarray, axis: int) -> ndarray:
        return values.fold(operator.or_, axis)


abs, max, sum = absolute, largest, total
