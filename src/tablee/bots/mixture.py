"""Mixed strategies: how likely a bot does each thing.

A reader who knows the mixed strategy of a bot can work out what its moves say, and what to do about it. So every bot of
the house reports its own, and draws what it does from exactly that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import isclose, isfinite
from random import Random
from typing import Any, Final, TypeVar

from tablee.bots.bot import NEUTRAL, Adviser, AnyBot, Bot, Chooser, Mixer, Mixture, StyledMixer
from tablee.bots.faults import BotFault
from tablee.contract import Action

V = TypeVar("V")
Offer = TypeVar("Offer")

SLACK: Final = 1e-6  # by so much probabilities may miss 1


def draw(mixture: Mixture, rng: Random) -> Action | None:
    """One action, as likely as the mixture says. The only one takes no random number."""
    actions: list[Action | None] = list(mixture)
    return actions[0] if len(actions) == 1 else rng.choices(actions, list(mixture.values()))[0]


def drawing(mix: Mixer[V, Offer]) -> Chooser[V, Offer]:
    """A chooser that draws from this mixed strategy."""

    def choose(view: V, legal: Sequence[Offer], rng: Random) -> Action | None:
        return draw(mix(view, legal, rng), rng)

    return choose


def mixed_bot(
    game: str, level: str, mix: StyledMixer[V, Offer], advise: Adviser[V, Offer], *, styled: bool = True
) -> Bot[V, Offer]:
    """A bot that draws what it does from its mixed strategy, also in a style, if it has styles."""
    return Bot(game, level, drawing(mix), advise, mix, mix if styled else None)


def in_style(mix: StyledMixer[V, Offer], style: Any) -> Mixer[V, Offer]:
    """The mixed strategy of a level in a style."""
    return mix if style == NEUTRAL else partial(mix, style=style)


def mix_of(bot: AnyBot) -> Mixer[Any, Any]:
    """The mixed strategy of any bot. Of one that does not report it: what it chooses with these random numbers."""
    if bot.mix is not None:
        return bot.mix

    def mix(view: Any, legal: Sequence[Any], rng: Random) -> Mixture:
        return {bot.choose(view, legal, rng): 1.0}

    return mix


def strategy(bot: AnyBot, view: Any, legal: Sequence[Any], rngs: Iterable[Random]) -> dict[Any, float]:
    """The whole mixed strategy of a bot here, as the mean over these generators; what it never does is in it with 0."""
    mix, sums, count = mix_of(bot), dict.fromkeys(legal, 0.0), 0
    for rng in rngs:
        count += 1
        for action, chance in mix(view, legal, rng).items():
            sums[action] = sums.get(action, 0.0) + chance
    return {action: total / count for action, total in sums.items()}


def only(action: Action | None) -> Mixture:
    """This and nothing else."""
    return {action: 1.0}


def evenly(actions: Iterable[Action | None]) -> Mixture:
    """Any of these, all equally likely; what is named twice is twice as likely."""
    named = list(actions)
    mixture: dict[Action | None, float] = {}
    for action in named:
        mixture[action] = mixture.get(action, 0.0) + 1 / len(named)
    return mixture


def blend(*parts: tuple[float, Mixture]) -> Mixture:
    """Each of these mixtures with its share."""
    mixture: dict[Action | None, float] = {}
    for share, part in parts:
        for action, chance in part.items():
            if share:
                mixture[action] = mixture.get(action, 0.0) + share * chance
    return mixture


def check_mixture(mixture: Mapping[Any, Any], legal: Sequence[Any]) -> Mixture:
    """The same mixture; BotFault if it is none of what is legal here."""
    for action, chance in mixture.items():
        if action not in legal:
            raise BotFault("illegal", f"a mixture with {action!s}, which is not legal here")
        if not isinstance(chance, int | float) or not isfinite(chance) or chance < 0:
            raise BotFault("illegal", f"a mixture in which {action!s} has the probability {chance!r}")
    if not isclose(total := sum(mixture.values()), 1, abs_tol=SLACK):
        raise BotFault("illegal", f"a mixture whose probabilities sum to {total:g} and not to 1")
    return mixture
