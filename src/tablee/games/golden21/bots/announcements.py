"""What every announcement of one turn of The Golden 21 is worth.

The roll may land in few ways, and what each of them brings was looked at (`lookahead`). The exact odds of the dice, of
a hit and of a die off the table put these together, for all totals at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee.contract import Seat
from tablee.games.golden21.bots.dice_odds import sums
from tablee.games.golden21.bots.lookahead import landing
from tablee.games.golden21.dice import FACES, points
from tablee.games.golden21.state import GOAL
from tablee.games.golden21.view import View

RARE: Final = 0.004  # a total so unlikely has no look of its own at its bonus
HITS: Final = (1, 3, 6, 10)  # the differences looked at that a trader who is hit takes, onto or off the debt
OVER: Final = 8  # how much further over 21 is looked at, where it may matter
OFTEN: Final = 0.3  # where this many rolls leave the table, there may be many fines in one turn
FINES: Final = 24  # penalty points in one turn, after which nothing more is looked at

Values = NDArray[np.float64]  # by total announced, from the lowest on


class Landings:
    """The ways in which the roll of this turn may land: more debt, a bonus, or somebody hit takes the difference."""

    def __init__(self, view: View) -> None:
        assert view.turn is not None
        options = view.options
        self.seat, self.dice = view.turn.seat, view.dice
        self.room = GOAL - view.traders[self.seat].debt
        self.hit, self.away = options.aim_hit / 100, options.aim_off / 100
        self.off = options.off / 100 if options.penalties else 0.0
        wide = 5 * self.dice // 2 + (6 if options.penalties or options.free_throw else 2)
        owed = {*range(min(wide, self.room) + 1)}
        if self.room <= 5 * self.dice + (FINES if max(self.off, self.away) > OFTEN else 6):  # as far as this turn goes
            owed |= {self.room - 1, self.room, self.room + 1, self.room + OVER}
        self.owed = sorted(owed)
        odds = sums(self.dice)
        likely = (points(self.dice, total) for total in range(self.dice, 6 * self.dice + 1) if odds[total] > RARE)
        self.earned = sorted({0, *likely})
        self.targets = [
            Seat(seat)
            for seat, trader in enumerate(view.traders)
            if options.free_throw
            and seat != self.seat
            and (trader.debt < GOAL or (trader.debt == GOAL and options.at21 == "open"))
        ]

    def numbers(self) -> list[int]:
        """What is to be played on from."""
        own = [landing(self.seat, far) for far in self.owed]
        bonus = [landing(self.seat, 0, earned) for earned in self.earned if earned]
        return own + bonus + [landing(seat, far) for seat in self.targets for far in HITS]

    def values(self, seen: Mapping[int, float]) -> Announcements:
        """All announcements, from what each of these numbers brings."""
        owing = np.interp(
            np.arange(5 * self.dice + FINES + 7), self.owed, [seen[landing(self.seat, far)] for far in self.owed]
        )
        earned = [points(self.dice, total) for total in range(self.dice, 6 * self.dice + 1)]
        bonus = np.interp(earned, self.earned, [seen[landing(self.seat, 0, some)] for some in self.earned])
        places = np.arange(5 * self.dice + 1)
        hits = {
            seat: np.interp(places, (0, *HITS), [owing[0], *(seen[landing(seat, far)] for far in HITS)])
            for seat in self.targets
        }
        return Announcements(self, owing, bonus, hits)


class Announcements:
    """Their values: `owing` is what this much more debt brings, `bonus` what being exact does, by total announced."""

    def __init__(self, ways: Landings, owing: Values, bonus: Values, hits: Mapping[Seat, Values]) -> None:
        self.ways, self.owing, self.bonus, self.hits = ways, owing, bonus, hits
        self.odds = odds(ways.dice)

    def unaimed(self) -> list[Values]:
        """By penalty points owed before."""
        return self.after_fines([self.landed(fine) for fine in range(FINES)], self.ways.off)

    def aimed(self, seat: Seat) -> Values:
        hit, away = self.ways.hit, self.ways.away
        if away == 1:
            return self.after_fines([self.landed(fine) for fine in range(FINES)], away)[0]
        taken = self.odds @ self.hits[seat] + self.odds[:, 0] * (self.bonus - self.owing[0])
        share = hit / (1 - away)
        return self.after_fines(
            [
                share * (taken + self.owing[fine] - self.owing[0]) + (1 - share) * self.landed(fine)
                for fine in range(FINES)
            ],
            away,
        )[0]

    def landed(self, fine: int) -> Values:
        """When the dice stay on the table and nobody is hit, after a fine."""
        span = len(self.odds)
        exact = self.bonus - self.owing[0]
        values: Values = self.odds @ self.owing[fine : fine + span] + self.odds[:, 0] * exact
        return values

    def after_fines(self, landed: Sequence[Values], off: float) -> list[Values]:
        """By penalty points owed before, with a penalty die and another roll for each that leaves the table."""
        found: list[Any] = [*landed]
        if off:
            for fine in reversed(range(FINES)):
                again = sum(
                    found[fine + face] if self.rolls(fine + face) else self.owing[fine + face] for face in FACES
                )
                found[fine] = (1 - off) * landed[fine] + off * again / 6
        return found

    def rolls(self, fine: int) -> bool:
        """Whether one still rolls with this much more debt."""
        return fine < min(FINES, self.ways.room)

    def hasty(self) -> float:
        """Rolling unannounced: a penalty die, then the best announcement."""
        unaimed = self.unaimed()
        return float(sum(np.max(unaimed[face]) if self.rolls(face) else self.owing[face] for face in FACES) / 6)


@lru_cache(64)
def odds(dice: int) -> NDArray[np.float64]:
    """By total announced and difference, its probability."""
    span = np.arange(5 * dice + 1)
    shown = np.array(sums(dice)[dice:])
    found = np.zeros((len(span), len(span)))
    for rolled, chance in enumerate(shown):
        found[span, np.abs(span - rolled)] += chance
    return found
