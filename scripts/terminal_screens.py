"""Takes SVG pictures of every screen of the terminal, in each language and at three widths, to look at.

    python -m scripts.terminal_screens FOLDER [GAME …]

Too small is 60 columns, the smallest window 80, and from 110 on the log stands beside the board.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

from textual.pilot import Pilot
from textual.widgets import Input

from scripts.terminal_pictures import without_font
from tablee.contract import Happened, Played
from tablee.games import GAMES, parts
from tablee.languages import LANGS, Lang
from tablee.record import told_apart
from tablee.terminal.app import TerminalApp
from tablee.terminal.dialogs import CurtainScreen
from tablee.terminal.full_screen import FullScreen
from tablee.terminal.notebook import TerminalNotebook
from tablee.terminal.notebook_screen import NotebookScreen
from tablee.terminal.replay import load
from tablee.terminal.step_screen import StepApp
from tablee.terminal.table import TerminalTable
from tablee.terminal.table_screen import TableScreen

SIZES = ((60, 20), (80, 24), (120, 40))
NAMES = ("Ann", "bot moka", "bot moka", "bot moka")
PEOPLE = ("Ann", "Ben", "Cléo", "Dan")
REAL_MOVES = 30  # before the pictures of a real table
PAGES = {"help": "question_mark", "rules": "f1", "hint": "f5", "aid": "f6", "sheet": "f7"}
MOVES = 6  # of the person, before the pictures of a table
NOTES = {
    "coda": [
        "ann",
        "0 black 3 black 3 white 7 white",  # in full: in French, "b" is a white tile
        "black white black white",
        "black white white black",
        "9 white",
        "ben 1 5 wrong",
    ],
    "code777": ["ben", "1g 2y 3k", "4n 4n 5r", "5k 6p 7b", "16 first", "12 first"],
    "sixteen": ["ben", "g3", "o5"],
}


class Camera:
    """Pictures of one program, in files that are named after what they show."""

    def __init__(self, folder: Path, lang: Lang, width: int) -> None:
        self.folder, self.end = folder, f"{lang}-{width}"

    def take(self, app: TerminalApp, name: str) -> None:
        (self.folder / f"{name}-{self.end}.svg").write_text(without_font(app.export_screenshot()), encoding="utf-8")

    async def pages(self, app: TerminalApp, pilot: Pilot[None], name: str) -> None:
        """What opens over the screen at each key."""
        below = app.screen
        for page, key in PAGES.items():
            await pilot.press(key)
            thinks = page == "hint" and isinstance(below, TableScreen) and isinstance(below.asked, int)
            await until(pilot, lambda: app.screen is not below, 500 if thinks else 10)
            if app.screen is not below:
                self.take(app, f"{name}-{page}")
                await pilot.press("escape")
                await until(pilot, lambda: app.screen is below)


async def until(pilot: Pilot[None], condition: Callable[[], bool], rounds: int = 500) -> None:
    for _ in range(rounds):
        if condition():
            return
        await pilot.pause(0.02)


def asked(app: TerminalApp) -> bool:
    return isinstance(app.screen, TableScreen) and (app.screen.answer is not None or app.screen.table.over is not None)


async def table(name: str, lang: Lang, size: tuple[int, int], camera: Camera, files: Path) -> None:
    """A person against bots: in play with all pages, after a refusal, at the end, and step by step."""
    game = GAMES[name]
    options = game.options()
    names = told_apart(NAMES[: options.players])
    opened = TerminalTable.open(game, options, names, files / f"{name}.game", seed=5)
    app = FullScreen(lang, opened, pause=0)
    async with app.run_test(size=size) as pilot:
        for n in range(2000):
            await until(pilot, lambda: asked(app))
            if opened.over:
                break
            if n == MOVES:
                camera.take(app, f"{name}-play")
                await camera.pages(app, pilot, name)
                app.screen.query_one(Input).value = "zzz"
                await pilot.press("enter")
                camera.take(app, f"{name}-refused")
                if size[0] < 80:
                    return
                app.screen.query_one(Input).clear()
            await pilot.press("down", "enter")
            await until(pilot, lambda: asked(app))
        camera.take(app, f"{name}-end")
    steps = StepApp(lang, load(opened.path))
    async with steps.run_test(size=size) as pilot:
        await pilot.press("pagedown", "right", "right")
        await until(pilot, lambda: bool(steps.screen.opinions), 100)  # type: ignore[attr-defined]
        camera.take(steps, f"{name}-step")


async def real_table(name: str, lang: Lang, size: tuple[int, int], camera: Camera, files: Path) -> None:
    """People at a real table: what chance did is asked, and what comes after it."""
    game, rng = GAMES[name], Random(3)
    options = game.options()
    opened = TerminalTable.open(game, options, PEOPLE[: options.players], files / f"real-{name}.game", real=True)
    while len(opened.moves) < REAL_MOVES or opened.chance_to_type() is None:
        if (chance := opened.chance_to_type()) is not None:
            opened.play(Happened(chance.sample(rng)))
        else:
            seat = opened.awaited_people()[0]
            opened.play(Played(seat, rng.choice([one for one in opened.legal(seat) if not one.cuts_in])))
    app = FullScreen(lang, opened, pause=0)
    async with app.run_test(size=size) as pilot:
        for shown in ("chance", "next"):
            await until(pilot, lambda: asked(app) or isinstance(app.screen, CurtainScreen))
            if isinstance(app.screen, CurtainScreen):
                camera.take(app, f"real-{name}-curtain")
                await pilot.press("enter")
                await until(pilot, lambda: asked(app))
            camera.take(app, f"real-{name}-{shown}")
            if size[0] < 80 or (chance := opened.chance_to_type()) is None:
                break
            app.screen.query_one(Input).value = str(chance.sample(rng))
            await pilot.press("enter")


async def notebook(name: str, lang: Lang, size: tuple[int, int], camera: Camera, files: Path) -> None:
    """A notebook with each help, its pages, and closed."""
    game = GAMES[name]
    names = ("Ann", "Ben", "Cléo", "Dan")[: game.options().players if name != "coda" else 3]
    book = TerminalNotebook.open(game, game.options(players=len(names)), names, files / f"{name}.notebook")
    app = FullScreen(lang, notebook=book)
    async with app.run_test(size=size) as pilot:
        for n, text in enumerate(NOTES[name], 1):
            if size[0] < 80:
                break
            app.screen.query_one(Input).value = text
            await pilot.press("enter")
            await until(pilot, lambda n=n: len(book.entries) == n and not noting(app))  # type: ignore[misc]
        camera.take(app, f"notebook-{name}-play")
        await camera.pages(app, pilot, f"notebook-{name}")
        await pilot.press("f3")
        camera.take(app, f"notebook-{name}-deduction")
        await pilot.press("f10")
        camera.take(app, f"notebook-{name}-end")


def noting(app: TerminalApp) -> bool:
    return isinstance(app.screen, NotebookScreen) and app.screen.noting


async def shelf(lang: Lang, size: tuple[int, int], camera: Camera) -> None:
    """Every question of the shelf, the options one by one, and its help."""
    app = FullScreen(lang)
    async with app.run_test(size=size) as pilot:
        for n, keys in enumerate((["down", "enter"], ["enter"], ["enter"], ["enter"], ["end", "enter"])):
            camera.take(app, f"shelf-{n}")
            await pilot.press(*keys)
        camera.take(app, "shelf-options")
        await pilot.press("escape")
        await camera.pages(app, pilot, "shelf")


async def everything(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for lang in LANGS:
        for size in SIZES:
            camera = Camera(folder, lang, size[0])
            with tempfile.TemporaryDirectory() as files:
                jobs: list[Awaitable[None]] = [] if names else [shelf(lang, size, camera)]
                for name in names or GAMES:
                    jobs.append(table(name, lang, size, camera, Path(files)))
                    jobs.append(real_table(name, lang, size, camera, Path(files)))
                    if parts.has_notebook(GAMES[name]):
                        jobs.append(notebook(name, lang, size, camera, Path(files)))
                for job in jobs:
                    await job


if __name__ == "__main__":
    asyncio.run(everything(Path(sys.argv[1]), sys.argv[2:]))
