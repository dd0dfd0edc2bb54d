"""How The Golden 21 is won: the contract, the Kills, the last one not killed, alone or in teams."""

from __future__ import annotations

from tablee.contract import Over
from tablee.games.golden21 import GAME
from tablee.games.golden21.state import State
from tests.games.golden21.turns import (
    accounts,
    bring,
    column,
    debts,
    exact,
    go,
    idle,
    owe,
    pair,
    step,
    strike,
    table,
    turn_of,
    until,
)
from tests.playing import refused


def over(state: State) -> Over:
    found = GAME.awaits(state)
    assert isinstance(found, Over)
    return found


def ruined(state: State, *seats: int) -> State:
    """These traders go over 21 by themselves, in this order, to 22."""
    for seat in seats:
        state = bring(state, seat, 22)
    return state


def killed(state: State, seat: int, *victims: int) -> State:
    """This trader kills these, in this order."""
    for victim in victims:
        state = strike(bring(state, victim, 18), seat, victim)
    return state


# ---- Original -----------------------------------------------------------------------


def test_g21_60_the_last_year_is_balanced_like_every_other() -> None:
    state = ruined(bring(table(years="1"), 2, 10), 0, 1)
    assert over(state) == Over((2, 2, 1), "G21-62", (0, 0, -11))
    assert state.past[-1].balance == (0, 0, -11)


def test_g21_60_raw_the_debts_count_as_they_stand() -> None:
    state = ruined(bring(table(years="1", final="raw"), 2, 10), 0, 1)
    assert over(state) == Over((2, 2, 1), "G21-62", (22, 22, 10))
    state = table(*exact(0, 4), "0: bonus +account 0", years="1", final="raw")
    state = ruined(bring(state, 1, 21), 2)
    assert over(state).scores == (0, 21 - 1, 22)
    assert accounts(state) == [4, 0, 0], "nothing is taken either"


def test_g21_113_raw_the_last_balance_is_the_debts() -> None:
    assert ruined(bring(table(years="1", final="raw"), 2, 10), 0, 1).past[-1].balance == (22, 22, 10)


def test_g21_60_raw_is_for_the_last_year_only() -> None:
    state = ruined(bring(table(years="2", final="raw"), 2, 10), 0, 1)
    assert debts(state) == [0, 0, -11]


def test_g21_60_the_usual_contract_is_five_years() -> None:
    state = table()
    for year in range(1, 6):
        assert (state.year, state.turn is None) == (year, False)
        state = ruined(state, 0, 1)
    assert over(state).scores == (0, 0, -105)


def test_g21_116_after_the_end_everything_is_over() -> None:
    state = ruined(table(years="1"), 0, 1)
    assert refused(GAME, state, "0: announce 7") == refused(GAME, state, "*: rolled 3,4") == "over"


def test_g21_61_kills_and_21s_example_of_the_rulebook() -> None:
    state = table(years="4")
    state = ruined(bring(state, 0, 21), 1)
    state = ruined(bring(state, 0, 21), 1)
    state = killed(state, 0, 1, 2)
    assert state.year == 4
    state = ruined(bring(killed(state, 0, 1), 0, 16), 2)
    trader = state.traders[0]
    assert (trader.kills, len(trader.golds), trader.debt) == (3, 2, -5)
    assert over(state).scores[0] == -5 - 17, "3 x 3 + 2 x 4, which the book adds up to 16"


def test_g21_62_ties_are_shared() -> None:
    state = ruined(bring(bring(table(years="1", final="raw"), 0, 21), 2, 20), 1)
    assert over(state) == Over((1, 3, 1), "G21-62", (20, 22, 20))


def test_g21_63_expert_each_21_counts_its_year_example_of_the_rulebook() -> None:
    state = table(expert="on")
    for year in range(1, 6):
        state = ruined(bring(state, 0, 21), 1) if year in (2, 3, 5) else ruined(state, 1, 2)
    trader = state.traders[0]
    assert trader.golds == (2, 3, 5)
    assert over(state).scores[0] == trader.debt - 10


# ---- Killer -------------------------------------------------------------------------


def test_g21_70_the_first_with_enough_kills_wins_at_once() -> None:
    state = killed(table(goal="killer", kills="2"), 0, 1)
    assert state.turn is not None
    state = ruined(state, 2)
    state = killed(state, 2, 0)
    assert state.turn is not None
    state = killed(state, 2, 1)
    assert over(state) == Over((2, 3, 1), "G21-70", (1, 0, 2))
    assert state.past[-1].number == 1, "no balance is drawn: it is over at once"


