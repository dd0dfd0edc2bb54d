"""Chances of winning as they turn out: what is shown of a bot's estimates, where these are known to err.

`tablee lab calibrate` says how estimates turn out. A correction keeps their order, and 0 and 1 as they are. It changes
nothing that a bot does: its mixed strategy does not look at what is shown.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from tablee.bots.bot import Weighed


class Correction(NamedTuple):
    """The odds, raised to `power`, times `factor`: a logistic regression of what was won on what was predicted."""

    power: float
    factor: float

    def corrected(self, chance: float) -> float:
        if chance <= 0 or chance >= 1:
            return chance
        odds: float = self.factor * (chance / (1 - chance)) ** self.power
        return odds / (1 + odds)


def as_it_turns_out(weighed: Weighed, correction: Correction | None) -> Weighed:
    """The same advice in the same order, with corrected chances; None: there is nothing to correct."""
    if correction is None:
        return weighed
    return [replace(one, value=correction.corrected(one.value)) for one in weighed]
