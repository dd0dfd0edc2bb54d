"""What happens is shown one line after the other: each to its end, with its own view, however fast the bots are.

The browser's clock is the test's: it runs as fast as the page allows, and what the page says of its own pace is exact.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.page.browsing import Visitor
from tests.page.playing import SHOWN, acting, answered, wait_on_page
from tests.page.test_table import HANDS, Come

VIEWPORTS = {"phone": {"width": 390, "height": 664}, "laptop": {"width": 1280, "height": 800}}
TABLES = {  # short games, with as many bots as there are at most in a usual one
    "code21": ("phone", 4, {"missions": "5,6,7"}),
    "golden21": ("laptop", 4, {"years": "1"}),
    "sixteen": ("phone", 4, {"match": "off"}),
    "coda": ("laptop", 3, {}),
    "code777": ("phone", 3, {"target": "1", "limit": "9"}),
}
OPEN = """async ([game, players, options]) => {
  const post = async (path, body) => (await fetch(path, {
    method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })).json()
  await post('/api/me', { name: 'Ann', lang: 'en' })
  const seats = [{ kind: 'me' }, ...Array.from({ length: players - 1 }, () => ({ kind: 'bot', level: 'random' }))]
  const made = await post('/api/tables', { game, options: { players: String(players), ...options }, seats })
  return made.id
}"""


class Sent:
    """The lines that the server has sent since the first look at the game, each with its view."""

    def __init__(self, page: Page) -> None:
        self.lines: dict[int, Any] = {}
        self.looked = False
        page.on("websocket", self.listen)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self.receive)

    def receive(self, frame: bytes | str) -> None:
        news = json.loads(frame)
        if "view" not in news:
            return
        lines = [event["n"] for event in news.get("events", []) if event["is"] == "line"]
        if self.looked:
            self.lines.update(zip(lines, [*news.get("views", []), news["view"]], strict=True))
        self.looked = True


def sit_down(ann: Visitor, game: str) -> Page:
    _, players, options = TABLES[game]
    page = ann.visit("/")
    page.goto(f"{ann.address}/t/{page.evaluate(OPEN, [game, players, options])}")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("turn")).to_be_visible()
    return page


def at_rest(page: Page) -> bool:
    """Lets the page's time pass, and says whether everything has been shown."""
    page.clock.run_for(400)
    return page.locator(".table[data-showing]").count() == 0


@pytest.mark.parametrize("game", TABLES)
def test_every_line_is_shown_in_its_order_for_its_time_and_with_its_view(visitor: Come, game: str) -> None:
    size = TABLES[game][0]
    ann = visitor(lang="en", calm=False, speed="normal", size=VIEWPORTS[size], phone=size == "phone")
    ann.page.clock.install()
    sent, shown, rng = Sent(ann.page), list[dict[str, Any]](), Random(5)
    page = sit_down(ann, game)

    def can_act() -> bool:
        resting = at_rest(page)
        shown.extend(page.evaluate(SHOWN))
        return resting and (acting(page) != [] or page.get_by_test_id("result").count() > 0)

    while page.get_by_test_id("result").count() == 0:
        wait_on_page(page, can_act, "my turn, or the end")
        if legal := acting(page):
            HANDS[game](page, rng.choice(legal))
            answered(page)
    wait_on_page(page, can_act, "the end")
    assert [line["n"] for line in shown] == list(sent.lines)
    assert [line["n"] for line in shown if line["held"] < line["meant"] or line["meant"] < 200] == []
    assert [line["n"] for line in shown if line["view"] != sent.lines[line["n"]]] == []
    ends = [line["from"] + line["held"] for line in shown]
    assert all(line["from"] >= end for line, end in zip(shown[1:], ends, strict=False))