def test_g21_70_under_a_cap_most_kills_win() -> None:
    state = ruined(killed(table(goal="killer", years="1"), 0, 1), 2)
    assert over(state) == Over((1, 2, 2), "G21-70", (1, 0, 0))
    state = ruined(table(goal="killer", years="1"), 1, 2)
    assert over(state) == Over((1, 1, 1), "G21-70", (0, 0, 0))


def test_g21_70_the_cap_is_50_years_or_none() -> None:
    for years, ends in (("50", True), ("0", False)):
        state = table(goal="killer", years=years)
        for _ in range(50):
            state = ruined(state, 1 if turn_of(state) == 1 else 0, 2)
        assert (state.turn is None) == ends


def test_g21_71_new_points_may_be_added_to_a_filled_account() -> None:
    state = table(*exact(0, 4), "0: bonus +account 0", "0: done", *idle(1), *idle(2), goal="killer")
    state = go(state, *exact(0, 2))
    assert accounts(go(state, "0: bonus +account 0"))[0] == 6


def test_g21_72_interest_of_50_percent_example_of_the_rulebook() -> None:
    state = table(*exact(0, 4), "0: bonus +account 0", "0: done", goal="killer")
    state = ruined(state, 0, 1)
    assert (state.year, accounts(state)) == (2, [6, 0, 0])
    assert column(state.lines[0]) == "0^6"


def test_g21_72_odd_interest_is_rounded_up() -> None:
    state = table(*pair(0, 1), "1: announce 9", "*: rolled 1,2,6", "1: bonus +account 0", *idle(2), goal="killer")
    state = go(state, *exact(0, 2), "0: bonus +account 0", "0: done")
    assert accounts(state)[0] == 5
    assert accounts(ruined(state, 0, 2))[0] == 8


def test_g21_72_interest_comes_after_a_21_took_all_accounts() -> None:
    state = table(*exact(0, 4), "0: bonus +account 0", "0: done", *exact(1, 2), goal="killer")
    state = go(state, "1: bonus +account 1", "1: done")
    state = ruined(bring(state, 2, 21), 1)
    assert accounts(state) == [0, 0, 9]


# ---- Survivor -----------------------------------------------------------------------


def test_g21_75_the_killed_are_out_for_good_and_the_last_one_wins_at_once() -> None:
    state = ruined(killed(table(goal="survivor"), 0, 1), 2)
    assert (state.year, state.dead) == (2, (1,))
    assert state.lines[1] == ()
    for _ in range(4):
        assert turn_of(state) != 1
        state = go(state, *idle(turn_of(state)))
    assert refused(GAME, state, "1: announce 7") == "turn"
    state = killed(state, 0, 2)
    assert over(state) == Over((1, 3, 2), "G21-75", ())


def test_g21_75_nothing_of_the_dead_can_be_changed() -> None:
    state = go(until(ruined(killed(table(goal="survivor"), 0, 1), 2), 0), *exact(0, 4))
    for use in ("+debt", "-debt", "+account", "-account"):
        assert refused(GAME, state, f"0: bonus {use} 1") == "G21-33"


def test_g21_75_over_21_in_any_other_way_is_out_for_the_year_only() -> None:
    state = ruined(table(goal="survivor"), 0, 1)
    assert (state.year, state.dead, debts(state)) == (2, (), [0, 0, -21])


def test_g21_76_at_the_cap_those_alive_share_the_win() -> None:
    state = ruined(killed(table(goal="survivor", years="1"), 0, 1), 2)
    assert over(state) == Over((1, 3, 1), "G21-76", ())
    assert state.past[0].balance == (-21, None, 0)


def test_g21_110_the_first_one_out_who_is_still_in_the_game_begins() -> None:
    state = ruined(killed(table(goal="survivor", players="4"), 0, 1), 3, 2)
    assert (state.year, turn_of(state)) == (2, 3)
    state = killed(ruined(killed(table(goal="survivor", players="4"), 0, 1), 3, 2), 0, 2)
    state = bring(state, 3, 21)
    assert (state.year, turn_of(state)) == (3, 0), "nobody out is still there: the survivor"


def test_g21_110_a_balance_counts_those_who_took_part_and_all_accounts() -> None:
    state = go(table(goal="survivor", players="4"), *idle(0), *exact(1, 4), "1: bonus +account 1")
    state = killed(state, 0, 1)
    state = ruined(bring(state, 2, 21), 3)
    assert state.past[0].balance == (0, None, -(21 + 5 + 1), 0), "killed this year, seat 1 took part"
    assert accounts(state) == [0, 0, 4, 0]
    state = ruined(bring(state, 0, 21), 3)
    assert state.past[1].balance == (-(48 + 1), None, 0, 0), "killed last year, seat 1 did not"


