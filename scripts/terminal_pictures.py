"""Takes the pictures of the terminal in docs/pictures: the real screen, at some moment of a seeded game."""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

from tablee.games import GAMES
from tablee.languages import Lang
from tablee.record import told_apart
from tablee.terminal.full_screen import FullScreen
from tablee.terminal.table import TerminalTable
from tablee.terminal.table_screen import TableScreen

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"


async def picture(name: str, lang: Lang, decisions: int) -> None:
    """A person and bots, after so many of the person's moves."""
    game = GAMES[name]
    options = game.options()
    names = told_apart(["Ann", *["bot random"] * (options.players - 1)])
    with tempfile.TemporaryDirectory() as folder:
        app = FullScreen(lang, TerminalTable.open(game, options, names, Path(folder) / "a.game", seed=5), pause=0)
        async with app.run_test(size=(80, 24)) as pilot:
            for n in range(decisions + 1):
                while not (isinstance(app.screen, TableScreen) and app.screen.answer):
                    await pilot.pause(0.02)
                if n < decisions:
                    await pilot.press("down", "enter")
                    await pilot.pause(0.05)
            svg = app.export_screenshot(title=f"Tablée — {name}")
    (PICTURES / f"terminal-{name}-{lang}.svg").write_text(without_font(svg), encoding="utf-8")


def without_font(svg: str) -> str:
    """The exporter links its font from a server of its own: any monospaced one will do."""
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)


if __name__ == "__main__":
    for name in GAMES:
        asyncio.run(picture(name, "fr", 5))
    asyncio.run(picture("sixteen", "en", 5))
