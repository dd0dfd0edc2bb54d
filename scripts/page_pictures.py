"""The pictures of the page in docs/pictures, and its icons: the real page in a real browser, served by the program.

Every room and every board, on a phone and on a laptop, by day and by lamplight. Moves are those that the hints advise,
so that a picture shows a game as people play it.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser
from tests.page.browsing import Visitor, browser, served
from tests.server.serving import Served

from tablee.games import GAMES

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
FETCH = """async ([method, path, body]) => {
  const init = { method, headers: { 'content-type': 'application/json' } }
  const answer = await fetch(path, body === null ? init : { ...init, body: JSON.stringify(body) })
  const text = await answer.text()
  return text ? JSON.parse(text) : null
}"""
SHOWN: dict[str, tuple[dict[str, str], int]] = {  # options, and after how many of my moves
    "coda": ({"players": "3"}, 7),
    "code21": ({}, 8),
    "code777": ({"players": "3"}, 9),
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


def played(visitor: Visitor, table: str, moves: int | None) -> None:
    """So many moves of mine as the hints advise; all, if None."""
    call(visitor, "POST", f"/api/tables/{table}", {"id": "start", "start": True, "seat": 0})
    done = 0
    while True:
        news = call(visitor, "GET", f"/api/tables/{table}")[0]
        if news["awaits"]["kind"] == "over":
            return
        if news["seat"] not in news["awaits"]["seats"]:
            time.sleep(0.05)
            continue
        if done == moves:
            return
        advice = call(visitor, "GET", f"/api/tables/{table}/help?seat=0").get("weighed", [])
        do = next((one["do"] for one in advice if one["do"]), news["legal"][0])
        call(visitor, "POST", f"/api/tables/{table}", {"id": f"move {done}", "do": do, "seat": 0})
        done += 1


def pictured(visitor: Visitor, name: str, path: str, phone: bool, dark: bool, wait: int = 1500) -> None:
    visitor.visit(path)
    visitor.page.locator("main:not([aria-busy=true])").wait_for()
    visitor.page.wait_for_timeout(wait)
    file = PICTURES / f"page-{name}-{390 if phone else 1280}-{'dark' if dark else 'light'}.jpg"
    visitor.page.screenshot(path=str(file), type="jpeg", quality=80)


def pictures(browser: Browser, house: Served) -> None:
    for phone, dark in LOOKS:
        ann = Visitor(browser, house.address, phone=phone, dark=dark, lang="en" if dark else "fr")
        ann.visit("/")
        call(ann, "POST", "/api/me", {"name": "Mésange", "lang": "en" if dark else "fr"})
        waiting = opened(ann, "coda", {"players": "3"}, "open", join="anyone")
        ended = opened(ann, "coda", {})
        played(ann, ended, None)
        rooms = {
            "home": "/", "game": "/g/sixteen", "rules": "/g/coda/rules", "room": f"/t/{waiting}", "end": f"/t/{ended}",
            "study": f"/study?table={ended}&at=30", "corner": "/me",
            "million": "/lab", "claims": "/lab/coda",
        }  # fmt: skip
        for name, path in rooms.items():
            pictured(ann, name, path, phone, dark)
        device = opened(ann, "sixteen", {}, "me")
        call(ann, "POST", f"/api/tables/{device}", {"id": "start", "start": True, "seat": 0})
        pictured(ann, "curtain", f"/t/{device}", phone, dark)
        for game, (options, moves) in SHOWN.items():
            table = opened(ann, game, options)
            played(ann, table, moves)
            pictured(ann, game, f"/t/{table}", phone, dark)
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


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, browser() as opened_browser:
        icons(opened_browser)
        with served(Path(folder)) as house:
            pictures(opened_browser, house)
