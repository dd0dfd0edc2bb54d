"""The table of Code 777 on a screen, and its words."""

from __future__ import annotations

from random import Random

import pytest

from tablee.contract import Seat
from tablee.games.code777 import GAME
from tablee.games.code777.face import draw
from tablee.games.code777.options import Options
from tablee.games.code777.questions import CARDS
from tablee.games.code777.state import State
from tablee.languages import LANGS, Lang
from tablee.testing import playout
from tablee.words import words
from tests.games.code777.table import ask, table, then

NAMES = ["Ada", "Ben", "Cléo", "Maximilienne-Joséphine"]


def drawn(lang: Lang, seat: int | None, state: State) -> list[str]:
    view = GAME.view(state, None if seat is None else Seat(seat))
    return [text.plain.rstrip() for text in draw(view, words(lang, GAME), NAMES[: state.options.players])]


@pytest.mark.parametrize("lang", LANGS)
def test_the_table_fits_a_terminal_in_every_position(lang: Lang) -> None:
    for options in (
        Options(limit=40),
        Options(players=2, limit=0, target=1),
        Options(players=3, show_removed=True, limit=30),
    ):
        for _, _, state in playout(GAME, options, Random(1)):
            for seat in (None, Seat(0), Seat(1)):
                rows = draw(GAME.view(state, seat), words(lang, GAME), NAMES[: options.players])
                assert len(rows) <= 13
                assert all(row.cell_len <= 80 for row in rows)


def test_the_own_tiles_are_question_marks_and_the_others_have_their_signs() -> None:
    rows = drawn("en", 1, table())
    assert rows[0] == "Ada asks; the others may declare at any time"
    assert rows[1] == "▸ Ada             4n▲  5r●  7b◆   0 points"
    assert rows[2] == "  Ben              ?    ?    ?    0 points"
    assert rows[5] == "Stock     16 tiles, 0 set aside · question 0 of 230"


def test_nothing_on_the_screen_depends_on_the_own_tiles() -> None:
    one = table(racks=("4n,5r,7b", "1g,2y,6p", "3k,3k,7y", "4n,6g,7b"))
    two = table(racks=("4n,4n,4n", "1g,2y,6p", "3k,3k,7y", "6g,6g,7b"))
    assert drawn("fr", None, one) == drawn("fr", None, two)
    assert drawn("fr", 0, table(racks=("4n,5r,7b", "1g,2y,6p", "3k,3k,7y", "6g,6g,7b"))) == drawn("fr", 0, two)


def test_what_was_heard_is_said_in_full_and_before_that_in_short() -> None:
    state = ask(table(), 16, 1, 21, 8, 12, 17)
    rows = drawn("fr", 3, state)
    assert rows[8].startswith("Entendu   Ben, question 17")  # the newest first
    assert rows[11] == "          Ben, question 1\u00a0: 18 ou plus sur 0 réglette"
    assert rows[-1] == "Avant     16 Ada\u00a0: ="
    assert drawn("en", 0, table())[-1] == "Heard     nothing yet"


def test_a_new_rack_has_heard_nothing() -> None:
    state = then(ask(table(), 16), "1: declare 1,1,1")
    assert drawn("en", 1, state)[2] == "▸ Ben              ·    ·    ·    0 points  has declared"
    assert drawn("en", 1, state)[-1] == "Heard     nothing yet"
    assert drawn("en", 1, then(state, "*: racked 1 5r,5r,5r"))[-1] == "Heard     nothing yet"


def test_removed_tiles_are_shown_if_so_agreed() -> None:
    state = then(table(show_removed="on"), "1: declare 1,1,1", "*: racked 1 5r,5r,5r")
    assert drawn("en", 1, state)[2].endswith("has declared  before: 1g 2y 6p")


def test_the_next_question_is_shown_once_it_is_known() -> None:
    state = ask(table(), *CARDS)
    assert "Next      1. On how many racks do the digits add up to 18 or more?" in drawn("en", 0, state)
    assert "À venir   1 2 3" in drawn("fr", 0, ask(table(), *CARDS[3:]))


def test_the_end_is_announced() -> None:
    state = then(table(target="1"), "2: declare 3,3,7")
    assert drawn("fr", None, state)[0] == "Cléo gagne avec 1 point"
    state = ask(table(limit="1"), 3)
    assert drawn("en", 0, state)[0] == "No questions left. A last declaration, Ben?"
    state = then(state, "1: ask", "2: ask", "3: ask", "0: ask")
    assert drawn("en", 0, state)[0] == "Ada, Ben, Cléo, Maximilienne-Joséphine share the win with 0 points"


def test_the_game_begins_with_lots_and_tiles() -> None:
    state = GAME.start(GAME.options())
    assert drawn("en", 0, state)[0] == "The player who asks first is drawn by lot"
    assert drawn("en", 0, then(state, "*: first 0"))[0] == "New tiles go on the racks"
    assert drawn("en", 0, then(table(), "0: ask"))[0] == "Ada takes a question"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("number", CARDS)
def test_c77_10_each_question_has_its_own_words(lang: Lang, number: int) -> None:
    about = words(lang, GAME)
    assert len({about.say(f"question {n}") for n in CARDS}) == len(CARDS)
    answers = range(8) if number < 12 else ("first", "second", "equal")
    told = {about.line(f"*: turned {number} = {answer}", 1, NAMES) for answer in answers}
    assert told == {about.line(f"1: ask = {number} {answer}", None, NAMES) for answer in answers}
    assert len(told) == len(answers)
    assert all(line.startswith(f"Ben, question {number}") for line in told)


def test_the_log_reads_well() -> None:
    french, english = words("fr", GAME), words("en", GAME)
    assert french.line("*: turned 16 = second", 0, NAMES) == (
        "Ada, question 16\u00a0: davantage de 7 d’autres couleurs que de 7 bleus"
    )
    assert english.line("*: racked 2 ?,?,?", 2, NAMES[:3]) == "New tiles on Cléo’s rack"
    assert french.line("*: racked 2 ?,?,?", 2, NAMES[:3]) == "Nouvelles tuiles sur la réglette de Cléo"
    assert english.line("*: racked 3 4n,5r,7b", 2, NAMES[:3]) == "Tiles on free rack 4: 4 brown ▲, 5 red ●, 7 blue ◆"
    assert english.line("*: racked 1 4n,5r,7b", 0, NAMES) == "New tiles on Ben’s rack: 4 brown ▲, 5 red ●, 7 blue ◆"
    assert english.line("1: declare 4,5,7 = right", None, NAMES) == "Ben declares 4, 5, 7: right, one point"
    assert french.line("1: declare 4n,5r,7b = wrong", None, NAMES) == (
        "Ben déclare 4 brun ▲, 5 rouge ●, 7 bleu ◆\u00a0: inexact"
    )
