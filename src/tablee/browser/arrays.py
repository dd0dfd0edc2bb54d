"""Arrays for a browser, where there is no NumPy: as much of it as the bots use, in plain Python.

The browser's worker puts this in NumPy's place (`tablee.browser`). Arrays are typed memory, so that compiled functions
can be given them as they are. A part that is contiguous shares the memory of the whole, as in NumPy; any other part is
a copy, which nobody here writes to.
"""

# mypy: disable-error-code="call-overload,union-attr,no-any-return"
# pyright: basic, reportCallIssue=false, reportArgumentType=false, reportAttributeAccessIssue=false
# pyright: reportIndexIssue=false, reportOperatorIssue=false, reportOptionalSubscript=false

from __future__ import annotations

import builtins
import math
import operator
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

number = int | float


def sum_of_products(one: Iterable[number], other: Iterable[number]) -> number:
    return builtins.sum(map(operator.mul, one, other))


sumprod: Callable[[Any, Any], Any] = getattr(math, "sumprod", sum_of_products)  # since Python 3.12


class Scalar:
    """A type of numbers; called, it makes one."""

    def __init__(self, name: str, code: str, make: Callable[[Any], Any]) -> None:
        self.name, self.code, self.make, self.itemsize = name, code, make, struct.calcsize("=" + code)
        self.__name__ = name
        self.names = None

    def __call__(self, value: Any = 0) -> Any:
        return self.make(value)

    def __repr__(self) -> str:
        return self.name


int8, int16, int32 = Scalar("int8", "b", int), Scalar("int16", "h", int), Scalar("int32", "i", int)
int64, float32, float64 = Scalar("int64", "q", int), Scalar("float32", "f", float), Scalar("float64", "d", float)
bool_ = Scalar("bool", "?", bool)
integer, signedinteger, floating = int, int, float
SCALARS = {"i1": int8, "i2": int16, "i4": int32, "i8": int64, "f4": float32, "f8": float64}


def scalar(kind: Any) -> Scalar:
    if isinstance(kind, Scalar):
        return kind
    if kind is int:
        return int64
    if kind is float:
        return float64
    if kind is bool:
        return bool_
    return SCALARS[kind]


def joined(parts: Iterable[Any]) -> memoryview:
    return memoryview(bytearray(b"".join(parts)))


