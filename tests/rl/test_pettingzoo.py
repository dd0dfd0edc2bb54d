"""PettingZoo: its own tests, without a warning, and what they do not ask."""

from __future__ import annotations

import pickle
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from tablee.contract import IllegalMove, OptionError
from tablee.record import Record, states
from tablee.rl.pettingzoo import env, parallel_env, raw_env
from tests.rl.shelf import KNOWN, every_game, option_sets


@every_game
def test_one_after_the_other_as_pettingzoo_wants_it(name: str) -> None:
    for options in option_sets(name, 2):
        api_test(env(game=name, options=options), num_cycles=100)
    seed_test(lambda: env(game=name), num_cycles=30)


@every_game
def test_all_at_once_as_pettingzoo_wants_it(name: str) -> None:
    def made(**more: Any) -> parallel_env:
        return parallel_env(game=name, **more)

    parallel_api_test(made(), num_cycles=150)
    parallel_seed_test(made, num_cycles=50)
    max_cycles_test(SimpleNamespace(parallel_env=made, env=lambda **more: parallel_to_aec(made(**more))))


@every_game
def test_registered(name: str) -> None:
    version = KNOWN[name].version
    assert str(pettingzoo.make("aec", f"tablee/{name}-v{version}").unwrapped) == f"{name}_v{version}"
    at_once = pettingzoo.make("parallel", f"tablee/{name}-v{version}", max_cycles=7)
    assert isinstance(at_once, parallel_env) and at_once.max_cycles == 7


def finished(table: Any, seed: int = 0) -> dict[str, float]:
    """Plays at random to the end; what each agent earned."""
    earned = {}
    table.reset(seed=seed)
    for n, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(seed + n)
    for agent in table.agent_iter():
        _, reward, terminated, truncated, info = table.last()
        if terminated or truncated:
            earned[agent] = reward
        table.step(None if terminated or truncated else table.action_space(agent).sample(info["action_mask"]))
    return earned


@every_game
def test_rewards_sum_to_nothing_and_the_record_replays(name: str) -> None:
    table = env(game=name, render_mode="ansi")
    earned = finished(table)
    assert len(earned) == table.max_num_agents
    assert sum(earned.values()) == pytest.approx(0)
    assert max(earned.values()) <= 1 and min(earned.values()) >= -1
    record: Record = table.unwrapped.record
    *_, last = states(record)
    assert last == table.unwrapped.turn.state
    assert len(table.render().splitlines()) == len(record.moves)


def test_an_illegal_action_loses() -> None:
    table = env(game="code21", options={"players": "3", "first": "0"})
    table.reset(seed=1)
    mover = table.agent_selection
    assert mover == "player_0" and not table.infos[mover]["action_mask"][42]
    table.step(42)  # nobody can be accused yet
    assert all(table.terminations.values())
    assert table.rewards == {"player_0": -1, "player_1": 0, "player_2": 0}
    raw = raw_env(game="code21", options={"players": "3", "first": "0"})
    raw.reset(seed=1)
    with pytest.raises(IllegalMove):
        raw.step(42)


def test_who_is_not_asked_may_do_nothing() -> None:
    table = raw_env(game="code777")
    table.reset(seed=1)
    for agent in table.agents:
        assert table.infos[agent]["action_mask"].any() == (agent == table.agent_selection)


def test_options_are_refused_by_their_own_error() -> None:
    with pytest.raises(OptionError):
        env(game="sixteen", options={"players": "3"})
    with pytest.raises(KeyError):
        env(game="bridge")


# ---- all at once ----------------------------------------------------------------


def at_stakes() -> tuple[parallel_env, dict[str, dict[str, Any]]]:
    """Four players of Code 21, just after an accusation."""
    table = parallel_env(game="code21", options={"players": "4", "first": "0"})
    table.reset(seed=5)
    infos: dict[str, dict[str, Any]] = {}
    for agent, number in (("player_0", 21 + 8), ("player_1", 42)):  # 8 face down; accused
        _, _, _, _, infos = table.step(dict.fromkeys(table.agents, table.wait) | {agent: number})
        assert all(info["accepted"] for info in infos.values())
    return table, infos


def test_everybody_who_owes_a_stake_acts_at_once() -> None:
    table, infos = at_stakes()
    assert [infos[agent]["action_mask"][table.wait] for agent in table.agents] == [0, 0, 0, 0]
    assert [infos[agent]["action_mask"].sum() for agent in table.agents] == [
        4,
        4,
        7,
        7,
    ]  # principals only on themselves
    actions = {"player_0": 46, "player_1": 49, "player_2": 45, "player_3": 47}
    _, rewards, over, late, infos = table.step(actions)
    assert [str(move) for move in table.record.moves[-6:-1]] == [
        "1: accuse", "0: stake 1 on 0", "1: stake 1 on 1", "2: stake 0", "3: stake 2 on 0",
    ]  # fmt: skip
    assert all(info["accepted"] for info in infos.values())
    assert not any(rewards.values()) and not any(over.values()) and not any(late.values())


def test_what_is_not_legal_is_not_heard_and_asked_for_again() -> None:
    table, _ = at_stakes()
    seen, _, _, _, infos = table.step({"player_0": 46, "player_1": 0, "player_2": 45, "player_3": table.wait})
    assert [infos[agent]["accepted"] for agent in table.agents] == [True, False, True, False]
    assert [infos[agent]["action_mask"][table.wait] for agent in table.agents] == [1, 0, 1, 0]
    assert all(seen[agent].dtype == np.int8 for agent in table.agents)
    _, _, _, _, infos = table.step({"player_0": table.wait, "player_1": 45, "player_2": table.wait, "player_3": 45})
    assert all(info["accepted"] for info in infos.values())
    assert len(table.now.state.verdicts) == 1


def test_where_somebody_cuts_in_nobody_after_them_is_heard() -> None:
    table = parallel_env(game="code777", options={"players": "3", "first": "0"})
    table.reset(seed=2)
    _, _, _, _, infos = table.step({"player_0": 0, "player_1": table.wait, "player_2": 2})
    assert [infos[agent]["accepted"] for agent in table.agents] == [False, True, True]
    declared = [str(move) for move in table.record.moves if str(move).startswith(("0", "1", "2"))]
    assert declared == ["2: declare 1,1,1"]


def test_all_at_once_to_the_end() -> None:
    table = parallel_env(game="code21")
    _, infos = table.reset(seed=3)
    rng = np.random.default_rng(3)
    rewards: dict[str, float] = {}
    over: dict[str, bool] = {}
    while table.agents:
        actions = {agent: int(rng.choice(np.flatnonzero(infos[agent]["action_mask"]))) for agent in table.agents}
        _, rewards, over, _, infos = table.step(actions)
    assert all(over.values()) and sum(rewards.values()) == pytest.approx(0) and any(rewards.values())
    assert table.render() is None


def test_environments_are_pickled_as_they_were_made() -> None:
    for table in (raw_env(game="code21", options={"players": "3"}), parallel_env(game="code21", max_cycles=9)):
        again = pickle.loads(pickle.dumps(table))
        assert again.possible_agents == table.possible_agents
