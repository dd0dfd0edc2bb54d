"""The rules of The Golden 21 up to the end of a year, in the rulebook's order."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tablee.contract import Chance, NotationError
from tablee.games.golden21 import GAME
from tablee.games.golden21.actions import Rolled, parse
from tablee.games.golden21.dice import AVERAGES, average, points, rolling, ways
from tablee.games.golden21.state import Line, State
from tests.games.golden21.turns import (
    accounts,
    awaited,
    bring,
    column,
    crisis,
    debts,
    exact,
    go,
    idle,
    legal,
    owe,
    pair,
    step,
    strike,
    table,
    turn_of,
    until,
    with_dice,
)
from tests.playing import after, refused

# ---- the start --------------------------------------------------------------------


def test_g21_01_the_lowest_cast_plays_first_and_the_order_ascends() -> None:
    state = after(GAME, ["*: cast 5", "*: cast 2", "*: cast 6"], players="3")
    assert state.order == (1, 0, 2)
    assert step(state) == (1, "announce")
    state = go(state, *idle(1))
    assert turn_of(state) == 0


def test_g21_01_equals_cast_again_among_themselves() -> None:
    state = after(GAME, ["*: cast 4", "*: cast 1", "*: cast 4", "*: cast 6"])
    assert awaited(state).hand == 0
    state = go(state, "*: cast 5")
    assert awaited(state).hand == 2
    state = go(state, "*: cast 3")
    assert state.order == (1, 2, 0, 3)


def test_g21_100_a_later_cast_only_orders_a_tied_group() -> None:
    casts = ["*: cast 2", "*: cast 5", "*: cast 2", "*: cast 5"]
    state = after(GAME, [*casts, "*: cast 6", "*: cast 1", "*: cast 6", "*: cast 2"])
    assert awaited(state).hand == 0, "0 and 2 are still tied, 1 and 3 are not"
    state = go(state, "*: cast 4", "*: cast 3")
    assert state.order == (2, 0, 1, 3)
    assert state.casts == ((2, 6, 4), (5, 1), (2, 6, 3), (5, 2))


def test_g21_100_the_order_is_kept_when_another_begins_the_year() -> None:
    state = after(GAME, ["*: cast 5", "*: cast 2", "*: cast 6"], players="3")
    state = bring(bring(state, 2, 25), 0, 25)
    assert (state.year, turn_of(state), state.order) == (2, 2, (1, 0, 2))
    assert turn_of(go(state, *idle(2))) == 1


def test_g21_01_a_cast_is_one_die() -> None:
    state = GAME.start(GAME.options())
    assert refused(GAME, state, "*: cast 0") == refused(GAME, state, "*: cast 7") == "G21-01"
    assert refused(GAME, state, "0: announce 7") == "chance"
    assert refused(GAME, state, "*: rolled 3,4") == "chance"
    assert awaited(state).odds() == {parse(f"cast {face}"): Fraction(1, 6) for face in range(1, 7)}


def test_g21_02_debts_and_accounts_start_at_0() -> None:
    state = table()
    assert debts(state) == accounts(state) == [0, 0, 0]


def test_g21_03_a_year_starts_with_two_golden_dice_and_no_crisis_dice() -> None:
    state = table(*pair(0, 1), "1: announce 9", "*: rolled 1,2,3")
    assert (state.golden, crisis(state), state.supply) == (3, [0, 1, 0], 19)
    while state.year == 1:
        seat = turn_of(state)
        state = go(state, f"{seat}: announce 18", "*: rolled " + ("1,2,6" if seat != 1 else "1,2,5,6"))
    assert (state.golden, crisis(state), state.supply) == (2, [0, 0, 0], 20)


# ---- speculating ------------------------------------------------------------------


def test_g21_10_a_total_from_n_to_6n_is_announced() -> None:
    state = table()
    assert legal(state, 0) == [f"announce {total}" for total in range(2, 13)]
    assert refused(GAME, state, "0: announce 1") == refused(GAME, state, "0: announce 13") == "G21-10"
    state = go(state, *pair(0, 1))
    assert legal(state, 1) == [f"announce {total}" for total in range(3, 19)]


def test_g21_10_nobody_else_may_do_anything_and_nobody_while_dice_roll() -> None:
    state = table()
    assert legal(state, 1) == legal(state, 2) == []
    assert legal(go(state, "0: announce 7"), 0) == []


def test_g21_10_all_dice_are_rolled() -> None:
    state = table("0: announce 7")
    for roll in ("3", "3,3,3", "0,4", "4,7", "-1,3"):
        assert refused(GAME, state, f"*: rolled {roll}") == "G21-10"
    assert awaited(state).hand == 0


def test_g21_10_faces_are_written_in_ascending_order() -> None:
    with pytest.raises(NotationError):
        parse("rolled 5,3")
    with pytest.raises(NotationError):
        parse("rolled 5,3 hit")
    assert str(parse("rolled 3,5")) == "rolled 3,5"


def test_g21_10_the_odds_of_a_roll() -> None:
    roll = awaited(table("0: announce 7"))
    assert isinstance(roll, Chance)
    assert len(roll.odds()) == 21 <= roll.size
    assert roll.odds()[parse("rolled 3,4")] == Fraction(1, 18)
    assert roll.odds()[parse("rolled 3,3")] == Fraction(1, 36)


def test_g21_10_fifty_five_dice_are_rolled_without_listing_their_odds() -> None:
    roll = rolling(55, None)
    assert roll.size > 4_000_000
    faces = roll.sample(Random(1))
    assert isinstance(faces, Rolled) and len(faces.faces) == 55 and roll.expects(faces)


def test_g21_11_the_difference_is_owed_example_of_the_rulebook() -> None:
    assert debts(table("0: announce 5", "*: rolled 2,6"))[0] == 3
    assert debts(table("0: announce 12", "*: rolled 3,5"))[0] == 4, "whichever is larger"
    assert debts(table("0: announce 7", "*: rolled 3,4"))[0] == 0


def test_g21_12_over_21_is_insolvent_example_of_the_rulebook() -> None:
    state = until(bring(table(), 0, 20), 0)
    state = go(state, "0: announce 6", "*: rolled 4,5")
    assert debts(state)[0] == 23
    assert state.insolvent == (0,)
    for _ in range(4):
        state = go(state, *idle(turn_of(state)))
        assert turn_of(state) != 0
    assert refused(GAME, state, "0: announce 7") == "turn"


def test_g21_12_the_insolvent_give_no_dice() -> None:
    state = go(until(bring(table(), 0, 20), 0), "0: announce 12", "*: rolled 5,5")
    assert debts(state)[0] == 22
    assert step(state) == (1, "announce")


def test_g21_13_at_21_one_speculates_no_more() -> None:
    state = bring(table(), 0, 21)
    assert state.at21 == (0,)
    assert state.traders[0].golds == (1,)
    for _ in range(4):
        state = go(state, *idle(turn_of(state)))
        assert turn_of(state) != 0


def test_g21_13_at_21_one_may_still_give_the_dice_of_that_roll() -> None:
    state = go(until(bring(table(), 0, 19), 0), "0: announce 12", "*: rolled 5,5")
    assert (debts(state)[0], step(state)) == (21, (0, "gift"))
    assert crisis(go(state, "0: give 2")) == [0, 0, 1]


def test_g21_13_no_dice_where_21_came_from_a_penalty_die_or_from_another() -> None:
    state = bring(table(penalties="on"), 0, 18)
    state = go(until(state, 0), "0: roll", "*: fined 3")
    assert (debts(state)[0], step(state)) == (21, (1, "announce"))
    state = go(until(bring(table(), 0, 13), 1), *exact(1, 8), "1: bonus +debt 0")
    assert (debts(state)[0], step(state)) == (21, (2, "announce"))


def test_g21_13_a_debt_of_21_is_frozen() -> None:
    state = go(until(bring(table(), 0, 21), 1), *exact(1, 8))
    assert refused(GAME, state, "1: bonus +debt 0") == refused(GAME, state, "1: bonus -debt 0") == "G21-13"
    assert "bonus -account 0" in legal(state, 1) and "bonus +debt 0" not in legal(state, 1)


def test_g21_14_difference_straight_bonus_account_gifts() -> None:
    state = table("0: announce 4", "*: rolled 2,2", "0: bonus +account 0", "0: give 1", *idle(1, 3), *idle(2))
    state = go(state, "0: announce 4", "*: rolled 2,2")
    assert step(state) == (0, "bonus")
    state = go(state, "0: bonus -debt 0")
    assert step(state) == (0, "account")
    state = go(state, "0: account +debt 1")
    assert step(state) == (0, "gift")
    assert step(go(state, "0: give 2")) == (1, "announce")


# ---- Crisis dice ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "gifts"),
    [("1,1,2,5", 1), ("1,1,1,5", 2), ("5,5,5,5", 3), ("1,1,5,5", 2), ("1,3,4,6", 0), ("1,2,5", 0), ("6,6", 1)],
)
def test_g21_20_equal_faces_give_crisis_dice(faces: str, gifts: int) -> None:
    dice = faces.count(",") + 1
    state = go(with_dice(dice, 2), f"2: announce {6 * dice - 8}", f"*: rolled {faces}")
    assert state.turn is not None
    if gifts:
        assert (step(state), state.turn.gifts) == ((2, "gift"), gifts)
    else:
        assert turn_of(state) == 0


def test_g21_21_dice_are_split_as_the_giver_likes_all_or_some() -> None:
    state = go(with_dice(4, 2), "2: announce 20", "*: rolled 1,1,5,5")
    assert legal(state, 2) == ["give 0", "give 1", "done"]
    assert crisis(go(state, "2: give 0", "2: give 0")) == [2, 0, 0]
    assert crisis(go(state, "2: give 0", "2: give 1")) == [1, 1, 0]
    assert crisis(go(state, "2: give 0", "2: done")) == [1, 0, 1]
    assert crisis(go(state, "2: done")) == [0, 0, 2]


def test_g21_21_never_to_oneself_nor_to_those_who_speculate_no_more() -> None:
    state = bring(bring(table(players="4"), 1, 22), 2, 21)
    state = go(until(state, 0), "0: announce 7", "*: rolled 4,4")
    assert legal(state, 0) == ["give 3", "done"]
    for seat in (0, 1, 2, 4, -1):
        assert refused(GAME, state, f"0: give {seat}") == "G21-21"


def test_g21_22_the_givers_own_dice_go_first() -> None:
    state = with_dice(3, 2)
    assert (crisis(state), state.supply) == ([0, 0, 1], 19)
    state = go(state, "2: announce 18", "*: rolled 4,4,4", "2: give 0")
    assert (crisis(state), state.supply) == ([1, 0, 0], 19)
    state = go(state, "2: give 1")
    assert (crisis(state), state.supply) == ([1, 1, 0], 18)


def test_g21_22_an_empty_box_gives_none() -> None:
    state = table(*pair(0, 2), crisis_supply="1")
    assert state.supply == 0
    assert step(go(state, "1: announce 7", "*: rolled 4,4")) == (2, "announce"), "nothing to give: no step"
    state = go(state, *idle(1), "2: announce 13", "*: rolled 4,4,4")
    assert state.turn is not None and state.turn.gifts == 2
    assert step(go(state, "2: give 0")) == (0, "announce"), "only one's own die was there"


# ---- straights --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "golden"), [("1,2,4", 2), ("3,4,5", 3), ("1,2,3,4", 4), ("1,2,2,3", 3), ("1,2,4,5", 2), ("3,4,5,6", 4)]
)
def test_g21_25_a_straight_adds_golden_dice_for_everybody(faces: str, golden: int) -> None:
    dice = faces.count(",") + 1
    state = go(with_dice(dice, 2), f"2: announce {6 * dice - 8}", f"*: rolled {faces}")
    assert state.golden == golden
    if golden == 3 and dice == 3:
        assert "announce 18" in legal(state, 0), "from the next roll on"


def test_g21_25_five_or_six_in_a_row_add_three_and_there_are_never_more_than_five() -> None:
    state = go(with_dice(3, 2), "2: announce 9", "*: rolled 2,3,4", "2: bonus -debt 2", *idle(0, 3))
    state = go(state, "1: announce 10", "*: rolled 2,3,5", *idle(2, 4), "0: announce 9", "*: rolled 4,5,6")
    assert state.golden == 4
    state = go(state, "1: announce 14", "*: rolled 1,2,5,6", "2: announce 16", "*: rolled 1,2,3,4,5")
    assert state.golden == 5


def test_g21_25_five_faces_in_a_row_add_three() -> None:
    state = with_dice(4, 2)
    state = go(state, *idle(2, 4), *pair(0, 2), *idle(1), "2: announce 15", "*: rolled 2,3,4,5,6")
    assert state.golden == 5, "two and three"


def test_g21_25_a_straight_counts_even_if_it_ruins_its_roller() -> None:
    state = with_dice(3, 2)
    for _ in range(2):
        state = go(state, "2: announce 18", "*: rolled 1,2,5", *idle(0), *idle(1))
    state = go(state, "2: announce 18", "*: rolled 1,2,3")
    assert debts(state)[2] > 21
    assert state.golden == 3


# ---- bonus points -----------------------------------------------------------------

TABLE_OF_AVERAGES = """
2   7      6-8    5-9
3   10-11  9-12   8-13
4   14     13-15  12-16
5   17-18  16-19  15-20
6   21     20-22  19-23
7   24-25  23-26  22-27
8   28     27-29  26-30
9   31-32  30-33  29-34
10  35     34-36  33-37
11  38-39  37-40  36-41
"""


def test_g21_30_the_rulebooks_table_of_averages() -> None:
    for line in TABLE_OF_AVERAGES.split("\n")[1:-1]:
        dice, *cells = line.split()
        for worth, totals in enumerate(cells):
            for total in totals.split("-"):
                assert points(int(dice), int(total)) == int(dice) * worth


def test_g21_30_the_table_of_averages_that_players_look_up_is_the_rulebooks() -> None:
    def span(low: int, high: int) -> str:
        return str(low) if low == high else f"{low}-{high}"

    printed = [line.split() for line in TABLE_OF_AVERAGES.split("\n")[1:-1]]
    shown = [
        [
            str(line["dice"]),
            span(line["low"], line["high"]),
            *(span(band["low"], band["high"]) for band in line["bands"]),
        ]
        for line in AVERAGES
    ]
    assert shown == printed
    for line in AVERAGES:
        assert [band["points"] for band in line["bands"]] == [line["dice"], 2 * line["dice"]]


@pytest.mark.parametrize("dice", [*range(1, 13), 25, 55])
def test_g21_30_the_average_is_that_of_the_exact_odds_and_no_total_is_likelier(dice: int) -> None:
    line, odds = average(dice, bands=3), ways(dice)
    assert sum(odds) == 6**dice
    likeliest = [total for total, count in enumerate(odds) if count == max(odds)]
    assert {line["low"], line["high"]} <= set(likeliest)
    assert points(dice, line["low"]) == points(dice, line["high"]) == 0
    for band in line["bands"]:
        assert points(dice, band["low"]) == points(dice, band["high"]) == band["points"]


def test_g21_30_points_are_earned_by_an_exact_roll_only() -> None:
    state = go(table(), "0: announce 5", "*: rolled 1,4")
    assert state.turn is not None
    assert (step(state), state.turn.points) == ((0, "bonus"), 4)
    state = go(table(), "0: announce 5", "*: rolled 2,4")
    assert turn_of(state) == 1


def test_g21_31_four_ways_to_use_four_points() -> None:
    state = go(table(*owe(0, 9), *owe(1, 9), *exact(2, 2), "2: bonus +account 2"), *exact(0, 4))
    assert legal(state, 0) == [
        "bonus +debt 0", "bonus -debt 0", "bonus +account 0",
        "bonus +debt 1", "bonus -debt 1", "bonus +account 1", "bonus -account 1",
        "bonus +debt 2", "bonus -debt 2", "bonus +account 2", "bonus -account 2",
    ]  # fmt: skip
    assert debts(go(state, "0: bonus +debt 0")) == [13, 9, 0]
    assert debts(go(state, "0: bonus -debt 0")) == [5, 9, 0]
    assert debts(go(state, "0: bonus +debt 1")) == [9, 13, 0]
    assert debts(go(state, "0: bonus -debt 1")) == [9, 5, 0]
    assert accounts(go(state, "0: bonus +account 0")) == [4, 0, 2]
    assert accounts(go(state, "0: bonus +account 2")) == [0, 0, 6]
    assert accounts(go(state, "0: bonus -account 2")) == [0, 0, 0]


def test_g21_31_nothing_is_taken_off_the_own_account() -> None:
    state = table(*exact(0, 4))
    assert refused(GAME, state, "0: bonus -account 0") == "G21-31"
    assert refused(GAME, state, "0: bonus +debt 3") == refused(GAME, state, "0: bonus +debt -1") == "G21-31"


def test_g21_32_the_own_debt_may_reach_21_but_not_pass_it() -> None:
    state = go(until(bring(table(), 0, 17), 0), *exact(0, 4), "0: bonus +debt 0")
    assert (debts(state)[0], state.at21) == (21, (0,))
    state = go(until(bring(table(), 0, 18), 0), *exact(0, 4))
    assert refused(GAME, state, "0: bonus +debt 0") == "G21-32"
    assert "bonus +debt 0" not in legal(state, 0)


def test_g21_32_debts_may_go_below_0() -> None:
    assert debts(table(*exact(0, 4), "0: bonus -debt 0"))[0] == -4


def test_g21_33_nothing_of_the_insolvent_is_changed_by_points() -> None:
    state = go(until(bring(table(), 0, 22), 1), *exact(1, 4))
    for use in ("+debt", "-debt", "+account", "-account"):
        assert refused(GAME, state, f"1: bonus {use} 0") == "G21-33"
        assert f"bonus {use} 0" not in legal(state, 1)


def test_g21_33_accounts_never_go_below_0() -> None:
    state = table(*exact(0, 2), "0: bonus +account 0", *exact(1, 8), "1: bonus -account 0")
    assert accounts(state)[0] == 0


def test_g21_34_a_kill() -> None:
    state = strike(bring(table(), 1, 18), 0, 1)
    assert debts(state) == [0, 26, 0]
    assert state.insolvent == (1,)
    assert [trader.kills for trader in state.traders] == [1, 0, 0]


def test_g21_34_exactly_21_is_a_gift() -> None:
    state = strike(bring(table(), 1, 13), 0, 1)
    assert debts(state) == [0, 21, 0]
    assert state.traders[1].golds == (1,)
    assert state.traders[0].kills == 0


# ---- the account ------------------------------------------------------------------


def with_account(points: int, **options: str) -> State:
    """Seat 0's second turn, with points on the account."""
    lines = [*exact(0, points), "0: bonus +account 0"]
    state = table(*lines, *(["0: done"] if options.get("goal") == "killer" else []), **options)
    return go(state, *idle(1), *idle(2))


