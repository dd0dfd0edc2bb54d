"""What may be behind a view of Code 21, against everything that fits it."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from tablee.contract import Seat
from tablee.games.code21 import GAME
from tablee.games.code21.posterior import plain, posterior
from tablee.games.code21.state import Bet, Soldier, State
from tablee.games.code21.view import View
from tests.playing import after

FOUR = {"players": "2", "soldiers": "0,1,2,3"}
RALLY = (  # seat 0 plays 1 and 3 face down and takes the 2 back
    "0: play 2 up", "1: accuse", "0: stake 0", "1: stake 0", "*: turned 3",
    "0: play 1 down", "1: play 1 up", "0: play 3 down", "1: play 2 down",
)  # fmt: skip
SEALED = ("0: play 8 up", "1: play 3 down", "2: accuse", "0: stake 2 on 1", "2: stake 0")


def begun(*lines: str, **options: str) -> State:
    state: State = after(GAME, ["*: turned 5", *lines], **{"first": "0", **options})
    return state


POSITIONS = [
    (begun("0: play 3 down", "1: play 2 down", "2: play 1 up", players="3", soldiers="0,1,2,3,4"), 2),
    (begun("0: play 3 down", "1: play 2 down", "0: play 1 down", **FOUR), 1),
    (begun("0: play 3 down", "1: play 2 down", "0: play 1 down", **FOUR), 0),
    (begun(*RALLY, **FOUR), 1),
    (begun(*RALLY, "0: play 2 down", **FOUR), 1),
    (begun(*SEALED), 3),
]


def fitting(view: View, state: State) -> list[State]:
    """Every state that looks like this, found by trying all values of the face-down soldiers and all stakes."""
    seat = view.seat
    soldiers = [
        [Soldier(soldier.by, value, soldier.up, soldier.back) for value in view.options.soldiers]
        if soldier.by != seat and not soldier.up else [soldier]
        for soldier in state.line
    ]  # fmt: skip
    bets = [
        [Bet(0, None), *(Bet(points, Seat(side)) for points in (1, 2, 3) for side in range(view.options.players))]
        if bet is not None and by != seat else [bet]
        for by, bet in enumerate(state.stakes)
    ]  # fmt: skip
    found = []
    for line in product(*soldiers):
        for stakes in product(*bets):
            hands = []
            for by, hand in enumerate(state.hands):
                held = {*hand, *(soldier.value for soldier in state.line if soldier.by == by)}
                hands.append(tuple(sorted(held - {soldier.value for soldier in line if soldier.by == by})))
            world = State(
                state.options, state.deck, tuple(hands), state.laid, state.cards, state.points, state.bank, state.turn,
                state.mission, line, state.call, stakes, state.verdicts,
            )  # fmt: skip
            if tuple(map(len, hands)) == view.counts and honest(world) and GAME.view(world, seat) == view:
                found.append(world)
    return found


def honest(state: State) -> bool:
    """No soldier is in two places, what came back was laid out until then, and stakes are what one may stake."""
    for by, hand in enumerate(state.hands):
        used = [soldier for soldier in state.line if soldier.by == by]
        values = [soldier.value for soldier in used] + list(hand) + list(state.laid[by])
        if sorted(values) != list(state.options.soldiers):
            return False
        for n, soldier in enumerate(used):
            if any(earlier.value in soldier.back for earlier in used[: n + 1]):
                return False
    for by, bet in enumerate(state.stakes):
        if bet is not None:
            assert state.call is not None
            principals = (state.call.by, state.call.last)
            sides = (by,) if by in principals else principals
            if bet.points > state.points[by] or (bet.side is None) != (bet.points == 0):
                return False
            if bet.side is not None and bet.side not in sides:
                return False
    return True


@pytest.mark.parametrize(("state", "seat"), POSITIONS)
def test_it_counts_all_worlds_that_fit_and_no_others(state: State, seat: int) -> None:
    view = GAME.view(state, Seat(seat))
    assert posterior(view).worlds == len(fitting(view, state)) > 1


@pytest.mark.parametrize(("state", "seat"), POSITIONS)
def test_every_chance_is_the_share_of_the_worlds_that_fit(state: State, seat: int) -> None:
    view = GAME.view(state, Seat(seat))
    worlds, found = fitting(view, state), posterior(view)
    expected: dict[str, Counter[str]] = {}
    for world in worlds:
        for n, soldier in enumerate(world.line):
            if not soldier.up and soldier.by != seat:
                expected.setdefault(f"{soldier.by}:{n}", Counter())[str(soldier.value)] += 1
        for by, bet in enumerate(world.stakes):
            if bet is not None and by != seat:
                text = "0" if bet.side is None else f"{bet.points} on {bet.side}"
                expected.setdefault(f"stake of {by}", Counter())[text] += 1
    assert found.chances.keys() == expected.keys()
    for place, counts in expected.items():
        assert found.chances[place] == pytest.approx({value: n / len(worlds) for value, n in counts.items()})
    totals = Counter(sum(soldier.value for soldier in world.line) for world in worlds)
    assert found.totals == pytest.approx({total: n / len(worlds) for total, n in totals.items()})


def test_it_draws_every_world_as_often() -> None:
    state = begun(*RALLY, "0: play 2 down", **FOUR)
    view = GAME.view(state, Seat(1))
    worlds, found, rng = fitting(view, state), posterior(view), Random(4)
    drawn = Counter(found.sample(rng) for _ in range(300 * len(worlds)))
    assert drawn.keys() == {*worlds}
    chi_square = sum((count - 300) ** 2 / 300 for count in drawn.values())
    assert chi_square < 3 * len(worlds)


@pytest.mark.parametrize(("state", "seat"), POSITIONS)
def test_every_world_looks_the_same_from_the_seat(state: State, seat: int) -> None:
    view = GAME.view(state, Seat(seat))
    for n in range(20):
        assert GAME.view(posterior(view).sample(Random(n)), Seat(seat)) == view
    assert GAME.view(plain(view), Seat(seat)) == view
