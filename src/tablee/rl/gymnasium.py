"""Our games in Gymnasium: one seat is the agent, bots play the others.

    import gymnasium
    env = gymnasium.make("tablee.rl.gymnasium:tablee/code777-v1", options={"players": 3}, opponents="random", seat=1)

An observation is the int8 vector of the game's kernel, made from the seat's view. `env.unwrapped.layout` and
docs/kernels.md document its fields; their bounds are those of the observation space. With `observations="masked"` it is
a dict of `observation` and `action_mask`, with `"fields"` a dict of the fields by name and the mask. The legal actions
are always in `info["action_mask"]` and in `action_masks()`, over the kernel's alphabet; `meaning(number)` is the action
that a number is now. `state()` is what all seats see. The reward comes at the end and follows from the ranks: from 1
for the best to -1 for the worst, with equal seats sharing. An action that the mask forbids loses the game at once: -1,
over, and `info["illegal"]`. An action outside the action space raises Gymnasium's InvalidAction.

`opponents` is a bot for all other seats, or one for each seat: a name as `tablee arena` takes it (a level, a character,
a compiled player, `module:name`, `cmd:…`), a `Bot`, or a function of view, legal actions and generator.

`reset(options=…)` takes options of the game for the next game, and `seat`: `{"jokers": True, "seat": 1}`.

`tablee.rl.turns` defines the order of decisions: if the agent's seat may interrupt it is polled, with an additional
action for passing. If a game ends before the agent's first decision, another one is dealt. An environment can be
copied and pickled in the middle of a game, and the copy plays on as the original would.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import InvalidAction
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from tablee.contract import AnyGame, Options, Seat
from tablee.games import GAMES
from tablee.games.parts import has_kernel
from tablee.record import Record, transcript
from tablee.rl.numbering import Numbering, Numbers, change_options, find_game, read_options
from tablee.rl.observations import Observations, Shown
from tablee.rl.opponents import Opponents, find_choosers
from tablee.rl.rendering import MODES, Rendering
from tablee.rl.turns import SeatTurn, Turns, rewards


class TableEnv(gymnasium.Env[Any, np.int64]):
    """A game, its options, who plays the other seats, the agent's seat (None: random), and what is shown."""

    metadata = {"render_modes": list(MODES), "render_fps": 1}

    turn: SeatTurn | None = None
    rng: Random
    mine: Seat

    def __init__(
        self,
        game: str | AnyGame,
        options: Options | Mapping[str, Any] | None = None,
        opponents: Opponents = "random",
        seat: int | None = 0,
        render_mode: str | None = None,
        observations: Shown = "flat",
    ) -> None:
        self.game = find_game(game)
        self.options, self.opponents, self.seat = read_options(self.game, options), opponents, seat
        self.set_table(self.options, seat)
        self.layout = self.numbers.layout
        self.rendering = Rendering(render_mode)
        self.render_mode = render_mode
        self.observations = Observations(self.layout, self.numbers.actions, observations)
        self.observation_space = self.observations.space
        self.action_space = Discrete(self.numbers.actions)

    def set_table(self, options: Any, seat: int | None) -> None:
        """What the next game is played with."""
        if seat is not None and (
            isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < options.players
        ):
            raise ValueError(f"seat: expected 0 to {options.players - 1}, or None, not {seat!r}")
        self.turns, self.numbers = Turns(self.game, options), Numbering(self.game, options)
        self.choosers = find_choosers(self.game, self.opponents, options.players)
        free = [other for other, chooser in enumerate(self.choosers) if chooser is None]
        for other in free:
            if other != seat:
                raise ValueError(f"opponents: nobody plays seat {other}")

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        changes = dict(options or {})
        seat = changes.pop("seat", self.seat)
        self.set_table(change_options(self.options, changes), seat)
        self.rng = Random(int(self.np_random.integers(2**62)))
        self.mine = Seat(self.rng.randrange(self.turns.options.players) if seat is None else seat)
        turn = self.others(self.turns.begin())
        while turn.over:
            turn = self.others(self.turns.begin())
        self.turn = turn
        self.rendering.begin(self.transcript)
        return self.observation(), self.info()

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        turn = self.now
        if not self.action_space.contains(action):
            raise InvalidAction(f"{action!r} is none of the numbers 0 to {self.numbers.actions - 1}")
        if turn.over:
            raise gymnasium.error.ResetNeeded("the game is over: reset the environment")
        if not self.mask()[action]:
            return self.observation(), -1.0, True, False, {**self.info(), "illegal": True}
        self.turn = turn = self.others(self.turns.act(turn, self.numbers.action_of(turn.state, int(action))))
        self.rendering.go_on(self.transcript)
        reward = rewards(turn.over.ranks)[self.mine] if turn.over else 0.0
        return self.observation(), reward, turn.over is not None, False, self.info()

    @property
    def now(self) -> SeatTurn:
        if self.turn is None:
            raise gymnasium.error.ResetNeeded("reset the environment first")
        return self.turn

    def others(self, turn: SeatTurn) -> SeatTurn:
        """Lets chance and the bots play until the agent's next decision, or to the end."""
        turn = self.turns.settle(turn, self.rng)
        while turn.asked is not None and turn.asked.seat != self.mine:
            seat, offers = turn.asked.seat, turn.asked.offers
            choose = self.choosers[seat]
            assert choose is not None
            turn = self.turns.act(turn, choose(self.turns.view(turn, seat), offers, self.rng))
            turn = self.turns.settle(turn, self.rng)
        return turn

    # ---- what the numbers are -------------------------------------------------------

    def observation(self) -> Any:
        return self.observations.show(self.numbers.observe(self.turns.view(self.now, self.mine)), self.mask())

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.mask(), "illegal": False}

    def mask(self) -> Numbers:
        return self.numbers.mask(self.now.state, self.turns.offers(self.now))

    def action_masks(self) -> NDArray[np.bool_]:
        """What the agent may do now, as sb3-contrib asks for it."""
        return self.mask().astype(np.bool_)

    def meaning(self, number: int) -> Any:
        """The action that this number stands for now, as the rules write it; None: pass. ValueError if it is none."""
        return self.numbers.action_of(None if self.turn is None else self.turn.state, number)

    def fields(self, numbers: Numbers) -> dict[str, Numbers]:
        """The numbers of an observation by the names of their fields."""
        return self.layout.split(numbers)

    def state(self) -> Numbers:
        """Players × OBSERVED: what all seats see, for a critic that may know it in training."""
        return self.numbers.observe_all(self.now.state)

    # ---- what was played ------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The record so far: it can be written, read and replayed."""
        players = self.turns.options.players
        names = tuple("agent" if seat == self.mine else f"bot {seat}" for seat in range(players))
        return Record(self.game, self.turns.options, names, self.now.moves)

    def transcript(self) -> list[str]:
        """The log as the agent reads it."""
        return list(transcript(self.record, self.mine))

    def render(self) -> str | None:
        """The log: its text with "ansi"; "human" prints it as it grows, and so there is nothing to return."""
        return self.rendering.render(self.transcript)

    # ---- copies ---------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "choosers"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self.choosers = find_choosers(self.game, self.opponents, self.turns.options.players)


def register_game(game: AnyGame) -> None:
    """Registers a game for `gymnasium.make`."""
    name, made = f"tablee/{game.name}-v{game.version}", {"game": game.name}
    gymnasium.register(name, "tablee.rl.gymnasium:TableEnv", kwargs=made)


for known_game in filter(has_kernel, GAMES.values()):
    register_game(known_game)
