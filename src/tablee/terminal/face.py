"""How a view is drawn in a terminal: by the game's `face.py`, or field by field where a game has none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from rich.text import Text

from tablee.contract import AnyGame
from tablee.games import parts
from tablee.games.part_protocols import PlayerAidPart
from tablee.words import Words

Face = Callable[[Any, Words, Sequence[str]], list[Text]]


def face(game: AnyGame) -> Face:
    part = parts.load_or_skip(parts.face, game, None)
    return draw_fields if part is None else part.draw


def player_aid(game: AnyGame) -> PlayerAidPart | None:
    return parts.load_or_skip(parts.player_aid, game, None)


def fit(lines: list[Text], room: int) -> list[Text]:
    """The lines, without empty ones where there are more than fit."""
    return lines if len(lines) <= room else [line for line in lines if line.plain.strip()]


def draw_fields(view: Any, words: Words, names: Sequence[str]) -> list[Text]:
    """Every field of the view, one per line."""
    fields = msgspec.to_builtins(view, order="deterministic")
    return [Text(f"{name}: {value}") for name, value in fields.items()]
