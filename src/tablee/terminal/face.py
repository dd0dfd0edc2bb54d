"""How a table looks in a terminal: each game draws its own in `face.py`; one that does not is shown as it is."""

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
        return as_it_is
    drawn: Face = import_module(module).draw
    return drawn


def as_it_is(view: Any, words: Words, names: Sequence[str]) -> list[Text]:
    """Every field of the view, one a line."""
    fields = msgspec.to_builtins(view, order="deterministic")
    return [Text(f"{name}: {value}") for name, value in fields.items()]
