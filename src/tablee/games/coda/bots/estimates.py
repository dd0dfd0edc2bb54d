"""Reading a code at a glance, as people do: what each hidden tile could be, between the numbers that are seen.

No world is listed: each tile is looked at for itself. The master does better (`master.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from math import comb

from msgspec import Struct

from tablee.contract import Seat
from tablee.games.coda.tiles import COLOUR, DASH, JOKERS, NUMBERS, RANK, VALUE, Tile, Value
from tablee.games.coda.view import Seen, View


class Reading(Struct, frozen=True):
    """A hidden tile: how likely each value seems to be."""

    seat: Seat
    place: int
    odds: dict[Value, float]


def readings(view: View, around: Collection[Tile], *, counting: bool) -> list[Reading]:
    """Of every hidden tile of the others. `around`: the tiles that may be hidden; `counting`: see `read`."""
    return [
        Reading(Seat(seat), place, read(code, place, around, counting=counting))
        for seat, code in enumerate(view.codes)
        if seat != view.seat
        for place, seen in enumerate(code)
        if not seen.up
    ]


def read(code: tuple[Seen, ...], place: int, around: Collection[Tile], *, counting: bool) -> dict[Value, float]:
    """What this tile may be. Each number that fits is as likely, or more so where it leaves room (`counting`).

    Counting looks at the hidden tiles between this one and the next seen number on either side: a value is likelier the
    more numbers are left to fill those places. The colours of these neighbours are not looked at.
    """
    left, low = beside(code[:place][::-1], -1)
    right, high = beside(code[place + 1 :], len(NUMBERS))
    between = [tile for tile in NUMBERS[low + 1 : high] if tile in around]
    said = {guess.value for guess in code[place].guesses}
    weights: dict[Value, float] = {}
    for below, tile in enumerate(between):
        if COLOUR[tile] == code[place].colour and VALUE[tile] not in said:
            weights[VALUE[tile]] = comb(below, left) * comb(len(between) - 1 - below, right) if counting else 1.0
    if not any(weights.values()):  # what stands beside it must be a joker: anything that fits will do
        weights = dict.fromkeys(weights, 1.0)
    total = sum(weights.values())
    odds = {value: weight / total for value, weight in weights.items() if weight}
    if DASH not in said and any(joker in around and COLOUR[joker] == code[place].colour for joker in JOKERS):
        share = 1 / (len(odds) + 1)  # a joker is one more thing that it may be
        odds = {value: odd * (1 - share) for value, odd in odds.items()} | {DASH: share}
    return odds


def beside(row: tuple[Seen, ...], end: int) -> tuple[int, int]:
    """How many hidden tiles stand before the first number that is seen in this row, and its rank (or the end)."""
    hidden = 0
    for seen in row:
        if not seen.up:
            hidden += 1
        elif seen.tile and seen.tile in RANK:
            return hidden, RANK[seen.tile]
    return hidden, end
