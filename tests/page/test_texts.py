"""What there is to read around the tables: boxes, rules, credits, and the terms that explain themselves on a board."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablee import box
from tablee.games import GAMES, SHELF
from tablee.words import words
from tests.page.browsing import Visitor
from tests.page.looking import fits, violations

Come = Callable[..., Visitor]
OPEN = """async (settings) => {
    const headers = { 'content-type': 'application/json' }
    await fetch('/api/me', { method: 'POST', headers, body: JSON.stringify({ name: 'Ana', lang: 'fr' }) })
    const answer = await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify(settings) })
    return (await answer.json()).id
}"""
OPTIONS = {"golden21": {}, "coda": {"first": "0", "dealing": "random"}}  # of the others, Ana begins


# ---- boxes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_shelf_and_each_page_say_what_the_box_says(visitor: Come, lang: str) -> None:
    ann = visitor(lang=lang)
    page = ann.visit("/")
    for name in SHELF:
        label = box.label(GAMES[name], words(lang, GAMES[name]))
        expect(page.locator(f"a[data-game={name}]")).to_contain_text(label)
    for name in SHELF:
        page = ann.visit(f"/g/{name}")
        expect(page.locator("main > header")).to_contain_text(box.label(GAMES[name], words(lang, GAMES[name])))


# ---- rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", SHELF)
def test_the_rules_open_with_the_box_and_end_with_the_credits(visitor: Come, name: str, lang: str) -> None:
    about = words(lang, GAMES[name])
    page = visitor(lang=lang).visit(f"/g/{name}/rules")
    lid = page.locator("main > blockquote.box").first
    expect(lid).to_contain_text(about.goal)
    expect(lid).to_contain_text(about.contents)
    expect(lid).to_contain_text(box.players(GAMES[name], about))
    assert page.locator("main").inner_text().count("**") == 0
    page.get_by_role("navigation").get_by_role("link", name=about.house("credits_title")).click()
    expect(page.locator("main > h2").last).to_be_in_viewport()
    expect(page.locator("main > h2").last).to_have_text(about.house("credits_title"))
    page.locator("main a[href='/credits']").click()
    expect(page.locator("main h1")).to_have_text(about.house("credits_title"))


def test_a_rule_leads_to_its_ruling_and_back(visitor: Come) -> None:
    page = visitor(lang="fr").visit("/g/coda/rules")
    page.get_by_role("link", name="Décision sur la règle COD-15").click()
    ruling = page.locator("#settled-COD-15")
    expect(ruling).to_be_in_viewport()
    ruling.get_by_role("link", name="COD-15").click()
    expect(page.locator("#COD-15")).to_be_in_viewport()


# ---- credits and glossary -------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "own"), [("fr", "nos propres mots"), ("en", "our own words")])
def test_the_shelf_leads_to_credits_and_glossary(visitor: Come, lang: str, own: str) -> None:
    page = visitor(lang=lang).visit("/")
    page.locator("footer a[href='/credits']").click()
    expect(page.locator("main")).to_contain_text(own)
    for fact in ("Lionel Borg", "Jumbo, © 1985", "François Haffner", "http://www.sixteencardgame.com"):
        expect(page.locator("main")).to_contain_text(fact)
    page.get_by_role("link", name=re.compile("←")).click()
    page.locator("footer a[href='/glossary']").click()
    expect(page.locator("main h1")).to_have_text(words(lang).house("glossary_title"))
    for name in SHELF:
        for entry in words(lang, GAMES[name]).glossary.values():
            expect(page.locator("main")).to_contain_text(entry.meaning)


# ---- terms on a board -----------------------------------------------------------------------


def sit_down(page: Page, game: str) -> None:
    """Against weak bots, and the first to play where that can be said."""
    players = GAMES[game].options().players
    settings: dict[str, Any] = {
        "game": game,
        "options": OPTIONS.get(game, {"first": "0"}),
        "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * (players - 1)],
        "help": "book",
    }
    page.goto(f"{page.url.split('/', 3)[0]}//{page.url.split('/')[2]}/t/{page.evaluate(OPEN, settings)}")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("turn")).to_be_visible()


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", SHELF)
def test_a_board_explains_its_terms_to_mouse_and_keyboard(visitor: Come, game: str, lang: str) -> None:
    ann = visitor(lang=lang)
    sit_down(ann.visit("/"), game)
    page = ann.page
    term = page.locator("main .term, [data-testid=turn] .term").first
    expect(term).to_be_visible()
    meanings = [entry.meaning for entry in words(lang, GAMES[game]).glossary.values()]
    definition = page.locator(f"#{term.get_attribute('aria-describedby')}")
    assert definition.text_content() in meanings  # what a screen reader reads
    expect(definition).to_be_hidden()
    term.hover()
    expect(definition).to_be_visible()
    assert violations(page) == []
    page.mouse.move(1, 1)
    expect(definition).to_be_hidden()
    term.focus()
    expect(definition).to_be_visible()
    page.keyboard.press("Escape")
    expect(definition).to_be_hidden()
    fits(page)


@pytest.mark.parametrize("game", SHELF)
def test_a_board_explains_its_terms_to_a_finger(visitor: Come, game: str) -> None:
    ann = visitor(phone=True)
    sit_down(ann.visit("/"), game)
    page = ann.page
    term = page.locator("main .term, [data-testid=turn] .term").first
    expect(term).to_be_visible()
    definition = page.locator(f"#{term.get_attribute('aria-describedby')}")
    term.tap()
    expect(definition).to_be_visible()
    box_of = definition.bounding_box()
    assert box_of and box_of["x"] >= 0 and box_of["x"] + box_of["width"] <= 390  # all of it is on the screen
    term.tap()
    expect(definition).to_be_hidden()
    term.tap()
    expect(definition).to_be_visible()
    page.touchscreen.tap(5, 5)
    expect(definition).to_be_hidden()
