"""The ledger: every rule is in both texts, in the code and in a test's name; no other is cited, on a board either."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest

from tablee.games import GAMES

HERE = Path(__file__).parent
RULE = re.compile(r"\b[A-Z][A-Z0-9]{2}-\d{2,3}\b")
STATED = re.compile(r"^\*\*([A-Z][A-Z0-9]{2}-\d{2,3})\*\*", re.MULTILINE)  # a rule's paragraph begins with its id


def stated(name: str, lang: str) -> set[str]:
    return set(STATED.findall((files(GAMES[name].package) / f"rules.{lang}.md").read_text(encoding="utf-8")))


def cited(name: str) -> set[str]:
    return {
        rule
        for source in Path(str(files(GAMES[name].package))).rglob("*.py")
        for rule in RULE.findall(source.read_text(encoding="utf-8"))
    }


def named_by_tests(name: str) -> set[str]:
    return {
        f"{game.upper()}-{number}"
        for source in (HERE / "games" / name).glob("test_*.py")
        for names in re.findall(r"def (test_\w+)", source.read_text(encoding="utf-8"))
        for game, number in re.findall(r"(?<=_)([a-z][a-z0-9]{2})_(\d{2,3})(?=_)", names)
    }


@pytest.mark.parametrize("name", GAMES)
def test_both_texts_state_the_same_rules(name: str) -> None:
    assert stated(name, "en") == stated(name, "fr") != set()


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_cited_in_the_code_and_no_other(name: str) -> None:
    assert cited(name) == stated(name, "en")


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_named_by_a_test(name: str) -> None:
    assert stated(name, "en") - named_by_tests(name) == set()


def cited_on_the_board(name: str) -> set[str]:
    """The rules that the page's folder of a game cites: TypeScript and Svelte, tests too."""
    return {
        rule
        for source in sorted((HERE.parent / "web/src/games" / name).iterdir())
        if source.suffix in (".ts", ".svelte")
        for rule in RULE.findall(source.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("name", GAMES)
def test_the_board_cites_no_other_rule(name: str) -> None:
    assert cited_on_the_board(name) - stated(name, "en") == set()


@pytest.mark.parametrize("name", GAMES)
def test_the_vectors_of_the_board_name_only_rules_that_exist(name: str) -> None:
    covered = set(import_module(f"tests.vectors.{name}").RULES)
    assert covered and covered <= stated(name, "en")
