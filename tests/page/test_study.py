"""A game looked back on by somebody whom this house has never seen: from a file, and with the master's word."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import FilePayload, expect

from tests.page.browsing import Visitor
from tests.page.playing import wait_on_page

Come = Callable[..., Visitor]
RECORD = Path(__file__).parent.parent / "games" / "coda" / "records" / "two.game"


def file(text: str) -> FilePayload:
    return {"name": "evening.game", "mimeType": "text/plain", "buffer": text.encode()}


def test_a_newcomer_replays_a_file_and_the_master_has_a_word(visitor: Come) -> None:
    ann = visitor(lang="fr")
    page = ann.visit("/study")
    page.get_by_test_id("file").set_input_files(file("no record at all"))
    expect(page.get_by_role("alert")).not_to_be_empty()
    text = RECORD.read_text(encoding="utf-8")
    moves = text.partition("\n\n")[2].splitlines()
    decisions = [n for n, line in enumerate(moves, 1) if not line.startswith("*")]
    beginning = text[: text.index("\n\n") + 2] + "\n".join(moves[: decisions[1]])  # each takes the master a moment
    page.get_by_test_id("file").set_input_files(file(beginning))
    expect(page.get_by_role("slider")).to_have_value(str(decisions[1]))
    page.get_by_test_id("ask-master").click()
    expect(page.get_by_test_id("verdict")).to_be_visible(timeout=30_000)
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\S"))).to_have_count(0)
    page.get_by_test_id("step-back").click()
    expect(page.get_by_role("slider")).to_have_value(str(decisions[1] - 1))
    ann.errors.clear()  # the browser says that the first file was refused


def test_a_game_plays_itself_to_its_end_and_can_be_stopped(visitor: Come) -> None:
    ann = visitor(lang="en", speed="normal", calm=False)
    ann.page.clock.install()
    page = ann.visit("/study")
    page.get_by_test_id("file").set_input_files(file(RECORD.read_text(encoding="utf-8")))
    slider, play = page.get_by_role("slider"), page.get_by_test_id("step-play")
    last = int(slider.get_attribute("max") or 0)
    expect(slider).to_have_value(str(last))
    play.click()  # from the end it begins again
    seen = [0]

    def passed(line: int) -> bool:
        page.clock.run_for(200)
        if (at := int(slider.input_value())) != seen[-1]:
            seen.append(at)
        return at >= line

    wait_on_page(page, lambda: passed(6), "the sixth line")
    play.click()
    page.clock.run_for(10_000)
    at = int(slider.input_value())
    assert at < last
    play.click()
    wait_on_page(page, lambda: passed(last), "the end")
    assert seen == sorted(seen) and seen[-1] == last
    wait_on_page(
        page,
        lambda: passed(last) and play.get_attribute("aria-label") == "Play the game by itself",
        "the end of the last line",
    )


def test_the_hand_lies_over_nothing_that_is_said_of_the_pile(visitor: Come) -> None:
    page = visitor(lang="fr", phone=True).visit("/study")
    text = (RECORD.parents[2] / "sixteen" / "records" / "two-auto.game").read_text(encoding="utf-8")
    page.get_by_test_id("file").set_input_files(file(text))
    page.get_by_role("slider").fill("20")
    said = page.locator("[data-spot=wanted]")
    expect(said).to_be_visible()
    assert said.evaluate("""(node) => {
      node.scrollIntoView({ block: 'end' })
      const { left, bottom, width } = node.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, bottom - 3)?.closest('[data-spot=wanted], .mat') !== null
    }""")
