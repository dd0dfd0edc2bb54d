"""Speed of the laboratory: a million random games of Sixteen on one core and on two, and the memory they need.

Each run is a process of its own, from its start to its last figure. A tenth of the games shows whether memory grows.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from comparison import headline, surroundings
from one_process import peak

from tablee.lab import run

GAME = "sixteen"


def once(games: int, jobs: int) -> None:
    with TemporaryDirectory() as folder:
        found = run(GAME, games=games, seed=1, jobs=jobs, out=folder)
    print(json.dumps({"games": found.games, "peak": peak(), "worked": process_time()}))


def measured(games: int, jobs: int) -> dict[str, Any]:
    began = perf_counter()
    asked = [sys.executable, __file__, "--once", str(games), "--jobs", str(jobs)]
    said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    told: dict[str, Any] = json.loads(said)
    return told | {"seconds": perf_counter() - began, "jobs": jobs}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=1_000_000)
    asked.add_argument("--jobs", type=int, default=2)
    asked.add_argument("--once", type=int)
    args = asked.parse_args()
    if args.once:
        once(args.once, args.jobs)
        return
    measured(1000, 1)  # whatever is to be compiled is compiled
    print(headline(surroundings({"tablee": "tablee", "Numba": "numba", "NumPy": "numpy"})))
    print(f"{'games':>12} {'cores':>5} {'seconds':>8} {'CPU s':>6} {'peak MB':>8}")
    for games, jobs in ((args.games // 10, args.jobs), (args.games, args.jobs), (args.games, 1)):
        told = measured(games, jobs)
        memory = "–" if told["peak"] is None else f"{told['peak']:.0f}"
        print(f"{told['games']:>12,} {jobs:>5} {told['seconds']:>8.1f} {told['worked']:>6.1f} {memory:>8}")


if __name__ == "__main__":
    main()
