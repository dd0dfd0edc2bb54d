"""A server that is killed and started again: everybody who was there is back."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
CLIENTS = 80


def test_all_clients_of_a_restarted_server_come_back() -> None:
    """How long it takes a thousand of them, and how many come at once, is measured by hand: on a busy machine it says
    nothing. That their pauses differ is tested in `web/src/lib/reconnection.test.ts`."""
    script = [
        sys.executable,
        str(ROOT / "benchmarks/reconnection.py"),
        "--clients",
        str(CLIENTS),
        "--away",
        "1",
        "--json",
    ]
    found = json.loads(subprocess.run(script, check=True, capture_output=True, text=True, timeout=3 * PATIENCE).stdout)
    assert found["clients"] == CLIENTS and found["all back after"] > 0


def test_the_page_and_the_benchmark_wait_alike() -> None:
    page = (ROOT / "web/src/lib/reconnection.ts").read_text(encoding="utf-8")
    script = (ROOT / "benchmarks/reconnection.py").read_text(encoding="utf-8")
    pauses = [int(re.search(rf"{name} = (\d+)", page)[1]) / 1000 for name in ("FIRST_PAUSE", "LONGEST_PAUSE")]  # type: ignore[index]
    assert f"FIRST_PAUSE, LONGEST_PAUSE = {pauses[0]}, {pauses[1]}" in script
