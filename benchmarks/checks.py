"""What the checks of what Python passes to compiled code cost: the same steps with them and without, in turns.

Each round starts a process with TABLEE_CHECKS=on and one with off. Nanoseconds of processor time per decision.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from statistics import median
from time import process_time
from typing import Final

import numpy as np

from tablee.games import GAMES, parts
from tablee.turbo.vector import VectorEnv

LANES: Final = (16, 1024)
WAYS: Final = ("own buffers", "given buffers")
ROUND: Final = 0.5  # seconds


def measure(name: str, lanes: int, way: str) -> float:
    """Nanoseconds per decision, random legal actions included."""
    game = GAMES[name]
    env = VectorEnv(game, game.options(), lanes, seed=1)
    if way == WAYS[1]:
        env = VectorEnv(game, game.options(), lanes, seed=1, buffers=env.make_buffers(lanes))
    env.reset()
    actions, steps = np.zeros(lanes, np.int64), 0
    env.step(env.sample(actions))  # compiled now, or loaded
    began = process_time()
    while process_time() - began < ROUND:
        for _ in range(20):
            env.step(env.sample(actions))
        steps += 20
    return (process_time() - began) / (steps * lanes) * 1e9


def measure_all(checks: str) -> dict[tuple[str, int, str], float]:
    """The same in a process of its own."""
    command = [sys.executable, __file__, "--round"]
    told = subprocess.run(command, env={**os.environ, "TABLEE_CHECKS": checks}, check=True, stdout=subprocess.PIPE)
    lines = [line.split(";") for line in told.stdout.decode().splitlines()]
    return {(name, int(lanes), way): float(found) for name, lanes, way, found in lines}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--round", action="store_true", help="only one round, in this process")
    asked = parser.parse_args()
    what = [(name, lanes, way) for name in GAMES if parts.has_kernel(GAMES[name]) for lanes in LANES for way in WAYS]
    if asked.round:
        for one in what:
            print(*one, measure(*one), sep=";")
        return
    found: dict[str, list[dict[tuple[str, int, str], float]]] = {"on": [], "off": []}
    for number in range(asked.rounds):
        for checks in ("on", "off") if number % 2 else ("off", "on"):
            found[checks].append(measure_all(checks))
    print(f"{'game':10}{'lanes':>6}  {'':14}{'with':>8}{'without':>9}{'cost':>8}   ns of processor time per decision")
    for one in what:
        on, off = (median(round[one] for round in found[checks]) for checks in ("on", "off"))
        costs = sorted(a[one] / b[one] - 1 for a, b in zip(found["on"], found["off"], strict=True))
        row = f"{one[0]:10}{one[1]:6}  {one[2]:14}{on:8.1f}{off:9.1f}{on / off - 1:8.1%}"
        print(f"{row}   {costs[0]:+.1%} to {costs[-1]:+.1%}")


if __name__ == "__main__":
    main()
