"""The soldiers and stakes that one seat of Code 21 did not see, as another world has them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tablee.contract import Seat
from tablee.games.code21.actions import Play, Stake, StakeNothing
from tablee.games.code21.state import Bet, State
from tablee.told_line import ToldLine


def redeal(lines: Sequence[ToldLine], world: State, rng: Random) -> Sequence[str]:
    """Earlier missions were verified: all saw their soldiers and stakes in the end."""
    found: list[str] = []
    mission, soldiers = 0, 0
    for line in lines:
        over = mission < len(world.verdicts)
        action = line.action
        if action == "play ? down":
            line_up = world.verdicts[mission].soldiers if over else world.line
            action = str(Play(line_up[soldiers].value, "down"))
        elif action == "stake ?":
            assert line.by is not None
            stakes = world.verdicts[mission].stakes if over else world.stakes
            action = write_stake(stakes[line.by])
        found.append(line.complete(action))
        soldiers += action.startswith("play ")
        if line.outcome:
            mission, soldiers = mission + 1, 0
    return found


def write_stake(bet: Bet | None) -> str:
    assert bet is not None
    return str(StakeNothing() if bet.side is None else Stake(bet.points, Seat(bet.side)))
