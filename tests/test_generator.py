"""Mix1x32-2, the generator of the kernels: its numbers are those that docs/random-numbers.md was measured with."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tablee.turbo import chance

BATTERY = Path(__file__).parent.parent / "benchmarks" / "randomness" / "battery.c"
FIRST = {  # forever: seeds in papers and digests of kernels depend on them
    "lane": [2651576790, 4023155770, 1336908045],
    "games": [2651576790, 4023155770, 1336908045],
    "lanes": [2651576790, 1234124797, 2302003749],
    "seeds": [2651576790, 3906631449, 2938000133],
}


def numbers(seed: int, lane: int) -> Iterator[int]:
    """Those of one lane, from the functions as they are written, not compiled."""
    below: Any = getattr(chance.below, "py_func", chance.below)
    start: Any = getattr(chance.seed, "py_func", chance.seed)
    state = SimpleNamespace()
    start(state, seed, lane)
    while True:
        yield below(state, 1 << 32)


def used(way: str) -> Iterator[int]:
    """The numbers as this way of using the generator gets them."""
    match way:
        case "lane":
            yield from numbers(0, 0)
        case "games":
            for lane in count():
                yield from islice(numbers(0, lane), 100)
        case "lanes":
            yield from (next(numbers(0, lane)) for lane in count())
        case _:
            yield from (next(numbers(seed, 0)) for seed in count())


@pytest.mark.parametrize("way", FIRST)
def test_the_numbers_are_the_same_for_good(way: str) -> None:
    assert list(islice(used(way), 3)) == FIRST[way]


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_the_battery_tests_the_same_numbers(tmp_path: Path) -> None:
    program = tmp_path / "battery"
    subprocess.run(["cc", "-DNUMBERS_ONLY", "-O2", str(BATTERY), "-o", str(program)], check=True)
    for way in FIRST:
        said = subprocess.run([str(program), "print", way, "1000"], capture_output=True, text=True, check=True).stdout
        assert list(map(int, said.split())) == list(islice(used(way), 1000))
