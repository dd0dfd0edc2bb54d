"""The examples and the figures in the rules text of Sixteen."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tablee.games.sixteen import GAME
from tablee.games.sixteen.cards import JOKER, VALUE, WITH_JOKERS
from tablee.words import rules
from tests.games.sixteen.test_rules import last, table, turns

COLOURS = {
    "fr": {"vert": "g", "orange": "o", "bleu": "b", "violet": "p"},
    "en": {"green": "g", "orange": "o", "blue": "b", "purple": "p"},
}
FOUR = {"fr": "Exemple à quatre", "en": "Example for four"}
LANGS = pytest.mark.parametrize("lang", COLOURS)


def example(lang: str, word: str) -> str:
    """The first example that contains this."""
    quotes = (part for part in rules(GAME, lang).split("\n\n") if part.startswith("> **"))
    return next(text for quote in quotes if word in (text := quote.replace("\n> ", " ")))


def cards(lang: str, text: str) -> list[str]:
    """The cards that a text names, in its order: "a blue 5" is b5."""
    named = "|".join(COLOURS[lang])
    pattern = rf"(\d) ({named})\b" if lang == "fr" else rf"\b({named}) (\d)"
    pairs = re.findall(pattern, text)
    return [COLOURS[lang][b] + a if lang == "fr" else COLOURS[lang][a] + b for a, b in pairs]


@LANGS
def test_s16_32_the_example_for_four_is_told_as_it_is_played(lang: str) -> None:
    one, two, three, four, five, six, seven = cards(lang, example(lang, FOUR[lang]))
    # The first player is Bruno: seats 0 to 3 are Bruno, Chloe, David and Alice.
    state = table(f"{one} {five} g1", f"{two} {six} o1", f"{three} {seven} b1", f"{four} g2 o2", players="4")
    state = turns(state, f"b2 play {one}", f"b3 play {two}", f"o3 play {three}", f"g3 play {four}")
    assert last(state) == ("sixteen", 1, 1), "for Alice and Chloe"
    assert state.turn == 0, "Bruno, on Alice's left"
    state = turns(state, f"b4 play {five}", f"g4 play {six}", f"o4 play {seven}")
    assert last(state) == ("bust", 1, 1), "for Alice and Chloe, too"
    assert state.turn == 3, "Alice, on David's left"


@LANGS
def test_s16_22_the_two_matches_of_the_text(lang: str) -> None:
    alike = cards(lang, example(lang, "6 orange" if lang == "fr" else "orange 6"))
    for one, two, three in (alike[:3], alike[3:]):
        state = table(f"{one} {three} b5", f"{two} b3 b4", match="on")
        assert last(turns(state, f"g6 play {one}", f"p6 play {two}", f"p5 play {three}")) == ("match", 0, 1)


def test_s16_24_the_bonus_of_the_text() -> None:
    moves = ("p5 play b6", "p6 play o1", "o6 play p3", "o5 play g3")
    state = turns(table("b6 p3 o3", "o1 g3 g1", bonus="on"), *moves)
    assert state.total == 13
    assert last(turns(state, "b5 play o3")) == ("match+sixteen", 0, 2)
    state = turns(table("b6 p3 o3", "o2 g3 g1", bonus="on"), *[move.replace("o1", "o2") for move in moves])
    assert state.total == 14
    assert last(turns(state, "b5 play o3")) == ("bust", 1, 1)


@LANGS
def test_zeros_are_as_rare_as_the_strategies_say(lang: str) -> None:
    pack = Counter(VALUE[card] for card in WITH_JOKERS if card != JOKER)
    assert pack[0] == 4 and {pack[value] for value in range(1, 7)} == {8}
    told = " ".join(rules(GAME, lang).split())
    assert {
        "fr": "huit cartes de chaque nombre de 1 à 6, mais seulement quatre 0",
        "en": "eight cards of each number from 1 to 6, but only four 0s",
    }[lang] in told


@LANGS
def test_s16_53_the_other_reading_is_named(lang: str) -> None:
    (ruling,) = re.findall(r"^- S16-51.*(?:\n  .*)*", rules(GAME, lang), re.MULTILINE)
    assert "S16-53" in ruling
