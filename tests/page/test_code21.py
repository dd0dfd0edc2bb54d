"""Code 21 on the page: sealed things stay sealed, help is what was agreed, and every refusal says why."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert
from playwright.sync_api import Browser, Page, expect

from tablee.games.code21.posterior import posterior
from tablee.games.code21.view import View
from tests.page.browsing import Visitor
from tests.server.serving import Served


def act(page: Page, action: str) -> None:
    """Does this as a person would: a soldier and then its face, a stake and then the fist, a word and then « sure »."""
    if (go_on := page.get_by_test_id("go-on")).is_visible():
        go_on.click()
    if action.startswith("play "):
        page.get_by_test_id(f"soldier-{action.split()[1]}").click()
    if action.startswith("stake "):
        page.get_by_test_id(action).check()
    page.locator(f'[data-action="{action}"]').click()
    if action in ("accuse", "declare"):
        page.get_by_test_id("confirm").click()


class Evening:
    """A table: the first player sits at the page, the others at the other end of the line."""

    def __init__(self, served: Served, visitor: Visitor, names: list[str], **settings: Any) -> None:
        self.served, self.visitor, self.page = served, visitor, visitor.page
        lang = settings.pop("lang", "fr")
        guest = visitor.context.request.post(served.address + "/api/me", data={"name": names[0], "lang": lang}).json()
        self.tokens = [guest["token"], *(served.guest(name) for name in names[1:])]
        settings["options"] = {"first": "0", **settings.pop("options", {})}
        seats = [{"kind": "me"}, *({"kind": "open"} for _ in names[1:])]
        self.table = served.table(self.tokens[0], "code21", seats, **settings)
        for seat, name in enumerate(names[1:], start=1):
            self.asks(seat, seat=seat, sit=name)
        self.asks(0, start=True)
        visitor.visit(f"/t/{self.table}")
        expect(self.page.get_by_test_id("soldier-8")).to_be_visible()

    def asks(self, by: int, **ask: Any) -> None:
        answer = self.served.ask(self.table, self.tokens[by], **ask)
        assert "done" in answer, answer

    def play(self, *moves: str) -> None:
        """What the others do, "1: play 8 up"; and, without a click, the first player."""
        for move in moves:
            seat, action = move.split(": ")
            self.asks(int(seat), do=action)

    def view(self) -> View:
        (news,) = self.served.call("GET", f"/api/tables/{self.table}", None, self.tokens[0])
        return convert(news["view"], View)

    def to_a_call(self) -> None:
        """Everybody has played, Ana accuses Dan of going over 21; it is 21 exactly."""
        self.play("0: play 8 up", "1: play 5 down", "2: play 6 up", "3: play 2 up", "0: accuse")

    def close(self) -> None:
        self.visitor.close()


NAMES = ["Ana", "Bo", "Cleo", "Dan"]
AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"


def evening(house: Served, chromium: Browser, **wishes: Any) -> Evening:
    settings = {name: wishes.pop(name) for name in ("help", "options") if name in wishes}
    visitor = Visitor(chromium, house.address, **wishes)
    return Evening(house, visitor, NAMES, lang=wishes.get("lang", "fr"), **settings)


def inside(page: Page) -> str:
    """All of the board, whether it can be seen or not."""
    return page.locator(".code21").inner_html()


def test_a_mission_from_the_first_soldier_to_the_verdict(house: Served, chromium: Browser) -> None:
    ana = evening(house, chromium, lang="en", phone=True)
    page, points = ana.page, ana.page.get_by_test_id("points-0")
    act(page, "play 8 up")
    expect(points).to_contain_text("5 bravery points")
    ana.play("1: play 5 down", "2: play 6 up", "3: play 2 up")
    act(page, "accuse")
    ana.play("1: stake 3 on 3")
    expect(page.get_by_test_id("post-1")).to_contain_text("Fist closed")
    act(page, "stake 1 on 0")
    expect(page.locator(".sealed")).to_contain_text("Your fist: 1 on your own side")
    ana.play("2: stake 0", "3: stake 2 on 3")
    verdict = page.get_by_test_id("verdict")
    for said in ("Ana accused Dan", "Dan was right", "5, which was face down, from Bo", "21", "from Ana, and mission"):
        expect(verdict).to_contain_text(said)
    expect(points).to_contain_text("2 bravery points")
    ana.play("3: play 1 up")
    expect(page.get_by_test_id("turn")).to_contain_text("Your turn")
    expect(verdict).to_be_visible()  # play went on, but Ana has not put it away
    act(page, "play 0 down")
    expect(verdict).to_be_hidden()
    page.get_by_test_id("last-verdict").click()
    expect(verdict).to_be_visible()
    assert not ana.visitor.errors
    ana.close()


def test_c21_20_what_is_sealed_is_not_in_the_page(house: Served, chromium: Browser) -> None:
    ana = evening(house, chromium, lang="en", help="none")
    ana.play("0: play 8 up", "1: play 5 down", "2: play 6 up", "3: play 7 down", "0: accuse")
    expect(ana.page.get_by_test_id("stake")).to_be_visible()
    before = inside(ana.page)
    ana.play("1: stake 3 on 3")
    expect(ana.page.get_by_test_id("post-1")).to_contain_text("Fist closed")
    after = inside(ana.page)
    assert ana.view().line[1].value is None
    assert "Face-down soldier sent by Bo." in before
    assert not re.search(r"[Ss]oldier [57], face down", after)
    assert after.count("3 on Dan") == before.count("3 on Dan")
    ana.close()


@pytest.mark.parametrize("help", ["none", "book", "full"])
def test_help_is_what_the_table_agreed_on(house: Served, chromium: Browser, help: str) -> None:
    ana = evening(house, chromium, lang="en", help=help)
    ana.play("0: play 8 up", "1: play 5 down", "2: play 6 up", "3: play 7 down")
    page, totals = ana.page, posterior(ana.view()).totals
    expect(page.get_by_test_id("hidden-3")).to_be_visible()
    if help == "none":
        assert page.get_by_test_id("totals").count() == 0
        assert page.get_by_test_id("post-1").locator(".held").count() == 0
    else:
        expect(page.get_by_test_id("totals")).to_contain_text(f"Total {min(totals)} to {max(totals)}")
        assert page.get_by_test_id("post-1").locator(".held").count() == 9
    if help == "full":
        over = sum(chance for total, chance in totals.items() if total > 21)
        expect(page.get_by_test_id("odds")).to_have_text(f"over 21: {over:.0%} · 21: {totals[21]:.0%}")
        page.get_by_test_id("hidden-1").click()
        for value, chance in posterior(ana.view()).chances["1:1"].items():
            expect(page.get_by_test_id(f"guess-{value}")).to_have_text(f"{value} {chance:.0%}")
    else:
        assert page.get_by_test_id("odds").count() == 0
    ana.close()


def test_a_pencil_mark_is_kept(house: Served, chromium: Browser) -> None:
    ana = evening(house, chromium, lang="en", help="book")
    ana.play("0: play 8 up", "1: play 5 down")
    ana.page.get_by_test_id("hidden-1").click()
    with ana.page.expect_response(lambda answer: "/notes" in answer.url and answer.request.method == "PUT"):
        ana.page.get_by_test_id("guess-7").click()
    ana.page.reload()
    expect(ana.page.get_by_role("button", name="Your note: 7")).to_be_visible()
    expect(ana.page.get_by_test_id("totals")).to_contain_text("with your notes 15")
    ana.close()


def test_what_is_forbidden_is_answered_with_the_reason_and_the_rule(house: Served, chromium: Browser) -> None:
    ana = evening(house, chromium)
    page, refused = ana.page, ana.page.get_by_test_id("refused")
    page.locator('[data-action="accuse"]').click(force=True)
    expect(refused).to_contain_text("aucun soldat n’a encore été posé (C21-13)")
    refused.get_by_role("button").click()
    ana.to_a_call()
    page.get_by_test_id("stake 2 on 3").check()
    page.locator('[data-action="stake 2 on 3"]').click(force=True)
    expect(refused).to_contain_text("vous ne pouvez miser que sur vous (C21-21)")
    ana.close()


def test_the_longest_sum_is_not_cut_off_in_the_log(house: Served, chromium: Browser) -> None:
    ana = evening(house, chromium)
    ana.play(*(f"{seat}: play {soldier} up" for soldier in range(4) for seat in range(4)), "0: accuse")
    ana.play("0: stake 1 on 0", "1: stake 0", "2: stake 0", "3: stake 2 on 3")
    line = ana.page.locator("aside li button", has_text="0, 0, 0, 0, 1, 1")
    expect(line).to_be_visible()
    assert line.evaluate("one => one.scrollWidth <= one.clientWidth")
    ana.close()


@pytest.mark.parametrize(("width", "dark"), [(320, True), (1280, False)])
def test_everybody_can_read_and_touch_it(house: Served, chromium: Browser, width: int, dark: bool) -> None:
    ana = evening(house, chromium, size={"width": width, "height": 800}, dark=dark)

    def is_sound() -> None:
        page = ana.page
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = """[...document.querySelectorAll('.code21 button:not(.term), .code21 label')].filter((one) => {
            const box = one.getBoundingClientRect(); return box.width && (box.width < 43.9 || box.height < 43.9) })
            .map((one) => one.outerHTML)"""
        assert page.evaluate(small) == []
        page.evaluate(AXE.read_text(encoding="utf-8"))
        wrong = "(one) => one.nodes.map((node) => [one.id, node.html])"
        assert page.evaluate(f"axe.run('.code21').then((all) => all.violations.flatMap({wrong}))") == []

    is_sound()
    ana.to_a_call()
    expect(ana.page.get_by_test_id("stake")).to_be_visible()
    is_sound()
    ana.play("0: stake 1 on 0", "1: stake 3 on 3", "2: stake 0", "3: stake 2 on 3")
    expect(ana.page.get_by_test_id("verdict")).to_be_visible()
    is_sound()
    ana.close()