def test_g21_40_points_go_on_the_own_account_only_while_it_is_empty() -> None:
    state = go(with_account(4), *exact(0, 2))
    assert refused(GAME, state, "0: bonus +account 0") == "G21-40"
    assert "bonus +account 0" not in legal(state, 0)


def test_g21_40_not_even_by_spending_it_first_in_the_same_turn() -> None:
    state = go(with_account(4), "0: account +debt 1", *exact(0, 2))
    assert refused(GAME, state, "0: bonus +account 0") == "G21-40"


def test_g21_40_others_may_add_to_it() -> None:
    state = go(until(with_account(4), 1), *exact(1, 2), "1: bonus +account 0")
    assert accounts(state)[0] == 6


def test_g21_41_the_account_is_used_whole_before_announcing_or_after_the_roll() -> None:
    state = with_account(4)
    before = go(state, "0: account +debt 1")
    assert (debts(before), accounts(before), step(before)) == ([0, 4, 0], [0, 0, 0], (0, "announce"))
    behind = go(state, *idle(0), "0: account -debt 0")
    assert (debts(behind), accounts(behind), step(behind)) == ([-4, 0, 0], [0, 0, 0], (1, "announce"))


def test_g21_41_once_in_a_turn_and_not_back_onto_itself() -> None:
    state = with_account(4)
    assert refused(GAME, state, "0: account +account 0") == refused(GAME, state, "0: account -account 0") == "G21-41"
    assert refused(GAME, state, "0: account +debt 3") == "G21-41"
    state = go(state, "0: account +account 1")
    assert accounts(state) == [0, 4, 0]
    assert refused(GAME, state, "0: account +debt 1") == "G21-41"
    assert refused(GAME, table(), "0: account +debt 1") == "G21-41"


