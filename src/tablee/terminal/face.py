"""How a view is drawn in a terminal: by the game's `face.py`, or field by field where a game has none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec
from rich.text import Text

from tablee.contract import AnyGame
from tablee.words import Words

Face = Callable[[Any, Words, Sequence[str]], list[Text]]


def face(game: AnyGame) -> Face:
    module = f"{game.package}.face"
    if find_spec(module) is None:
        return draw_fields
    drawn: Face = import_module(module).draw
    return drawn


def draw_fields(view: Any, words: Words, names: Sequence[str]) -> list[Text]:
    """Every field of the view, one per line."""
    fields = msgspec.to_builtins(view, order="deterministic")
    return [Text(f"{name}: {value}") for name, value in fields.items()]
