"""The notebook among the examples runs from top to bottom."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parent.parent.parent / "examples" / "laboratory.ipynb"


def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []  # what it shows is made where it is read
            exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
    assert names["found"].games == 20_000 and names["found"].luck is not None
    assert {row.figure: row.difference for row in names["pair"].differences}["decisions"] == -2
