"""The search of a master is compiled. Interpreted it finds the same; and only interpreted is it seen by coverage."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any

import pytest

from tablee import bots
from tablee.contract import AnyGame, Choice, Happened, Options, Over, Played
from tablee.games import GAMES
from tablee.options import read
from tablee.turbo import compiled
from tests.waiting import PATIENCE

TABLES: dict[str, list[dict[str, str]]] = {
    "code21": [{"players": "3"}, {"players": "2", "soldiers": "0,1,2"}],
    "golden21": [
        {"players": "3", "years": "1"},
        {"players": "3", "goal": "killer"},
        {"players": "4", "goal": "survivor"},
    ],
    "sixteen": [{"players": "2"}, {"players": "2", "jokers": "off"}, {"players": "4"}],
}
LOOKS = 3  # at each table
LAST = 2  # looks at the end of a game, which some masters solve


def shrink(name: str) -> None:
    """So few worlds that an interpreter is not kept long; and an interpreter does not look for a shorter way."""
    smaller: list[tuple[ModuleType, dict[str, Any]]] = [(compiled, {"COMPILED": True})]
    if name == "golden21":
        from tablee.games.golden21.bots import master

        smaller.append((master, {"AHEAD": 30, "FEWEST": 4, "COMPILED": True}))
    elif name == "sixteen":
        from tablee.games.sixteen.bots import master as sixteen

        smaller.append((sixteen, {"WORLDS": 4, "COMPILED": True}))
    else:
        from tablee.games.code21.bots import levels, mission_solver

        smaller.append((levels, {"TRIED": 6, "LOOKED": 2, "WORLDS": 6}))
        smaller.append((mission_solver, {"ROUNDS": dict.fromkeys(mission_solver.ROUNDS, 3)}))
    for module, values in smaller:
        vars(module).update(values)


def places(game: AnyGame, options: Options, rng: Random) -> Iterator[tuple[Any, list[Any]]]:
    """What a seat sees that has to choose, in a game in which everybody does anything."""
    state: Any = game.start(options)
    while not isinstance(awaited := game.awaits(state), Over):
        if isinstance(awaited, Choice):
            seat = min(awaited.seats)
            legal = list(game.legal(state, seat))
            if len(legal) > 1:
                yield game.view(state, seat), legal
            state = game.apply(state, Played(seat, rng.choice(legal)))
        else:
            state = game.apply(state, Happened(awaited.sample(rng)))


def advice(name: str) -> list[dict[str, float]]:
    """What each action is worth, at some places of some games."""
    shrink(name)
    game, found = GAMES[name], []
    for words in TABLES[name]:
        looked = list(places(game, read(game.options, words), Random(5)))
        for view, legal in [*looked[:: max(1, len(looked) // LOOKS)][:LOOKS], *looked[-LAST:]]:
            master = bots.bot(game, "master")
            weighed = master.advise(view, legal, Random(3))
            found.append(
                {str(one.action): one.value for one in weighed}
                | {f"chosen {master.choose(view, legal, Random(3))}": 1.0}
            )
    return found


@pytest.mark.parametrize("name", TABLES)
def test_a_master_finds_the_same_without_a_compiler(name: str) -> None:
    code = "import json, sys; from tests.bots.test_interpreted import advice; print(json.dumps(advice(sys.argv[1])))"
    compiled, interpreted = (
        json.loads(
            subprocess.run(
                [sys.executable, "-c", code, name],
                env={**os.environ, "TABLEE_TURBO": turbo},
                capture_output=True,
                text=True,
                check=True,
                timeout=4 * PATIENCE,
            ).stdout
        )
        for turbo in ("on", "off")
    )
    assert len(compiled) >= LOOKS
    for one, other in zip(compiled, interpreted, strict=True):
        assert one == pytest.approx(other)
