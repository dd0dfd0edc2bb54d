"""The bots of Code 21: what they must not miss, what they may not know, and how far they can be exploited."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from tablee.bots import bot
from tablee.contract import Choice, Happened, Over, Played, Seat
from tablee.games.code21 import GAME, packing, policy, turbo
from tablee.games.code21.actions import Act
from tablee.games.code21.bots import master_search as search
from tablee.games.code21.bots.levels import STRATEGIES, record, values
from tablee.games.code21.options import Options
from tablee.games.code21.posterior import posterior
from tablee.games.code21.state import State
from tablee.games.code21.view import View
from tablee.turbo.compiled import COMPILED
from tests.playing import after

LEVELS = ("beginner", "club", "master")
BLUFF = ("0: play 8 up", "1: play 7 up", "2: play 5 up", "3: play 1 down")  # 20 lie open: who would hide an 8 now?


def begun(*lines: str, **options: str) -> State:
    state: State = after(GAME, ["*: turned 5", *lines], **{"first": "0", **options})
    return state


def rich(state: State) -> State:
    """The same with many points, so that there is something to lose."""
    return replace(state, points=(30,) * state.options.players)


def shares(level: str, state: State, seat: int) -> dict[str, float]:
    view, legal = GAME.view(state, Seat(seat)), GAME.legal(state, Seat(seat))
    return {str(action): share for action, share in zip(legal, STRATEGIES[level](view, legal), strict=True)}


def favourite(level: str, state: State, seat: int) -> str:
    found = shares(level, state, seat)
    return max(found, key=lambda action: found[action])


# ---- what none of them misses -------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_more_than_21_in_the_open_is_accused(level: str) -> None:
    assert favourite(level, begun("0: play 8 up", "1: play 7 up", "2: play 8 up"), 3) == "accuse"


@pytest.mark.parametrize("level", LEVELS)
def test_21_in_the_open_is_declared(level: str) -> None:
    assert favourite(level, begun("0: play 8 up", "1: play 7 up", "2: play 6 up"), 3) == "declare"


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_makes_21_or_more_in_the_open(level: str) -> None:
    found = shares(level, rich(begun("0: play 8 up", "1: play 7 up")), 2)
    assert found["play 6 up"] + found["play 7 up"] + found["play 8 up"] < 0.05


@pytest.mark.parametrize("level", LEVELS)
def test_who_is_sure_to_be_right_stakes_all_on_it(level: str) -> None:
    state = begun("0: play 8 up", "1: play 7 up", "2: play 8 up", "3: accuse")
    for seat in (0, 1, 3):
        assert favourite(level, state, seat) == "stake 3 on 3"
    assert favourite(level, state, 2) in {"stake 0", "stake 1 on 2"}  # of 6 points 3 are lost with either


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_over_21_whatever_was_hidden_is_accused(level: str) -> None:
    lines = ("0: play 9 up", "1: play 0 up", "0: play 8 up", "1: play 7 down")  # 17, and the 7, the 8 or the 9
    assert favourite(level, begun(*lines, players="2", soldiers="0,7,8,9"), 0) == "accuse"


def test_the_club_hides_soldiers_where_the_beginner_takes_the_points() -> None:
    state = rich(begun("0: play 1 up", "1: play 2 up"))
    up = {level: sum(share for action, share in shares(level, state, 2).items() if "up" in action) for level in LEVELS}
    assert up["beginner"] > 0.9 and up["club"] < 0.1


# ---- strategies ---------------------------------------------------------------------


def positions(options: Options, seed: int) -> list[tuple[State, Seat]]:
    """Every decision of a game among club players who now and then do anything."""
    rng, state = Random(seed), GAME.start(options)
    found: list[tuple[State, Seat]] = []
    while not isinstance(awaited := GAME.awaits(state), Over):
        if not isinstance(awaited, Choice):
            state = GAME.apply(state, Happened(awaited.sample(rng)))
            continue
        seat = rng.choice(sorted(awaited.seats))
        found.append((state, seat))
        legal = GAME.legal(state, seat)
        odds = STRATEGIES["club"](GAME.view(state, seat), legal)
        action = rng.choices(legal, odds)[0] if rng.random() < 0.8 else rng.choice(legal)
        state = GAME.apply(state, Played(seat, action))
    return found


MIXED = [place for n, players in enumerate((2, 3, 4)) for place in positions(Options(players=players), n)]


def test_nobody_weighs_what_it_does_not_see() -> None:
    rng = Random(1)
    told_apart = 0
    for state, seat in MIXED:
        view = GAME.view(state, seat)
        odds = []
        for world in (state, *(posterior(view).sample(rng) for _ in range(3))):
            g = np.zeros(1, turbo.RECORD.dtype).view(np.recarray)
            packing.pack(world, g[0])
            g[0].asked = seat
            found = np.empty(turbo.ACTIONS)
            policy.think(g[0], policy.CLUB, found)
            odds.append(found.tolist())
            told_apart += world != state
        assert all(found == odds[0] for found in odds)
    assert told_apart > 100


@pytest.mark.parametrize("level", LEVELS)
def test_a_strategy_is_made_of_shares_of_what_is_legal_and_knows_no_luck(level: str) -> None:
    for state, seat in MIXED[::23]:
        view, legal = GAME.view(state, seat), GAME.legal(state, seat)
        found = STRATEGIES[level](view, legal)
        assert len(found) == len(legal) and min(found) >= 0 and sum(found) == pytest.approx(1)
        assert found == STRATEGIES[level](view, legal)


def test_what_is_chosen_follows_the_strategy() -> None:
    state, club = begun("0: play 8 up", "1: play 3 down"), bot(GAME, "club")
    expected, rng = shares("club", state, 2), Random(2)
    drawn = [str(club.choose(GAME.view(state, Seat(2)), GAME.legal(state, Seat(2)), rng)) for _ in range(400)]
    for action, share in expected.items():
        assert drawn.count(action) / 400 == pytest.approx(share, abs=0.1)


# ---- the master's worlds --------------------------------------------------------------


def imagined(view: View, tried: int = 60, kept: int = 30) -> list[State]:
    base = record(view)
    worlds = np.repeat(base, kept)
    assert view.seat is not None
    search.imagine(base, np.repeat(base, tried), worlds, view.seat)
    return [packing.unpack(g, view.options) for g in worlds]


def test_every_world_that_the_master_imagines_looks_as_it_does() -> None:
    for state, seat in MIXED[::7]:
        if state.call is None:
            view = GAME.view(state, seat)
            for world in imagined(view, 12, 6):
                assert GAME.view(world, seat) == GAME.view(packing.bare(state), seat)


def test_where_20_lie_open_a_hidden_soldier_is_a_low_one() -> None:
    view = GAME.view(rich(begun(*BLUFF)), Seat(0))
    low = [world.line[-1].value <= 1 for world in imagined(view, 200, 100)]
    assert sum(low) / len(low) > 1.5 * sum(posterior(view).chances["3:3"][value] for value in "01")


def test_a_mission_is_rewound_to_where_it_was_turned_up() -> None:
    """By comparing every later position of the mission, passes and soldiers taken back included."""
    begin: Any = None
    compared = 0
    for state, _ in MIXED:
        g = np.zeros(1, turbo.RECORD.dtype).view(np.recarray)
        packing.pack(state, g[0])
        if not state.line:
            begin = packing.unpack(g[0], state.options)
            continue
        search.rewind(g[0])
        assert packing.unpack(g[0], state.options) == begin
        compared += 1
    assert compared > 100


def test_the_master_trusts_the_odds_where_they_are_sure() -> None:
    state = begun("0: play 8 up", "1: play 7 up", "2: play 8 up")
    view, legal = GAME.view(state, Seat(3)), GAME.legal(state, Seat(3))
    found = dict(zip(map(str, legal), values(view, legal), strict=True))
    assert found["accuse"] > 1.1 * found["declare"]


# ---- how far they can be exploited ------------------------------------------------------

TINY = Options(players=2, soldiers=(0, 9, 12), missions=(5,), first=Seat(0))


def example() -> Any:
    path = Path(__file__).parents[3] / "examples" / "exploitability_code21.py"
    spec = importlib.util.spec_from_file_location("exploitability_code21", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def accuser(view: View, legal: Sequence[Act]) -> list[float]:
    """Always accuses, and opens with the 0 face up: whoever leaves less than 21 wins."""
    wanted = "accuse" if "accuse" in map(str, legal) else str(legal[0])
    return [float(str(action) == wanted) for action in legal]


def test_who_always_accuses_loses_every_game_to_a_perfect_opponent() -> None:
    gain, answers = example().exploitability(TINY, accuser)
    assert gain == 1 and [answer.reward for answer in answers] == [1, 1]


@pytest.mark.skipif(not COMPILED, reason="small missions are solved only where they are compiled")
def test_the_master_gives_a_perfect_opponent_little_where_it_can_solve_the_mission() -> None:
    gain, answers = example().exploitability(TINY, STRATEGIES["master"])
    assert 0 < gain < 0.12
    assert sum(answer.positions for answer in answers) > 10_000
