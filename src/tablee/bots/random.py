"""The bot `random`: it plays anything that is legal."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tablee.bots.bot import Advice, AnyBot, Bot, Weighed
from tablee.contract import Action, AnyGame


def choose(view: Any, legal: Sequence[Action], rng: Random) -> Action | None:
    """Any legal action, all equally likely."""
    return rng.choice(legal)


def advise(view: Any, legal: Sequence[Action], rng: Random) -> Weighed:
    """It has no opinion: everything is worth a fair share."""
    share = 1 / view.options.players
    return [Advice(action, share, "anything", {"n": len(legal)}) for action in legal]


def random_bot(game: AnyGame) -> AnyBot:
    return Bot(game.name, "random", choose, advise)
