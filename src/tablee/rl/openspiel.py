"""Our games in OpenSpiel: trees with exact chances, information states, and worlds drawn from them.

    import pyspiel
    import tablee.rl.openspiel
    game = pyspiel.load_game("tablee_code21(players=2,options=soldiers:0;1;2 missions:5 first:0)")

or `load(GAME, Options(...))`. `options` is a record's line of options with : for = and ; for the comma, which
OpenSpiel cannot have inside a parameter. With `keep=True` every state that was reached is kept: for small trees.

Seats are asked as `tablee.rl.turns` says: sealed choices seat by seat, none seeing the earlier ones; free seats
polled, with an action of their own for letting it pass. Players' actions are the numbers of the kernel's alphabet. The
outcomes of a chance node are numbered from 0, in the order in which our law of chance lists them with its odds. Many
dice have many outcomes (The Golden 21: 25 dice, 142 506); `max_chance_outcomes` says how many there can be. Returns
come from the ranks: 1 for the best to -1 for the worst, equals sharing, so that they sum to 0.

- `information_state_string` is every line that the seat was told, and its view, as JSON with sorted keys. The view
  alone is `observation_string`: it forgets in which order some things came about, such as cards into the own hand.
- `information_state_tensor` is `observation_tensor`, the kernel's observation: the table as it lies, and of what was
  before only what the kernel keeps. Where recall matters use the string.
- `resample_from_infostate` draws from the game's posterior (`tablee.bots.posterior`), or where it has none is its
  `imagine`: a world that this seat cannot tell from the one that is, as likely as it is. It was never played: it has no
  history, and the other seats remember no line of it. OpenSpiel's IS-MCTS in Python calls it; the one in C++ cannot
  reach a method in Python.
- A state is written as its record: the moves' own text, which is played again when it is read.
- An illegal action raises the rules' IllegalMove, or a ValueError if the number is no action at all. Asked to check
  first, OpenSpiel raises its own SpielError.
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
    """What the game itself says; of one that says nothing, bounds too large to be wrong."""
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
    """What OpenSpiel asks of a state, answered by our rules."""

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
        """The same moment in a world that this player cannot tell from the one that is."""
        state: SpielState = self.get_game().new_initial_state()
        state.moment = self.moment.imagine(player, Random(sampler()))
        return state

    @property
    def record(self) -> record.Record:
        """What was played: it can be written, read and replayed. A world that was imagined has none."""
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
