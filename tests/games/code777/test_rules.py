"""The rules of Code 777, in the order of its rulebook."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from tablee.contract import AnyGame, Chance, Choice, Happened, Move, NotationError, Over, Played, Seat
from tablee.games.code777 import GAME
from tablee.games.code777.actions import BY_DIGITS, BY_TILES, Act, Racked
from tablee.games.code777.questions import CARDS
from tablee.games.code777.state import Asked, Declared, State
from tablee.games.code777.tiles import BOX, COLOUR, DIGIT, RACKS, Tile
from tablee.testing import playout
from tests.games.code777.table import ADA, BEN, CLEO, DAN, ask, table, then
from tests.playing import after, legal, refused, told

WRONG = "declare 1,1,1"


def free(state: State) -> tuple[list[int], list[int]]:
    """Who is awaited, and who may cut in."""
    awaited = GAME.awaits(state)
    assert isinstance(awaited, Choice)
    return sorted(awaited.seats), sorted(awaited.free)


def over(state: State) -> Over:
    awaited = GAME.awaits(state)
    assert isinstance(awaited, Over)
    return awaited


# ---- tiles and racks --------------------------------------------------------------


def test_c77_01_the_box_holds_28_tiles() -> None:
    assert Counter(BOX) == {
        "1g": 1, "2y": 2, "3k": 3, "4n": 4, "5r": 4, "5k": 1, "6g": 3, "6p": 3, "7p": 1, "7y": 2, "7b": 4,
    }  # fmt: skip


def test_c77_01_each_digit_as_often_as_it_says_and_each_colour_four_times() -> None:
    assert Counter(DIGIT[tile] for tile in BOX) == {digit: digit for digit in range(1, 8)}
    assert set(Counter(COLOUR[tile] for tile in BOX).values()) == {4}


def test_c77_01_only_what_is_in_the_stock_can_be_drawn() -> None:
    state = after(GAME, ["*: racked 0 1g,2y,2y"], first="0")
    assert refused(GAME, state, "*: racked 1 1g,3k,3k") == "C77-01"
    assert refused(GAME, state, "*: racked 1 2y,3k,3k") == "C77-01"
    assert refused(GAME, state, "*: racked 1 5k,5k,6g") == "C77-01"  # one is there, not two


def test_c77_02_racks_are_filled_in_order_three_tiles_each() -> None:
    state = after(GAME, ["*: first 2"])
    for rack, tiles in enumerate((ADA, BEN, CLEO, DAN)):
        assert refused(GAME, state, f"*: racked {(rack + 1) % 4} {tiles}") == "C77-02"
        assert refused(GAME, state, f"*: racked 9 {tiles}") == "C77-02"
        state = then(state, f"*: racked {rack} {tiles}")
    assert state.racks == tuple((tuple(tiles.split(",")),) for tiles in (ADA, BEN, CLEO, DAN))
    assert len(state.stock) == 16
    assert free(state) == ([2], [0, 1, 3])


def test_c77_02_the_neighbour_on_the_right_puts_up_the_tiles() -> None:
    state = after(GAME, first="0", players="3")
    hands = []
    for rack, tiles in enumerate((ADA, BEN, CLEO, DAN)):
        awaited = GAME.awaits(state)
        assert isinstance(awaited, Chance)
        hands.append(awaited.hand)
        state = then(state, f"*: racked {rack} {tiles}")
    assert hands == [2, 0, 1, None]  # a free one is nobody's


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c77_03_there_are_always_four_racks(players: int) -> None:
    state = table(players=str(players))
    assert [len(racks) for racks in state.racks] == [1, 1, 1, 1]
    assert len(state.points) == players


def test_c77_03_free_racks_are_seen_by_every_asker() -> None:
    state = ask(table(players="2", racks=("4n,4n,4n", "5r,5r,5r", "7y,7b,7b", "7y,7p,7b")), 16, 17)
    assert [event.answer for event in state.log if isinstance(event, Asked)] == ["equal", "equal"]


@pytest.mark.parametrize(
    "text",
    [
        "racked 0 5r,4n,7b",  # by digit
        "racked 0 7b,7y,7y",  # then by colour
        "racked 0 4n,5r",
        "racked 0 4n,5r,6g,7b",
        "racked 0 4n,5r,7x",
        "racked 0 4n,5r,4b",
        "racked 0 ?,?,?",
        "declare 5,4,7",
        "declare 4,5",
        "declare 4,5,6,7",
        "declare 4,5r,7",
        "declare 4,5,07",
        "declare 5r,4n,7b",
        "declare 7b,7p,7y",
        "declare 4n,5r,8b",
        "ask 16",
        "turned x",
    ],
)
def test_c77_20_another_order_is_no_notation(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.parse(text)


# ---- questions ----------------------------------------------------------------------


def test_c77_04_a_question_is_turned_once_in_a_pass() -> None:
    state = then(ask(table(), 16), "1: ask")
    assert refused(GAME, state, "*: turned 16") == "C77-04"
    assert refused(GAME, state, "*: turned 0") == "C77-04"
    assert refused(GAME, state, "*: turned 24") == "C77-04"
    awaited = GAME.awaits(state)
    assert isinstance(awaited, Chance)
    assert awaited.hand == 1
    assert {str(action) for action in awaited.odds()} == {f"turned {n}" for n in CARDS if n != 16}


def test_c77_04_the_23rd_is_turned_and_then_the_order_repeats() -> None:
    order = [*range(23, 12, -1), *range(1, 13)]
    state = ask(table(), *order[:-1])
    state = then(state, "2: ask")
    assert isinstance(GAME.awaits(state), Chance)  # the 23rd is still turned
    state = then(state, "*: turned 12")
    assert told(GAME, state, "3: ask", 0) == "3: ask = 23 second"
    for _ in range(30):
        state = then(state, f"{state.turn}: ask")
    asked = [event.number for event in state.log if isinstance(event, Asked)]
    assert asked == (order * 3)[:53]


def test_c77_04_reshuffled_all_questions_are_unknown_again_after_the_23rd() -> None:
    state = then(ask(table(questions="reshuffle"), *CARDS), "3: ask")
    awaited = GAME.awaits(state)
    assert isinstance(awaited, Chance)
    assert {str(action) for action in awaited.odds()} == {f"turned {n}" for n in CARDS}
    assert then(state, "*: turned 23").pile == tuple(range(1, 23))


def test_c77_10_only_the_player_to_ask_asks() -> None:
    state = table()
    assert legal(GAME, state, 0)[0] == "ask"
    assert "ask" not in legal(GAME, state, 1)
    assert refused(GAME, state, "1: ask") == "C77-10"
    assert refused(GAME, then(state, f"1: {WRONG}", "*: racked 1 6g,6g,6p"), "1: ask") == "C77-10"
    assert refused(GAME, state, "4: ask") == "turn"


def test_c77_10_the_answer_is_what_the_asker_sees_then() -> None:
    """Ada sees Ben's 1g; he declares and gets other tiles; what she answered stays as it was."""
    state = ask(table(), 11)
    state = then(state, f"1: {WRONG}", "*: racked 1 5k,7p,7b")
    assert state.log[0] == Asked(11, Seat(0), 1, (1, 1, 1, 1))
    state = ask(state, 8)  # Ben
    state = then(ask(state, 10), "3: ask", "*: turned 9")
    assert [event.stood for event in state.log] == [
        (1, 1, 1, 1),
        (1, 1, 1, 1),
        (1, 2, 1, 1),
        (1, 2, 1, 1),
        (1, 2, 1, 1),
    ]
    assert [event.answer for event in state.log if isinstance(event, Asked)] == [1, 6, 3, 1]


