"""All the ways to fill one row, as arrays: a line a filling, a column a place, a tile by its number (its rank).

A row of Code de Vinci has at most a few thousand fillings, so they can be listed. Of several rows, which may not share
a tile, the joint distribution follows from products of matrices, without listing the worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablee.games.coda.options import Options
from tablee.games.coda.tiles import COLOUR, TILES, VALUES, Tile
from tablee.games.coda.worlds import Row, Slot

Floats: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[Any]

NUMBER: Final[dict[Tile, int]] = {tile: n for n, tile in enumerate(TILES)}
JOKER: Final = 2 * len(VALUES)  # the black one, and the white one after it
TILE_VALUES: Final = len(VALUES) + 1  # with the joker's
APART: Final = 3  # numbers so far from one another are not consecutive, whatever their colours


class Fillings(NamedTuple):
    """The fillings of one row, and how much each weighs."""

    tiles: Whole  # [filling, place]
    weights: Floats
    hidden: tuple[int, ...]  # the places that are not seen

    @property
    def values(self) -> Whole:
        """What stands at the hidden places: 12 is a joker."""
        found: Whole = self.tiles[:, list(self.hidden)] >> 1
        return found

    @property
    def masks(self) -> Whole:
        """The tiles at the hidden places, as bits."""
        found: Whole = np.bitwise_or.reduce(1 << self.tiles[:, list(self.hidden)].astype(np.int64), axis=1)
        return found


def fillings(options: Options, row: Row, unseen: frozenset[Tile]) -> Fillings:
    """Every filling of this row with tiles that are seen nowhere; what weighs nothing is left out.

    Without jokers all weigh the same.
    """
    tiles = np.zeros((1, 0), np.int8)
    last = np.full(1, -1)  # the number that stands furthest to the right
    spent = np.zeros(1, int)  # the jokers that stand already, as bits
    for place in range(len(row)):
        fitting = np.array(candidates(row, place, unseen), int)
        jokers = fitting >= JOKER
        bits = np.where(jokers, 1 << np.maximum(fitting - JOKER, 0), 0)
        line, choice = np.nonzero((jokers & (spent[:, None] & bits == 0)) | (fitting > last[:, None]) & ~jokers)
        tiles = np.concatenate([tiles[line], fitting[choice, None].astype(np.int8)], axis=1)
        last = np.where(jokers[choice], last[line], fitting[choice])
        spent = spent[line] | bits[choice]
    hidden = tuple(place for place, slot in enumerate(row) if slot.tile is None)
    if not spent.any():
        return Fillings(tiles, np.ones(len(tiles)), hidden)
    weights = placement_odds(row, tiles, options.joker_ban)
    return Fillings(tiles[weights > 0], weights[weights > 0], hidden)


def candidates(row: Row, place: int, unseen: frozenset[Tile]) -> list[int]:
    """What this place can hold, by colour, by what was said of it and by the numbers that are seen beside it."""
    slot = row[place]
    if slot.tile is not None:
        return [NUMBER[slot.tile]]
    low = max((number for other in row[:place] if (number := seen_number(other)) is not None), default=-1)
    high = min((number for other in row[place + 1 :] if (number := seen_number(other)) is not None), default=JOKER)
    return [
        NUMBER[tile]
        for tile in TILES
        if tile in unseen
        and COLOUR[tile] == slot.colour
        and tile[1:] not in slot.ruled_out
        and (low < NUMBER[tile] < high or NUMBER[tile] >= JOKER)
    ]


def seen_number(slot: Slot) -> int | None:
    number = JOKER if slot.tile is None else NUMBER[slot.tile]
    return None if number >= JOKER else number


def placement_odds(row: Row, tiles: Whole, ban: bool) -> Floats:
    """How likely the owner would have stood each filling up as it stands: `worlds.likelihood`, of all at once."""
    columns = tiles.T.astype(int)
    first = [column for slot, column in zip(row, columns, strict=True) if slot.since == 0]
    jokers = sum(((column >= JOKER).astype(int) for column in first), np.zeros(len(tiles), int))
    shut, filled = find_enclosed(first, ban)
    gaps = len(first) + 1 - jokers - (shut - filled)  # a gap that is shut and empty has one place
    weights = np.where(filled > 0, 0.0, 1.0 / np.choose(jokers, [np.ones_like(gaps), gaps, gaps * (gaps + 1)]))
    for since in range(1, len(row) - len(first) + 1):
        weights = weights * entry_odds(row, columns, since, ban)
    return weights


def find_enclosed(columns: Sequence[Whole], ban: bool) -> tuple[Whole, Whole]:
    """For each line: its places between consecutive numbers of one colour, and the jokers that stand there (COD-04)."""
    size = len(columns[0])
    last, between = np.full(size, -APART), np.zeros(size, int)
    shut, filled = np.zeros(size, int), np.zeros(size, int)
    for column in columns:
        joker = column >= JOKER
        closes = ~joker & (column - last == 2) & ban
        shut += closes * (between + 1)
        filled += closes * between
        between = np.where(joker, between + 1, 0)
        last = np.where(joker, last, column)
    return shut, filled


def entry_odds(row: Row, columns: Whole, since: int, ban: bool) -> Floats:
    """One in this many places that were legal for the tile that was added then; 0 where its own was not."""
    entered = next(place for place, slot in enumerate(row) if slot.since == since)
    tile = columns[entered]
    before = [column for slot, column in zip(row[:entered], columns[:entered], strict=True) if slot.since < since]
    after = [column for slot, column in zip(row[entered:], columns[entered:], strict=True) if slot.since < since]
    left, left_jokers = neighbour(before[::-1], -APART, len(tile))
    right, right_jokers = neighbour(after, JOKER + APART, len(tile))
    shut, _ = find_enclosed([*before, *after], ban)
    open_places = np.maximum(len(before) + len(after) + 1 - shut, 1)
    as_joker = np.where((right - left == 2) & ban, 0.0, 1.0 / open_places)
    ways = left_jokers + right_jokers + 1
    below, above = (tile - left == 2) & ban, (right - tile == 2) & ban
    locked = (below & (left_jokers > 0)) | (above & (right_jokers > 0))
    all_locked = below & above & (ways > 1)  # COD-05: then any will do
    open_ways = np.where((below | above) & ~all_locked, 1, ways)
    as_number = np.where(locked & ~all_locked, 0.0, 1.0 / open_ways)
    return np.where(tile >= JOKER, as_joker, as_number)


def neighbour(columns: Sequence[Whole], end: int, size: int) -> tuple[Whole, Whole]:
    """For each line the first number in these columns (or the end), and how many jokers stand before it."""
    found, jokers, open_ = np.full(size, end), np.zeros(size, int), np.ones(size, bool)
    for column in columns:
        joker = column >= JOKER
        found = np.where(open_ & ~joker, column, found)
        open_ &= joker
        jokers += open_
    return found, jokers


def apart(some: Whole, others: Whole) -> Floats:
    """1 where two rows share no tile, by their masks."""
    found: Floats = (some[:, None] & others == 0).astype(float)
    return found
