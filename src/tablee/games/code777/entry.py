"""What people type at a table of Code 777: tiles in any order, a question's number, three digits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tablee.games.code777.actions import ASK, Act, Declare, DeclareTiles, First, Racked, Turned
from tablee.games.code777.tiles import COLOUR, DIGIT, RACK_SIZE, TILES, Rack, Tile, standing
from tablee.games.code777.view import View

if TYPE_CHECKING:
    from tablee.entry import Typed


def read(view: View, typed: Typed) -> Act | None:
    if view.turn is None:
        return None if typed.seat is None else First(typed.seat)
    if view.filling:
        tiles = read_tiles(typed)
        return None if tiles is None else Racked(view.filling[0], tiles)
    if view.asking:
        return Turned(typed.numbers[0]) if len(typed.numbers) == 1 else None
    if view.options.colours:
        tiles = read_tiles(typed)
        if tiles is not None:
            return DeclareTiles(tiles)
    elif len(typed.digits) == RACK_SIZE:
        return Declare(tuple(sorted(typed.digits)))
    return ASK if typed.says("ask") else None


def read_tiles(typed: Typed) -> Rack | None:
    """Three tiles, each a digit with its colour before or after it; a digit that has only one colour needs none."""
    parts = [part for token in typed.tokens for part in (token if token.isdecimal() else (token,))]
    digits = [place for place, part in enumerate(parts) if part.isdecimal()]
    if len(digits) != RACK_SIZE:
        return None
    before = not parts[0].isdecimal()
    step = -1 if before else 1
    tiles = []
    for place in digits:
        beside = place + step
        colour = parts[beside] if 0 <= beside < len(parts) and parts[beside].isalpha() else None
        tile = find_tile(int(parts[place]), colour, typed)
        if tile is None:
            return None
        tiles.append(tile)
    return standing(tuple(tiles))


def find_tile(digit: int, colour: str | None, typed: Typed) -> Tile | None:
    found = {COLOUR[tile]: tile for tile in TILES if DIGIT[tile] == digit}
    if colour is None:
        return next(iter(found.values())) if len(found) == 1 else None
    meant = typed.meaning(colour, tuple(found))
    return None if meant is None else found[meant]


def question(view: View) -> tuple[str, Mapping[str, object]]:
    if view.turn is None:
        return "ask_first", {"other": 0}
    if view.filling:
        rack = view.filling[0]
        free = rack >= view.options.players
        return ("ask_free_rack", {"n": rack + 1}) if free else ("ask_rack", {"rack": rack})
    if view.asking:
        return "ask_turned", {"seat": view.turn, "example": view.pile[0]}
    if view.seat is not None and view.seat != view.turn:
        return ("ask_declare_tiles" if view.options.colours else "ask_declare"), {"seat": view.seat}
    return ("ask_question_or_tiles" if view.options.colours else "ask_question"), {"seat": view.turn}