def test_c77_10_players_turn_and_draw_nothing_themselves() -> None:
    assert refused(GAME, table(), "0: turned 16") == "chance"
    assert refused(GAME, table(), f"1: racked 0 {ADA}") == "chance"
    assert refused(GAME, then(table(), "0: ask"), "*: ask") == "chance"


def test_c77_11_the_turn_passes_to_the_left() -> None:
    state = table(first="2")
    turns = []
    for number in range(1, 6):
        turns.append(state.turn)
        state = ask(state, number)
    assert turns == [2, 3, 0, 1, 2]


def test_c77_11_question_asker_and_answer_stay_in_the_record() -> None:
    state = ask(table(), 1, 12, 16)
    assert [(e.by, e.number, e.answer) for e in state.log if isinstance(e, Asked)] == [
        (0, 1, 0),
        (1, 12, "first"),
        (2, 16, "first"),
    ]


def test_c77_11_who_asks_first_is_drawn_by_lot() -> None:
    state = after(GAME, players="3")
    awaited = GAME.awaits(state)
    assert isinstance(awaited, Chance)
    assert {str(action) for action in awaited.odds()} == {"first 0", "first 1", "first 2"}
    assert refused(GAME, state, "*: first 3") == "C77-11"
    assert refused(GAME, state, "*: first -1") == "C77-11"


