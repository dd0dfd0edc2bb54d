"""A what-if as a table: its first lines are another game's, and bots play all seats but one.

A worker makes it, because a record may be long.
"""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from tablee import branches, record
from tablee import options as agreed
from tablee.contract import Over, Seat
from tablee.help import Help
from tablee.record import Branch, Record
from tablee.server.people.people import Person
from tablee.server.refusals import ServerRefusal
from tablee.server.store import TableSummary
from tablee.server.tables import events
from tablee.server.tables.decisions.decision import Decision
from tablee.server.tables.decisions.moves import follow_chance
from tablee.server.tables.decisions.seats import open_new
from tablee.server.tables.events import Moved, Started
from tablee.server.tables.settings import SeatPlan, Settings
from tablee.server.tables.summary import summarise

LONGEST: Final = 1000  # lines that a what-if may begin with


class BranchPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """From where a what-if is played on, after line `at`, as which seat, and against whom."""

    at: Annotated[int, Meta(ge=0)]
    seat: Annotated[int, Meta(ge=0, le=9)]
    bots: Annotated[
        tuple[Annotated[str, Meta(max_length=20)], ...], Meta(max_length=9)
    ] = ()  # one: it plays all others
    again: bool = False  # what the seat did not know is dealt again
    help: Help = "book"


class MadeBranch(Struct, frozen=True):
    """What is stored of a new what-if."""

    events: tuple[bytes, ...]
    summary: TableSummary
    digest: str = ""  # of the record


def make_branch(
    read: Record, of: str, plan: BranchPlan, id: str, person: Person, now: int, secret: bytes, outside: tuple[str, ...]
) -> MadeBranch:
    """A table that begins with lines of this record; Refusal where there can be none."""
    start = cut(read, plan)
    branch = Branch(plan.at, of, plan.seat if plan.again and read.game.hidden else None)
    if branch.seat is not None:
        start = deal_again(start, Seat(plan.seat))
    decision = open_new(id, settings(start, plan), person, now, secret, outside=outside, branch=branch)
    decision = decision.then(Started(now))
    for move in start.moves:
        decision = decision.then(Moved(now, str(move)))
    decision = follow_chance(Decision(decision.table, decision.events), now, secret)
    return MadeBranch(tuple(map(events.encode, decision.events)), summarise(decision.table))


def cut(read: Record, plan: BranchPlan) -> Record:
    """The record up to this line. All of it has to be legal: it is a game that was played."""
    if plan.at > len(read.moves):
        raise ServerRefusal("moment", "this record has only {n} lines", n=len(read.moves))
    if plan.at > LONGEST:
        raise ServerRefusal("large", "a what-if can begin with at most {lines} lines", lines=LONGEST)
    if plan.seat >= read.options.players:
        raise ServerRefusal("seat", "there are only {players} seats", players=read.options.players)
    here: Any = None
    for n, state in enumerate(record.states(read)):
        here = state if n == plan.at else here
    if isinstance(read.game.awaits(here), Over):
        raise ServerRefusal("over", "the game is over at this line: choose an earlier one")
    return Record(read.game, read.options, read.seats, read.moves[: plan.at])


def deal_again(start: Record, seat: Seat) -> Record:
    if not branches.can_redeal(start.game):
        raise ServerRefusal("again", "what is hidden in this game cannot be dealt again: play on with it as it was")
    moves = branches.dealt_again(start, seat, Random())
    if moves is None:
        raise ServerRefusal("again", "no other deal was found that fits what this seat knew: play on with it as it was")
    return Record(start.game, start.options, start.seats, moves)


def settings(start: Record, plan: BranchPlan) -> Settings:
    players = start.options.players
    names = plan.bots * (players - 1) if len(plan.bots) == 1 else plan.bots or (None,) * (players - 1)
    if len(names) != players - 1:
        raise ServerRefusal("bots", "name one bot for all other seats, or one for each of the {others}",
                            others=players - 1)  # fmt: skip
    others = iter(names)
    seats = tuple(SeatPlan("me") if seat == plan.seat else SeatPlan("bot", next(others)) for seat in range(players))
    return Settings(start.game.name, agreed.write(start.options), seats, help=plan.help)
