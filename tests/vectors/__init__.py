"""What the rules say in real games, for the page's tests to replay.

A board shows some things in advance: what a card would make, what points would change. Where it computes them itself,
a rule is written twice. So each game has a module here that plays by the real rules and notes positions with what the
rules then say. `python -m tests.vectors` writes them to `<game>.json`; `web/src/games/<game>/rules.test.ts` replays
them.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

from tablee.games import SHELF

FOLDER = Path(__file__).parent


def file_of(game: str) -> Path:
    return FOLDER / f"{game}.json"


def export(game: str) -> str:
    """The vectors of a game as they are kept: one position on a line."""
    module = import_module(f"{__name__}.{game}")
    cases: dict[str, list[Any]] = module.cases()
    parts = [f'"rules": {json.dumps(module.RULES)}']
    for name, found in cases.items():
        lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in found)
        parts.append(f"{json.dumps(name)}: [\n{lines}\n]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write() -> None:
    for game in SHELF:
        file_of(game).write_text(export(game), encoding="utf-8")
