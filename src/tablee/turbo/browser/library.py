"""Compiled functions in a browser: each is looked up in the module of its game, and called with arrays' memory.

The page's worker has loaded the modules (`web/src/offline/kernelModule.js`); `connect` says how they are reached. What
no module exports is interpreted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from tablee.turbo.browser.exports import name_of

FORM: Final = re.compile(r"(.+)\((\w*)\)(\w)")
OF_A_GAME: Final = re.compile(r"tablee\.games\.(\w+)\.")


class Host(Protocol):
    """The page's side."""

    def exports(self, game: str) -> Sequence[str]: ...
    def call(self, game: str, symbol: str, arguments: Sequence[Any]) -> Any: ...


class Library:
    """All modules: what each exports, by game and by name."""

    def __init__(self) -> None:
        self.host: Host | None = None
        self.known: dict[str, Mapping[str, tuple[str, str, str]]] = {}

    def connect(self, host: Host) -> None:
        self.host = host

    def find(self, game: str, name: str) -> tuple[str, str, str] | None:
        """The symbol of this function, its arguments and its result."""
        if self.host is None:
            return None
        if game not in self.known:
            found = (FORM.fullmatch(symbol) for symbol in self.host.exports(game))
            self.known[game] = {one[1]: (one[0], one[2], one[3]) for one in found if one}
        return self.known[game].get(name)


LIBRARY: Final = Library()


class Bound:
    """A function that calls the compiled one, if there is one; else it is interpreted."""

    def __init__(self, function: Callable[..., Any], game: str) -> None:
        self.py_func, self.game, self.name = function, game, name_of(function)
        self.__name__, self.__module__ = function.__name__, function.__module__
        self.found: tuple[str, str, str] | None = None
        self.looked = False

    def __call__(self, *arguments: Any) -> Any:
        if not self.looked:
            self.found, self.looked = LIBRARY.find(self.game, self.name), True
        if self.found is None:
            return self.py_func(*arguments)
        symbol, letters, _ = self.found
        assert LIBRARY.host is not None
        given: list[Any] = []
        for letter, argument in zip(letters, arguments, strict=True):
            if letter in "if":
                given.append(int(argument) if letter == "i" else float(argument))
            elif letter == "g":
                given += (argument.memory, 1)
            else:
                given += (argument.memory, len(argument))
        return LIBRARY.host.call(self.game, symbol, given)


def bind(function: Callable[..., Any]) -> Any:
    """The compiled function of this name. Functions that belong to no game are interpreted."""
    game = OF_A_GAME.match(function.__module__ + ".")
    return function if game is None else Bound(function, game[1])
