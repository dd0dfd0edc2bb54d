"""Who knows what in Code 777."""

from __future__ import annotations

import msgspec
import pytest

from tablee.contract import Seat
from tablee.games.code777 import GAME
from tablee.games.code777.state import State
from tablee.games.code777.view import View
from tests.games.code777.table import ADA, BEN, CLEO, DAN, ask, table, then
from tests.playing import after, told

RACKS = [tuple(tiles.split(",")) for tiles in (ADA, BEN, CLEO, DAN)]


def seen(state: State, seat: int | None) -> View:
    return GAME.view(state, None if seat is None else Seat(seat))


@pytest.mark.parametrize("seat", range(4))
def test_c77_02_everybody_sees_every_rack_but_their_own(seat: int) -> None:
    racks = seen(table(), seat).racks
    assert racks == tuple((None,) if rack == seat else (RACKS[rack],) for rack in range(4))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c77_03_a_spectator_sees_the_free_racks_only(players: int) -> None:
    state = table(players=str(players))
    assert seen(state, None).racks == tuple((None,) if rack < players else (RACKS[rack],) for rack in range(4))
    state = after(GAME, ["*: racked 0 4n,5r,7b", "*: racked 1 1g,2y,6p"], first="0", players=str(players))
    line = f"*: racked 2 {CLEO}"
    assert told(GAME, state, line, None) == ("*: racked 2 ?,?,?" if players > 2 else line)


def test_c77_02_the_owner_is_not_told_their_tiles() -> None:
    state = after(GAME, first="0")
    assert told(GAME, state, f"*: racked 0 {ADA}", 0) == "*: racked 0 ?,?,?"
    assert told(GAME, state, f"*: racked 0 {ADA}", 1) == f"*: racked 0 {ADA}"
    assert told(GAME, state, f"*: racked 0 {ADA}", None) == "*: racked 0 ?,?,?"


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_c77_11_everybody_hears_question_asker_and_answer(seat: int | None) -> None:
    state = then(table(), "0: ask")
    assert told(GAME, table(), "0: ask", seat) == "0: ask"
    assert told(GAME, state, "*: turned 16", seat) == "*: turned 16 = equal"
    assert told(GAME, state, "*: turned 10", seat) == "*: turned 10 = 1"
    assert seen(ask(table(), 16), seat).log == ask(table(), 16).log


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_c77_21_everybody_hears_what_is_declared_and_whether_it_is_right(seat: int | None) -> None:
    assert told(GAME, table(), "0: declare 4,5,7", seat) == "0: declare 4,5,7 = right"
    assert told(GAME, table(), "0: declare 4,5,6", seat) == "0: declare 4,5,6 = wrong"
    assert told(GAME, table(colours="on"), f"0: declare {ADA}", seat) == f"0: declare {ADA} = right"


def test_c77_21_what_was_removed_stays_hidden_from_its_owner() -> None:
    state = then(table(target="1"), "0: declare 4,5,6")
    assert seen(state, 0).racks[0] == (None,)
    state = then(state, "*: racked 0 5k,5r,5r")
    assert seen(state, 0).racks[0] == (None, None)
    assert seen(state, 1).racks[0] == (RACKS[0], ("5k", "5r", "5r"))
    assert seen(state, None).racks[0] == (None, None)
    state = then(state, "2: declare 3,3,7")  # and when the game is over, too
    assert seen(state, 0).racks[0] == (None, None)
    assert seen(state, 2).racks[2] == (None,)


def test_c77_21_what_was_removed_is_shown_at_once_if_so_agreed() -> None:
    state = table(show_removed="on")
    assert told(GAME, state, "0: declare 4,5,6", 0) == f"0: declare 4,5,6 = wrong {ADA}"
    assert told(GAME, state, "0: declare 4,5,7", 0) == f"0: declare 4,5,7 = right {ADA}"
    assert told(GAME, state, "0: declare 4,5,6", None) == "0: declare 4,5,6 = wrong"
    assert told(GAME, state, "0: declare 4,5,6", 1) == "0: declare 4,5,6 = wrong"
    state = then(state, "0: declare 4,5,6")
    assert seen(state, 0).racks[0] == (RACKS[0],)
    assert seen(state, None).racks[0] == (None,)
    assert seen(then(state, "*: racked 0 5k,5r,5r"), 0).racks[0] == (RACKS[0], None)


def test_c77_23_the_sizes_of_the_stock_are_public_but_not_its_tiles() -> None:
    state = then(table(), "0: declare 4,5,6")
    for seat in (None, 0, 1):
        view = seen(state, seat)
        assert (view.stock, view.aside) == (16, 3)


def test_c77_04_what_is_still_to_come_is_known_to_all() -> None:
    state = ask(table(), 16, 3)
    assert seen(state, None).turned == (16, 3)
    assert seen(state, None).pile == tuple(n for n in range(1, 24) if n not in (16, 3))


@pytest.mark.parametrize("seat", range(4))
def test_no_byte_of_a_view_depends_on_the_own_tiles(seat: int) -> None:
    """The same table with other tiles in the stock and on one's own rack looks the same."""
    racks = [ADA, BEN, CLEO, DAN]
    others = [*racks[:seat], "4n,5r,5r", *racks[seat + 1 :]]
    lines = (f"{seat}: declare 1,1,1", f"*: racked {seat} 5r,6g,6g")
    one, two = table(*lines, racks=tuple(racks)), table(*lines, racks=tuple(others))
    assert msgspec.json.encode(seen(one, seat)) == msgspec.json.encode(seen(two, seat))


@pytest.mark.parametrize(("colours", "said"), [("off", "4,5,7"), ("on", ADA)])
def test_a_view_is_read_back_from_json(colours: str, said: str) -> None:
    view = seen(then(ask(table(colours=colours), 1, 16), f"0: declare {said}"), 1)
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