# ---- declaring ------------------------------------------------------------------------


def test_c77_20_anybody_may_declare_before_the_first_question_and_out_of_turn() -> None:
    state = table()
    assert free(state) == ([0], [1, 2, 3])
    for seat in range(4):
        after = then(state, f"{seat}: {WRONG}")
        assert isinstance(after.log[-1], Declared)


def test_c77_20_nobody_declares_between_asking_and_the_answer_or_while_racks_are_filled() -> None:
    state = then(table(), "0: ask")
    assert refused(GAME, state, f"1: {WRONG}") == "chance"
    assert legal(GAME, state, 1) == []
    state = then(table(), f"1: {WRONG}")
    assert refused(GAME, state, f"2: {WRONG}") == "chance"
    assert refused(GAME, after(GAME, ["*: racked 0 4n,5r,7b"], first="0"), f"0: {WRONG}") == "chance"


def test_c77_20_any_three_digits_may_be_named_however_impossible() -> None:
    state = table()
    assert len(BY_DIGITS) == 84
    assert legal(GAME, state, 1) == [str(action) for action in BY_DIGITS]
    assert "declare 1,1,1" in legal(GAME, state, 1)
    assert refused(GAME, state, "1: declare 0,4,5") == "C77-20"
    assert refused(GAME, state, "1: declare 4,5,8") == "C77-20"
    assert refused(GAME, state, "1: declare -3,4,5") == "C77-20"


def test_c77_20_colours_do_not_matter() -> None:
    racks = ("5k,6g,6p", BEN, CLEO, DAN)
    assert then(table(racks=racks), "0: declare 5,6,6").points == (1, 0, 0, 0)


def test_c77_20_with_colours_the_tiles_are_declared() -> None:
    state = table(colours="on")
    assert legal(GAME, state, 1) == [str(action) for action in BY_TILES]
    assert len(BY_TILES) == len(set(RACKS)) == 251
    assert then(state, f"0: declare {ADA}").points == (1, 0, 0, 0)
    assert then(state, "0: declare 4n,5k,7b").points == (0, 0, 0, 0)  # the digits are right
    assert refused(GAME, state, "0: declare 4,5,7") == "C77-20"
    assert refused(GAME, table(), f"0: declare {ADA}") == "C77-20"


def test_c77_01_with_colours_tiles_that_the_box_does_not_hold_are_not_declared() -> None:
    state = table(colours="on")
    assert refused(GAME, state, "0: declare 1g,1g,2y") == "C77-01"
    assert refused(GAME, state, "0: declare 2y,2y,2y") == "C77-01"


def test_c77_21_right_is_a_point_and_new_tiles() -> None:
    state = then(table(), "0: declare 4,5,7")
    assert state.points == (1, 0, 0, 0)
    assert state.aside == ("4n", "5r", "7b")
    assert refused(GAME, state, "*: racked 1 5k,5r,5r") == "C77-21"
    state = then(state, "*: racked 0 5k,5r,5r")
    assert state.racks[0] == (("4n", "5r", "7b"), ("5k", "5r", "5r"))
    assert (len(state.stock), state.aside) == (13, ("4n", "5r", "7b"))


