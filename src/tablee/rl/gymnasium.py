"""Our games in Gymnasium: one seat is the agent, bots play the others.

    import gymnasium
    env = gymnasium.make("tablee.rl.gymnasium:tablee/code777-v1", options={"players": "3"}, opponents="random", seat=1)

An observation is the int8 vector of the game's kernel, made from the seat's view. `env.unwrapped.layout` and
docs/kernels.md document its fields (`layout.slice("hand")`); their bounds are those of the observation space. The legal
actions are in `info["action_mask"]`, over the kernel's alphabet. The reward comes at the end and follows from the
ranks: from 1 for the best to -1 for the worst, with equal seats sharing. An action that the mask forbids loses the game
at once: -1, over, and `info["illegal"]`. An action outside the action space raises Gymnasium's InvalidAction.

`tablee.rl.turns` defines the order of decisions: if the agent's seat may interrupt it is polled, with an additional
action for passing. If a game ends before the agent's first decision, another one is dealt.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import InvalidAction
from gymnasium.spaces import Box, Discrete

from tablee.bots import bot
from tablee.bots.bot import Chooser
from tablee.contract import AnyGame, Options, Seat
from tablee.games import GAMES
from tablee.games.parts import has_kernel
from tablee.record import Record, transcript
from tablee.rl.numbering import Numbering, Numbers, find_game, read_options
from tablee.rl.turns import SeatTurn, Turns, rewards


class TableEnv(gymnasium.Env[Numbers, np.int64]):
    """A game, options as a record writes them, a bot or its level for the others, the agent's seat (None: random)."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    turn: SeatTurn
    rng: Random
    mine: Seat

    def __init__(
        self,
        game: str | AnyGame,
        options: Options | Mapping[str, str] | None = None,
        opponents: str | Chooser[Any, Any] = "random",
        seat: int | None = 0,
        render_mode: str | None = None,
    ) -> None:
        self.game = find_game(game)
        self.turns = Turns(self.game, read_options(self.game, options))
        self.numbers = Numbering(self.game, self.turns.options)
        self.layout = self.numbers.layout
        self.choose = bot(self.game, opponents).choose if isinstance(opponents, str) else opponents
        assert seat is None or 0 <= seat < self.turns.options.players, f"there is no seat {seat}"
        self.seat = seat
        self.render_mode = render_mode
        self.observation_space = Box(self.layout.low, self.layout.high, dtype=np.int8)
        self.action_space = Discrete(self.numbers.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        self.rng = Random(int(self.np_random.integers(2**62)))
        self.mine = Seat(self.rng.randrange(self.turns.options.players) if self.seat is None else self.seat)
        self.turn = self.others(self.turns.begin())
        while self.turn.over:
            self.turn = self.others(self.turns.begin())
        return self.observation(), self.info()

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        if not self.action_space.contains(action):
            raise InvalidAction(f"{action!r} is none of the numbers 0 to {self.numbers.actions - 1}")
        if self.turn.over:
            raise gymnasium.error.ResetNeeded("the game is over: reset the environment")
        if not self.mask()[action]:
            return self.observation(), -1.0, True, False, {**self.info(), "illegal": True}
        self.turn = self.others(self.turns.act(self.turn, self.numbers.action_of(self.turn.state, int(action))))
        over = self.turn.over
        reward = rewards(over.ranks)[self.mine] if over else 0.0
        return self.observation(), reward, over is not None, False, self.info()

    def others(self, turn: SeatTurn) -> SeatTurn:
        """Lets chance and the bots play until the agent's next decision, or to the end."""
        turn = self.turns.settle(turn, self.rng)
        while turn.asked is not None and turn.asked.seat != self.mine:
            seat, offers = turn.asked.seat, turn.asked.offers
            turn = self.turns.act(turn, self.choose(self.turns.view(turn, seat), offers, self.rng))
            turn = self.turns.settle(turn, self.rng)
        return turn

    def observation(self) -> Numbers:
        return self.numbers.observe(self.turns.view(self.turn, self.mine))

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.mask(), "illegal": False}

    def mask(self) -> Numbers:
        return self.numbers.mask(self.turn.state, self.turns.offers(self.turn))

    @property
    def record(self) -> Record:
        """The record so far: it can be written, read and replayed."""
        players = self.turns.options.players
        names = tuple("agent" if seat == self.mine else f"bot {seat}" for seat in range(players))
        return Record(self.game, self.turns.options, names, self.turn.moves)

    def render(self) -> str | None:
        """The log as the agent reads it."""
        return "\n".join(transcript(self.record, self.mine)) if self.render_mode == "ansi" else None


def register_game(game: AnyGame) -> None:
    """Registers a game for `gymnasium.make`."""
    name, made = f"tablee/{game.name}-v{game.version}", {"game": game.name}
    gymnasium.register(name, "tablee.rl.gymnasium:TableEnv", kwargs=made)


for known_game in filter(has_kernel, GAMES.values()):
    register_game(known_game)
