"""What happens is shown one line after the other: each to its end, with its own view, however fast the bots are.

The browser's clock is the test's: it runs as fast as the page allows, and what the page says of its own pace is exact.
"""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.page.browsing import Visitor
from tests.page.playing import SHOWN, acting, answered, at_rest, in_one_step, is_mine, stands, wait_on_page
from tests.page.test_table import HANDS, Come

VIEWPORTS = {"phone": {"width": 390, "height": 664}, "laptop": {"width": 1280, "height": 800}}
TABLES = {  # short games, with as many bots as there are at most in a usual one
    "code21": (4, {"missions": "5,6,7"}),
    "golden21": (4, {"years": "1"}),
    "sixteen": (4, {"match": "off"}),
    "coda": (3, {}),
    "code777": (3, {"target": "1", "limit": "9"}),
}
FACTORS = {"slow": 1.6, "normal": 1.0, "fast": 0.5}
A_DRAW = 450  # milliseconds at normal speed for a card that is drawn in Sixteen
HIDE = """() => {
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}"""
OPEN = """async ([game, players, options, help]) => {
  const post = async (path, body) => (await fetch(path, {
    method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })).json()
  await post('/api/me', { name: 'Ann', lang: 'en' })
  const seats = [{ kind: 'me' }, ...Array.from({ length: players - 1 }, () => ({ kind: 'bot', level: 'random' }))]
  const made = await post('/api/tables', { game, options: { players: String(players), ...options }, seats, help })
  return made.id
}"""


class Sent:
    """The lines that the server has sent since the first look at the game, each with its view and its text."""

    def __init__(self, page: Page) -> None:
        self.lines: dict[int, Any] = {}
        self.told: dict[int, str] = {}
        self.looked = False
        page.on("websocket", self.listen)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self.receive)

    def receive(self, frame: bytes | str) -> None:
        news = json.loads(frame)
        if "view" not in news:
            return
        lines = {event["n"]: event["told"] for event in news.get("events", []) if event["is"] == "line"}
        if self.looked:
            self.lines.update(zip(lines, [*news.get("views", []), news["view"]], strict=True))
            self.told.update(lines)
        self.looked = True


def sit_down(ann: Visitor, game: str, options: dict[str, str] | None = None, help: str = "none") -> Page:
    players, short = TABLES[game]
    page = ann.visit("/")
    page.goto(f"{ann.address}/t/{page.evaluate(OPEN, [game, players, short if options is None else options, help])}")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("turn")).to_be_visible()
    return page


def come(visitor: Come, screen: str, *, calm: bool = False, speed: str = "normal") -> Visitor:
    """Somebody whose clock is the test's."""
    ann = visitor(lang="en", calm=calm, speed=speed, size=VIEWPORTS[screen], phone=screen == "phone")
    ann.page.clock.install()
    return ann


def play_and_watch(page: Page, game: str, moves: int = 1000) -> list[dict[str, Any]]:
    """Plays to the end, or some moves, and returns how each line was shown."""
    shown, rng = list[dict[str, Any]](), Random(5)

    def can_act() -> bool:
        mine = is_mine(page)
        shown.extend(page.evaluate(SHOWN))
        return mine or page.get_by_test_id("result").count() > 0

    while page.get_by_test_id("result").count() == 0 and moves:
        wait_on_page(page, can_act, "my turn, or the end")
        if legal := acting(page):
            HANDS[game](page, in_one_step(legal, rng))
            answered(page)
            moves -= 1
    wait_on_page(page, can_act, "my turn, or the end")
    return shown


def check_shown(shown: list[dict[str, Any]], sent: Sent) -> None:
    """Every line that was sent was shown: in order, with its view, for at least its time, never two at once."""
    assert [line["n"] for line in shown] == list(sent.lines)
    assert [line["n"] for line in shown if line["held"] < line["meant"] or line["meant"] < 150] == []
    assert [line["n"] for line in shown if line["view"] != sent.lines[line["n"]]] == []
    ends = [line["from"] + line["held"] for line in shown]
    assert all(line["from"] >= end for line, end in zip(shown[1:], ends, strict=False))


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("screen", VIEWPORTS)
def test_every_line_is_shown_in_its_order_for_its_time_and_with_its_view(visitor: Come, screen: str, game: str) -> None:
    ann = come(visitor, screen)
    sent = Sent(ann.page)
    check_shown(play_and_watch(sit_down(ann, game), game), sent)


