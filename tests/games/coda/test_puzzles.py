"""The puzzles of Code de Vinci that ask whether to go on: who draws the last tile wins, played out by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tablee.contract import Chance, Happened, Over, Played, Seat
from tablee.games.coda import GAME
from tablee.games.coda.actions import STOP, Attack
from tablee.games.coda.puzzles import opponent, play_on, worlds
from tablee.games.coda.state import State
from tablee.games.coda.tiles import VALUE, VALUES
from tablee.games.coda.view import View, complete, others
from tablee.puzzle_file import Puzzle
from tablee.puzzles import position, puzzles_of

STOPS = [puzzle for puzzle in puzzles_of(GAME) if puzzle.theme == "go on"]


def possible(view: View) -> Iterator[State]:
    """Every state behind a view in which only two are left."""
    for rows in worlds(view):
        yield complete(view, [rows[seat] for seat in others(view)], Random(0))


def play(state: State, *actions: object) -> State:
    for action in actions:
        assert state.turn is not None
        state = GAME.apply(state, Played(state.turn, action))  # type: ignore[arg-type]
    return state


def drawn(state: State) -> Iterator[State]:
    """The turn begins: each tile of each colour is drawn."""
    assert state.turn is not None
    for take in GAME.legal(state, state.turn):
        drawing = play(state, take)
        awaited = GAME.awaits(drawing)
        assert isinstance(awaited, Chance)
        for tile in awaited.odds():
            yield GAME.apply(drawing, Happened(tile))


def missed(state: State) -> State:
    """The turn is over with a wrong attack."""
    assert state.turn is not None
    [target] = [seat for seat in range(state.options.players) if seat != state.turn and seat not in state.out]
    place = next(place for place, standing in enumerate(state.codes[target]) if not standing.up)
    wrong = next(value for value in VALUES if value != VALUE[state.codes[target][place].tile])
    return play(state, Attack(Seat(target), place, wrong))


def names_all(state: State) -> bool:
    """Whether the player whose turn it is knows the other's code, and wins by naming it."""
    seat = state.turn
    assert seat is not None
    known = list(possible(GAME.view(state, seat)))
    if len(known) != 1:
        return False
    [known_state] = known
    for target, code in enumerate(known_state.codes):
        if target != seat and target not in state.out:
            for place, standing in enumerate(code):
                if not standing.up:
                    state = play(state, Attack(Seat(target), place, VALUE[standing.tile]))
    over = GAME.awaits(state)
    return isinstance(over, Over) and over.ranks[seat] == 1


@pytest.mark.parametrize("puzzle", STOPS, ids=lambda puzzle: f"game {puzzle.drawn_from}")
def test_cod_10_whoever_draws_the_last_tile_knows_the_other_code_and_wins(puzzle: Puzzle) -> None:
    """One tile on the table: the other draws it. Two: I do, if I have another turn."""
    state = position(GAME, puzzle)
    view = GAME.view(state, Seat(puzzle.seat))
    assert opponent(view) is not None and sum(view.table) in (1, 2) and STOP in GAME.legal(state, Seat(puzzle.seat))
    for world in possible(view):
        for ended in (play(world, STOP), missed(world)):
            for theirs in drawn(ended):
                if not theirs.table:
                    assert names_all(theirs)
                else:
                    assert all(names_all(mine) for mine in drawn(missed(theirs)))


@pytest.mark.parametrize("puzzle", STOPS, ids=lambda puzzle: f"game {puzzle.drawn_from}")
def test_playing_on_by_the_rules_comes_to_the_chances_that_the_solution_names(puzzle: Puzzle) -> None:
    view = GAME.view(position(GAME, puzzle), Seat(puzzle.seat))
    _, outlook = play_on(view, Random(0))
    worth = {"on": float(outlook.on), "stop": float(outlook.stop)}
    [better] = puzzle.accepted
    assert worth[better] == max(worth.values()) >= min(worth.values()) + 0.1
    assert puzzle.steps[-1].facts == worth


def test_both_answers_come_up_with_two_tiles_on_the_table() -> None:
    """So the number of tiles alone does not tell which it is."""
    two = [puzzle for puzzle in STOPS if len(position(GAME, puzzle).table) == 2]
    assert {puzzle.accepted for puzzle in two} == {("on",), ("stop",)}
