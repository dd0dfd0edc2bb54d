"""Layouts: what is declared once says where everything stands, how far it can go, and what readers are told."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tablee.contract import Seat, describe_options
from tablee.games import GAMES, parts
from tablee.testing import covering, playout
from tablee.turbo import kernel, lanes
from tablee.turbo.layout import Field, Layout, RecordField, RecordLayout, Repeat, digits, wide

ROOT = Path(__file__).parent.parent
KERNELS = {name: game for name, game in GAMES.items() if parts.has_kernel(game)}

TOY = Layout((
    Field("hand", "cards in hand", 3, high=2),
    Repeat("seats", "each seat", 2, (
        Field("won", "points", low=-1, high=5, empty=-1),
        wide("debt", -999, 999, "what it owes"),
    )),
    Field("turn", "whose turn", low=-1, high=1),
))  # fmt: skip


def test_every_field_has_its_place() -> None:
    assert TOY.size == 10
    assert TOY.offsets("hand", "seats", "seats.won", "seats.debt", "turn") == (0, 3, 3, 4, 9)
    assert TOY.stride("seats") == 3
    assert TOY.slice("seats") == slice(3, 9) and TOY.slice("turn") == slice(9, 10)
    assert TOY.cells == (
        "hand[0]", "hand[1]", "hand[2]", "seats[0].won", "seats[0].debt[0]", "seats[0].debt[1]", "seats[1].won",
        "seats[1].debt[0]", "seats[1].debt[1]", "turn",
    )  # fmt: skip


@pytest.mark.parametrize("path", ["hat", "seats.won.high", "hand.won", "seats.turn"])
def test_there_is_no_other_field(path: str) -> None:
    with pytest.raises(KeyError, match=path):
        TOY.offset(path)


def test_only_what_is_repeated_has_a_stride() -> None:
    with pytest.raises(AssertionError, match="hand is not repeated"):
        TOY.stride("hand")


def test_an_array_is_made_of_named_values_and_vacant_rows() -> None:
    values: dict[str, Any] = {"turn": 1, "seats": [{"won": 2, "debt": digits(-130)}], "hand": (0, 1, 2)}
    assert TOY.array(values).tolist() == [0, 1, 2, 2, 126, -2, -1, 0, 0, 1]
    with pytest.raises(AssertionError, match="hand has 3 cells"):
        TOY.array({**values, "hand": (0, 1)})
    with pytest.raises(AssertionError, match="not the fields"):
        TOY.array({**values, "hat": 1})
    with pytest.raises(KeyError):
        TOY.array({"hand": (0, 1, 2), "seats": [], "hat": 1})


@pytest.mark.parametrize(("number", "cells"), [(0, 2), (127, 2), (128, 2), (-1, 2), (-999, 2), (1_000_000, 3), (5, 3)])
def test_digits_say_the_number_within_the_bounds_of_a_wide_field(number: int, cells: int) -> None:
    found = digits(number, cells)
    assert sum(digit << 7 * n for n, digit in enumerate(found)) == number
    field = wide("any", min(0, number), max(0, number), "", cells)
    assert all(low <= digit <= high for low, digit, high in zip(field.lows(), found, field.highs(), strict=True))


def test_bounds_are_of_each_cell() -> None:
    assert TOY.low.tolist() == [0, 0, 0, -1, 0, -8, -1, 0, -8, -1]
    assert TOY.high.tolist() == [2, 2, 2, 5, 127, 7, 5, 127, 7, 1]


def test_the_table_for_readers() -> None:
    assert TOY.markdown().splitlines()[2:] == [
        "| 0–2 | `hand` | 0 | 2 | cards in hand |",
        "| 3–8 | `seats` | | | 2 × 3: each seat |",
        "| +0 | `seats.won` | -1 | 5 | points |",
        "| +1–2 | `seats.debt` | 0 -8 | 127 7 | what it owes |",
        "| 9 | `turn` | -1 | 1 | whose turn |",
    ]
    record = RecordLayout((RecordField("turn", np.int8, "whose turn"), RecordField("row", np.int16, "rows", (4, 13))))
    assert record.markdown().splitlines()[2:] == ["| `turn` | int8 | whose turn |", "| `row` | 4 × 13 × int16 | rows |"]
    assert record.dtype.names == ("turn", "row") and record.dtype["row"].shape == (4, 13)


def test_the_page_of_tables_is_fresh() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "scripts" / "kernel_tables.py"), "--check"], capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


# ---- of our games -----------------------------------------------------------------

OBSERVATIONS = {
    "coda": "a20148a0307a555f",
    "code21": "d3440e3b18bfe5bb",
    "code777": "02caeb886e5b4ced",
    "golden21": "66fe86180bcd4daf",
    "sixteen": "644592db4f0b18b8",
}  # of three games with each set of options that there was when they were written
SINCE: dict[str, dict[str, tuple[Any, ...]]] = {
    "golden21": {"free_throw": (False, True)},  # not yet "literal" (G21-94)
    "sixteen": {"third": ()},  # S16-53
}  # options that came later: the values they had before


def earlier_sets(name: str) -> list[Any]:
    kind = GAMES[name].options
    samples = {option: known.samples for option, known in describe_options(kind).items()} | SINCE.get(name, {})
    return covering(kind, samples={option: values for option, values in samples.items() if values})


@pytest.mark.untraced
@pytest.mark.parametrize("name", OBSERVATIONS)
def test_observations_have_the_bytes_they_always_had(name: str) -> None:
    fast, found = kernel(GAMES[name]), sha256()
    out = np.zeros(fast.observed, np.int8)
    for n, options in enumerate(earlier_sets(name)):
        for g in lanes(GAMES[name], options, 3, seed=n):
            fast.begin(g)
            while (who := fast.awaits(g)) != -2:
                if who == -1:
                    fast.happen(g)
                else:
                    fast.act(g, fast.choose(g))
                if g.rolls % 3 == 0:
                    for seat in range(options.players):
                        fast.observe(g, seat, out)
                        found.update(out.tobytes())
    assert found.hexdigest()[:16] == OBSERVATIONS[name]


@pytest.mark.untraced
@pytest.mark.parametrize("name", KERNELS)
def test_every_observation_lies_within_its_bounds(name: str) -> None:
    game = KERNELS[name]
    fast, layout = kernel(game), kernel(game).observation
    for n, options in enumerate(covering(game.options)):
        for i, (_, _, state) in enumerate(playout(game, options, Random(n))):
            if i % 5 == 0:
                seen = fast.encode(game.view(state, Seat(i % options.players)))
                outside = np.flatnonzero((seen < layout.low) | (seen > layout.high))
                assert [(layout.cells[cell], int(seen[cell])) for cell in outside] == []


@pytest.mark.untraced
@pytest.mark.parametrize("name", KERNELS)
def test_every_field_says_something_and_no_two_have_one_name(name: str) -> None:
    fast = kernel(KERNELS[name])
    assert len(set(fast.observation.cells)) == fast.observed == len(fast.observation.low)
    assert all(field.meaning for field in (*fast.observation.fields, *fast.record.fields))
    names = [field.name for field in fast.record.fields]
    assert len(set(names)) == len(names)
