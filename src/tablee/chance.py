"""The kinds of chance that table games need: one of several things, several of them at once, and dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from random import Random
from typing import Generic, TypeVar

from msgspec import Struct

from tablee.contract import Action, Chance, Seat

A = TypeVar("A", bound=Action)
T = TypeVar("T")


class OneOf(Struct, Chance[A], Generic[A, T], frozen=True):
    """One of several equally likely things, made into an action of the given kind: OneOf(Drawn, stock)."""

    kind: Callable[[T], A]
    things: Sequence[T]
    hand: Seat | None = None

    def sample(self, rng: Random) -> A:
        return self.kind(rng.choice(self.things))

    def odds(self) -> Mapping[A, Fraction]:
        return {self.kind(thing): Fraction(count, len(self.things)) for thing, count in Counter(self.things).items()}

    def expects(self, action: A) -> bool:
        return type(action) is self.kind

    @property
    def size(self) -> int:
        return len(self.things)


class Handful(Struct, Chance[A], Generic[A, T], frozen=True):
    """`count` of several things at once, in their order, read as one action."""

    kind: type[A]
    things: Sequence[T]
    count: int
    read: Callable[[tuple[T, ...]], A]
    hand: Seat | None = None

    def sample(self, rng: Random) -> A:
        everywhere = range(len(self.things))
        if self.count > len(everywhere):
            raise ValueError(f"{self.count} things cannot be drawn from {len(everywhere)}")
        places: set[int] = set()
        while len(places) < self.count:  # repeated places are drawn again; random.sample is several times slower
            places.add(rng.choice(everywhere))
        return self.read(tuple(map(self.things.__getitem__, sorted(places))))

    def odds(self) -> Mapping[A, Fraction]:
        bag = Counter(self.things)  # in their order
        ways = comb(len(self.things), self.count)
        found: dict[A, Fraction] = {}
        for handful in combinations_with_replacement(bag, self.count):
            if chosen := prod(comb(bag[thing], n) for thing, n in Counter(handful).items()):
                found[self.read(handful)] = Fraction(chosen, ways)
        return found

    def expects(self, action: A) -> bool:
        return type(action) is self.kind

    @property
    def size(self) -> int:
        return comb(len(set(self.things)) + self.count - 1, self.count)


@dataclass(slots=True)
class Dice(Chance[A], Generic[A]):
    """`count` equal dice, read as one sorted throw: eleven dice have 4,368 outcomes instead of 6^11."""

    kind: type[A]
    count: int
    read: Callable[[tuple[int, ...]], A]
    sides: int = 6
    hand: Seat | None = None

    def sample(self, rng: Random) -> A:
        return self.read(tuple(sorted(rng.randint(1, self.sides) for _ in range(self.count))))

    def odds(self) -> Mapping[A, Fraction]:
        return {
            self.read(throw): Fraction(
                factorial(self.count) // prod(map(factorial, Counter(throw).values())), self.sides**self.count
            )
            for throw in combinations_with_replacement(range(1, self.sides + 1), self.count)
        }

    def expects(self, action: A) -> bool:
        return type(action) is self.kind

    @property
    def size(self) -> int:
        return comb(self.count + self.sides - 1, self.count)
