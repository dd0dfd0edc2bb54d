"""The tiles of Code de Vinci: 0 to 11 in black and in white, and for experts a joker of each colour (COD-01)."""

from __future__ import annotations

from bisect import bisect
from typing import Annotated, Final, Literal, NewType, get_args

Tile = NewType("Tile", str)  # a colour's letter and a value: "b7", "w-"
Value = NewType("Value", str)  # "0" to "11", or "-" for a joker
Colour = Literal["black", "white"]

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
DASH: Final = Value("-")
VALUES: Final = tuple(Value(str(number)) for number in range(12))
WITH_DASH: Final = (*VALUES, DASH)

NUMBERS: Final = tuple(Tile(f"{colour[0]}{value}") for value in VALUES for colour in COLOURS)  # COD-03: in this order
JOKERS: Final = tuple(Tile(f"{colour[0]}-") for colour in COLOURS)
TILES: Final = NUMBERS + JOKERS

AnyTile = Annotated[Tile, TILES]

RANK: Final = {tile: rank for rank, tile in enumerate(NUMBERS)}  # jokers have none
COLOUR: Final[dict[Tile, Colour]] = {tile: "black" if tile[0] == "b" else "white" for tile in TILES}
VALUE: Final = {tile: Value(tile[1:]) for tile in TILES}

PLAIN: Final = tuple(sorted(NUMBERS))
WITH_JOKERS: Final = tuple(sorted(TILES))


def of_colour(colour: Colour, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The tiles of one colour among sorted tiles."""
    first_white = bisect(tiles, "w")
    return tiles[:first_white] if colour == "black" else tiles[first_white:]


def back(tile: Tile) -> str:
    """What the back of a tile shows: its colour (COD-01)."""
    return f"{tile[0]}?"
