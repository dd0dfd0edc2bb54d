"""How long a game of Code 21 can be."""

from __future__ import annotations

from tablee.bounds import Bounds
from tablee.games.code21.options import Options


def bounds(options: Options) -> Bounds:
    """Nobody plays a soldier twice on a mission. Between two of them, all but two may pass; then a call and stakes."""
    players, missions = options.players, options.missions
    soldiers = players * len(options.soldiers)
    return Bounds(
        outcomes=max(len({*missions}), players if options.first is None else 1),
        decisions=len(missions) * (soldiers * (players - 1) + 1 + players),
        chances=1 + len(missions),
    )
