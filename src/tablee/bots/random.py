"""The bot `random`: it plays anything that is legal."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tablee.bots.bot import NEUTRAL, Advice, AnyBot, Mixture, Style, Weighed
from tablee.bots.mixture import evenly, mixed_bot
from tablee.contract import Action, AnyGame


def mix(view: Any, legal: Sequence[Action], rng: Random, style: Style = NEUTRAL) -> Mixture:
    """Any legal action, all equally likely."""
    return evenly(legal)


def advise(view: Any, legal: Sequence[Action], rng: Random) -> Weighed:
    """It has no opinion: everything is worth a fair share."""
    share = 1 / view.options.players
    return [Advice(action, share, "anything", {"n": len(legal)}) for action in legal]


def random_bot(game: AnyGame) -> AnyBot:
    return mixed_bot(game.name, "random", mix, advise, styled=False)
