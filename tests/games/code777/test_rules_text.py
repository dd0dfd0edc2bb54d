"""The questions are the same in the rules text, on the page and in the terminal."""

from __future__ import annotations

import re

import pytest

from tablee.games.code777 import GAME
from tablee.languages import LANGS, Lang
from tablee.words import rules, words


@pytest.mark.parametrize("lang", LANGS)
def test_c77_10_the_text_lists_the_questions_as_they_are_asked(lang: Lang) -> None:
    listed = re.findall(r"^(\d+)\. (.+)$", rules(GAME, lang), re.MULTILINE)
    asked = words(lang, GAME).section("table")
    assert listed == [(str(n), asked[f"question {n}"]) for n in range(1, 24)]
