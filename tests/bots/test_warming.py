"""Once a game is warmed up, no bot of it compiles or loads anything more: nobody waits for a first move or hint."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tablee.games import GAMES
from tests.waiting import PATIENCE

CODE = """
import json
from itertools import islice
from random import Random

from numba.core.dispatcher import Dispatcher

from tablee.bots import bot, levels, posterior
from tablee.bots.warming import decisions, warm_up
from tablee.contract import describe_options
from tablee.games import GAMES
from tablee.options import read

compiled, compile_one = [], Dispatcher.compile


def note(dispatcher, signature):
    compiled.append(dispatcher.py_func.__qualname__)
    return compile_one(dispatcher, signature)


Dispatcher.compile = note
found = {}
for name, game in GAMES.items():
    for level in levels(game):
        warm_up(name, level)
    before = len(compiled)
    for players in (min(describe_options(game.options)["players"].samples), 4):
        looked = list(islice(decisions(game, read(game.options, {"players": str(players)}), Random(9)), 150))
        for view, legal in looked[::6] + looked[-4:]:
            for level in levels(game):
                bot(game, level).choose(view, legal, Random(3))
            posterior(game, view)
            bot(game, level).advise(view, legal, Random(3))
    found[name] = before, compiled[before:]
print(json.dumps(found))
"""


@pytest.mark.untraced
def test_after_the_warm_up_no_move_and_no_hint_compiles_anything() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, check=True, timeout=8 * PATIENCE
    )
    found = json.loads(done.stdout)
    assert [*found] == [*GAMES]
    assert any(warmed for warmed, _ in found.values())
    assert {name: later for name, (_, later) in found.items()} == {name: [] for name in GAMES}