def test_g21_42_four_saved_and_two_earned_example_of_the_rulebook() -> None:
    state = go(with_account(4), "0: announce 6", "*: rolled 2,4")
    assert legal(state, 0) == [
        "bonus +debt 0", "bonus -debt 0",
        "bonus +debt 1", "bonus -debt 1", "bonus +account 1", "bonus -account 1",
        "bonus +debt 2", "bonus -debt 2", "bonus +account 2", "bonus -account 2",
    ]  # fmt: skip
    both = go(state, "0: bonus +debt 1", "0: account -debt 0")
    assert (debts(both), accounts(both)) == ([-4, 2, 0], [0, 0, 0])
    kept = go(state, "0: bonus +debt 1", "0: done")
    assert (debts(kept), accounts(kept)) == ([0, 2, 0], [4, 0, 0])


def test_g21_43_at_21_the_account_is_used_on_others() -> None:
    state = go(until(bring(with_account(4), 0, 21), 0))
    assert step(state) == (0, "standing")
    assert legal(state, 0) == [
        "account +debt 1", "account -debt 1", "account +account 1", "account -account 1",
        "account +debt 2", "account -debt 2", "account +account 2", "account -account 2", "done",
    ]  # fmt: skip
    assert refused(GAME, state, "0: account -debt 0") == refused(GAME, state, "0: account +debt 0") == "G21-43"
    used = go(state, "0: account +debt 2")
    assert (debts(used), accounts(used), turn_of(used)) == ([21, 0, 4], [0, 0, 0], 1)
    assert used.traders[0].golds == (1,), "it is the same 21"
    declined = until(go(state, "0: done", *idle(1)), 0)
    assert step(declined) == (0, "standing"), "on each of their later turns"


