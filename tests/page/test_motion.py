"""What moves, moves as a picture: nothing on a table is laid out anew for every frame."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page

from tests.page.playing import acting, answered, at_rest, in_one_step, is_mine, wait_on_page
from tests.page.test_table import HANDS, Come, against_bots

BY_THE_COMPOSITOR = {"transform", "transformOrigin", "translate", "rotate", "scale", "opacity", "filter"}

# What each animation that ever runs changes, by name of the element; looked at in every frame.
WATCH = """() => {
  window.moved = {}
  const said = ["offset", "computedOffset", "easing", "composite"]
  const look = () => {
    for (const { effect } of document.getAnimations())
      for (const frame of effect.getKeyframes())
        for (const what of Object.keys(frame))
          if (!said.includes(what)) moved[what] = `${effect.target.tagName} ${effect.target.getAttribute("class")}`
    requestAnimationFrame(look)
  }
  look()
}"""


def mine_or_over(page: Page) -> bool:
    return is_mine(page) or page.get_by_test_id("result").count() > 0


@pytest.mark.parametrize("game", HANDS)
def test_nothing_moves_that_the_compositor_cannot_move_alone(visitor: Come, game: str) -> None:
    ann = visitor(calm=False, phone=True, speed="normal")
    ann.page.clock.install()  # what happens is shown to its end, and the test does not wait for it
    page = against_bots(lambda: ann, game).page
    page.evaluate(WATCH)
    rng = Random(5)
    for _ in range(4):
        wait_on_page(page, lambda: mine_or_over(page), "my turn, or the end")
        if legal := acting(page):
            HANDS[game](page, in_one_step(legal, rng))
            answered(page)
    wait_on_page(page, lambda: at_rest(page), "the end of what is shown")
    moved = page.evaluate("() => moved")
    assert moved, "nothing moved at all"
    assert {what: where for what, where in moved.items() if what not in BY_THE_COMPOSITOR} == {}
