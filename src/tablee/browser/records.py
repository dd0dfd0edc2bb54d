"""Records for a browser, where there is no NumPy: typed memory with named fields."""

# mypy: disable-error-code="call-overload,union-attr,no-any-return"
# pyright: basic, reportCallIssue=false, reportArgumentType=false, reportAttributeAccessIssue=false
# pyright: reportIndexIssue=false, reportOperatorIssue=false, reportOptionalSubscript=false

from __future__ import annotations

import builtins
import math
import struct
from collections.abc import Iterator
from typing import Any

from tablee.browser.arrays import Scalar, asarray, joined, ndarray, scalar


class FieldPlace:
    """A field of records: where it stands, and its numbers."""

    __slots__ = ("code", "first", "form", "last", "shape")

    def __init__(self, kind: Scalar, first: int, shape: tuple[int, ...]) -> None:
        self.code, self.first, self.shape = kind.code, first, shape
        self.last = first + kind.itemsize * math.prod(shape)
        self.form = struct.Struct("=" + kind.code)


class dtype:
    """The type of a record, or of plain numbers."""

    def __new__(cls, fields: Any, align: bool = False) -> Any:
        if not isinstance(fields, list):
            return fields if isinstance(fields, dtype) else scalar(fields)
        return super().__new__(cls)

    def __init__(self, fields: Any, align: bool = False) -> None:
        if not isinstance(fields, list):
            return
        self.fields: dict[str, FieldPlace] = {}
        at, widest = 0, 1
        for name, kind, *rest in fields:
            one, shape = scalar(kind), rest[0] if rest else ()
            shape = (shape,) if isinstance(shape, int) else tuple(shape)
            if align:
                at += -at % one.itemsize
                widest = builtins.max(widest, one.itemsize)
            self.fields[name] = FieldPlace(one, at, shape)
            at = self.fields[name].last
        self.itemsize = at + -at % widest
        self.names = tuple(self.fields)


class FlatRecord:
    """One record: its fields are attributes, and items by name."""

    __slots__ = ("dtype", "memory")

    def __init__(self, kind: dtype, memory: memoryview) -> None:
        object.__setattr__(self, "dtype", kind)
        object.__setattr__(self, "memory", memory)

    def __getattr__(self, name: str) -> Any:
        field = self.dtype.fields.get(name)
        if field is None:
            raise AttributeError(name)
        if not field.shape:
            return field.form.unpack_from(self.memory, field.first)[0]
        return ndarray(self.memory[field.first : field.last].cast(field.code), field.shape)

    def __setattr__(self, name: str, value: Any) -> None:
        field = self.dtype.fields[name]
        if field.shape:
            self[name][:] = value
        else:
            field.form.pack_into(self.memory, field.first, value)

    __getitem__ = __getattr__
    __setitem__ = __setattr__

    def tobytes(self) -> bytes:
        return bytes(self.memory)


class Records:
    """Records of one type, one after the other."""

    def __init__(self, kind: dtype, memory: memoryview) -> None:
        self.dtype, self.memory = kind, memory

    def __len__(self) -> int:
        return len(self.memory) // self.dtype.itemsize

    @property
    def shape(self) -> tuple[int]:
        return (len(self),)

    def __iter__(self) -> Iterator[FlatRecord]:
        return (self[n] for n in range(len(self)))

    def __getitem__(self, place: Any) -> Any:
        size = self.dtype.itemsize
        if isinstance(place, slice):
            first, last, _ = place.indices(len(self))
            return Records(self.dtype, self.memory[first * size : builtins.max(first, last) * size])
        if isinstance(place, ndarray):
            return Records(self.dtype, joined([self[n].memory for n in place.tolist()]))
        if isinstance(place, str):
            return asarray([getattr(one, place) for one in self])
        place = place + len(self) if place < 0 else place
        if not 0 <= place < len(self):
            raise IndexError(place)
        return FlatRecord(self.dtype, self.memory[place * size : (place + 1) * size])

    def __setitem__(self, place: int, record: FlatRecord) -> None:
        size = self.dtype.itemsize
        self.memory[place * size : (place + 1) * size] = record.memory

    def view(self, kind: Any) -> Records:
        return self

    def copy(self) -> Records:
        return Records(self.dtype, joined([self.memory]))

    def tobytes(self) -> bytes:
        return bytes(self.memory)


recarray = record = void = Records