def test_g21_43_with_an_empty_account_one_is_passed_over() -> None:
    state = bring(table(), 0, 21)
    assert turn_of(go(state, *idle(1), *idle(2))) == 1


# ---- the end of a year --------------------------------------------------------------

THE_BOURSE = [
    "0: announce 5", "*: rolled 4,4", "0: give 1",
    "1: announce 14", "*: rolled 1,2,6",
    "2: announce 8", "*: rolled 3,3", "2: give 1",
    "0: announce 9", "*: rolled 2,2", "0: give 1",
    "1: announce 19", "*: rolled 1,1,2,5,5", "1: done",
    "2: announce 6", "*: rolled 2,4", "2: bonus +account 2",
    *owe(0, 2),
    "1: announce 21", "*: rolled 1,1,2,5,5", "1: done",
    *owe(2, 4), "2: done",
    *owe(0, 5),
    "1: announce 16", "*: rolled 1,1,4,5,5", "1: bonus +account 1", "1: done",
    *owe(2, 2), "2: done",
    *owe(0, 2),
    "1: announce 22", "*: rolled 1,1,2,5,5",
    *owe(2, 2), "2: done",
]  # fmt: skip


def test_g21_51_the_rulebooks_bourse() -> None:
    state = table(*THE_BOURSE, *owe(0, 4))
    (year,) = state.past
    assert [column(lines) for lines in year.lines] == [
        "0 3 8 10 15 17 21",
        "0 5 10 17 17^5 25",
        "0 2 2^2 6 8 10",
    ]
    assert year.balance == (-15, 0, 0)
    assert accounts(state) == [7, 0, 0], "5 of B's and 2 of C's"
    assert state.lines == ((Line(-15, 7),), (Line(0),), (Line(0),))


