"""Copies and pickles of games, states and environments in the middle of a game: a copy plays on as the original."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

from tablee.contract import AnyGame, Chance
from tablee.games import GAMES
from tablee.games.parts import has_kernel
from tablee.rl.gymnasium import TableEnv
from tablee.rl.pettingzoo import env as aec_env
from tablee.rl.pettingzoo import parallel_env, raw_env
from tablee.testing import playout
from tablee.turbo.vector import VectorEnv

WAYS = [copy, deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
every_way = pytest.mark.parametrize("again", WAYS, ids=["copy", "deepcopy", "pickle"])
deep_ways = pytest.mark.parametrize("again", WAYS[1:], ids=["deepcopy", "pickle"])
every_game = pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if has_kernel(game)], ids=lambda g: g.name
)
Again = Callable[[Any], Any]


@every_way
@every_game
def test_games_states_views_and_moves(game: AnyGame, again: Again) -> None:
    assert again(game) is game
    options = game.options()
    assert again(options) == options
    for before, move, after in list(playout(game, options, Random(3)))[:60]:
        assert (again(before), again(move), again(after)) == (before, move, after)
        assert again(game.view(after, None)) == game.view(after, None)
        assert hash(again(after)) == hash(after)
        awaited = game.awaits(after)
        if isinstance(awaited, Chance) and awaited.size < 100:
            assert again(awaited).odds() == awaited.odds()


def play_on(table: TableEnv, decisions: int) -> list[Any]:
    """What happens from here on: actions that are chosen by the mask, until the game is over."""
    found: list[Any] = []
    for n in range(decisions):
        legal = np.flatnonzero(table.action_masks())
        seen, reward, over, _, _ = table.step(np.int64(legal[n % len(legal)]))
        found.append((np.asarray(seen).tolist(), reward, over))
        if over:
            break
    return found


@deep_ways
@every_game
def test_a_gymnasium_environment_in_the_middle_of_a_game(game: AnyGame, again: Again) -> None:
    table = TableEnv(game, opponents="random", seat=None)
    table.reset(seed=4)
    play_on(table, 2)
    other, third = again(table), again(table)
    assert other.record == table.record
    found = play_on(table, 12)
    assert play_on(other, 12) == found
    assert table.record.moves == other.record.moves
    other.reset()
    third.reset()
    assert other.record.moves == third.record.moves  # the generator of games goes on where it was


@deep_ways
def test_a_made_environment_with_its_wrappers(again: Again) -> None:
    made = gymnasium.make("tablee.rl.gymnasium:tablee/sixteen-v1", opponents=[None, "sound"])
    made.reset(seed=2)
    other = again(made)
    legal = np.flatnonzero(made.get_wrapper_attr("action_masks")())
    one, two = made.step(legal[0]), other.step(legal[0])
    assert (one[0] == two[0]).all() and one[1:4] == two[1:4]


@deep_ways
@every_game
def test_one_agent_after_the_other(game: AnyGame, again: Again) -> None:
    makers: list[Any] = [aec_env, raw_env]
    for make in makers:
        table = make(game=game)
        table.reset(seed=3)
        for _ in range(3):
            table.step(int(np.flatnonzero(table.last()[4]["action_mask"])[0]))
        other = again(table)
        for _ in range(5):
            one, two = table.last(), other.last()
            assert (one[0] == two[0]).all() and one[1:4] == two[1:4] and table.agent_selection == other.agent_selection
            if one[2]:
                break
            action = int(np.flatnonzero(one[4]["action_mask"])[-1])
            table.step(action)
            other.step(action)
        assert table.unwrapped.record == other.unwrapped.record


@deep_ways
def test_all_agents_at_once(again: Again) -> None:
    table = parallel_env(game="code21")
    table.reset(seed=3)
    other = again(table)
    for _ in range(6):
        actions = {agent: int(np.flatnonzero(table.action_mask(agent))[0]) for agent in table.agents}
        table.step(actions)
        other.step(actions)
    assert table.record == other.record and len(table.record.moves) > 3


@pytest.mark.untraced
@every_way
@every_game
def test_many_lanes(game: AnyGame, again: Again) -> None:
    env = VectorEnv(game, game.options(), 3, seed=6)
    fresh = again(env)
    for _ in range(10):
        env.reset() if _ == 0 else env.step(env.sample())
    other = again(env)
    assert other.buffers.observations is not env.buffers.observations
    for _ in range(10):
        one, two = env.sample(), other.sample()
        assert (one == two).all()
        env.step(one)
        other.step(two)
        for name in env.buffers.__struct_fields__:
            assert (getattr(env.buffers, name) == getattr(other.buffers, name)).all()
    assert (fresh.reset().observations == VectorEnv(game, game.options(), 3, seed=6).reset().observations).all()
