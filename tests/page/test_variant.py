"""A variant from outside, Sixteen to 21, on the page: its own words and goal, and bots to play against."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.installing import PEARL, environment, install_package
from tests.page.browsing import Visitor, served
from tests.page.playing import play_to_the_end


def tap_move(page: Page, move: str) -> None:
    page.locator(f'[data-testid=moves] [data-move="{move}"]').click()


def test_sixteen_to_21_is_played_to_its_end_on_a_small_phone(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "installed"
    folder.mkdir()
    install_package(PEARL.parent / "sixteen21", folder)
    for name, text in environment(folder).items():
        monkeypatch.setenv(name, text)
    with served(tmp_path) as running:
        visitor = Visitor(chromium, running.address, size={"width": 390, "height": 664}, phone=True)
        page = visitor.visit("/")
        box = page.locator("a[data-game=sixteen21]")
        expect(box).to_contain_text("Sixteen à 21")
        box.click()
        page.get_by_test_id("open-bots").click()
        page.wait_for_url("**/t/*")
        play_to_the_end([visitor], tap_move, Random(1))
        visitor.picture(tmp_path / "variant.png", full=False)
        visitor.close()
        assert visitor.errors == []
