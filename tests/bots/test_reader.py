"""The reader: exact beliefs, and a best response that is as good as one that goes through the whole game."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablee.bots.bot import Bot, Mixture
from tablee.bots.mixture import drawing
from tablee.bots.outside import find_bot
from tablee.bots.random import advise
from tablee.bots.reader import BotReader
from tablee.contract import Happened, Played, Seat
from tablee.games.code21 import GAME
from tablee.games.code21.actions import Play, Turned
from tablee.games.code21.options import Options
from tablee.games.code21.reading import read
from tablee.games.code21.state import State
from tablee.lab.arena.deal import play_deal
from tablee.lab.plan import make_plan
from tests.playing import after

EXAMPLE = Path(__file__).parents[2] / "examples" / "exploitability_code21.py"
SMALL = Options(players=2, soldiers=(0, 9, 12), missions=(5,), first=Seat(0))


def lean(view: Any, legal: Sequence[Any], rng: Random) -> Mixture:
    """Plays low soldiers face down more often than high ones, and speaks up once there are three of them."""
    worth = [
        3.0 / (2 + action.value) if isinstance(action, Play) and action.face == "down"
        else 0.0 if isinstance(action, Play) and legal[0] != action
        else 0.2 + (len(view.line) > 2)
        for action in legal
    ]  # fmt: skip
    likeliest = sorted(range(len(legal)), key=lambda n: -worth[n])[:4]
    return {legal[n]: worth[n] / sum(worth[n] for n in likeliest) for n in likeliest}


LEAN: Bot[Any, Any] = Bot("code21", "lean", drawing(lean), advise, lean)


def exact(seat: int) -> float:
    """What a perfect opponent on this seat wins of LEAN, by the example that goes through the whole game."""
    spec = importlib.util.spec_from_file_location("exploitability_code21", EXAMPLE)
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)

    def strategy(view: Any, legal: Sequence[Any]) -> list[float]:
        mixture = lean(view, legal, Random(1))
        return [mixture.get(action, 0.0) for action in legal]

    reward: float = example.Answer(SMALL, Seat(seat), strategy).reward
    return (reward + 1) / 2


def opened() -> State:
    state = GAME.start(SMALL)
    return GAME.apply(state, Happened(Turned(5)))


def best(reader: BotReader, state: State, seat: int) -> float:
    view, legal = GAME.view(state, Seat(seat)), GAME.legal(state, Seat(seat))
    return float(max(reader.values(view, legal, Random(1)).values()))


def test_without_a_limit_it_finds_the_best_response_that_is_exact() -> None:
    reader, state = BotReader(GAME, LEAN, inf), opened()
    assert best(reader, state, 0) == pytest.approx(exact(0))
    # The second seat knows what was played face down only by how likely each soldier was.
    seen: dict[Any, tuple[float, State]] = {}
    for action, chance in lean(GAME.view(state, Seat(0)), GAME.legal(state, Seat(0)), Random(1)).items():
        then = GAME.apply(state, Played(Seat(0), action))
        view = GAME.view(then, Seat(1))
        seen[view] = (seen.get(view, (0.0, then))[0] + chance, then)
    assert len(seen) == 2  # face up, or face down
    assert sum(chance * best(reader, then, 1) for chance, then in seen.values()) == pytest.approx(exact(1))


def test_with_a_small_budget_it_wins_no_more_than_that() -> None:
    found = best(BotReader(GAME, LEAN, 400), opened(), 0)
    assert 0.0 <= found <= 1.0


def test_its_beliefs_are_what_the_strategy_says() -> None:
    """Of a face-down 0, 9 or 12 the shares are as 3/2, 3/11 and 3/14; then 9 lies open and is none of them."""
    state = after(GAME, ["*: turned 5", "0: play 12 down", "1: play 9 up", "0: play 9 up"], players="2", first="0",
                  soldiers="0,9,12", missions="5")  # fmt: skip
    worlds = read(GAME.view(state, Seat(1)), BotReader(GAME, LEAN).ask, Random(1))
    hidden = {world.line[0].value: chance for world, chance in worlds}
    assert sum(hidden.values()) == pytest.approx(1) and set(hidden) <= {0, 12}
    first = {0: 3 / 2, 12: 3 / 14}
    second: dict[int, float] = {}
    for value in (0, 12):
        before = after(GAME, ["*: turned 5", f"0: play {value} down", "1: play 9 up"], players="2", first="0",
                       soldiers="0,9,12", missions="5")  # fmt: skip
        mixture = lean(GAME.view(before, Seat(0)), GAME.legal(before, Seat(0)), Random(1))
        second[value] = first[value] * mixture.get(Play(9, "up"), 0.0)
    if sum(second.values()):
        expected = {value: share / sum(second.values()) for value, share in second.items() if share}
        assert hidden == pytest.approx(expected)
    else:  # it never plays that: nothing can be read from it
        assert hidden[0] == pytest.approx(first[0] / sum(first.values())) or hidden == pytest.approx({0: 0.5, 12: 0.5})


def test_it_does_not_see_what_is_hidden() -> None:
    """The same view, the same decision, whatever lies face down."""
    reader = BotReader(GAME, find_bot(GAME, "club"), 500)
    found = []
    for hidden in (1, 7):
        state = after(GAME, ["*: turned 5", f"0: play {hidden} down", "1: play 4 up", "0: play 8 up"], players="2",
                      first="0")  # fmt: skip
        view, legal = GAME.view(state, Seat(1)), GAME.legal(state, Seat(1))
        found.append(reader.values(view, legal, Random(1)))
    assert found[0] == found[1]


@pytest.mark.parametrize("players", [2, 4])
def test_it_plays_in_the_arena_like_any_bot(players: int) -> None:
    plan = make_plan(GAME, GAME.options(players=players, missions=(4,)), ["reader:beginner", "beginner"], 4, 60_000)
    deal = play_deal(plan, 0, False)
    assert not deal.faults and len(deal.ranks) == players
