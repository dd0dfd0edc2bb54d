"""The tables of docs/kernels.md, made from what the kernels declare.

`python scripts/kernel_tables.py` writes the page; with `--check` it only says whether the one that is kept is fresh.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tablee.contract import AnyGame
from tablee.games import GAMES, parts
from tablee.turbo import kernel

PAGE = Path(__file__).parent.parent / "docs" / "kernels.md"
HEAD = """\
# Observations and records, field by field

Generated from the kernels by `scripts/kernel_tables.py`; do not edit this page. An observation is an int8 array, from
the point of view of one seat. A field has one or several cells, each between `low` and `high`. The cells of a
repeated group are counted from the beginning of each repetition (+). A field with several bounds is a number that can
exceed 127: its digits are in base 128, the lowest first, and the last one carries the sign. In Python,
`kernel(game).observation` has the same information: `.slice("hand")`, `.offset("seats.debt")`, `.stride("seats")`,
`.cells`, `.low`, `.high`.

A record is one element of a NumPy structured array: the complete state of a game, with nothing hidden.
"""


def sections(game: AnyGame) -> Iterator[str]:
    made = kernel(game)
    yield f"## {game.name}: the observation, {made.observed} cells\n"
    yield made.observation.markdown()
    yield f"## {game.name}: the record, {made.record.dtype.itemsize} bytes\n"
    yield made.record.markdown()


def page() -> str:
    ours = [game for _, game in sorted(GAMES.items()) if game.package.startswith("tablee.") and parts.has_kernel(game)]
    return "\n".join([HEAD, *(section for game in ours for section in sections(game))])


if __name__ == "__main__":
    if "--check" not in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page():
        sys.exit("docs/kernels.md is stale: run `python scripts/kernel_tables.py`")