def test_c77_21_wrong_costs_nothing_but_the_tiles() -> None:
    state = then(table(), "2: declare 3,3,6")
    assert state.points == (0, 0, 0, 0)
    assert state.aside == ("3k", "3k", "7y")
    state = then(state, "*: racked 2 5k,5r,5r")
    assert free(state) == ([0], [1, 3])


def test_c77_21_what_is_set_aside_is_not_in_the_stock() -> None:
    state = then(table(racks=("1g,5k,7p", "2y,2y,3k", CLEO.replace("3k,3k", "3k,4n"), DAN)), f"0: {WRONG}")
    assert refused(GAME, state, "*: racked 0 1g,4n,4n") == "C77-01"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c77_22_after_a_wrong_declaration_only_the_own_rack_is_renewed(players: int) -> None:
    state = then(table(players=str(players)), f"1: {WRONG}", "*: racked 1 5r,5r,6g")
    assert free(state)[0] == [0]
    assert [len(racks) for racks in state.racks] == [1, 2, 1, 1]


def test_c77_22_with_four_players_no_other_rack_is_renewed() -> None:
    state = then(table(), "1: declare 1,2,6", "*: racked 1 5r,5r,6g")
    assert free(state) == ([0], [2, 3])


def test_c77_22_with_three_players_the_fourth_rack_is_replaced_too() -> None:
    state = then(table(players="3"), "1: declare 1,2,6", "*: racked 1 5r,5r,6g")
    assert isinstance(GAME.awaits(state), Chance)
    assert refused(GAME, state, "*: racked 1 5k,5r,7p") == "C77-22"
    assert refused(GAME, state, "*: racked 2 5k,5r,7p") == "C77-22"
    state = then(state, "*: racked 3 5k,5r,7p")
    assert state.racks[3] == (("4n", "6g", "7b"), ("5k", "5r", "7p"))
    assert free(state) == ([0], [2])


def test_c77_22_with_two_players_the_third_and_the_fourth_in_turn_whoever_declared() -> None:
    state = then(table(players="2"), "1: declare 1,2,6", "*: racked 1 5r,5r,6g")
    assert refused(GAME, state, "*: racked 3 5k,5r,7p") == "C77-22"
    state = then(state, "*: racked 2 5k,5r,7p", f"0: {WRONG}", "*: racked 0 2y,3k,4n")  # a wrong one does not count
    state = ask(state, 1, 2)
    state = then(state, "0: declare 2,3,4", "*: racked 0 6g,6p,6p")
    assert refused(GAME, state, "*: racked 2 4n,4n,7y") == "C77-22"
    state = then(state, "*: racked 3 1g,2y,3k", "1: declare 5,5,6", "*: racked 1 4n,4n,7y")
    assert state.filling == (2,)
    assert state.points == (1, 2)


# ---- the stock ------------------------------------------------------------------------


def test_c77_23_down_to_seven_the_stock_is_mixed_with_what_was_set_aside() -> None:
    state = then(table(declare_again="any"), f"0: {WRONG}", "*: racked 0 5r,5r,5r")
    assert (len(state.stock), len(state.aside)) == (13, 3)
    state = then(state, f"1: {WRONG}", "*: racked 1 3k,4n,4n", f"2: {WRONG}")
    assert (len(state.stock), len(state.aside)) == (10, 9)
    assert refused(GAME, state, "*: racked 2 1g,6g,6g") == "C77-01"  # still set aside
    state = then(state, "*: racked 2 6g,6g,6p")
    assert (len(state.stock), state.aside) == (16, ())
    assert Counter(state.stock) + Counter(tile for racks in state.racks for tile in racks[-1]) == Counter(BOX)
    state = then(state, f"3: {WRONG}", "*: racked 3 1g,2y,2y")  # what Ben had
    assert (len(state.stock), len(state.aside)) == (13, 3)


def test_c77_23_the_stock_is_mixed_between_two_racks() -> None:
    """The own rack is filled, seven are left: the free rack's tiles are cleared only after the merge."""
    state = table(f"0: {WRONG}", "*: racked 0 5r,5r,5r", f"1: {WRONG}", "*: racked 1 3k,4n,4n", players="3")
    state = then(state, "2: declare 3,3,7", "*: racked 2 2y,6g,6g")
    assert (len(state.stock), state.aside) == (16, ("4n", "6g", "7b"))
    assert refused(GAME, state, "*: racked 3 5k,6g,7p") == "C77-01"  # the third green 6 was just set aside
    state = then(state, "*: racked 3 3k,3k,7y")  # what was declared is back in the stock
    assert (len(state.stock), state.aside) == (13, ("4n", "6g", "7b"))


