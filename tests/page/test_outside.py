"""A game from outside on the page: its own words, level and preset, and its own board or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.installing import environment, install_pearl
from tests.page.browsing import Visitor, served
from tests.server.serving import Served

SMALL: ViewportSize = {"width": 390, "height": 664}

BOARD = """
export default {
  accent: '#225588',
  task: (view, words, legal) => (legal.length ? words.move(legal[0]) : ''),
  mount(element, play) {
    const list = document.createElement('p')
    element.append(list)
    const draw = (now) => {
      list.textContent = now.view.dice.map((die, seat) => `${now.words.name(seat)}=${die ?? '?'}`).join(' ')
      element.querySelectorAll('button').forEach((button) => button.remove())
      for (const action of now.legal.filter((one) => /^guess [56]$/.test(one))) {
        const button = document.createElement('button')
        button.textContent = now.words.move(action)
        button.onclick = () => now.send(action)
        element.append(button)
      }
    }
    draw(play)
    return { update: draw, destroy: () => element.replaceChildren() }
  },
}
"""


@pytest.fixture(scope="module", params=["", BOARD], ids=["without a board", "with a board"])
def board(request: pytest.FixtureRequest) -> str:
    code: str = request.param
    return code


@pytest.fixture(scope="module")
def pearl_served(board: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The program where Pearl is installed, as a built page that knows nothing of it meets it."""
    folder = tmp_path_factory.mktemp("pearl")
    install_pearl(folder, **({"board__js": board} if board else {}))
    with pytest.MonkeyPatch.context() as patched:
        for name, text in environment(folder).items():
            patched.setenv(name, text)
        with served(Path(folder)) as running:
            yield running


@pytest.fixture
def visit(chromium: Browser, pearl_served: Served) -> Iterator[Callable[..., Visitor]]:
    came: list[Visitor] = []

    def come(**wishes: Any) -> Visitor:
        came.append(Visitor(chromium, pearl_served.address, **{"size": SMALL, "phone": True, **wishes}))
        return came[-1]

    yield come
    for one in came:
        one.close()
    assert [error for one in came for error in one.errors] == []


def open_duel(page: Page) -> None:
    """From the shelf: Pearl's own preset, against Pearl's own bot."""
    page.locator("a[data-game=pearl]").click()
    page.get_by_role("radio", name="Un duel rapide").click()
    page.get_by_test_id("level").select_option(label="pêcheur de perles")
    page.get_by_test_id("open-bots").click()


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen."""
    found: bool = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    return found


def test_it_stands_on_the_shelf_with_its_french_words_and_a_cover(visit: Callable[..., Visitor]) -> None:
    page = visit().visit("/")
    box = page.locator("a[data-game=pearl]")
    expect(box).to_contain_text("Perle")
    expect(box).to_contain_text("Devinez la somme de tous les dés cachés")
    expect(box.locator(".cover svg text")).to_have_text("P")


def test_its_rules_are_read_in_french_each_with_its_id(visit: Callable[..., Visitor]) -> None:
    page = visit().visit("/g/pearl/rules")
    expect(page.locator("p#PRL-03")).to_contain_text("on peut lever son gobelet")


def test_it_is_played_whole_in_french_on_a_small_phone(
    visit: Callable[..., Visitor], board: str, tmp_path: Path
) -> None:
    visitor = visit()
    page = visitor.visit("/")
    open_duel(page)
    if board:
        play_with_board(page)
    else:
        play_by_fields(page)
    assert fits(page)
    visitor.picture(tmp_path / "pearl.png", full=False)
    expect(page.get_by_test_id("result")).to_contain_text("Toutes les annonces sont faites")


def play_by_fields(page: Page) -> None:
    fields = page.get_by_test_id("fields")
    expect(fields.get_by_text("Gobelets levés")).to_be_visible()
    expect(fields).to_contain_text("Pêcheur")
    moves = page.get_by_test_id("moves")
    expect(moves.get_by_role("button", name="Annoncer 2", exact=True)).to_be_visible()
    assert fits(page)
    for button in moves.get_by_role("button").all():
        box = button.bounding_box()
        assert box and box["height"] >= 44
    moves.get_by_role("button", name="Lever le gobelet").click()
    expect(moves.get_by_role("button", name="Lever le gobelet")).to_have_count(0)
    moves.get_by_role("button", name="Annoncer 5", exact=True).click()


def play_with_board(page: Page) -> None:
    drawn = page.get_by_test_id("outside-board")
    expect(drawn.locator("p")).to_contain_text("Pêcheur=?")
    expect(page.get_by_test_id("fields")).to_have_count(0)
    drawn.get_by_role("button", name="Annoncer 5").click()
    expect(drawn.get_by_role("button")).to_have_count(0)


def test_its_finished_game_is_studied_with_the_names_of_its_bots(visit: Callable[..., Visitor], board: str) -> None:
    page = visit().visit("/")
    open_duel(page)
    page.get_by_role("button", name="Annoncer 6", exact=True).click()
    page.get_by_test_id("review").click()
    expect(page.get_by_text("Pêcheur").first).to_be_visible()


def test_in_english_it_has_its_english_words(visit: Callable[..., Visitor]) -> None:
    page = visit(lang="en").visit("/g/pearl")
    expect(page.get_by_role("radio", name="A quick duel")).to_be_visible()
    expect(page.locator("a[href^='/claims']")).to_have_count(0)  # nobody has asked anything about it yet
    expect(page.get_by_test_id("level").locator("option")).to_have_text(["chaos: plays at random", "pearl diver"])