def test_g21_52_the_rulebooks_bourse_had_a_not_made_21() -> None:
    state = table(*THE_BOURSE, *owe(0, 5))
    assert state.past[0].balance == (0, 0, -11)
    assert accounts(state) == [0, 5, 2]


def test_g21_50_the_year_ends_when_a_single_trader_speculates() -> None:
    state = bring(table(), 0, 22)
    assert state.year == 1
    state = bring(state, 1, 21)
    assert state.year == 2


def test_g21_50_it_ends_even_within_a_turn() -> None:
    state = bring(bring(table(), 0, 22), 1, 18)
    state = go(until(state, 2), "2: announce 10", "*: rolled 5,5")
    state = go(state, "2: bonus +debt 1")
    assert (state.year, step(state)) == (2, (0, "announce")), "the die of the pair is not given any more"
    assert crisis(state) == [0, 0, 0]


def test_g21_50_it_ends_before_announcing() -> None:
    state = bring(bring(with_account(8), 1, 22), 2, 15)
    state = go(until(state, 0), "0: account +debt 2")
    assert (state.year, turn_of(state)) == (2, 1)


def test_g21_51_of_several_21s_the_last_one_counts() -> None:
    state = bring(bring(bring(table(players="4"), 2, 21), 0, 21), 1, 5)
    state = bring(state, 3, 25)
    assert state.past[0].balance == (-(0 + 4 + 16), 0, 0, 0)
    assert [len(trader.golds) for trader in state.traders] == [1, 0, 1, 0]


