"""What research libraries expect of an environment: spaces, masks, meanings, named fields, opponents, rendering."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from tablee.bots.bot import Bot
from tablee.bots.random import advise
from tablee.contract import AnyGame, OptionError
from tablee.games import GAMES
from tablee.games.parts import has_kernel
from tablee.rl.gymnasium import TableEnv
from tablee.rl.pettingzoo import parallel_env, raw_env
from tablee.turbo.vector import VectorEnv

every_game = pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if has_kernel(game)], ids=lambda g: g.name
)


def test_options_are_values_or_texts() -> None:
    for players in (3, "3", np.int64(3)):
        assert TableEnv("code777", {"players": players}).turns.options.players == 3
    assert TableEnv("sixteen", {"jokers": False, "first": None}).turns.options == GAMES["sixteen"].options(jokers=False)
    assert TableEnv("code21", {"soldiers": [0, 1, 2]}).turns.options == GAMES["code21"].options(soldiers=(0, 1, 2))
    with pytest.raises(OptionError, match="allowed: 2, 3, 4"):
        TableEnv("code777", {"players": 9})
    with pytest.raises(OptionError, match="no such option"):
        TableEnv("code777", {"jokers": True})


@every_game
def test_a_number_means_an_action_that_the_rules_know(game: AnyGame) -> None:
    table = TableEnv(game)
    table.reset(seed=1)
    offers = table.turns.offers(table.now)
    meanings = [table.meaning(int(number)) for number in np.flatnonzero(table.action_masks())]
    assert sorted(map(str, meanings)) == sorted(map(str, offers))
    env = VectorEnv(game, game.options(), 2, seed=3)
    env.reset()
    for lane in range(2):
        marked = np.flatnonzero(env.action_masks()[lane])
        assert len({str(env.meaning(int(number), lane)) for number in marked}) == len(marked)


@every_game
@pytest.mark.parametrize("shown", ["masked", "fields"])
def test_masks_and_named_fields_are_in_the_observation_where_wanted(game: AnyGame, shown: Any) -> None:
    table = TableEnv(game, observations=shown)
    seen, info = table.reset(seed=2)
    assert table.observation_space.contains(seen)
    assert (seen["action_mask"] == info["action_mask"]).all()
    flat = TableEnv(game).reset(seed=2)[0]
    if shown == "masked":
        assert (seen["observation"] == flat).all()
    else:
        named = {name: part for name, part in seen.items() if name != "action_mask"}
        assert list(named) == [field.name for field in table.layout.fields]
        assert (np.concatenate([part.ravel() for part in named.values()]) == flat).all()
        assert all((table.fields(flat)[name] == part).all() for name, part in named.items())
    for agents in (raw_env(game, observations=shown), parallel_env(game, observations=shown)):
        agents.reset(seed=2)
        agent = agents.possible_agents[0]
        mine = agents.observe(agent) if isinstance(agents, raw_env) else agents.observe_agents()[agent]
        assert agents.observation_space(agent).contains(mine)


@pytest.mark.untraced
@every_game
def test_the_state_is_what_all_seats_see(game: AnyGame) -> None:
    table, agents = TableEnv(game), raw_env(game)
    table.reset(seed=2)
    agents.reset(seed=2)
    players = game.options().players
    assert table.state().shape == (players, table.layout.size)
    assert (table.state()[table.mine] == table.observation()).all()
    assert agents.state_space.contains(agents.state())
    assert all((agents.state()[n] == agents.observe(agent)).all() for n, agent in enumerate(agents.possible_agents))
    env = VectorEnv(game, game.options(), 3, seed=1)
    seen = env.reset()
    state = env.state()
    assert state.shape == (3, players, env.observed)
    assert all((state[lane, seen.turns[lane]] == seen.observations[lane]).all() for lane in range(3))


@every_game
def test_lanes_have_spaces(game: AnyGame) -> None:
    env = VectorEnv(game, game.options(), 3, seed=1)
    seen = env.reset()
    assert env.num_envs == 3 and env.single_action_space.n == env.actions
    assert env.observation_space.contains(seen.observations) and env.action_space.contains(env.sample())
    assert all(env.single_observation_space.contains(row) for row in seen.observations)
    fields = env.fields()
    assert list(fields) == [field.name for field in env.layout.fields]
    assert sum(part[0].size for part in fields.values()) == env.observed
    env.step(env.sample().tolist())  # a list will do
    again = VectorEnv(game, game.options(), 3).reset(seed=1)
    assert (again.observations == VectorEnv(game, game.options(), 3, seed=1).reset().observations).all()
    env.close()


def test_each_seat_has_an_opponent_of_its_own() -> None:
    met: list[int] = []

    def watch(view: Any, legal: Sequence[Any], rng: Random) -> Any:
        met.append(view.seat)
        return legal[0]

    others = ["beginner", None, watch, Bot("code21", "mine", watch, advise)]
    table = TableEnv("code21", {"players": 4, "first": 0}, others, seat=1)
    table.reset(seed=3)
    while not table.step(np.flatnonzero(table.action_masks())[0])[2]:
        pass
    assert set(met) == {2, 3}
    TableEnv("sixteen", opponents={1: "sound"}).reset(seed=1)  # a compiled player
    TableEnv("sixteen", opponents="tests.bots.outside_bots:first").reset(seed=1)
    with pytest.raises(ValueError, match="nobody plays seat 1"):
        TableEnv("sixteen", opponents=[None, None])
    with pytest.raises(ValueError, match="is a bot of code21"):
        TableEnv("sixteen", opponents=Bot("code21", "mine", watch, advise))
    with pytest.raises(OptionError, match="there is no bot 'nobody'"):
        TableEnv("sixteen", opponents="nobody")


def test_reset_takes_options_and_a_seat() -> None:
    table = TableEnv("sixteen")
    table.reset(seed=1, options={"players": 4, "seat": 2, "draw": "strict"})
    assert (table.turns.options, table.mine) == (GAMES["sixteen"].options(players=4, draw="strict"), 2)
    table.reset()
    assert (table.turns.options, table.mine) == (GAMES["sixteen"].options(), 0)  # for that game only
    with pytest.raises(OptionError, match="no such option"):
        table.reset(options={"cards": 3})
    agents = raw_env("sixteen")
    agents.reset(seed=1, options={"jokers": False})
    assert agents.turns.options == GAMES["sixteen"].options(jokers=False)
    with pytest.raises(ValueError, match="there are 2 agents"):
        agents.reset(options={"players": 4})


def test_human_prints_the_log_and_ansi_returns_it(capsys: pytest.CaptureFixture[str]) -> None:
    loud, written = TableEnv("sixteen", render_mode="human"), TableEnv("sixteen", render_mode="ansi")
    for table in (loud, written):
        table.reset(seed=5)
        for _ in range(3):
            table.step(np.flatnonzero(table.action_masks())[0])
    assert loud.render() is None
    assert capsys.readouterr().out == f"{written.render()}\n"
    agents = raw_env("sixteen", render_mode="human")
    agents.reset(seed=1)
    assert len(capsys.readouterr().out.splitlines()) == len(agents.record.moves)
    with pytest.raises(ValueError, match="expected one of ansi, human"):
        TableEnv("sixteen", render_mode="rgb_array")
