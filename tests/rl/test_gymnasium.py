"""Gymnasium: its checker, without a warning, and what it does not ask."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

from tablee.record import states
from tablee.rl.gymnasium import TableEnv
from tests.rl.shelf import KNOWN, every_game, option_sets


@every_game
def test_as_gymnasium_wants_it(name: str) -> None:
    check_env(gymnasium.make(f"tablee/{name}-v{KNOWN[name].version}", render_mode="ansi").unwrapped)


def finished(table: TableEnv, seed: int) -> float:
    """Plays at random to the end."""
    _, info = table.reset(seed=seed)
    table.action_space.seed(seed)
    while True:
        seen, reward, terminated, truncated, info = table.step(table.action_space.sample(info["action_mask"]))
        assert table.observation_space.contains(seen) and not truncated and not info["illegal"]
        if terminated:
            return reward
        assert info["action_mask"].any()


@every_game
def test_games_are_played_to_the_end(name: str) -> None:
    for options in option_sets(name, 2):
        table = TableEnv(name, options, seat=None, render_mode="ansi")
        for seed in range(2):
            assert -1 <= finished(table, seed) <= 1
        *_, last = states(table.record)
        assert last == table.now.state
        assert len(table.render().splitlines()) == len(table.record.moves)  # type: ignore[union-attr]


def test_the_same_seed_is_the_same_game() -> None:
    one, two = (TableEnv("code21", {"players": "3"}) for _ in range(2))
    assert finished(one, 4) == finished(two, 4)
    assert one.record.moves == two.record.moves


def test_the_bots_see_views_of_their_own_seats_and_may_let_it_pass() -> None:
    met: set[tuple[int, bool]] = set()

    def shy(view: Any, legal: Sequence[Any], rng: Random) -> Any:
        met.add((view.seat, view.turn == view.seat))
        return legal[0] if view.turn == view.seat else None

    table = TableEnv("code777", {"players": "3", "first": "0", "limit": "6"}, opponents=shy, seat=1)
    _, info = table.reset(seed=1)
    over = False
    while not over:
        number = 1 if info["action_mask"][1] else 0  # lets it pass, or asks
        _, _, over, _, info = table.step(np.int64(number))
    assert met == {(0, False), (0, True), (2, False), (2, True)}
    assert all(str(move).startswith("*") or str(move)[3:] == "ask" for move in table.record.moves)


def test_an_illegal_action_loses_and_a_strange_one_is_refused() -> None:
    table = TableEnv("code21", {"players": "2", "first": "0"})
    table.reset(seed=1)
    with pytest.raises(InvalidAction):
        table.step(np.int64(58))
    _, reward, terminated, truncated, info = table.step(np.int64(42))  # nobody can be accused yet
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)


def test_after_the_end_comes_a_reset() -> None:
    table = TableEnv("sixteen")
    finished(table, 1)
    with pytest.raises(ResetNeeded):
        table.step(np.int64(0))


def test_there_are_only_so_many_seats() -> None:
    with pytest.raises(ValueError, match="expected 0 to 1"):
        TableEnv("sixteen", seat=2)
