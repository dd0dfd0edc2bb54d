"""Named fields in flat arrays. A kernel declares its record and its observation once; everything else follows.

    OBSERVATION = Layout((
        Field("hand", "how many of each card are in the observer's hand", 29, high=2),
        Repeat("seats", "each seat", 4, (Field("cards", "cards in hand"), wide("debt", -999, 999, "…"))),
    ))
    HAND, SEATS, CARDS = OBSERVATION.offsets("hand", "seats", "seats.cards")
    SEAT = OBSERVATION.stride("seats")

The offsets are plain integers, which a compiler takes for constants: `out[HAND + card]`, `out[CARDS + SEAT * n]`. From
the same declaration come the size, the array made of named values, the bounds of each cell and the table for readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

LOWEST, HIGHEST = -128, 127  # that an int8 holds
DIGIT = 128  # the base in which a number of several cells is written
Bound: TypeAlias = int | tuple[int, ...]  # of every cell of a field, or of each of them


class Field(Struct, frozen=True):
    """This many cells of an observation under one name."""

    name: str
    meaning: str
    size: int = 1
    low: Bound = 0
    high: Bound = HIGHEST
    empty: int = 0  # what its cells are where it is repeated and there is nothing to say

    def lows(self) -> tuple[int, ...]:
        return (self.low,) * self.size if isinstance(self.low, int) else self.low

    def highs(self) -> tuple[int, ...]:
        return (self.high,) * self.size if isinstance(self.high, int) else self.high

    def vacant(self) -> list[int]:
        return [self.empty] * self.size

    def flat(self, value: int | Sequence[int]) -> Iterable[int]:
        if self.size == 1 and not isinstance(value, Sequence):
            return (value,)
        assert isinstance(value, Sequence) and len(value) == self.size, f"{self.name} has {self.size} cells: {value}"
        return value

    def cells(self, at: str) -> Iterator[str]:
        return iter([at + self.name]) if self.size == 1 else (f"{at}{self.name}[{n}]" for n in range(self.size))


class Repeat(Struct, frozen=True):
    """The same fields several times, one after another."""

    name: str
    meaning: str
    times: int
    fields: tuple[Field | Repeat, ...]

    @property
    def stride(self) -> int:
        return sum(field.size for field in self.fields)

    @property
    def size(self) -> int:
        return self.times * self.stride

    def lows(self) -> tuple[int, ...]:
        return tuple(low for field in self.fields for low in field.lows()) * self.times

    def highs(self) -> tuple[int, ...]:
        return tuple(high for field in self.fields for high in field.highs()) * self.times

    def vacant(self) -> list[int]:
        return [cell for field in self.fields for cell in field.vacant()] * self.times

    def flat(self, rows: Sequence[Mapping[str, Any]]) -> list[int]:
        """Row after row. If there are fewer rows than repetitions, the rest is vacant."""
        found = [cell for row in rows for cell in flatten(self.fields, row)]
        return found + self.vacant()[len(found) :]

    def cells(self, at: str) -> Iterator[str]:
        for n in range(self.times):
            for field in self.fields:
                yield from field.cells(f"{at}{self.name}[{n}].")


def flatten(fields: Sequence[Field | Repeat], values: Mapping[str, Any]) -> list[int]:
    """The values of these fields, in order; exactly these fields must be given."""
    assert len(values) == len(fields), f"not the fields of this layout: {sorted(values)}"
    found: list[int] = []
    for field in fields:
        found += field.flat(values[field.name])
    return found


class Layout(Struct, frozen=True, dict=True):
    """All fields of an observation, in their order."""

    fields: tuple[Field | Repeat, ...]

    @cached_property
    def size(self) -> int:
        return sum(field.size for field in self.fields)

    def find(self, path: str) -> tuple[int, Field | Repeat]:
        """The first cell of a field, and the field: "hand", or "seats.debt", of the first of the seats."""
        fields, start = self.fields, 0
        found: Field | Repeat | None = None
        for name in path.split("."):
            fields = fields if found is None else found.fields if isinstance(found, Repeat) else ()
            names = [field.name for field in fields]
            if name not in names:
                raise KeyError(f"there is no field {path}")
            start += sum(field.size for field in fields[: names.index(name)])
            found = fields[names.index(name)]
        assert found is not None
        return start, found

    def offset(self, path: str) -> int:
        return self.find(path)[0]

    def offsets(self, *paths: str) -> tuple[int, ...]:
        return tuple(self.offset(path) for path in paths)

    def stride(self, path: str) -> int:
        """How many cells lie between two repetitions."""
        found = self.find(path)[1]
        assert isinstance(found, Repeat), f"{path} is not repeated"
        return found.stride

    def slice(self, path: str) -> slice:
        start, found = self.find(path)
        return slice(start, start + found.size)

    def split(self, observations: NDArray[np.int8]) -> dict[str, NDArray[np.int8]]:
        """The fields by name, as views of the last axis; what is repeated has an axis for its repetitions."""
        if observations.shape[-1:] != (self.size,):
            raise ValueError(f"observations of {self.size} cells are expected, not of shape {observations.shape}")
        found = {}
        for field in self.fields:
            part = observations[..., self.slice(field.name)]
            shape = (field.times, field.stride) if isinstance(field, Repeat) else (field.size,)
            found[field.name] = part.reshape(*part.shape[:-1], *shape)
        return found

    def array(self, values: Mapping[str, Any]) -> NDArray[np.int8]:
        """The observation with these values: numbers, sequences, or a row for each repetition."""
        return np.array(flatten(self.fields, values), np.int8)

    @cached_property
    def low(self) -> NDArray[np.int8]:
        """The lowest value of each cell."""
        return np.array([low for field in self.fields for low in field.lows()], np.int8)

    @cached_property
    def high(self) -> NDArray[np.int8]:
        """The highest value of each cell."""
        return np.array([high for field in self.fields for high in field.highs()], np.int8)

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The name of each cell: `hand[3]`, `seats[1].debt[0]`."""
        return tuple(name for field in self.fields for name in field.cells(""))

    def markdown(self) -> str:
        """A table for readers. The cells of a repeated group are counted from the beginning of each repetition."""
        lines = ["| cells | field | low | high | meaning |", "|---|---|---|---|---|", *table(self.fields, 0, "")]
        return "\n".join(lines) + "\n"


