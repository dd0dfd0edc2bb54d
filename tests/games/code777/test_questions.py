"""The 23 questions, each on hand-made racks."""

from __future__ import annotations

import pytest

from tablee.games.code777.questions import CARDS, QUESTIONS, Answer, answer
from tablee.games.code777.state import Asked
from tablee.games.code777.tiles import Rack, Tile, standing
from tests.games.code777.table import ask, table


def racks(text: str) -> list[Rack]:
    return [standing(tuple(map(Tile, rack.split(",")))) for rack in text.split()]


def test_c77_04_there_are_23_questions() -> None:
    assert CARDS == tuple(QUESTIONS) == tuple(range(1, 24))


@pytest.mark.parametrize(
    ("number", "seen", "expected"),
    [
        (1, "4n,7b,7b 5r,6g,7b 5r,5r,7b", 2),  # 18, 18, 17
        (1, "7y,7p,7b 1g,2y,2y 6g,6p,7b", 2),
        (1, "1g,2y,2y 3k,3k,3k 4n,4n,4n", 0),
        (2, "1g,4n,7b 3k,3k,6g 1g,5r,7b", 2),  # 12, 12, 13
        (2, "7b,7b,7b 6g,6g,6g 5r,5r,5r", 0),
        (3, "5k,5r,7b 7y,7b,7b 6g,6g,7b", 2),
        (3, "6g,6p,7b 7p,7y,7b 5k,5r,5r", 3),
        (3, "4n,4n,4n 1g,2y,3k 7b,7b,7b", 0),  # the same digit, but in one colour
        (4, "1g,2y,3k 7y,7p,7b 6g,6g,7b", 2),
        (4, "2y,7y,7y 3k,3k,5k 1g,6g,7b", 0),
        (5, "1g,3k,7b 2y,4n,6p 4n,5r,6g", 2),
        (5, "1g,2y,3k 4n,4n,5r 6g,6p,7b", 0),
        (6, "4n,4n,7b 7b,7b,7b 7y,7p,7b", 2),
        (6, "5k,5r,6g 6g,6p,7b 1g,2y,3k", 0),  # same digit in another colour is not identical
        (7, "1g,2y,3k 5k,6p,7b 4n,5r,7b", 2),
        (7, "3k,3k,3k 2y,4n,6g 4n,5r,5r", 0),
        (8, "4n,4n,4n 4n,7b,7b 7b,7b,7b", 2),
        (8, "1g,2y,3k 4n,5r,6p 7b,7b,7b", 7),
        (9, "4n,4n,4n 5r,5r,7b 6g,6g,7b", 1),
        (9, "1g,6g,6g 2y,7y,7y 3k,5k,5r", 2),  # three green, three yellow, two black
        (9, "1g,2y,3k 4n,5r,6p 7b,7b,6g", 0),
        (10, "1g,2y,3k 4n,5r,6p 7b,7b,7b", 0),
        (10, "7b,7b,7b 7y,7y,7p 6g,6g,6g", 5),
        (11, "1g,5k,7p 2y,3k,4n 5r,6g,7b", 3),
        (11, "6g,6g,6g 5r,5r,5r 7y,7y,7b", 0),  # none of them, though their digits are there
        (11, "1g,2y,2y 5r,5r,7p 6g,6g,6g", 2),
        (12, "3k,3k,4n 6p,7b,7b 5r,5r,5r", "first"),
        (12, "3k,4n,4n 6p,6p,7b 5r,5r,5r", "second"),
        (13, "6g,6g,7y 6p,6p,6p 7b,7b,7b", "first"),
        (13, "6g,7y,7y 6p,6p,6p 7b,7b,7b", "second"),
        (14, "2y,2y,7y 7b,7b,7b 4n,4n,4n", "first"),
        (14, "2y,7y,7y 7b,7b,7b 4n,4n,4n", "second"),
        (15, "6g,6p,6p 4n,4n,4n 7b,7b,7b", "first"),
        (15, "6g,6g,6p 4n,4n,4n 7b,7b,7b", "second"),
        (16, "7b,7b,7p 7y,7b,4n 4n,4n,4n", "first"),
        (16, "7b,7b,7p 7y,7y,4n 4n,4n,4n", "second"),
        (17, "4n,4n,7b 1g,2y,3k 5r,5r,5r", "first"),
        (17, "4n,7b,7b 1g,2y,3k 5r,5r,5r", "second"),
        (18, "5r,5r,7p 1g,2y,3k 4n,4n,5k", "first"),
        (18, "5r,6p,7p 1g,2y,3k 4n,4n,5k", "second"),
        (19, "1g,6g,7b 2y,2y,3k 4n,4n,4n", "first"),
        (19, "6g,7b,7b 2y,2y,3k 4n,4n,4n", "second"),
        (20, "2y,7y,7p 3k,3k,3k 4n,4n,4n", "first"),
        (20, "2y,6p,7p 3k,3k,3k 4n,4n,4n", "second"),
        (21, "3k,4n,5k 7b,7b,7b 5r,5r,5r", "first"),
        (21, "4n,4n,5k 7b,7b,7b 5r,5r,5r", "second"),
        (22, "3k,5k,5r 7b,7b,7b 4n,4n,4n", "first"),
        (22, "5k,5r,5r 7b,7b,7b 4n,4n,4n", "second"),
        (23, "1g,6g,7y 7b,7b,7b 4n,4n,4n", "first"),
        (23, "1g,2y,7y 7b,7b,7b 4n,4n,4n", "second"),
    ],
)
def test_c77_10_each_question_asks_what_it_says(number: int, seen: str, expected: Answer) -> None:
    assert answer(number, racks(seen)) == expected