def test_g21_110_the_account_of_the_dead_is_taken_too() -> None:
    state = go(table(goal="survivor", players="4"), *idle(0), *exact(1, 4), "1: bonus +account 1")
    state = ruined(killed(state, 0, 1), 2, 3)
    assert accounts(state) == [0, 4, 0, 0]
    assert accounts(ruined(bring(state, 2, 21), 3, 0)) == [0, 0, 4, 0]


def test_g21_111_the_later_killed_the_better() -> None:
    state = killed(table(goal="survivor", players="4"), 0, 2, 1)
    assert over(killed(state, 0, 3)).ranks == (1, 3, 4, 2)


# ---- Team 21 ------------------------------------------------------------------------

TEAMS = {"players": "4", "teams": "0+2,1+3"}


def test_g21_80_original_the_teams_final_debt_is_the_sum() -> None:
    state = ruined(bring(bring(table(years="1", final="raw", **TEAMS), 0, 5), 3, 21), 2, 1)
    assert over(state) == Over((1, 3, 1, 3), "G21-80", (27, 42, 27, 42))


def test_g21_80_killer_the_teams_kills_count_together() -> None:
    state = killed(table(goal="killer", kills="2", **TEAMS), 0, 1)
    state = killed(state, 2, 3)
    assert over(state) == Over((1, 3, 1, 3), "G21-80", (2, 0, 2, 0))


def test_g21_80_survivor_the_last_team_with_a_trader_alive_wins() -> None:
    state = killed(table(goal="survivor", **TEAMS), 0, 1)
    state = killed(ruined(state, 2), 3, 0)
    assert (state.dead, state.year) == ((1, 0), 2)
    state = killed(state, 2, 3)
    assert over(state) == Over((1, 3, 1, 3), "G21-80", ())


def test_g21_80_under_a_cap_all_teams_with_one_alive_share() -> None:
    state = ruined(killed(table(goal="survivor", years="1", **TEAMS), 0, 1), 2, 3)
    assert over(state) == Over((1, 1, 1, 1), "G21-80", ())


def test_g21_106_a_killed_team_mate_is_no_kill() -> None:
    state = killed(table(goal="survivor", **TEAMS), 0, 2)
    assert (debts(state)[2], state.insolvent, state.dead, state.traders[0].kills) == (26, (2,), (), 0)
    state = ruined(state, 1, 3)
    assert (state.year, turn_of(state), debts(state)[2]) == (2, 2, 0)


def test_g21_111_in_teams_every_member_has_the_teams_result_dead_ones_included() -> None:
    state = killed(table(goal="survivor", players="5", teams="0+1,2+3,4"), 0, 2)
    state = killed(killed(state, 4, 1), 0, 3)
    assert state.dead == (2, 1, 3)
    assert over(killed(ruined(state, 0), 0, 4)).ranks == (1, 1, 4, 4, 3)


def test_g21_115_a_result_names_the_rule_that_ended_the_game() -> None:
    ended = {
        "G21-62": ruined(table(years="1"), 0, 1),
        "G21-70": killed(table(goal="killer", kills="1"), 0, 1),
        "G21-75": killed(table(goal="survivor"), 0, 1, 2),
        "G21-76": ruined(table(goal="survivor", years="1"), 0, 1),
        "G21-80": ruined(table(years="1", teams="0,1,2"), 0, 1),
    }
    assert {rule: over(state).rule for rule, state in ended.items()} == {rule: rule for rule in ended}


def test_g21_112_kills_and_final_are_ignored_by_goals_that_do_not_use_them() -> None:
    state = killed(table(kills="1"), 0, 1)
    assert state.turn is not None
    state = ruined(bring(table(goal="killer", years="1", final="raw"), 2, 10), 0, 1)
    assert state.past[-1].balance == (0, 0, -11)


# ---- several 21s in one year --------------------------------------------------------


def test_g21_51_the_last_of_several_21s_even_if_it_was_a_gift() -> None:
    state = bring(bring(table(players="4"), 1, 21), 2, 13)
    state = strike(state, 3, 2)
    assert state.at21 == (1, 2)
    state = go(until(state, 0), *owe(0, 3))
    state = ruined(state, 3)
    assert state.past[0].balance == (0, 0, -(18 + 1), 0)
    assert step(state) == (3, "announce")
