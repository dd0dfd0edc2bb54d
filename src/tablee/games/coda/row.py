"""How tiles stand in a row: in ascending order, and where a joker may stand among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tablee.games.coda.tiles import RANK, Tile

Row: TypeAlias = Sequence[Tile]  # from its owner's left


def in_order(row: Row) -> bool:
    """COD-03: numbers ascend, black before white; jokers do not count."""
    ranks = [RANK[tile] for tile in row if tile in RANK]
    return ranks == sorted(ranks)


def arrangements(tiles: Row, ban: bool) -> list[tuple[Tile, ...]]:
    """Every row that these tiles may be stood up in (COD-07)."""
    rows = [tuple(sorted((tile for tile in tiles if tile in RANK), key=RANK.__getitem__))]
    for joker in (tile for tile in tiles if tile not in RANK):
        rows = [insert(row, place, joker) for row in rows for place in places(row, joker, ban)]
    return rows


def insert(row: tuple[Tile, ...], place: int, tile: Tile) -> tuple[Tile, ...]:
    return (*row[:place], tile, *row[place:])


def places(row: Row, tile: Tile, ban: bool) -> list[int]:
    """Where in this row the tile may stand."""
    if tile not in RANK:
        return [place for place in range(len(row) + 1) if not (ban and split(row, place))]  # COD-04
    orderly = in_order_places(row, tile)
    if not ban:
        return list(orderly)
    return [place for place in orderly if not locks(row, place, tile)] or list(orderly)  # COD-05


def in_order_places(row: Row, tile: Tile) -> range:
    """The places that keep a number in order: more than one where jokers stand between its neighbours."""
    low, high = 0, len(row)
    for place, other in enumerate(row):
        if other in RANK:
            if RANK[other] > RANK[tile]:
                high = place
                break
            low = place + 1
    return range(low, high + 1)


def split(row: Row, place: int) -> bool:
    """Whether the nearest numbers on both sides of this place are consecutive, of one colour (COD-04)."""
    left, right = nearest(row[:place][::-1]), nearest(row[place:])
    return left is not None and right is not None and consecutive(left, right)


def locks(row: Row, place: int, tile: Tile) -> bool:
    """Whether a number at this place would put a joker between it and a consecutive one of its colour (COD-05)."""
    before, after = row[:place][::-1], row[place:]
    left, right = nearest(before), nearest(after)
    return (left is not None and before[0] != left and consecutive(left, tile)) or (
        right is not None and after[0] != right and consecutive(tile, right)
    )


def nearest(row: Row) -> Tile | None:
    """The first number."""
    return next((tile for tile in row if tile in RANK), None)


def consecutive(left: Tile, right: Tile) -> bool:
    return RANK[right] - RANK[left] == 2  # ranks alternate between the two colours
