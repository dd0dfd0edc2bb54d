"""Takes pictures of the key moments and of the ends of real games, for people to look at.

`python -m scripts.moment_pictures FOLDER [GAME ...]` plays each game until it has been won, lost and drawn (where the
rules know a draw), on a phone and on a laptop, in the light and in the dark theme. Of every kind of key moment it takes
some frames, and of every end a picture. Contact sheets show them side by side: `sheet-GAME-LOOK.png` what is to be
read, `film-GAME-LOOK.png` how it arrives. The page's clock is the script's, so no moment is missed.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, expect
from tests.page.browsing import Visitor, browser, served
from tests.server.serving import Served

from tablee.games import GAMES

SIZES = {"phone": (390, 664), "laptop": (1280, 800)}
LOOKS = [(screen, theme) for screen in SIZES for theme in ("light", "dark")]
LANGS = {("phone", "light"): "fr", ("phone", "dark"): "en", ("laptop", "light"): "en", ("laptop", "dark"): "fr"}
FRAMES = (40, 160, 320, 5000)  # milliseconds after a moment began; the last one is how it stays
STEP = 200  # milliseconds of the page's clock between two looks
MANY = 40  # games until one ends as wanted
SHORT: dict[str, dict[str, str]] = {  # options of games that end soon
    "code21": {"missions": "5,6,7"},
    "golden21": {"years": "2", "players": "3"},
    "sixteen": {"players": "2"},
    "coda": {"players": "3"},
    "code777": {"players": "3", "target": "2"},
}
EVEN: dict[str, dict[str, str]] = {  # options of games that often end in a draw; Code de Vinci knows none
    "code21": {"players": "2", "missions": "5,5", "first": "0"},
    "golden21": {"players": "3", "goal": "killer", "years": "1"},
    "sixteen": {"players": "2"},
    "code777": {"players": "2", "limit": "4"},
}
DRAW_BY_PLAN = {  # what each seat does, where hardly any game ends in a draw by chance
    "code21": (
        ["play 1 down", "stake 2 on 0", "play 4 down", "accuse", "stake 0"],
        ["accuse", "stake 2 on 1", "play 1 down", "stake 0"],
    ),
}
# What moves is held at this many milliseconds after it began.
HOLD = """(at) => {
  for (const one of document.getAnimations()) {
    one.pause()
    one.currentTime = Math.min(at, one.effect.getComputedTiming().endTime)
  }
}"""
SHEET = """<style>body{margin:0;background:#888;font:14px sans-serif}main{display:grid;gap:8px;padding:8px;
grid-template-columns:repeat(%d,%dpx);align-items:start}img{width:100%%;display:block}</style><main>%s</main>"""


class Picture(NamedTuple):
    name: str
    png: bytes


# ---- the games ------------------------------------------------------------------


def outcome(news: dict[str, Any]) -> str:
    ranks = news["awaits"]["ranks"]
    if len(ranks) > 1 and set(ranks) == {1}:
        return "draw"
    return "victory" if ranks[0] == 1 else "defeat"


class Evening:
    """A table at which the first seat is mine, and the others are bots' or, for a draw, also played from here."""

    def __init__(self, house: Served, me: str, game: str, wanted: str) -> None:
        self.house, self.wanted, self.rng = house, wanted, Random()
        options = dict((EVEN if wanted == "draw" else SHORT)[game])
        players = int(options.pop("players", GAMES[game].options().players))
        other = {"kind": "open"} if wanted == "draw" else {"kind": "bot", "level": self.level}
        settings = {"options": options, "help": "full", "fallen": "wait"}
        self.table = house.table(me, game, [{"kind": "me"}, *[other] * (players - 1)], **settings)
        self.plan = [iter(moves) for moves in DRAW_BY_PLAN.get(game, ())] if wanted == "draw" else []
        self.tokens = [me]
        if wanted == "draw":
            self.tokens += [house.guest(name) for name in ("Robin", "Colvert")[: players - 1]]
            for seat, token in enumerate(self.tokens[1:], start=1):
                house.ask(self.table, token, seat=seat, sit=("Robin", "Colvert")[seat - 1])

    @property
    def level(self) -> str:
        return "random" if self.wanted == "victory" else "club"

    def play(self) -> str:
        """To the end; how it ended for me."""
        while True:
            for token in self.tokens:
                (news,) = self.house.call("GET", f"/api/tables/{self.table}", None, token)
                if news["awaits"]["kind"] == "over":
                    return outcome(self.house.call("GET", f"/api/tables/{self.table}", None, self.tokens[0])[0])
                if news["seat"] in news["awaits"]["seats"]:
                    self.house.ask(self.table, token, do=self.choose(news))

    def choose(self, news: dict[str, Any]) -> str:
        if self.plan:
            return str(next(self.plan[news["seat"]]))
        if self.wanted == "victory":
            helping = self.house.call("GET", f"/api/tables/{self.table}/help?seat=0", None, self.tokens[0])
            for thought in helping.get("weighed", []):
                if thought["do"]:
                    return str(thought["do"])
        gentle = [action for action in news["legal"] if not action.startswith("declare ")]
        return str(self.rng.choice(gentle or news["legal"]))


