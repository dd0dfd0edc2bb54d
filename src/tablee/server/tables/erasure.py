"""Deleting a person's data: others keep their records, in which that person is "somebody".

A table at which nobody else has sat is removed. In all others the events are written anew without the person: without
their id, their name, what they said and the words that they typed for the dice. Their moves stay, as they are part of
the others' games. A game that still runs is played on by a bot.

What is to be deleted is noted first (`erasures`), so that a server that stops in the middle goes on with it.
"""

from __future__ import annotations

from typing import Final

from msgspec import MsgspecError
from msgspec.structs import replace

from tablee import bots
from tablee.server.people.names import SOMEBODY
from tablee.server.refusals import NotStored, ServerRefusal
from tablee.server.store import Statement, event_sum
from tablee.server.tables import events
from tablee.server.tables.decisions import Decision
from tablee.server.tables.events import AnyEvent, Botted, Ended, Erased, Left, Opened, Said, Sat, Worded
from tablee.server.tables.live import LiveTable
from tablee.server.tables.node import Node
from tablee.server.timekeeping import now

NOBODY: Final = ""  # the owner of a seat whose data is deleted
SILENCE: Final = "…"  # what they said
SPAN: Final = 200  # events that are written at once
SETTLED: Final = 120_000  # milliseconds after which no node knows the person any more


async def erase_person(node: Node, who: str, noted: int) -> None:
    """Deletes everything of a person whose deletion was noted at this moment. It may be done again and again."""
    for id in await node.store.tables_with(who):
        await erase_from_table(node, id, who)
        await node.store.forget_trace(id, who)
    if node.bus.alone or now() - noted > SETTLED:  # other nodes may have taken a last ask
        await node.store.finish_erasure(who)
        await node.store.scrub()


async def erase_noted(node: Node) -> None:
    """Goes on with every deletion that was noted."""
    for who, noted in await node.store.erasures():
        await erase_person(node, who, noted)


async def erase_from_table(node: Node, id: str, who: str) -> None:
    try:
        live = await node.live(id)
    except NotStored:
        raise
    except ServerRefusal:  # it is damaged, or of a game that is not installed, or it is not there
        await rewrite_events(node, id, who)
        return
    async with live.lock:
        await node.refresh(live)
        if not await others_sat(node, id, who):
            await node.remove(id)
            return
        await stand_up(node, live, who)
        seats = live.table.seats_of(who)
        await rewrite_events(node, id, who)
        while not await node.commit(live, Decision(live.table).then(Erased(now(), tuple(map(int, seats))))):
            pass


async def stand_up(node: Node, live: LiveTable, who: str) -> None:
    """Before the game their seats are free again; in the game a bot plays on, or the table is closed."""
    while (table := live.table).ended is None and (seats := table.seats_of(who)):
        decision = Decision(table)
        if not table.started:
            for seat in seats:
                decision = decision.then(Left(now(), seat))
        elif table.opened.settings.real and table.game.hidden:
            decision = decision.then(Ended(now(), "abandoned", live.secret.hex()))
        else:
            for seat in seats:
                if table.bot_of(seat) is None:
                    decision = decision.then(Botted(now(), seat, bots.usual_level(table.game), "left"))
        if not decision.events or await node.commit(live, decision):
            return


async def others_sat(node: Node, id: str, who: str) -> bool:
    """Whether anybody else has ever sat at this table."""
    stored = [events.decoder.decode(body) for body in await node.store.load(id)]
    return any(isinstance(event, Sat) and event.who not in (who, NOBODY) for event in stored)


async def rewrite_events(node: Node, id: str, who: str) -> None:
    """Writes the events of a table anew, without this person."""
    mine: set[int] = set()  # seats that were theirs at the time of an event
    changed: list[Statement] = []
    for n, body in await node.store.raw_events(id):
        try:
            event = events.decoder.decode(body)
            written = events.encode(without_person(event, who, mine))
        except MsgspecError:
            written = b"{}" if who.encode() in body else body  # it was damaged, and cannot be read as it is
        if written != body:
            changed.append(
                ("update events set body = $1, sum = $2 where tab = $3 and n = $4",
                 (written, event_sum(id, n, written), id, n))
            )  # fmt: skip
    for place in range(0, len(changed), SPAN):
        await node.store.write(*changed[place : place + SPAN])


def without_person(event: AnyEvent, who: str, mine: set[int]) -> AnyEvent:
    """An event as it is without this person. `mine` follows who sits where."""
    asked = event.ask is not None and event.ask.startswith(f"{who} ")
    match event:
        case Opened(by=by) if by == who:
            event = replace(event, by=NOBODY)
        case Sat(seat=seat, who=sitter):
            mine.discard(seat)
            if sitter == who:
                mine.add(seat)
                event = replace(event, who=NOBODY, name=SOMEBODY)
        case Left(seat=seat):
            mine.discard(seat)
        case Worded(seat=seat) if seat in mine:
            event = replace(event, words="", erased=True)
        case Said(seat=seat) if asked or seat in mine:
            event = replace(event, name=SOMEBODY, text=SILENCE)
        case _:
            pass
    return replace(event, ask=None) if asked else event
