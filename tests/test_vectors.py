"""What the boards show in advance: the vectors that the page's tests replay are current, and cover what is computed."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from tablee.games import SHELF
from tests.vectors import export, file_of

BOARDS = Path(__file__).parent.parent / "web/src/games"
RULE = re.compile(r"\b[A-Z][A-Z0-9]{2}-\d{2,3}\b")


@pytest.mark.untraced
@pytest.mark.parametrize("game", SHELF)
def test_the_vectors_are_what_the_rules_say_now(game: str) -> None:
    assert file_of(game).read_text(encoding="utf-8") == export(game), "stale: run python -m tests.vectors"


@pytest.mark.parametrize("game", SHELF)
def test_the_page_replays_the_vectors_and_names_their_rules(game: str) -> None:
    test = (BOARDS / game / "rules.test.ts").read_text(encoding="utf-8")
    assert f"('{game}')" in test
    assert set(RULE.findall(test)) == set(import_module(f"tests.vectors.{game}").RULES)


@pytest.mark.parametrize("game", SHELF)
def test_every_file_of_a_board_that_cites_a_rule_is_tested_against_the_rules(game: str) -> None:
    """A module that computes what a rule says cites it; then the replayed test imports it and names the rule."""
    test = (BOARDS / game / "rules.test.ts").read_text(encoding="utf-8")
    for source in sorted((BOARDS / game).glob("*.ts")):
        cited = set(RULE.findall(source.read_text(encoding="utf-8")))
        if cited and not source.name.endswith(".test.ts") and source.name != "view.ts":
            assert f"from './{source.stem}'" in test, f"{source.name} is not replayed"
            assert cited <= set(RULE.findall(test)), f"{source.name} cites what no vector covers"
