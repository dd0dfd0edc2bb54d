"""A server with a name and languages of its own."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.page.browsing import Visitor, served


def test_the_page_has_the_servers_name_and_only_its_languages(chromium: Browser, tmp_path: Path) -> None:
    with served(tmp_path, name="Chez l’Oie", languages="fr") as house:
        ann = Visitor(chromium, house.address, lang="en", phone=True)
        page = ann.visit("/")
        expect(page).to_have_title("Chez l’Oie")
        expect(page.locator("header .home")).to_contain_text("Chez l’Oie")
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        expect(page.get_by_test_id("lang")).to_have_count(0)
        page.locator(".box").first.click()
        expect(page).to_have_title(re.compile("· Chez l’Oie$"))
        page.goto(f"{house.address}/me")
        expect(page.locator("select option[value=fr]")).to_have_count(1)
        expect(page.locator("select option[value=en]")).to_have_count(0)
        assert ann.errors == []
        ann.close()
