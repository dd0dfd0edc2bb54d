"""The table of The Golden 21 on a screen, and its words."""

from __future__ import annotations

from random import Random

import pytest

from tablee.contract import Seat
from tablee.games.golden21 import GAME
from tablee.games.golden21.face import draw, draw_within
from tablee.games.golden21.player_aid import player_aid
from tablee.games.golden21.sheet import sheet
from tablee.games.golden21.state import State
from tablee.languages import LANGS, Lang
from tablee.testing import covering, playout
from tablee.words import words
from tests.games.golden21.test_rules import THE_BOURSE
from tests.games.golden21.turns import bring, exact, go, idle, owe, pair, strike, table, until

NAMES = ["BenJ", "Georges", "Charly", "Maximilienne-Joséphine", "Élodie", "Farid", "Gwen", "Hugo", "Inès", "Jo"]


def drawn(state: State, lang: Lang = "en", seat: int | None = None) -> list[str]:
    view = GAME.view(state, None if seat is None else Seat(seat))
    return [text.plain.rstrip() for text in draw(view, words(lang, GAME), NAMES[: state.options.players])]


@pytest.mark.parametrize("lang", LANGS)
def test_the_table_fits_a_terminal_in_every_position(lang: Lang) -> None:
    said = words(lang, GAME)
    for options in covering(GAME.options):
        for _, _, state in playout(GAME, options, Random(1)):
            rows = draw(GAME.view(state, Seat(0)), said, NAMES[: options.players])
            assert len(rows) <= 11  # with at least four lines of log and three moves on 24 lines
            assert all(row.cell_len <= 80 for row in rows)


@pytest.mark.parametrize("lang", LANGS)
def test_every_line_and_every_move_has_words(lang: Lang) -> None:
    said = words(lang, GAME)
    for options in covering(GAME.options):
        for before, move, state in playout(GAME, options, Random(2)):
            line = GAME.told(before, move, state, None).split(": ", 1)[1]
            assert said.sentence("lines", line, NAMES, {"who": "Jo"}) is not None, line
            assert said.sentence("moves", str(move.action), NAMES, {}) is not None, move


def test_the_rulebooks_bourse() -> None:
    assert drawn(table(*THE_BOURSE), seat=0) == [
        "BenJ announces 2 to 12; if exact, 2 points per band away from 7",
        "Year 1 of 5 · 2 Golden dice · 17 Crisis dice in the box",
        "          ▸BenJ             Georges          Charly",
        "K= 21=     0  0             0  0             0  0",
        "           10               17               6",
        "           15               17⁵              8",
        "debt       17               25✗              10",
        "account    ·                5                2",
        "dice       2               ✗insolvent        2",
        "Charly announced 12 and rolled 4 + 6 = 10",
    ]


def test_as_many_debts_of_the_year_are_shown_as_there_is_room_for() -> None:
    view = GAME.view(table(*THE_BOURSE), None)
    for room, first in ((3, "10"), (10, "10"), (11, "8"), (12, "3"), (13, "0"), (40, "0")):
        rows = [line.plain.split() for line in draw_within(view, words("en", GAME), NAMES[:3], room)]
        assert rows[4][0] == first
        assert len(rows) == min(max(room, 10), 13)


def test_the_rulebooks_balance() -> None:
    state = table(*THE_BOURSE, *owe(0, 4), years="1")
    assert drawn(state, "fr")[:1] == ["BenJ gagne"]
    assert drawn(state, "fr")[4:] == [
        "           17               17⁵              8",
        "dette      21               25✗              10",
        "bilan      −15              0                0",
        "rang       1                2                2",
        "score      −16              0                0",
    ]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (GAME.start(GAME.options()), "BenJ rolls for turn order"),
        (table("0: announce 7"), "BenJ rolls 2 dice after announcing 7"),
        (table("0: announce 7 at 1", free_throw="on"), "BenJ rolls 2 dice after announcing 7, aiming at Georges"),
        (table("0: roll", penalties="on"), "BenJ rolls a penalty die"),
        (table(*exact(0, 4)), "BenJ has 4 bonus points to use"),
        (table("0: announce 7", "*: rolled 4,4"), "BenJ may give 1 Crisis die"),
        (table(*pair(0, 1)), "Georges announces 3 to 18; if exact, 3 points per band away from 10–11"),
    ],
)
def test_the_headline_says_what_is_awaited(state: State, said: str) -> None:
    assert drawn(state)[0] == said


def test_the_headline_of_an_account() -> None:
    state = table(*exact(0, 4), "0: bonus +account 0", *idle(1), *idle(2))
    assert drawn(go(state, *idle(0)))[0] == "BenJ may use the account of 4 points"
    assert drawn(until(bring(state, 0, 21), 0))[0] == "BenJ, at 21, may use the account of 4 points"


