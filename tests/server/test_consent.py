"""What needs everybody's consent: a pause, and a move that is taken back where that gives nobody anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from tablee.contract import Refusal
from tablee.games import GAMES
from tests.server.tables_on_a_node import ANN, BEN, CLEO
from tests.server.tables_without_node import TestedTable, asks, begun, moves


def refusal(table: TestedTable, seat: int, thing: str = "takeback") -> str:
    """Why this offer is refused; empty: it is not. The table stays as it is."""
    trial = table.copy()
    try:
        asks(trial, (ANN, BEN)[min(seat, 1)], 0, seat, offer=thing)
    except Refusal as error:
        return error.template
    return ""


OWN = "you can only take back your own move, before anybody else moves and before any roll or draw"
SHOWN = "this move revealed something hidden: it cannot be taken back"


def test_a_pause_needs_everybody_and_stops_every_move() -> None:
    table = begun(None, 0, "coda", players=3)  # Ben has two seats: his word counts for both
    asks(table, ANN, 0, offer="pause")
    assert not table.paused and table.offer == (0, "pause")
    asks(table, BEN, 0, 1, answer=False)
    assert not table.paused and table.offer is None
    asks(table, BEN, 0, 2, offer="pause")
    asks(table, ANN, 0, answer=True)
    assert table.paused and table.status == "paused"
    seat = table.waiting[0]
    with pytest.raises(Refusal, match="paused"):
        moves(table, seat, 0)
    with pytest.raises(Refusal, match="paused"):
        asks(table, ANN, 0, 0, offer="pause")
    asks(table, BEN, 0, 1, resume=True)
    moves(table, seat, 0)
    assert table.status == "live"


def test_only_who_plays_is_asked_and_only_once() -> None:
    table = begun(None, 0)
    with pytest.raises(Refusal, match="do not sit"):
        asks(table, CLEO, 0, offer="pause")
    asks(table, ANN, 0, offer="pause")
    with pytest.raises(Refusal, match="already answered"):
        asks(table, ANN, 0, answer=True)
    with pytest.raises(Refusal, match="already an offer"):
        asks(table, BEN, 0, offer="pause")
    moves(table, 0, 0)
    assert table.offer is None  # who plays on has let it drop
    with pytest.raises(Refusal, match="there is no offer to answer"):
        asks(table, BEN, 0, answer=True)


def test_a_bot_agrees_to_everything() -> None:
    table = begun(None, 0)
    asks(table, BEN, 0, bot="random")
    asks(table, ANN, 0, offer="pause")
    assert table.paused


def test_a_move_is_taken_back_when_all_agree_and_stands_when_one_does_not() -> None:
    table = begun(None, 0, "code21")
    seat = table.waiting[0]
    other = 1 - seat
    before, lines = table.state, len(table.moves)
    moves(table, seat, 0, lambda legal: next(text for text in legal if text.endswith("down")))
    asks(table, (ANN, BEN)[seat], 0, offer="takeback")
    asks(table, (ANN, BEN)[other], 0, answer=False)
    assert len(table.moves) == lines + 1
    asks(table, (ANN, BEN)[seat], 0, offer="takeback")
    asks(table, (ANN, BEN)[other], 0, answer=True)
    assert (table.state, len(table.moves), table.waiting) == (before, lines, (seat,))
    assert refusal(table, seat) == OWN  # one move, not the one before it, too
    moves(table, seat, 0)


def test_not_after_somebody_else_has_moved() -> None:
    table = begun(None, 0, "code21")
    seat = table.waiting[0]
    moves(table, seat, 0, lambda legal: next(text for text in legal if text.endswith("down")))
    assert (refusal(table, seat), refusal(table, 1 - seat)) == ("", OWN)
    moves(table, 1 - seat, 0)
    assert refusal(table, seat) == OWN


def test_not_after_chance_has_spoken() -> None:
    table = begun(None, 0)  # Sixteen: who has played draws
    moves(table, 0, 0)
    assert table.moves[-1].startswith("*:")
    assert refusal(table, 0) == refusal(table, 1) == OWN


def test_a_sealed_stake_is_taken_back_while_the_other_still_thinks() -> None:
    table = begun(None, 0, "code21")
    while not table.waiting[1:]:
        moves(table, table.waiting[0], 0)
    moves(table, 0, 0, lambda legal: legal[-1])
    assert refusal(table, 0) == ""
    moves(table, 1, 0, lambda legal: legal[-1])
    assert refusal(table, 0) == OWN


def walk(game: str, seed: int, players: int = 2) -> Iterator[tuple[TestedTable, int, str]]:
    """A random game: the table after each move of a player's, whose it was, and the move."""
    rng = Random(seed)
    table = begun(None, 0, game, players=players)
    while table.live:
        seat = rng.choice(table.waiting)
        moves(table, seat, 0, rng.choice)
        if table.live and not table.moves[-1].startswith("*"):
            yield table, seat, table.moves[-1].partition(": ")[2]


