"""The box: 28 tiles in seven colours, digit d as often as it says (C77-01), and the racks that they can make."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import Annotated, Final, NewType, TypeAlias

Tile = NewType("Tile", str)  # a digit and a colour's letter: "4n"
Rack: TypeAlias = tuple[Tile, ...]  # three tiles, by digit, then by colour

RACK_SIZE: Final = 3  # C77-02

COLOURS: Final = "gyknrpb"  # green, yellow, black, brown, red, pink, blue

COUNT: Final[dict[Tile, int]] = {  # C77-01; the order in which tiles stand on a rack
    Tile("1g"): 1,
    Tile("2y"): 2,
    Tile("3k"): 3,
    Tile("4n"): 4,
    Tile("5k"): 1, Tile("5r"): 4,
    Tile("6g"): 3, Tile("6p"): 3,
    Tile("7y"): 2, Tile("7p"): 1, Tile("7b"): 4,
}  # fmt: skip

TILES: Final = tuple(COUNT)
DIGIT: Final = {tile: int(tile[0]) for tile in TILES}
COLOUR: Final = {tile: tile[1] for tile in TILES}
PLACE: Final = {tile: place for place, tile in enumerate(TILES)}

AnyTile = Annotated[Tile, TILES]

BOX: Final = tuple(tile for tile in TILES for _ in range(COUNT[tile]))

RACKS: Final[tuple[Rack, ...]] = tuple(
    rack
    for rack in combinations_with_replacement(TILES, RACK_SIZE)
    if all(n <= COUNT[tile] for tile, n in Counter(rack).items())
)
DIGITS: Final[dict[Rack, tuple[int, ...]]] = {rack: tuple(DIGIT[tile] for tile in rack) for rack in RACKS}


def standing(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """These tiles by digit, then by colour."""
    return tuple(sorted(tiles, key=PLACE.__getitem__))
