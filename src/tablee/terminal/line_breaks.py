"""Where lines break in a terminal: never at a no-break space, and what follows stands below its beginning."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rich import _wrap as rich_wrap
from rich.console import Console
from rich.text import Text

SPACE: Final = r"[^\S\u00a0\u202f]"  # any but the two that French typography puts before a colon, or inside « »
SOLID: Final = r"[\S\u00a0\u202f]"


def respect_no_break_spaces() -> None:
    """Rich, and Textual with it, takes every space for one at which a line may break."""
    rich_wrap.re_word = re.compile(rf"{SPACE}*{SOLID}+{SPACE}*")


def fold(lines: Iterable[Text], width: int) -> list[Text]:
    """The lines in at most this many columns, indented as they begin. A row of a table (`no_wrap`) stays whole."""
    console = Console(width=width)
    return [part for line in lines for part in fold_line(line, width, console)]


def fold_line(line: Text, width: int, console: Console) -> list[Text]:
    if line.no_wrap or line.cell_len <= width:
        return [line]
    indent = len(line.plain) - len(line.plain.lstrip())
    return [Text(" " * indent) + part for part in line[indent:].wrap(console, width - indent)]
