"""Nothing that a seat cannot know reaches it: in every world that it could be in, the adapters show it the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel

from tablee.rl.gymnasium import TableEnv
from tablee.rl.moments import Moment
from tablee.rl.openspiel import SpielState, load
from tablee.rl.pettingzoo import parallel_env, raw_env
from tablee.rl.turns import SeatTurn, Turns
from tests.rl.shelf import KNOWN, hidden_games, option_sets, random_turns

WORLDS = 2


def moments(turns: Turns, rng: Random) -> Iterator[SeatTurn]:
    """Some moments of a random game, its last one among them."""
    walked = list(random_turns(turns, rng))
    yield from rng.sample(walked, min(10, len(walked)))
    yield walked[-1]


def shown_by_openspiel(game: Any, turn: SeatTurn, seat: int) -> tuple[Any, ...]:
    """What was told before is no part of an imagined world, so it is not asked here; a test below does."""
    state: SpielState = game.new_initial_state()
    state.moment = Moment(turn, game.turns, game.numbers, keep=False)
    return (
        state.current_player(),
        state.legal_actions(seat) if state.current_player() == seat else None,
        state.information_state_string(seat),
        state.information_state_tensor(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
    )


def shown_by_pettingzoo(table: raw_env, turn: SeatTurn, seat: int) -> tuple[Any, ...]:
    agent = table.possible_agents[seat]
    table.turn = turn
    table.ask()
    asked = table.agent_selection if turn.seat is not None else None
    return asked, table.observe(agent).tolist(), table.infos[agent]["action_mask"].tolist()


def shown_at_once(table: parallel_env, turn: SeatTurn, seat: int) -> tuple[Any, ...]:
    agent = table.possible_agents[seat]
    table.turn = turn
    return table.observation(agent, table.action_mask(agent)).tolist(), table.action_mask(agent).tolist()


def shown_by_gymnasium(table: TableEnv, turn: SeatTurn, seat: int) -> tuple[Any, ...]:
    table.turn, table.mine = turn, seat  # type: ignore[assignment]
    mask = table.info()["action_mask"] if turn.seat == seat else np.zeros(1)
    return table.observation().tolist(), mask.tolist()


@hidden_games
def test_every_possible_world_looks_the_same(name: str) -> None:
    rng = Random(name)
    differing = 0
    for options in option_sets(name, 3):
        turns = Turns(KNOWN[name], options)
        game = load(name, options)
        zoo, at_once, gym = raw_env(name, options), parallel_env(name, options), TableEnv(name, options)
        zoo.reset(seed=0)

        def shown(
            turn: SeatTurn, seat: int, game: Any = game, zoo: Any = zoo, at_once: Any = at_once, gym: Any = gym
        ) -> Any:
            return (
                shown_by_openspiel(game, turn, seat),
                shown_by_pettingzoo(zoo, turn, seat),
                shown_at_once(at_once, turn, seat),
                shown_by_gymnasium(gym, turn, seat),
            )

        for turn in moments(turns, rng):
            for seat in range(options.players):
                truth = shown(turn, seat)
                for _ in range(WORLDS):
                    world = turns.imagine(turn, seat, rng)
                    differing += world.state != turn.state
                    assert shown(world, seat) == truth
    assert differing > 20  # else it was no test


@hidden_games
def test_openspiel_resamples_worlds_that_the_player_cannot_tell_apart(name: str) -> None:
    rng = Random(name)
    game = load(name)
    state = game.new_initial_state()
    worlds: set[str] = set()
    for _ in range(40):
        if state.is_terminal():
            break
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(
                seat, pyspiel.UniformProbabilitySampler(rng.randrange(10**6), 0.0, 1.0)
            )
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.current_player() == state.current_player()
            assert other.legal_actions(seat) == state.legal_actions(seat) or state.is_chance_node()
            worlds.add(str(other))
        choices = state.chance_outcomes() if state.is_chance_node() else [(a, 1.0) for a in state.legal_actions()]
        numbers, odds = zip(*choices, strict=True)
        state.apply_action(rng.choices(numbers, odds)[0])
    assert len(worlds) > 40
