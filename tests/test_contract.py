"""The contract itself: what is refused, in which order and in which words; actions and options as values."""

from __future__ import annotations

from typing import Annotated, ClassVar

import pytest
from pearl import GAME, Act, Guess, Lift, Rolled, State

from tablee.contract import (
    Action,
    Choice,
    Happened,
    IllegalMove,
    Move,
    NotationError,
    OptionError,
    Options,
    Over,
    Played,
    Refusal,
    Seat,
    check_awaited,
    describe_options,
    refuse_misplaced,
    replay,
    require,
)
from tablee.options import Switch, Whole
from tablee.tuples import around, insert_sorted, left_of, only, put, ranks_of, without

SEALED: list[Move[Act]] = [Happened(Rolled(3)), Happened(Rolled(4)), Happened(Rolled(6))]
GUESSES: list[Move[Act]] = [Played(Seat(n), Guess(10)) for n in range(3)]
ENDED = SEALED + GUESSES


def position(moves: list[Move[Act]]) -> State:
    return replay(GAME, GAME.options(), moves)


def refused(moves: list[Move[Act]], move: Move[Act]) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(position(moves), move)
    return caught.value


# ---- the order of refusals ------------------------------------------------------------


@pytest.mark.parametrize(
    "move", [Happened(Rolled(3)), Happened(Guess(9)), Played(Seat(0), Lift()), Played(Seat(9), Lift())]
)
def test_after_the_end_everything_is_refused_as_over(move: Move[Act]) -> None:
    assert refused(ENDED, move).rule == "over"


@pytest.mark.parametrize("move", [Played(Seat(0), Guess(9)), Played(Seat(9), Lift()), Happened(Lift())])
def test_while_chance_is_awaited_anything_else_is_refused_as_chance(move: Move[Act]) -> None:
    assert refused([], move).rule == "chance"


def test_a_chance_move_while_a_choice_is_awaited_is_refused_as_chance() -> None:
    assert refused(SEALED, Happened(Rolled(3))).rule == "chance"
    assert refused(SEALED, Happened(Guess(9))).rule == "chance"


def test_a_player_of_whom_nothing_is_awaited_is_refused_as_turn() -> None:
    assert refused(SEALED, Played(Seat(3), Guess(9))).rule == "turn"
    lifted: list[Move[Act]] = [*SEALED, Played(Seat(0), Lift()), Played(Seat(0), Guess(9))]
    assert refused(lifted, Played(Seat(0), Lift())).rule == "turn"


def test_then_comes_the_rule_of_the_action() -> None:
    assert refused(SEALED, Played(Seat(0), Guess(99))).rule == "PRL-02"
    assert refused([], Happened(Rolled(7))).rule == "PRL-01"
    lifted: list[Move[Act]] = [*SEALED, Played(Seat(0), Lift())]
    assert refused(lifted, Played(Seat(0), Lift())).rule == "PRL-03"


def test_an_action_of_chance_in_a_players_mouth_is_refused_as_chance() -> None:
    assert refused(SEALED, Played(Seat(0), Rolled(3))).rule == "chance"


def test_a_free_seat_may_cut_in_and_an_awaited_one_may_act() -> None:
    choice = Choice(frozenset({Seat(0)}), free=frozenset({Seat(2)}))
    check_awaited(choice, Played(Seat(0), Lift()))
    check_awaited(choice, Played(Seat(2), Lift()))
    with pytest.raises(IllegalMove, match="it is not your turn"):
        check_awaited(choice, Played(Seat(1), Lift()))


def test_what_is_misplaced_says_so() -> None:
    with pytest.raises(
        IllegalMove, match=r"players cannot roll or draw themselves, and chance cannot choose: 1: rolled 3 \(chance\)"
    ):
        refuse_misplaced(Played(Seat(1), Rolled(3)))


