"""Our games in PettingZoo: every seat is an agent.

    from pettingzoo import make
    import tablee.rl.pettingzoo

    env = make("aec", "tablee/code777-v1", options={"players": 3})           one agent after the other: every game
    env = make("parallel", "tablee/code21-v1", max_cycles=500)               all at once: where choices are sealed

An observation is the int8 vector of the game's kernel, made from the seat's view. `env.unwrapped.layout` and
docs/kernels.md document its fields (`layout.slice("hand")`); their bounds are those of the observation space. With
`observations="masked"` it is a dict of `observation` and `action_mask`, with `"fields"` a dict of the fields by name
and the mask. The legal actions are always in `infos[agent]["action_mask"]`, over the kernel's alphabet;
`meaning(number)` is the action that a number is now, and `state()` is what all seats see. Rewards come at the end and
follow from the ranks: from 1 for the best to -1 for the worst, with equal seats sharing. `reset(options=…)` takes
options of the game for the next game, except the number of players; what is no option of the game is ignored.

With `aec`, `tablee.rl.turns` defines the order of decisions: simultaneous choices seat by seat, and free seats polled,
with an additional action for passing. An illegal action ends the game: -1 for that seat, 0 for the others (PettingZoo's
TerminateIllegalWrapper). `raw_env` does without the wrapper and raises IllegalMove, or another ValueError if the number
is not an action at all.

With `parallel`, the game is played in cycles. In each cycle every awaited seat acts at the same time (in Code 21 all
that owe a stake), and free seats may interrupt; the others only have the action `wait`, the last number. An illegal
action is ignored, as `infos[agent]["accepted"]` shows, and the seat is asked again in the next cycle. After an
interrupt, seats later in polling order are ignored for that cycle.

An environment can be copied and pickled in the middle of a game, and the copy plays on as the original would.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete
from pettingzoo import AECEnv, ParallelEnv, register
from pettingzoo.utils import wrappers

from tablee.contract import AnyGame, Choice, Options, Played, Seat
from tablee.games import GAMES
from tablee.games.parts import has_kernel
from tablee.poll import NOBODY_POLLED
from tablee.record import Record, transcript
from tablee.rl.numbering import Numbering, Numbers, change_options, find_game, read_options
from tablee.rl.observations import Observations, Shown
from tablee.rl.rendering import MODES, Rendering
from tablee.rl.turns import SeatTurn, Turns, rewards
from tablee.turbo.checks import check_count


class Shared:
    """What both kinds of environment share."""

    turn: SeatTurn | None = None

    def __init__(
        self,
        game: str | AnyGame,
        options: Options | Mapping[str, Any] | None,
        render_mode: str | None,
        observations: Shown,
        waits: int,
    ) -> None:
        self.game = find_game(game)
        self.options = read_options(self.game, options)
        self.turns, self.numbers = Turns(self.game, self.options), Numbering(self.game, self.options)
        self.layout = self.numbers.layout
        self.rng = Random()
        self.rendering, self.render_mode = Rendering(render_mode), render_mode
        self.metadata = {
            "render_modes": list(MODES), "render_fps": 1, "name": f"{self.game.name}_v{self.game.version}",
            "is_parallelizable": False,
        }  # fmt: skip
        players, actions = self.options.players, self.numbers.actions + waits
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.seats = {agent: Seat(seat) for seat, agent in enumerate(self.possible_agents)}
        self.shown = Observations(self.layout, actions, observations)
        self.observation_spaces = {agent: deepcopy(self.shown.space) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        low, high = (np.tile(bound, (players, 1)) for bound in (self.layout.low, self.layout.high))
        self.state_space = Box(low, high, dtype=np.int8)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def begin(self, seed: int | None, changes: Mapping[str, Any] | None) -> None:
        if seed is not None:
            self.rng = Random(seed)
        known = {name: value for name, value in (changes or {}).items() if name in self.options.__struct_fields__}
        options = change_options(self.options, known)
        if options.players != self.options.players:
            raise ValueError(f"players: there are {self.options.players} agents, and that stays so")
        if options != self.turns.options:
            self.turns, self.numbers = Turns(self.game, options), Numbering(self.game, options)
        self.turn = self.turns.settle(self.turns.begin(), self.rng)
        self.rendering.begin(self.transcript)

    @property
    def now(self) -> SeatTurn:
        if self.turn is None:
            raise ResetNeeded("reset the environment first")
        return self.turn

    def go_on(self, turn: SeatTurn) -> None:
        self.turn = self.turns.settle(turn, self.rng)
        self.rendering.go_on(self.transcript)

    def observation(self, agent: str, mask: Numbers) -> Any:
        return self.shown.show(self.numbers.observe(self.turns.view(self.now, self.seats[agent])), mask)

    def asked_mask(self) -> Numbers:
        return self.numbers.mask(self.now.state, self.turns.offers(self.now))

    def meaning(self, number: int) -> Any:
        """The action that this number stands for now, as the rules write it; None: pass. ValueError if it is none."""
        return self.numbers.action_of(None if self.turn is None else self.turn.state, number)

    def fields(self, numbers: Numbers) -> dict[str, Numbers]:
        """The numbers of an observation by the names of their fields."""
        return self.layout.split(numbers)

    def state(self) -> Numbers:
        """Players × OBSERVED: what all seats see, for a critic that may know it in training."""
        return self.numbers.observe_all(self.now.state)

    def final_rewards(self) -> dict[str, float]:
        over = self.now.over
        return dict(zip(self.possible_agents, rewards(over.ranks), strict=True)) if over else {}

    @property
    def record(self) -> Record:
        """The record so far: it can be written, read and replayed."""
        return Record(self.game, self.turns.options, tuple(self.possible_agents), self.now.moves)

    def transcript(self) -> list[str]:
        """The log as a spectator reads it."""
        return transcript(self.record, None)

    def render(self) -> str | None:
        """The log: its text with "ansi"; "human" prints it as it grows, and so there is nothing to return."""
        return self.rendering.render(self.transcript)

    def close(self) -> None:
        """There is nothing to close."""


# ---- one after the other --------------------------------------------------------


def env(**made: Any) -> Any:
    """The environment as PettingZoo expects it; see `raw_env` for the arguments."""
    enclosed = wrappers.TerminateIllegalWrapper(raw_env(**made), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(enclosed))


class raw_env(Shared, AECEnv):  # type: ignore[misc]  # pettingzoo is untyped
    """A game, its options, how the log is rendered, and what is shown."""

    def __init__(
        self,
        game: str | AnyGame = "sixteen",
        options: Options | Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        observations: Shown = "flat",
    ) -> None:
        Shared.__init__(self, game, options, render_mode, observations, waits=0)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.ask()

    def ask(self) -> None:
        """Selects the agent that is asked, with its legal actions; the others have none."""
        turn = self.now
        self.infos = {agent: {"action_mask": self.numbers.mask(turn.state, ())} for agent in self.agents}
        if turn.seat is not None:
            self.agent_selection = self.possible_agents[turn.seat]
            self.infos[self.agent_selection]["action_mask"] = self.asked_mask()

    def observe(self, agent: str) -> Any:
        return self.observation(agent, self.action_mask(agent))

    def action_mask(self, agent: str) -> Numbers:
        """What this agent may do now: nothing, if another one is asked."""
        asked = self.now.seat == self.seats[agent]
        return self.asked_mask() if asked else self.numbers.mask(self.now.state, ())

    def step(self, action: Any) -> None:
        turn, agent = self.now, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.go_on(self.turns.act(turn, self.numbers.action_of(turn.state, action)))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.now.over:
            self.rewards = self.final_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.ask()


# ---- all at once ----------------------------------------------------------------


class parallel_env(Shared, ParallelEnv):  # type: ignore[misc]  # pettingzoo is untyped
    """A game, its options, and the most cycles before all are truncated (None: no limit)."""

    def __init__(
        self,
        game: str | AnyGame = "code21",
        options: Options | Mapping[str, Any] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        observations: Shown = "flat",
    ) -> None:
        Shared.__init__(self, game, options, render_mode, observations, waits=1)
        if max_cycles is not None:
            check_count("max_cycles", max_cycles, 1)
        self.max_cycles = max_cycles
        self.wait = self.numbers.actions

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.begin(seed, options)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        return self.observe_agents(), self.make_infos(set(self.agents))

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:  # fmt: skip
        if missing := [agent for agent in self.agents if agent not in actions]:
            raise ValueError(f"actions: one for each agent is expected; there is none of {missing[0]}")
        accepted = self.play_legal(actions)
        self.cycles += 1
        agents = self.agents
        over = self.now.over is not None
        late = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        observations, infos = self.observe_agents(), self.make_infos(accepted)
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
        turn = self.now
        choice = turn.awaited
        assert isinstance(choice, Choice), "the game is over"
        accepted = {
            agent for agent in self.agents if actions[agent] == self.wait and self.seats[agent] not in choice.seats
        }
        for asked in NOBODY_POLLED.prompts(self.game, turn.state):
            agent = self.possible_agents[asked.seat]
            offers = [action for action in asked.offers if action is not None]
            if actions[agent] in self.numbers.numbers(turn.state, offers):
                action = self.numbers.action_of(turn.state, int(actions[agent]))
                turn = self.turns.play(turn, Played(asked.seat, action), NOBODY_POLLED)
                accepted.add(agent)
                if asked.polled:
                    break
        self.go_on(turn)
        return accepted

    def observe_agents(self) -> dict[str, Any]:
        return {agent: self.observation(agent, self.action_mask(agent)) for agent in self.agents}

    def make_infos(self, accepted: set[str]) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": self.action_mask(agent), "accepted": agent in accepted} for agent in self.agents}

    def action_mask(self, agent: str) -> Numbers:
        """What this agent may do now; the last number is `wait`."""
        turn = self.now
        actions = self.game.legal(turn.state, self.seats[agent])
        awaited = isinstance(turn.awaited, Choice) and self.seats[agent] in turn.awaited.seats
        return np.append(self.numbers.mask(turn.state, actions), np.int8(not awaited))


def register_game(game: AnyGame) -> None:
    """Registers a game for `pettingzoo.make`."""
    name, made = f"tablee/{game.name}-v{game.version}", {"game": game.name}
    register("aec", name, "tablee.rl.pettingzoo:env", kwargs=made)
    register("parallel", name, "tablee.rl.pettingzoo:parallel_env", kwargs=made)


for known_game in filter(has_kernel, GAMES.values()):
    register_game(known_game)
