"""The example that runs through the rules text of Code 21, played."""

from __future__ import annotations

import pytest

from tablee.games.code21 import GAME
from tablee.words import rules
from tests.games.code21.test_rules import begun
from tests.playing import play

PLAYED = ("0: play 7 up", "1: play 6 down", "2: play 5 up", "3: play 3 up")
STAKED = ("0: accuse", "0: stake 1 on 0", "3: stake 2 on 3", "1: stake 3 on 3", "2: stake 0")

TOLD = {
    "fr": (
        "Ana en a maintenant {}, Bo {}, Cléo et Dan {}",
        "Ana finit avec {} points, Bo et Cléo avec {}, Dan avec {}",
    ),
    "en": ("Ana now has {}, Bo {}, Cleo and Dan {}", "Ana ends up with {} points, Bo and Cleo with {}, Dan with {}"),
}


def sentences(lang: str) -> str:
    """The text without the ends of its lines."""
    return rules(GAME, lang).replace("\n> ", " ")


@pytest.mark.parametrize("lang", TOLD)
def test_c21_34_the_example_is_told_as_it_is_played(lang: str) -> None:
    earned, settled = TOLD[lang]
    state = begun(*PLAYED)
    ana, bo, cleo, dan = state.points
    assert cleo == dan
    assert earned.format(ana, bo, cleo) in sentences(lang)

    state = play(GAME, state, *STAKED)
    ana, bo, cleo, dan = state.points
    assert bo == cleo
    assert settled.format(ana, bo, dan) in sentences(lang)
    assert state.cards[3] == (5,), "Dan has the mission card"


@pytest.mark.parametrize("lang", TOLD)
def test_c21_20_the_gesture_of_the_bet(lang: str) -> None:
    (paragraph,) = [part for part in rules(GAME, lang).split("\n\n") if part.startswith("**C21-20**")]
    assert {"fr": "poing droit", "en": "right fist"}[lang] in paragraph.replace("\n", " ")
