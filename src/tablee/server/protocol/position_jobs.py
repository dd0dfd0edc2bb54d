"""What worker processes do for a position that somebody enters: they read it, and say what may be hidden in it.

A job returns an HTTP status and the JSON of the answer. A position that cannot be is no error of the request: the
answer says why, beside the fields, so that somebody can go on with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from tablee import positions
from tablee.awaits import Awaits, describe_awaited
from tablee.bots import posterior
from tablee.bots.thinking import json_number, read_view
from tablee.contract import AnyGame, Refusal
from tablee.games import GAMES
from tablee.languages import Lang
from tablee.position_fields import PositionField
from tablee.positions import Position
from tablee.record import Name
from tablee.server.protocol.errors import refusal_message
from tablee.server.protocol.messages import Refused
from tablee.server.protocol.study_jobs import JobAnswer, encode
from tablee.server.refusals import ServerRefusal
from tablee.words import Words, words

SIGNS = {"/": "≠ ", ",": ""}  # how a piece that begins so is shown
JOINED = "=^+@,/"  # pieces that belong to the word before them


class EnteredPosition(Position, frozen=True, forbid_unknown_fields=True):
    """A position, and what the players are called."""

    names: Annotated[tuple[Name, ...], Meta(max_length=10)] = ()


class Tap(Struct, frozen=True):
    """What can be tapped instead of typed, and how people read it."""

    text: str
    says: str


class ShownField(Struct, frozen=True):
    """A field of a position. With `single`, one of the taps is chosen; else words are typed or tapped one by one."""

    name: str
    title: str
    help: str
    taps: tuple[tuple[Tap, ...], ...]
    single: bool


class PositionPage(Struct, frozen=True):
    """The fields, and what follows from what is entered in them: or why nothing does."""

    fields: tuple[ShownField, ...]
    refused: Refused | None = None
    view: Any = None
    awaits: Awaits | None = None
    legal: tuple[str, ...] = ()  # what this seat may do now
    worlds: int | float | None = None  # how many worlds fit; none where nothing is hidden
    chances: dict[str, dict[str, float]] | None = None


class PositionToWeigh(Struct, frozen=True):
    """All that a bot is told of a position."""

    view: msgspec.Raw
    legal: tuple[str, ...]


class SeenPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A view of a table, as its seat has it."""

    view: msgspec.Raw


def show(game: str, entered: EnteredPosition, lang: Lang) -> JobAnswer:
    """A `PositionPage`."""
    return encode(lang, lambda: describe(GAMES[game], entered, lang))


def to_weigh(game: str, entered: EnteredPosition, lang: Lang) -> JobAnswer:
    """A `PositionToWeigh`."""
    return encode(lang, lambda: prepare(GAMES[game], entered))


def read_off(game: str, view: bytes, lang: Lang) -> JobAnswer:
    """The `Position` with which this view can be entered."""
    return encode(lang, lambda: find_position(GAMES[game], view))


def describe(game: AnyGame, entered: EnteredPosition, lang: Lang) -> PositionPage:
    said = words(lang, game)
    page = PositionPage(tuple(describe_field(one, said, entered.names) for one in positions.fields(game, entered)))
    try:
        view = positions.read(game, entered)
    except Refusal as error:
        return replace(page, refused=refusal_message(error, lang))
    state = game.imagine(view, Random(0))  # what is awaited and legal does not hang on what this seat does not see
    hidden = posterior(game, view)
    return replace(
        page,
        view=view,
        awaits=describe_awaited(game, state),
        legal=tuple(map(str, game.legal(state, view.seat))),
        worlds=None if hidden is None else json_number(hidden.worlds),
        chances=None if hidden is None else {place: dict(odds) for place, odds in hidden.chances.items()},
    )


def prepare(game: AnyGame, entered: EnteredPosition) -> PositionToWeigh:
    view = positions.read(game, entered)
    state = game.imagine(view, Random(0))
    return PositionToWeigh(msgspec.Raw(msgspec.json.encode(view)), tuple(map(str, game.legal(state, view.seat))))


def find_position(game: AnyGame, text: bytes) -> Position:
    try:
        found = positions.write(game, read_view(game, text))
        if found is not None:
            positions.read(game, found)
    except Refusal:
        raise
    except (msgspec.MsgspecError, ValueError, LookupError, AssertionError):
        found = None
    if found is None:
        raise ServerRefusal("position", "this moment of the game cannot be entered as a position")
    return found


def describe_field(field: PositionField, said: Words, names: Sequence[str]) -> ShownField:
    texts = said.section("position")
    facts = {"seat": field.seat, "n": (field.place or 0) + 1}

    def tap(text: str) -> Tap:
        """Seats are said by name, what the game's words explain by these, everything else as a term."""
        by, colon, rest = text.partition(":")
        stake, arrow, side = text.partition(">")
        if colon and by.isdecimal():
            return Tap(text, f"{player(by)}{said.colon}{f' {texts.get(rest, rest)}' if rest else ''}")
        if arrow and side.isdecimal():
            return Tap(text, f"{stake} → {player(side)}")
        if field.seats:
            return Tap(text, player(text))
        piece = text.lstrip(JOINED)
        known = texts.get(f"{field.key} {text}") or texts.get(text) or texts.get(piece)
        if known or not piece:
            return Tap(text, known or text)
        sign = text.removesuffix(piece)
        return Tap(
            text, ("" if sign == "=" and said.term(piece) != piece else SIGNS.get(sign, sign)) + said.term(piece)
        )

    def player(number: str) -> str:
        return said.fill("{seat:name}", {"seat": int(number) - 1}, names)

    return ShownField(
        field.name,
        said.fill(texts.get(field.key, field.key), facts, names),
        said.fill(texts.get(f"{field.key} help", ""), facts, names),
        tuple(tuple(map(tap, group)) for group in field.taps),
        field.single,
    )