def test_c77_23_the_draw_is_fair() -> None:
    state = then(table(), f"0: {WRONG}")
    awaited = GAME.awaits(state)
    assert isinstance(awaited, Chance)
    odds = awaited.odds()
    assert sum(odds.values()) == 1
    assert all(isinstance(action, Racked) and action.rack == 0 for action in odds)
    assert odds[Racked(0, (Tile("5r"),) * 3)] == Fraction(1, 560)  # three of three, of 16 tiles
    assert odds[Racked(0, (Tile("4n"), Tile("5k"), Tile("5r")))] == Fraction(2 * 1 * 3, 560)


# ---- turns ------------------------------------------------------------------------------


def test_c77_24_a_declaration_does_not_use_up_a_turn() -> None:
    state = then(table(), f"0: {WRONG}", "*: racked 0 5r,5r,5r", f"1: {WRONG}", "*: racked 1 6g,6g,6p")
    assert state.turn == 0
    assert ask(state, 3).log[-1].by == 0


def test_c77_25_between_two_questions_every_player_may_declare_in_the_order_they_are_heard() -> None:
    state = table()
    for seat, tiles in ((3, "5r,5r,5r"), (1, "4n,4n,6g"), (0, "3k,6g,7p"), (2, "1g,2y,2y")):
        assert seat in {seat for seats in free(state) for seat in seats}
        state = then(state, f"{seat}: {WRONG}", f"*: racked {seat} {tiles}")
    assert [event.by for event in state.log] == [3, 1, 0, 2]
    assert free(state) == ([0], [])


def test_c77_26_who_has_declared_may_again_only_after_asking() -> None:
    state = then(table(), f"0: {WRONG}", "*: racked 0 5r,5r,5r", f"1: {WRONG}", "*: racked 1 6g,6g,6p")
    assert free(state) == ([0], [2, 3])
    assert legal(GAME, state, 0) == ["ask"]
    assert refused(GAME, state, f"0: {WRONG}") == "C77-26"
    assert refused(GAME, state, f"1: {WRONG}") == "C77-26"
    assert refused(GAME, state, "1: ask") == "C77-10"
    state = ask(state, 1)
    assert free(state) == ([1], [0, 2, 3])  # Ada has asked
    assert refused(GAME, state, f"1: {WRONG}") == "C77-26"
    assert free(ask(state, 2)) == ([2], [0, 1, 3])


def test_c77_26_next_question_allows_one_declaration_between_two_questions() -> None:
    state = then(table(declare_again="next_question"), f"2: {WRONG}", "*: racked 2 5r,5r,5r")
    assert free(state) == ([0], [1, 3])
    assert free(ask(state, 1)) == ([1], [0, 2, 3])


def test_c77_26_any_sets_no_limit() -> None:
    state = then(
        table(declare_again="any"), f"0: {WRONG}", "*: racked 0 5r,5r,5r", f"0: {WRONG}", "*: racked 0 6g,6g,6p"
    )
    assert free(state) == ([0], [1, 2, 3])
    assert len(legal(GAME, state, 0)) == 85


# ---- the end ------------------------------------------------------------------------------


def test_c77_30_three_points_win_at_once_and_nothing_is_drawn() -> None:
    state = table(declare_again="any")
    state = then(state, "0: declare 4,5,7", "*: racked 0 5r,5r,5r", "1: declare 1,2,6", "*: racked 1 4n,4n,6g")
    state = then(state, "0: declare 5,5,5", "*: racked 0 3k,6g,7p")
    assert isinstance(GAME.awaits(state), Choice)
    state = then(state, "0: declare 3,6,7")
    assert over(state) == Over((1, 2, 3, 3), "C77-30", (3, 1, 0, 0))
    assert refused(GAME, state, "*: racked 0 1g,2y,2y") == "over"
    assert refused(GAME, state, "0: ask") == "over"


