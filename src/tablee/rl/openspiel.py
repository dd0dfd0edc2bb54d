"""Our games in OpenSpiel: trees with exact chances, information states, and worlds drawn from them.

    import pyspiel
    import tablee.rl.openspiel
    game = pyspiel.load_game("tablee_code21(players=2,options=soldiers:0;1;2 missions:5 first:0)")

or `load(GAME, Options(...))`. `options` is a record's line of options with : for = and ; for the comma, which
OpenSpiel cannot have inside a parameter. With `keep=True` every state that was reached is kept: for small trees.

`tablee.rl.turns` defines the order of decisions: simultaneous choices seat by seat, none seeing the earlier ones; free
seats are polled, with an additional action for passing. Players' actions are the numbers of the kernel's alphabet. The
outcomes of a chance node are numbered from 0, in the order in which our law of chance lists them with its odds. Many
dice have many outcomes (The Golden 21: 25 dice, 142,506); `max_chance_outcomes` says how many there can be. Returns
follow from the ranks: from 1 for the best to -1 for the worst, with equal seats sharing, so they sum to 0.

- `information_state_string` is every line that the seat was told, and its view, as JSON with sorted keys. The view
  alone is `observation_string`: it does not say in which order some things happened, such as cards that were drawn.
- `information_state_tensor` is `observation_tensor`, the kernel's observation: the current table, and only the part of
  its history that the kernel keeps. If recall matters, use the string.
- `resample_from_infostate` samples from the game's posterior (`tablee.bots.posterior`) or, if there is none, uses
  `imagine`: a world that this seat cannot distinguish from the real one. It was never played, so it has no history,
  and the other seats were told nothing in it. OpenSpiel's IS-MCTS in Python calls it; the C++ version cannot call a
  method in Python.
- A state is serialised as its record, which is replayed when it is read.
- An illegal action raises IllegalMove, or a ValueError if the number is not an action at all. If OpenSpiel is asked to
  check first, it raises its own SpielError.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

import numpy as np
import pyspiel

from tablee import options as agreed
from tablee import record
from tablee.bounds import Bounds
from tablee.contract import AnyGame, Options, describe_options
from tablee.games import GAMES, parts
from tablee.games.parts import has_kernel
from tablee.rl.moments import CHANCE, Moment
from tablee.rl.numbering import Numbering, find_game
from tablee.rl.turns import Turns, rewards

# ---- how large a game can be ----------------------------------------------------


def bounds(game: AnyGame, options: Options) -> Bounds:
    """The bounds that the game declares, or else very generous ones."""
    part = parts.bounds(game)
    return Bounds() if part is None else part.bounds(options)


# ---- the game -------------------------------------------------------------------


class TableGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is untyped
    """A game with its options. Each of ours has a class of its own, made when it is registered."""

    table: ClassVar[AnyGame]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game, params = self.table, dict(params or {})
        options = read(game, params)
        self.turns = Turns(game, options)
        self.numbers = Numbering(game, options)
        self.bounds = bounds(game, options)
        self.opening = Moment(self.turns.begin(), self.turns, self.numbers, params.get("keep", False))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.numbers.actions,
            max_chance_outcomes=self.bounds.outcomes,
            num_players=options.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.bounds.decisions,
        )
        super().__init__(game_type(game), info, params)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_text, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        return self.bounds.chances

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TableObserver:
        return TableObserver(self, iig_obs_type, params)


def read(game: AnyGame, params: Mapping[str, Any]) -> Any:
    """The options that these parameters mean."""
    words = [word.partition(":") for word in str(params.get("options", "")).replace(";", ",").split()]
    texts = {name: text for name, _, text in words}
    if (players := params.get("players", 0)) > 0:
        texts["players"] = str(players)
    return agreed.read(game.options, texts)


def load(game: str | AnyGame, options: Options | None = None, *, keep: bool = False) -> Any:
    """The game with these options, as `pyspiel.load_game` gives it; `keep`: a tree to be walked again and again."""
    game = find_game(game)
    texts = agreed.write(options or game.options())
    players = int(texts.pop("players"))
    words = " ".join(f"{name}:{text}" for name, text in texts.items()).replace(",", ";")
    return pyspiel.load_game(f"tablee_{game.name}", {"players": players, "options": words, "keep": keep})


def load_text(text: str) -> Any:
    """`pyspiel.load_game`; importing this file has registered our games."""
    return pyspiel.load_game(text)


def game_type(game: AnyGame) -> Any:
    known = describe_options(game.options)["players"]
    allowed = [players for players in range(1, 100) if known.admits(players)]
    kind = pyspiel.GameType
    return kind(
        short_name=f"tablee_{game.name}",
        long_name=f"Tablée: {game.name}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if game.hidden else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=allowed[-1],
        min_num_players=allowed[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": game.options().players, "options": "", "keep": False},
        default_loadable=True,
    )


# ---- a state --------------------------------------------------------------------


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel is untyped
    """A state in OpenSpiel's interface, on top of our rules."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.moment = game.opening

    def current_player(self) -> int:
        return self.moment.player

    def is_terminal(self) -> bool:
        return self.moment.over

    def returns(self) -> list[float]:
        over = self.moment.turn.over
        return list(rewards(over.ranks)) if over else [0.0] * self.moment.turns.options.players

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, float(odds)) for number, (_, odds) in enumerate(self.moment.odds)]

    def _action_to_string(self, player: int, number: int) -> str:
        if player == CHANCE:
            return str(self.moment.odds[number][0])
        action = self.moment.numbers.action_of(self.moment.turn.state, number)
        return "let it pass" if action is None else str(action)

    def _apply_action(self, number: int) -> None:
        self.moment = self.moment.after(number)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """The same position in a world that this player cannot distinguish from the real one."""
        state: SpielState = self.get_game().new_initial_state()
        state.moment = self.moment.imagine(player, Random(sampler()))
        return state

    @property
    def record(self) -> record.Record:
        """The record: it can be written, read and replayed. An imagined world has none."""
        turns, turn = self.moment.turns, self.moment.turn
        assert turn.imagined is None, "this world was imagined: nobody played it"
        names = tuple(f"player {seat + 1}" for seat in range(turns.options.players))
        return record.Record(turns.game, turns.options, names, turn.moves)

    def __str__(self) -> str:
        return self.moment.written


