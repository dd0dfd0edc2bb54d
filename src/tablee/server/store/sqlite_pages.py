"""The rows on the pages of an SQLite file, read without SQLite: for files that it cannot read any more.

https://www.sqlite.org/fileformat2.html describes the format. Every page is looked at by itself, so a damaged one costs
its own rows and no others.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

Value: TypeAlias = int | float | str | bytes | None
PageOf: TypeAlias = Callable[[int], bytes | None]

ROWS, INDEX_ROWS, INDEX_BRANCH = 0x0D, 0x0A, 0x02  # kinds of pages that contain rows
WHOLE_NUMBERS: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # bytes of a number, by its serial type


def split_pages(data: bytes) -> dict[int, bytes]:
    """The pages of a file by number, from 1."""
    size = int.from_bytes(data[16:18])
    size = 65536 if size == 1 else size
    if size < 512 or size & (size - 1):
        size = 4096  # the first page is damaged: ours have this size
    return {start // size + 1: data[start : start + size] for start in range(0, len(data) - size + 1, size)}


def rows_of(pages: Mapping[int, bytes]) -> Iterator[tuple[Value, ...]]:
    """All rows that can be read, of all tables and indexes."""
    for number, page in pages.items():
        yield from rows_of_page(page, 100 if number == 1 else 0, pages.get)


def rows_of_page(page: bytes, start: int, page_of: PageOf) -> Iterator[tuple[Value, ...]]:
    kind = page[start]
    if kind not in (ROWS, INDEX_ROWS, INDEX_BRANCH):
        return
    (cells,) = struct.unpack_from(">H", page, start + 3)
    places = start + (12 if kind == INDEX_BRANCH else 8)
    for place in range(places, min(places + 2 * cells, len(page) - 1), 2):
        (cell,) = struct.unpack_from(">H", page, place)
        try:
            yield read_row(read_payload(page, cell, kind, page_of))
        except (IndexError, ValueError, struct.error, UnicodeDecodeError):
            continue  # this row is damaged


def read_payload(page: bytes, at: int, kind: int, page_of: PageOf) -> bytes:
    """The content of a cell, with what of it lies on other pages."""
    if kind == INDEX_BRANCH:
        at += 4
    length, at = read_varint(page, at)
    if kind == ROWS:
        _, at = read_varint(page, at)
    size = len(page)
    most = size - 35 if kind == ROWS else (size - 12) * 64 // 255 - 23
    if length <= most:
        if at + length > size:
            raise ValueError("the cell is longer than its page")
        return page[at : at + length]
    least = (size - 12) * 32 // 255 - 23
    local = least + (length - least) % (size - 4)
    local = local if local <= most else least
    found = page[at : at + local]
    (number,) = struct.unpack_from(">I", page, at + local)
    while number and len(found) < length:
        more = page_of(number)
        if more is None:
            raise ValueError("a page is missing")
        found += more[4 : 4 + length - len(found)]
        (number,) = struct.unpack_from(">I", more)
    if len(found) != length:
        raise ValueError("the end of the row is missing")
    return found


def read_row(payload: bytes) -> tuple[Value, ...]:
    length, at = read_varint(payload, 0)
    types = []
    while at < length:
        kind, at = read_varint(payload, at)
        types.append(kind)
    values: list[Value] = []
    for kind in types:
        value, at = read_value(payload, at, kind)
        values.append(value)
    if at != len(payload):
        raise ValueError("the row does not fill its cell")
    return tuple(values)


def read_value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if kind == 7:
        return float(struct.unpack_from(">d", payload, at)[0]), at + 8
    if kind in WHOLE_NUMBERS:
        end = at + WHOLE_NUMBERS[kind]
        return int.from_bytes(payload[at:end], signed=True), end
    if kind < 12:
        raise ValueError("an unknown type")
    end = at + (kind - 12) // 2
    if end > len(payload):
        raise ValueError("the value is longer than its row")
    data = payload[at:end]
    return (data if kind % 2 == 0 else data.decode()), end


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(9):
        byte = data[at + place]
        if place == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    raise AssertionError("nine bytes at most")


def fits(row: tuple[Value, ...], kinds: tuple[Any, ...]) -> bool:
    """Whether a row has these types, one for each column. Columns that were added later may be missing at its end."""
    return len(row) <= len(kinds) and all(isinstance(value, kind) for value, kind in zip(row, kinds, strict=False))
