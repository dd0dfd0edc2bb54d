"""What may stand on one's own rack in Code 777."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from random import Random

import pytest

from tablee.contract import Happened, Move, Played, Seat, replay
from tablee.games.code777 import GAME
from tablee.games.code777.actions import Act, Ask, Declare, DeclareTiles, Racked, Turned
from tablee.games.code777.deduction import out_of_stock, seen_from, unseen_racks
from tablee.games.code777.options import Options
from tablee.games.code777.questions import answer
from tablee.games.code777.state import Asked, State, racks_to_refill
from tablee.games.code777.tiles import BOX, DIGITS, RACKS, Rack, Tile
from tablee.testing import playout
from tests.games.code777.table import ADA, BEN, CLEO, DAN, ask, table, then


def retold(state: State) -> Iterator[Move[Act]]:
    """The moves that led to this table, from its log and from what stood on its racks."""
    place = [0] * 4
    for rack in range(4):
        yield Happened(Racked(rack, state.racks[rack][0]))
    points = asked = 0
    for event in state.log:
        if isinstance(event, Asked):
            yield Played(event.by, Ask())
            if asked < 23 or state.options.questions == "reshuffle":
                yield Happened(Turned(event.number))
            asked += 1
            continue
        named = tuple(tile for tile in event.said if isinstance(tile, str))
        digits = tuple(digit for digit in event.said if isinstance(digit, int))
        yield Played(event.by, DeclareTiles(named) if named else Declare(digits))
        points += event.right
        for rack in racks_to_refill(state.options, event.by, event.right, points):
            place[rack] += 1
            if place[rack] < len(state.racks[rack]):
                yield Happened(Racked(rack, state.racks[rack][place[rack]]))


SETS = [
    Options(players=4, limit=30, first=Seat(0)),
    Options(players=3, limit=30, first=Seat(1), declare_again="next_question"),
    Options(players=2, limit=30, first=Seat(0), colours=True),
    Options(players=2, limit=5, first=Seat(0), declare_again="any", target=2),
    Options(players=3, limit=30, first=Seat(0), show_removed=True, questions="reshuffle"),
]


@pytest.mark.parametrize("options", SETS, ids=range(len(SETS)))
def test_what_is_imagined_can_be_played_from_the_start(options: Options) -> None:
    """Every tile was in the stock when it was drawn, every answer true, every declaration right or wrong as it was."""
    for seed in range(4):
        rng = Random(seed)
        for n, (_, _, state) in enumerate(playout(GAME, options, rng)):
            if n % 7 or n > 200 or state.asking or state.filling or state.ended:
                continue
            for seat in range(options.players):
                world = GAME.imagine(GAME.view(state, Seat(seat)), rng)
                closing = 0 < options.limit == state.asked
                again = replay(GAME, options, list(retold(world)))
                assert again.racks == world.racks
                assert (again.stock, again.aside, again.log) == (world.stock, world.aside, world.log)
                assert closing or again == world


def tiles(*racks: str) -> Counter[Tile]:
    return Counter(Tile(tile) for rack in racks for tile in rack.split(","))


def possible(state: State, seat: int) -> set[Rack]:
    """What may stand there now, if it never changed."""
    view = GAME.view(state, Seat(seat))
    spans = out_of_stock(view)
    [unseen] = unseen_racks(view, spans[seat], seen_from(view, spans))
    return set(unseen.fitting)


def test_c77_example_question_21_of_the_rulebook() -> None:
    """A answers "equal"; you see a black 5 on B's rack and a brown 4 on C's: a 3 and a 4, or neither of them."""
    state = ask(table(racks=("3k,3k,4n", "5k,6g,7b", "4n,5r,7b", "6g,6p,7y"), first="0"), 21)
    assert state.log[0] == Asked(21, Seat(0), "equal", (1, 1, 1, 1))
    mine = possible(state, 3)
    assert mine
    for rack in mine:
        assert DIGITS[rack].count(3) == DIGITS[rack].count(4) <= 1
    assert any(3 in DIGITS[rack] for rack in mine)
    assert any(3 not in DIGITS[rack] for rack in mine)


def test_every_tile_that_is_seen_is_not_on_the_own_rack() -> None:
    state = table()
    assert possible(state, 0) == {rack for rack in RACKS if not Counter(rack) - (Counter(BOX) - tiles(BEN, CLEO, DAN))}


def test_the_own_answers_tell_nothing() -> None:
    state = table()
    assert possible(ask(state, 16), 0) == possible(state, 0)
    assert possible(ask(state, 10), 1) < possible(state, 1)


def test_an_answer_is_read_as_the_asker_saw_the_racks_then() -> None:
    """Ben's tiles are others now, but Ada answered while the old ones stood."""
    state = ask(table(), 8)
    before = possible(state, 2)
    state = then(state, "1: declare 1,1,1", "*: racked 1 5r,6g,6g")
    assert possible(state, 2) == {
        rack for rack in before if not Counter(rack) - Counter(state.stock + state.racks[2][0])
    }
    seen = tuple(tuple(map(Tile, tiles.split(","))) for tiles in (BEN, DAN))
    event = state.log[0]
    assert isinstance(event, Asked)
    assert {answer(8, (*seen, rack)) for rack in possible(state, 2)} == {event.answer}


