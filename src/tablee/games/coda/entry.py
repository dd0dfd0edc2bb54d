"""What people type at a table of Code de Vinci: tiles by number and colour, places counted from 1, names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from tablee.contract import Seat
from tablee.games.coda.actions import STOP, Act, Arrange, Attack, Dealt, Drawn, First, Pick, Place, Show, Take
from tablee.games.coda.tiles import COLOURS, DASH, TILES, Colour, Tile, Value
from tablee.games.coda.view import View, others
from tablee.tuples import left_of

if TYPE_CHECKING:
    from tablee.entry import Typed


def read(view: View, typed: Typed) -> Act | None:
    numbers = typed.numbers
    match view.phase:
        case "first":
            return None if typed.seat is None else First(typed.seat)
        case "pick":
            return Pick(numbers[0]) if len(numbers) == 1 else None
        case "deal" | "draw":
            tile = read_tile(typed.tokens, typed, expected_colour(view))
            return None if tile is None else Drawn(tile) if view.phase == "draw" else Dealt(tile)
        case "arrange":
            return read_row(view, typed)
        case "take":
            colours = typed.meanings(COLOURS)
            return Take(cast(Colour, colours[0])) if len(colours) == 1 else None
        case "attack":
            return STOP if typed.says("stop") else read_attack(view, typed)
        case "place":
            return Place(numbers[0] - 1) if len(numbers) == 1 else None
        case "show":
            return Show(numbers[0] - 1) if len(numbers) == 1 else None
    return None


def expected_colour(view: View) -> Colour | None:
    """The colour of the tile that is being taken, where it is known."""
    if view.phase == "draw":
        return view.taking
    if view.options.dealing == "random":
        return None
    return "black" if len(view.hand) < view.black else "white"


def read_tile(tokens: Sequence[str], typed: Typed, expected: Colour | None = None) -> Tile | None:
    """A number or a joker with its colour, in any order; without a colour, the tile of the colour that is due."""
    numbers = [token for token in tokens if token.isdecimal()]
    found = {typed.meaning(token, (*COLOURS, "joker")) for token in tokens if token.isalpha()}
    colours = [colour for colour in COLOURS if colour in found]
    colour = colours[0] if len(colours) == 1 else expected if not colours else None
    joker = "joker" in found
    if colour is None or len(numbers) + joker != 1:
        return None
    tile = Tile(f"{colour[0]}{DASH if joker else int(numbers[0])}")
    return tile if tile in TILES else None


def read_row(view: View, typed: Typed) -> Act | None:
    """The tiles from left to right, each with its colour: "noir 3, joker blanc, blanc 7"."""
    pairs = list(zip(typed.tokens[::2], typed.tokens[1::2], strict=False))
    row = [read_tile(pair, typed) for pair in pairs]
    if len(typed.tokens) != 2 * len(view.hand) or None in row:
        return None
    return Arrange(tuple(tile for tile in row if tile is not None))


def read_attack(view: View, typed: Typed) -> Act | None:
    """Whose tile, which one from their left, and its number: "Ben 3 7". With two players the name is not needed."""
    numbers, rivals = list(typed.numbers), others(view)
    seats = list(typed.seats)
    if not seats and len(rivals) == 1:
        seats = [rivals[0]]
    elif not seats and len(numbers) + typed.says("joker") == 3:
        seats = [Seat(numbers.pop(0) - 1)]
    if typed.says("joker"):
        value = DASH
    elif len(numbers) == 2:
        value = Value(str(numbers.pop()))
    else:
        return None
    return Attack(seats[0], numbers[0] - 1, value) if len(seats) == 1 and len(numbers) == 1 else None


# ---- what is asked --------------------------------------------------------------------


def question(view: View) -> tuple[str, Mapping[str, object]]:
    if view.phase in ("first", "over") or view.turn is None:
        return ("ask_first" if view.phase == "first" else "ask_nothing"), {"other": 0}
    facts: dict[str, object] = {"seat": view.turn, "other": left_of(view.turn, view.options.players)}
    match view.phase:
        case "deal" | "draw":
            colour = expected_colour(view)
            if colour is None:
                return "ask_dealt", {**facts, "tile": "b7"}
            return f"ask_{view.phase}_colour", {**facts, "colour": colour, "tile": f"{colour[0]}7"}
        case "attack":
            return "ask_attack_or_stop" if view.right else "ask_attack", facts
        case "pick":
            return "ask_pick", {**facts, "most": view.options.tiles_each}
        case _:
            return f"ask_{view.phase}", facts
