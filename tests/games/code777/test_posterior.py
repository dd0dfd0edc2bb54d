"""How likely each rack is, against every way in which it could have come about."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, prod
from random import Random

import pytest

from tablee.contract import Seat
from tablee.games.code777 import GAME
from tablee.games.code777.figures import figures
from tablee.games.code777.options import Options
from tablee.games.code777.posterior import posterior
from tablee.games.code777.questions import answer
from tablee.games.code777.state import Asked, State, racks_to_refill
from tablee.games.code777.tiles import COUNT, DIGITS, RACKS, Rack, Tile
from tablee.testing import playout
from tablee.tuples import around
from tests.games.code777.table import ask, table, then

World = tuple[tuple[Rack, ...], Counter[Tile], Counter[Tile], Fraction]  # own racks, stock, set aside, probability


def histories(state: State, seat: int) -> dict[tuple[Rack, ...], Fraction]:
    """All that may have stood on the rack of `seat`, one after the other, played from the start by the rules."""
    worlds: list[World] = [((), Counter(COUNT), Counter(), Fraction(1))]
    place = [0] * 4

    def fill(rack: int) -> list[World]:
        found: list[World] = []
        for own, stock, aside, chance in worlds:
            for tiles in RACKS if rack == seat else [state.racks[rack][place[rack]]]:
                ways = prod(comb(stock[tile], n) for tile, n in Counter(tiles).items())
                if not ways:
                    continue
                left, kept = stock - Counter(tiles), aside
                if left.total() == 7:
                    left, kept = left + aside, Counter()
                row = (*own, tiles) if rack == seat else own
                found.append((row, left, kept, chance * Fraction(ways, comb(stock.total(), 3))))
        place[rack] += 1
        return found

    def standing(own: tuple[Rack, ...], rack: int) -> Rack:
        return own[-1] if rack == seat else state.racks[rack][place[rack] - 1]

    for rack in range(4):
        worlds = fill(rack)
    points = 0
    for event in state.log:
        if isinstance(event, Asked):
            seen = [rack for rack in range(4) if rack != event.by]
            worlds = [w for w in worlds if answer(event.number, [standing(w[0], r) for r in seen]) == event.answer]
            continue
        worlds = [w for w in worlds if (DIGITS[standing(w[0], event.by)] == event.said) == event.right]
        points += event.right
        for rack in racks_to_refill(state.options, event.by, event.right, points):
            worlds = [(own, stock, aside + Counter(standing(own, rack)), p) for own, stock, aside, p in worlds]
            worlds = fill(rack)
    total = sum((chance for *_, chance in worlds), Fraction(0))
    return {own: chance / total for own, _, _, chance in worlds}


def twice(*lines: str) -> State:
    """Ada was right twice: what she had is known but for its colours."""
    return then(
        ask(table(declare_again="any", target="9"), 10, 16),
        "0: declare 4,5,7", "*: racked 0 5k,6g,6p",
        "0: declare 5,6,6", "*: racked 0 5r,5r,7b",
        *lines,
    )  # fmt: skip


TABLES = {
    "nothing was said": table(),
    "answers": ask(table(), 16, 8, 22, 9),
    "somebody else drew": then(ask(table(), 21), "1: declare 1,1,1", "*: racked 1 5r,5r,6g"),
    "wrong once": ask(then(ask(table(), 17, 18, 10, 21), "0: declare 5,6,7", "*: racked 0 5r,6g,6p"), 12, 8, 11),
    "right twice between two merges": ask(twice(), 8),
    "the stock was merged": twice(
        "1: declare 1,1,1", "*: racked 1 6g,6p,7b", "2: declare 1,1,1", "*: racked 2 1g,4n,5r"
    ),
    "right again after the merge": ask(
        twice(
            "1: declare 1,1,1", "*: racked 1 6g,6p,7b",
            "2: declare 1,1,1", "*: racked 2 1g,4n,5r",
            "0: declare 5,5,7", "*: racked 0 2y,3k,5r",
        ),
        22, 9,
    ),
    "with a free rack": ask(
        then(
            ask(table(players="3"), 8, 21),
            "0: declare 4,5,7", "*: racked 0 5r,6g,6p", "*: racked 3 5k,5r,6p",
            "1: declare 7,7,7", "*: racked 1 2y,3k,4n",
        ),
        18, 9,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_each_rack_is_as_likely_as_all_the_ways_to_it(name: str) -> None:
    state = TABLES[name]
    expected: dict[Rack, float] = {}
    for own, chance in histories(state, 0).items():
        expected[own[-1]] = expected.get(own[-1], 0.0) + float(chance)
    found = posterior(GAME.view(state, Seat(0)))
    assert found.worlds == len(expected)
    assert found.kept == pytest.approx(1)
    assert found.now == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("name", ["wrong once", "right again after the merge"])
def test_tables_are_drawn_from_just_that(name: str) -> None:
    """All that stood on one's own rack, early and late: chi-square over what is likely enough to be counted."""
    state, draws = TABLES[name], 1500
    view = GAME.view(state, Seat(0))
    expected = histories(state, 0)
    rng, weighing = Random(1), posterior(view)
    tables = [weighing.sample(rng) for _ in range(draws)]
    assert all(GAME.view(one, Seat(0)) == view for one in tables[:50])
    assert {one.racks[0] for one in tables} <= set(expected)
    for places in (slice(1), slice(None)):  # the earliest alone, and all of them
        found = Counter(one.racks[0][places] for one in tables)
        chances: dict[tuple[Rack, ...], float] = {}
        for own, chance in expected.items():
            chances[own[places]] = chances.get(own[places], 0.0) + float(chance)
        counted = [(found[own], draws * chance) for own, chance in chances.items() if draws * chance >= 5]
        square = sum((n - mean) ** 2 / mean for n, mean in counted)
        assert square < len(counted) + 4 * (2 * len(counted)) ** 0.5 + 4


def test_the_chances_of_a_place_sum_to_one() -> None:
    chances = posterior(GAME.view(ask(table(), 16, 8, 22), Seat(0))).chances
    assert set(chances) == {"rack 0", "digits 0"}
    for values in chances.values():
        assert sum(values.values()) == pytest.approx(1)
    assert chances["digits 0"]["4,5,7"] == pytest.approx(
        sum(
            chance for rack, chance in chances["rack 0"].items() if [tile[0] for tile in rack.split(",")] == list("457")
        )
    )


def test_an_empty_rack_holds_nothing_that_could_be_likely() -> None:
    found = posterior(GAME.view(then(table(), "0: declare 1,1,1"), Seat(0)))
    assert found.worlds == 1 and found.chances == {}


@pytest.mark.parametrize("options", [Options(limit=12), Options(players=2, limit=8, show_removed=True, colours=True)])
def test_what_is_true_is_possible_in_the_wildest_game(options: Options) -> None:
    rng = Random(2)
    for n, (_, _, state) in enumerate(playout(GAME, options, rng)):
        if n % 11 == 0 and state.turn is not None:
            view = GAME.view(state, Seat(1))
            found = posterior(view)
            assert not found.stands or state.racks[1][-1] in found.now
            assert GAME.view(found.sample(rng), Seat(1)) == view


def test_the_figure_of_what_is_left_counts_the_racks_that_a_seat_may_have() -> None:
    exact = 0
    for _, _, state in playout(GAME, Options(players=3, limit=12), Random(5)):
        left = figures(state)["left"]
        for seat in around(3):
            own = posterior(GAME.view(state, seat))
            if own.stands and not state.ended:
                assert left[seat] >= own.worlds  # which weighs what stood before, too
                exact += left[seat] == own.worlds
    assert exact > 10
