"""What may be behind a view of Sixteen, against every deal of the unseen cards counted one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import TypeAlias

import pytest

from tablee.contract import Seat
from tablee.games.sixteen import GAME
from tablee.games.sixteen.cards import Card
from tablee.games.sixteen.options import Options
from tablee.games.sixteen.posterior import posterior, unseen
from tablee.games.sixteen.state import State
from tablee.games.sixteen.view import View
from tablee.testing import playout
from tests.games.sixteen.test_rules import table

Hands: TypeAlias = tuple[tuple[Card, ...], ...]


def late(options: Options, cards: int, seed: int, empty: bool = False) -> View:
    """A seat's view near the end of a random game, with at most so many cards unseen, two alike among them if any."""
    for before, _, _ in playout(GAME, options, Random(seed)):
        seen = GAME.view(before, Seat(0))
        if unseen(seen).total() <= cards and bool(before.stock) != empty:
            return seen
    raise AssertionError


def deals(view: View) -> dict[Hands, Fraction]:
    """Every world, as hands and draw pile, with its exact probability: all orders of the unseen cards, one by one."""
    cards = sorted(unseen(view).elements())
    found: Counter[Hands] = Counter()
    for order in permutations(cards):
        rest, hands = list(order), []
        for seat, count in enumerate(view.counts):
            hands.append(view.hand if seat == view.seat else tuple(sorted(rest.pop() for _ in range(count))))
        found[(*hands, tuple(sorted(rest)))] += 1
    return {deal: Fraction(count, found.total()) for deal, count in found.items()}


def deal(state: State) -> Hands:
    return (*state.hands, state.stock)


VIEWS = [
    late(Options(), 7, 1),
    late(Options(), 6, 2),
    late(Options(draw="strict"), 6, 3),
    late(Options(players=4), 7, 4, empty=True),
    late(Options(players=4, draw="loose"), 7, 9, empty=True),
]


@pytest.mark.parametrize("view", VIEWS)
def test_worlds_are_counted_and_chances_are_those_of_all_deals(view: View) -> None:
    exact, found = deals(view), posterior(view)
    assert found.worlds == len(exact)
    places = [f"hand {seat}" for seat in range(view.options.players)] + ["draw pile"]
    assert set(found.chances) == set(places) - {f"hand {view.seat}"}
    for place, cards in found.chances.items():
        assert set(cards) == set(unseen(view))
        for card, chance in cards.items():
            assert chance == pytest.approx(sum(p for world, p in exact.items() if card in world[places.index(place)]))


@pytest.mark.parametrize("view", VIEWS[1:4])
def test_samples_are_as_likely_as_their_worlds(view: View) -> None:
    exact, rng, times = deals(view), Random(1), 2000
    found = Counter(deal(posterior(view).sample(rng)) for _ in range(times))
    assert set(found) <= set(exact)
    squares = sum((found[world] - times * p) ** 2 / (times * p) for world, p in exact.items())
    assert squares < len(exact) - 1 + 5 * (2 * max(1, len(exact) - 1)) ** 0.5  # chi-square: mean n, variance 2n


@pytest.mark.parametrize("view", VIEWS)
def test_a_sample_looks_the_same_from_the_seat(view: View) -> None:
    state = posterior(view).sample(Random(3))
    assert GAME.view(state, view.seat) == view


def test_after_the_deal_the_other_hand_is_any_three_of_fifty_one_cards() -> None:
    found = posterior(GAME.view(table("g1 g2 g3", "o1 o2 o3"), Seat(0)))
    twice, once = 22, 7  # kinds of cards unseen twice: o b p 1 to 6, g4 to g6 and jokers; once: four 0 and g1 to g3
    kinds = twice + once
    assert found.worlds == kinds * (kinds - 1) * (kinds - 2) // 6 + twice * (kinds - 1)
    assert found.chances["hand 1"]["o0"] == pytest.approx(3 / 51)


def test_a_spectator_knows_no_hand() -> None:
    found = posterior(GAME.view(table("g1 g2 g3", "o1 o2 o3"), None))
    assert set(found.chances) == {"hand 0", "hand 1", "draw pile"}
    assert found.chances["hand 0"]["g0"] == pytest.approx(3 / 54)


def test_with_two_players_and_no_draw_pile_there_is_one_world() -> None:
    view = late(Options(), 4, 6, empty=True)
    found = posterior(view)
    assert found.worlds == 1
    assert set(found.chances["hand 1"].values()) == {1.0}
    assert set(found.chances["draw pile"].values()) == {0.0}
