"""Who plays the other seats of an environment: a bot for all of them, or one for each seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from tablee.bots.bot import AnyBot, Bot, Chooser
from tablee.bots.outside import find_bot
from tablee.contract import AnyGame

Opponent: TypeAlias = (
    str | AnyBot | Chooser[Any, Any]
)  # a name, a bot, or a function of view, legal actions and generator
Opponents: TypeAlias = Opponent | Sequence[Opponent | None] | Mapping[int, Opponent]


def find_choosers(game: AnyGame, opponents: Opponents, players: int) -> tuple[Chooser[Any, Any] | None, ...]:
    """How each seat chooses, by seat; None where nobody is named, which only the agent's seat may be."""
    if isinstance(opponents, str | Bot) or callable(opponents):
        return (find_chooser(game, opponents),) * players
    if isinstance(opponents, Mapping):
        given: list[Any] = [opponents.get(seat) for seat in range(players)]
        if unknown := set(opponents) - set(range(players)):
            raise ValueError(f"opponents: there is no seat {min(unknown, key=str)!r} at a table of {players}")
    else:
        given = list(opponents)
        if len(given) != players:
            raise ValueError(f"opponents: {players} are expected, one for each seat (None: the agent's), not {given!r}")
    return tuple(None if one is None else find_chooser(game, one) for one in given)


def find_chooser(game: AnyGame, opponent: Any) -> Chooser[Any, Any]:
    if isinstance(opponent, str):
        return find_bot(game, opponent).choose
    if isinstance(opponent, Bot):
        if opponent.game != game.name:
            raise ValueError(f"opponents: {opponent.level} is a bot of {opponent.game}, not of {game.name}")
        return opponent.choose
    if not isinstance(opponent, Callable):  # type: ignore[arg-type]
        raise TypeError(f"opponents: a bot, its name or a function (view, legal, rng) is expected, not {opponent!r}")
    return opponent  # type: ignore[no-any-return]
