"""How the bots of Code de Vinci play."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import cast

import pytest

from tablee import bots
from tablee.bots import Advice
from tablee.contract import Choice, Happened, Over, Played, Seat
from tablee.games.coda import GAME
from tablee.games.coda.actions import Act, Attack, Stop
from tablee.games.coda.options import Options
from tablee.games.coda.state import State
from tests.games.coda.table import right, stand, take, wrong
from tests.playing import play

SOUND = ["club", "master"]


def chosen(level: str, state: State, seed: int = 0) -> str:
    assert state.turn is not None
    view, legal = GAME.view(state, state.turn), GAME.legal(state, state.turn)
    return str(bots.bot(GAME, level).choose(view, legal, Random(seed)))


def advice(level: str, state: State) -> dict[str, Advice]:
    assert state.turn is not None
    view, legal = GAME.view(state, state.turn), GAME.legal(state, state.turn)
    return {str(said.action): said for said in bots.bot(GAME, level).advise(view, legal, Random(0))}


def cornered() -> State:
    """Seat 0 is to attack; the first tile of seat 1 can only be the black 0: it stands left of the white 0."""
    state = right(take(stand("b5 w5 b6 w6", "b0 w0 b8 w9"), "b1"), 1, 1)
    assert state.codes[1][1].up
    return state


@pytest.mark.parametrize("level", ["beginner", *SOUND])
def test_a_tile_that_can_only_be_one_thing_is_attacked(level: str) -> None:
    assert {chosen(level, cornered(), seed) for seed in range(4 if level == "master" else 20)} >= {"attack 1 0 0"}


@pytest.mark.parametrize("level", SOUND)
def test_a_certain_tile_is_never_left_standing(level: str) -> None:
    assert {chosen(level, cornered(), seed) for seed in range(5)} == {"attack 1 0 0"}


def test_the_master_says_that_it_is_sure_and_what_cannot_be() -> None:
    said = advice("master", cornered())
    assert said["attack 1 0 0"].reason == "sure"
    assert said["attack 1 0 7"].reason == "impossible"
    assert said["attack 1 2 0"].reason == "impossible"
    assert said["attack 1 0 0"].value > said["stop"].value > said["attack 1 0 7"].value


def test_the_attack_that_wins_is_worth_one() -> None:
    state = right(right(right(take(stand("b5 w5 b6 w6", "b0 w0 b1 w1"), "b7"), 1, 1), 1, 3), 1, 0)
    said = advice("master", state)
    assert said["attack 1 2 1"].value == pytest.approx(1)
    assert chosen("master", state) == "attack 1 2 1"


@pytest.mark.parametrize("level", ["beginner", *SOUND])
def test_nobody_repeats_a_guess_that_was_wrong(level: str) -> None:
    state = play(GAME, take(stand("b1 b4 w7 w10", "b3 w3 b8 w8"), "w5"), "0: attack 1 0 2")
    state = take(wrong(take(state, "b2")), "b5")
    assert "attack 1 0 2" not in {chosen(level, state, seed) for seed in range(3 if level == "master" else 60)}


@pytest.mark.parametrize("level", SOUND)
def test_what_is_seen_elsewhere_is_not_named(level: str) -> None:
    """The white 0 is one's own: the first tile of the other cannot be it."""
    state = take(stand("w0 w1 w2 w3", "w4 b6 b8 w9"), "b0")
    view, legal = GAME.view(state, Seat(0)), GAME.legal(state, Seat(0))
    for said in bots.bot(GAME, level).advise(view, legal, Random(0))[:8]:
        assert isinstance(said.action, Attack)
        assert (said.action.place, said.action.value) not in {(0, "0"), (0, "1"), (0, "2"), (0, "3"), (3, "3")}


def test_what_another_named_wrongly_is_hardly_among_its_own_tiles() -> None:
    """Seat 1 said that a black tile of seat 0 is a 3: the master thinks of other numbers for seat 1's black tiles."""
    before = take(stand("b1 b4 w7 w10", "b2 w3 b8 w8"), "w0")
    state = take(wrong(before), "w1")
    asked = take(play(GAME, state, "1: attack 0 2 3"), "w2")
    otherwise = take(play(GAME, state, "1: attack 0 2 9"), "w2")

    def odds(state: State) -> float:
        return float(advice("master", state)["attack 1 1 3"].figures["p"])

    assert asked.codes[1][1].tile == "b2"
    assert odds(asked) < 0.3 * odds(otherwise)


def test_the_master_goes_on_where_the_odds_are_good_and_stops_where_they_are_not() -> None:
    going, stopping = 0, 0
    rng = Random(4)
    for _ in range(8):
        state = GAME.start(Options())
        while not isinstance(awaited := GAME.awaits(state), Over):
            if not isinstance(awaited, Choice):
                state = GAME.apply(state, Happened(awaited.sample(rng)))
                continue
            assert state.turn is not None
            view, legal = GAME.view(state, state.turn), GAME.legal(state, state.turn)
            level = "master" if state.right else "club"
            action = bots.bot(GAME, level).choose(view, legal, rng)
            if state.right:
                going, stopping = going + isinstance(action, Attack), stopping + isinstance(action, Stop)
            state = GAME.apply(state, Played(state.turn, cast(Act, action)))
    assert going > 0 and stopping > 0


def test_with_nothing_drawn_the_tile_is_turned_up_that_leaves_the_others_the_most_rows() -> None:
    state = stand("b0 w3 b6 w11", "b1 w4 b7 w8")
    while state.table:
        state = wrong(take(state, state.table[0]))
    while state.turn != 0:
        state = wrong(state)
    attack = next(
        a for a in GAME.legal(state, Seat(0)) if isinstance(a, Attack) and state.codes[1][a.place].tile[1:] != a.value
    )
    state = GAME.apply(state, Played(Seat(0), attack))
    assert state.phase == "show"
    said = advice("master", state)
    rows = {action: int(one.figures["n"]) for action, one in said.items()}
    assert min(rows.values()) < max(rows.values())
    assert rows[chosen("master", state)] == max(rows.values())


@pytest.mark.parametrize("level", ["beginner", "club"])
def test_who_is_no_master_needs_no_numpy(level: str) -> None:
    code = (
        "import sys; from tablee.bots import bot; from tablee.games import GAMES; "
        f"bot(GAMES['coda'], {level!r}); print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def won(levels: tuple[str, str], deals: int) -> int:
    """How many games the first wins, each deal played from both seats."""
    wins = 0
    for deal in range(deals):
        for swapped in range(2):
            rng, chance = Random(f"{deal} {swapped}"), Random(deal)
            state = GAME.start(Options())
            while not isinstance(awaited := GAME.awaits(state), Over):
                if isinstance(awaited, Choice):
                    assert state.turn is not None
                    seat = state.turn
                    level = levels[(seat + swapped) % 2]
                    action = bots.bot(GAME, level).choose(GAME.view(state, seat), GAME.legal(state, seat), rng)
                    state = GAME.apply(state, Played(seat, cast(Act, action)))
                else:
                    state = GAME.apply(state, Happened(awaited.sample(chance)))
            wins += state.winner == swapped
    return wins


def test_each_lower_level_is_beaten_by_the_next() -> None:
    assert won(("beginner", "random"), 20) > 30
    assert won(("club", "beginner"), 20) > 28