def test_require_raises_only_when_it_does_not_hold() -> None:
    require([1], "ABC-01", "never said")
    with pytest.raises(IllegalMove) as caught:
        require(0, "ABC-01", "{card} is not in your hand", card="g3")
    assert str(caught.value) == "g3 is not in your hand (ABC-01)"
    assert (caught.value.template, caught.value.facts) == ("{card} is not in your hand", {"card": "g3"})


def test_every_refusal_is_a_value_error_with_its_sentence() -> None:
    for error in (OptionError("players", "2 to 6"), NotationError("no move"), IllegalMove("over", "the game is over")):
        assert isinstance(error, Refusal)
        assert isinstance(error, ValueError)
    assert str(OptionError("players", "allowed: {allowed}", "ABC-01", allowed="2, 4")) == "players: allowed: 2, 4"
    assert Refusal("a {brace}", brace="{x}").why == "a {x}"  # facts are not read as templates


# ---- actions -----------------------------------------------------------------------------


class Bid(Action, frozen=True):
    form: ClassVar[str] = "bid {amounts} for {what}"
    amounts: tuple[int, ...]
    what: str


def test_an_action_is_written_as_its_form_says_lists_with_commas() -> None:
    assert str(Bid((3, 0, 12), "tea")) == "bid 3,0,12 for tea"
    assert str(Lift()) == "lift"


def test_moves_are_written_with_who_made_them() -> None:
    assert str(Played(Seat(2), Guess(9))) == "2: guess 9"
    assert str(Happened(Rolled(6))) == "*: rolled 6"


def test_actions_and_moves_are_values() -> None:
    assert {Guess(9), Guess(9)} == {Guess(9)}
    assert Played(Seat(1), Lift()) == Played(Seat(1), Lift()) != Played(Seat(0), Lift())
    with pytest.raises(AttributeError):
        Guess(9).total = 10  # type: ignore[misc]


def test_a_record_of_moves_gives_the_same_state_again() -> None:
    assert position(ENDED) == position(ENDED)
    over = GAME.awaits(position(ENDED))
    assert over == Over((1, 1, 1), "PRL-04")


# ---- options -----------------------------------------------------------------------------------


class Agreed(Options, frozen=True, kw_only=True):
    players: Annotated[int, Whole(2, 4, rule="ABC-01")] = 2
    quick: Annotated[bool, Switch("ABC-02")] = False


def test_options_are_described_in_their_order() -> None:
    assert list(describe_options(Agreed)) == ["players", "quick"]
    assert [option.rule for option in describe_options(Agreed).values()] == ["ABC-01", "ABC-02"]


def test_options_that_are_not_allowed_make_no_game() -> None:
    with pytest.raises(OptionError, match="players: allowed: 2, 3, 4") as caught:
        Agreed(players=5)
    assert (caught.value.option, caught.value.rule) == ("players", "ABC-01")
    with pytest.raises(OptionError):
        Agreed(quick="no")  # type: ignore[arg-type]


def test_options_are_values() -> None:
    assert Agreed(quick=True) == Agreed(players=2, quick=True)
    assert hash(Agreed()) == hash(Agreed(players=2))


# ---- seats and small rows ------------------------------------------------------------------------


def test_seats_go_round() -> None:
    assert around(3) == (0, 1, 2)
    assert [left_of(Seat(n), 3) for n in range(3)] == [1, 2, 0]
    assert only(Seat(1)) == Choice(frozenset({Seat(1)}))
    assert only(Seat(1)) is only(Seat(1))


def test_small_rows_are_changed_by_making_others() -> None:
    row = ("a", "b", "b", "d")
    assert put(row, 1, "x") == ("a", "x", "b", "d")
    assert without(row, "b") == ("a", "b", "d")
    assert insert_sorted(row, "c") == ("a", "b", "b", "c", "d")
    with pytest.raises(ValueError):
        without(row, "x")


def test_ranks_are_one_more_than_the_number_of_better_seats() -> None:
    assert ranks_of([5, 9, 5, 1]) == (2, 1, 2, 4)