def test_c77_30_the_target_is_agreed() -> None:
    assert over(then(table(target="1"), "2: declare 3,3,7")) == Over((2, 2, 1, 2), "C77-30", (0, 0, 1, 0))


def test_c77_31_after_the_last_question_each_seat_has_its_say_and_most_points_win() -> None:
    state = then(table(limit="2"), "3: declare 4,6,7", "*: racked 3 5r,5r,5r")
    state = ask(state, 1, 2)
    assert free(state) == ([2], [])
    assert told(GAME, state, "2: ask", None) == "2: ask = none"
    state = then(state, "2: ask")
    assert free(state) == ([0], [])  # Dan has declared and has not asked since
    state = then(state, "0: declare 4,5,6", "*: racked 0 2y,4n,4n")
    assert free(state) == ([1], [])
    state = then(state, "1: declare 1,2,6")
    assert isinstance(GAME.awaits(state), Chance)
    assert over(then(state, "*: racked 1 3k,6g,6g")) == Over((3, 1, 3, 1), "C77-31", (0, 1, 0, 1))


def test_c77_31_it_is_over_when_nobody_may_declare_any_more() -> None:
    state = then(table(limit="1", players="2"), f"1: {WRONG}", "*: racked 1 5r,5r,5r")
    state = ask(state, 1)
    assert free(state) == ([0], [])  # Ben is to ask, but there is no question and he may not declare
    assert over(then(state, "0: ask")) == Over((1, 1), "C77-31", (0, 0))


@pytest.mark.parametrize("again", ["any", "next_question"])
def test_c77_31_the_last_declaration_is_the_last_whatever_was_agreed(again: str) -> None:
    state = ask(then(table(limit="1", declare_again=again), f"1: {WRONG}", "*: racked 1 5r,5r,5r"), 1)
    assert free(state) == ([1], [])
    state = then(state, f"1: {WRONG}", "*: racked 1 6g,6g,6p")
    assert free(state) == ([2], [])
    assert over(then(state, "2: ask", "3: ask", "0: ask")).rule == "C77-31"


def test_c77_31_a_right_declaration_in_the_last_round_can_still_win() -> None:
    state = then(ask(table(limit="1", target="1"), 1), "1: ask")
    assert over(then(state, "2: declare 3,3,7")).rule == "C77-30"


def test_c77_31_nobody_cuts_in_when_the_last_question_is_answered() -> None:
    state = ask(table(limit="1"), 1)
    assert refused(GAME, state, "2: declare 3,3,7") == "C77-31"
    assert GAME.legal(state, Seat(2)) == ()


def test_c77_31_without_a_limit_questions_go_on() -> None:
    state = ask(table(limit="0"), *CARDS)
    for _ in range(400):
        state = then(state, f"{state.turn}: ask")
    assert free(state)[1]
    assert state.asked == 423


# ---- length ---------------------------------------------------------------------------------


def bound(limit: int, players: int) -> int:
    """C77-26, C77-31: each question frees one seat to declare, each declaration fills at most two racks."""
    declarations = limit + players
    return 5 + 2 * limit + players + 3 * declarations


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_are_bounded(players: int) -> None:
    options = GAME.options(players=players, limit=40)
    for seed in range(15):
        assert len(list(playout(GAME, options, Random(seed)))) <= bound(40, players)


def stubborn(game: AnyGame, state: State, rng: Random) -> Move[Act]:
    """Whoever may declare does, and never rightly."""
    awaited = game.awaits(state)
    if not isinstance(awaited, Choice):
        assert isinstance(awaited, Chance)
        return Happened(awaited.sample(rng))
    able = sorted((awaited.seats | awaited.free) - state.spent)
    return Played(able[0], game.parse(WRONG)) if able else Played(min(awaited.seats), game.parse("ask"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_most_stubborn_game_is_bounded(players: int) -> None:
    options = GAME.options(players=players)
    steps = list(playout(GAME, options, Random(1), stubborn))
    assert len(steps) <= bound(230, players)
    assert over(steps[-1][2]).rule == "C77-31"
