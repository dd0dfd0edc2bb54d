"""Reads actions from their notation: the exact inverse of `str(action)`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal, NewType, TypeVar, get_args, get_origin, get_type_hints

from tablee.contract import Action, NotationError

A = TypeVar("A", bound=Action)


def reader(*kinds: type[A]) -> Callable[[str], A]:
    """A parser for a game's actions. A text has at most one meaning, and each action has exactly one text."""
    table = [
        (
            re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>\\S+)", re.escape(kind.form))),
            kind,
            get_type_hints(kind, include_extras=True),
        )
        for kind in kinds
    ]

    def parse(text: str) -> A:
        for pattern, kind, hints in table:
            if found := pattern.fullmatch(text):
                try:
                    action = kind(**{name: value(hints[name], part) for name, part in found.groupdict().items()})
                except ValueError:
                    continue
                if str(action) == text:  # "play 03" and "play ３" mean nothing
                    return action
        raise NotationError("{text!r} is not a move of this game; moves are written: {forms}", text=text, forms=forms)

    forms = ", ".join(kind.form for kind in kinds)
    return parse


def value(hint: Any, text: str) -> Any:
    """The value of type `hint` that `text` means. ValueError if it means none."""
    if get_origin(hint) is Annotated:  # a closed list of names: Annotated[Card, CARDS]
        base, names = get_args(hint)
        if (found := value(base, text)) not in names:
            raise ValueError(text)
        return found
    if get_origin(hint) is Literal:
        if text not in get_args(hint):
            raise ValueError(text)
        return text
    if get_origin(hint) is tuple:
        return tuple(value(get_args(hint)[0], part) for part in text.split(","))
    if isinstance(hint, NewType):
        return value(hint.__supertype__, text)
    return hint(text)
