"""Play without a network: the browser keeps what it takes, the server is gone, and a phone plays whole games.

`make test` plays one game, `make soak` all five (TABLEE_OFFLINE=all).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tablee.games import GAMES as GAMES_BY_NAME
from tablee.puzzles import puzzles_of
from tablee.server.export import export
from tests.page.browsing import PAGE, Visitor, served
from tests.page.playing import answered, at_the_table, play_to_the_end, stands
from tests.page.test_table import HANDS, wait_until_mine
from tests.page.test_whole import calmly

ALL = os.environ.get("TABLEE_OFFLINE") == "all"
GAMES = tuple(HANDS)[::-1] if ALL else ("sixteen",)
LEVEL = {"coda": "club", "code21": "master", "code777": "master", "golden21": "master", "sixteen": "master"}
RULES = {"code777": {"target": "1", "limit": "8"}, "golden21": {"years": "1"}}  # short games
BOOT = 180_000  # milliseconds: a busy machine is slow to start Python
GONE = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "ERR_FAILED")  # what the browser says of lost requests


@pytest.fixture
def kept(chromium: Browser, tmp_path: Path) -> Iterator[Visitor]:
    """A phone in French that has kept everything; the server is gone since."""
    house = served(tmp_path)
    phone = Visitor(chromium, house.address, phone=True, lang="fr")
    try:
        page = phone.visit("/")
        page.get_by_test_id("keep-here").click()
        expect(page.get_by_test_id("here")).to_have_attribute("data-kept", "true", timeout=BOOT)
    finally:
        house.kill()
    page.reload()  # the shelf cannot be asked for
    page.get_by_test_id("play-here").click()
    expect(page.locator("a[data-game=coda]")).to_be_visible(timeout=BOOT)
    yield phone
    phone.close()
    assert [error for error in phone.errors if not any(said in error for said in GONE)] == []


def test_without_a_network_a_phone_plays_whole_games_and_looks_back_on_them(kept: Visitor) -> None:
    for game in GAMES:
        page = kept.page
        open_against_bots(page, game)
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        before = at_the_table(page)
        play_to_the_end([kept], HANDS[game], Random(7), choose=calmly, between=partial(close_once, page))
        assert at_the_table(page) == before
        page.get_by_test_id("review").click()
        page.get_by_test_id("ask-master").click()
        expect(page.get_by_test_id("verdict").or_(page.get_by_test_id("turning-point")).first).to_be_visible(
            timeout=BOOT
        )
        open_here(page, kept.address + f"/results/{game}")
        expect(page.get_by_test_id("trend-said")).to_contain_text("1 partie", timeout=BOOT)
        page.goto(kept.address + "/")
        expect(page.locator("a[data-game=coda]")).to_be_visible(timeout=BOOT)


def test_without_a_network_one_can_learn_and_the_daily_deal_says_why_it_is_not_there(kept: Visitor) -> None:
    page = kept.page
    for game in GAMES:
        open_here(page, kept.address + f"/learn/{game}")
        expect(page.get_by_test_id("caption")).not_to_be_empty(timeout=BOOT)
        page.get_by_test_id("next").click()
        expect(page.locator("[data-testid=lesson][data-step='1']")).to_be_visible(timeout=BOOT)
        open_here(page, kept.address + f"/puzzles/{game}/1")
        expect(page.locator("[data-testid=puzzle][aria-busy=false]")).to_be_visible(timeout=BOOT)
        open_here(page, kept.address + f"/position/{game}")
        page.get_by_test_id("position-example").click(timeout=BOOT)
        page.get_by_test_id("position-ask").click(timeout=BOOT)
        expect(page.get_by_test_id("position-thoughts").locator("li").first).to_contain_text("%", timeout=BOOT)
    for game in GAMES:
        answer_each_question(page, kept.address, game)
    open_here(page, kept.address + "/puzzles/code21/1")
    [right] = puzzles_of(GAMES_BY_NAME["code21"])[0].accepted
    page.locator(f"[data-answer='{right}']").click(timeout=BOOT)
    expect(page.locator("[data-testid=verdict][data-right=true]")).to_be_visible(timeout=BOOT)
    open_here(page, kept.address + "/daily")
    expect(page.locator("main")).to_contain_text("a besoin du serveur")


def answer_each_question(page: Page, address: str, game: str) -> None:
    """The first puzzle of each theme that is answered with a button."""
    seen: set[str] = set()
    for number, puzzle in enumerate(puzzles_of(GAMES_BY_NAME[game]), 1):
        if puzzle.theme in seen:
            continue
        seen.add(puzzle.theme)
        page.goto(f"{address}/puzzles/{game}/{number}")
        expect(page.locator("[data-testid=puzzle][aria-busy=false]")).to_be_visible(timeout=BOOT)
        button = page.locator(f"[data-answer='{next(iter(puzzle.accepted))}']")
        if button.count():
            button.click()
            expect(page.locator("[data-testid=verdict][data-right=true]")).to_be_visible(timeout=BOOT)


def open_here(page: Page, address: str) -> None:
    """The server in the browser starts again with every page."""
    page.goto(address)
    expect(page.locator("main h1, main [data-testid]").first).to_be_visible(timeout=BOOT)


def open_against_bots(page: Page, game: str) -> None:
    page.locator(f"a[data-game={game}]").click()
    assert page.get_by_test_id("way-friends").count() == 0  # they could not reach this phone
    page.get_by_test_id("way-bots").click()
    page.get_by_test_id("level").select_option(LEVEL[game])
    if rules := RULES.get(game):
        page.get_by_test_id("rules-one-by-one").locator("summary").click()
        for option, value in rules.items():
            field = page.locator(f"#option-{option}")
            (field.select_option if field.evaluate("node => node.tagName") == "SELECT" else field.fill)(value)
    page.get_by_test_id("open-bots").click()
    expect(page.get_by_test_id("turn")).to_be_visible(timeout=BOOT)


def close_once(page: Page, done: int) -> None:
    """After the second move the page is closed, and opened again: the game goes on from there."""
    if done != 2:
        return
    n = stands(page)["n"]
    page.reload()
    expect(page.get_by_test_id("turn").or_(page.get_by_test_id("result")).first).to_be_visible(timeout=BOOT)
    assert stands(page)["n"] >= n


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


def test_an_exported_page_plays_from_a_plain_file_server_and_then_without_one(
    chromium: Browser, tmp_path: Path
) -> None:
    site = tmp_path / "site" / "games"
    site.mkdir(parents=True)
    export(site, PAGE)
    plain = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path / "site")))
    Thread(target=plain.serve_forever, daemon=True).start()
    phone = Visitor(chromium, f"http://127.0.0.1:{plain.server_port}/games", phone=True, lang="fr")
    try:
        page = phone.visit("/")
        expect(page.locator("a[data-game=coda]")).to_be_visible(timeout=BOOT)
        page.get_by_test_id("keep-here").click()
        expect(page.get_by_test_id("here")).to_have_attribute("data-kept", "true", timeout=BOOT)
        open_against_bots(page, "sixteen")
        move(page)
        plain.shutdown()
        plain.server_close()
        page.reload()
        expect(page.get_by_test_id("turn").or_(page.get_by_test_id("result")).first).to_be_visible(timeout=BOOT)
        move(page)
        assert [error for error in phone.errors if not any(said in error for said in GONE)] == []
    finally:
        phone.close()
        plain.shutdown()


def move(page: Page) -> None:
    legal = wait_until_mine(page)
    n = stands(page)["n"]
    HANDS["sixteen"](page, Random(1).choice(legal))
    answered(page)
    assert stands(page)["n"] > n


def test_the_first_visit_loads_nothing_of_it(visitor: Callable[..., Visitor]) -> None:
    asked: list[str] = []
    one = visitor()
    one.page.on("request", lambda request: asked.append(request.url))
    expect(one.visit("/").get_by_test_id("here")).to_be_visible()
    one.page.wait_for_load_state("networkidle")
    assert [url for url in asked if "pyodide" in url or "/offline/" in url or ".wasm" in url] == []
