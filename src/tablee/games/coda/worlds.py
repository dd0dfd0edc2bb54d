"""The worlds that could stand behind the others' codes: counted, without listing them, and drawn.

Numbers are stood up in ascending order, each in the next free slot of some row or in none. What is left to do then
depends only on how far each row has come, so the ways to do it are counted once for each such position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import gcd
from random import Random
from typing import Final, NamedTuple, TypeAlias

from tablee.games.coda.options import Options
from tablee.games.coda.row import arrangements, places
from tablee.games.coda.tiles import COLOUR, DASH, JOKERS, NUMBERS, RANK, VALUE, Colour, Tile, Value
from tablee.tuples import put

SCALE: Final = 1000  # the weight of a joker that stands in no row
DRAWS: Final = 24  # this many worlds are weighed against one another where jokers matter
JOKER: Final[dict[Colour, Tile]] = {COLOUR[joker]: joker for joker in JOKERS}
BIT: Final[dict[Colour, int]] = {"black": 1, "white": 2}  # jokers that have no place yet are a sum of these


class Slot(NamedTuple):
    """One place in a row: what is known of the tile that stands there."""

    colour: Colour
    tile: Tile | None
    since: int
    ruled_out: frozenset[Value]


Row: TypeAlias = tuple[Slot, ...]


class Joker(NamedTuple):
    """A slot that holds a joker, or could: the one it would use up (0: it is seen there), and what that weighs."""

    bit: int
    weight: int


class Step(NamedTuple):
    """One number's way into a row, past slots that hold jokers then, or into no row."""

    row: int | None
    at: tuple[int, ...]  # how far each row has come then
    jokers: int  # without a place yet
    weight: int


@lru_cache(maxsize=16)
def worlds(options: Options, rows: tuple[Row, ...], unseen: frozenset[Tile]) -> Worlds:
    """Kept for a while: a search draws many worlds from one view."""
    return Worlds(options, rows, unseen)


class Worlds:
    """Every way to fill these rows with tiles that are seen nowhere."""

    def __init__(self, options: Options, rows: tuple[Row, ...], unseen: frozenset[Tile]) -> None:
        self.rows, self.ban = rows, options.joker_ban
        self.unplaced = sum(BIT[colour] for colour, joker in JOKER.items() if joker in unseen)
        self.standing = {RANK[slot.tile] for row in rows for slot in row if slot.tile and slot.tile in RANK}
        self.fits = [[fitting(slot, unseen) for slot in row] for row in rows]
        self.jokers = [
            [possible_joker(row, place, options.tiles_each, unseen) for place in range(len(row))] for row in rows
        ]
        self.latest = [deadlines(fits, jokers) for fits, jokers in zip(self.fits, self.jokers, strict=True)]
        self.uneven = any(joker for row in self.jokers for joker in row)  # whether worlds weigh differently at all
        self.memo: dict[tuple[int, tuple[int, ...], int], int] = {}
        self.start = (0,) * len(rows)
        self.total = self.ways(0, self.start, self.unplaced)

    # ---- counting -------------------------------------------------------------

    def ways(self, rank: int, at: tuple[int, ...], jokers: int) -> int:
        """In how many ways the numbers from this rank on, and the jokers, can still be stood up."""
        key = rank, at, jokers
        if (known := self.memo.get(key)) is not None:
            return known
        found = 0
        if rank == len(NUMBERS):
            found = self.last_jokers(at, jokers)
        elif all([latest[place] >= rank for latest, place in zip(self.latest, at, strict=True)]):
            for step in self.steps(rank, at, jokers):
                found += step.weight * self.ways(rank + 1, step.at, step.jokers)
        self.memo[key] = found
        return found

    def steps(self, rank: int, at: tuple[int, ...], jokers: int) -> Iterator[Step]:
        """Where the number of this rank can go."""
        if rank not in self.standing:
            yield Step(None, at, jokers, 1)
        for row, come in enumerate(at):
            fits = self.fits[row]
            for place, left, weight in self.past_jokers(row, come, jokers):
                if place < len(fits) and rank in fits[place]:
                    yield Step(row, put(at, row, place + 1), left, weight)

    def past_jokers(self, row: int, place: int, jokers: int) -> Iterator[tuple[int, int, int]]:
        """This place, and those that are reached if this one, and the next, hold jokers."""
        weight = 1
        yield place, jokers, weight
        for joker in self.jokers[row][place:]:
            if joker is None or joker.bit & ~jokers:
                return
            place, jokers, weight = place + 1, jokers - joker.bit, weight * joker.weight
            yield place, jokers, weight

    def last_jokers(self, at: tuple[int, ...], jokers: int) -> int:
        """What is left of the rows holds jokers, and jokers that are left over stand in no row."""
        found = 1
        for row, come in enumerate(at):
            *_, (place, jokers, weight) = self.past_jokers(row, come, jokers)
            if place < len(self.rows[row]):
                return 0
            found *= weight
        return found * (SCALE if jokers & 1 else 1) * (SCALE if jokers & 2 else 1)

    # ---- drawing --------------------------------------------------------------

    def draw(self, rng: Random) -> list[list[Tile]]:
        """The rows of one world."""
        if not self.uneven:
            return self.world(rng.randrange(self.total))[0]
        found: list[list[list[Tile]]] = []
        weights: list[float] = []
        for drawn, index in enumerate(scatter(self.total, rng), 1):
            rows, counted = self.world(index)
            if weight := self.weight(rows):
                found.append(rows)
                weights.append(weight / counted)
            if found and drawn >= DRAWS:
                break
        return rng.choices(found, weights)[0]

    def world(self, index: int) -> tuple[list[list[Tile]], int]:
        """The world with this number, and the weight with which it was counted."""
        rows: list[list[Tile]] = [[] for _ in self.rows]
        at, jokers, counted = self.start, self.unplaced, 1
        for rank, tile in enumerate(NUMBERS):
            step, index = self.chosen(rank, at, jokers, index)
            at, jokers, counted = step.at, step.jokers, counted * step.weight
            if step.row is not None:
                self.fill_up(rows, step.row, at[step.row] - 1)
                rows[step.row].append(tile)
        for row, slots in enumerate(self.rows):
            self.fill_up(rows, row, len(slots))
        return rows, counted * self.last_jokers(at, jokers)

    def chosen(self, rank: int, at: tuple[int, ...], jokers: int, index: int) -> tuple[Step, int]:
        """The step that the world with this number takes here, and its number among those that take it."""
        for step in self.steps(rank, at, jokers):
            ways = self.ways(rank + 1, step.at, step.jokers)
            if index < step.weight * ways:
                return step, index % ways
            index -= step.weight * ways
        raise AssertionError("there are not so many worlds")

    def fill_up(self, rows: list[list[Tile]], row: int, end: int) -> None:
        """Jokers stand in the slots up to `end`."""
        rows[row] += [JOKER[slot.colour] for slot in self.rows[row][len(rows[row]) : end]]

    def weight(self, rows: Sequence[Sequence[Tile]]) -> float:
        """How likely the owners would have stood these rows up as they stand; 0 where a rule forbids it."""
        found = 1.0
        for slots, row in zip(self.rows, rows, strict=True):
            if any(tile not in RANK for tile in row):
                found *= likelihood(slots, row, self.ban)
        return found