def test_g21_51_a_debt_below_0_is_far_from_21() -> None:
    state = bring(table(*exact(0, 4), "0: bonus -debt 0"), 1, 24)
    state = bring(state, 2, 21)
    assert state.past[0].balance == (0, 0, -(25 + 3))


def test_g21_52_the_survivor_starts_at_the_debt_less_21() -> None:
    state = bring(bring(bring(table(), 2, 10), 0, 22), 1, 22)
    assert debts(state) == [0, 0, -11]


def test_g21_53_the_first_one_out_begins_the_next_year() -> None:
    assert turn_of(bring(bring(table(), 1, 22), 0, 22)) == 1
    killed = bring(strike(bring(table(), 2, 18), 0, 2), 1, 22)
    assert (killed.year, turn_of(killed)) == (2, 2)


def test_g21_53_a_21_is_no_going_out() -> None:
    state = bring(bring(table(), 1, 21), 2, 22)
    assert turn_of(state) == 2


def test_g21_53_if_there_was_none_the_survivor_begins() -> None:
    state = bring(bring(table(), 1, 21), 2, 21)
    assert (state.year, turn_of(state)) == (2, 0)


def test_g21_54_accounts_are_kept_from_year_to_year() -> None:
    state = bring(bring(with_account(4), 1, 22), 2, 22)
    assert (state.year, accounts(state)) == (2, [4, 0, 0])
    assert [column(lines) for lines in state.lines] == ["-21^4", "0", "0"]


