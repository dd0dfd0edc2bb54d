"""One game in a process of its own: `one_process.py <game> <games>` prints the cost of starting and of playing.

Seconds are processor time; `started` counts from the start of the interpreter, with its imports. Packages that only
other engines and the tests bring along are hidden, because a user who installs Tablée does not have them; Numba would
import some of them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import process_time

NOT_OURS = ("coverage", "scipy")
sys.modules |= dict.fromkeys(NOT_OURS)  # type: ignore[arg-type]

from tablee.games import GAMES  # noqa: E402
from tablee.turbo import many  # noqa: E402


def peak() -> float | None:
    """Most memory that was ever in use, in megabytes; None where there is no /proc.

    Not `getrusage`: Linux carries its `ru_maxrss` over from the process that started this one.
    """
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), None)


def main() -> None:
    game, games = GAMES[sys.argv[1]], int(sys.argv[2])
    many.play(game, game.options(), 1, jobs=1)
    started, small = process_time(), peak()
    many.play(game, game.options(), games, jobs=1)
    told = {"started": started, "played": process_time() - started, "games": games, "peak_at_start": small}
    print(json.dumps(told | {"peak": peak()}))


if __name__ == "__main__":
    main()
