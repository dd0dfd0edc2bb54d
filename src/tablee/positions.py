"""A position as somebody enters it: what one seat sees of a game, without the game that led there.

The game's part `position.py` says which fields there are, and makes the seat's view of what is entered in them. Nothing
else is known: no state is behind it. So the view is checked by the rules as a whole: a state is imagined behind it, and
this seat must see just that view of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from tablee import options as agreed
from tablee.contract import AnyGame, NotationError, OptionError, Options, Over, Refusal, Seat
from tablee.games import parts
from tablee.games.part_protocols import PositionPart
from tablee.position_fields import PositionField, read_seat

LONGEST = 2000  # letters of one field
MOST_SEATS = 10
Line: TypeAlias = Annotated[str, Meta(max_length=LONGEST)]


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose view it is, at which table, and what is entered in each field."""

    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)] = 0
    options: Annotated[dict[str, Annotated[str, Meta(max_length=200)]], Meta(max_length=40)] = {}
    entered: Annotated[dict[str, Line], Meta(max_length=60)] = {}


def part_of(game: AnyGame) -> PositionPart[Any, Any]:
    part = parts.position(game)
    if part is None:
        raise NotationError("positions of this game cannot be entered")
    return part


def table_of(game: AnyGame, position: Position) -> tuple[Options, Seat]:
    """What was agreed, and whose view it is."""
    options = agreed.read(game.options, position.options)
    if position.seat >= options.players:
        raise OptionError("seat", "there are only {players} seats", players=options.players)
    return options, Seat(position.seat)


def fields(game: AnyGame, position: Position) -> tuple[PositionField, ...]:
    """What can be entered at this table."""
    options, seat = table_of(game, position)
    return tuple(part_of(game).fields(options, seat))


def read(game: AnyGame, position: Position) -> Any:
    """The view of the seat. Refusal, with the rule, where there can be no such view."""
    options, seat = table_of(game, position)
    known = {field.name for field in part_of(game).fields(options, seat)}
    for name in position.entered:
        if name not in known:
            raise NotationError("there is no field {field!r}", field=name)
    words = {name: tuple(position.entered.get(name, "").split()) for name in known}
    try:
        view = part_of(game).read(options, seat, words, Random(0))
        state = game.imagine(view, Random(0))
        if isinstance(game.awaits(state), Over):
            raise NotationError("this game would be over: there is nothing left to think about")
        if game.view(state, seat) != view:
            raise NotationError("no game can have led to this position")
    except Refusal as error:
        error.game = error.game or game
        raise
    return view


def write(game: AnyGame, view: Any) -> Position | None:
    """What has to be entered for this view; None where the fields cannot say it: in a set-up, or after the end."""
    if view.seat is None:
        return None
    entered = part_of(game).write(view)
    if entered is None:
        return None
    return Position(view.seat, agreed.write(view.options), {name: text for name, text in entered.items() if text})


def parse(text: str) -> tuple[Seat, Mapping[str, str]]:
    """The seat and the fields of a position that was written down: a line for each field, "row 1: b w5"."""
    entered = dict[str, str]()
    seat = Seat(0)
    for line in text.splitlines():
        name, colon, words = line.partition(":")
        name, words = name.strip(), words.strip()
        if not line.strip():
            continue
        if not colon:
            raise NotationError("{line!r} is no field of a position: a name, a colon and words", line=line)
        if name == "seat":
            seat = read_seat(name, words, MOST_SEATS)
        else:
            entered[name] = words
    return seat, entered
