"""The games on the shelf, by name. Games outside this package join through the entry point group `tablee.games`.

A game from outside that cannot be loaded does not stop the program: it is left out, and `LEFT_OUT` says why.
"""

from __future__ import annotations

import json
import logging
import multiprocessing
import re
from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from types import MappingProxyType
from typing import Final, NamedTuple

from tablee.contract import AnyGame, Game

SHELF: Final = (
    "coda",
    "code21",
    "golden21",
    "code777",
    "sixteen",
)  # fmt: skip


class LeftOut(NamedTuple):
    """A game from outside that is not on the shelf."""

    name: str  # as its entry point has it
    distribution: str  # that brought it
    why: str

    def __str__(self) -> str:
        return f"the game {self.name} of {self.distribution} is left out: {self.why}"


def load_games(entries: Iterable[EntryPoint]) -> tuple[dict[str, AnyGame], list[LeftOut]]:
    """Our games, then those from outside; and what had to be left out."""
    games: dict[str, AnyGame] = {name: import_module(f"tablee.games.{name}").GAME for name in SHELF}
    owners, left_out = dict.fromkeys(games, "tablee"), list[LeftOut]()
    for entry in entries:
        distribution = entry.dist.name if entry.dist is not None else entry.module
        try:
            game = load_entry(entry)
            if game.name in owners:
                raise ValueError(f"the name {game.name} is already taken by {owners[game.name]}")
        except (Exception, SystemExit) as error:  # whatever goes wrong in somebody else's package
            why = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
            left_out.append(LeftOut(entry.name, distribution, why))
        else:
            games[game.name], owners[game.name] = game, distribution
    return games, left_out


def load_entry(entry: EntryPoint) -> AnyGame:
    """The game of an entry point; ValueError where it is none."""
    game = entry.load()
    if not isinstance(game, Game):
        raise ValueError(f"{entry.value} is no Game")
    if not re.fullmatch("[a-z][a-z0-9_]*", game.name):
        raise ValueError(f"{game.name!r} is no name for a game: it is not one word of small letters and digits")
    for source in files(game.package).iterdir():
        if re.fullmatch(r"words\.[A-Za-z0-9-]+\.json", source.name):
            words = json.loads(source.read_text(encoding="utf-8"))
            if not isinstance(words, dict) or not {"title", "tagline"} <= words.keys():
                raise ValueError(f"{source.name} does not hold a title and a tagline")
    return game


_games, _left_out = load_games(entry_points(group="tablee.games"))
GAMES: Final = MappingProxyType(_games)
LEFT_OUT: Final = tuple(_left_out)
if multiprocessing.parent_process() is None:  # a worker would only repeat it
    for _each in LEFT_OUT:
        logging.getLogger("tablee.games").warning("%s", _each)
