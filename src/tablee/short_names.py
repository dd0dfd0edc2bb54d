"""Names that fit a column and can still be told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size


def shorten(names: Sequence[str], width: int) -> list[str]:
    """Each name in at most this many columns. Where two would look the same, a number follows: that of their
    names ("bot Moka 2"), or else that of their seats."""
    first_words = Counter(name.split(" ")[0] for name in names if " " in name)
    shared = {word for word, count in first_words.items() if count > 1}
    bare = [name.split(" ", 1)[1] if name.split(" ")[0] in shared and " " in name else name for name in names]
    fitting = [name if cell_len(name) <= width else cut(short, width) for name, short in zip(names, bare, strict=True)]
    alike = Counter(fitting)
    seats = [str(seat) for seat in range(1, len(names) + 1)]
    own = [
        name.rpartition(" ")[2] if name.rpartition(" ")[2].isdecimal() else seat
        for name, seat in zip(bare, seats, strict=True)
    ]
    for numbers in (own, seats):
        found = [
            name if alike[name] == 1 else f"{cut(short, width - len(number))}{number}"
            for name, short, number in zip(fitting, bare, numbers, strict=True)
        ]
        if len({*found}) == len(found):
            break
    return found


def cut(name: str, width: int) -> str:
    return name if cell_len(name) <= width else set_cell_size(name, width - 1).rstrip() + "…"
