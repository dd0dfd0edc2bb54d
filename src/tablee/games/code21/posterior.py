"""What may be behind a view of Code 21: the soldiers that others played face down, and the stakes in their fists.

Only what is proved counts: every fitting world is as likely as every other. How people bluff is left to the bots.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from math import perm, prod
from random import Random
from typing import Protocol, TypeVar

from msgspec import Struct

from tablee.contract import Seat
from tablee.games.code21.rules import possible_stakes
from tablee.games.code21.state import State
from tablee.games.code21.view import Seen, View, imagine
from tablee.tuples import around

T = TypeVar("T", covariant=True)


class Row(Protocol[T]):
    """Things in a row."""

    def __len__(self) -> int: ...
    def __getitem__(self, place: int, /) -> T: ...


class Troop(Struct, frozen=True):
    """The face-down soldiers of one seat. Those played before it took soldiers back are none of what it took."""

    unseen: tuple[int, ...]  # what it has in hand or face down
    back: tuple[int, ...]
    early: tuple[int, ...]  # places in the line of those played until then; all, where it took nothing back
    late: tuple[int, ...]

    @property
    def before(self) -> tuple[int, ...]:
        """What the early ones can be."""
        return tuple(value for value in self.unseen if value not in self.back)

    @property
    def worlds(self) -> int:
        """In how many ways these soldiers can be laid, their order told apart."""
        return perm(len(self.before), len(self.early)) * perm(len(self.unseen) - len(self.early), len(self.late))

    def sums(self) -> dict[int, int]:
        """What these soldiers can add up to, and in how many ways, their order left aside."""
        ways = Counter({(0, 0, 0): 1})  # of early ones, of late ones, their sum
        for value in self.unseen:
            for (early, late, total), count in list(ways.items()):
                if early < len(self.early) and value not in self.back:
                    ways[early + 1, late, total + value] += count
                if late < len(self.late):
                    ways[early, late + 1, total + value] += count
        wanted = len(self.early), len(self.late)
        return {total: count for (early, late, total), count in ways.items() if (early, late) == wanted}

    def chances(self) -> Iterator[tuple[int, dict[str, float]]]:
        """How likely each value is at each place."""
        first, rest = len(self.before), len(self.unseen) - len(self.early)
        for place in self.early:
            yield place, {str(value): 1 / first for value in self.before}
        still = (first - len(self.early)) / first if first else 0.0  # that none of the early ones is this value
        for place in self.late:
            odds = {str(value): (1.0 if value in self.back else still) / rest for value in self.unseen}
            yield place, {value: chance for value, chance in odds.items() if chance}


def troop(view: View, seat: Seat) -> Troop:
    theirs: list[tuple[int, Seen]] = [(n, soldier) for n, soldier in enumerate(view.line) if soldier.by == seat]
    when, back = next(((n, soldier.back) for n, soldier in theirs if soldier.back), (len(view.line), ()))
    hidden = [n for n, soldier in theirs if soldier.value is None]
    return Troop(
        view.unseen[seat], back, tuple(n for n in hidden if n <= when), tuple(n for n in hidden if n > when)
    )  # fmt: skip


class Blind(Struct, frozen=True):
    """Everything that fits this view."""

    view: View

    @property
    def worlds(self) -> int:
        fists = [len(possible) for _, possible in self.fists()]
        return prod(troop(self.view, seat).worlds for seat in around(self.view.options.players)) * prod(fists)

    @property
    def chances(self) -> Mapping[str, Mapping[str, float]]:
        """Soldiers as "seat:place in the line", from 0; what is in a fist as "stake of seat"."""
        found: dict[str, Mapping[str, float]] = {}
        for seat in around(self.view.options.players):
            found |= {f"{seat}:{place}": odds for place, odds in troop(self.view, seat).chances()}
        for seat, possible in self.fists():
            found[f"stake of {seat}"] = {text: 1 / len(possible) for text in possible}
        return found

    @property
    def totals(self) -> Mapping[int, float]:
        """How likely each total of the mission is."""
        found = {sum(soldier.value for soldier in self.view.line if soldier.value is not None): 1.0}
        for seat in around(self.view.options.players):
            sums = troop(self.view, seat).sums()
            joined: defaultdict[int, float] = defaultdict(float)
            for total, chance in found.items():
                for more, count in sums.items():
                    joined[total + more] += chance * count / sum(sums.values())
            found = dict(joined)
        return found

    def fists(self) -> Iterator[tuple[Seat, list[str]]]:
        """Who has staked unseen, and what it may be."""
        for seat, placed in enumerate(self.view.staked):
            if placed and seat != self.view.seat:
                assert self.view.call is not None
                choices = possible_stakes(self.view.points[seat], self.view.call, Seat(seat))
                yield Seat(seat), [str(stake).removeprefix("stake ") for stake in choices]

    def sample(self, rng: Random) -> State:
        return imagine(self.view, rng)


def posterior(view: View) -> Blind:
    return Blind(view)


class Plain(Random):
    """Takes the first of everything."""

    def choice(self, seq: Row[T]) -> T:
        return seq[0]


PLAIN = Plain(0)


def plain(view: View) -> State:
    """Any one world that fits: for a question whose answer all of them share."""
    return imagine(view, PLAIN)
