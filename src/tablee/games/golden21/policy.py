"""A sound way to play The Golden 21, compiled: how the master imagines that a game goes on.

What to announce stands in a table by dice and debt, made once by looking ahead along one trader's own year: every roll
is played on until a 21, ruin, or the moment when all others are gone, which comes after each round as likely. The rest
are rules of thumb: a 21 that can be had is taken, then a Kill; else points are saved, and dice go to the strongest.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tablee.games.golden21.bots.dice_odds import sums
from tablee.games.golden21.choices import is_exposed, uses
from tablee.games.golden21.dice import points
from tablee.games.golden21.state import GOAL
from tablee.games.golden21.turbo import (
    ACCOUNT,
    ANNOUNCING,
    BONUS,
    GIVING,
    KILLER,
    LESS_DEBT,
    LITERAL,
    LOWEST,
    MORE_ACCOUNT,
    MORE_DEBT,
    ORIGINAL,
    SURVIVOR,
    TO_ACCOUNT,
    TO_ANNOUNCE,
    TO_DECLINE,
    TO_GIVE,
    TOTALS,
    standing,
)
from tablee.turbo.compiled import BROWSER, kernel
from tablee.turbo.interface import Lane, Policy

FEWEST: Final = -20  # the lowest debt that has a row of its own
MOST_DICE: Final = 12  # with more, the middle total is announced
MOST_SAVED: Final = 15  # more points than these are worth no more
DESPERATE: Final = 17  # with more debt, an account pays it
CAREFUL: Final = 12  # with this much debt, nobody aims
# By goal, where a 21 is worth 1: that all others are gone by the next turn; what it is then worth to be left, and for
# each part of 21 that is still free; what a bonus point is worth. Found by playing such tables against each other.
GONE: Final = (0.04, 0.08, 0.08)
LEFT: Final = (0.2, 0.7, 0.2)
FREE: Final = (0.5, 0.5, 0.5)
POINT: Final = (0.04, 0.09, 0.06)


def announcements(goal: int) -> NDArray[np.int16]:
    """By dice and debt, the total to announce: from 21 down, as no roll makes a debt smaller."""
    found = np.zeros((MOST_DICE + 1, GOAL - FEWEST), np.int16)
    goes_on = 1 - GONE[goal]
    for dice in range(2, MOST_DICE + 1):
        totals = np.arange(dice, 6 * dice + 1)
        odds = np.array(sums(dice)[dice:])
        earned = np.array([points(dice, int(total)) for total in totals])
        saved = POINT[goal] * np.minimum(earned, MOST_SAVED)
        far = np.abs(totals[:, None] - totals)  # by total announced and total rolled
        worth = np.zeros(GOAL - FEWEST + 5 * dice + 1)  # by debt, from the lowest on; over 21 it is 0
        worth[GOAL - FEWEST] = 1.0
        for debt in reversed(range(FEWEST, GOAL)):
            golden = (earned > 0) & (debt + earned == GOAL)
            lands = worth[debt - FEWEST + far] @ odds + odds * np.where(golden, 1.0, saved)
            stays = goes_on * np.where(golden, 0.0, odds)  # the debt is as before, and so is all else
            left = LEFT[goal] + FREE[goal] * (GOAL - debt) / GOAL
            values = (GONE[goal] * left + goes_on * lands) / (1 - stays)
            worth[debt - FEWEST] = values.max()
            found[dice, debt - FEWEST] = totals[values.argmax()]
    return found


# A browser's module has this table in it; to work it out there would take a minute, so Python has an empty one there.
ANNOUNCED: Final[NDArray[np.int16]] = (
    np.zeros((1, 1, 1), np.int16)
    if BROWSER
    else np.stack([announcements(goal) for goal in (ORIGINAL, KILLER, SURVIVOR)])
)


@kernel
def sound(g: Lane) -> int:
    """What a sound trader does."""
    if g.step == GIVING:
        return gift(g)
    ways = uses(g)
    if ways:
        action = spending(g, ways)
        if action >= 0:
            return action
    return announcing(g) if g.step == ANNOUNCING else TO_DECLINE


@kernel
def announcing(g: Lane) -> int:
    """The total of the table, aimed where hits spare more debt than dice off the table cost.

    That is at the strongest; where a hit is taken off a debt (G21-94), at whom it helps the right one.
    """
    p = int(g.turn)
    dice, debt = int(g.golden) + int(g.crisis[p]), int(g.debt[p])
    total = 7 * dice // 2 if dice > MOST_DICE else int(ANNOUNCED[g.goal, dice, max(debt, FEWEST) - FEWEST])
    action = TO_ANNOUNCE + total - LOWEST
    spared = 5 * dice * int(g.aim_hit)
    if g.free_throw and debt < CAREFUL and spared > 18 * int(g.aim_off):
        q = strongest(g, 0) if g.free_throw != LITERAL else least_helped(g, spared > 36 * int(g.aim_off))
        if q >= 0:
            action += TOTALS * (q + 1)
    return action


@kernel
def spending(g: Lane, ways: int) -> int:
    """How the points at hand are used; -1: not yet."""
    p, saved = int(g.turn), g.step != BONUS
    have = int(g.account[p]) if saved else int(g.points)
    first = TO_ACCOUNT if saved else 0
    if g.debt[p] < GOAL and int(g.debt[p]) + have == GOAL:
        return first + 4 * p + MORE_DEBT
    q = strongest(g, have)
    if q >= 0:
        return first + 4 * q + MORE_DEBT
    if not saved:
        return 4 * p + (MORE_ACCOUNT if ways >> (4 * p + MORE_ACCOUNT) & 1 else LESS_DEBT)
    if g.step == ACCOUNT and g.debt[p] > DESPERATE:
        return first + 4 * p + LESS_DEBT
    return -1


@kernel
def strongest(g: Lane, have: int) -> int:
    """The strongest trader of another side that this many points kill, else that they can hurt; -1: none."""
    found, best = -1, 0
    for q in range(g.players):
        if g.side[q] == g.side[g.turn] or not is_exposed(g, q) or (have > 0 and int(g.debt[q]) + have <= GOAL):
            continue
        strength = strength_of(g, q)
        if found < 0 or strength > best:
            found, best = q, strength
    return found


@kernel
def least_helped(g: Lane, rivals: bool) -> int:
    """Whose debt may be taken off (G21-94): a rival at 21 leaves it, a team-mate is helped; else the weakest rival.

    Nobody without a debt is aimed at: a trader far below 0 makes a year very long.
    """
    found, best = -1, 0
    for q in range(g.players):
        mate = g.side[q] == g.side[g.turn]
        if not is_exposed(g, q) or g.debt[q] <= 0 or (mate and g.debt[q] == GOAL) or not (mate or rivals):
            continue
        fit = 20000 if g.debt[q] == GOAL else 10000 + int(g.debt[q]) if mate else -strength_of(g, q)
        if found < 0 or fit > best:
            found, best = q, fit
    return found


@kernel
def strength_of(g: Lane, q: int) -> int:
    """How well this trader's side does so far, and how much room they have left."""
    if g.goal == ORIGINAL:
        return standing(g, q)
    return 10 * int(g.kills[q]) + int(g.account[q]) - int(g.debt[q])


@kernel
def gift(g: Lane) -> int:
    """A Crisis die for the strongest."""
    q = -1
    best = 0
    for other in range(g.players):
        if g.side[other] != g.side[g.turn] and g.debt[other] < GOAL:
            strength = strength_of(g, other) - 2 * int(g.crisis[other])
            if q < 0 or strength > best:
                q, best = other, strength
    return TO_DECLINE if q < 0 else TO_GIVE + q


POLICIES: Final[dict[str, Policy]] = {"sound": sound}
