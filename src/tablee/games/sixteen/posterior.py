"""What may be behind a view of Sixteen: the cards nobody showed, shared among the other hands and the draw pile.

Every deal of them is as likely as the next, and nothing that is played proves what stayed in a hand.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import product
from math import comb
from random import Random

from tablee.contract import Seat
from tablee.games.sixteen.cards import PLAIN, WITH_JOKERS, Card
from tablee.games.sixteen.state import State
from tablee.games.sixteen.view import View, imagine


def unseen(view: View) -> Counter[Card]:
    """How many of each card this seat has never seen."""
    left = Counter(WITH_JOKERS if view.options.jokers else PLAIN)
    left.subtract(laid.card for series in view.series for laid in series.cards)
    left.subtract(laid.card for laid in view.pile)
    left.subtract(view.hand)
    return +left


def holds(some: int, many: int, taken: int) -> float:
    """How likely it is that `taken` of `many` cards have one of these `some` among them."""
    return 1 - comb(many - some, taken) / comb(many, taken) if taken <= many else float(some > 0)


class Unseen:
    """The posterior of one view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.cards = unseen(view)
        self.hands = {Seat(seat): count for seat, count in enumerate(view.counts) if seat != view.seat}

    @cached_property
    def worlds(self) -> int:
        """How many different sets of cards the hidden hands can be: counted card by card, by how full each hand is."""
        full = tuple(self.hands.values())
        ways = Counter({(0,) * len(full): 1})
        for copies in self.cards.values():
            after: Counter[tuple[int, ...]] = Counter()
            for given in product(range(copies + 1), repeat=len(full)):
                if sum(given) > copies:
                    continue
                for filled, count in ways.items():
                    now = tuple(map(sum, zip(filled, given, strict=True)))
                    if all(n <= most for n, most in zip(now, full, strict=True)):
                        after[now] += count
            ways = after
        return ways[full]

    @cached_property
    def chances(self) -> dict[str, dict[str, float]]:
        """By hidden hand ("hand 1") and for the draw pile: of each unseen card, how likely it is to be in there."""
        many = self.cards.total()
        places = {f"hand {seat}": count for seat, count in self.hands.items()} | {"draw pile": self.view.stock}
        return {
            place: {card: holds(copies, many, count) for card, copies in sorted(self.cards.items())}
            for place, count in places.items()
        }

    def sample(self, rng: Random) -> State:
        return imagine(self.view, rng)


def posterior(view: View) -> Unseen:
    return Unseen(view)
