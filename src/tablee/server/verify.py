"""`tablee verify FILE`: the dice of a game drawn again from the secret that was pledged before it."""

from __future__ import annotations

import re
from pathlib import Path

from tablee import record
from tablee.contract import Chance, Happened, Refusal
from tablee.games import GAMES
from tablee.server.tables.dice import PledgedDice, pledge, pledge_number


class Unfair(Refusal):
    """A roll or a draw is not what the secret says."""


def verify(path: Path) -> tuple[int, record.Fair]:
    """How many times chance moved, and what was pledged; Unfair at the first line that differs from the secret."""
    read = record.read(path.read_bytes(), GAMES)
    if read.fair is None:
        raise Unfair(
            "no fingerprint was published for this game, so its rolls and draws cannot be checked; games at a real "
            "table or in a terminal have none"
        )
    secret = bytes.fromhex(read.fair.secret)
    if pledge(secret) != read.fair.pledge:
        raise Unfair("this secret does not match the published fingerprint (SHA-256)")
    check_numbers(read.fair)
    branch = record.branch(read.notes)
    inherited = 0 if branch is None else branch.lines
    spoken = 0
    walked = record.states(read)
    for number, (state, move) in enumerate(zip(walked, (*read.moves, None), strict=True), 1):
        awaited = read.game.awaits(state)
        if not isinstance(move, Happened) or not isinstance(awaited, Chance) or number <= inherited:
            continue
        drawn = awaited.sample(PledgedDice(secret, number, read.fair.words))
        if drawn != move.action:
            raise Unfair(
                "line {line}: the secret gives {drawn}, but the record says {written}",
                line=read.line_of(number - 1), drawn=drawn, written=move.action,
            )  # fmt: skip
        spoken += 1
    return spoken, read.fair


def inherited_lines(path: Path) -> int:
    """Of a what-if: how many lines were played elsewhere, and were not drawn from this secret."""
    branch = record.branch(record.read(path.read_bytes(), GAMES).notes)
    return 0 if branch is None else branch.lines


def check_numbers(fair: record.Fair) -> None:
    """Unfair where a number is not the one that its player's page had pledged."""
    for seat, promised in enumerate(fair.pledges):
        number = number_of(fair, seat)
        if promised and number and pledge_number(number) != promised:
            raise Unfair(
                "the number of player {player} does not match its published fingerprint (SHA-256)", player=seat + 1
            )


def left_out(fair: record.Fair) -> list[int]:
    """The seats whose page had pledged a number that does not count: it was not disclosed in time."""
    return [seat for seat, promised in enumerate(fair.pledges) if promised and not number_of(fair, seat)]


def number_of(fair: record.Fair, seat: int) -> str:
    """The number that this seat added to the dice; empty where it has none."""
    number = fair.words[seat].partition(" ")[0]
    return number if re.fullmatch("[0-9a-f]{64}", number) else ""
