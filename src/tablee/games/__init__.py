"""The shelf: every game, by name. Games outside this package join through the entry point group `tablee.games`."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Final

from tablee.contract import AnyGame

SHELF: Final = (
    "coda",
    "code21",
    "golden21",
    "code777",
    "sixteen",
)  # fmt: skip


def shelved() -> dict[str, AnyGame]:
    games: list[AnyGame] = [import_module(f"tablee.games.{name}").GAME for name in SHELF]
    games += [entry.load() for entry in entry_points(group="tablee.games")]
    return {game.name: game for game in games}


GAMES: Final = MappingProxyType(shelved())
