"""The notebook of one player at a real table: an evening of each game, tapped in as people do, mistakes included."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.browsing import Visitor, served
from tests.page.looking import fits, sideways, small, violations
from tests.page.playing import wait_on_page

Come = Callable[..., Visitor]
BETWEEN_BARS = {"width": 390, "height": 664}


def begin(ana: Visitor, game: str, *others: str) -> Page:
    page = ana.visit(f"/g/{game}")
    page.get_by_test_id("way-real").check(force=True)
    page.get_by_test_id("keep-notebook").check(force=True)
    page.get_by_test_id(f"players-{len(others) + 1}").check(force=True)
    page.get_by_test_id("my-name").fill("Ana")
    for field, name in zip(page.get_by_test_id(re.compile(r"^name-\d+$")).all(), others, strict=True):
        field.fill(name)
    page.get_by_test_id("open-real").click()
    page.wait_for_url("**/n/*")
    expect(page.get_by_test_id("notebook-entry")).to_be_visible()
    return page


def phone(come: Come, lang: str = "fr") -> Visitor:
    return come(phone=True, size=BETWEEN_BARS, lang=lang)


def refused(ana: Visitor, rule: str) -> None:
    """It is said why, with the rule. Chromium notes each refusal as an error, too."""
    refusal = ana.page.get_by_test_id("refused")
    expect(refusal).to_contain_text("contredit ce qui est noté")
    expect(refusal.get_by_role("link")).to_have_attribute("href", re.compile(f"/g/[a-z0-9]+/rules#{rule}"))
    wait_on_page(ana.page, lambda: any("409" in error for error in ana.errors))
    ana.errors[:] = [error for error in ana.errors if "409" not in error]


def tap(page: Page, *values: str) -> None:
    """One tap after the other. Each button has to be in sight when it is tapped."""
    for value in values:
        button = page.locator(f'[data-note="{value}"]')
        expect(button).to_be_in_viewport(ratio=0.9)
        button.tap()


def noted(page: Page, text: str) -> None:
    expect(page.get_by_test_id("last-noted")).to_contain_text(text)


def looks_right(page: Page) -> None:
    assert violations(page) == []
    assert small(page) == []
    assert sideways(page) == []


def stands_beside_the_board(page: Page) -> None:
    """On a phone on its side, what is asked is as high as the board, and not over or below it."""
    before = page.viewport_size
    for width, height in ((844, 390), (640, 400)):
        page.set_viewport_size({"width": width, "height": height})
        board, panel = page.locator("main").bounding_box(), page.locator(".panel").bounding_box()
        assert board and panel and board["x"] + board["width"] <= panel["x"] + 1
        assert board["y"] == panel["y"] and board["height"] == panel["height"]
        assert board["width"] > panel["width"] and panel["y"] + panel["height"] <= height + 1
        for button in page.locator("[data-note]").all():
            expect(button).to_be_in_viewport(ratio=0.9)
    if before:
        page.set_viewport_size(before)


def test_an_evening_of_code_de_vinci(visitor: Come) -> None:
    ana = phone(visitor)
    page = begin(ana, "coda", "Bo")
    tap(page, "1")  # Bo begins
    noted(page, "Bo commence")
    looks_right(page)
    tap(page, "b?", "w?", "b?", "w?")  # his row, from his left
    noted(page, "Bo prend sa dernière pièce et dresse son code")
    tap(page, "w1", "b0", "b1")
    expect(page.locator('[data-note="b0"]')).to_have_attribute("aria-disabled", "true")
    looks_right(page)
    tap(page, "w0")
    noted(page, "0 noir, 0 blanc, 1 noir, 1 blanc")

    tap(page, "b?")  # Bo takes a black tile, names the black 0 a 5, and shows the white … no, the black 7
    noted(page, "Bo pioche une pièce noire")
    tap(page, "0", "5")  # the only other player is Ana: nobody asks whom
    tap(page, "b6", "2")
    noted(page, "faux, et montre le 6 noir, en 3ᵉ position")
    page.get_by_test_id("cross-out").tap()  # it was a 7
    noted(page, "Bo pioche une pièce noire")
    tap(page, "0", "5", "b7", "2")
    noted(page, "montre le 7 noir")

    page.reload()
    noted(page, "montre le 7 noir")
    page.get_by_test_id("notebook-more").tap()
    log = page.get_by_test_id("notebook-log").last
    expect(log.locator("li.crossed")).to_have_count(1)
    expect(log.locator("li.crossed")).to_contain_text("6 noir")
    looks_right(page)
    page.get_by_role("button", name="Fermer").tap()

    tap(page, "w9")  # Ana takes the white 9
    tap(page, "0", "8", "right")  # and says that Bo's first tile is a black 8, which cannot be right
    refused(ana, "COD-03")
    looks_right(page)
    page.get_by_test_id("note-back").tap()
    tap(page, "2", "right")
    noted(page, "Ana dit 2 pour la 1ʳᵉ pièce de Bo : juste")
    page.locator('[data-action="stop"]').tap()  # on the board, as in any game
    noted(page, "Ana s’arrête et cache le 9 blanc")

    page.get_by_test_id("notebook-help").select_option("full")
    expect(page.locator('[data-testid="tile-1-1"]')).to_have_attribute("aria-label", re.compile("le plus probable"))
    page.get_by_test_id("notebook-help").select_option("none")
    expect(page.locator('[data-testid="tile-1-1"]')).not_to_have_attribute("aria-label", re.compile("probable"))

    tap(page, "w?", "0", "11")  # Bo takes a white one and says that Ana's first tile is an 11
    tap(page, "w5", "1")
    noted(page, "montre le 5 blanc, en 2ᵉ position")
    page.get_by_test_id("notebook-more").tap()
    page.get_by_test_id("notebook-end").tap()
    expect(page.get_by_test_id("notebook-log")).to_contain_text("possibilités")
    certain = page.get_by_test_id("notebook-log").locator("li").last.get_by_test_id("certain")
    expect(certain).to_have_text("Certain : la 3ᵉ pièce de Bo est 6")  # white, between the white 5 and the black 7
    looks_right(page)
    page.get_by_test_id("notebook-reopen").tap()
    expect(page.get_by_test_id("notebook-entry")).to_be_visible()


def test_an_evening_of_code_777(visitor: Come) -> None:
    ana = phone(visitor)
    page = begin(ana, "code777", "Bo", "Cy", "Di")
    tap(page, "1")
    noted(page, "Bo")
    looks_right(page)
    entry = page.get_by_test_id("notebook-entry")
    tap(page, "1g", "2y", "3k")  # Bo's rack; Ana's own came by itself
    expect(entry).to_contain_text("Réglette de Cy")  # each rack is stored before the next one
    tap(page, "4n", "4n", "6g")
    expect(entry).to_contain_text("Réglette de Di")
    page.get_by_test_id("cross-out").tap()  # the last tile was the red 5
    expect(entry).to_contain_text("Réglette de Cy")
    tap(page, "4n", "4n", "5r")
    expect(entry).to_contain_text("Réglette de Di")
    tap(page, "5k", "6p", "7b")
    expect(page.locator('[data-note="ask"]')).to_be_visible()
    looks_right(page)

    tap(page, "ask", "11")  # Bo: how many of green 1, black 5, pink 7? He sees Ana, Cy and Di
    tap(page, "3")
    refused(ana, "C77-10")  # he sees at most two of them: green 1 is his own
    tap(page, "2")
    noted(page, "2")
    tap(page, "declare 2", "4", "4", "5")  # Cy declares: Ana sees that it is right
    noted(page, "exact")
    tap(page, "4n", "6p", "7b")
    expect(page.locator('[data-note="ask"]')).to_be_visible()  # the new rack is stored
    page.reload()
    tap(page, "ask", "16", "first")
    tap(page, "ask", "17", "equal")
    tap(page, "ask", "10")  # Ana's own question: the notebook says what she sees
    noted(page, "10")
    page.get_by_test_id("notebook-help").select_option("full")
    expect(page.locator(".code777")).to_contain_text(re.compile(r"réglettes? possibles?"))
    page.get_by_test_id("declare").tap()  # on the board, as in any game
    for digit in "567":
        page.get_by_test_id(f"pick-{digit}").tap()
    page.locator('[data-action="declare 5,6,7"]').tap()
    tap(page, "wrong")
    noted(page, "Ana")
    looks_right(page)
    page.get_by_test_id("notebook-more").tap()
    page.get_by_test_id("notebook-end").tap()
    expect(page.get_by_test_id("notebook-log").locator("li.crossed")).to_have_count(1)
    expect(page.get_by_test_id("notebook-log")).to_contain_text("possibilités")
    looks_right(page)


def test_a_link_gives_others_a_notebook_of_their_own(visitor: Come) -> None:
    page = begin(phone(visitor, "en"), "coda", "Bo", "Cy")
    tap(page, "0", "b3", "b4", "w5", "w6")
    page.get_by_test_id("notebook-more").tap()
    page.get_by_text("Invite somebody at the table").tap()
    link = page.get_by_label("Link").input_value()
    assert "b3" not in link and "/n?" in link
    path = link[link.index("/n?") :]
    other = visitor(lang="en").visit(path)
    assert violations(other) == []
    other.get_by_test_id("i-am-1").click()
    other.wait_for_url("**/n/*")
    expect(other.get_by_test_id("notebook-entry")).to_contain_text("Who begins?")
    expect(other.get_by_test_id("last-noted")).to_be_empty()
    stranger = visitor(lang="en")
    stranger.visit("/g/coda").request.post(f"{stranger.address}/api/me", data={"name": "Zoe", "lang": "en"})
    stranger.visit(page.url[page.url.index("/n/") :])
    expect(stranger.page.get_by_role("heading", name="This notebook does not exist, or is not yours")).to_be_visible()
    wait_on_page(stranger.page, lambda: any("404" in error for error in stranger.errors))
    stranger.errors.clear()  # Chromium notes it as an error
    other.goto(other.url.partition("/n/")[0] + "/")
    expect(other.locator("[data-notebook]")).to_have_count(1)
    other.get_by_test_id("delete-notebook").click()
    other.get_by_role("button", name="Delete for good").click()
    expect(other.locator("[data-notebook]")).to_have_count(0)


def test_a_server_that_is_killed_loses_nothing_that_was_noted(chromium: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as house:
        ana = phone(lambda **wishes: Visitor(chromium, house.address, **wishes))
        page = begin(ana, "coda", "Bo")
        tap(page, "1", "b?", "w?", "b?", "w?")
        noted(page, "Bo prend sa dernière pièce")
        house.kill()
        tap(page, "w1", "b0", "b1", "w0")
        expect(page.get_by_test_id("refused")).to_have_text("Le serveur ne répond pas")
        house.start()
        tap(page, "w0")  # the other three are still there
        noted(page, "0 noir, 0 blanc, 1 noir, 1 blanc")
        house.kill()
        house.start()
        page.reload()
        noted(page, "0 noir, 0 blanc, 1 noir, 1 blanc")
        page = begin(ana, "code777", "Bo", "Cy")
        entry = page.get_by_test_id("notebook-entry")
        tap(page, "1")
        expect(entry).to_contain_text("Réglette de Bo")
        house.kill()
        tap(page, "1g", "2y", "3k")
        expect(page.get_by_test_id("refused")).to_have_text("Le serveur ne répond pas")
        house.start()
        tap(page, "3k")
        expect(entry).to_contain_text("Réglette de Cy")
        page.reload()
        expect(entry).to_contain_text("Réglette de Cy")
        ana.close()


@pytest.mark.parametrize("game", ["coda", "code777"])
def test_it_fits_every_screen_and_is_played_with_the_keyboard(visitor: Come, game: str) -> None:
    page = begin(phone(visitor), game, "Bo", "Cy", "Di")
    page.locator('[data-note="1"]').focus()
    page.keyboard.press("Enter")
    noted(page, "Bo")
    fits(page)
    stands_beside_the_board(page)
    for _ in range(3):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")