# ---- the pictures ---------------------------------------------------------------


def watch(page: Page, seen: set[str]) -> Iterator[tuple[str, Picture]]:
    """Frames of every kind of key moment that was not seen before, as the lines are shown, and of the end."""
    while page.locator(".table[data-showing]").count():
        moment = page.locator("[data-moment]")
        if moment.count():
            kind = f"{moment.get_attribute('data-moment')}-{(moment.get_attribute('class') or '').split()[1]}"
            if kind not in seen:
                seen.add(kind)
                for number, at in enumerate(FRAMES):
                    page.evaluate(HOLD, at)
                    yield kind, Picture(f"{kind}-{number}", page.screenshot())
        page.clock.run_for(STEP)


def end(page: Page, name: str) -> Picture:
    expect(page.get_by_test_id("result")).to_be_visible()
    page.clock.run_for(3000)
    page.wait_for_load_state("networkidle")  # what was hidden is turned up
    page.evaluate(HOLD, FRAMES[-1])
    return Picture(f"end-{name}", page.screenshot())


def contact_sheet(browser: Browser, file: Path, pictures: list[Picture], columns: int, width: int) -> None:
    shown = ""
    for name, png in pictures:
        source = f"data:image/png;base64,{base64.b64encode(png).decode()}"
        shown += f"<figure style='margin:0'>{name}<img src='{source}'></figure>"
    page = browser.new_page(viewport={"width": columns * (width + 8) + 8, "height": 400})
    page.set_content(SHEET % (columns, width, shown))
    page.screenshot(path=str(file), full_page=True)
    page.close()


def take(browser: Browser, house: Served, folder: Path, game: str, look: tuple[str, str]) -> None:
    screen, theme = look
    width, height = SIZES[screen]
    ann = Visitor(browser, house.address, phone=screen == "phone", dark=theme == "dark", lang=LANGS[look], calm=False,
                  speed="normal", size={"width": width, "height": height})  # fmt: skip
    page = ann.page
    page.clock.install()
    ann.visit("/")
    me = ann.context.request.post(house.address + "/api/me", data={"name": "Mésange", "lang": LANGS[look]}).json()[
        "token"
    ]
    seen: set[str] = set()
    films, stills = list[Picture](), list[Picture]()
    for wanted in ("victory", "defeat", *(["draw"] if game in EVEN else [])):
        for _ in range(MANY):
            evening = Evening(house, me, game, wanted)
            page.goto(f"{house.address}/t/{evening.table}")
            expect(page.get_by_test_id("start")).to_be_visible()
            page.clock.pause_at(page.evaluate("() => Date.now() / 1000 + 1"))
            house.ask(evening.table, me, start=True)
            ended = evening.play()
            if ended == wanted:
                break
            page.clock.resume()
        else:
            print(f"{game}: no {wanted} in {MANY} games")
            continue
        expect(page.locator(".table[data-showing]")).to_be_visible()
        for kind, picture in watch(page, seen):
            films.append(picture)
            if picture.name == f"{kind}-{len(FRAMES) - 1}":
                stills.append(picture)
        stills.append(end(page, wanted))
        page.clock.resume()
    ann.close()
    columns, wide = (5, 390) if screen == "phone" else (3, 640)
    contact_sheet(browser, folder / f"sheet-{game}-{screen}-{theme}.png", stills, columns, wide)
    contact_sheet(
        browser,
        folder / f"film-{game}-{screen}-{theme}.png",
        films,
        2 * len(FRAMES) if screen == "phone" else len(FRAMES),
        wide // 2,
    )
    for picture in stills:
        (folder / f"{game}-{screen}-{theme}-{picture.name}.png").write_bytes(picture.png)


if __name__ == "__main__":
    target, *only = sys.argv[1:]
    made = Path(target)
    made.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store, browser() as opened, served(Path(store)) as running:
        for one in only or GAMES:
            for shown in LOOKS:
                take(opened, running, made, one, shown)
