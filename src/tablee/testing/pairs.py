"""Sets of options that between them hold every pair of values that any two options can have."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, TypeVar

from tablee.contract import OptionError, Options, described

O = TypeVar("O", bound=Options)  # noqa: E741

Pair = frozenset[tuple[str, Any]]


def covering(kind: type[O], seed: int = 0) -> list[O]:
    """A few sets of options, the usual one first, that cover every pair of sampled values that goes together."""
    rng = Random(seed)
    samples = {name: option.samples for name, option in described(kind).items()}
    wanted = {frozenset(pair) for pair in pairs(samples)}
    found = [kind()]
    wanted -= covered(found[0], samples)
    stubborn: set[Pair] = set()  # pairs that never made a game: their options exclude each other
    while wanted - stubborn:
        pair = min(wanted - stubborn, key=repr)
        tries = [made for _ in range(40) if (made := attempt(kind, samples, pair, rng))]
        if not tries:
            stubborn.add(pair)
            continue
        best = max(tries, key=lambda made: len(covered(made, samples) & wanted))
        found.append(best)
        wanted -= covered(best, samples)
    return found


def pairs(samples: dict[str, tuple[Any, ...]]) -> Iterator[tuple[tuple[str, Any], tuple[str, Any]]]:
    for one, two in combinations(samples, 2):
        for a in samples[one]:
            for b in samples[two]:
                yield (one, a), (two, b)


def covered(options: Options, samples: dict[str, tuple[Any, ...]]) -> set[Pair]:
    return {frozenset(pair) for pair in combinations(((name, getattr(options, name)) for name in samples), 2)}


def attempt(kind: type[O], samples: dict[str, tuple[Any, ...]], pair: Pair, rng: Random) -> O | None:
    values = {name: rng.choice(values) for name, values in samples.items()} | dict(pair)
    try:
        return kind(**values)
    except OptionError:
        return None
