"""Deleting a person's data: others keep their records, in which that person is "somebody".

A table at which nobody else has sat is removed. In all others the events are written anew without the person: without
their id, their name, what they said and the words that they typed for the dice. Their moves stay, as they are part of
the others' games. A game that still runs is played on by a bot.

What is to be deleted is noted first (`erasures`), so that a server that stops in the middle goes on with it.
"""

from __future__ import annotations

from typing import Final

from tablee import bots
from tablee.server.refusals import ServerRefusal, TemporaryRefusal
from tablee.server.tables.anonymous_events import RewrittenEvents, rewrite_without
from tablee.server.tables.decisions import Decision
from tablee.server.tables.events import Botted, Ended, Erased, Left
from tablee.server.tables.live import LiveTable
from tablee.server.tables.node import Node
from tablee.server.tables.stored_events import read_stored
from tablee.server.timekeeping import now, today

FEW: Final = 100  # events that are looked through at once
SPAN: Final = 200  # events that are written at once
SETTLED: Final = 120_000  # milliseconds after which no node knows the person any more


async def erase_person(node: Node, who: str, noted: int) -> None:
    """Deletes everything of a person whose deletion was noted at this moment. It may be done again and again."""
    for id in await node.store.tables_with(who):
        await erase_from_table(node, id, who)
        await node.store.forget_trace(id, who)
    if node.bus.alone or now() - noted > SETTLED:  # other nodes may have taken a last ask
        await node.store.finish_erasure(who)


async def erase_noted(node: Node) -> None:
    """Goes on with every deletion that was noted, and clears up once for all of them."""
    erasures = await node.store.erasures()
    for who, noted in erasures:
        await erase_person(node, who, noted)
    await (node.store.scrub() if erasures else node.store.finish_scrub())


async def erase_now(node: Node, who: str, noted: int) -> None:
    await erase_person(node, who, noted)
    await node.store.scrub()


async def erase_from_table(node: Node, id: str, who: str) -> None:
    try:
        live = await node.live(id)
    except TemporaryRefusal:  # it is tried again later
        raise
    except ServerRefusal:  # it is damaged, or of a game that is not installed, or it is not there
        await rewrite_events(node, id, await find_events(node, id, who))
        return
    async with live.lock:
        await node.refresh(live)
        if not (await find_events(node, id, who)).others_sat:
            await close_and_remove(node, live)
            return
        await stand_up(node, live, who)
        seats = live.table.seats_of(who)
        await rewrite_events(node, id, await find_events(node, id, who))
        while not await node.commit(live, Decision(live.table).then(Erased(now(), tuple(map(int, seats))))):
            pass


async def delete_table(node: Node, id: str, who: str) -> None:
    """Removes a table at which nobody but this person has ever sat; ServerRefusal where that is not so."""
    live = await node.live(id)
    async with live.lock:
        await node.refresh(live)
        if not (live.table.seats_of(who) or live.table.opened.by == who):
            raise ServerRefusal("spectator", "you do not sit at this table")
        if live.table.opened.daily == today():
            raise ServerRefusal("daily", "today's deal counts once: you can delete this table tomorrow")
        if (await find_events(node, id, who)).others_sat:
            raise ServerRefusal("others", "other people have sat at this table: you cannot delete it alone")
        await close_and_remove(node, live)
    node.announce_lobby_change()


async def close_and_remove(node: Node, live: LiveTable) -> None:
    """It is closed first: a bot that is thinking would store its move, and the table with it, once more."""
    while live.table.ended is None:
        await node.commit(live, Decision(live.table).then(Ended(now(), "abandoned", live.secret.hex())))
    await node.remove(live.table.id)


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


async def find_events(node: Node, id: str, who: str) -> RewrittenEvents:
    """What is to be written anew at this table; at a long one a worker finds it."""
    stored = await read_stored(node.store, id)
    if len(stored.numbers) <= FEW:
        return rewrite_without(stored, who)
    return await node.work.run(rewrite_without, stored, who)


async def rewrite_events(node: Node, id: str, rewritten: RewrittenEvents) -> None:
    sql = "update events set body = $1, sum = $2 where tab = $3 and n = $4"
    for place in range(0, len(rewritten.changed), SPAN):
        some = rewritten.changed[place : place + SPAN]
        await node.store.write(*((sql, (body, sum, id, n)) for n, body, sum in some))
