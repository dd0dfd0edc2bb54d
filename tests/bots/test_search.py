"""Search by trying, on a table of known worth: what is found is what was put there."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from tablee import turbo
from tablee.bots.search import halve, pack_states, round_ends, shares
from tablee.games import GAMES
from tablee.testing import playout

WORTH = [0.1, 0.7, 0.4, 0.65, 0.0, 0.2, 0.3]


class Table:
    """A weigh whose worlds are numbers: what a choice brings is its worth, and the world's luck for all alike."""

    def __init__(self) -> None:
        self.tries = 0

    def __call__(self, worlds: Any, scratch: Any, numbers: Any, seat: int, shares: Any) -> int:
        for world in worlds:
            for i, number in enumerate(numbers):
                shares[i] += WORTH[number] + 0.2 * world
                self.tries += 1
        return self.tries


def luck(many: int) -> Any:
    return np.array([(n * 37 % 101) / 101 for n in range(many)])


def test_shares_are_averages_over_all_worlds() -> None:
    worlds = luck(50)
    assert shares(Table(), worlds, [4, 1], 0) == pytest.approx([0.2 * worlds.mean(), 0.7 + 0.2 * worlds.mean()])


@pytest.mark.parametrize("numbers", [[1], [3, 1], [0, 1, 2, 3, 4, 5, 6]])
def test_halving_finds_the_best_and_takes_the_worlds_luck_out_of_the_rest(numbers: list[int]) -> None:
    worlds = luck(70)
    found = halve(Table(), worlds, numbers, 0)
    assert found == pytest.approx([WORTH[n] + 0.2 * worlds.mean() for n in numbers])


def test_halving_spends_less_than_trying_everything_everywhere() -> None:
    everything, half = Table(), Table()
    shares(everything, luck(80), range(7), 0)
    halve(half, luck(80), range(7), 0)
    assert half.tries < everything.tries / 2


@pytest.mark.parametrize("many", [1, 2, 3, 7, 57])
def test_the_last_round_ends_with_the_last_world(many: int) -> None:
    rounds = round_ends(many, 100)
    assert rounds == sorted(rounds) and rounds[-1] == 100


def test_with_fewer_worlds_than_rounds_everything_is_still_weighed() -> None:
    found = halve(Table(), luck(1), range(7), 0)
    assert found.index(max(found)) == 1


def test_packed_states_are_those_states_each_with_its_own_luck() -> None:
    game = GAMES["sixteen"]
    states = [before for before, _, _ in playout(game, game.options(), Random(1))][10:13]
    records = pack_states(game, states, seed=4)
    assert [turbo.kernel(game).unpack(record, game.options()) for record in records] == states
    assert len({int(record.key) for record in records}) == len(states)
