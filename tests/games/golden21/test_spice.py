"""What can be added to The Golden 21: penalties, Lancer Franc, Collection 21, an open 21."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tablee.contract import Over
from tablee.games.golden21 import GAME
from tablee.games.golden21.actions import Off, parse
from tablee.games.golden21.options import Options
from tablee.testing import playout
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
    step,
    strike,
    table,
    turn_of,
    until,
)
from tests.playing import refused

# ---- penalties ----------------------------------------------------------------------


def test_g21_85_rolling_unannounced_costs_a_penalty_die() -> None:
    state = table(penalties="on")
    assert legal(state, 0)[-1] == "roll"
    state = go(state, "0: roll")
    assert awaited(state).hand == 0
    assert refused(GAME, state, "*: fined 7") == refused(GAME, state, "*: fined 0") == "G21-85"
    assert refused(GAME, state, "*: rolled 3,4") == "chance"
    state = go(state, "*: fined 5")
    assert (debts(state)[0], step(state)) == (5, (0, "announce"))
    assert debts(go(state, *owe(0, 2)))[0] == 7


def test_g21_85_without_penalties_there_is_no_such_thing() -> None:
    state = table()
    assert "roll" not in legal(state, 0)
    assert refused(GAME, state, "0: roll") == "G21-85"


def test_g21_86_a_die_off_the_table_example_of_the_rulebook() -> None:
    state = table("0: announce 8", "*: off", penalties="on")
    assert refused(GAME, state, "*: fined 7") == "G21-86"
    state = go(state, "*: fined 4")
    assert debts(state)[0] == 4
    assert state.turn is not None and (state.turn.step, state.turn.total) == ("roll", 8)
    assert debts(go(state, "*: rolled 1,4"))[0] == 4 + 3


def test_g21_86_a_die_may_fall_again_and_again() -> None:
    state = table("0: announce 8", *["*: off", "*: fined 4"] * 3, penalties="on")
    assert debts(state)[0] == 12
    state = go(state, "*: rolled 2,6")
    assert state.turn is not None and (debts(state)[0], state.turn.points) == (12, 2)


def test_g21_86_without_penalties_no_die_falls() -> None:
    assert refused(GAME, table("0: announce 8"), "*: off") == "G21-86"


def test_g21_87_a_penalty_to_21_is_a_21_and_ends_the_turn() -> None:
    state = go(until(bring(table(penalties="on"), 0, 17), 0), "0: announce 8", "*: off", "*: fined 4")
    assert (state.at21, state.traders[0].golds, turn_of(state)) == ((0,), (1,), 1)


def test_g21_87_a_penalty_past_21_ruins_and_ends_the_turn() -> None:
    state = go(until(bring(table(penalties="on"), 0, 17), 0), "0: roll", "*: fined 5")
    assert (state.insolvent, turn_of(state)) == ((0,), 1)


def test_g21_87_a_penalty_may_end_the_year() -> None:
    state = bring(bring(table(penalties="on"), 1, 22), 0, 17)
    state = go(until(state, 0), "0: announce 8", "*: off", "*: fined 6")
    assert (state.year, step(state)) == (2, (1, "announce"))


def test_g21_103_by_a_penalty_die_the_turn_is_over() -> None:
    state = table(*exact(0, 4), "0: bonus +account 0", *idle(1), *idle(2), penalties="on")
    state = go(until(bring(state, 0, 17), 0), "0: roll", "*: fined 4")
    assert (debts(state)[0], turn_of(state)) == (21, 1)


def test_g21_108_once_a_turn_and_the_account_may_still_be_used() -> None:
    state = table(*exact(0, 4), "0: bonus +account 0", *idle(1), *idle(2), penalties="on")
    state = go(state, "0: roll", "*: fined 5")
    assert "roll" not in legal(state, 0)
    assert refused(GAME, state, "0: roll") == "G21-108"
    assert debts(go(state, "0: account -debt 0"))[0] == 1
    assert "roll" in legal(until(state, 1), 1)


# ---- Lancer Franc -------------------------------------------------------------------


def test_g21_90_one_may_aim_at_another_traders_die() -> None:
    state = table(free_throw="on")
    aims = [f"announce {total} at {seat}" for seat in (1, 2) for total in range(2, 13)]
    assert legal(state, 0) == [f"announce {total}" for total in range(2, 13)] + aims
    state = go(state, "0: announce 5 at 1")
    odds = awaited(state).odds()
    assert sum(odds.values()) == 1
    assert sum(odd for action, odd in odds.items() if str(action).endswith("hit")) == Fraction(25, 100)
    assert odds[Off()] == Fraction(15, 100)
    assert odds[parse("rolled 3,4 hit")] == Fraction(1, 18) * Fraction(25, 100)


def test_g21_90_without_it_nobody_aims() -> None:
    assert refused(GAME, table(), "0: announce 7 at 1") == "G21-90"
    assert refused(GAME, table("0: announce 7", free_throw="on"), "*: rolled 3,4 hit") == "G21-90"


def test_g21_91_the_trader_hit_takes_the_difference_example_of_the_rulebook() -> None:
    state = table("0: announce 5 at 1", "*: rolled 2,6 hit", free_throw="on")
    assert debts(state) == [0, 3, 0]
    state = table("0: announce 5 at 1", "*: rolled 2,6", free_throw="on")
    assert debts(state) == [3, 0, 0], "nothing was hit"


def test_g21_91_a_hit_is_no_kill() -> None:
    state = go(until(bring(table(free_throw="on"), 1, 20), 0), "0: announce 5 at 1", "*: rolled 2,6 hit")
    assert (debts(state)[1], state.insolvent, state.traders[0].kills) == (23, (1,), 0)
    state = bring(table(free_throw="on", goal="survivor"), 1, 20)
    state = go(until(state, 0), "0: announce 5 at 1", "*: rolled 2,6 hit")
    assert state.dead == ()


def test_g21_91_a_hit_may_make_a_21() -> None:
    state = go(until(bring(table(free_throw="on"), 1, 18), 0), "0: announce 5 at 1", "*: rolled 2,6 hit")
    assert (state.at21, state.traders[1].golds) == ((1,), (1,))


def test_g21_92_a_die_off_the_table_even_without_penalties() -> None:
    state = table("0: announce 5 at 1", "*: off", "*: fined 4", free_throw="on")
    assert debts(state) == [4, 0, 0]
    assert refused(GAME, table("0: announce 5", free_throw="on"), "*: off") == "G21-86"


def test_g21_93_the_odds_are_options() -> None:
    state = table("0: announce 7", penalties="on")
    assert awaited(state).odds()[Off()] == Fraction(2, 100)
    state = table("0: announce 7 at 1", free_throw="on", aim_hit="40", aim_off="60")
    odds = awaited(state).odds()
    assert odds[Off()] == Fraction(60, 100)
    assert parse("rolled 3,4") not in odds and parse("rolled 3,4 hit") in odds


def test_g21_93_what_has_odds_of_0_is_refused() -> None:
    state = table("0: announce 7 at 1", free_throw="on", aim_hit="40", aim_off="60")
    assert refused(GAME, state, "*: rolled 3,4") == "G21-93"
    state = table("0: announce 7 at 1", free_throw="on", aim_hit="0", aim_off="0")
    assert refused(GAME, state, "*: rolled 3,4 hit") == refused(GAME, state, "*: off") == "G21-93"
    assert refused(GAME, table("0: announce 7", penalties="on", off="0"), "*: off") == "G21-93"


def test_g21_107_only_a_debt_that_points_could_change_can_be_aimed_at() -> None:
    state = bring(bring(table(players="4", free_throw="on"), 1, 22), 2, 21)
    state = until(state, 0)
    for seat in (0, 1, 2, 4, -1):
        assert refused(GAME, state, f"0: announce 7 at {seat}") == "G21-107"
        assert f"announce 7 at {seat}" not in legal(state, 0)
    assert "announce 7 at 3" in legal(state, 0)


def test_g21_107_a_hit_with_difference_0_and_all_else_is_the_rollers() -> None:
    state = table("0: announce 6 at 1", "*: rolled 3,3 hit", free_throw="on")
    assert (debts(state), step(state)) == ([0, 0, 0], (0, "bonus"))
    state = go(state, "0: bonus -debt 0")
    assert step(state) == (0, "gift")
    state = table("0: announce 7 at 1", "*: rolled 3,3 hit", "0: give 2", free_throw="on")
    assert (debts(state), crisis(state)) == ([0, 1, 0], [0, 0, 1])


def test_g21_107_the_aim_stays_for_the_next_roll() -> None:
    state = table("0: announce 5 at 1", "*: off", "*: fined 1", free_throw="on")
    assert debts(go(state, "*: rolled 2,6 hit")) == [1, 3, 0]


def test_g21_107_an_unaimed_roll_leaves_the_table_only_with_penalties() -> None:
    assert Off() not in awaited(table("0: announce 7", free_throw="on")).odds()
    assert Off() in awaited(table("0: announce 7", penalties="on")).odds()


def test_g21_94_the_literal_example_the_trader_hit_takes_the_difference_off_their_debt() -> None:
    state = go(until(bring(table(free_throw="literal"), 1, 10), 0), "0: announce 5 at 1", "*: rolled 2,6 hit")
    assert debts(state)[:2] == [0, 7]
    state = table("0: announce 5 at 1", "*: rolled 2,6 hit", free_throw="literal")
    assert debts(state) == [0, -3, 0], "below 0, as a debt may be"
    assert [line.debt for line in state.lines[1]] == [0, -3]


def test_g21_94_a_miss_is_still_owed_by_the_roller() -> None:
    state = table("0: announce 5 at 1", "*: rolled 2,6", free_throw="literal")
    assert debts(state) == [3, 0, 0]
    state = table("0: announce 5 at 1", "*: off", "*: fined 4", "*: rolled 2,6 hit", free_throw="literal")
    assert debts(state) == [4, -3, 0]


def test_g21_94_who_may_be_aimed_at_does_not_change() -> None:
    assert legal(table(free_throw="literal"), 0) == legal(table(free_throw="on"), 0)
    frozen = until(bring(table(players="4", free_throw="literal"), 1, 21), 0)
    assert refused(GAME, frozen, "0: announce 7 at 1") == "G21-107"


def test_g21_94_a_hit_pulls_an_open_21_back() -> None:
    state = bring(table(players="4", at21="open", free_throw="literal"), 1, 21)
    state = go(until(state, 0), "0: announce 5 at 1", "*: rolled 2,6 hit")
    assert (debts(state)[1], state.at21, state.traders[1].golds) == (18, (), (1,))


@pytest.mark.parametrize("players", [3, 10])
def test_g21_94_games_end_though_hits_take_debts_off(players: int) -> None:
    options = Options(players=players, free_throw="literal", aim_hit=30, aim_off=0, at21="open", years=1)
    assert sum(1 for _ in playout(GAME, options, Random(3))) < 5000


# ---- Collection 21 ------------------------------------------------------------------


def test_g21_95_the_winner_takes_the_staked_dice() -> None:
    state = table(collection="on", years="1")
    assert GAME.view(state, None).stakes == (1, 1, 1)
    assert state.supply == 20, "they are not part of the box"
    state = bring(bring(state, 0, 22), 1, 22)
    assert GAME.view(state, None).stakes == (0, 0, 3)


def test_g21_95_a_shared_win_leaves_every_die_with_its_owner() -> None:
    state = bring(bring(table(collection="on", years="1", goal="killer"), 0, 22), 1, 22)
    assert GAME.view(state, None).stakes == (1, 1, 1)
    state = bring(bring(bring(table(collection="on", years="1", final="raw"), 0, 21), 2, 20), 1, 22)
    assert GAME.view(state, None).stakes == (1, 1, 1), "20 each for two of them"
    state = bring(bring(table(collection="on", years="1", teams="0+1,2"), 0, 22), 1, 22)
    assert isinstance(GAME.awaits(state), Over)
    assert GAME.view(state, None).stakes == (1, 1, 1), "a team's win is a shared win"


def test_g21_95_without_a_collection_there_is_no_stake() -> None:
    assert GAME.view(table(), None).stakes == ()


# ---- an open 21 ---------------------------------------------------------------------


def test_g21_109_a_trader_at_21_can_be_killed() -> None:
    state = strike(bring(table(players="4", at21="open"), 1, 21), 0, 1)
    assert (debts(state)[1], state.at21, state.insolvent) == (29, (), (1,))
    assert (state.traders[0].kills, state.traders[1].golds) == (1, (1,)), "the 21 stays in the tally"
    state = bring(bring(state, 0, 22), 2, 22)
    assert state.past[0].balance == (0, 0, 0, -21), "nobody stands at 21"


def test_g21_53_a_trader_killed_at_21_begins_the_next_year() -> None:
    state = strike(bring(table(players="4", at21="open"), 1, 21), 0, 1)
    assert turn_of(bring(bring(state, 0, 22), 2, 22)) == 1


def test_g21_109_a_trader_pulled_back_speculates_again() -> None:
    state = bring(table(at21="open"), 1, 21)
    state = go(until(state, 0), *exact(0, 8), "0: bonus -debt 1")
    assert (debts(state)[1], state.at21, step(state)) == (13, (), (1, "announce"))
    state = bring(state, 1, 21)
    assert (state.at21, state.traders[1].golds) == ((1,), (1, 1)), "a second 21 of the year"


def test_g21_109_the_moment_they_last_reached_it_counts() -> None:
    state = bring(bring(table(players="4", at21="open"), 1, 21), 2, 21)
    assert state.at21 == (1, 2)
    state = go(until(state, 0), *exact(0, 8), "0: bonus -debt 1")
    state = bring(state, 1, 21)
    assert state.at21 == (2, 1)


def test_g21_109_a_hit_may_put_a_21_over() -> None:
    state = bring(table(players="4", at21="open", free_throw="on"), 1, 21)
    state = go(until(state, 0), "0: announce 5 at 1", "*: rolled 2,6 hit")
    assert (debts(state)[1], state.at21, state.insolvent, state.traders[0].kills) == (24, (), (1,), 0)


def test_g21_43_with_an_open_21_the_own_debt_still_stays() -> None:
    state = table(*exact(0, 4), "0: bonus +account 0", *idle(1), *idle(2), at21="open")
    state = until(bring(state, 0, 21), 0)
    assert refused(GAME, state, "0: account -debt 0") == "G21-43"


def test_g21_32_points_never_reach_past_21_from_the_account_either() -> None:
    state = table(*exact(0, 4), "0: bonus +account 0", *idle(1), *idle(2))
    state = until(bring(state, 0, 18), 0)
    assert refused(GAME, state, "0: account +debt 0") == "G21-32"
    assert "account +debt 0" not in legal(state, 0)
    assert column(state.lines[0]).endswith("18") and accounts(state)[0] == 4