def test_what_was_set_aside_may_come_back_only_after_a_merge() -> None:
    """Ben's green 1 is set aside: nobody has it before the stock is merged, then anybody may."""
    state = then(table(), "1: declare 1,1,1", "*: racked 1 5r,5r,5r")
    assert not any("1g" in rack for rack in possible(state, 0))
    state = then(state, "2: declare 1,1,1", "*: racked 2 6g,6g,6p", "0: declare 1,1,1", "*: racked 0 3k,4n,4n")
    world = [GAME.imagine(GAME.view(state, Seat(0)), Random(n)).racks[0][1] for n in range(300)]
    assert not any("1g" in rack for rack in world)  # drawn just before the merge
    state = then(ask(state, 1), "0: declare 1,1,1", "*: racked 0 1g,2y,2y")
    world = [GAME.imagine(GAME.view(state, Seat(0)), Random(n)).racks[0][2] for n in range(300)]
    assert any("1g" in rack for rack in world)


def test_the_own_declaration_is_remembered() -> None:
    state = then(table(), "0: declare 4,5,7", "*: racked 0 5k,5r,5r")
    for seed in range(100):
        old, new = GAME.imagine(GAME.view(state, Seat(0)), Random(seed)).racks[0]
        assert DIGITS[old] == (4, 5, 7)
        assert not (Counter(new) + Counter(old)) - Counter(BOX)
    state = then(table(), "0: declare 4,5,6", "*: racked 0 5k,5r,5r")
    assert all(
        DIGITS[GAME.imagine(GAME.view(state, Seat(0)), Random(seed)).racks[0][0]] != (4, 5, 6) for seed in range(100)
    )


def test_what_stands_now_is_as_likely_as_it_is() -> None:
    """One rack unseen, and two tiles of a kind drawn by others since: exactly as Bayes has it."""
    state = then(table(), "1: declare 1,1,1", "*: racked 1 5r,5r,6g")
    view = GAME.view(state, Seat(0))
    seen = tiles(BEN, CLEO, DAN)
    bag = Counter(BOX) - seen
    weights = {}
    for rack in RACKS:
        left = bag - Counter(rack)
        if not Counter(rack) - bag:
            ways = Fraction(1)
            for tile, n in Counter(rack).items():
                ways *= comb(bag[tile], n)
            weights[rack] = ways * comb(left[Tile("5r")], 2) * comb(left[Tile("6g")], 1)
    total = sum(weights.values())
    draws = 4000
    found = Counter(GAME.imagine(view, Random(n)).racks[0][0] for n in range(draws))
    assert set(found) <= {rack for rack, weight in weights.items() if weight}
    for digit in range(1, 8):
        expected = float(sum(weight for rack, weight in weights.items() if digit in DIGITS[rack]) / total)
        share = sum(n for rack, n in found.items() if digit in DIGITS[rack]) / draws
        assert abs(share - expected) < 0.03


@pytest.mark.parametrize("seat", range(3))
def test_a_table_is_imagined_while_racks_are_filled(seat: int) -> None:
    for lines in (["2: declare 3,3,7"], ["2: declare 3,3,7", "*: racked 2 5r,5r,5r"]):
        view = GAME.view(table(*lines, players="3"), Seat(seat))
        world = GAME.imagine(view, Random(1))
        assert GAME.view(world, Seat(seat)) == view
        standing = [racks[-1] for rack, racks in enumerate(world.racks) if rack not in world.filling[:1]]
        assert sorted((*world.stock, *world.aside, *(tile for rack in standing for tile in rack))) == sorted(BOX)


def test_a_spectator_imagines_nothing() -> None:
    with pytest.raises(AssertionError):
        GAME.imagine(GAME.view(table(), None), Random(0))


def test_a_table_that_is_being_laid_is_imagined_too() -> None:
    state = GAME.start(GAME.options(first=Seat(0)))
    assert GAME.imagine(GAME.view(state, Seat(0)), Random(0)) == state
    state = then(state, f"*: racked 0 {ADA}", f"*: racked 1 {BEN}")
    world = GAME.imagine(GAME.view(state, Seat(1)), Random(0))
    assert GAME.view(world, Seat(1)) == GAME.view(state, Seat(1))
    assert Counter(world.stock) + Counter(world.racks[0][0]) + Counter(world.racks[1][0]) == Counter(BOX)
