"""The table of Code de Vinci in a terminal, and its words, over whole games."""

from __future__ import annotations

from random import Random

import pytest

from tablee.contract import Chance, Seat
from tablee.games.coda import GAME
from tablee.games.coda.face import draw
from tablee.games.coda.options import Options
from tablee.languages import LANGS, Lang
from tablee.testing import playout
from tablee.words import words
from tests.games.coda.table import right, stand, take
from tests.playing import after, play

NAMES = ("Ana", "Ben", "Cleo", "Dimitri the Great of Novgorod")


def lines(state: object, seat: int | None, lang: Lang = "en") -> list[str]:
    view = GAME.view(state, None if seat is None else Seat(seat))  # type: ignore[arg-type]
    return [line.plain.rstrip() for line in draw(view, words(lang, GAME), NAMES)]


def test_own_tiles_and_others_backs() -> None:
    state = play(GAME, right(take(stand("b1 b4 w7 w10", "b3 w3 b8 w8"), "w5"), 1, 2), "0: attack 1 0 7")
    assert lines(state, 0) == [
        "Ben takes a tile from the table",
        "On the table: 8 black (b), 7 white (w) · [ ] hidden",
        "",
        "tile           1    2    3    4    5",
        "  Ana        [b1] [b4]  w5  [w7] [w10]",
        "",
        "▸ Ben        [b?] [w?]  b8  [w?]",
        "             1≠7",
    ]


def test_the_drawn_tile_is_shown_to_its_taker() -> None:
    state = take(stand("b1 b4 w7 w10", "b3 w3 b8 w8"), "w5")
    assert lines(state, 0)[1] == "On the table: 8 black (b), 7 white (w) · drawn [w5] · [ ] hidden"
    assert (
        lines(state, 1)[1]
        == lines(state, None)[1]
        == "On the table: 8 black (b), 7 white (w) · drawn [w?] · [ ] hidden"
    )


def test_the_end_marks_the_winner_and_who_is_out() -> None:
    state = take(stand("b1 b4 w7 w10", "b3 w3 b8 w8"), "w5")
    for place in range(4):
        state = right(state, 1, place)
    assert [line for line in lines(state, 1, "fr") if line][:1] == ["Ana gagne avec le dernier code encore secret"]
    assert lines(state, 1)[4:7:2] == ["★ Ana        [b1] [b4] [w7] [w10]", "× Ben         b3   w3   b8   w8"]


def test_before_anybody_begins() -> None:
    assert lines(after(GAME), None, "fr")[0] == "On tire au sort qui commence"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("jokers", [False, True])
def test_every_table_fits_and_every_line_has_its_sentence(lang: Lang, players: int, jokers: bool) -> None:
    said = words(lang, GAME)
    for seed in range(2):
        for before, move, state in playout(GAME, Options(players=players, jokers=jokers), Random(seed)):
            chance = GAME.awaits(before)
            hand = chance.hand if isinstance(chance, Chance) else None
            assert said.move(move.action, NAMES) != str(move.action)
            for seat in (None, *map(Seat, range(players))):
                table = draw(GAME.view(state, seat), said, NAMES)
                assert len(table) <= 13 and all(line.cell_len <= 80 for line in table)
                told = GAME.told(before, move, state, seat)
                assert said.line(told, hand, NAMES) != told
