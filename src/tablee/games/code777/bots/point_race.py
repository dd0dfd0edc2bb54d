"""The race for points: which player gets there first, if each point takes about this many questions.

A declaration costs nothing but what one knows of one's rack. So all depends on the time: how long a point takes from
new tiles on, and how near the others are to their next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp, lgamma, log
from typing import Final

from tablee.games.code777.view import View

# How many questions a point takes from new tiles on, and how much that varies, by the number of players. The means are
# about those of bots that declare what is certain; the spreads are set by eye, somewhat below theirs.
PACE: Final = {2: (18.0, 8.0), 3: (12.5, 5.6), 4: (11.8, 5.2)}
COLOURED: Final = 1.04  # the same where colours must be declared, too
LONGEST: Final = 160  # questions that are looked ahead
KEEN: Final = 1.5  # how much a point is worth when the questions run out before anybody wins


@cache
def pace(players: int, colours: bool) -> tuple[float, ...]:
    """How likely a point takes 0, 1, 2 … questions: a gamma distribution, cut off."""
    mean, spread = PACE[players]
    mean *= COLOURED if colours else 1.0
    shape, scale = (mean / spread) ** 2, spread**2 / mean
    row = [0.0] + [
        exp((shape - 1) * log(t) - t / scale - lgamma(shape) - shape * log(scale)) for t in range(1, LONGEST)
    ]
    total = sum(row)
    return tuple(chance / total for chance in row)


@cache
def duration(points: int, players: int, colours: bool) -> tuple[float, ...]:
    """How likely this many points take 0, 1, 2 … questions."""
    if points == 0:
        return (1.0, *(0.0,) * (LONGEST - 1))
    one, rest = pace(players, colours), duration(points - 1, players, colours)
    return tuple(sum(one[k] * rest[t - k] for k in range(t + 1)) for t in range(LONGEST))


@cache
def longer_odds(points: int, players: int, colours: bool) -> tuple[float, ...]:
    """How likely this many points take more than 0, 1, 2 … questions; just as many count half: either may be first."""
    found, before = [], 0.0
    for chance in duration(points, players, colours):
        found.append(1 - before - chance / 2)
        before += chance
    return tuple(found)


class Race:
    """The chances of one seat, given in how many questions each rival may get their next point."""

    def __init__(self, view: View, nexts: Sequence[Sequence[int]]) -> None:
        """`nexts`: several ways it may go on, in each the number of questions to each rival's next point."""
        options = view.options
        assert view.seat is not None
        self.players, self.colours, self.target = options.players, options.colours, options.target
        self.points = view.points[view.seat]
        self.rivals = [points for seat, points in enumerate(view.points) if seat != view.seat]
        self.left = options.limit - view.asked if options.limit else LONGEST
        self.mean = PACE[self.players][0]
        self.short = self.left < self.mean * 2
        self.alive = self.unbeaten(nexts)

    def unbeaten(self, nexts: Sequence[Sequence[int]]) -> list[float]:
        """How likely it is that after 0, 1, 2 … questions no rival has won."""
        found = [0.0] * LONGEST
        for row in nexts:
            ways = [longer_odds(self.target - points - 1, self.players, self.colours) for points in self.rivals]
            for t in range(LONGEST):
                chance = 1.0
                for after, way in zip(row, ways, strict=True):
                    if t >= after:
                        chance *= way[t - after]
                if chance < 1e-4:
                    break
                found[t] += chance / len(nexts)
        found[0] = 1.0  # nobody has won yet
        return found

    def chance(self, points: int, after: int) -> float:
        """The chance to win with this many points and new tiles, this many questions from now."""
        if self.short:
            return self.standing(points, max(0, self.left - after))
        if points >= self.target:
            return self.alive[after]
        ahead = duration(self.target - points, self.players, self.colours)
        return sum(chance * alive for chance, alive in zip(ahead, self.alive[after:], strict=False))

    def standing(self, points: int, left: int) -> float:
        """The same where the questions will run out: who is ahead by then."""
        mine = points + left / self.mean
        behind = sum(exp(KEEN * (other + self.left / self.mean - mine)) for other in self.rivals)
        return 1.0 if points >= self.target else 1 / (1 + behind)