# ---- fine print of a turn -----------------------------------------------------------


def test_g21_101_a_bonus_of_0_is_none_and_a_bonus_must_be_used() -> None:
    assert turn_of(table(*idle(0))) == 1
    state = table(*exact(0, 4))
    assert refused(GAME, state, "0: done") == "G21-101"
    assert "done" not in legal(state, 0)


def test_g21_102_done_exists_only_where_something_can_be_declined() -> None:
    state = table()
    assert refused(GAME, state, "0: done") == "G21-102"
    state = with_account(4)
    assert "done" not in legal(state, 0), "announcing declines"
    state = go(state, *idle(0))
    assert step(state) == (0, "account") and "done" in legal(state, 0), "it can still be used after the roll"
    assert turn_of(go(state, "0: done")) == 1


def test_g21_102_steps_are_strict() -> None:
    state = go(with_account(4), "0: announce 6", "*: rolled 3,3")
    assert step(state) == (0, "bonus")
    for line in ("0: give 1", "0: account +debt 1", "0: announce 7"):
        assert refused(GAME, state, line) == "G21-102"
    state = go(state, "0: bonus -debt 0")
    assert step(state) == (0, "account")
    for line in ("0: give 1", "0: bonus +debt 1", "0: announce 7"):
        assert refused(GAME, state, line) == "G21-102"
    state = go(state, "0: done")
    assert step(state) == (0, "gift")
    for line in ("0: account +debt 1", "0: bonus +debt 1", "0: announce 7"):
        assert refused(GAME, state, line) == "G21-102"
    assert turn_of(go(state, "0: give 1")) == 1, "it ends by itself when all is given"


def test_g21_103_reaching_21_ends_the_turn_but_for_the_gifts() -> None:
    state = bring(with_account(4), 0, 19)
    rolled = go(until(state, 0), "0: announce 12", "*: rolled 5,5")
    assert step(rolled) == (0, "gift"), "no account step"
    by_bonus = go(until(bring(with_account(4), 0, 19), 0), "0: announce 6", "*: rolled 3,3", "0: bonus +debt 0")
    assert (debts(by_bonus)[0], step(by_bonus)) == (21, (0, "gift"))
    by_account = go(until(bring(with_account(4), 0, 17), 0), "0: announce 7", "*: rolled 3,4", "0: account +debt 0")
    assert (debts(by_account)[0], turn_of(by_account)) == (21, 1)


def test_g21_103_reached_before_announcing_the_turn_is_over() -> None:
    state = go(until(bring(with_account(4), 0, 17), 0), "0: account +debt 0")
    assert (debts(state)[0], turn_of(state)) == (21, 1)


def test_g21_104_an_empty_account_may_be_made_smaller() -> None:
    state = table(*exact(0, 4), "0: bonus -account 1")
    assert accounts(state) == [0, 0, 0]
    assert [column(lines) for lines in state.lines] == ["0", "0", "0"]


def test_g21_104_points_placed_this_turn_open_no_account_step() -> None:
    assert turn_of(table(*exact(0, 4), "0: bonus +account 0")) == 1


def test_g21_104_in_killer_they_may_be_used_at_once_with_what_was_there() -> None:
    state = go(with_account(4, goal="killer"), *exact(0, 2), "0: bonus +account 0")
    assert (step(state), accounts(state)[0]) == ((0, "account"), 6)
    assert debts(go(state, "0: account +debt 1"))[1] == 6
    spent = go(with_account(4, goal="killer"), "0: account +debt 1", *exact(0, 2), "0: bonus +account 0")
    assert (turn_of(spent), accounts(spent)[0]) == (1, 2), "once in a turn"


