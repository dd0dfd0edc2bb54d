"""The table of Code 21 on a screen, and its words."""

from __future__ import annotations

from random import Random

import pytest

from tablee.contract import Seat
from tablee.games.code21 import GAME
from tablee.games.code21.face import draw
from tablee.games.code21.state import State
from tablee.languages import LANGS, Lang
from tablee.testing import covering, playout
from tablee.words import words
from tests.playing import after

NAMES = ["Ana", "Bo", "Maximilienne-Joséphine", "Dan"]
NO_STAKES = [f"{seat}: stake 0" for seat in range(4)]


def drawn(lang: Lang, seat: int | None, *lines: str, **options: str) -> list[str]:
    state: State = after(GAME, ["*: turned 5", *lines], **{"first": "0", **options})
    view = GAME.view(state, None if seat is None else Seat(seat))
    return [text.plain.rstrip() for text in draw(view, words(lang, GAME), NAMES[: state.options.players])]


@pytest.mark.untraced
@pytest.mark.parametrize("lang", LANGS)
def test_the_table_fits_a_terminal_in_every_position(lang: Lang) -> None:
    said = words(lang, GAME)
    for options in covering(GAME.options):
        names = NAMES[: options.players]
        for _, _, state in playout(GAME, options, Random(1)):
            for seat in (None, Seat(0), Seat(1)):
                rows = draw(GAME.view(state, seat), said, names)
                assert len(rows) <= 13
                assert all(row.cell_len <= 80 for row in rows)


@pytest.mark.parametrize("lang", LANGS)
def test_every_line_and_every_move_has_words(lang: Lang) -> None:
    said = words(lang, GAME)
    for seed in range(3):
        for before, move, state in playout(GAME, GAME.options(), Random(seed)):
            for seat in (None, Seat(0), Seat(1)):
                told = GAME.told(before, move, state, seat).split(": ", 1)[1]
                assert said.sentence("lines", told, NAMES, {"who": "Ana"}) is not None, told
            assert said.sentence("moves", str(move.action), NAMES, {}) is not None, move


def test_before_the_first_move_lots_are_drawn() -> None:
    rows = draw(GAME.view(after(GAME), Seat(0)), words("en", GAME), NAMES)
    assert rows[0].plain == "The first player is drawn by lot"


def test_a_soldier_face_down_is_shown_to_its_owner_only() -> None:
    lines = ("0: play 8 up", "1: play 3 down")
    assert drawn("en", 1, *lines)[3:6] == [
        "Soldiers  [8]    (3)", "          Ana    Bo", "Total     11 · next face up +3",
    ]  # fmt: skip
    assert drawn("en", 0, *lines)[3:6] == [
        "Soldiers  [8]    (?)", "          Ana    Bo", "Total     8 to 16, 1 face down · next face up +3",
    ]  # fmt: skip


def test_the_own_stake_is_shown_and_the_others_are_not() -> None:
    lines = ("0: play 8 up", "1: accuse", "2: stake 3 on 0", "3: stake 0")
    assert drawn("en", 2, *lines)[0] == "Bo accuses Ana: over 21? · 2 of 4 stakes in"
    assert drawn("en", 2, *lines)[-1] == "Hand      0 1 2 3 4 5 6 7 8 · staked 3 on Ana"
    assert drawn("fr", 3, *lines)[-1] == "Main      0 1 2 3 4 5 6 7 8 · mise\u00a0: rien"
    assert "staked" not in drawn("en", 0, *lines)[-1]


def test_the_end_names_the_winners() -> None:
    lines = ("0: play 8 up", "1: play 8 up", "2: play 5 up", "3: declare")
    assert drawn("fr", None, *lines, *NO_STAKES, missions="5")[:2] == [
        "Dan gagne avec 11 points", "Scores    Dan\u00a0: 11 · Ana\u00a0: 5 · Bo\u00a0: 5 · Maximilienne-…\u00a0: 3",
    ]  # fmt: skip
    tie = ("0: play 1 up", "1: play 1 down", "2: accuse", "0: stake 1 on 2", "1: stake 0", "2: stake 0")
    assert drawn("en", None, *tie, players="3", missions="5")[0] == "Ana, Bo share the win with 4 points"


def test_three_missions_win() -> None:
    rows = drawn(
        "en", 3,
        "0: play 8 up", "1: play 8 up", "2: play 5 up", "3: declare", *NO_STAKES,
        "*: turned 3", "3: play 8 down", "0: play 7 up", "1: play 5 up", "2: play 1 up", "3: declare", *NO_STAKES,
        "*: turned 3", "3: play 7 down", "0: play 6 up", "1: play 6 up", "2: play 2 up", "3: declare", *NO_STAKES,
    )  # fmt: skip
    assert rows[0] == "Dan wins with three missions"
    assert "★5 ★3 ★3" in rows[9]