def test_nobody_guesses_again_who_has_heard_the_answer() -> None:
    """A right guess of Coda shows the tile's owner nothing new; but who guessed has learnt it, and it stands."""
    table = begun(None, 0, "coda")
    while not (guesses := right_guesses(table)):
        moves(table, table.waiting[0], 0)
    seat, guess = table.waiting[0], guesses[0]
    before = table.game.view(table.state, table.seats[seat])
    _, target, place, _ = guess.split()
    possible = {table.game.imagine(before, Random(n)).codes[int(target)][int(place)].tile for n in range(20)}
    assert len(possible) > 1  # nobody could have been sure
    moves(table, seat, 0, lambda legal: guess)
    assert table.live and table.moves[-1] == f"{seat}: {guess}"
    assert refusal(table, seat) == SHOWN


def right_guesses(table: TestedTable) -> list[str]:
    """The attacks that are open to who is to move, and right."""
    seat = table.seats[table.waiting[0]]
    attacks = [
        str(action).split() for action in table.game.legal(table.state, seat) if str(action).startswith("attack")
    ]
    return [
        f"attack {target} {place} {value}"
        for _, target, place, value in attacks
        if table.state.codes[int(target)][int(place)].tile[1:] == value
    ]


def test_a_card_that_was_laid_open_from_a_hidden_hand_stays_open() -> None:
    """Code 21: as long as all cards were laid open everybody knows the hands; after one face down nobody does."""
    seen = Counter[str]()
    for table, seat, move in walk("code21", 1):
        if not move.endswith("up"):
            continue
        other = table.seats[1 - seat]
        hands = {table.game.imagine(table.game.view(table.back, other), Random(n)).hands[seat] for n in range(30)}
        value = int(move.split()[1])
        if any(value not in hand for hand in hands):
            assert refusal(table, seat) == SHOWN
            seen["hidden"] += 1
    assert seen["hidden"] > 0


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if not game.hidden])
def test_where_nothing_is_hidden_every_last_move_can_be_taken_back(game: str) -> None:
    tried = 0
    for table, seat, _ in walk(game, 2, players=3):
        assert refusal(table, seat) == ""
        assert refusal(table, (seat + 1) % 3) == OWN or min(seat, 1) == 1
        tried += 1
    assert tried > 10


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.hidden])
def test_the_answer_tells_nothing_of_what_the_others_know(game: str) -> None:
    """In any world that looks the same to who moved, the same move is taken back or is not."""
    tried, rng = 0, Random(3)
    for table, seat, _ in islice(walk(game, 1, players=2 if game == "sixteen" else 3), 30):
        why = refusal(table, seat)
        seen, state = table.game.view(table.back, table.seats[seat]), table.state
        back = table.game.imagine(seen, rng)
        table.change(back=back, state=table.game.apply(back, table.read(table.moves[-1])))
        assert refusal(table, seat) == why
        table.change(state=state)
        tried += 1
    assert tried > 20 or game == "sixteen"  # where who has played always draws
