"""Bots from outside: by module, by entry point, by command; what they do wrong is said and does no harm."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pytest

from tablee.bots import outside
from tablee.bots.faults import BotFault
from tablee.bots.limited import limited_bot
from tablee.bots.outside import bot_names, find_bot
from tablee.contract import Choice, OptionError, Seat
from tablee.games import GAMES
from tablee.lab.arena.journal import Journal
from tablee.lab.arena.runner import run_arena
from tablee.lab.plan import make_plan, parse_bots, plan_identity
from tablee.testing import playout
from tests.playing import after

SIXTEEN = GAMES["sixteen"]
HERE = "tests.bots.outside_bots"
COMMAND = f"cmd:{sys.executable} {Path(__file__).with_name('outside_bots.py')}"
STATE = SIXTEEN.start(SIXTEEN.options(first=Seat(0)))


@pytest.mark.parametrize("name", ["club", "moka", "sound", f"{HERE}:first", f"{HERE}:SIXTEEN", f"{COMMAND} first"])
def test_a_name_stands_for_a_bot(name: str) -> None:
    steps = playout(SIXTEEN, SIXTEEN.options(), Random(1))
    state = next(after for _, _, after in steps if isinstance(SIXTEEN.awaits(after), Choice))
    legal = SIXTEEN.legal(state, state.turn)
    assert find_bot(SIXTEEN, name).choose(SIXTEEN.view(state, state.turn), legal, Random(2)) in legal


def test_an_entry_point_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("rook", f"{HERE}:first", outside.GROUP)
    monkeypatch.setattr(outside, "entry_points", lambda group: [entry])
    outside.entries.cache_clear()
    try:
        assert "rook" in bot_names(SIXTEEN) and find_bot(SIXTEEN, "rook").level == "rook"
    finally:
        monkeypatch.undo()
        outside.entries.cache_clear()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nobody", "there is no bot 'nobody'; the bots are: random, beginner"),
        (f"{HERE}:nobody", "cannot be loaded: AttributeError"),
        ("nowhere.at.all:bot", "cannot be loaded: ModuleNotFoundError"),
        (f"{HERE}:NOT_A_BOT", "neither a Bot nor a function"),
        ("cmd:no-such-program-here", "there is no such program"),
        ('cmd:python "', "cannot be read"),
    ],
)
def test_a_name_that_stands_for_none_is_refused(name: str, why: str) -> None:
    with pytest.raises(OptionError, match=why):
        make_plan(SIXTEEN, SIXTEEN.options(), [name], 0, 2000)


def test_a_bot_of_another_game_is_refused() -> None:
    with pytest.raises(OptionError, match="is a bot of sixteen, not of code21"):
        find_bot(GAMES["code21"], f"{HERE}:SIXTEEN")


def test_commands_with_commas_are_quoted() -> None:
    assert parse_bots('club,"cmd:bot 1,2", random') == ["club", "cmd:bot 1,2", "random"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [
        (f"{HERE}:broken", "raised", "KeyError: 'lost' (outside_bots.py:"),
        (f"{HERE}:asleep", "late", "no answer within"),
        (f"{HERE}:greedy", "late", "more than 2048 MB"),
        (f"{COMMAND} dies", "raised", "the command has ended with 1: no more memory"),
        (f"{COMMAND} babbles", "illegal", "no action in JSON: not JSON"),
        (f"{COMMAND} strange", "illegal", "fold"),
    ],
)
def test_what_a_bot_does_wrong_is_said(name: str, kind: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.bots.limited.STARTING", 20.0 if "asleep" not in name else 4.0)
    bot = limited_bot(SIXTEEN, name, 500)
    for _ in range(2):  # the next question finds it started anew
        with pytest.raises(BotFault) as caught:
            bot.choose(SIXTEEN.view(STATE, Seat(0)), (None,), Random(1))
        assert caught.value.kind == kind and why in caught.value.why


@pytest.mark.slow
@pytest.mark.parametrize("name", [f"reader:{HERE}:broken", f"reader:reader:{COMMAND} dies"])
def test_what_a_reader_reads_keeps_the_limits_of_a_bot_from_outside(name: str) -> None:
    """It computes in a process of its own: its error is a fault there, and no error here."""
    game = GAMES["code21"]
    state = after(game, ["*: turned 5"], players="2", first="0", soldiers="0,9,12", missions="5")
    with pytest.raises(BotFault, match="raised"):
        limited_bot(game, name, 5000).choose(game.view(state, Seat(0)), game.legal(state, Seat(0)), Random(1))


@pytest.mark.slow
def test_a_command_that_does_not_answer_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.bots.commands.STARTING", 3.0)
    bot = limited_bot(SIXTEEN, f"{COMMAND} sleeps", 100)
    with pytest.raises(BotFault, match="late: no answer within 3 s"):
        bot.choose(SIXTEEN.view(STATE, Seat(0)), (None,), Random(1))


@pytest.mark.slow
def test_an_arena_of_bots_from_outside(tmp_path: Path) -> None:
    """A faulty one is counted, and something legal is done in its place."""
    plan = make_plan(SIXTEEN, SIXTEEN.options(), [f"{COMMAND} first", f"{HERE}:strange"], 3, 5000)
    with Journal(tmp_path / "journal", plan_identity(plan)) as journal:
        tally = run_arena(plan, 2, journal, workers=1)
    assert [figures.games for figures in tally.figures()] == [4, 4]
    assert {(name.rpartition(":")[2], kind) for name, kind in tally.fault_times} == {("strange", "raised")}
    assert set(plan_identity(plan)["outside"]) == set(plan.bots)
    assert list(tmp_path.glob("faults/*.game"))
