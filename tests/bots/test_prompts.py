"""Text players: what a model is asked, how its answer is read, and that its illegal answers are counted."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from tablee.bots.prompts import prompt, read_answer
from tablee.contract import Choice
from tablee.games import GAMES
from tablee.lab.arena.journal import Journal
from tablee.lab.arena.runner import run_arena
from tablee.lab.plan import make_plan, plan_identity
from tablee.testing import playout

MODEL = Path(__file__).parent.parent.parent / "examples" / "scripted_model.py"


@pytest.mark.parametrize("name", GAMES)
def test_a_prompt_has_what_the_seat_was_told_and_may_do_and_nothing_else(name: str) -> None:
    game = GAMES[name]
    steps = list(playout(game, game.options(), Random(3)))
    last = next(n for n, (_, _, after) in enumerate(steps) if n > 8 and isinstance(game.awaits(after), Choice))
    moves, after = [move for _, move, _ in steps[: last + 1]], steps[last][2]
    awaited = game.awaits(after)
    assert isinstance(awaited, Choice)
    seat = min(awaited.seats)
    legal = game.legal(after, seat)
    text = prompt(game, game.options(), moves, seat, legal)
    lines = text.splitlines()
    before = game.start(game.options())
    for move in moves:
        then = game.apply(before, move)
        assert game.told(before, move, then, seat) in lines
        before = then
    assert lines[-1 - len(legal) : -1] == [f"{n}. {action}" for n, action in enumerate(legal, 1)]
    world = game.imagine(game.view(after, seat), Random(5))
    assert game.view(world, seat) == game.view(after, seat)  # so another world has the same prompt


def test_an_answer_is_a_number_on_the_last_line() -> None:
    legal = ["play g3", None, "draw"]
    assert read_answer("I think 2 is good.\nSo: 3.", legal) == "draw"
    assert read_answer("2", legal) is None
    assert read_answer("7", legal) == "7" and read_answer("", legal) == "nothing"
    assert read_answer("I fold.", legal) == "I fold."


@pytest.mark.slow
def test_a_scripted_model_plays_in_the_arena_and_its_illegal_answers_are_counted(tmp_path: Path) -> None:
    game = GAMES["sixteen"]
    bot = f"cmd:{sys.executable} -m tablee.bots.prompts {sys.executable} {MODEL}"
    plan = make_plan(game, game.options(draw="strict"), ["random", bot], 3, 20_000)
    with Journal(tmp_path / "journal", plan_identity(plan)) as journal:
        tally = run_arena(plan, 1, journal, workers=1)
    assert [figures.games for figures in tally.figures()] == [2, 2]
    assert set(tally.fault_times) <= {(bot, "illegal")}