@pytest.mark.parametrize("speed", FACTORS)
def test_every_speed_and_reduced_motion_have_the_same_steps(visitor: Come, speed: str) -> None:
    ann = come(visitor, "phone", calm=True, speed=speed)
    sent = Sent(ann.page)
    shown = play_and_watch(sit_down(ann, "sixteen"), "sixteen", moves=2)
    assert [line["n"] for line in shown] == list(sent.lines)
    draws = {line["meant"] for line in shown if ": draw" in sent.told[line["n"]]}
    assert draws == {A_DRAW * FACTORS[speed]}
    assert [line["n"] for line in shown if line["held"] < line["meant"]] == []


def test_at_once_nothing_is_shown_line_by_line(visitor: Come) -> None:
    ann = come(visitor, "phone", speed="instant")
    assert play_and_watch(sit_down(ann, "sixteen"), "sixteen", moves=2) == []


def stop_at_a_line(ann: Visitor) -> Page:
    """I have played, the bots have played, and it is my turn again; but time stands still at what is shown first.

    It is a game in which nobody cuts in: where a bot may, its line can come between a look at the page and a click.
    """
    page = sit_down(ann, "sixteen")
    wait_on_page(page, lambda: is_mine(page), "my turn")
    page.evaluate(SHOWN)
    page.clock.pause_at(page.evaluate("() => Date.now() / 1000 + 1"))  # in seconds, unlike the browser's own clock
    before = stands(page)["n"]
    HANDS["sixteen"](page, next(one for one in acting(page) if one.startswith("play ") and "joker" not in one))
    wait_on_page(page, lambda: stands(page)["n"] > before + 3 and acting(page) != [], "my turn again")
    expect(page.locator(".table[data-showing]")).to_be_visible()
    return page


def test_a_tap_shows_what_is_now_and_another_what_the_others_did(visitor: Come) -> None:
    page = stop_at_a_line(come(visitor, "phone"))
    expect(page.get_by_test_id("turn")).not_to_contain_text("Your turn")
    page.locator("main").click(position={"x": 4, "y": 4})  # nothing of what is there is played
    expect(page.locator(".table[data-showing]")).to_have_count(0)
    expect(page.locator("[data-testid=turn].mine")).to_be_visible()
    page.evaluate(SHOWN)
    page.get_by_test_id("replay").click()
    expect(page.locator(".table[data-showing]")).to_be_visible()
    page.clock.resume()
    wait_on_page(page, lambda: at_rest(page), "the end of what is shown again")
    again, events = page.evaluate(SHOWN), stands(page)["n"]
    assert len(again) >= 2 and all(line["again"] for line in again)
    assert max(line["n"] for line in again) <= events
    assert [line["n"] for line in again] == sorted(line["n"] for line in again)


def test_a_tab_that_nobody_sees_shows_what_is_now(visitor: Come) -> None:
    page = stop_at_a_line(come(visitor, "laptop"))
    page.evaluate(HIDE)
    expect(page.locator(".table[data-showing]")).to_have_count(0)
    expect(page.locator("[data-testid=turn].mine")).to_be_visible()


def test_what_is_deduced_from_lines_that_are_still_to_be_shown_waits_for_them(visitor: Come) -> None:
    ann = come(visitor, "phone")
    page = sit_down(ann, "coda", {"dealing": "random", "first": "0"}, help="full")
    deduced, rng = page.get_by_role("button", name=re.compile("most likely")), Random(1)
    behind = False
    while not behind:  # until the bots have had their turns, and the page still shows the first of them
        page.clock.resume()
        wait_on_page(page, lambda: is_mine(page), "my turn")
        page.clock.pause_at(page.evaluate("() => Date.now() / 1000 + 1"))
        attack = any(action.startswith("attack ") for action in acting(page))
        HANDS["coda"](page, in_one_step(acting(page), rng))
        answered(page)
        wait_on_page(page, lambda: acting(page) != [], "my turn again")
        behind = attack and any(action.startswith("take ") for action in acting(page))
    with page.expect_response(re.compile("/help[?]")):
        page.clock.run_for(200)
    expect(page.locator(".table[data-showing]")).to_be_visible()
    expect(deduced).to_have_count(0)
    page.clock.resume()
    wait_on_page(page, lambda: is_mine(page), "my turn")
    expect(deduced).not_to_have_count(0)
