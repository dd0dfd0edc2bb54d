"""The laws of chance: odds are exact, and samples follow them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.chance import Dice, Handful, OneOf
from tablee.contract import Action, Chance, Seat


class Drawn(Action, frozen=True):
    form: ClassVar[str] = "drawn {card}"
    card: str


class Dealt(Action, frozen=True):
    form: ClassVar[str] = "dealt {cards}"
    cards: tuple[str, ...]


class Rolled(Action, frozen=True):
    form: ClassVar[str] = "rolled {dice}"
    dice: tuple[int, ...]


def surprise(chance: Chance[Any], draws: int = 20000) -> float:
    """The chi-square of many samples against the odds, by degrees of freedom: about 1 if they follow them."""
    rng = Random(16)
    odds = chance.odds()
    seen = Counter(chance.sample(rng) for _ in range(draws))
    assert set(seen) <= set(odds)
    square = sum((seen[action] - draws * odd) ** 2 / (draws * odd) for action, odd in odds.items())
    return float(square) / (len(odds) - 1)


# ---- one of several -----------------------------------------------------------------------


def test_one_of_several_things_counts_how_often_each_is_there() -> None:
    chance = OneOf(Drawn, ("a", "a", "b", "c"), Seat(1))
    assert chance.odds() == {Drawn("a"): Fraction(1, 2), Drawn("b"): Fraction(1, 4), Drawn("c"): Fraction(1, 4)}
    assert chance.hand == 1
    assert chance.expects(Drawn("z"))  # of this kind; whether it can be is for the rules to say
    assert not chance.expects(Dealt(("a",)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "chance",
    [
        OneOf(Drawn, tuple("aaab" * 3 + "c")),
        Handful(Dealt, tuple("aabbbcd"), 3, Dealt),
        Dice(Rolled, 3, Rolled),
        Dice(Rolled, 2, Rolled, sides=4),
    ],
)
def test_samples_follow_the_odds(chance: Chance[Any]) -> None:
    assert surprise(chance) < 1.8


# ---- a handful ------------------------------------------------------------------------------


def handfuls(things: str, count: int) -> dict[Dealt, Fraction]:
    """By brute force: every way to take so many of them."""
    ways = Counter(Dealt(tuple(taken)) for taken in combinations(things, count))
    return {action: Fraction(n, ways.total()) for action, n in ways.items()}


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=8), st.data())
def test_a_handful_has_the_odds_that_counting_gives(bag: list[str], data: st.DataObject) -> None:
    things = "".join(sorted(bag))
    count = data.draw(st.integers(0, len(things)))
    assert Handful(Dealt, tuple(things), count, Dealt).odds() == handfuls(things, count)


def test_a_handful_keeps_the_order_of_the_things() -> None:
    chance = Handful(Dealt, ("c", "a", "b"), 2, Dealt)
    assert set(chance.odds()) == {Dealt(("c", "a")), Dealt(("c", "b")), Dealt(("a", "b"))}
    assert all(chance.sample(Random(seed)) in chance.odds() for seed in range(20))
    assert chance.expects(Dealt(()))
    assert not chance.expects(Rolled((1,)))  # type: ignore[arg-type]


# ---- dice ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 6), (4, 4), (2, 8), (0, 6)])
def test_dice_have_the_odds_that_counting_gives(count: int, sides: int) -> None:
    throws = Counter(Rolled(tuple(sorted(throw))) for throw in product(range(1, sides + 1), repeat=count))
    odds = Dice(Rolled, count, Rolled, sides).odds()
    assert odds == {throw: Fraction(n, sides**count) for throw, n in throws.items()}


def test_eleven_dice_have_4368_throws() -> None:
    odds = Dice(Rolled, 11, Rolled).odds()
    assert len(odds) == 4368
    assert sum(odds.values()) == 1


def test_dice_are_read_by_the_game() -> None:
    chance = Dice(Drawn, 2, lambda throw: Drawn(str(sum(throw))), hand=Seat(0))
    assert chance.expects(Drawn("7"))
    assert int(chance.sample(Random(1)).card) in range(2, 13)


# ---- how many -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "chance",
    [
        OneOf(Drawn, ("a", "b")),
        Handful(Dealt, tuple("aabc"), 2, Dealt),
        Dice(Rolled, 3, Rolled),
        Dice(Rolled, 0, Rolled),
    ],
)
def test_the_size_told_cheaply_is_never_less_than_the_list(chance: Chance[Any]) -> None:
    assert chance.size >= len(chance.odds())


def test_a_chance_that_says_nothing_of_its_size_is_as_large_as_its_list() -> None:
    class Coin(Chance[Drawn]):
        def odds(self) -> Mapping[Drawn, Fraction]:
            return {Drawn("heads"): Fraction(1, 2), Drawn("tails"): Fraction(1, 2)}

        def sample(self, rng: Random) -> Drawn:
            return rng.choice(list(self.odds()))

        def expects(self, action: Drawn) -> bool:
            return type(action) is Drawn

    assert Coin().size == 2
