"""What moves, moves as a picture: nothing on a table is laid out anew for every frame."""

from __future__ import annotations

from random import Random

import pytest

from tests.page.playing import answered
from tests.page.test_table import HANDS, Come, against_bots, wait_until_mine

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


@pytest.mark.parametrize("game", HANDS)
def test_nothing_moves_that_the_compositor_cannot_move_alone(visitor: Come, game: str) -> None:
    page = against_bots(visitor, game, calm=False, phone=True).page
    page.evaluate(WATCH)
    rng = Random(5)
    for _ in range(3):
        HANDS[game](page, rng.choice(wait_until_mine(page)))
        answered(page)
    moved = page.evaluate("() => moved")
    assert moved, "nothing moved at all"
    assert {what: where for what, where in moved.items() if what not in BY_THE_COMPOSITOR} == {}
