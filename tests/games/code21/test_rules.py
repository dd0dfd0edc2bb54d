"""Code 21, retold from its rulebook."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any, Literal

import pytest

from tablee.contract import AnyGame, Chance, Choice, Happened, Move, NotationError, Over, Played
from tablee.games.code21 import GAME
from tablee.games.code21.state import State
from tablee.record import read_move
from tablee.testing import Policy, playout, random_move
from tests.playing import after, legal, play, refused

NO_STAKES = ("0: stake 0", "1: stake 0", "2: stake 0", "3: stake 0")


def begun(*lines: str, mission: str = "5", **options: str) -> State:
    """Seat 0 begins a mission."""
    state: State = after(GAME, [f"*: turned {mission}", *lines], **{"first": "0", **options})
    return state


def odds(state: State) -> dict[str, Fraction]:
    chance = GAME.awaits(state)
    assert isinstance(chance, Chance)
    return {str(action): share for action, share in chance.odds().items()}


def over(state: State) -> Over:
    end = GAME.awaits(state)
    assert isinstance(end, Over)
    return end


# ---- set-up -------------------------------------------------------------------


def test_c21_01_everybody_has_nine_soldiers_and_three_points() -> None:
    state = after(GAME)
    assert state.hands == ((0, 1, 2, 3, 4, 5, 6, 7, 8),) * 4
    assert state.points == (3, 3, 3, 3)


def test_c21_01_a_soldier_outside_the_set_does_not_exist() -> None:
    assert refused(GAME, begun(), "0: play 9 up") == "C21-01"
    assert refused(GAME, begun(), "0: play -1 down") == "C21-01"
    assert refused(GAME, begun(soldiers="0,1,2,3,4,5,6,8"), "0: play 7 up") == "C21-01"


def test_c21_02_one_of_the_missions_is_turned_up() -> None:
    state = after(GAME, ["*: first 0"])
    assert odds(state) == {f"turned {value}": Fraction(1, 6) for value in range(3, 9)}
    assert play(GAME, state, "*: turned 5").mission == 5


def test_c21_02_a_mission_is_not_turned_up_again() -> None:
    state = begun("0: play 1 up", "1: accuse", *NO_STAKES)
    assert odds(state)["turned 5"] == Fraction(1, 11)
    assert refused(GAME, state, "*: turned 9") == "C21-02"
    assert refused(GAME, state, "*: turned -5") == "C21-02"
    state = play(GAME, state, "*: turned 5", "0: play 2 up", "1: accuse", *NO_STAKES)
    assert refused(GAME, state, "*: turned 5") == "C21-02"


def test_c21_03_the_first_player_is_drawn_by_lot() -> None:
    assert odds(after(GAME, players="3")) == {f"first {seat}": Fraction(1, 3) for seat in range(3)}
    assert after(GAME, ["*: first 2"]).turn == 2
    assert refused(GAME, after(GAME), "*: first 4") == "C21-03"
    assert refused(GAME, after(GAME), "*: turned 5") == "chance"


def test_c21_03_or_agreed_on() -> None:
    state = after(GAME, ["*: turned 5"], first="2")
    assert state.turn == 2
    assert refused(GAME, after(GAME, first="2"), "*: first 2") == "chance"


def test_c21_04_turns_go_round_after_a_soldier_and_after_a_pass() -> None:
    state = begun()
    turns = []
    for line in ("0: play 1 up", "1: play 1 down", "2: play 1 up", "3: play 1 down", "0: pass", "1: play 2 up"):
        turns.append(state.turn)
        state = play(GAME, state, line)
    assert [*turns, state.turn] == [0, 1, 2, 3, 0, 1, 2]
    assert refused(GAME, state, "1: play 3 up") == "turn"
    assert refused(GAME, state, "7: accuse") == "turn"


# ---- a turn -------------------------------------------------------------------


def test_c21_10_face_up_earns_two_two_three_three_four_four() -> None:
    state = begun(players="2")
    earned = []
    for n in range(9):
        seat = n % 2
        before = state.points[seat]
        state = play(GAME, state, f"{seat}: play {n // 2} up")
        earned.append(state.points[seat] - before)
    assert earned == [2, 2, 3, 3, 4, 4, 5, 5, 6]


def test_c21_11_face_down_earns_nothing_but_counts_as_a_place() -> None:
    state = begun("0: play 1 down", "1: play 1 down")
    assert state.points == (3, 3, 3, 3)
    assert play(GAME, state, "2: play 1 up").points == (3, 3, 6, 3)


def test_c21_example_of_the_rulebook() -> None:
    state = begun("0: play 8 up", "1: play 3 down", "2: play 6 up", "3: play 2 up")
    assert [points - 3 for points in state.points] == [2, 0, 3, 3]


def test_c21_12_the_passer_gives_two_points_to_the_player_of_the_last_soldier() -> None:
    assert begun("0: play 1 up", "1: pass").points == (7, 1, 3, 3)
    assert begun("0: play 1 up", "1: play 1 up", "2: pass", "3: pass").points == (5, 9, 1, 1)


def test_c21_12_with_fewer_than_two_points_nobody_passes() -> None:
    state = begun("0: play 1 up", "1: pass", "2: play 1 up", "3: play 1 up", "0: play 2 up")
    assert state.points[1] == 1
    assert "pass" not in legal(GAME, state, 1)
    assert refused(GAME, state, "1: pass") == "C21-12"


def test_c21_12_nobody_passes_before_the_first_soldier() -> None:
    assert refused(GAME, begun(), "0: pass") == "C21-12"
    assert not {"pass", "accuse", "declare"} & {*legal(GAME, begun(), 0)}


def test_c21_12_nobody_passes_to_the_player_of_the_last_soldier() -> None:
    state = begun("0: play 1 up", "1: pass", "2: pass")
    assert refused(GAME, state, "3: pass") == "C21-12"
    assert "pass" not in legal(GAME, state, 3)


def test_c21_12_two_players_never_pass() -> None:
    assert refused(GAME, begun("0: play 1 up", players="2"), "1: pass") == "C21-12"


def test_c21_12_or_the_bank_pays_the_pass() -> None:
    state = begun("0: play 1 up", "1: pass", pass_paid_by="bank", bank="100")
    assert state.points == (7, 3, 3, 3)
    assert state.bank == 100 - 12 - 4


def test_c21_12_a_bank_that_pays_pays_what_it_has_and_anybody_may_pass() -> None:
    state = begun("0: play 1 up", "1: pass", pass_paid_by="bank", bank="15")
    assert (state.points, state.bank) == ((6, 3, 3, 3), 0)
    assert play(GAME, state, "2: pass").points == (6, 3, 3, 3)
    poor = begun("0: play 1 down", "1: accuse", "0: stake 0", "1: stake 3 on 1", "2: stake 0", "3: stake 0",
                 "*: turned 3", "0: play 2 down", pass_paid_by="bank")  # fmt: skip
    assert poor.points[1] == 0
    assert "pass" in legal(GAME, poor, 1)


def test_c21_13_the_player_of_the_last_soldier_is_accused() -> None:
    state = begun("0: play 1 up", "1: pass", "2: accuse")
    assert state.call is not None
    assert (state.call.by, state.call.kind, state.call.last) == (2, "accuse", 0)
    assert refused(GAME, begun(), "0: accuse") == "C21-13"


def test_c21_14_the_mission_is_declared_a_success() -> None:
    state = begun("0: play 1 up", "1: play 1 up", "2: declare")
    assert state.call is not None
    assert (state.call.by, state.call.kind, state.call.last) == (2, "declare", 1)
    assert refused(GAME, begun(), "0: declare") == "C21-14"


def test_c21_41_a_soldier_is_played_from_the_hand() -> None:
    state = begun("0: play 1 up", "1: play 1 up", "2: play 1 up", "3: play 1 up")
    assert refused(GAME, state, "0: play 1 up") == "C21-41"
    assert refused(GAME, state, "0: play 1 down") == "C21-41"


# ---- stakes -------------------------------------------------------------------

ACCUSED = ("0: play 8 up", "1: play 8 down", "2: accuse")  # 2 accuses 1


def test_c21_20_everybody_is_awaited_at_the_same_moment() -> None:
    state = begun(*ACCUSED)
    assert GAME.awaits(state) == Choice(frozenset({0, 1, 2, 3}))  # type: ignore[arg-type]
    state = play(GAME, state, "3: stake 2 on 1")
    assert GAME.awaits(state) == Choice(frozenset({0, 1, 2}))  # type: ignore[arg-type]


def test_c21_20_a_stake_is_nothing_to_three_points() -> None:
    state = begun(*ACCUSED)
    assert legal(GAME, state, 0) == [
        "stake 0", "stake 1 on 1", "stake 2 on 1", "stake 3 on 1", "stake 1 on 2", "stake 2 on 2", "stake 3 on 2",
    ]  # fmt: skip
    assert refused(GAME, state, "0: stake 4 on 1") == "C21-20"
    assert refused(GAME, state, "0: stake -1 on 1") == "C21-20"


def test_c21_20_never_more_than_one_owns() -> None:
    state = begun("0: play 1 up", "1: pass", "2: play 1 up", "3: accuse")
    assert legal(GAME, state, 1) == ["stake 0", "stake 1 on 2", "stake 1 on 3"]
    assert refused(GAME, state, "1: stake 2 on 2") == "C21-20"


def test_c21_20_nothing_else_happens_before_all_stakes_are_in() -> None:
    state = begun(*ACCUSED)
    for action in ("play 1 up", "pass", "accuse", "declare"):
        assert refused(GAME, state, f"3: {action}") == "C21-20"
    assert refused(GAME, state, "*: turned 4") == "chance"
    assert refused(GAME, state, "4: stake 0") == "turn"


def test_c21_20_nobody_stakes_before_somebody_speaks() -> None:
    assert refused(GAME, begun(), "0: stake 1 on 0") == "C21-20"
    assert refused(GAME, begun(), "0: stake 0") == "C21-20"
    assert refused(GAME, begun(), "1: stake 0") == "turn"


def test_c21_20_a_second_stake_is_refused() -> None:
    state = begun(*ACCUSED, "3: stake 2 on 1")
    assert refused(GAME, state, "3: stake 1 on 1") == "C21-20"
    assert refused(GAME, state, "3: stake 0") == "C21-20"
    assert refused(GAME, state, "3: accuse") == "turn"


def test_c21_20_the_order_of_the_stakes_does_not_matter() -> None:
    stakes = ("0: stake 1 on 2", "1: stake 2 on 1", "2: stake 0", "3: stake 3 on 1")
    assert begun(*ACCUSED, *stakes) == begun(*ACCUSED, *reversed(stakes))


def test_c21_21_a_principal_stakes_only_on_themself() -> None:
    state = begun(*ACCUSED)
    assert legal(GAME, state, 1) == ["stake 0", "stake 1 on 1", "stake 2 on 1", "stake 3 on 1"]
    assert legal(GAME, state, 2) == ["stake 0", "stake 1 on 2", "stake 2 on 2", "stake 3 on 2"]
    assert refused(GAME, state, "1: stake 1 on 2") == "C21-21"
    assert refused(GAME, state, "2: stake 1 on 1") == "C21-21"


def test_c21_21_the_others_stake_on_one_of_the_two() -> None:
    state = begun(*ACCUSED)
    assert refused(GAME, state, "3: stake 1 on 3") == "C21-21"
    assert refused(GAME, state, "3: stake 1 on 0") == "C21-21"
    assert refused(GAME, state, "3: stake 1 on 9") == "C21-21"


@pytest.mark.parametrize("text", ["stake 0 on 1", "stake 2", "stake", "stake 1 on you", "play 1", "play 1 over",
                                  "play 01 up", "play ? down", "stake ?", "passes", "turned", "first"])  # fmt: skip
def test_c21_21_a_stake_of_nothing_has_no_side_and_other_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.parse(text)


def test_c21_21_who_owns_nothing_still_stakes_and_points_move_only_when_all_are_in() -> None:
    broke = begun("0: play 1 down", "1: accuse", "0: stake 0", "1: stake 3 on 1", "2: stake 0", "3: stake 0",
                  "*: turned 3", "0: play 2 down", "1: accuse")  # fmt: skip
    assert legal(GAME, broke, 1) == ["stake 0"]
    state = play(GAME, broke, "2: stake 3 on 0", "0: stake 1 on 0", "3: stake 1 on 1")
    assert state.points == broke.points
    assert GAME.awaits(state) == Choice(frozenset({1}))  # type: ignore[arg-type]
    assert play(GAME, state, "1: stake 0").points == (4, 0, 6, 2)


# ---- verification -------------------------------------------------------------


def settled(*lines: str, stakes: tuple[str, ...] = NO_STAKES, **options: str) -> State:
    return begun(*lines, *stakes, **options)


def test_c21_30_all_soldiers_are_turned_up_and_summed() -> None:
    state = settled("0: play 8 up", "1: play 8 down", "2: play 4 down", "3: accuse")
    verdict = state.verdicts[-1]
    assert [soldier.value for soldier in verdict.soldiers] == [8, 8, 4]
    assert verdict.total == 20


@pytest.mark.parametrize(
    ("third", "call", "winner"),
    [(6, "accuse", 3), (5, "accuse", 2), (4, "accuse", 2), (6, "declare", 2), (5, "declare", 3), (4, "declare", 2)],
)
def test_c21_31_who_is_right_at_22_21_and_20(third: int, call: str, winner: int) -> None:
    state = settled("0: play 8 up", "1: play 8 down", f"2: play {third} down", f"3: {call}")
    assert state.verdicts[-1].winner == winner


def test_c21_32_the_winner_takes_half_of_the_others_points() -> None:
    right = settled("0: play 8 up", "1: play 8 up", "2: play 7 up", "3: accuse")
    assert right.points == (5, 5, 3, 6)  # 3 took three of 2's six
    wrong = settled("0: play 8 up", "1: play 8 up", "2: play 1 up", "3: accuse")
    assert wrong.points == (5, 5, 7, 2)  # 2 took one of 3's three


def test_c21_32_half_of_an_odd_number_is_rounded_as_agreed() -> None:
    lines = ("0: play 8 up", "1: play 8 up", "2: play 1 up", "3: accuse")
    assert settled(*lines, half="down").points == (5, 5, 7, 2)
    assert settled(*lines, half="up").points == (5, 5, 8, 1)


def test_c21_32_the_fist_is_not_counted() -> None:
    lines = ("0: play 8 up", "1: play 8 up", "2: play 1 up", "3: accuse")
    stakes = ("0: stake 0", "1: stake 0", "2: stake 0", "3: stake 3 on 3")
    assert settled(*lines, stakes=stakes).points == (5, 5, 6, 0)  # nothing was left to take
    stakes = ("0: stake 0", "1: stake 0", "2: stake 0", "3: stake 1 on 3")
    assert settled(*lines, stakes=stakes).points == (5, 5, 7, 1)


LONG = tuple(f"{seat}: play {value} {'up' if seat == 0 else 'down'}" for value in range(9) for seat in (0, 1))


def test_c21_33_of_two_players_nobody_takes_more_than_ten() -> None:
    state = begun(*LONG[:-2], players="2")
    assert state.points == (3 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9, 3)
    state = play(GAME, state, "0: declare", "0: stake 0", "1: stake 0")
    assert state.points == (37, 13)


def test_c21_33_fewer_are_taken_as_usual_and_more_by_three() -> None:
    assert settled(*LONG[:6], "0: declare", stakes=NO_STAKES[:2], players="2").points == (6, 9)
    state = begun(players="3")
    for value in range(9):
        state = play(GAME, state, *(f"{seat}: play {value} {'up' if seat == 0 else 'down'}" for seat in range(3)))
    rich = state.points[0]
    assert rich > 40
    assert play(GAME, state, "0: declare", *NO_STAKES[:3]).points == (rich - rich // 2, 3, 3 + rich // 2)


def test_c21_34_who_backed_the_winner_doubles_and_the_others_lose() -> None:
    lines = ("0: play 8 up", "1: play 8 up", "2: play 7 down", "3: accuse")  # 23: right
    stakes = ("0: stake 2 on 3", "1: stake 3 on 2", "2: stake 1 on 2", "3: stake 3 on 3")
    state = settled(*lines, stakes=stakes, bank="100")
    assert state.points == (7, 2, 1, 7)  # 3 took one of the two that 2 did not hold in the fist
    assert state.bank == 100 - sum(state.points)


def test_c21_34_the_example_of_our_rules() -> None:
    lines = ("0: play 8 up", "1: play 5 down", "2: play 6 up", "3: play 2 up", "0: accuse")
    state = settled(*lines, stakes=("0: stake 1 on 0", "3: stake 2 on 3", "1: stake 3 on 3", "2: stake 0"))
    assert state.points == (2, 6, 6, 10)
    assert state.cards[3] == (5,)


def test_c21_34_who_stakes_nothing_wins_and_loses_nothing() -> None:
    state = settled("0: play 8 up", "1: play 8 up", "2: play 7 down", "3: accuse")
    assert state.points[:2] == (5, 5)


@pytest.mark.parametrize(("third", "call", "owner"), [(5, "declare", 3), (5, "accuse", 2)])
def test_c21_35_at_exactly_21_the_winner_takes_the_mission(third: int, call: str, owner: int) -> None:
    state = settled("0: play 8 up", "1: play 8 down", f"2: play {third} down", f"3: {call}")
    assert state.cards == tuple((5,) if seat == owner else () for seat in range(4))
    assert state.discarded == ()


@pytest.mark.parametrize(("third", "call"), [(4, "declare"), (6, "declare"), (4, "accuse"), (6, "accuse")])
def test_c21_35_otherwise_it_is_discarded(third: int, call: str) -> None:
    state = settled("0: play 8 up", "1: play 8 down", f"2: play {third} down", f"3: {call}")
    assert state.cards == ((), (), (), ())
    assert state.discarded == (5,)


def test_c21_36_a_limited_bank_holds_what_the_players_do_not() -> None:
    assert after(GAME, bank="100").bank == 88
    assert after(GAME, players="2", bank="6").bank == 0
    assert after(GAME).bank is None


def test_c21_36_face_up_is_legal_with_an_empty_bank_and_earns_what_it_holds() -> None:
    state = begun("0: play 1 up", "1: play 1 up", bank="15")
    assert (state.points, state.bank) == ((5, 4, 3, 3), 0)
    state = play(GAME, state, "2: play 1 up")
    assert (state.points, state.bank) == ((5, 4, 3, 3), 0)


def test_c21_36_lost_stakes_go_in_first_and_won_ones_are_paid_from_the_winner_on() -> None:
    lines = ("0: play 8 down", "1: play 8 down", "2: play 7 down", "3: accuse")  # 23: 3 is right
    stakes = ("0: stake 2 on 3", "1: stake 3 on 3", "2: stake 3 on 2", "3: stake 1 on 3")
    state = settled(*lines, stakes=stakes, bank="12")
    assert state.points == (5, 3, 0, 4)  # of 2's three points: one to 3, two to 0, none is left for 1
    assert state.bank == 0


def test_c21_36_a_backer_gets_the_own_stake_back_in_full() -> None:
    lines = ("0: play 8 down", "1: play 8 down", "2: play 7 down", "3: accuse")
    stakes = ("0: stake 3 on 3", "1: stake 3 on 3", "2: stake 0", "3: stake 3 on 3")
    assert settled(*lines, stakes=stakes, bank="12").points == (3, 3, 2, 4)


def test_c21_36_no_point_is_ever_made_or_lost() -> None:
    for seed in range(5):
        options = GAME.options(bank=40, pass_paid_by="bank")
        for _, _, state in playout(GAME, options, Random(seed)):
            assert sum(state.points) + state.bank == 40
            assert min(state.points) >= 0 <= state.bank


# ---- after the mission --------------------------------------------------------


def test_c21_40_used_soldiers_are_laid_out_face_up() -> None:
    state = settled("0: play 8 up", "1: play 3 down", "2: play 7 up", "3: play 2 down", "0: play 0 down", "1: accuse")
    assert state.laid == ((0, 8), (3,), (7,), (2,))
    assert state.line == ()


THREE = {"players": "2", "soldiers": "0,1,20"}
NOBODY = NO_STAKES[:2]


def test_c21_41_with_one_soldier_in_hand_all_laid_ones_come_back_at_once() -> None:
    state = begun("0: play 20 up", "1: accuse", *NOBODY, "*: turned 3", **THREE)
    assert (state.hands[0], state.laid[0]) == ((0, 1), (20,))
    state = play(GAME, state, "0: play 1 down")
    assert (state.hands[0], state.laid[0]) == ((0, 20), ())
    assert [soldier.value for soldier in state.line] == [1]  # the one on the mission stays there
    assert state.line[-1].back == (20,)


def test_c21_41_a_soldier_taken_back_can_be_played_in_the_same_mission() -> None:
    state = begun("0: play 20 up", "1: accuse", *NOBODY, "*: turned 3", "0: play 1 down", "1: play 1 up", **THREE)
    state = play(GAME, state, "0: play 20 up")
    assert [soldier.value for soldier in state.line] == [1, 1, 20]
    assert state.hands[0] == (0,)  # and nothing is laid that could come back


def test_c21_41_the_0_never_comes_back() -> None:
    state = begun("0: play 0 up", "1: accuse", *NOBODY, "*: turned 3", "0: play 1 up", **THREE)
    assert (state.hands[0], state.laid[0]) == ((20,), (0,))
    state = play(GAME, state, "1: accuse", *NOBODY)
    assert (state.hands[0], state.laid[0]) == ((1, 20), (0,))


def test_c21_41_soldiers_come_back_after_the_verdict_too_and_to_an_empty_hand() -> None:
    lines = [f"{seat}: play {value} down" for value in (0, 1, 20) for seat in (0, 1)]
    state = begun(*lines, "0: accuse", *NOBODY, **THREE)
    assert state.hands == ((1, 20), (1, 20))
    assert state.laid == ((0,), (0,))
    state = begun(*lines[:4], "0: accuse", *NOBODY, **THREE)  # one left
    assert state.hands == ((1, 20), (1, 20))


def test_c21_41_two_soldiers_in_hand_are_enough() -> None:
    state = begun("0: play 20 up", "1: accuse", *NOBODY, **THREE)
    assert (state.hands[0], state.laid[0]) == ((0, 1), (20,))


def test_c21_41_whoever_begins_a_mission_holds_two_soldiers() -> None:
    for seed in range(20):
        for _, move, state in playout(GAME, GAME.options(soldiers=(0, 1, 20)), Random(seed)):
            if isinstance(move, Happened) and state.mission is not None:
                assert min(map(len, state.hands)) >= 2


def test_c21_42_the_winner_begins_a_new_mission() -> None:
    state = settled("0: play 8 up", "1: play 8 up", "2: play 7 up", "3: accuse")
    assert refused(GAME, state, "3: play 1 up") == "chance"
    state = play(GAME, state, "*: turned 8")
    assert (state.mission, state.turn) == (8, 3)


def test_c21_43_without_a_soldier_one_accuses_or_declares() -> None:
    lines = [f"{seat}: play {value} down" for value in (0, 1, 20) for seat in (0, 1)]
    state = begun(*lines, **THREE)
    assert state.hands == ((), ())
    assert legal(GAME, state, 0) == ["accuse", "declare"]


def test_c21_43_or_passes_where_that_is_allowed() -> None:
    lines = [f"{seat}: play {value} down" for value in (0, 1, 20) for seat in range(3)]
    assert legal(GAME, begun(*lines, players="3", soldiers="0,1,20"), 0) == ["pass", "accuse", "declare"]


# ---- the end ------------------------------------------------------------------

BACKED = ("0: stake 0", "1: stake 3 on 3", "2: stake 0", "3: stake 0")


def three_missions(stakes: tuple[str, ...]) -> State:
    """Seat 3 declares three missions, and is right."""
    return begun(
        "0: play 8 up", "1: play 8 up", "2: play 5 up", "3: declare", *stakes,
        "*: turned 1", "3: play 8 down", "0: play 7 up", "1: play 5 up", "2: play 1 up", "3: declare", *stakes,
        "*: turned 1", "3: play 7 down", "0: play 6 up", "1: play 6 up", "2: play 2 up", "3: declare", *stakes,
        mission="1", missions="1,1,1,8",
    )  # fmt: skip


def test_c21_50_the_third_mission_card_wins() -> None:
    state = three_missions(NO_STAKES)
    assert state.cards == ((), (), (), (1, 1, 1))
    assert over(state).rule == "C21-50"
    assert over(state).ranks[3] == 1


def test_c21_50_it_wins_whatever_the_points_and_the_others_rank_by_theirs() -> None:
    end = over(three_missions(BACKED))
    assert end.scores == (9, 20, 3, 15)
    assert end.ranks == (3, 2, 4, 1)


def test_c21_50_nobody_moves_after_the_end() -> None:
    state = three_missions(NO_STAKES)
    assert refused(GAME, state, "3: play 1 up") == "over"
    assert refused(GAME, state, "*: turned 8") == "over"
    assert legal(GAME, state, 3) == []


def test_c21_51_after_the_last_mission_most_points_win() -> None:
    end = over(settled("0: play 8 up", "1: play 8 up", "2: play 7 up", "3: accuse", missions="5"))
    assert end == Over((2, 2, 4, 1), "C21-51", (5, 5, 3, 6))


def test_c21_51_a_tie_is_shared() -> None:
    state = begun("0: play 1 up", "1: play 1 down", "2: accuse", "0: stake 1 on 2", "1: stake 0", "2: stake 0",
                  players="3", missions="5")  # fmt: skip
    assert over(state) == Over((1, 1, 3), "C21-51", (4, 4, 2))


def test_c21_51_mission_cards_count_with_their_values() -> None:
    state = settled("0: play 8 up", "1: play 8 up", "2: play 5 up", "3: declare", missions="5")
    assert state.points == (5, 5, 3, 6)
    assert over(state).scores == (5, 5, 3, 11)


def test_c21_52_a_mission_is_never_paid_out_nor_halved() -> None:
    state = settled("0: play 8 up", "1: play 8 up", "2: play 5 up", "3: declare", missions="3,5")
    assert state.points == (5, 5, 3, 6)
    state = play(GAME, state, "*: turned 3", "3: play 8 down", "0: accuse", *NO_STAKES)
    assert state.points == (3, 5, 3, 8)
    state = settled("0: play 8 up", "1: play 8 up", "2: play 5 up", "3: declare", missions="3,5")
    state = play(GAME, state, "*: turned 3", "3: play 8 down", "0: play 1 down", "1: play 1 down", "2: play 1 down",
                 "3: declare", *NO_STAKES)  # fmt: skip
    assert state.points == (5, 5, 6, 3)  # half of six, though 3 owns a mission worth five


# ---- length -------------------------------------------------------------------


def stubborn(game: AnyGame, state: Any, rng: Random) -> Move[Any]:
    """Never ends a mission that can go on."""
    awaited = game.awaits(state)
    if not isinstance(awaited, Choice):
        return random_move(game, state, rng)
    seat = min(awaited.seats)
    texts = {str(action): action for action in game.legal(state, seat)}
    best = "pass" if "pass" in texts else next(iter(texts))
    return Played(seat, texts[best])


@pytest.mark.parametrize("policy", [random_move, stubborn])
@pytest.mark.parametrize("paid_by", ["passer", "bank"])
def test_c21_43_every_game_ends(policy: Policy, paid_by: Literal["passer", "bank"]) -> None:
    for players in (2, 3, 4):
        options = GAME.options(players=players, pass_paid_by=paid_by)
        soldiers = players * len(options.soldiers)
        mission = 1 + soldiers * (players - 1) + 1 + players  # turned, a soldier and the passes after it, call, stakes
        for seed in range(3):
            assert len(list(playout(GAME, options, Random(seed), policy))) <= 1 + len(options.missions) * mission


def test_a_players_word_in_the_mouth_of_chance_is_refused() -> None:
    assert refused(GAME, begun(), "0: turned 5") == "chance"
    assert refused(GAME, begun(*ACCUSED), "0: first 1") == "chance"
    assert refused(GAME, after(GAME), "*: pass") == "chance"
    assert str(read_move(GAME, "2: stake 3 on 2")) == "2: stake 3 on 2"