@pytest.mark.parametrize(
    ("number", "none", "same"),
    [
        (12, "4n,4n,4n", "3k,6p,7b"),
        (13, "4n,4n,4n", "6g,7y,7b"),
        (14, "4n,4n,4n", "2y,7y,7b"),
        (15, "4n,4n,4n", "6g,6p,7b"),
        (16, "4n,4n,4n", "7y,7b,4n"),
        (17, "6p,6p,6p", "4n,6p,7b"),
        (18, "4n,4n,4n", "5r,6p,7b"),
        (19, "4n,4n,4n", "1g,4n,7b"),
        (20, "4n,4n,4n", "2y,4n,7p"),
        (21, "7b,7b,7b", "3k,4n,7b"),
        (22, "7b,7b,7b", "5k,5r,7b"),
        (23, "7b,7b,7b", "1g,2y,7b"),
    ],
)
def test_c77_10_none_of_either_is_equal_too(number: int, none: str, same: str) -> None:
    assert answer(number, racks(none)) == "equal"
    assert answer(number, []) == "equal"
    assert answer(number, racks(same)) == "equal"


def asked(text: str, number: int, seat: int = 0) -> Answer:
    """The answer of this seat, with these racks on the table and its own first."""
    state = table(racks=tuple(text.split()))
    for other in range(seat):
        state = ask(state, 1 + other)
    event = ask(state, number).log[-1]
    assert isinstance(event, Asked)
    assert event.by == seat
    return event.answer


def test_c77_example_question_16_of_the_rulebook() -> None:
    """More blue, more of other colours, or the same number, which is said also when there is none."""
    own = "4n,4n,4n"
    assert asked(f"{own} 7y,7b,7b 1g,2y,2y 3k,3k,3k", 16) == "first"
    assert asked(f"{own} 7y,7p,7b 1g,2y,2y 3k,3k,3k", 16) == "second"
    assert asked(f"{own} 6g,7y,7b 1g,2y,2y 3k,3k,3k", 16) == "equal"
    assert asked(f"{own} 6g,6p,6p 1g,2y,2y 3k,3k,3k", 16) == "equal"


def test_c77_10_the_asker_ignores_the_own_rack() -> None:
    text = "7b,7b,7b 7y,7y,7p 1g,2y,2y 3k,3k,3k"
    assert asked(text, 16, seat=0) == "second"
    assert asked(text, 16, seat=1) == "first"
    assert asked(text, 16, seat=2) == "equal"