def fitting(slot: Slot, unseen: frozenset[Tile]) -> frozenset[int]:
    """The ranks of the numbers that this slot can hold."""
    if slot.tile is not None:
        return frozenset({RANK[slot.tile]} if slot.tile in RANK else ())
    return frozenset(
        rank
        for tile, rank in RANK.items()
        if tile in unseen and COLOUR[tile] == slot.colour and VALUE[tile] not in slot.ruled_out
    )


def possible_joker(row: Row, place: int, tiles_each: int, unseen: frozenset[Tile]) -> Joker | None:
    """This slot as a joker's, weighed as if every place that keeps the order had been allowed."""
    slot = row[place]
    if slot.tile is not None:
        return Joker(0, 1) if slot.tile in JOKERS else None
    if JOKER[slot.colour] not in unseen or DASH in slot.ruled_out:
        return None
    choices = tiles_each + slot.since  # the places there were when it was placed
    for side in (row[place + 1 :], row[:place][::-1]):
        nearest = None
        for other in side:
            if other.since <= slot.since:  # stood there before
                break
            if nearest is None or other.since < nearest:  # came to stand beside it, on this side and not on the other
                nearest = other.since
                choices *= 2
    return Joker(BIT[slot.colour], max(1, SCALE // choices))


def deadlines(fits: Sequence[frozenset[int]], jokers: Sequence[Joker | None]) -> list[int]:
    """For each slot the last rank that can stand in it or, if it may be a joker's, after it."""
    latest = [len(NUMBERS)]
    for ranks, joker in zip(reversed(fits), reversed(jokers), strict=True):
        own = max((rank for rank in ranks if rank < latest[0]), default=-1)
        latest.insert(0, own if joker is None else latest[0])
    return latest


def likelihood(slots: Row, row: Sequence[Tile], ban: bool) -> float:
    """One in this many legal places, for each time that a tile of this row was placed."""
    first = tuple(tile for slot, tile in zip(slots, row, strict=True) if slot.since == 0)
    rows = arrangements(first, ban)
    if first not in rows:
        return 0.0
    found = 1 / len(rows)
    for since in range(1, len(row) - len(first) + 1):
        before = [tile for slot, tile in zip(slots, row, strict=True) if slot.since < since]
        entering = next(place for place, slot in enumerate(slots) if slot.since == since)
        allowed = places(before, row[entering], ban)
        if sum(slot.since < since for slot in slots[:entering]) not in allowed:
            return 0.0
        found /= len(allowed)
    return found


def scatter(total: int, rng: Random) -> Iterator[int]:
    """Every number below `total`, once, in an order that is scattered well: it ends, whatever is looked for."""
    start, stride = rng.randrange(total), rng.randrange(total) or 1
    while gcd(stride, total) != 1:
        stride += 1
    for n in range(total):
        yield (start + n * stride) % total
