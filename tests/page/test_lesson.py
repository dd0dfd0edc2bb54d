"""A guided first game on a phone, in French, from the shelf to the first table without help."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tablee.games import GAMES, parts
from tests.page.browsing import LAPTOP, Visitor
from tests.page.looking import DRAWN, fits, violations
from tests.page.test_viewport import BETWEEN_BARS, WATCH, unreachable

Come = Callable[..., Visitor]


def at_step(page: Page, number: int) -> None:
    expect(
        page.locator(f"[data-testid=lesson][data-step='{number}'][aria-busy=false]:not([data-showing])")
    ).to_be_visible()


def test_somebody_new_learns_sixteen_on_a_phone_and_then_plays(visitor: Come) -> None:
    lesson = parts.lesson(GAMES["sixteen"])
    assert lesson is not None
    ann = visitor(lang="fr", phone=True, size=BETWEEN_BARS)
    page = ann.visit("/g/sixteen")
    page.get_by_test_id("learn").click()
    for number, step in enumerate(lesson.steps):
        at_step(page, number)
        expect(page.get_by_test_id("caption")).to_contain_text(step.say["fr"])
        if number == 0:
            page.evaluate(WATCH)
            assert violations(page) == []
        page.evaluate(DRAWN)
        assert (number, unreachable(page), page.locator("footer button").last.is_visible()) == (number, [], True)
        for place in step.point:
            assert page.locator(f"[data-pointed][data-spot~={place}]").count() == 1, (number, place)
        assert page.locator(".hinted").count() == (1 if step.accepted and not step.find else 0), number
        if number == 2:  # what is asked for, what is not, and what no rule allows
            assert page.locator(".hinted").get_attribute("data-action") == "play b6"
            page.locator("[data-action='play g4']").click()
            expect(page.get_by_test_id("wrong")).to_contain_text(step.instead["play *"]["fr"])
            fits(page)
        if number == 5:  # away, and back another day
            page.goto(ann.address + "/learn")
            expect(page.locator("[data-lesson=sixteen]")).to_contain_text("Reprendre")
            page.locator("[data-lesson=sixteen]").click()
            at_step(page, number)
            page.evaluate(WATCH)
            page.get_by_test_id("back").click()
            at_step(page, number - 1)
            page.locator(f"[data-action='{lesson.steps[number - 1].accepted[0]}']").click()
            at_step(page, number)
        if number == len(lesson.steps) - 1:
            count, play_on = (
                page.locator(f"footer {one}").bounding_box() for one in ("small", "[data-testid=play-on]")
            )
            assert count and play_on and count["x"] + count["width"] <= play_on["x"]
            break
        if not step.accepted:
            page.get_by_test_id("next").focus()
            page.keyboard.press("Enter")
        elif (action := step.accepted[-1]).startswith("play joker"):
            page.get_by_test_id("joker").click()
            page.locator(f"[data-action='{action}']").click()
        else:
            page.locator(f"[data-action='{action}']").click()
    page.get_by_test_id("play-on").click()
    expect(page.get_by_test_id("turn")).to_be_visible()
    head = page.evaluate("async () => (await (await fetch('/api/me/tables')).json())")
    assert head["tables"] == []  # nothing but the new table, which is not over


def begun(come: Come, game: str, step: int, size: ViewportSize) -> Page:
    """Somebody who has come back to a lesson that they had begun."""
    ann = come(lang="fr", phone=size["width"] < 800, size=size)
    ann.context.add_init_script(f"""if (location.protocol === 'http:') {{
      const kept = JSON.parse(localStorage.getItem('tablee') ?? '{{}}')
      const lessons = {{ {game}: {{ step: {step}, chosen: {{}}, done: false }} }}
      localStorage.setItem('tablee', JSON.stringify({{ lessons, ...kept }}))
    }}""")
    page = ann.visit(f"/learn/{game}")
    at_step(page, step)
    page.evaluate(DRAWN)
    return page


def test_a_hand_of_eight_soldiers_leaves_the_mission_in_sight_on_a_phone(visitor: Come) -> None:
    for step in (4, 6):
        page = begun(visitor, "code21", step, BETWEEN_BARS)
        assert (
            page.evaluate(
                "() => { const main = document.querySelector('main'); return main.scrollHeight - main.clientHeight }"
            )
            == 0
        )


@pytest.mark.parametrize("size", [BETWEEN_BARS, LAPTOP], ids=["phone", "laptop"])
def test_my_rack_lies_over_no_tile_of_the_pad(visitor: Come, size: ViewportSize) -> None:
    page = begun(visitor, "code777", 22, size)
    covered = """() => [...document.querySelectorAll('[data-testid^=mark-]')].filter((one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }).map((one) => one.dataset.testid)"""
    assert page.locator("[data-testid^=mark-]").count() == 28
    assert page.evaluate(covered) == []


def test_what_was_begun_by_mistake_is_put_away_with_the_step(visitor: Come) -> None:
    page = begun(visitor, "code777", 3, BETWEEN_BARS)
    page.get_by_test_id("declare").click()
    for digit in "111":
        page.get_by_test_id(f"pick-{digit}").click()
    page.locator("[data-action='declare 1,1,1']").click()
    expect(page.get_by_test_id("wrong")).to_be_visible()
    expect(page.get_by_test_id("declare-close")).to_be_visible()  # to be changed, at this step
    page.locator("[data-action=ask]").click()
    at_step(page, 4)
    expect(page.get_by_test_id("declare-close")).to_have_count(0)


def test_the_table_after_a_lesson_knows_somebody_new_by_the_name_of_the_lesson(visitor: Come) -> None:
    lesson = parts.lesson(GAMES["coda"])
    assert lesson is not None
    page = begun(visitor, "coda", 1, BETWEEN_BARS)
    expect(page.get_by_test_id("caption")).to_contain_text("On vous appelle ici Mésange.")
    page = begun(visitor, "coda", len(lesson.steps) - 1, BETWEEN_BARS)
    page.get_by_test_id("play-on").click()
    expect(page.locator(".plate.mine")).to_contain_text("Mésange")
