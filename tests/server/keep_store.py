"""Keeps a store as this version writes it, for the tests of later upgrades: `python -m tests.server.keep_store FOLDER`.

A person with an account and a guest; a game that is over, a what-if of it, a game that goes on; a notebook, a note.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from tablee.server.store.schema import COLUMNS, STEPS
from tests.server.serving import Player, Served, together


async def play(served: Served) -> dict[str, str]:
    """The tokens and ids by which a test finds everything again."""
    ann, ben = served.guest("Ann"), served.guest("Ben")
    served.call("POST", "/api/account", {"login": "ann", "password": "correct horse"}, ann)
    tables = []
    for _ in range(2):
        tables.append(served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}]))
        served.ask(tables[-1], ben, seat=1, sit="Ben")
        served.ask(tables[-1], ann, start=True)
    closed, live = tables
    await together(Player(served, closed, ann, 1), Player(served, closed, ben, 2))
    plan = {"at": 9, "seat": 0, "bots": ["beginner"]}
    branch = served.call("POST", "/api/branches", {"table": closed, "plan": plan, "name": "hold back"}, ann)["id"]
    served.call("PUT", f"/api/tables/{live}/notes", {"text": "Ben bluffs"}, ann)
    begun = {"game": "coda", "names": ["Ann", "Ben"], "seat": 0, "options": {"first": "1"}}
    book = served.call("POST", "/api/notebooks", begun, ann)["id"]
    return {"ann": ann, "ben": ben, "live": live, "closed": closed, "branch": branch, "book": book}


def cell(value: Any) -> Any:
    """Bytes as text, where they are that, or else in hexadecimal digits."""
    if not isinstance(value, bytes):
        return value
    try:
        return {"text": value.decode()}
    except UnicodeDecodeError:
        return {"hex": value.hex()}


def hash_steps(version: int) -> str:
    """What shows that the steps up to this version are as they were."""
    return hashlib.sha256("\n".join(statement for step in STEPS[:version] for statement in step).encode()).hexdigest()


def keep(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        with Served(Path(temporary)) as served:
            found = asyncio.run(play(served))
        with closing(sqlite3.connect(Path(temporary) / "tables.db")) as file:
            rows = {
                name: [
                    [cell(value) for value in row] for row in file.execute(f"select {', '.join(columns)} from {name}")
                ]
                for name, columns in COLUMNS.items()
            }
    kept: dict[str, Any] = {"version": len(STEPS), **found, "steps": hash_steps(len(STEPS))}
    lines = [
        f"  {json.dumps(name)}: [\n" + ",\n".join(f"   {json.dumps(row)}" for row in each) + "\n  ]"
        for name, each in rows.items()
        if each
    ]
    head = "".join(f" {json.dumps(name)}: {json.dumps(value)},\n" for name, value in kept.items())
    folder.mkdir(exist_ok=True)
    text = "{\n" + head + ' "rows": {\n' + ",\n".join(lines) + "\n }\n}\n"
    (folder / "rows.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
