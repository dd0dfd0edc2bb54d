"""The end of a game on the page: nothing lies over what it says, over its buttons, or over the players' plates."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.page.looking import AT_REST, DRAWN
from tests.page.playing import ASK, at_rest, at_the_table, due, in_one_step, stands, wait_on_page
from tests.page.test_pacing import TABLES, VIEWPORTS, come, sit_down
from tests.page.test_table import Come

DO = """async ([path, body]) => (await fetch(path, {
  method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })).status"""

# Every line that is written there is looked for where it stands: at both its ends and in its middle.
COVERED = """() => {
  for (const sum of document.querySelectorAll('[data-testid=result] details')) sum.open = true
  const result = [...document.querySelectorAll('[data-testid=result] :is(h2, p, summary, th, td, li, button, a)')]
  const plates = [...document.querySelectorAll('main .plate')]
  const looked = [...result, ...plates].filter((one) => one.checkVisibility({ visibilityProperty: true }))
  window.looked = looked.map((one) => one.textContent.trim())
  const lines = (one) => {
    const [found, words, walker] = [[], document.createRange(), document.createTreeWalker(one, NodeFilter.SHOW_TEXT)]
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest('.hidden-words')) continue // for the ear
      words.selectNodeContents(walker.currentNode)
      found.push(...words.getClientRects())
    }
    const edge = one.getBoundingClientRect()
    return found.filter(({ width, height }) => width > 4 && height > 4).map(({ left, right, top, height }) => ({
      left: Math.max(left, edge.left) + 2, right: Math.min(right, edge.right) - 2, y: top + height / 2 }))
  }
  return looked.flatMap((one) => {
    one.scrollIntoView({ block: 'center', inline: 'center' })
    return lines(one).flatMap(({ left, right, y }) => [left, (left + right) / 2, right].flatMap((x) => {
      const hit = document.elementFromPoint(x, y)
      if (hit && (one.contains(hit) || hit.contains(one))) return []
      return [`${one.textContent} at ${x},${y} under ${hit?.outerHTML.slice(0, 90)}`]
    }))
  })
}"""


def play_unseen(page: Page, rng: Random) -> None:
    """To the end, for the player but not by the page, which shows it meanwhile."""

    def is_due() -> bool:
        return bool(due(stands(page))) or stands(page)["awaits"]["kind"] == "over"

    path = f"/api/tables/{at_the_table(page)}"
    for turn in range(1000):
        wait_on_page(page, is_due, "my turn, or the end")
        if not (legal := due(stands(page))):
            break
        assert page.evaluate(DO, [path, {"id": f"turn-{turn}", "do": in_one_step(legal, rng), "seat": 0}]) == 200
    assert page.evaluate(ASK, path)[0]["awaits"]["kind"] == "over"


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("screen", VIEWPORTS)
def test_nothing_lies_over_the_explanation_of_the_end_its_buttons_and_the_plates(
    visitor: Come, screen: str, game: str
) -> None:
    page = sit_down(come(visitor, screen), game)
    play_unseen(page, Random(5))
    wait_on_page(page, lambda: at_rest(page) and page.get_by_test_id("result").count() > 0, "the end")
    page.clock.run_for(3000)  # what came with it has settled
    page.clock.resume()
    expect(page.locator("[data-moment]")).to_have_count(0)
    page.evaluate(AT_REST)
    page.evaluate(DRAWN)
    assert page.evaluate(COVERED) == []
    looked = page.evaluate("() => looked")
    assert len([text for text in looked if text]) > TABLES[game][0] + 5  # a headline, a rule, lines, plates, buttons
