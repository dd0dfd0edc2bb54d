"""Puzzles in a browser: an answer by keyboard, and what the browser remembers of it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tablee.games import GAMES
from tablee.puzzles import puzzles_of
from tests.page.browsing import Visitor

Come = Callable[..., Visitor]


def settled(page: Page) -> None:
    expect(page.locator("[data-testid=puzzle][aria-busy=false]")).to_be_visible()


def test_a_question_of_code_21_is_answered_by_keyboard_and_counts_once(visitor: Come) -> None:
    page = visitor(lang="en").visit("/puzzles/code21/1")
    settled(page)
    [right] = puzzles_of(GAMES["code21"])[0].accepted
    page.locator(f"[data-answer='{right}']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=verdict][data-right=true] h2")).to_be_focused()
    expect(page.get_by_test_id("rating")).to_contain_text("1 in a row")
    page.goto(page.url.replace("/code21/1", ""))
    expect(page.get_by_text("1 in a row")).to_be_visible()
    expect(page.get_by_test_id("theme-progress").filter(has_text="Right at first: 1 of 1")).to_have_count(1)


def test_a_wrong_question_of_code_777_is_shown_the_racks_that_it_does_not_tell_apart(visitor: Come) -> None:
    asked = puzzles_of(GAMES["code777"])
    number = next(n for n, puzzle in enumerate(asked) if puzzle.theme == "question")
    wrong = next(choice for choice in asked[number].choices if choice not in asked[number].accepted)
    page = visitor(lang="fr", phone=True).visit(f"/puzzles/code777/{number + 1}")
    settled(page)
    expect(page.locator("[data-answer]")).to_have_count(len(asked[number].choices))
    for answer in page.locator("[data-answer]").all():
        expect(answer).to_be_in_viewport(ratio=1)
    page.locator(f"[data-answer='{wrong}']").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("fails")).to_contain_text(f"La question {wrong} a la même réponse avec")
    expect(page.get_by_test_id("verdict").locator("li")).to_have_count(len(asked[number].steps))