class ndarray:
    """Numbers of one type in rows: `flat` is all of them, one after the other."""

    __slots__ = ("flat", "shape")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, flat: memoryview, shape: tuple[int, ...]) -> None:
        self.flat, self.shape = flat, shape

    def __class_getitem__(cls, _: Any) -> Any:
        return cls

    # ---- what it is -----------------------------------------------------------------

    @property
    def dtype(self) -> Scalar:
        return BY_CODE[self.flat.format]

    @property
    def memory(self) -> memoryview:
        return self.flat.cast("B")

    @property
    def size(self) -> int:
        return len(self.flat)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def T(self) -> ndarray:
        rows, columns = self.shape
        return make(
            [self.flat[r * columns + c] for c in range(columns) for r in range(rows)], (columns, rows), self.dtype
        )

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.flat) if len(self.shape) == 1 else (self[n] for n in range(len(self)))

    def __bool__(self) -> bool:
        assert self.size == 1
        return bool(self.flat[0])

    def tolist(self) -> list[Any]:
        return self.flat.tolist() if len(self.shape) == 1 else [row.tolist() for row in self]

    def tobytes(self) -> bytes:
        return bytes(self.flat)

    def copy(self) -> ndarray:
        return ndarray(joined([self.flat]).cast(self.flat.format), self.shape)

    def astype(self, kind: Any) -> ndarray:
        return make(self.flat, self.shape, scalar(kind))

    def ravel(self) -> ndarray:
        return ndarray(self.flat, (self.size,))

    def reshape(self, *shape: int) -> ndarray:
        return ndarray(self.flat, shape)

    # ---- parts ------------------------------------------------------------------------

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, int):
            if len(self.shape) == 1:
                return self.flat[place]
            step = self.size // len(self)
            place = place + len(self) if place < 0 else place
            return ndarray(self.flat[place * step : (place + 1) * step], self.shape[1:])
        if isinstance(place, slice):
            first, last, step = place.indices(len(self))
            if step == 1:
                row = self.size // len(self) if len(self) else 0
                last = builtins.max(first, last)
                return ndarray(self.flat[first * row : last * row], (last - first, *self.shape[1:]))
            return self[asarray(range(first, last, step))]
        if isinstance(place, tuple):
            return self.inner(*place)
        chosen = chosen_places(place)
        return stack_rows([self[n] for n in chosen], self.shape[1:], self.dtype)

    def inner(self, row: Any, column: Any = slice(None)) -> Any:
        """Of two dimensions: the rows, and then the columns; or a new axis."""
        if row is None:
            return ndarray(self.flat, (1, *self.shape))
        if column is None:
            part = self[row]
            return ndarray(part.flat, (*part.shape, 1))
        if isinstance(row, int):
            return self[row][column]
        if isinstance(row, ndarray) and isinstance(column, ndarray | int):  # pairs of places
            columns = column if isinstance(column, ndarray) else asarray([column])
            rows, columns = broadcast(row, columns)
            width = self.shape[1]
            flat = self.flat
            return make(
                [flat[r * width + c] for r, c in zip(rows.flat, columns.flat, strict=True)], rows.shape, self.dtype
            )
        part = self[row]
        width = part.shape[1]
        if isinstance(column, int):
            column = column + width if column < 0 else column
            return make(part.flat[column::width].tolist(), (len(part),), self.dtype)
        chosen = list(range(*column.indices(width))) if isinstance(column, slice) else chosen_places(column)
        if chosen == list(range(width)):
            return part
        lists = [part.flat[c::width].tolist() for c in chosen]
        flat_list = list(chain.from_iterable(zip(*lists, strict=True))) if lists else []
        return make(flat_list, (len(part), len(chosen)), self.dtype)

    def __setitem__(self, place: Any, value: Any) -> None:
        flat, width = self.flat, self.shape[-1] if len(self.shape) > 1 else 1
        if isinstance(place, tuple):
            row, column = place
            if isinstance(row, int):
                if isinstance(column, int) and len(self.shape) == 2:
                    flat[row * width + column] = value
                else:
                    self[row][column] = value
                return
            if isinstance(row, slice):
                for n in range(*row.indices(len(self))):
                    self[n][column] = value
                return
            rows, columns = broadcast(asarray(row), asarray(column))
            values = spread(value, rows.shape)
            for r, c, one in zip(rows.flat, columns.flat, values, strict=True):
                flat[r * width + c] = one
        elif isinstance(place, int) and len(self.shape) == 1:
            flat[place] = value
        elif isinstance(place, int | slice):
            part = self[place]
            values = spread(value, part.shape)
            for n, one in enumerate(values):
                part.flat[n] = one
        else:
            places = chosen_places(place)
            for n, one in zip(places, spread(value, (len(places),)), strict=True):
                flat[n] = one

    # ---- sums and other figures ---------------------------------------------------------

    def sum(self, axis: int | None = None) -> Any:
        return builtins.sum(self.flat) if axis is None else self.fold(operator.add, axis)

    def mean(self) -> Any:
        return self.sum() / self.size

    def prod(self, axis: int | None = None) -> Any:
        return math.prod(self.flat) if axis is None else self.fold(operator.mul, axis)

    def fold(self, join: Callable[[Any, Any], Any], axis: int) -> ndarray:
        rows, columns = self.shape
        if axis == 0:
            found = [0.0 if join is operator.add else 1.0] * columns
            for row in self:
                found = [join(one, other) for one, other in zip(found, row.flat, strict=True)]
            return make(found, (columns,), float64 if self.dtype.make is float else int64)
        start: Any = {operator.add: 0, operator.mul: 1, operator.or_: 0}[join]
        lists = [self.flat[c::columns] for c in range(columns)]
        found = [start] * rows
        for column in lists:
            found = list(map(join, found, column))
        return make(found, (rows,), float64 if self.dtype.make is float else int64)

    def any(self) -> bool:
        return builtins.any(self.flat)

    def all(self) -> bool:
        return builtins.all(self.flat)

    def max(self) -> Any:
        return builtins.max(self.flat)

    def min(self) -> Any:
        return builtins.min(self.flat)

    def argmax(self) -> int:
        return self.flat.tolist().index(self.max())

    # ---- arithmetic ---------------------------------------------------------------------

    def __matmul__(self, other: ndarray) -> Any:
        if len(self.shape) == 1 and len(other.shape) == 1:
            return sumprod(self.flat, other.flat)
        if len(other.shape) == 1:
            line = other.flat.tolist()
            return make([sumprod(row.flat, line) for row in self], (len(self),), float64)
        if len(self.shape) == 1:
            return other.T @ self
        columns = [column.flat.tolist() for column in other.T]
        found = [sumprod(row, column) for row in map(list, (one.flat for one in self)) for column in columns]
        return make(found, (len(self), len(columns)), float64)

    def __invert__(self) -> ndarray:
        if self.dtype is bool_:
            return make([not one for one in self.flat], self.shape, bool_)
        return make([~one for one in self.flat], self.shape, self.dtype)

    def __neg__(self) -> ndarray:
        return make([-one for one in self.flat], self.shape, self.dtype)


def elementwise(join: Callable[[Any, Any], Any], kind: Scalar | None, swapped: bool = False) -> Any:
    def method(self: ndarray, other: Any) -> ndarray:
        return combine(join, other, self, kind) if swapped else combine(join, self, other, kind)

    return method


def in_place(join: Callable[[Any, Any], Any]) -> Any:
    def method(self: ndarray, other: Any) -> ndarray:
        found = combine(join, self, other, None)
        if self.shape == found.shape and self.dtype is found.dtype:
            self.flat[:] = found.flat
            return self
        if self.shape == found.shape:
            for n, one in enumerate(found.flat):
                self.flat[n] = one
            return self
        return found

    return method


