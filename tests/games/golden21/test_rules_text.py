"""The table of averages and the examples in the rules text of The Golden 21, worked out again."""

from __future__ import annotations

import re
from itertools import product

import pytest

from tablee.games.golden21 import GAME
from tablee.games.golden21.dice import points
from tablee.games.golden21.state import Line
from tablee.words import rules, words
from tests.games.golden21.turns import accounts, column, debts, exact, go, owe, table, turn_of

LANGS = pytest.mark.parametrize("lang", ["fr", "en"])
EXPONENT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def tables(lang: str) -> list[list[list[str]]]:
    """The tables of the text, each as rows of cells without the head."""
    found = re.findall(r"(?:^\|.*\n)+", rules(GAME, lang), re.MULTILINE)
    return [[[cell.strip() for cell in row.strip("|").split("|")] for row in text.splitlines()[2:]] for text in found]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def average(dice: int) -> list[int]:
    """The totals nearest to what so many dice show on average."""
    mean = dice * sum(range(1, 7)) / 6
    return sorted({int(mean), -int(-mean // 1)})


# ---- the table of averages ----------------------------------------------------------


@LANGS
def test_g21_30_the_table_of_averages_is_right(lang: str) -> None:
    rows = next(rows for rows in tables(lang) if rows[0][0] == "2")
    assert [int(row[0]) for row in rows] == list(range(2, 12))
    for count, middle, *bands in rows:
        dice = int(count)
        low, *_, high = numbers(middle) * 2
        assert numbers(middle) == average(dice)
        for band, cell in enumerate(bands, 1):
            announced, earned = cell.split("→")
            assert numbers(announced) == [low - band, high + band]
            assert int(earned) == dice * band == points(dice, low - band) == points(dice, high + band)


def test_g21_30_the_average_of_two_and_three_dice_by_counting() -> None:
    for dice in (2, 3):
        throws = [sum(faces) for faces in product(range(1, 7), repeat=dice)]
        likeliest = max(map(throws.count, throws))
        assert average(dice) == sorted({total for total in throws if throws.count(total) == likeliest})


def test_one_word_for_a_band() -> None:
    assert not re.search(r"\bcrans?\b|\bpas entre\b", rules(GAME, "fr"))
    assert not re.search(r"\bsteps between\b", rules(GAME, "en"))


# ---- the Bourse ---------------------------------------------------------------------


def year_told(lang: str) -> list[str]:
    """The columns of the example's first year, as records write them: 0 16 16^4 23."""
    rows = next(rows for rows in tables(lang) if any("⁴" in cell for row in rows for cell in row))
    out = " " + words(lang, GAME).say("eliminated")
    assert [text.endswith(out) for text in rows[2][1:]] == [False, True, False], "as the Bourse says it"
    columns = [text.removesuffix(out) for text in rows[2][1:]]
    return [re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda found: "^" + found[0].translate(EXPONENT), text) for text in columns]


def turns_of(lang: str) -> list[str]:
    """The moves that write these columns: a trader owes the difference of two lines, or earns and saves points."""
    columns = [text.split() for text in year_told(lang)]
    moves: list[str] = []
    for turn in range(1, max(map(len, columns))):
        for seat, lines in enumerate(columns):
            if turn >= len(lines):
                continue
            debt, _, saved = lines[turn].partition("^")
            before = int(lines[turn - 1].partition("^")[0])
            if saved:
                moves += [*exact(seat, int(saved)), f"{seat}: bonus +account {seat}"]
            else:
                moves += owe(seat, int(debt) - before)
                if any("^" in line for line in lines[:turn]) and int(debt) < 21:
                    moves.append(f"{seat}: done")
    return moves


@LANGS
def test_g21_51_the_bourse_of_the_text_is_played_as_it_is_told(lang: str) -> None:
    state = table(*turns_of(lang))
    (year,) = state.past
    assert [column(lines) for lines in year.lines] == year_told(lang)
    assert year.balance == (-10, 0, 0)
    assert debts(state) == [-10, 0, 0]
    assert accounts(state) == [6, 0, 0]
    assert state.lines == ((Line(-10, 6),), (Line(0),), (Line(0),))
    assert turn_of(state) == 1, "Ben opens the second year"
    told = rules(GAME, lang)
    assert "(23 − 21) + (21 − 13) = 10" in told and "−10⁶" in told and "13 − 21 = −8" in told.replace("\n> ", " ")


@LANGS
def test_g21_52_had_anne_not_made_21(lang: str) -> None:
    *earlier, announce, rolled = turns_of(lang)
    assert (announce, rolled) == tuple(owe(0, 2))
    assert table(*earlier, *owe(0, 3)).past[0].balance == (0, 0, -8)


@LANGS
def test_the_blank_bourse_has_its_tallies(lang: str) -> None:
    blank = next(rows for rows in tables(lang) if rows[0][1] == "K=")
    assert [row[1:] for row in blank[:3]] == [["K="] * 3, ["21="] * 3, ["0"] * 3]


# ---- the worked example of four points ------------------------------------------------


def test_g21_31_four_points_have_the_uses_that_the_text_lists() -> None:
    assert points(2, 9) == 4
    state = table(*owe(0, 8), *owe(1, 9), *owe(2, 8), *owe(0, 9), *owe(1, 9), "2: announce 7", "*: rolled 3,4")
    state = go(state, "0: announce 7", "*: rolled 3,4", *owe(1, 1), "2: announce 7", "*: rolled 3,4")
    assert debts(state) == [17, 19, 8]
    state = go(state, "0: announce 9", "*: rolled 4,5")
    assert go(state, "0: bonus +debt 0").traders[0].debt == 21
    assert go(state, "0: bonus -debt 0").traders[0].debt == 13
    killed = go(state, "0: bonus +debt 1").traders
    assert (killed[1].debt, killed[0].kills) == (23, 1)
    assert go(state, "0: bonus +account 0").traders[0].account == 4
    assert go(state, "0: bonus +account 2").traders[2].account == 4


@LANGS
def test_g21_94_the_other_reading_is_named_beside_the_usual_one(lang: str) -> None:
    paragraph = next(part for part in rules(GAME, lang).split("\n\n") if part.startswith("**G21-91**"))
    assert {"fr": "règle habituelle", "en": "usual rule"}[lang] in " ".join(paragraph.split())
    assert "G21-94" in paragraph