def test_a_hit_is_told_under_the_bourse() -> None:
    state = table("0: announce 5 at 1", "*: rolled 2,6 hit", free_throw="on")
    assert drawn(state)[-1] == "BenJ announced 5 and rolled 2 + 6 = 8 · hit: Georges owes the difference"


def test_g21_94_a_hit_that_takes_off_a_debt_is_told_so() -> None:
    state = table("0: announce 5 at 1", "*: rolled 2,6 hit", free_throw="literal")
    assert drawn(state)[-1] == "BenJ announced 5 and rolled 2 + 6 = 8 · hit: Georges owes that much less"


@pytest.mark.parametrize(("lang", "title"), [("en", "Table of averages"), ("fr", "Tableau des moyennes")])
def test_g21_30_the_player_aid_shows_the_table_of_averages_and_the_signs(lang: Lang, title: str) -> None:
    shown = [line.plain for line in player_aid(words(lang, GAME))]
    assert shown[0] == title
    assert shown[2].split() == ["2", "7", "0", "6,", "8", "2", "5,", "9", "4"]
    assert shown[11].split() == ["11", "38–39", "0", "37,", "40", "11", "36,", "41", "22"]
    assert any(line.startswith("K=") for line in shown) and any(line.startswith("21=") for line in shown)
    assert len(shown) <= 23 and all(len(line) <= 80 for line in shown)


def test_21_and_death_are_marked_with_signs() -> None:
    state = bring(strike(bring(table(goal="survivor", players="4"), 1, 18), 0, 1), 2, 21)
    assert drawn(state)[1] == "Year 1 of 50 · 2 Golden dice · 20 Crisis dice in the box"
    assert drawn(state)[8] == "dice       2               †killed          ★21               2"


def test_killers_see_how_many_kills_win_and_years_without_a_cap_have_no_end() -> None:
    state = table(goal="killer", years="0", kills="1")
    assert drawn(state)[1] == "Year 1 · 2 Golden dice · 20 Crisis dice in the box · 1 Kill wins"


def test_teams_have_letters_and_stakes_are_shown_at_the_end() -> None:
    state = table(years="1", players="4", teams="0+2,1+3", collection="on")
    assert drawn(state)[2] == "          ▸A:BenJ           B:Georges        A:Charly         B:Maximilienne…"
    for seat in (0, 1, 2):
        state = bring(state, seat, 22)
    assert drawn(state)[0] == "Georges and Maximilienne-Joséphine share the win"
    assert drawn(state)[-1] == "stakes     1                1                1                1"


# ---- the whole Bourse ---------------------------------------------------------------------


def sheeted(state: State, lang: Lang = "en") -> list[str]:
    lines = sheet(GAME.view(state, None), words(lang, GAME), NAMES[: state.options.players])
    return [text.plain.rstrip() for text in lines]


def test_the_rulebooks_bourse_in_full() -> None:
    assert sheeted(table(*THE_BOURSE)) == [
        "           BenJ             Georges          Charly",
        "K= 21=     0  0             0  0             0  0",
        "",
        "Year 1",
        "debt       0                0                0",
        "           3                5                2",
        "           8                10               2²",
        "           10               17               6",
        "           15               17⁵              8",
        "           17               25✗              10",
    ]


def test_a_balance_is_shown_with_its_arithmetic() -> None:
    golden = sheeted(table(*THE_BOURSE, *owe(0, 4), years="2"), "fr")
    balance = golden.index("bilan      −15              0                0")
    assert golden[balance + 1] == ("BenJ est à 21, les autres à 4 + 11 = 15 de 21\u00a0: bilan −15 (G21-51)")
    assert golden[balance + 3] == "Année 2"
    survived = sheeted(table(*THE_BOURSE, *owe(0, 9), years="2"))
    assert "Charly survives with 10, minus 21: balance −11 (G21-52)" in survived


def test_the_end_of_a_year_is_announced_with_its_balance() -> None:
    state = table(*THE_BOURSE, *owe(0, 9), years="2")
    assert drawn(state)[-1] == "Year 1 is over. Charly survives with 10, minus 21: balance −11 (G21-52)"


@pytest.mark.parametrize("lang", LANGS)
def test_the_sheet_keeps_every_line_of_every_year(lang: Lang) -> None:
    for options in covering(GAME.options):
        *_, (_, _, state) = playout(GAME, options, Random(4))
        view = GAME.view(state, None)
        lines = sheet(view, words(lang, GAME), NAMES[: options.players])
        due = sum(max(map(len, year.lines)) for year in view.bourse)
        assert len(lines) >= due + len(view.bourse) and all("{" not in line.plain for line in lines)