for _name, _join in {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "and": operator.and_, "or": operator.or_,
    "rshift": operator.rshift, "lshift": operator.lshift, "mod": operator.mod, "pow": operator.pow,
    "floordiv": operator.floordiv,
}.items():  # fmt: skip
    setattr(ndarray, f"__{_name}__", elementwise(_join, None))
    setattr(ndarray, f"__r{_name}__", elementwise(_join, None, swapped=True))
    setattr(ndarray, f"__i{_name}__", in_place(_join))
for _name in ("truediv",):
    setattr(ndarray, f"__{_name}__", elementwise(operator.truediv, float64))
    setattr(ndarray, f"__r{_name}__", elementwise(operator.truediv, float64, swapped=True))
    setattr(ndarray, f"__i{_name}__", in_place(operator.truediv))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(ndarray, f"__{_name}__", elementwise(getattr(operator, _name), bool_))


def combine(join: Callable[[Any, Any], Any], one: Any, other: Any, kind: Scalar | None) -> ndarray:
    """Number by number, after both have the same shape."""
    if kind is None:
        kind = joint_kind(join, one, other)
    if not isinstance(other, ndarray) and not isinstance(other, list | tuple):
        return make([join(x, other) for x in one.flat], one.shape, kind)
    if not isinstance(one, ndarray) and not isinstance(one, list | tuple):
        return make([join(one, y) for y in other.flat], other.shape, kind)
    left, right = broadcast(asarray(one), asarray(other))
    return make(map(join, left.flat, right.flat), left.shape, kind)


def joint_kind(join: Callable[[Any, Any], Any], one: Any, other: Any) -> Scalar:
    kinds = [part.dtype if isinstance(part, ndarray) else part for part in (one, other)]
    if builtins.any(isinstance(part, float) or getattr(part, "make", None) is float for part in kinds):
        return float64
    if join in (operator.and_, operator.or_) and builtins.all(
        part is bool_ or isinstance(part, bool) for part in kinds
    ):
        return bool_
    return int64


def broadcast(one: ndarray, other: ndarray) -> tuple[ndarray, ndarray]:
    if one.shape == other.shape:
        return one, other
    dims = builtins.max(len(one.shape), len(other.shape))
    shapes = [(1,) * (dims - len(part.shape)) + part.shape for part in (one, other)]
    shape = tuple(b if a == 1 else a for a, b in zip(*shapes, strict=True))
    return repeat_to(one, shapes[0], shape), repeat_to(other, shapes[1], shape)


def repeat_to(part: ndarray, own: tuple[int, ...], shape: tuple[int, ...]) -> ndarray:
    if own == shape:
        return ndarray(part.flat, shape)
    if len(shape) == 1:
        return make(part.flat.tolist() * shape[0], shape, part.dtype)
    rows, columns = shape
    listed = part.flat.tolist()
    if own[0] == 1:
        line = listed if own[1] == columns else listed * columns
        return make(line * rows, shape, part.dtype)
    return make([one for one in listed for _ in range(columns)], shape, part.dtype)


def chosen_places(place: Any) -> list[int]:
    if isinstance(place, ndarray):
        if place.dtype is bool_:
            return [n for n, one in enumerate(place.flat) if one]
        return place.flat.tolist()
    return list(place)


def spread(value: Any, shape: tuple[int, ...]) -> list[Any]:
    """The values for this shape, one after the other."""
    size = math.prod(shape)
    if not isinstance(value, ndarray | Sequence):
        return [value] * size
    found = asarray(value)
    if len(found.flat) == size:
        return found.flat.tolist()
    return repeat_to(found, (1,) * (len(shape) - len(found.shape)) + found.shape, shape).flat.tolist()


def stack_rows(rows: list[Any], shape: tuple[int, ...], kind: Scalar) -> ndarray:
    if not shape:
        return make(rows, (len(rows),), kind)
    return ndarray(joined([row.flat for row in rows]).cast(kind.code), (len(rows), *shape))


BY_CODE = {one.code: one for one in (int8, int16, int32, int64, float32, float64, bool_)}


def make(values: Any, shape: tuple[int, ...], kind: Scalar) -> ndarray:
    size = math.prod(shape)
    flat = memoryview(bytearray(size * kind.itemsize)).cast(kind.code)
    if size:
        struct.pack_into(f"={size}{kind.code}", flat.cast("B"), 0, *values)
    return ndarray(flat, shape)


def array(values: Any, kind: Any = None, dtype: Any = None) -> ndarray:
    kind = kind or dtype
    if isinstance(values, ndarray):
        return values.astype(kind or values.dtype)
    listed = list(values)
    if listed and isinstance(listed[0], ndarray | Sequence):
        rows = [array(row, kind) for row in listed]
        one = float64 if builtins.any(row.dtype is float64 for row in rows) else rows[0].dtype
        return stack_rows([row.astype(one) for row in rows], rows[0].shape, one)
    if kind is None:
        kind = bool if listed and builtins.all(isinstance(one, bool) for one in listed) else (
            int if listed and builtins.all(isinstance(one, int) for one in listed) else float
        )  # fmt: skip
    return make(listed, (len(listed),), scalar(kind))


def asarray(values: Any) -> ndarray:
    return values if isinstance(values, ndarray) else array(values)
