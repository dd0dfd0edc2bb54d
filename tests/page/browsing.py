"""A real browser on the real page, served by the real program."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Page,
    ViewportSize,
    sync_playwright,
)

from tests.server.serving import Served
from tests.waiting import PATIENCE

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
NETWORK = "tablee.home"  # this machine, as one on a home network is known: by plain http, which browsers trust less
# What happens is not shown line by line, unless a test wants that: most tests are about something else.
SET_SPEED = """(speed) => {
  const kept = JSON.parse(localStorage.getItem('tablee') ?? '{}')
  localStorage.setItem('tablee', JSON.stringify({ speed, ...kept }))
}"""
PAGE = Path(os.environ.get("TABLEE_PAGE", Path(__file__).parent.parent.parent / "src" / "tablee" / "page"))


WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome")


def chromium(*names: str) -> str:
    """The browser of this machine, the first of these that it has; there is none to download."""
    names = (os.environ.get("CHROMIUM") or "", *names)
    found = next(filter(None, (shutil.which(name) for name in names if name)), None)
    if not found:
        raise RuntimeError("no Chromium: install Debian's package `chromium`, or say where it is in CHROMIUM")
    return found


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium without windows, where there is one: it takes a third less processor time."""
    with sync_playwright() as playwright:
        yield from launched(playwright.chromium, "chromium-headless-shell", *WITH_WINDOWS)


@contextmanager
def windowed(beside: Browser) -> Iterator[Browser]:
    """Chromium with windows, started headless, beside another one: only this one has notifications."""
    yield from launched(beside.browser_type, *WITH_WINDOWS)


def launched(browser_type: BrowserType, *names: str) -> Iterator[Browser]:
    flags = ["--no-sandbox", f"--host-resolver-rules=MAP {NETWORK} 127.0.0.1"]
    opened = browser_type.launch(executable_path=chromium(*names), args=flags)
    try:
        yield opened
    finally:
        opened.close()


class Visitor:
    """Somebody with a browser of their own: a phone or a laptop, French or English, in the light or the dark theme."""

    def __init__(self, browser: Browser, address: str, **wishes: Any) -> None:
        self.address = address
        phone = wishes.pop("phone", False)
        lang = wishes.pop("lang", "fr")
        dark = wishes.pop("dark", False)
        calm = wishes.pop("calm", True)
        speed = wishes.pop("speed", "instant")
        size = wishes.pop("size", None) or (PHONE if phone else LAPTOP)
        self.context: BrowserContext = browser.new_context(
            viewport=size, locale=lang, has_touch=phone, is_mobile=phone, device_scale_factor=1,
            color_scheme="dark" if dark else "light", reduced_motion="reduce" if calm else "no-preference", **wishes,
        )  # fmt: skip
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.add_init_script(f"if (location.protocol === 'http:') ({SET_SPEED})('{speed}')")
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self.note_console)

    def note_console(self, said: ConsoleMessage) -> None:
        """Keeps errors. A hint that is asked for as the game goes on is refused, which Chromium writes down as one."""
        late_hint = "409" in said.text and "/help?" in said.location["url"]
        if said.type == "error" and not late_hint:
            self.errors.append(f"{said.text} {said.location['url']}".strip())

    def visit(self, path: str = "/") -> Page:
        self.page.goto(self.address + path)
        return self.page

    def picture(self, file: Path | str, *, full: bool = True) -> None:
        self.page.screenshot(path=str(file), full_page=full)

    def close(self) -> None:
        self.context.close()


def served(folder: Path, **flags: str) -> Served:
    """The program with the page that was built."""
    assert (PAGE / "index.html").is_file() or "web" in flags, "the page is not built: make page"
    return Served(folder, **{"web": str(PAGE), **flags})
