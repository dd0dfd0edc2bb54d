"""A game that was played without this server, filed as a closed table of the person who sends its record.

Whatever can be checked is: the moves are replayed, and the dice are drawn again from the secret that the record names.
A worker does it, because a record may be long.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from hashlib import sha256
from typing import Any

from msgspec import Struct

from tablee import options as agreed
from tablee import record
from tablee.contract import Over
from tablee.record import Branch, Record
from tablee.server.people.names import check_name
from tablee.server.people.people import Person
from tablee.server.refusals import ServerRefusal
from tablee.server.store import TableSummary
from tablee.server.tables import events
from tablee.server.tables.decisions.decision import Decision
from tablee.server.tables.decisions.seats import check_not_taken, knows_bot
from tablee.server.tables.dice import pledge
from tablee.server.tables.events import Disclosed, Ended, HouseRuled, Moved, Opened, Pledged, Sat, Started, Worded
from tablee.server.tables.fairness import check_draws, number_of
from tablee.server.tables.settings import SeatPlan, Settings
from tablee.server.tables.summary import summarise
from tablee.server.tables.table import open_table


class FiledGame(Struct, frozen=True):
    """What is stored of it."""

    events: tuple[bytes, ...]
    summary: TableSummary
    secret: bytes


def file_game(read: Record, mine: Collection[int], id: str, person: Person, at: int) -> FiledGame:
    """The table on which this game was played. `mine` are the person's seats, `at` is when it ended."""
    ranks = final_ranks(read)
    secret = find_secret(read)
    plans = tuple(seat_plan(read, seat, mine) for seat in range(read.options.players))
    settings = Settings(read.game.name, agreed.write(read.options), plans, real=read.real)
    branch, daily = inherited(read), record.daily(read.notes)
    opened = Opened(at, settings, read.game.version, person.id, pledge(secret), branch=branch, daily=daily)
    decision = sit_down(Decision(open_table(id, opened), (opened,)), read, sorted(mine), person, at)
    decision = add_to_dice(decision, read, at).then(Started(at))
    house_rules = [(note.after, rule) for note in read.notes for rule in record.house_rules([note])]
    for n in range(len(read.moves) + 1):
        for rule in (rule for after, rule in house_rules if after == n):
            seat = rule.line.partition(":")[0]
            decision = decision.then(HouseRuled(at, int(seat) if seat.isdecimal() else min(mine), rule.line, rule.rule))
        if n < len(read.moves):
            decision = decision.then(Moved(at, str(read.moves[n])))
    decision = decision.then(Ended(at, "over", secret.hex(), ranks))
    return FiledGame(tuple(map(events.encode, decision.events)), summarise(decision.table), secret)


def final_ranks(read: Record) -> tuple[int, ...]:
    last: Any = None
    for state in record.states(read):
        last = state
    awaited = read.game.awaits(last)
    if not isinstance(awaited, Over):
        raise ServerRefusal("not_over", "the game is not over yet")
    return awaited.ranks


def find_secret(read: Record) -> bytes:
    """The secret of the dice, from which they were drawn. Typed dice have none: any will do then."""
    if read.real:
        return sha256(str(read).encode()).digest()
    if read.fair is None:
        raise ServerRefusal(
            "record",
            "this record does not say from what its dice were drawn: only games that were played on a page can be sent",
        )
    check_draws(read, read.fair)
    return bytes.fromhex(read.fair.secret)


def inherited(read: Record) -> Branch | None:
    """Of a what-if: which lines were played elsewhere. A table of that name here would be another one."""
    found = record.branch(read.notes)
    return None if found is None else Branch(found.lines, "", found.seat)


def seat_plan(read: Record, seat: int, mine: Collection[int]) -> SeatPlan:
    if seat in mine:
        return SeatPlan("me")
    name = read.seats[seat]
    bot = re.fullmatch(r"bot (\S+)( [0-9]+)?", name)
    if bot is None or not knows_bot(read.game, bot[1], ()):
        raise ServerRefusal(
            "record", "seat {number} was played by {name}: all other seats of a game that is sent have to be bots",
            number=seat + 1, name=name,
        )  # fmt: skip
    return SeatPlan("bot", bot[1])


def sit_down(decision: Decision, read: Record, mine: list[int], person: Person, at: int) -> Decision:
    names: list[str] = []
    for seat in mine:
        if seat >= read.options.players:
            raise ServerRefusal("seat", "there are only {players} seats", players=read.options.players)
        name = check_name(read.seats[seat])
        check_not_taken(name, names)
        names.append(name)
        decision = decision.then(Sat(at, seat, person.id, name))
    return decision


def add_to_dice(decision: Decision, read: Record, at: int) -> Decision:
    """What each seat has added to the dice, so that this table's record is the one that was sent."""
    fair = read.fair
    if fair is None:
        return decision
    for seat, promised in enumerate(fair.pledges):
        if promised:
            decision = decision.then(Pledged(at, seat, promised))
    for seat, words in enumerate(fair.words):
        number = number_of(fair, seat)
        own = words.removeprefix(number).strip()
        if own:
            decision = decision.then(Worded(at, seat, own))
        if number:
            decision = decision.then(Disclosed(at, seat, number))
    return decision
