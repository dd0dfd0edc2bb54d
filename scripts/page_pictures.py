"""Takes the pictures of the page in docs/pictures, and its icons: the real page in a browser, served by the program.

It shows every page, every board and every state of a page, on a phone and on a laptop, in the light and the dark
theme; and, for the player's guide, some of them on a phone in each language. `python -m scripts.page_pictures guide`
takes only those, `previews` only the pictures for previews of links. Moves are those that hints advise, so that a
picture shows a game as people play it. Each picture is taken when its subject is visible.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect
from tests.page.browsing import Visitor, browser, served
from tests.server.serving import Served

from tablee.games import GAMES
from tablee.languages import HOME, LANGS, Lang
from tablee.words import words

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
FETCH = """async ([method, path, body]) => {
  const init = { method, headers: { 'content-type': 'application/json' } }
  const answer = await fetch(path, body === null ? init : { ...init, body: JSON.stringify(body) })
  const text = await answer.text()
  return text ? JSON.parse(text) : null
}"""
MINE = ".table[data-status=live] [data-testid=turn].mine"
SHOWN: dict[str, tuple[dict[str, str], int]] = {  # options, and after how many of my moves
    "coda": ({"players": "3"}, 7),
    "code21": ({}, 8),
    "code777": ({"players": "3"}, 6),
    "golden21": ({}, 9),
    "sixteen": ({}, 6),
}
LOOKS = [(phone, dark) for phone in (True, False) for dark in (False, True)]


def call(visitor: Visitor, method: str, path: str, body: Any = None) -> Any:
    return visitor.page.evaluate(FETCH, [method, path, body])


def opened(visitor: Visitor, game: str, options: dict[str, str], kinds: str = "bot", **more: Any) -> str:
    players = int(options["players"]) if "players" in options else GAMES[game].options().players
    seats = [{"kind": "me"}, *[{"kind": kinds, **({"level": "club"} if kinds == "bot" else {})}] * (players - 1)]
    table: str = call(visitor, "POST", "/api/tables", {"game": game, "options": options, "seats": seats,
                                                       "help": "full", **more})["id"]  # fmt: skip
    return table


def ask(visitor: Visitor, table: str, **verb: Any) -> None:
    call(visitor, "POST", f"/api/tables/{table}", {"id": next(iter(verb)), "seat": 0, **verb})


def played(visitor: Visitor, table: str, moves: int | None, advised: bool = True) -> bool:
    """So many moves of mine, or all: those that the hints advise, or any. Whether the game still goes on."""
    ask(visitor, table, start=True)
    done = 0
    while True:
        news = call(visitor, "GET", f"/api/tables/{table}")[0]
        if news["awaits"]["kind"] == "over":
            return False
        if news["seat"] not in news["awaits"]["seats"]:
            time.sleep(0.05)
            continue
        if done == moves:
            return True
        advice = call(visitor, "GET", f"/api/tables/{table}/help?seat=0").get("weighed", []) if advised else []
        do = next((one["do"] for one in advice if one["do"]), news["legal"][0])
        call(visitor, "POST", f"/api/tables/{table}", {"id": f"move {done}", "do": do, "seat": 0})
        done += 1


class Look:
    """Somebody who takes pictures: on a phone or a laptop, in the light or the dark theme, or for the guide."""

    def __init__(
        self, browser: Browser, house: Served, phone: bool, dark: bool, guide_lang: Lang | None = None
    ) -> None:
        lang = guide_lang or ("en" if dark else "fr")
        self.ann = Visitor(browser, house.address, phone=phone, dark=dark, lang=lang)
        size, theme = 390 if phone else 1280, "dark" if dark else "light"
        self.file = f"guide-{{name}}.{lang}.jpg" if guide_lang else f"page-{{name}}-{size}-{theme}.jpg"
        self.ann.visit("/")
        call(self.ann, "POST", "/api/me", {"name": "Robin" if guide_lang == "en" else "Mésange", "lang": lang})

    def visit(self, path: str, about: str, wait: int = 1500) -> None:
        """Goes there, and waits until it has settled and this is to be seen."""
        self.ann.visit(path)
        self.ann.page.locator("main:not([aria-busy=true])").wait_for()
        expect(self.ann.page.locator(about).first).to_be_visible()
        self.ann.page.wait_for_timeout(wait)

    def take(self, name: str, about: str) -> None:
        """The picture, if what it is about is in it."""
        subject = self.ann.page.locator(about).first
        subject.scroll_into_view_if_needed()
        expect(subject).to_be_in_viewport()
        file = PICTURES / self.file.format(name=name)
        self.ann.page.screenshot(path=str(file), type="jpeg", quality=80)

    def picture(self, name: str, path: str, about: str) -> None:
        self.visit(path, about)
        self.take(name, about)


def rooms(look: Look) -> None:
    ann = look.ann
    waiting = opened(ann, "coda", {"players": "3"}, "open", join="anyone")
    ended = opened(ann, "coda", {})
    played(ann, ended, None)
    lines = call(ann, "GET", f"/api/tables/{ended}")[0]["head"]["lines"]
    look.picture("home", "/", "a[data-game]")
    look.picture("game", "/g/sixteen", "[data-testid=open-bots]")
    look.picture("rules", "/g/coda/rules", "main h1")
    look.picture("room", f"/t/{waiting}", "[data-testid=start]")
    look.picture("end", f"/t/{ended}", "[data-testid=result]")
    look.picture("study", f"/study?table={ended}&at={lines * 2 // 3}", "[data-testid=step-back]")
    look.picture("profile", "/me", "main h1")
    look.picture("claims-index", "/claims", "main h1")
    look.picture("claims", "/claims/code21", "main h1")


def states(look: Look) -> None:
    """Alone behind a curtain, refused, paused, offline, at a real table, lost, and looking back with the master."""
    ann, page = look.ann, look.ann.page
    device = opened(ann, "sixteen", {}, "me")
    ask(ann, device, start=True)
    look.picture("curtain", f"/t/{device}", "[data-testid=curtain]")

    table = opened(ann, "code21", {"first": "0"})
    ask(ann, table, start=True)
    look.visit(f"/t/{table}", MINE)
    page.locator("[data-action=accuse]").click(force=True)
    look.take("refused", "[data-testid=refused] a")
    ask(ann, table, offer="pause")
    look.picture("paused", f"/t/{table}", ".table[data-status=paused] [data-testid=turn] button")
    ask(ann, table, resume=True)
    look.visit(f"/t/{table}", MINE)
    ann.context.set_offline(True)
    look.take("offline", "[data-testid=offline]")
    ann.context.set_offline(False)

    real_table(look)
    look.picture("lost", "/t/nowhere", "main a[href='/']")
    review(look)


def real_table(look: Look) -> None:
    table = opened(look.ann, "golden21", {"players": "3"}, "me", real=True)
    ask(look.ann, table, start=True)
    look.picture("real", f"/t/{table}", "[data-testid=tray]")


def review(look: Look) -> None:
    """Of a short game, because the master takes its time; and a careless one, so that it has something to say."""
    ann, page = look.ann, look.ann.page
    left = opened(ann, "coda", {"dealing": "random"})
    played(ann, left, 4, advised=False)
    ask(ann, left, resign=True)
    look.visit(f"/study?table={left}&at=1", "[data-testid=ask-master]")
    page.get_by_test_id("ask-master").click()
    page.get_by_test_id("turning-point").first.click(timeout=120_000)
    look.take("review", "[data-testid=verdict]")


def board(look: Look, name: str, game: str, options: dict[str, str], moves: int) -> None:
    """A game after so many moves, if nobody has won by then; else another."""
    table = opened(look.ann, game, options)
    while not played(look.ann, table, moves):
        table = opened(look.ann, game, options)
    look.picture(name, f"/t/{table}", MINE)


def boards(look: Look) -> None:
    for game, (options, moves) in SHOWN.items():
        board(look, game, game, options, moves)


def pictures(browser: Browser, house: Served) -> None:
    looks = [Look(browser, house, phone, dark) for phone, dark in LOOKS]
    for look in looks:  # while nobody has opened a table yet
        look.picture("empty", "/", "main .none")
    for look in looks:
        for part in (rooms, states, boards):
            part(look)
        look.ann.close()


def guide(browser: Browser, house: Served) -> None:
    """What the player's guide shows, in each language."""
    for lang in LANGS:
        look = Look(browser, house, phone=True, dark=False, guide_lang=lang)
        ann, page = look.ann, look.ann.page
        look.picture("shelf", "/", "a[data-game]")
        look.picture("game", "/g/sixteen", "[data-testid=open-bots]")
        board(look, "board", "coda", {"players": "3"}, 4)
        waiting = opened(ann, "coda", {"players": "3"}, "open", join="anyone")
        look.visit(f"/t/{waiting}", "[data-testid=start]")
        page.get_by_role("button", name="QR").click()
        page.wait_for_function("document.querySelector('main .invite img')?.complete")
        page.evaluate("scrollTo(0, 0)")  # the code, once it is there, comes to the middle of the window
        look.take("room", "main svg, main img")
        device = opened(ann, "sixteen", {}, "me")
        ask(ann, device, start=True)
        look.picture("curtain", f"/t/{device}", "[data-testid=curtain]")
        real_table(look)
        review(look)
        ann.close()


