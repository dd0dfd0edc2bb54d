"""Sixteen's goal is one number of the rules: a copy of the game with a goal of 17 says and shows 17 everywhere.

The copy differs from the sources in that number alone, and in the rules texts, which state it for people.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.browsing import Visitor
from tests.page.test_sixteen import Evening, act
from tests.server.serving import Served
from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent.parent
GAME = "src/tablee/games/sixteen"
SAYS_16 = re.compile(r"(?<![\w.])16(?![\w.])|seize", re.IGNORECASE)
MINE, HIS = "g6 o6 b1 p6 p3 g0", "o5 g4 b2 p3 b3"  # three are dealt, the others drawn

# Everything on a page that somebody reads or hears.
STRINGS = """() => {
    const found = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement
        if (parent && !['SCRIPT', 'STYLE'].includes(parent.tagName)) found.push(walker.currentNode.textContent)
    }
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'alt', 'placeholder'])
        for (const one of document.querySelectorAll(`[${name}]`)) found.push(one.getAttribute(name))
    return found.filter(Boolean)
}"""

ENGINE = """
from random import Random
from tablee import options
from tablee.games import GAMES
from tablee.games.sixteen import claims, policy, rules
from tablee.testing.turbo import check_turbo

game = GAMES["sixteen"]
assert rules.GOAL == policy.GOAL == claims.TOTALS == game.facts["goal"] == 17
check_turbo(game, options.read(game.options, {"players": "2"}), Random(1), thorough=0.2)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources with another goal; constants that are made from the rules are made anew."""
    root = tmp_path_factory.mktemp("seventeen")
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__", "page", "*.egg-info"))
    shutil.copytree(ROOT / "scripts", root / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "web", root / "web", ignore=shutil.ignore_patterns("node_modules"))
    (root / "web/node_modules").symlink_to((ROOT / "web/node_modules").resolve())
    values = root / GAME / "options.py"
    changed = values.read_text(encoding="utf-8").replace("goal: ClassVar[int] = 16 ", "goal: ClassVar[int] = 17 ")
    assert changed != values.read_text(encoding="utf-8")
    values.write_text(changed, encoding="utf-8")
    for text in (root / GAME).glob("rules.*.md"):
        said = re.sub(r"(?<![\w-])16(?!\w)", "17", text.read_text(encoding="utf-8"))
        text.write_text(said, encoding="utf-8")
    return root


@pytest.fixture
def there(copy: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Programs that are started now run from the copy; nothing is compiled, which would take longer than the test."""
    monkeypatch.setenv("PYTHONPATH", str(copy / "src"))
    monkeypatch.setenv("TABLEE_TURBO", "off")
    for name in ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG"):
        monkeypatch.delenv(name, raising=False)  # coverage of the copy is not wanted
    return copy


def says_no_16(page: Page) -> None:
    strings: list[str] = page.evaluate(STRINGS)
    assert len(strings) > 20
    assert [text for text in strings if SAYS_16.search(text)] == []


def test_s16_20_the_kernel_the_policy_and_the_claims_follow_the_goal(there: Path) -> None:
    subprocess.run([sys.executable, "-c", ENGINE], check=True, timeout=PATIENCE)


def test_s16_20_the_page_follows_the_goal(there: Path, tmp_path: Path, chromium: Browser) -> None:
    subprocess.run([sys.executable, str(there / "scripts/page_types.py")], cwd=there, check=True, timeout=PATIENCE)
    build = [str(there / "web/node_modules/.bin/vite"), "build", "--logLevel", "error"]
    subprocess.run(build, cwd=there / "web", check=True, timeout=PATIENCE)
    with Served(tmp_path, web=str(there / "src/tablee/page")) as house:
        for lang in ("en", "fr"):
            reads_about_the_game(Visitor(chromium, house.address, lang=lang))
        ana = Visitor(chromium, house.address, lang="en")
        plays(Evening(ana, house, MINE, HIS).at_eleven())
        assert ana.errors == []
        ana.close()


def reads_about_the_game(reader: Visitor) -> None:
    page = reader.visit("/")
    box = page.locator("a[data-game=sixteen]")
    expect(box).to_contain_text("17")  # the tagline
    assert not SAYS_16.search(box.inner_text())
    assert box.locator("svg .arc").count() == 17  # the cover
    for path in ("/g/sixteen", "/g/sixteen/rules"):
        reader.visit(path)
        expect(page.locator("ol.primer .track")).to_have_count(3 * 17)  # three rings, a step for each point
        expect(page.locator("ol.primer")).to_contain_text(re.compile("17.*17", re.DOTALL))
        says_no_16(page)
    reader.close()


def plays(evening: Evening) -> None:
    """A pile of 11, then 14, then a bust. No card in hand would make 16 of either, so nothing may say 16."""
    page = evening.page
    says_no_16(page)
    expect(page.get_by_role("img", name="Total: 11 out of 17")).to_be_visible()
    expect(page.locator(".ring .track")).to_have_count(17)
    expect(page.locator('[data-action="play o6"]')).to_have_attribute("data-makes", "sixteen")
    expect(page.locator("li", has=page.locator('[data-action="play o6"]')).locator(".makes")).to_contain_text("17")
    act(page, "play b1")
    evening.shows(12)
    evening.answers("play b2")
    evening.draws()
    evening.shows(14)
    expect(page.get_by_text("Sixteen with a 3")).to_be_attached()
    expect(page.get_by_text("Bust from 4 up")).to_be_attached()
    says_no_16(page)
    page.locator('[data-action="play p6"]').click()
    expect(page.locator("dialog")).to_contain_text("Go over 17?")
    says_no_16(page)
    page.get_by_test_id("confirm").click()
    expect(page.get_by_test_id("won-1")).to_have_attribute("data-won", "1")
    page.get_by_test_id("won-1").click()
    expect(page.locator("dialog h3")).to_contain_text(">17")
    says_no_16(page)