def table(fields: Sequence[Field | Repeat], start: int, within: str) -> Iterator[str]:
    for field in fields:
        plus = "+" if within else ""
        last = start + field.size - 1
        cells = f"{plus}{start}" if field.size == 1 else f"{plus}{start}–{last}"
        if isinstance(field, Repeat):
            yield f"| {cells} | `{within}{field.name}` | | | {field.times} × {field.stride}: {field.meaning} |"
            yield from table(field.fields, 0, f"{within}{field.name}.")
        else:
            low, high = (" ".join(map(str, shorten(bound))) for bound in (field.low, field.high))
            yield f"| {cells} | `{within}{field.name}` | {low} | {high} | {field.meaning} |"
        start += field.size


def shorten(bound: Bound) -> tuple[int, ...]:
    return (bound,) if isinstance(bound, int) else bound


def wide(name: str, low: int, high: int, meaning: str, cells: int = 2) -> Field:
    """A number that can exceed 127: digits in base 128, the lowest first; the last one carries the sign."""
    top = 7 * (cells - 1)
    digits = (DIGIT - 1 if low < 0 or high >= DIGIT else high, *(DIGIT - 1,) * (cells - 2))
    return Field(name, meaning, cells, (*(0,) * (cells - 1), low >> top), (*digits, high >> top))


def digits(number: int, cells: int = 2) -> tuple[int, ...]:
    """The digits of a number, for a field made by `wide`."""
    return (*(number >> 7 * n & 127 for n in range(cells - 1)), number >> 7 * (cells - 1))


# ---- records ----------------------------------------------------------------------


class RecordField(Struct, frozen=True):
    """A field of a record: whole numbers of one width, one of them or a fixed shape."""

    name: str
    type: type[np.signedinteger[Any]]
    meaning: str
    shape: int | tuple[int, ...] = ()


class RecordLayout(Struct, frozen=True, dict=True):
    """All fields of a record, in their order."""

    fields: tuple[RecordField, ...]

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        return np.dtype([(field.name, field.type, field.shape) for field in self.fields], align=True)

    def markdown(self) -> str:
        """A table for readers."""
        lines = ["| field | type | meaning |", "|---|---|---|"]
        for field in self.fields:
            shape = (field.shape,) if isinstance(field.shape, int) else field.shape
            kind = " × ".join([*map(str, shape), np.dtype(field.type).name])
            lines.append(f"| `{field.name}` | {kind} | {field.meaning} |")
        return "\n".join(lines) + "\n"
