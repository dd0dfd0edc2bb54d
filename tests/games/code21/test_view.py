"""Who knows what in Code 21."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from tablee.contract import Seat
from tablee.games.code21 import GAME
from tablee.games.code21.state import Bet, State
from tablee.games.code21.view import View
from tests.playing import after, play, told


def begun(*lines: str, **options: str) -> State:
    state: State = after(GAME, ["*: turned 5", *lines], **{"first": "0", **options})
    return state


def seen(state: State, seat: int | None) -> View:
    return GAME.view(state, None if seat is None else Seat(seat))


# ---- soldiers -------------------------------------------------------------------


def test_c21_11_only_the_owner_reads_the_value_of_a_face_down_soldier() -> None:
    state = begun("0: play 8 up")
    assert told(GAME, state, "1: play 3 down", 1) == "1: play 3 down"
    for seat in (None, 0, 2, 3):
        assert told(GAME, state, "1: play 3 down", seat) == "1: play ? down"
    assert told(GAME, state, "1: play 3 up", None) == "1: play 3 up"


@pytest.mark.parametrize("seat", [None, 0, 2, 3])
def test_c21_11_the_others_see_that_it_was_played_by_whom_and_where(seat: int | None) -> None:
    view = seen(begun("0: play 8 up", "1: play 3 down"), seat)
    assert [(soldier.by, soldier.up, soldier.value) for soldier in view.line] == [(0, True, 8), (1, False, None)]
    assert view.line[1].may_be == (0, 1, 2, 3, 4, 5, 6, 7, 8)
    assert view == seen(begun("0: play 8 up", "1: play 7 down"), seat)


def test_c21_11_the_owner_sees_it() -> None:
    view = seen(begun("0: play 8 up", "1: play 3 down"), 1)
    assert (view.line[1].value, view.line[1].may_be) == (3, (3,))
    assert view.hand == (0, 1, 2, 4, 5, 6, 7, 8)


def test_c21_01_a_hand_is_known_up_to_the_face_down_soldiers() -> None:
    view = seen(begun("0: play 8 up", "1: play 3 down", "2: play 1 up", "3: play 2 up"), 0)
    assert view.counts == (8, 8, 8, 8)
    assert view.unseen[1] == (0, 1, 2, 3, 4, 5, 6, 7, 8)
    assert view.unseen[2] == (0, 2, 3, 4, 5, 6, 7, 8)


def test_c21_40_after_the_verdict_all_hands_are_known() -> None:
    stakes = [f"{seat}: stake 0" for seat in range(4)]
    view = seen(begun("0: play 8 down", "1: play 3 down", "2: accuse", *stakes), None)
    assert view.laid == ((8,), (3,), (), ())
    assert view.unseen[0] == (0, 1, 2, 3, 4, 5, 6, 7)
    assert [soldier.value for soldier in view.verdicts[-1].soldiers] == [8, 3]


FOUR = {"players": "2", "soldiers": "0,1,2,3"}
RALLY = (  # seat 0 plays 1 and 3 face down and takes the 2 back
    "0: play 2 up", "1: accuse", "0: stake 0", "1: stake 0", "*: turned 3",
    "0: play 1 down", "1: play 1 up", "0: play 3 down", "1: play 2 up",
)  # fmt: skip


def test_c21_41_what_was_taken_back_is_none_of_the_soldiers_face_down_until_then() -> None:
    state = begun(*RALLY, **FOUR)
    view = seen(state, 1)
    assert view.unseen[0] == (0, 1, 2, 3)
    assert [soldier.may_be for soldier in view.line if soldier.by == 0] == [(0, 1, 3), (0, 1, 3)]
    assert view.line[2].back == (2,)


def test_c21_41_a_later_soldier_can_be_one_that_was_taken_back() -> None:
    view = seen(begun(*RALLY, "0: play 2 down", **FOUR), 1)
    assert [soldier.may_be for soldier in view.line if soldier.by == 0] == [(0, 1, 3), (0, 1, 3), (0, 1, 2, 3)]


def test_c21_41_the_last_one_left_is_known() -> None:
    view = seen(begun(*RALLY, "0: play 2 down", "1: play 3 up", "0: play 0 up", **FOUR), 1)
    assert [soldier.may_be for soldier in view.line if soldier.by == 0] == [(1, 3), (1, 3), (2,), (0,)]


# ---- stakes ---------------------------------------------------------------------


def test_c21_20_a_stake_is_unseen_until_all_are_in() -> None:
    state = begun("0: play 8 up", "1: accuse")
    assert told(GAME, state, "2: stake 3 on 0", 2) == "2: stake 3 on 0"
    for seat in (None, 0, 1, 3):
        assert told(GAME, state, "2: stake 3 on 0", seat) == "2: stake ?"
        assert told(GAME, state, "2: stake 0", seat) == "2: stake ?"
        assert seen(play(GAME, state, "2: stake 3 on 0"), seat) == seen(play(GAME, state, "2: stake 0"), seat)


def test_c21_21_who_has_staked_is_seen() -> None:
    view = seen(begun("0: play 8 up", "1: accuse", "2: stake 3 on 0"), 2)
    assert view.staked == (False, False, True, False)
    assert view.stake == Bet(3, Seat(0))
    assert view.points == (5, 3, 3, 3)


def test_c21_30_the_last_stake_opens_everything_to_all() -> None:
    state = begun("0: play 8 up", "1: play 7 down", "2: accuse", "0: stake 2 on 1", "1: stake 1 on 1", "2: stake 0")
    line = "3: stake 3 on 2 = 8+7=15 stakes 2>1,1>1,0,3>2 winner 1 takes 1"
    for seat in (None, 0, 1, 2, 3):
        assert told(GAME, state, "3: stake 3 on 2", seat) == line
    verdict = seen(play(GAME, state, "3: stake 3 on 2"), None).verdicts[-1]
    assert [(bet.points, bet.side) for bet in verdict.stakes] == [(2, 1), (1, 1), (0, None), (3, 2)]


def test_c21_35_and_tells_who_takes_the_mission() -> None:
    state = begun("0: play 8 up", "1: play 8 down", "2: play 5 down", "3: declare", "0: stake 0", "1: stake 0",
                  "2: stake 0")  # fmt: skip
    assert told(GAME, state, "3: stake 0", None) == "3: stake 0 = 8+8+5=21 stakes 0,0,0,0 winner 3 takes 1 mission 5"


# ---- the rest of the table --------------------------------------------------------


def test_c21_02_the_missions_left_are_known_without_their_order() -> None:
    stakes = [f"{seat}: stake 0" for seat in range(4)]
    view = seen(begun("0: play 8 up", "1: accuse", *stakes, "*: turned 3"), None)
    assert view.deck == (3, 4, 4, 5, 6, 6, 7, 7, 8, 8)
    assert (view.mission, view.discarded, view.cards) == (3, (5,), ((), (), (), ()))


def test_c21_51_the_end_shows_ranks_and_scores() -> None:
    stakes = [f"{seat}: stake 0" for seat in range(4)]
    view = seen(begun("0: play 8 up", "1: accuse", *stakes, missions="5"), None)
    assert (view.ranks, view.scores) == ((1, 4, 2, 2), (6, 2, 3, 3))
    assert seen(begun("0: play 8 up"), None).ranks == ()


def test_a_view_is_json() -> None:
    state = begun("0: play 8 up", "1: play 7 down", "2: accuse", "0: stake 2 on 1", "1: stake 1 on 1")
    shown = msgspec.json.decode(msgspec.json.encode(seen(state, 3)))
    assert [soldier["value"] for soldier in shown["line"]] == [8, None]
    assert shown["stake"] is None


# ---- imagining ----------------------------------------------------------------------


def worlds(view: View, n: int = 400) -> set[tuple[int, ...]]:
    rng = Random(0)
    return {tuple(s.value for s in GAME.imagine(view, rng).line if s.by == 0) for _ in range(n)}


def test_c21_41_nobody_imagines_a_soldier_face_down_that_lay_in_front() -> None:
    every = {(a, b) for a in (0, 1, 3) for b in (0, 1, 3) if a != b}
    assert worlds(seen(begun(*RALLY, **FOUR), 1)) == every
    later = seen(begun(*RALLY, "0: play 2 down", **FOUR), 1)
    assert worlds(later) == {(a, b, c) for a, b in every for c in range(4) if c not in (a, b)}


def test_c21_41_every_world_is_imagined_as_often() -> None:
    view = seen(begun(*RALLY, "0: play 2 down", **FOUR), 1)
    rng = Random(1)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        world = tuple(soldier.value for soldier in GAME.imagine(view, rng).line if soldier.by == 0)
        counts[world] = counts.get(world, 0) + 1
    assert len(counts) == 12
    assert all(400 < count < 600 for count in counts.values())


def test_c21_21_an_imagined_stake_is_one_that_its_player_may_place() -> None:
    view = seen(begun("0: play 8 up", "1: accuse", "0: stake 2 on 0", "2: stake 1 on 1", "3: stake 0"), 3)
    rng = Random(0)
    stakes = [GAME.imagine(view, rng).stakes for _ in range(300)]
    assert {stake[0] for stake in stakes} == {Bet(0, None), *(Bet(n, Seat(0)) for n in (1, 2, 3))}
    assert {stake[2] for stake in stakes} == {Bet(0, None), *(Bet(n, Seat(s)) for n in (1, 2, 3) for s in (0, 1))}
    assert {(stake[1], stake[3]) for stake in stakes} == {(None, Bet(0, None))}