class TableObserver:
    """What one player sees, as numbers and text, or a spectator, as text; see observation.py of OpenSpiel.

    `dict` has the parts of the tensor by the names of the kernel's fields.
    """

    def __init__(self, game: TableGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations here: {params}")
        known = {pyspiel.PrivateInfoType.SINGLE_PLAYER: True, pyspiel.PrivateInfoType.NONE: False}
        if kind and kind.private_info not in known:
            raise ValueError("an observation here is what one player sees, or what all do")
        self.private = not kind or known[kind.private_info]
        self.public = not kind or kind.public_info
        self.recall = bool(kind) and kind.perfect_recall
        layout = game.numbers.layout
        tensor = np.zeros(layout.size, np.float32)
        self.tensor = tensor if self.private else None
        self.dict = {field.name: tensor[layout.slice(field.name)] for field in layout.fields} if self.private else {}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.moment.tensor(player)

    def string_from(self, state: SpielState, player: int) -> str:
        if not self.private and not self.public:
            return ""
        seat = player if self.private else None
        moment = state.moment
        return moment.lines(seat) + moment.view(seat) if self.recall else moment.view(seat)


def register_game(game: AnyGame) -> None:
    """So that `pyspiel.load_game` finds it. A class, not a partial: OpenSpiel drops it after Python is gone."""
    pyspiel.register_game(game_type(game), type(f"TableGame_{game.name}", (TableGame,), {"table": game}))


for known_game in filter(has_kernel, GAMES.values()):
    register_game(known_game)
