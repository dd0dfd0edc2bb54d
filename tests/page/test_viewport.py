"""What can be acted on is in sight and can be hit: on every decision of whole games, with motion, on every screen.

What can be acted on has the class `lit` on all boards, and a button that ends a step has `primary`
(web/src/lib/boardModule.ts). Each of them must lie within the window without scrolling, and a tap at its centre must
reach it: the element there is the thing itself, something in it, or the button around it.
"""

from __future__ import annotations

import os
from itertools import cycle, islice
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tablee.games import GAMES
from tablee.options import write
from tablee.testing import covering
from tests.page.browsing import Visitor
from tests.page.looking import AT_REST, DRAWN
from tests.page.playing import acting, answered, at_rest, at_the_table, stands, wait_on_page
from tests.page.test_table import HANDS, Come
from tests.page.test_whole import calmly

SETS: Final = int(os.environ.get("TABLEE_SIGHT_SETS", "1"))  # sets of options of each game; `make soak` has more
FIRST: Final = 9  # decisions that are looked at with each of them
BETWEEN_BARS: ViewportSize = {"width": 390, "height": 664}  # what a phone's browser leaves of 844
OTHERS = ((320, 568), (844, 390), (640, 400), (1280, 800), (1920, 1080), (2560, 1440))

# As many players as a game has, and the options that put the most on the board; short games.
TABLES: dict[str, dict[str, str]] = {
    "coda": {"players": "4"},
    "code21": {"players": "4", "missions": "3,4", "bank": "100"},
    "code777": {"players": "4", "target": "2", "limit": "14"},
    "golden21": {"players": "10", "years": "1"},
    "sixteen": {"players": "4", "draw": "strict", "third": "forgiven", "bonus": "on"},
}

# `window.unreachable()` names what is out of sight or covered now. Every tap of the game asks it first, so that the
# second step of a move is looked at as well, and whether something had to be scrolled for it.
WATCH = """() => {
  const acts = 'button, label, a, input, summary'
  window.unreachable = () => {
    const place = document.querySelector('dialog[open]') ?? document.querySelector('main')
    const lit = [...(place?.querySelectorAll('.lit, .primary') ?? [])].filter((one) =>
      !one.closest('svg, [data-testid=result]') && !one.matches(':disabled, [aria-disabled=true]')
        && one.checkVisibility({ visibilityProperty: true }))
    return lit.flatMap((one) => {
      const box = one.getBoundingClientRect()
      const inside = box.left > -2 && box.top > -2 && box.right < innerWidth + 2 && box.bottom < innerHeight + 2
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      const reached = hit && (one.contains(hit) || hit.closest(acts)?.contains(one))
      if (inside && reached) return []
      const at = [box.left, box.top, box.right, box.bottom].map(Math.round)
      const name = one.outerHTML.replace(/\\s+/g, ' ').slice(0, 120)
      return [inside ? `${name} is covered by ${hit?.outerHTML.slice(0, 80)}` : `${name} is at ${at}`]
    })
  }
  window.missed = []
  addEventListener('pointerdown', () => {
    missed.push(...unreachable())
    const main = document.querySelector('main')
    if (main?.scrollTop) missed.push(`scrolled by ${main.scrollTop} for a tap`)
  }, true)
}"""


def sit_down(visitor: Visitor, game: str, options: dict[str, str]) -> Page:
    """At a table of bots that do not think."""
    visitor.page.clock.install()  # what happens is shown line by line, and the test does not wait for it
    page = visitor.visit("/")
    seats = [{"kind": "me"}, *({"kind": "bot", "level": "random"} for _ in range(int(options["players"]) - 1))]
    post(visitor, "/api/me", name="Ana", lang="fr")
    opened = post(visitor, "/api/tables", game=game, options=options, seats=seats, help="book")
    post(visitor, f"/api/tables/{opened['id']}", id="start", start=True, seat=0)
    visitor.visit(f"/t/{opened['id']}")
    expect(page.get_by_test_id("turn")).to_be_visible()
    page.evaluate(WATCH)
    return page


def post(visitor: Visitor, path: str, **body: Any) -> Any:
    return visitor.context.request.post(visitor.address + path, data=body).json()


def unreachable(page: Page) -> list[str]:
    """Once nothing moves any more."""
    page.evaluate(AT_REST)
    page.evaluate(DRAWN)
    found: list[str] = page.evaluate("() => unreachable()")
    return found


def is_due(page: Page) -> bool:
    """Whether it is my turn, or the game is over."""
    return bool(acting(page)) or stands(page)["awaits"]["kind"] == "over"


def play_in_sight(page: Page, game: str, rng: Random, most: int = 1000) -> int:
    """Plays to the end, or some decisions; on each of them everything is looked at. Returns how many there were."""
    sizes, decisions = cycle(OTHERS), 0
    while decisions < most:
        wait_on_page(page, lambda: at_rest(page) and is_due(page), "my turn, or the end")
        legal = acting(page)
        if not legal:
            break
        expect(page.locator(".table[aria-busy=false] [data-testid=turn].mine")).to_be_visible()
        assert (decisions, unreachable(page)) == (decisions, [])
        for width, height in islice(sizes, 2):  # two of the other screens each time, and back
            page.set_viewport_size({"width": width, "height": height})
            assert (decisions, width, unreachable(page)) == (decisions, width, [])
        page.set_viewport_size(BETWEEN_BARS)
        HANDS[game](page, calmly(legal, rng))
        answered(page)
        decisions += 1
    assert page.evaluate("() => missed") == []
    return decisions


@pytest.mark.parametrize("game", HANDS)
def test_on_every_decision_of_a_game_what_can_be_acted_on_is_in_sight_and_can_be_hit(visitor: Come, game: str) -> None:
    page = sit_down(visitor(lang="fr", calm=False, speed="normal", phone=True, size=BETWEEN_BARS), game, TABLES[game])
    assert play_in_sight(page, game, Random(7)) >= 3, at_the_table(page)  # so that every screen was looked at


def option_sets(game: str) -> list[dict[str, str]]:
    """Sets of options that cover every pair of values, the default one first: all of them, or the first few."""
    return [write(options) for options in covering(GAMES[game].options)][:SETS]


@pytest.mark.parametrize(("game", "n"), [(game, n) for game in HANDS for n in range(len(option_sets(game)))])
def test_with_any_number_of_players_and_any_options_the_first_decisions_are_in_sight(
    visitor: Come, game: str, n: int
) -> None:
    options = option_sets(game)[n]
    table = {**options, "players": options.get("players", str(GAMES[game].options().players))}
    page = sit_down(visitor(lang="fr", calm=False, phone=True, size=BETWEEN_BARS), game, table)
    play_in_sight(page, game, Random(n), most=FIRST)
