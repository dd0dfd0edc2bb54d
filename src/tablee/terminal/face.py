"""How a view is drawn in a terminal: by the game's `face.py`, or field by field where a game has none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from rich.text import Text

from tablee.contract import AnyGame, Over, Seat
from tablee.games import parts
from tablee.games.part_protocols import EndFace, PlayerAidPart, TallFace
from tablee.tuples import around
from tablee.words import Words

Face = Callable[[Any, Words, Sequence[str]], list[Text]]


def face(game: AnyGame) -> Face:
    part = parts.load_or_skip(parts.face, game, None)
    return draw_fields if part is None else part.draw


def draw_table(game: AnyGame, view: Any, words: Words, names: Sequence[str], room: int) -> list[Text]:
    """The table in about so many lines: a game may show more of it where there is room."""
    part = parts.load_or_skip(parts.face, game, None)
    tall = part.draw_within(view, words, names, room) if isinstance(part, TallFace) else None
    return face(game)(view, words, names) if tall is None else tall


def turns_over(game: AnyGame) -> bool:
    """Whether all turn something over once the game has ended."""
    return isinstance(parts.load_or_skip(parts.face, game, None), EndFace)


def shown_view(game: AnyGame, state: Any, seat: Seat | None) -> Any:
    """The view of a seat; after the end with what all turn over."""
    view, awaited = game.view(state, seat), game.awaits(state)
    part = parts.load_or_skip(parts.face, game, None)
    if isinstance(awaited, Over) and isinstance(part, EndFace):
        return part.turn_over(view, [game.view(state, other) for other in around(len(awaited.ranks))])
    return view


def player_aid(game: AnyGame) -> PlayerAidPart | None:
    return parts.load_or_skip(parts.player_aid, game, None)


def fit(lines: list[Text], room: int) -> list[Text]:
    """The lines, without empty ones where there are more than fit."""
    return lines if len(lines) <= room else [line for line in lines if line.plain.strip()]


def draw_fields(view: Any, words: Words, names: Sequence[str]) -> list[Text]:
    """Every field of the view, one per line."""
    fields = msgspec.to_builtins(view, order="deterministic")
    return [Text(f"{name}: {value}") for name, value in fields.items()]
