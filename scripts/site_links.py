"""Checks the built documentation site: every link leads to a page and a heading, and nothing is loaded from elsewhere.

`make docs` runs it. The generator checks links inside one language; this checks the whole site, as a browser sees it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

ROOT: Final = Path(__file__).parent.parent
LOADED: Final = {"script", "img", "source", "iframe", "video", "audio"}


class SitePage(HTMLParser):
    """The ids of one page and where it leads."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[tuple[str, bool]] = []  # each with whether a browser loads it by itself
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: text or "" for name, text in attrs}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        loads = tag in LOADED or (
            tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload", "modulepreload")
        )
        self.links += [(given[name], loads) for name in ("href", "src") if given.get(name)]


def problems(site: Path) -> Iterator[str]:
    pages = {file: SitePage(file) for file in sorted(site.rglob("*.html")) if file.name != "404.html"}
    if not pages:
        yield f"{site} has no page"
    for file, page in pages.items():
        for link, loads in page.links:
            if why := wrong(site, pages, file, link, loads):
                yield f"{file.relative_to(site)}: {link}: {why}"


def wrong(site: Path, pages: dict[Path, SitePage], file: Path, link: str, loads: bool) -> str:
    """Why this link is wrong; empty where it is right."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return "loaded from another site" if loads and parts.scheme != "data" else ""
    path = unquote(parts.path)
    target = (site / path.lstrip("/") if path.startswith("/") else file.parent / path).resolve() if path else file
    if target.is_dir():
        target /= "index.html"
    if not target.is_file() or not target.is_relative_to(site.resolve()):
        return "there is no such file"
    if parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
        return "there is no such heading"
    return ""


def main(site: Path) -> int:
    found = list(problems(site.resolve()))
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "site"))
