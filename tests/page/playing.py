"""Two people, two browsers, one whole game by clicking: the same for every game, but for the hands.

The driver asks the server, in each player's own name, what they may do; the hands then do it on the page, as a person
would; and the page is read to see that it was done.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.page.browsing import Visitor
from tests.waiting import Waiting

Hands = Callable[[Page, str], None]
SHOWN = "() => window.tablee?.shown.splice(0) ?? []"  # how the lines since the last look were shown
ASK = """async (path) => {
  if (window.tablee?.ask) return await window.tablee.ask(path) // the page's own server
  const answer = await fetch(path)
  return await answer.json()
}"""


def at_the_table(page: Page) -> str:
    """The id of the table that this page shows."""
    found = re.search(r"/t/([^/?#]+)", page.url)
    assert found, page.url
    return found[1]


def stands(page: Page) -> dict[str, Any]:
    """How the table stands for whoever sits at this browser, by the server."""
    news: list[dict[str, Any]] = page.evaluate(ASK, f"/api/tables/{at_the_table(page)}")
    return news[0]


def wait_on_page(page: Page, holds: Callable[[], bool], what: str = "") -> None:
    """Waits until a condition holds, however busy the machine is. `what` says what was awaited if it never does."""
    waiting = Waiting(f"{what or 'a condition'} at {page.url}")
    while not holds():
        waiting.check()
        page.wait_for_timeout(20)  # lets the browser's events in before the next look


def answered(page: Page) -> None:
    """Waits until the page has the answer to the last thing that was asked for."""
    expect(page.locator(".table[aria-busy=false]")).to_be_visible()


def at_rest(page: Page) -> bool:
    """Lets time pass on a page whose clock is the test's, and says whether everything has been shown."""
    page.clock.run_for(400)
    return page.locator(".table[data-showing]").count() == 0


def is_mine(page: Page) -> bool:
    """Lets time pass on a page whose clock is the test's, and says whether it shows that it is my turn. The server may
    know of it sooner; until the page does, a tap only shows what is now."""
    page.clock.run_for(400)
    return page.locator("[data-testid=turn].mine").count() > 0


def in_one_step(legal: list[str], rng: Random) -> str:
    """Anything but a declaration in Code 777: there are so many of them that hardly anything else would be done."""
    return rng.choice([action for action in legal if not action.startswith("declare ")] or legal)


def grows(page: Page, n: int) -> None:
    """Waits until the server has stored more than these events."""
    wait_on_page(page, lambda: stands(page)["n"] > n, f"event {n + 1}")


def open_with_friends(host: Visitor, game: str, name: str, options: dict[str, str]) -> str:
    """Takes the box from the shelf and opens a table for friends; the table's address."""
    page = host.visit("/")
    page.locator(f"a[data-game={game}]").click()
    page.get_by_test_id("way-friends").click()
    page.get_by_test_id("my-name").fill(name)
    rules = dict(options)
    if players := rules.pop("players", ""):
        page.get_by_test_id(f"players-{players}").click()
    if rules:
        page.get_by_test_id("rules-one-by-one").locator("summary").click()
    for option, value in rules.items():
        field = page.locator(f"#option-{option}")
        if field.evaluate("node => node.tagName") == "SELECT":
            field.select_option(value)
        elif field.get_attribute("type") == "checkbox":
            field.set_checked(value == "on")
        else:
            field.fill(value)
    page.get_by_test_id("open-friends").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_test_id("start")).to_be_visible()
    return page.url.removeprefix(host.address)


def join(guest: Visitor, path: str, name: str, seat: int = 1) -> None:
    page = guest.visit(path)
    page.get_by_test_id("name").fill(name)
    page.get_by_test_id(f"sit-{seat}").click()
    expect(page.get_by_test_id(f"sit-{seat}")).to_have_count(0)


def start(host: Visitor) -> None:
    """Bots on the chairs that are still empty, then off we go."""
    bots = host.page.get_by_test_id("bot-here")
    free = [chair for chair in stands(host.page)["head"]["chairs"] if chair["kind"] in ("open", "link")]
    expect(bots).to_have_count(len(free))  # who has just sat down is seen to sit
    while empty := bots.count():
        bots.first.click()
        expect(bots).to_have_count(empty - 1)
    host.page.get_by_test_id("start").click()
    expect(host.page.get_by_test_id("turn")).to_be_visible()


def acting(page: Page) -> list[str]:
    """What this browser's player may do now; nothing where somebody else is awaited."""
    return due(stands(page))


def due(news: dict[str, Any]) -> list[str]:
    awaits = news.get("awaits") or {}
    return news.get("legal", []) if news["seat"] in awaits.get("seats", ()) else []


def play_to_the_end(
    players: list[Visitor], hands: Hands, rng: Random, *, choose: Callable[[list[str], Random], str] | None = None,
    moves: int = 600, between: Callable[[int], None] = lambda done: None,
) -> int:  # fmt: skip
    """Plays until the page itself says who has won; returns how many moves people made. `between` runs after each."""
    done, page = 0, players[0].page
    due_now: list[tuple[Visitor, dict[str, Any]]] = []

    def somebody_can_move() -> bool:
        found = ((player, stands(player.page)) for player in players)
        due_now[:] = [(player, news) for player, news in found if due(news)][:1]
        return bool(due_now) or page.get_by_test_id("result").count() > 0

    while done < moves:
        wait_on_page(page, somebody_can_move, "somebody who can move")
        if not due_now:
            break
        [(player, before)] = due_now
        hands(player.page, (choose or (lambda several, rng: rng.choice(several)))(due(before), rng))
        answered(player.page)  # it was this move that was answered
        assert stands(player.page)["n"] > before["n"]
        done += 1
        between(done)
    for player in players:
        expect(player.page.get_by_test_id("result")).to_be_visible()
    return done


def whole_game(
    come: Callable[..., Visitor], game: str, hands: Hands, *, options: dict[str, str] | None = None, seed: int = 1,
    **more: Any,
) -> tuple[Visitor, Visitor]:  # fmt: skip
    """A laptop in English and a phone in French play a whole game."""
    ann, ben = come(lang="en"), come(lang="fr", phone=True)
    join(ben, open_with_friends(ann, game, "Ann", options or {}), "Ben")
    start(ann)
    play_to_the_end([ann, ben], hands, Random(seed), **more)
    return ann, ben
