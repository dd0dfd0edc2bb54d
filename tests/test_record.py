"""A record is plain text: written and read back exactly, and what is wrong with one is said, and where."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pearl import GAME as PEARL

from tablee.contract import AnyGame, Happened, NotationError, Played, Seat
from tablee.games import GAMES
from tablee.games.sixteen import GAME
from tablee.games.sixteen.options import Options
from tablee.record import Record, RecordError, clean, header, read, read_move, states, transcript
from tablee.testing import playout
from tablee.words import words

SHELF: dict[str, AnyGame] = {"sixteen": GAME, "pearl": PEARL}

GOOD: str = """\
tablee: 1
game: sixteen 1
options: players=2 draw=strict first=0
seats: Ana; bot random

*: dealt g3
*: dealt o1
*: dealt g4
*: dealt o2
*: dealt g5
*: dealt o3
0: draw
*: drawn joker
0: play joker 4 green
1: play o1
"""


def wrong(text: str | bytes) -> RecordError:
    """The error of a record that is not read, or not played to its end."""
    with pytest.raises(RecordError) as caught:
        list(states(read(text, SHELF)))
    return caught.value


def with_line(number: int, line: str) -> str:
    """The good record with another line there; counted from 1."""
    lines = GOOD.split("\n")
    lines[number - 1] = line
    return "\n".join(lines)


# ---- the format -----------------------------------------------------------------------


def test_a_record_is_written_and_read_back_exactly() -> None:
    record = read(GOOD, SHELF)
    assert str(record) == GOOD
    assert (record.game, record.options) == (GAME, Options(draw="strict", first=Seat(0)))
    assert record.seats == ("Ana", "bot random")
    assert len(record.moves) == 10
    assert record.moves[0] == Happened(GAME.parse("dealt g3"))
    assert record.moves[-1] == Played(Seat(1), GAME.parse("play o1"))


def test_a_record_without_moves_is_one_too() -> None:
    text = header(GAME, Options(), ("Ana", "Bo"))
    assert text == "tablee: 1\ngame: sixteen 1\noptions: players=2\nseats: Ana; Bo\n\n"
    assert str(read(text, SHELF)) == text
    assert len(list(states(read(text, SHELF)))) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_every_kind_is_written_and_read_back(name: str) -> None:
    game = GAMES[name]
    steps = list(playout(game, game.options(), Random(1)))
    seats = tuple(f"player {n + 1}" for n in range(game.options().players))
    text = str(Record(game, game.options(), seats, tuple(move for _, move, _ in steps)))
    again = read(text, GAMES)
    assert str(again) == text
    *_, last = states(again)
    assert last == steps[-1][2]


def test_bytes_a_byte_order_mark_and_other_line_ends_are_read_as_well() -> None:
    plain = read(GOOD, SHELF)
    assert read(GOOD.encode(), SHELF) == plain
    assert read(b"\xef\xbb\xbf" + GOOD.encode(), SHELF) == plain
    assert read("\ufeff" + GOOD, SHELF) == plain
    assert read(GOOD.replace("\n", "\r\n").encode(), SHELF) == plain


def test_the_last_line_may_lack_its_end_and_empty_lines_may_follow() -> None:
    assert read(GOOD.removesuffix("\n"), SHELF) == read(GOOD, SHELF) == read(GOOD + "\n\n", SHELF)


def test_options_and_seats_may_be_left_out() -> None:
    record = read("tablee: 1\ngame: pearl 1\n\n*: rolled 3\n", SHELF)
    assert record.options == PEARL.options()
    assert record.seats == ("player 1", "player 2", "player 3")
    assert record.first_line == 4


def test_names_are_cleaned_of_what_a_record_cannot_hold() -> None:
    assert clean("  Ana \t Maria\n") == "Ana Maria"
    assert clean("Bo; DROP") == "Bo, DROP"
    assert clean("\x1b[2J") == "[2J"
    assert clean(" \n ") == "?"
    with pytest.raises(AssertionError):
        header(GAME, Options(), ("a;b", "c"))


@given(st.text(), st.text())
def test_any_cleaned_names_are_read_back(one: str, two: str) -> None:
    seats = (clean(one), clean(two))
    assert read(header(GAME, Options(), seats), SHELF).seats == seats


def test_every_seat_has_its_transcript() -> None:
    record = read(GOOD, SHELF)
    assert transcript(record, Seat(0))[:2] == ["*: dealt g3", "*: dealt ?"]
    assert transcript(record, Seat(1))[:2] == ["*: dealt ?", "*: dealt o1"]
    assert transcript(record, None)[-3:] == ["*: drawn ?", "0: play joker 4 green", "1: play o1"]
    assert len(transcript(record, None)) == len(record.moves)


# ---- what is wrong, and where ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "line", "rule", "why"),
    [
        pytest.param(with_line(1, "tablee: 2"), "record", 1, None,
                     "records of format 2 cannot be read here; the known format is 1", id="other format"),
        pytest.param(with_line(2, "game: sixteen 7"), "record", 2, None,
                     "this was played with version 7 of sixteen; the present version, 1, may play out differently",
                     id="other version"),
        pytest.param(with_line(2, "game: sixteen"), "record", 2, None,
                     "this was played with version ? of sixteen; the present version, 1, may play out differently",
                     id="no version"),
        pytest.param(with_line(2, "game: belote 1"), "record", 2, None,
                     "there is no game 'belote'; the games are: sixteen, pearl", id="unknown game"),
        pytest.param(with_line(3, "options: players=3"), "options", 3, "S16-12",
                     "'3' is not allowed; allowed: 2, 4", id="bad option"),
        pytest.param(with_line(3, "options: colour=red"), "options", 3, None,
                     "there is no such option; the options are: players, match, jokers, bonus, draw, third, first",
                     id="no option"),
        pytest.param(with_line(3, "options: players=2 first=3"), "options", 3, "S16-12",
                     "there are only 2 seats", id="options that exclude each other"),
        pytest.param(with_line(3, "options: players=2 players=2"), "options", 3, None,
                     "this option is given twice", id="option twice"),
        pytest.param(with_line(3, "options: strict"), "options", 3, None,
                     "an option is written name=value", id="option without a value"),
        pytest.param(with_line(4, "seats: Ana"), "record", 4, None,
                     "2 names are expected here, separated by semicolons", id="too few seats"),
        pytest.param(with_line(4, "seats: Ana; Bo; Cyd"), "record", 4, None,
                     "2 names are expected here, separated by semicolons", id="too many seats"),
        pytest.param(with_line(4, "seats: Ana; "), "record", 4, None,
                     "2 names are expected here, separated by semicolons", id="a seat without a name"),
        pytest.param(with_line(4, "players: Ana; Bo"), "record", 4, None,
                     "'players: Ana; Bo' does not belong in a record's head; seats: / an empty line expected",
                     id="unknown key"),
        pytest.param(with_line(4, "game: sixteen 1"), "record", 4, None,
                     "'game: sixteen 1' does not belong in a record's head; seats: / an empty line expected",
                     id="key twice"),
        pytest.param(with_line(2, ""), "record", 2, None,
                     "'' does not belong in a record's head; game: / options: expected", id="head without a game"),
        pytest.param(with_line(5, "*: dealt g3"), "record", 5, None,
                     "'*: dealt g3' does not belong in a record's head; an empty line expected", id="no empty line"),
        pytest.param(with_line(6, "*: dealt x9"), "notation", 6, None,
                     "'dealt x9' is not a move of this game; moves are written: first {seat}, dealt {card}, "
                     "drawn {card}, play joker {value} {colour}, play {card}, draw", id="bad notation"),
        pytest.param(with_line(8, ""), "notation", 8, None,
                     "'' is not a move: a seat's number or * is expected, then ': ' and an action", id="an empty line"),
        pytest.param(with_line(12, "zero: draw"), "notation", 12, None,
                     "'zero: draw' is not a move: a seat's number or * is expected, then ': ' and an action", id="who"),
        pytest.param(with_line(7, "*: dealt joker\n*: dealt joker\n*: dealt joker"), "illegal", 9, "S16-01",
                     "no joker is left in the draw pile", id="impossible draw"),
        pytest.param(with_line(14, "0: play o1"), "illegal", 14, "S16-10", "o1 is not in your hand", id="refused move"),
        pytest.param(with_line(14, "1: play o1"), "illegal", 14, "turn",
                     "it is not your turn", id="turn"),
        pytest.param(with_line(12, "*: drawn g1"), "illegal", 12, "chance",
                     "nothing is rolled or drawn now: it is for a player to choose", id="chance"),
    ],
)  # fmt: skip
def test_each_fault_has_its_own_error(text: str, kind: str, line: int, rule: str | None, why: str) -> None:
    error = wrong(text)
    assert (error.kind, error.line, error.rule, error.why) == (kind, line, rule, why)


@pytest.mark.parametrize("text", ["", "\n", "once upon a time", "game: sixteen 1\n\n", "{}", "\x00\x01", "tablee\n"])
def test_what_is_no_record_at_all_is_said_to_be_none(text: str) -> None:
    error = wrong(text)
    assert (error.kind, error.line) == ("record", 1)
    assert error.why == "this is not a record: it should begin with 'tablee: 1'"


def test_what_is_no_text_at_all_is_said_to_be_none() -> None:
    assert wrong(b"\x89PNG\r\n\x1a\n\x00\x00").why == "this is not text: records are written in UTF-8"
    error = wrong(GOOD.encode() + b"0: play \xff\xfe\n")
    assert (error.kind, error.line) == ("record", 16)


HEAD = GOOD.index("\n\n") + 1


@pytest.mark.parametrize("end", range(len("tablee: 1\n"), HEAD))
def test_a_file_cut_off_in_its_head_is_said_to_be_so(end: int) -> None:
    error = wrong(GOOD[:end])
    assert error.kind == "record"
    assert error.why == "the file was cut off before its first move: the head ends with an empty line"
    assert error.line == GOOD[:end].rstrip("\n").count("\n") + 1


@pytest.mark.parametrize("end", range(HEAD + 1, len(GOOD)))
def test_a_file_cut_off_in_a_move_is_said_to_be_so_unless_what_is_left_is_a_move(end: int) -> None:
    text = GOOD[:end]
    last = text.split("\n")[-1]
    if last in ("", "*: draw", "0: play joker", *GOOD.split("\n")):
        return
    error = wrong(text)
    assert (error.kind, error.line) == ("record", text.count("\n") + 1)
    assert error.why == f"the file was cut off in the middle of this line: {last!r}"


def test_the_error_is_shown_with_its_line_its_option_and_its_rule() -> None:
    assert str(wrong(with_line(14, "0: play o1"))) == "line 14: o1 is not in your hand (S16-10)"
    assert (
        str(wrong(with_line(3, "options: players=3"))) == "line 3: players: '3' is not allowed; allowed: 2, 4 (S16-12)"
    )


def test_the_error_is_explained_in_the_words_of_its_game() -> None:
    error = wrong(with_line(14, "0: play o1"))
    assert error.game is GAME
    assert words("fr", GAME).why(error) == "vous n’avez pas cette carte en main\u00a0: 1 orange ☼ (S16-10)"
    error = wrong(with_line(3, "options: players=2 first=3"))
    assert error.game is GAME
    assert words("fr", GAME).why(error) == "Qui commence\u00a0: il n’y a que 2 places (S16-12)"


@pytest.mark.parametrize("who", ["-1", "01", "+1", "٣", "1 ", " 1", "**", "", "9" * 5000])
def test_a_seat_is_written_in_one_way(who: str) -> None:
    with pytest.raises(NotationError):
        read_move(GAME, f"{who}: draw")


# ---- whatever comes -----------------------------------------------------------------------------


def settled(text: str | bytes) -> None:
    """It is a record, or it is refused as one; nothing worse."""
    try:
        record = read(text, SHELF)
        list(states(record))
    except RecordError as error:
        assert error.kind in ("record", "options", "notation", "illegal")
        assert str(error)
    else:
        assert str(read(str(record), SHELF)) == str(record)


LINES: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(GOOD.split("\n")),
    st.text(),
    st.sampled_from(
        ["tablee: 1", "game: pearl 1", "game:", "options:", "seats:", "options: sides=8", "0: lift", "*: rolled 3"]
    ),
)


@given(st.text())
def test_no_text_does_worse_than_a_record_error(text: str) -> None:
    settled(text)


@given(st.binary())
def test_no_bytes_do_worse_than_a_record_error(data: bytes) -> None:
    settled(data)


@given(st.lists(LINES))
def test_no_lines_after_a_good_beginning_do_worse_than_a_record_error(lines: list[str]) -> None:
    settled("\n".join(["tablee: 1", "game: sixteen 1", *lines]))
    settled(GOOD + "\n".join(lines))


@given(st.integers(0, len(GOOD)), st.integers(0, 3), st.text(max_size=3))
def test_no_slip_of_the_pen_does_worse_than_a_record_error(place: int, gone: int, new: str) -> None:
    settled(GOOD[:place] + new + GOOD[place + gone :])


def test_a_note_among_the_moves_changes_nothing_and_is_kept() -> None:
    head = "tablee: 1\ngame: sixteen 1\noptions: players=2\nseats: Ann; Ben\nreal: yes\n\n"
    text = head + "# an evening at the kitchen table\n*: first 1\n# corrected: *: dealt g4\n*: dealt g3\n# later\n"
    record = read(text, GAMES)
    assert record.real and [str(move) for move in record.moves] == ["*: first 1", "*: dealt g3"]
    assert str(record) == text
    assert [record.line_of(move) for move in (0, 1)] == [8, 10]
    wrong = read(text + "*: first 0\n", GAMES)
    with pytest.raises(RecordError) as caught:
        list(states(wrong))
    assert caught.value.line == 12
    with pytest.raises(RecordError, match="yes"):
        read(text.replace("real: yes", "real: perhaps"), GAMES)
    assert not read(text.replace("real: yes\n", ""), GAMES).real
