"""Who is asked when."""

from __future__ import annotations

from random import Random

import pytest

from tablee import options as agreed
from tablee.contract import Choice, IllegalMove, Seat
from tablee.games import GAMES
from tablee.record import Record, read_move, states
from tablee.rl.turns import SeatTurn, Turns, rewards
from tests.rl.shelf import random_turns

RACKS = ("*: racked 0 1g,2y,3k", "*: racked 1 4n,5r,6p", "*: racked 2 5r,6g,7p", "*: racked 3 4n,6p,7y")


def turns_of(name: str, **options: str) -> Turns:
    return Turns(GAMES[name], agreed.read(GAMES[name].options, options))


def played(turns: Turns, turn: SeatTurn, *lines: str) -> SeatTurn:
    """The turn after these lines of a record; `pass` lets it pass."""
    for line in lines:
        if line == "pass":
            turn = turns.act(turn, None)
            continue
        move = read_move(turns.game, line)
        if line.startswith("*"):
            turn = turns.happen(turn, move.action)
        else:
            assert turn.seat == int(line[0]), f"seat {turn.seat} is asked, not {line}"
            turn = turns.act(turn, move.action)
    return turn


def test_c77_25_who_may_cut_in_is_polled_once_in_order_from_the_awaited_seat() -> None:
    turns = turns_of("code777", players="4", first="2")
    turn = played(turns, turns.begin(), *RACKS)
    asked = []
    while turn.polled:
        asked.append(turn.seat)
        assert turns.offers(turn)[0] is None
        turn = turns.act(turn, None)
    assert (asked, turn.seat) == ([2, 3, 0, 1], 2)
    assert [str(action) for action in turns.offers(turn)] == ["ask"]
    assert len(turn.moves) == len(RACKS)  # nothing is recorded for not cutting in


def test_c77_25_after_a_cut_in_the_polling_goes_on_with_the_next_seat() -> None:
    turns = turns_of("code777", players="4", first="2", declare_again="any")
    turn = played(turns, turns.begin(), *RACKS, "pass", "pass", "0: declare 1,1,1", "*: racked 0 3k,3k,6g")
    assert (turn.seat, turn.polled) == (1, True)
    turn = played(turns, turn, "pass")
    assert (turn.seat, turn.polled) == (2, False)  # seat 0 might cut in again, but was asked


def test_an_awaited_decision_begins_the_polling_anew() -> None:
    turns = turns_of("code777", players="4", first="2", declare_again="any")
    turn = played(turns, turns.begin(), *RACKS, "2: declare 1,1,1", "*: racked 2 3k,3k,6g")
    assert (turn.seat, turn.polled) == (3, True)
    turn = played(turns, turn, "pass", "pass", "pass", "2: ask", "*: turned 5")
    assert (turn.seat, turn.polled) == (3, True)  # who is to ask now


def test_sealed_choices_are_asked_seat_by_seat() -> None:
    turns = turns_of("code21", players="4", first="1")
    turn = played(turns, turns.begin(), "*: turned 5", "1: play 8 down", "2: accuse")
    assert isinstance(turn.awaited, Choice) and turn.awaited.seats == frozenset(map(Seat, range(4)))
    before = {seat: turns.view(turn, seat) for seat in range(4)}
    for seat, line in enumerate(["0: stake 0", "1: stake 2 on 1", "2: stake 1 on 2", "3: stake 3 on 1"]):
        assert turn.seat == seat
        assert turns.view(turn, seat).stake == before[seat].stake is None
        turn = played(turns, turn, line)


def test_c77_25_who_is_polled_cannot_ask_before_the_others_were() -> None:
    turns = turns_of("code777", players="4", first="2")
    turn = played(turns, turns.begin(), *RACKS)
    with pytest.raises(ValueError, match="seat 2 is polled"):
        turns.act(turn, GAMES["code777"].parse("ask"))


def test_only_who_is_polled_can_let_it_pass() -> None:
    turns = turns_of("code21", players="2", first="0")
    turn = played(turns, turns.begin(), "*: turned 5")
    with pytest.raises(ValueError, match="seat 0 is to decide"):
        turns.act(turn, None)
    with pytest.raises(IllegalMove) as caught:
        turns.act(turn, GAMES["code21"].parse("accuse"))
    assert caught.value.rule == "C21-13"


@pytest.mark.parametrize("name", GAMES)
def test_what_was_played_is_a_record(name: str) -> None:
    game = GAMES[name]
    turns = Turns(game, game.options())
    *_, last = random_turns(turns, Random(3))
    names = tuple(f"player {n}" for n in range(turns.options.players))
    *_, state = states(Record(game, turns.options, names, last.moves))
    assert state == last.state


@pytest.mark.parametrize(
    ("ranks", "earned"),
    [
        ((1, 2), (1, -1)),
        ((1, 1), (0, 0)),
        ((3, 1, 2), (-1, 1, 0)),
        ((1, 2, 2), (1, -0.5, -0.5)),
        ((1, 1, 3), (0.5, 0.5, -1)),
        ((1, 2, 1, 2), (2 / 3, -2 / 3, 2 / 3, -2 / 3)),
        ((2, 1, 2, 2), (-1 / 3, 1, -1 / 3, -1 / 3)),
    ],
)
def test_rewards_come_from_ranks(ranks: tuple[int, ...], earned: tuple[float, ...]) -> None:
    assert rewards(ranks) == pytest.approx(earned)
    assert sum(rewards(ranks)) == pytest.approx(0)
