"""`tablee verify FILE`: the dice of a game drawn again from the secret that was pledged before it."""

from __future__ import annotations

from pathlib import Path

from tablee import record
from tablee.games import GAMES
from tablee.server.tables.fairness import Unfair, check_draws, number_of


def verify(path: Path) -> tuple[int, record.Fair]:
    """How many times chance moved, and what was pledged; Unfair at the first line that differs from the secret."""
    read = record.read(path.read_bytes(), GAMES)
    if read.fair is None:
        raise Unfair(
            "no fingerprint was published for this game, so its rolls and draws cannot be checked; games at a real "
            "table or in a terminal have none"
        )
    return check_draws(read, read.fair), read.fair


def inherited_lines(path: Path) -> int:
    """Of a what-if: how many lines were played elsewhere, and were not drawn from this secret."""
    branch = record.branch(record.read(path.read_bytes(), GAMES).notes)
    return 0 if branch is None else branch.lines


def left_out(fair: record.Fair) -> list[int]:
    """The seats whose page had pledged a number that does not count: it was not disclosed in time."""
    return [seat for seat, promised in enumerate(fair.pledges) if promised and not number_of(fair, seat)]
