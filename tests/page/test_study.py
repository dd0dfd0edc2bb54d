"""A game looked back on by somebody whom this house has never seen: from a file, and with the master's word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import FilePayload, expect

from tests.page.browsing import Visitor

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
    expect(page.locator("aside .refused")).to_be_empty()
    page.get_by_test_id("step-back").click()
    expect(page.get_by_role("slider")).to_have_value(str(decisions[1] - 1))
    ann.errors.clear()  # the browser says that the first file was refused
