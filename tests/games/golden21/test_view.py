"""Who knows what in The Golden 21: everybody everything, and the Bourse is there to be drawn."""

from __future__ import annotations

from random import Random

import msgspec

from tablee.contract import Over, Seat
from tablee.games.golden21 import GAME
from tablee.games.golden21.state import State, Thrown
from tests.games.golden21.turns import bring, column, exact, go, idle, owe, pair, strike, table
from tests.playing import told


def both(state: State) -> None:
    """What every seat sees is the same but for who looks, and nothing has to be imagined."""
    for seat in (None, Seat(0), Seat(1)):
        seen = GAME.view(state, seat)
        assert seen.seat == seat
        assert GAME.imagine(seen, Random(0)) == state
        assert msgspec.json.decode(msgspec.json.encode(seen))["seat"] == seat


def test_everybody_sees_everything() -> None:
    both(GAME.start(GAME.options()))
    both(table(*pair(0, 1), "1: announce 9"))
    both(table(*exact(0, 4)))
    both(strike(bring(table(goal="survivor"), 1, 18), 0, 1))
    both(bring(bring(table(years="1"), 0, 22), 1, 22))


def test_everybody_is_told_everything() -> None:
    state = table("0: announce 7")
    for seat in (None, 0, 1):
        assert told(GAME, state, "*: rolled 3,5", seat) == "*: rolled 3,5"


def test_g21_113_the_bourse_has_a_block_a_year_and_a_column_a_trader() -> None:
    state = bring(bring(table(), 0, 22), 1, 22)
    state = go(state, *owe(0, 3))
    first, second = GAME.view(state, None).bourse
    assert (first.number, [column(lines) for lines in first.lines]) == (1, ["0 9 18 22", "0 9 18 22", "0"])
    assert first.balance == (0, 0, -21)
    assert (second.number, [column(lines) for lines in second.lines]) == (2, ["0 3", "0", "-21"])
    assert second.balance == (), "it lasts"


def test_g21_113_after_the_last_year_there_is_no_open_block() -> None:
    view = GAME.view(bring(bring(table(years="1"), 0, 22), 1, 22), None)
    assert [year.number for year in view.bourse] == [1]
    assert isinstance(view.result, Over) and view.result.scores == (0, 0, -21)


def test_g21_113_a_game_won_within_a_year_leaves_it_open() -> None:
    view = GAME.view(strike(bring(table(goal="killer", kills="1"), 1, 18), 0, 1), None)
    assert [(year.number, year.balance) for year in view.bourse] == [(1, ())]
    assert view.result is not None and view.result.ranks == (1, 2, 2)


def test_the_dice_of_whose_turn_it_is_and_the_last_roll_are_shown() -> None:
    view = GAME.view(table(*pair(0, 1)), None)
    assert view.dice == 3
    assert view.thrown == Thrown(Seat(0), 7, (4, 4))
    assert GAME.view(GAME.start(GAME.options()), None).dice == 0


def test_the_points_used_last_are_shown_even_where_they_changed_nothing() -> None:
    one = table(*exact(0, 4), "0: bonus -account 1")
    two = table(*exact(0, 4), "0: bonus -account 2")
    assert GAME.view(one, None) != GAME.view(two, None)
    assert GAME.view(go(one, *idle(1)), None).spent == GAME.view(one, None).spent
