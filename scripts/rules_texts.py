"""The parts of the rules texts that are made from data, and the documents that are made of nothing else.

`python scripts/rules_texts.py` writes into every `rules.<lang>.md` the box at its top, the table for the command line
and the credits; it writes `docs/credits.<lang>.md` and `docs/players-glossary.<lang>.md`. With `--check` it only says
which of them are stale. A text without the headings of these parts is left as it is, but for the box.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tablee import box
from tablee.games import GAMES, SHELF
from tablee.languages import LANGS
from tablee.words import words

ROOT = Path(__file__).parent.parent
GAMES_FOLDER = ROOT / "src" / "tablee" / "games"
BOX = re.compile(r"^> - \*\*.*\n(?:>.*\n)*\n?", re.MULTILINE)


def put_box(text: str, summary: str) -> str:
    """The text with this box before its first chapter, in the place of the one that it may have."""
    head, chapter, rest = text.partition("\n## ")
    return f"{BOX.sub('', head).rstrip()}\n\n{summary}\n{chapter}{rest}"


def put_section(text: str, heading: str, body: str) -> str:
    """The text with this body under a heading that it has."""
    pattern = re.compile(rf"^{re.escape(heading)}\n(?:.*\n)*?(?=^#|\Z)", re.MULTILINE)
    return pattern.sub(lambda _: f"{heading}\n\n{body}\n\n", text).rstrip() + "\n"


def texts() -> Iterator[tuple[Path, str]]:
    """Every file with what it should hold."""
    for name in SHELF:
        for lang in LANGS:
            path, about = GAMES_FOLDER / name / f"rules.{lang}.md", words(lang, GAMES[name])
            if path.is_file():
                text = put_box(path.read_text(encoding="utf-8"), box.summary(GAMES[name], about))
                title = about.house("box_command_title")
                text = put_section(text, f"### {title}", box.command_line(GAMES[name], about))
                title = about.house("credits_title")
                yield path, put_section(text, f"## {title}", box.credit_section(GAMES[name], about))
    ours = [GAMES[name] for name in SHELF]
    for lang in LANGS:
        yield ROOT / "docs" / f"credits.{lang}.md", box.credits_text(lang, *ours)
        yield ROOT / "docs" / f"{box.GLOSSARY}.{lang}.md", box.glossary_text(lang, *ours)


def main() -> int:
    stale = [(path, text) for path, text in texts() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path, text in stale:
        if "--check" in sys.argv:
            print(f"{path.relative_to(ROOT)} is stale: python scripts/rules_texts.py")
        else:
            path.write_text(text, encoding="utf-8")
    return int("--check" in sys.argv and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
