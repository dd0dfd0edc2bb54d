"""Gathers the sources of the documentation site from the Markdown of the repository: `make docs`.

Each language is a site of its own, French inside the English one, in `fr/`: search and the texts around each page
depend on the language. Links between pages follow them to their new places. A link to a file that is no page, such as
a source file, becomes plain text: the repository has no public address.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable
from os.path import relpath
from pathlib import Path, PurePosixPath
from typing import Final

from tablee.games import GAMES
from tablee.words import words

ROOT: Final = Path(__file__).parent.parent
SOURCES: Final = ROOT / "build" / "pages"
SITES: Final = {"en": "", "fr": "fr/"}  # where each language is, inside the site
LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
BLOCK: Final = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)

PAGES: Final[dict[str, dict[str, str]]] = {  # the file of each page, by its place in the site
    "en": {
        "index.md": "README.md",
        "players/guide.md": "docs/guide.en.md",
        **{f"players/rules-{game}.md": f"src/tablee/games/{game}/rules.en.md" for game in GAMES},
        "players/glossary.md": "docs/players-glossary.en.md",
        "players/claims.md": "docs/claims/README.md",
        **{f"players/claims-{game}.md": f"docs/claims/{game}.en.md" for game in GAMES},
        "players/accessibility.md": "docs/accessibility.md",
        "players/credits.md": "docs/credits.en.md",
        "hosts/hosting.md": "docs/hosting.en.md",
        "hosts/operations.md": "docs/operations.md",
        "hosts/security.md": "docs/security.md",
        "hosts/scaling.md": "docs/scaling.md",
        "hosts/offline.md": "docs/offline.md",
        "bots/protocol.md": "docs/protocol.md",
        "bots/bots.md": "docs/bots.md",
        "research/research.md": "docs/research.md",
        "research/laboratory.md": "docs/laboratory.md",
        "research/learning.md": "docs/learning.md",
        "research/kernels.md": "docs/kernels.md",
        "research/random-numbers.md": "docs/random-numbers.md",
        "research/benchmarks.md": "benchmarks/README.md",
        "contributors/contributing.md": "CONTRIBUTING.md",
        "contributors/architecture.md": "docs/architecture.md",
        "contributors/glossary.md": "docs/glossary.md",
        "contributors/adding-a-game.md": "docs/adding-a-game.md",
        "contributors/adding-a-language.md": "docs/adding-a-language.md",
        "contributors/compatibility.md": "docs/compatibility.md",
        "contributors/security-policy.md": "SECURITY.md",
        "contributors/changes.md": "CHANGELOG.md",
    },
    "fr": {
        "index.md": "README.fr.md",
        "players/guide.md": "docs/guide.fr.md",
        **{f"players/rules-{game}.md": f"src/tablee/games/{game}/rules.fr.md" for game in GAMES},
        "players/glossary.md": "docs/players-glossary.fr.md",
        "players/claims.md": "docs/claims/README.fr.md",
        **{f"players/claims-{game}.md": f"docs/claims/{game}.fr.md" for game in GAMES},
        "players/accessibility.md": "docs/accessibility.fr.md",
        "players/credits.md": "docs/credits.fr.md",
        "hosts/hosting.md": "docs/hosting.fr.md",
        "hosts/operations.md": "docs/operations.fr.md",
        "hosts/security.md": "docs/security.fr.md",
        "hosts/scaling.md": "docs/scaling.fr.md",
        "hosts/offline.md": "docs/offline.fr.md",
    },
}
PLACES: Final = {file: (lang, place) for lang, pages in PAGES.items() for place, file in pages.items()}
REFERENCE: Final = {  # the Python API that docs/compatibility.md promises, by page
    "games": (
        "The contract of a game",
        ("contract", "chance", "options", "notation", "record", "poll", "games", "games.parts"),
    ),
    "laws": ("Laws and random play", ("testing", "testing.laws")),
    "bots": ("Bots", ("bots", "bots.bot", "bots.posterior", "bots.characters")),
    "kernels": ("Kernels", ("turbo.many", "turbo.vector", "turbo.interface", "turbo.layout", "turbo.chance")),
    "environments": ("Environments", ("rl.pettingzoo", "rl.gymnasium", "rl.openspiel")),
}  # fmt: skip


def gather(target: Path) -> None:
    """Writes the pages and pictures of both sites into this folder, one folder for each language."""
    shutil.rmtree(target, ignore_errors=True)
    for lang, pages in PAGES.items():
        for place, file in pages.items():
            text = (ROOT / file).read_text(encoding="utf-8")
            write(target / lang / place, relink(text, file, target / lang))
    generate(target / "en")


def generate(folder: Path) -> None:
    """The pages that are made from the program itself."""
    from scripts.api_pages import http_described, http_page, sockets_described, sockets_page

    write(folder / "bots" / "http.md", http_page())
    write(folder / "bots" / "sockets.md", sockets_page())
    write(folder / "bots" / "openapi.json", json.dumps(http_described(), indent=1))
    write(folder / "bots" / "asyncapi.json", json.dumps(sockets_described(), indent=1))
    write(
        folder / "bots" / "example.md",
        f"# A bot in one file\n\n```python\n{(ROOT / 'examples/bot.py').read_text()}```\n",
    )
    for name, (title, modules) in REFERENCE.items():
        parts = [f"# {title}", *(f"::: tablee.{module}" for module in modules)]
        write(folder / "reference" / f"{name}.md", "\n\n".join(parts) + "\n")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def relink(text: str, file: str, folder: Path) -> str:
    """The text of this file with links that fit its place in the site. Blocks of code are left alone."""
    change: Callable[[re.Match[str]], str] = lambda found: new_link(found, file, folder)  # noqa: E731
    return "".join(part if n % 2 else LINK.sub(change, part) for n, part in enumerate(BLOCK.split(text)))


def new_link(found: re.Match[str], file: str, folder: Path) -> str:
    mark, label, link = found.groups()
    label = LINK.sub(lambda inner: new_link(inner, file, folder), label)
    path, hash_sign, part = link.partition("#")
    if "://" in link or not path:
        return f"{mark}[{label}]({link})"
    target = PurePosixPath(relpath(ROOT / PurePosixPath(file).parent / path, ROOT)).as_posix()
    lang, here = PLACES[file]
    if target in PLACES:
        other, place = PLACES[target]
        if other == lang:
            return f"{mark}[{label}]({relative(place, here)}{hash_sign}{part})"
        address = relative(SITES[other] + place.replace(".md", ".html"), SITES[lang] + here)
        label = title_of(target) if label.endswith(".md") else label  # a file's name means nothing on a site
        return f'<a href="{address}{hash_sign}{part}" hreflang="{other}">{label}</a>'
    if mark:
        copy = folder / "pictures" / PurePosixPath(target).name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / target, copy)
        return f"![{label}]({relative(f'pictures/{copy.name}', here)})"
    if not (ROOT / target).exists():
        raise SystemExit(f"{file}: {link} leads nowhere")
    return label


def title_of(file: str) -> str:
    """The first heading of a page."""
    heading = next(line for line in (ROOT / file).read_text(encoding="utf-8").splitlines() if line.startswith("# "))
    return heading.removeprefix("# ")


def relative(place: str, here: str) -> str:
    return PurePosixPath(relpath(place, PurePosixPath(here).parent)).as_posix()


def titles(lang: str) -> dict[str, str]:
    """The names of the games, for the navigation."""
    return {name: words(lang, game).title for name, game in GAMES.items()}


if __name__ == "__main__":
    gather(Path(sys.argv[1]) if sys.argv[1:] else SOURCES)
