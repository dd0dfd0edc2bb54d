"""The puzzles of Code 777, proved once more by taking single tiles out of the box, each way as likely as the next."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import pytest

from tablee.contract import Seat
from tablee.games.code777 import GAME
from tablee.games.code777.questions import Answer, answer
from tablee.games.code777.state import Asked
from tablee.games.code777.tiles import BOX, DIGIT, Rack, standing
from tablee.games.code777.view import View
from tablee.puzzle_file import Puzzle
from tablee.puzzles import position, puzzles_of

QUESTIONS = [puzzle for puzzle in puzzles_of(GAME) if puzzle.theme == "question"]


def seen_by(view: View, asker: int, mine: Rack) -> list[Rack]:
    """What somebody sees if these tiles are mine."""
    racks = {rack: stood[0] or mine for rack, stood in enumerate(view.racks)}
    return [tiles for rack, tiles in racks.items() if rack != asker]


def my_draws(view: View) -> list[Rack]:
    """My rack after every way to take three single tiles out of the box that fits what was said."""
    box = list(BOX)
    for stood in view.racks:
        for tile in stood[0] or ():
            box.remove(tile)
    asked = [event for event in view.log if isinstance(event, Asked) and event.by != view.seat]
    racks = (standing(three) for three in combinations(box, 3))
    return [
        mine
        for mine in racks
        if all(answer(event.number, seen_by(view, event.by, mine)) == event.answer for event in asked)
    ]


def left(view: View, draws: list[Rack], number: int) -> tuple[Fraction, Fraction]:
    """Racks, and different digits, that this question leaves on average."""
    assert view.turn is not None
    heard: dict[Answer, list[Rack]] = defaultdict(list)
    for mine in draws:
        heard[answer(number, seen_by(view, view.turn, mine))].append(mine)
    racks = sum(len(drawn) * len(set(drawn)) for drawn in heard.values())
    digits = sum(len(drawn) * len({tuple(map(DIGIT.__getitem__, mine)) for mine in drawn}) for drawn in heard.values())
    return Fraction(racks, len(draws)), Fraction(digits, len(draws))


@pytest.mark.parametrize("puzzle", QUESTIONS, ids=lambda puzzle: f"game {puzzle.drawn_from}")
def test_c77_10_the_best_question_leaves_a_fifth_less_than_any_other_that_is_offered(puzzle: Puzzle) -> None:
    view = GAME.view(position(GAME, puzzle), Seat(puzzle.seat))
    assert view.turn not in (None, view.seat) and {int(one) for one in puzzle.choices} <= set(view.pile)
    draws = my_draws(view)
    by_question = {one: left(view, draws, int(one)) for one in puzzle.choices}
    [best] = puzzle.accepted
    racks, digits = by_question.pop(best)
    assert all(racks * 5 <= other * 4 and digits <= fewer for other, fewer in by_question.values())
    told = {step.facts["number"]: step.facts["left"] for step in puzzle.steps if "left" in step.facts}
    assert told == {
        int(one): pytest.approx(float(found[0]), abs=0.006) for one, found in {**by_question, best: (racks,)}.items()
    }


def test_what_i_would_ask_myself_tells_me_nothing() -> None:
    view = GAME.view(position(GAME, QUESTIONS[0]), Seat(QUESTIONS[0].seat))
    draws = my_draws(view)
    assert view.seat is not None
    assert len({tuple(seen_by(view, view.seat, mine)) for mine in draws}) == 1 < len(set(draws))