def test_g21_105_crisis_dice_stay_with_those_who_are_out() -> None:
    state = table(*pair(0, 1), "1: announce 18", "*: rolled 1,2,5", *idle(2), *idle(0))
    state = go(state, "1: announce 18", "*: rolled 1,2,5", *idle(2), *idle(0), "1: announce 18", "*: rolled 1,2,5")
    assert (debts(state)[1], crisis(state), state.supply) == (30, [0, 1, 0], 19)


def test_g21_105_points_from_the_account_kill() -> None:
    state = go(until(bring(with_account(8), 1, 18), 0), "0: account +debt 1")
    assert (debts(state)[1], state.traders[0].kills) == (26, 1)


def test_g21_105_in_a_straight_each_face_counts_once() -> None:
    state = go(with_dice(4, 2), "2: announce 10", "*: rolled 2,3,3,4")
    assert state.golden == 3


# ---- the Bourse ---------------------------------------------------------------------


def test_g21_113_a_line_whenever_a_debt_or_an_account_changes() -> None:
    state = table(*exact(0, 4), "0: bonus +account 0", *idle(1), *owe(2, 3), "0: account +debt 0", *idle(0), *idle(1))
    assert [column(lines) for lines in state.lines] == ["0 0^4 4^0", "0", "0 3"]
    state = go(with_account(4), "0: account -account 1", *idle(0))
    assert [column(lines) for lines in state.lines] == ["0 0^4 0^0", "0", "0"]


def test_g21_114_no_debt_goes_below_minus_999_and_no_account_above_999() -> None:
    state = table(goal="killer", years="0")
    for _ in range(30):
        state = go(until(state, 0), *exact(0, 8), "0: bonus +account 0")
        state = go(state, "0: done") if step(state) == (0, "account") else state
        state = bring(bring(state, 1, 22), 2, 22)
    assert accounts(state)[0] == 999
    assert debts(state)[0] == -21 * 30
    assert go(until(state, 0), "0: account -debt 0").traders[0].debt == -999
    assert go(until(state, 0), "0: account +debt 1").traders[1].debt == 999
    assert refused(GAME, until(state, 1), "0: done") == "turn"


# ---- refusals -----------------------------------------------------------------------


def test_g21_116_over_chance_and_turn_come_first() -> None:
    state = table("0: announce 7")
    assert refused(GAME, state, "0: announce 99 at 9") == "chance"
    assert refused(GAME, state, "*: cast 3") == refused(GAME, state, "*: fined 3") == "chance", "another kind of chance"
    assert refused(GAME, state, "*: announce 7") == "chance"
    state = table()
    assert refused(GAME, state, "*: rolled 3,4") == refused(GAME, state, "0: rolled 3,4") == "chance"
    assert refused(GAME, state, "1: roll") == refused(GAME, state, "9: roll") == "turn"


def test_g21_116_an_option_that_is_off_is_told_before_the_step() -> None:
    state = table(*exact(0, 4))
    assert refused(GAME, state, "0: roll") == "G21-85"
    assert refused(GAME, state, "0: announce 7 at 1") == "G21-90"


def test_g21_116_at_21_speculating_is_told_as_such() -> None:
    state = until(bring(with_account(4, penalties="on", free_throw="on"), 0, 21), 0)
    for line in ("0: announce 7", "0: announce 7 at 1", "0: roll"):
        assert refused(GAME, state, line) == "G21-13"
    for line in ("0: bonus +debt 1", "0: give 1"):
        assert refused(GAME, state, line) == "G21-102"


def test_g21_116_the_total_is_told_before_the_aim() -> None:
    state = table(free_throw="on")
    assert refused(GAME, state, "0: announce 99 at 9") == "G21-10"
    assert refused(GAME, state, "0: announce 7 at 9") == "G21-107"


def test_g21_116_the_target_is_told_before_the_empty_account() -> None:
    state = until(bring(table(players="4"), 1, 22), 0)
    assert refused(GAME, state, "0: account +debt 1") == "G21-33"
    assert refused(GAME, state, "0: account +debt 2") == "G21-41"
    assert refused(GAME, state, "0: account +debt 9") == "G21-41"


def test_g21_116_the_dice_are_told_before_the_hit() -> None:
    state = table("0: announce 7", penalties="on")
    assert refused(GAME, state, "*: rolled 1,2,3 hit") == "G21-10"
    assert refused(GAME, state, "*: rolled 1,2 hit") == "G21-90"
    assert refused(GAME, table("0: announce 7"), "*: off") == "G21-86"