def icons(browser: Browser) -> None:
    """The icon as pixels, for the systems that want them."""
    public = ROOT / "web" / "public"
    for size in (192, 512):
        page = browser.new_page(viewport={"width": size, "height": size})
        drawing = (public / "icon.svg").read_text(encoding="utf-8")
        page.set_content(f"<style>*{{margin:0}}svg{{width:{size}px;height:{size}px;display:block}}</style>{drawing}")
        page.screenshot(path=str(public / f"icon-{size}.png"), omit_background=True)
        page.close()


LID = """([cover, title]) => {
  const drawing = document.querySelector(cover).cloneNode(true)
  document.querySelector('#lid')?.remove()
  const lid = document.createElement('div')
  lid.id = 'lid'
  lid.style.cssText = 'position:fixed;inset:0;z-index:99;display:grid;grid-template-columns:840px 1fr;'
    + 'align-items:center;background:var(--felt);color:#f7f1e5'
  drawing.style.cssText = 'display:block;width:840px;height:630px;position:relative;overflow:hidden'
  const said = document.createElement('div')
  said.style.cssText = 'padding:40px;font:600 58px/1.1 var(--title)'
  said.textContent = title
  lid.append(drawing, said)
  document.body.append(lid)
}"""


def previews(browser: Browser, house: Served) -> None:
    """The lids of the boxes, for previews of links."""
    page = browser.new_page(viewport={"width": 1200, "height": 630}, color_scheme="light")
    folder = ROOT / "web" / "public" / "previews"
    folder.mkdir(exist_ok=True)
    page.goto(house.address)
    for game in GAMES:
        cover = f".box[data-game={game}] > .cover"
        expect(page.locator(cover)).to_be_visible()
        page.evaluate(LID, [cover, words(HOME, GAMES[game]).title])
        page.screenshot(path=str(folder / f"{game}.png"))
    page.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, browser() as opened_browser:
        only = sys.argv[1:]
        if not only:
            icons(opened_browser)
        with served(Path(folder), host="0.0.0.0") as house:  # so that the link of a table is one for others
            if only != ["guide"]:
                previews(opened_browser, house)
            if not only:
                pictures(opened_browser, house)
            if only != ["previews"]:
                guide(opened_browser, house)
