"""What a move of The Golden 21 is worth at first sight, in points of debt: the next roll is weighed, nothing after."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from tablee.games.golden21.actions import Act, Aim, Announce, Give, Roll, SpendAccount, SpendBonus
from tablee.games.golden21.bots.dice_odds import differences, mean
from tablee.games.golden21.dice import FACES, points
from tablee.games.golden21.options import Options
from tablee.games.golden21.state import GOAL
from tablee.games.golden21.view import View

GOLD: Final = 12.0  # a 21
RUIN: Final = 8.0  # going over, on top of the room that was left
KILL: Final = 10.0
USEFUL: Final = 9  # bonus points, each as good as a point of debt; more at once are hardly more use
OTHERS: Final = 0.3  # a point of somebody else's debt or account
FINE: Final = 3.5  # a penalty die
SWAY: Final = 25  # what makes the odds to win nearly three times as good


def chance(options: Options, liking: float) -> float:
    """This much good or harm as a chance to win: nothing in particular is a fair share."""
    rivals = len(set(options.sides)) - 1
    return 1 / (1 + rivals * exp(-liking / SWAY))


def worth(view: View, action: Act) -> float:
    turn = view.turn
    assert turn is not None
    own = view.traders[turn.seat]
    options = view.options
    off = options.off / 100 if options.penalties else 0.0
    match action:
        case Announce(total):
            return with_fines(rolling(view.dice, own.debt, total), off)
        case Aim(total, seat):
            hit = hitting(view, seat, total) + earning(view.dice, total)
            away, share = options.aim_off / 100, options.aim_hit / 100
            if away + share >= 1:
                return with_fines(hit, away)
            here = (share * hit + (1 - share - away) * rolling(view.dice, own.debt, total)) / (1 - away)
            return with_fines(here, away)
        case Roll():
            return sum(after_fine(view.dice, own.debt, face, off) for face in FACES) / 6
        case SpendBonus(use, seat):
            return spending(view, use, seat, turn.points)
        case SpendAccount(use, seat):
            # What is kept has its worth; before the roll it can as well be used after it.
            rolls = best(view.dice, own.debt, off) - saving(own.account) if turn.step == "announce" else 0.0
            return spending(view, use, seat, own.account) + rolls
        case Give(seat):
            rival = options.sides[seat] != options.sides[turn.seat]
            return 1 - view.traders[seat].debt / 100 if rival else -1.0
        case _:
            return 0.0 if turn.step == "gift" else saving(own.account)


@lru_cache(4096)
def rolling(dice: int, debt: int, total: int) -> float:
    """Announcing this total: a 21 is a joy, debt a burden, going over a ruin, and being exact earns points."""
    room = GOAL - debt
    chances = differences(dice, total)
    return earning(dice, total) + sum(
        chance * (-far if far < room else GOLD if far == room else -room - RUIN) for far, chance in enumerate(chances)
    )


def hitting(view: View, seat: int, total: int) -> float:
    """What it is worth that this trader takes the difference, onto the debt (G21-91) or off it (G21-94)."""
    options, turn = view.options, view.turn
    assert turn is not None
    sign = 1 if options.sides[seat] != options.sides[turn.seat] else -1
    if options.free_throw != "literal":
        return sign * OTHERS * mean(view.dice, total)
    if view.traders[seat].debt == GOAL:  # pulled back, unless the roll is exact
        return sign * GOLD * (1 - differences(view.dice, total)[0])
    return -sign * OTHERS * mean(view.dice, total)


def earning(dice: int, total: int) -> float:
    """The bonus to expect of an announcement."""
    return saving(points(dice, total)) * differences(dice, total)[0]


def saving(have: int) -> float:
    return float(min(have, USEFUL))


def with_fines(value: float, off: float) -> float:
    """With a penalty die for each roll that leaves the table, and then another roll."""
    return value - FINE * off / (1 - off) if off < 1 else -GOAL - RUIN


@lru_cache(4096)
def best(dice: int, debt: int, off: float) -> float:
    """What announcing is worth here."""
    return max(with_fines(rolling(dice, debt, total), off) for total in range(dice, 6 * dice + 1))


def after_fine(dice: int, debt: int, face: int, off: float) -> float:
    if debt + face < GOAL:
        return best(dice, debt + face, off) - face
    return GOLD if debt + face == GOAL else debt - GOAL - RUIN


def spending(view: View, use: str, seat: int, have: int) -> float:
    """What this many points do: a 21, a Kill, or a little good or harm."""
    turn = view.turn
    assert turn is not None
    sides, trader = view.options.sides, view.traders[seat]
    ally = sides[seat] == sides[turn.seat]
    own = seat == turn.seat
    sign = 1 if ally else -1
    if use == "+debt" and trader.debt + have == GOAL:
        return sign * GOLD
    if use == "+debt" and trader.debt + have > GOAL:
        return -RUIN if ally else KILL + (GOAL - trader.debt) / 100
    if use == "-debt" and trader.debt == GOAL:
        return -sign * GOLD
    if own:
        return keeping(view, use, trader.debt, have)
    good = sign if use in ("-debt", "+account") else -sign
    return good * OTHERS * (min(have, trader.account) if use == "-account" else have)


def keeping(view: View, use: str, debt: int, have: int) -> float:
    """Points pay what is owed; where nothing is, or Kills win, they are rather saved."""
    match use:
        case "+debt":
            return float(-have)
        case "+account":
            return 0.9 * saving(have)
        case _:
            pressing = view.options.goal == "original" or debt > GOAL - 4
            return saving(min(have, max(0, debt))) * (1.0 if pressing else 0.8)
