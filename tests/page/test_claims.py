"""The page of claims ("What a million games say"): each claim with its chart, in both languages, on every screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Route, expect

from tablee.claims import read_claims
from tablee.games import GAMES
from tests.page.browsing import Visitor
from tests.page.looking import fits, violations

Come = Callable[..., Visitor]


def known(name: str) -> list[dict[str, Any]]:
    """What lies beside the rules, in words."""
    found = read_claims(GAMES[name])
    return [msgspec.to_builtins(claim) for claim in found.claims] if found else []


ASKED = [name for name in GAMES if known(name)]


def test_from_the_shelf_to_a_question_and_its_answer(visitor: Come) -> None:
    page = visitor(lang="en").visit("/")
    page.get_by_role("link", name="What a million games say").click()
    expect(page).to_have_url(re.compile("/claims$"))
    for name in ASKED:
        for claim in known(name):
            expect(page.get_by_role("link", name=claim["title"]["en"], exact=True).first).to_be_visible()
    claim = known(ASKED[0])[-1]
    page.get_by_role("link", name=claim["title"]["en"], exact=True).first.click()
    expect(page).to_have_url(re.compile(f"/claims/{ASKED[0]}#{claim['id']}$"))
    expect(page.get_by_role("heading", name=claim["title"]["en"])).to_be_in_viewport()
    expect(page.get_by_text(claim["sentence"]["en"])).to_be_visible()
    expect(page.locator(f"#{claim['id']} .remember")).to_have_text(f"What to remember {claim['remember']['en']}")


@pytest.mark.parametrize("name", ASKED)
def test_every_figure_can_be_read_in_french_and_the_page_fits_every_screen(visitor: Come, name: str) -> None:
    page = visitor(lang="fr", phone=True).visit(f"/g/{name}")
    page.locator("#how-to-play").get_by_role("link", name="Ce que dit un million de parties").click()
    for claim in known(name):
        section = page.locator(f"#{claim['id']}")
        expect(section.get_by_text(claim["sentence"]["fr"])).to_be_visible()
        expect(section.get_by_text(claim["remember"]["fr"])).to_be_visible()
        section.locator("summary", has_text="Tous les chiffres").click()
        figures = [figure for figure in claim["figures"] if figure["n"]]
        expect(section.locator("tbody tr")).to_have_count(len(figures))
        named = section.locator("th", has_text="Intervalle à 95 %").or_(section.locator("th", has_text="Observations"))
        expect(named).to_have_count(2 if claim["games"] else 0)  # what was computed has neither
        drawn = section.locator("svg.lines .line" if claim["picture"]["kind"] == "lines" else "svg .dot")
        of = {figure["of"]["fr"] for figure in figures}
        expect(drawn).to_have_count(len(of) if claim["picture"]["kind"] == "lines" else len(figures))
    fits(page)


def test_a_bookmark_with_the_old_address_still_works(visitor: Come) -> None:
    name = ASKED[0]
    claim = known(name)[-1]
    page = visitor(lang="en").visit(f"/lab/{name}#{claim['id']}")
    expect(page).to_have_url(re.compile(f"/claims/{name}#{claim['id']}$"))
    expect(page.get_by_role("heading", name=claim["title"]["en"])).to_be_in_viewport()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_page_has_nothing_that_axe_objects_to(visitor: Come, dark: bool) -> None:
    ann = visitor(dark=dark)
    for address in ("/claims", *(f"/claims/{name}" for name in ASKED)):
        page = ann.visit(address)
        expect(page.locator("main h2").first).to_be_visible()
        assert violations(page) == [], address


def test_of_a_game_that_nobody_asked_it_is_said(visitor: Come) -> None:
    """As of a game from outside the house."""
    ann = visitor(lang="en")

    def nothing(route: Route) -> None:
        route.fulfill(json={"game": "coda", "made_by": "", "games": 0, "seconds": 0, "claims": []})

    ann.page.route("**/api/games/*/claims*", nothing)
    page = ann.visit("/claims/coda")
    expect(page.get_by_test_id("no-claims")).to_have_text("No question about this game has been answered yet.")
    expect(page.get_by_role("heading", name="Code de Vinci")).to_be_visible()
    assert violations(page) == []
    page = ann.visit("/claims/chess")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
