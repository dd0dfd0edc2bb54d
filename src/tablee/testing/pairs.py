"""Sets of options that together contain every pair of values of any two options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any, TypeVar

from tablee.contract import OptionError, Options, describe_options

O = TypeVar("O", bound=Options)  # noqa: E741

Pair = tuple[tuple[str, Any], tuple[str, Any]]


def covering(kind: type[O], seed: int = 0, samples: Mapping[str, tuple[Any, ...]] | None = None) -> list[O]:
    """A few sets of options, the default first, that cover every pair of sampled values that is allowed together.

    `samples` names the values to try, by option; without it, those that the options name themselves.
    """
    rng = Random(seed)
    samples = samples or {name: option.samples for name, option in describe_options(kind).items()}
    wanted = dict.fromkeys(pairs(samples))  # a set that keeps its order, so that every run gives the same
    found = [kind()]
    while wanted:
        for pair in pairs_of(found[-1], samples):
            wanted.pop(pair, None)
        if not wanted:
            break
        pair = next(iter(wanted))
        tries = [made for _ in range(40) if (made := attempt(kind, samples, pair, rng))]
        if tries:
            found.append(max(tries, key=lambda made: sum(pair in wanted for pair in pairs_of(made, samples))))
        else:
            wanted.pop(pair)  # it never made a game: these two values exclude each other
    return found


def pairs(samples: Mapping[str, tuple[Any, ...]]) -> Iterator[Pair]:
    for one, two in combinations(samples, 2):
        for a in samples[one]:
            for b in samples[two]:
                yield (one, a), (two, b)


def pairs_of(options: Options, samples: Mapping[str, tuple[Any, ...]]) -> Iterator[Pair]:
    return combinations([(name, getattr(options, name)) for name in samples], 2)


def attempt(kind: type[O], samples: Mapping[str, tuple[Any, ...]], pair: Pair, rng: Random) -> O | None:
    values = {name: rng.choice(values) for name, values in samples.items()} | dict(pair)
    try:
        return kind(**values)
    except OptionError:
        return None
