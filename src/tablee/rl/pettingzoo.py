"""Our games in PettingZoo: every seat is an agent.

    from pettingzoo import make
    import tablee.rl.pettingzoo

    env = make("aec", "tablee/code777-v1", options={"players": "3"})         one agent after the other: every game
    env = make("parallel", "tablee/code21-v1", max_cycles=500)               all at once: where choices are sealed

An observation is the int8 vector of the game's kernel, made from the seat's view. `env.unwrapped.layout` and
docs/kernels.md document its fields (`layout.slice("hand")`); their bounds are those of the observation space. The legal
actions are in `infos[agent]["action_mask"]`, over the kernel's alphabet. Rewards come at the end and follow from the
ranks: from 1 for the best to -1 for the worst, with equal seats sharing.

With `aec`, `tablee.rl.turns` defines the order of decisions: simultaneous choices seat by seat, and free seats polled,
with an additional action for passing. An illegal action ends the game: -1 for that seat, 0 for the others (PettingZoo's
TerminateIllegalWrapper). `raw_env` does without the wrapper and raises IllegalMove, or another ValueError if the number
is not an action at all.

With `parallel`, the game is played in cycles. In each cycle every awaited seat acts at the same time (in Code 21 all
that owe a stake), and free seats may interrupt; the others only have the action `wait`, the last number. An illegal
action is ignored, as `infos[agent]["heard"]` shows, and the seat is asked again in the next cycle. After an interrupt,
seats later in polling order are ignored for that cycle.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv, register
from pettingzoo.utils import wrappers

from tablee.contract import AnyGame, Choice, Options, Played, Seat
from tablee.games import GAMES
from tablee.games.parts import has_kernel
from tablee.poll import NOBODY_POLLED
from tablee.record import Record, transcript
from tablee.rl.numbering import Numbering, Numbers, find_game, read_options
from tablee.rl.turns import SeatTurn, Turns, rewards


class Shared:
    """What both kinds of environment share."""

    turn: SeatTurn

    def __init__(self, game: AnyGame, options: Options, waits: int) -> None:
        self.turns = Turns(game, options)
        self.numbers = Numbering(game, options)
        self.layout = self.numbers.layout
        self.rng = Random()
        self.possible_agents = [f"player_{seat}" for seat in range(options.players)]
        self.seats = {agent: Seat(seat) for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: Box(self.layout.low, self.layout.high, dtype=np.int8) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(self.numbers.actions + waits) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Box:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self.rng = Random(seed)
        self.turn = self.turns.settle(self.turns.begin(), self.rng)

    def observation(self, agent: str) -> Numbers:
        return self.numbers.observe(self.turns.view(self.turn, self.seats[agent]))

    def asked_mask(self) -> Numbers:
        return self.numbers.mask(self.turn.state, self.turns.offers(self.turn))

    def final_rewards(self) -> dict[str, float]:
        over = self.turn.over
        return dict(zip(self.possible_agents, rewards(over.ranks), strict=True)) if over else {}

    @property
    def record(self) -> Record:
        """The record so far: it can be written, read and replayed."""
        return Record(self.turns.game, self.turns.options, tuple(self.possible_agents), self.turn.moves)

    def transcript(self) -> str:
        """The log as a spectator reads it."""
        return "\n".join(transcript(self.record, None))


def metadata(game: AnyGame) -> dict[str, Any]:
    return {"render_modes": ["ansi"], "render_fps": 1, "name": f"{game.name}_v{game.version}"}


# ---- one after the other --------------------------------------------------------


def env(**made: Any) -> Any:
    """The environment as PettingZoo expects it; see `raw_env` for the arguments."""
    enclosed = wrappers.TerminateIllegalWrapper(raw_env(**made), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(enclosed))


class raw_env(Shared, AECEnv, EzPickle):  # type: ignore[misc]  # pettingzoo is untyped
    """A game, options as a record writes them, and "ansi" to render the log."""

    def __init__(
        self,
        game: str | AnyGame = "sixteen",
        options: Options | Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, game, options, render_mode)
        Shared.__init__(self, find_game(game), read_options(find_game(game), options), waits=0)
        self.metadata = {**metadata(find_game(game)), "is_parallelizable": False}
        self.render_mode = render_mode

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.ask()

    def ask(self) -> None:
        """Selects the agent that is asked, with its legal actions; the others have none."""
        self.infos = {agent: {"action_mask": self.numbers.mask(self.turn.state, ())} for agent in self.agents}
        if self.turn.seat is not None:
            self.agent_selection = self.possible_agents[self.turn.seat]
            self.infos[self.agent_selection]["action_mask"] = self.asked_mask()

    def observe(self, agent: str) -> Numbers:
        return self.observation(agent)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.turn = self.turns.settle(
            self.turns.act(self.turn, self.numbers.action_of(self.turn.state, action)), self.rng
        )
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.turn.over:
            self.rewards = self.final_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.ask()

    def render(self) -> str | None:
        return self.transcript() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


# ---- all at once ----------------------------------------------------------------


class parallel_env(Shared, ParallelEnv, EzPickle):  # type: ignore[misc]  # pettingzoo is untyped
    """A game, options as a record writes them, and the most cycles before all are truncated (None: no limit)."""

    def __init__(
        self,
        game: str | AnyGame = "code21",
        options: Options | Mapping[str, str] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, game, options, max_cycles, render_mode)
        Shared.__init__(self, find_game(game), read_options(find_game(game), options), waits=1)
        self.metadata = metadata(find_game(game))
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.wait = self.numbers.actions

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Numbers], dict[str, dict[str, Any]]]:
        self.begin(seed)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        return self.observations(), self.make_infos(set(self.agents))

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Numbers], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:  # fmt: skip
        heard = self.play_legal(actions)
        self.cycles += 1
        agents = self.agents
        over = self.turn.over is not None
        late = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        observations, infos = self.observations(), self.make_infos(heard)
        if over or late:
            self.agents = []
        return (
            observations,
            self.final_rewards() or dict.fromkeys(agents, 0.0),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, late),
            infos,
        )

    def play_legal(self, actions: dict[str, Any]) -> set[str]:
        """Plays the legal actions, interrupts first. Returns the agents whose action was legal, including `wait`."""
        choice = self.turn.awaited
        assert isinstance(choice, Choice), "the game is over"
        heard = {
            agent for agent in self.agents if actions[agent] == self.wait and self.seats[agent] not in choice.seats
        }
        for asked in NOBODY_POLLED.prompts(self.turns.game, self.turn.state):
            agent = self.possible_agents[asked.seat]
            offers = [action for action in asked.offers if action is not None]
            if actions[agent] in self.numbers.numbers(self.turn.state, offers):
                action = self.numbers.action_of(self.turn.state, actions[agent])
                self.turn = self.turns.play(self.turn, Played(asked.seat, action), NOBODY_POLLED)
                heard.add(agent)
                if asked.polled:
                    break
        self.turn = self.turns.settle(self.turn, self.rng)
        return heard

    def observations(self) -> dict[str, Numbers]:
        return {agent: self.observation(agent) for agent in self.agents}

    def make_infos(self, heard: set[str]) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": self.mask(agent), "heard": agent in heard} for agent in self.agents}

    def mask(self, agent: str) -> Numbers:
        actions = self.turns.game.legal(self.turn.state, self.seats[agent])
        awaited = isinstance(self.turn.awaited, Choice) and self.seats[agent] in self.turn.awaited.seats
        return np.append(self.numbers.mask(self.turn.state, actions), np.int8(not awaited))

    def render(self) -> str | None:
        return self.transcript() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


def register_game(game: AnyGame) -> None:
    """Registers a game for `pettingzoo.make`."""
    name, made = f"tablee/{game.name}-v{game.version}", {"game": game.name}
    register("aec", name, "tablee.rl.pettingzoo:env", kwargs=made)
    register("parallel", name, "tablee.rl.pettingzoo:parallel_env", kwargs=made)


for known_game in filter(has_kernel, GAMES.values()):
    register_game(known_game)
