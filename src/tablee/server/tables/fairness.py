"""Whether the dice of a record are those of the secret that was pledged before the game."""

from __future__ import annotations

import re

from tablee import record
from tablee.contract import Chance, Happened
from tablee.record import Fair, Record
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.dice import PledgedDice, pledge, pledge_number


class Unfair(ServerRefusal):
    """A roll or a draw is not what the secret says."""

    def __init__(self, template: str, /, **facts: object) -> None:
        super().__init__("record", template, **facts)


def check_draws(read: Record, fair: Fair) -> int:
    """How many times chance moved; Unfair at the first line that differs from the secret."""
    secret = bytes.fromhex(fair.secret)
    if pledge(secret) != fair.pledge:
        raise Unfair("this secret does not match the published fingerprint (SHA-256)")
    check_numbers(fair)
    branch = record.branch(read.notes)
    inherited = 0 if branch is None else branch.lines
    daily = record.daily(read.notes) is not None
    spoken = 0
    walked = record.states(read)
    for number, (state, move) in enumerate(zip(walked, (*read.moves, None), strict=True), 1):
        awaited = read.game.awaits(state)
        if not isinstance(move, Happened) or not isinstance(awaited, Chance) or number <= inherited:
            continue
        drawn = awaited.sample(PledgedDice(secret, spoken + 1 if daily else number, fair.words))
        if drawn != move.action:
            raise Unfair(
                "line {line}: the secret gives {drawn}, but the record says {written}",
                line=read.line_of(number - 1), drawn=drawn, written=move.action,
            )  # fmt: skip
        spoken += 1
    return spoken


def check_numbers(fair: Fair) -> None:
    """Unfair where a number is not the one that its player's page had pledged."""
    for seat, promised in enumerate(fair.pledges):
        number = number_of(fair, seat)
        if promised and number and pledge_number(number) != promised:
            raise Unfair(
                "the number of player {player} does not match its published fingerprint (SHA-256)", player=seat + 1
            )


def number_of(fair: Fair, seat: int) -> str:
    """The number that this seat added to the dice; empty where it has none."""
    number = fair.words[seat].partition(" ")[0]
    return number if re.fullmatch("[0-9a-f]{64}", number) else ""
