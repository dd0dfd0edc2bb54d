"""Code de Vinci on the page: tap a tile, say its number; pencil marks; what each level of help writes down."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import floor
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tablee.languages import language
from tests.page.browsing import Visitor
from tests.page.playing import acting, answered, wait_on_page
from tests.server.serving import Served

CALL = """async ([method, path, body]) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(path, { method, headers, body: body === null ? undefined : JSON.stringify(body) })
    return await answer.json()
}"""
HIDDEN = "[data-testid^=tile-1-]"


def act(page: Page, action: str) -> None:
    """Does this by tapping, as somebody at the table would."""
    verb, *rest = action.split()
    if verb == "attack":
        tile = page.locator(f"[data-testid=tile-{rest[0]}-{rest[1]}]")
        if tile.get_attribute("aria-expanded") != "true":
            tile.click()
        page.locator("[data-testid=mode-attack]").click()
    elif page.locator("[data-testid=guess-close]").is_visible():
        page.locator("[data-testid=guess-close]").click()
    if verb == "arrange":
        arrange(page, rest[0].split(","))
    page.locator(f'[data-action="{action}"]').click()
    if verb in ("attack", "show"):
        page.locator("[data-testid=confirm]").click()


def arrange(page: Page, row: list[str]) -> None:
    """Moves the tiles one by one to where they are to stand, from the left."""
    for place, tile in enumerate(row):
        held = page.locator("[data-testid^=hold-]").evaluate_all("tiles => tiles.map(tile => tile.dataset.testid)")
        page.locator(f"[data-testid=hold-{tile}]").click()
        for _ in range(held.index(f"hold-{tile}") - place):
            page.locator("[data-testid=left]").click()


# ---- a table of one's own -----------------------------------------------------------


class Sitting:
    """Somebody at a table of their own, against a bot; they begin."""

    def __init__(self, visitor: Visitor, help: str = "none", **options: str) -> None:
        self.visitor, self.page = visitor, visitor.visit("/")
        self.call("POST", "/api/me", {"name": "Ana", "lang": "en"})
        settings = {
            "game": "coda",
            "options": {"players": "2", "first": "0", **options},
            "seats": [{"kind": "me"}, {"kind": "bot", "level": "beginner"}],
            "help": help,
        }
        self.table = str(self.call("POST", "/api/tables", settings)["id"])
        self.call("POST", f"/api/tables/{self.table}", {"id": "start", "start": True})
        visitor.visit(f"/t/{self.table}")

    def call(self, method: str, path: str, body: Any = None) -> Any:
        return self.page.evaluate(CALL, [method, path, body])

    @property
    def news(self) -> Any:
        return self.call("GET", f"/api/tables/{self.table}")[0]

    def attacking(self) -> Sitting:
        """Goes on until there is something to guess: two black tiles, whatever is drawn."""
        act(self.page, "pick 2")
        act(self.page, "take black")
        expect(self.page.locator("[data-action=stop]")).to_be_visible()
        return self


@pytest.fixture
def visitor(chromium: Browser, house: Served) -> Iterator[Visitor]:
    visiting = Visitor(chromium, house.address, phone=True, lang="en")
    yield visiting
    visiting.close()
    assert visiting.errors == []


# ---- what is tapped -----------------------------------------------------------------


def test_a_guess_is_a_tile_a_number_and_a_yes(visitor: Visitor) -> None:
    sitting = Sitting(visitor).attacking()
    drawn = sitting.news["view"]["drawn"]["tile"]
    sitting.page.locator("[data-testid=tile-1-0]").click()
    sitting.page.locator('[data-action="attack 1 0 11"]').click()
    stake = sitting.page.locator("dialog")
    name = f"{'black' if drawn[0] == 'b' else 'white'} {drawn[1:]}"
    expect(stake).to_contain_text(name)  # what is lost is named
    assert sitting.news["view"]["codes"][1][0]["guesses"] == []  # and nothing was done yet
    sitting.page.locator("[data-testid=confirm]").click()
    expect(sitting.page.locator("[data-testid=guess]")).to_have_count(0)
    assert {"by": 0, "value": "11"} in [guess for tile in sitting.news["view"]["codes"][1] for guess in tile["guesses"]]


def test_stopping_too_early_is_answered_with_the_rule(visitor: Visitor) -> None:
    sitting = Sitting(visitor).attacking()
    stop = sitting.page.locator("[data-action=stop]")
    expect(stop).to_have_attribute("aria-disabled", "true")
    stop.click(force=True)  # it looks shut, and answers all the same
    expect(sitting.page.locator("[data-testid=refused]")).to_contain_text("COD-13")


def test_with_jokers_a_code_is_stood_up_tile_by_tile(visitor: Visitor) -> None:
    sitting = Sitting(visitor, jokers="on")
    act(sitting.page, "pick 2")
    expect(sitting.page.locator("[data-testid^=hold-]")).to_have_count(4)
    row = sitting.news["legal"][-1].removeprefix("arrange ").split(",")
    arrange(sitting.page, row[::-1])
    sitting.page.locator("[data-action^=arrange]").click(force=True)
    expect(sitting.page.locator("[data-testid=refused]")).to_contain_text("COD-0")  # backwards nothing stands
    act(sitting.page, f"arrange {','.join(row)}")
    expect(sitting.page.locator("[data-action='take white']")).to_be_visible()
    assert [tile["tile"] for tile in sitting.news["view"]["codes"][0]] == row


# Whatever moves and holds something to tap; looked at in every frame.
TAPPED_AND_MOVED = """() => {
  window.movedUnderTheFinger = []
  const look = () => {
    for (const { effect: { target } } of document.getAnimations())
      if (target.matches('.rack *') && (target.matches('.touch') || target.querySelector('.touch')))
        movedUnderTheFinger.push(target.outerHTML.slice(0, 120))
    requestAnimationFrame(look)
  }
  look()
}"""
NOT_HIT = """() => [...document.querySelectorAll('main .lit')].filter((node) => {
  const box = node.getBoundingClientRect()
  return !node.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
}).map((node) => node.outerHTML.slice(0, 120))"""


def test_tiles_move_as_pictures_and_what_is_tapped_stays_where_it_is(chromium: Browser, house: Served) -> None:
    visitor = Visitor(chromium, house.address, lang="en", calm=False)
    sitting = Sitting(visitor, dealing="random")
    page, rng = sitting.page, Random(2)
    page.evaluate(TAPPED_AND_MOVED)
    for _ in range(12):
        wait_on_page(page, lambda: sitting.news["awaits"]["kind"] == "over" or acting(page) != [], "my turn")
        if not (legal := acting(page)):
            break
        expect(page.locator("main .lit").first).to_be_visible()
        assert page.evaluate(NOT_HIT) == []
        act(page, rng.choice(legal))
        answered(page)
    assert page.evaluate("() => movedUnderTheFinger") == []
    visitor.close()
    assert visitor.errors == []


# ---- what is written down -----------------------------------------------------------


def test_pencil_marks_are_mine_and_stay(visitor: Visitor) -> None:
    sitting = Sitting(visitor).attacking()
    page = sitting.page
    page.locator("[data-testid=tile-1-0]").click()
    page.locator("[data-testid=mode-pencil]").click()
    page.locator("[data-testid=wipe]").click()
    page.locator("[data-testid=strike-4]").click()
    page.locator("[data-testid=strike-5]").click()
    page.reload()  # at once: what was not yet sent, is then
    tile = page.locator("[data-testid=tile-1-0]")
    expect(tile).to_have_attribute("aria-label", re.compile(r"still possible: 4, 5$"))
    tile.click()
    page.locator("[data-testid=mode-pencil]").click()
    expect(page.locator("[data-testid=strike-4]")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-testid=strike-6]")).to_have_attribute("aria-pressed", "true")


def test_without_help_nothing_is_written_and_nothing_hidden_is_on_the_page(visitor: Visitor) -> None:
    sitting = Sitting(visitor).attacking()
    tiles = sitting.page.locator(HIDDEN)
    labels = tiles.evaluate_all("tiles => tiles.map(tile => tile.ariaLabel)")
    assert all(re.fullmatch(r"\d(st|nd|rd|th) tile: (black|white), hidden", label) for label in labels)
    faces = tiles.evaluate_all("tiles => tiles.map(tile => tile.parentElement.textContent.trim())")
    assert faces == [""] * 4
    tiles.first.click()
    marks = sitting.page.locator("[data-testid=guess] [data-action]").evaluate_all(
        "all => all.map(one => one.ariaLabel)"
    )
    assert len(marks) == 12
    assert not any("," in mark for mark in marks)  # the number and whose tile: no chance, no reason


def test_bookkeeping_strikes_out_what_i_see(visitor: Visitor) -> None:
    sitting = Sitting(visitor, help="book").attacking()
    view = sitting.news["view"]
    mine = [view["drawn"]["tile"], *(tile["tile"] for tile in view["codes"][0])]
    for place, tile in enumerate(view["codes"][1]):
        seen = {name[1:] for name in mine if name[0] == tile["colour"][0]}
        still = ", ".join(str(value) for value in range(12) if str(value) not in seen)
        label = f"{language('en').ordinal_of(place + 1)} tile: {tile['colour']}, hidden, still possible: {still}"
        expect(sitting.page.locator(f"[data-testid=tile-1-{place}]")).to_have_attribute("aria-label", label)


def test_deduction_shows_the_chances(visitor: Visitor) -> None:
    sitting = Sitting(visitor, help="full").attacking()
    chances = sitting.call("GET", f"/api/tables/{sitting.table}/help?seat=0")["chances"]["1:0"]
    value, chance = max(chances.items(), key=lambda item: item[1])
    sitting.page.locator("[data-testid=tile-1-0]").click()
    number = sitting.page.locator(f'[data-action="attack 1 0 {value}"]')
    expect(number).to_contain_text(f"{floor(100 * chance + 0.5)}%")  # halves go up, as in the browser
    gone = next(str(number) for number in range(12) if str(number) not in chances)
    expect(sitting.page.locator(f'[data-action="attack 1 0 {gone}"]')).to_have_attribute(
        "aria-label", re.compile("impossible|seen elsewhere")
    )


def test_everything_has_a_name_and_room_for_a_finger(visitor: Visitor) -> None:
    sitting = Sitting(visitor, help="book").attacking()
    sitting.page.locator(HIDDEN).first.click()
    found = sitting.page.locator("main button:not(.term), main [role=img]").evaluate_all(
        """all => all.map(one => [one.tagName, one.ariaLabel ?? one.textContent.trim(),
                                  one.getBoundingClientRect().width, one.getBoundingClientRect().height])"""
    )
    assert len(found) > 20
    assert [name for _, name, _, _ in found if not name] == []
    assert [one for one in found if one[0] == "BUTTON" and min(one[2:]) < 44] == []
    assert sitting.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), json.dumps(found)
