"""On big screens a table uses the room that there is: boards grow, and with them what is read."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page.looking import AT_REST, DRAWN
from tests.page.playing import acting, answered, in_one_step, wait_on_page
from tests.page.test_table import FULL, HANDS, Come, against_bots

SCREENS = ((1280, 800), (1920, 1080), (2560, 1440))

# How much of its room the board covers, how large its largest pieces to touch are, and how large the letters around it.
MEASURE = """() => {
  const main = document.querySelector('main.board')
  const [room, board] = [main, main.querySelector(':scope > :not(h1)')].map((one) => one.getBoundingClientRect())
  const letters = (all) => Math.min(...[...all].map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
  const pieces = [...main.querySelectorAll('.lit')].map((one) => one.getBoundingClientRect())
  return {
    wide: board.width / room.width,
    high: board.height / room.height,
    scrolls: main.scrollHeight > main.clientHeight + 1,
    grow: {
      pieces: Math.sqrt(Math.max(...pieces.map(({ width, height }) => width * height))),
      plates: letters(main.querySelectorAll('.plate')),
      turn: letters(document.querySelectorAll('[data-testid=turn] p')),
      log: letters(document.querySelectorAll('aside li')),
    },
  }
}"""


def measure(page: Page, width: int, height: int) -> dict[str, Any]:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(AT_REST)
    page.evaluate(DRAWN)
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


@pytest.mark.parametrize("game", HANDS)
def test_a_board_and_its_letters_grow_with_the_screen(visitor: Come, game: str) -> None:
    page = against_bots(visitor, game, players=FULL[game]).page
    rng = Random(3)
    for _ in range(2):
        wait_on_page(page, lambda: acting(page) != [], "my turn")
        HANDS[game](page, in_one_step(acting(page), rng))
        answered(page)
    wait_on_page(page, lambda: acting(page) != [], "my turn")
    small, *larger = [measure(page, width, height) for width, height in SCREENS]
    for (width, height), found in zip(SCREENS[1:], larger, strict=True):
        assert found["wide"] > 0.95 and found["high"] > 0.9 and not found["scrolls"], (width, found)
        factor = min(width / SCREENS[0][0], height / SCREENS[0][1])
        for what, size in found["grow"].items():
            assert size > 0.9 * factor * small["grow"][what], (width, what, found, small)
