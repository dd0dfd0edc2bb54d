"""Tables in memory, and everybody who looks at them. Nothing is shown that is not stored.

What follows from an ask is tried on a fork of the table and stored; only then does the fork take the table's place and
are the readers woken. A plain move needs no fork, as nothing but the store has to know of it before. A reader is never
sent a queue: it is told what happened since its own number, whenever it is ready to be told, so that a slow one holds
up nobody and costs nothing.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Sequence
from contextlib import suppress
from secrets import token_bytes
from time import monotonic, time
from typing import Any

import structlog
from msgspec.structs import replace

from tablee import record
from tablee.contract import Refusal, Seat
from tablee.poll import NOBODY_POLLED, Prompt, is_decision
from tablee.server.ids import letters, new_id
from tablee.server.metrics import MOVES, READERS, TABLES
from tablee.server.people.people import Person
from tablee.server.refusals import ServerRefusal
from tablee.server.store import Conflict, Store, TableSummary
from tablee.server.tables import decisions, events
from tablee.server.tables.asks import TableAsk
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import Bus
from tablee.server.tables.decisions import AskContext
from tablee.server.tables.events import AnyEvent, Botted, Moved, Rematched, Sat
from tablee.server.tables.live import LiveTable, Reader, build_news, log_entries, now, recent_steps, steps_since
from tablee.server.tables.news import Done, Head, LogLine, LogNote, News
from tablee.server.tables.settings import SeatPlan, Settings
from tablee.server.tables.summary import needs_bot, sitters, summarise
from tablee.server.tables.table import EventStep, SeatState, TableState, fold, steps

log = structlog.get_logger()

GAP = 200  # more events than this are not told one by one: the log is asked for apart
MINUTE = 60_000
KEPT = 60.0  # seconds that a table stays in memory with nobody looking at it


class Node:
    """All the tables that this process serves. Any node can serve any table: the store settles who was first."""

    def __init__(self, store: Store, bus: Bus, bot_pool: BotPool, *, pace: float = 0.0) -> None:
        self.store, self.bus, self.bot_pool, self.pace = store, bus, bot_pool, pace
        self.tables: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Task[LiveTable]] = {}
        self.lobby_changed = asyncio.Event()
        self.last_change = 0  # when a summary was last written, as far as we know
        self.tasks: set[asyncio.Task[Any]] = set()
        self.failed: dict[str, float] = {}  # tables that failed us, and when that was

    # ---- tables -------------------------------------------------------------------

    async def open_table(self, settings: Settings, person: Person, after: str | None = None) -> str:
        """A new one; its id. A rematch of another is opened once, whoever asks for it, on whichever node."""
        secret, id = token_bytes(32), new_id(10)
        if after is not None:
            id = rematch_id(await self.store.key("rematch", token_bytes(32)), after)
            secret = await self.store.keep_secret(id, secret)
        opening = decisions.opened(settings, person.id, person.name, now(), secret, after)
        table = fold(id, opening)
        bodies = [events.encode(event) for event in opening]
        if after is None:
            await self.store.create(id, secret, bodies, summarise(table))
        else:
            with suppress(Conflict):  # somebody was faster, or has asked before a crash: it is the same table
                await self.store.append(id, 0, bodies, summarise(table))
        self.announce_lobby_change()
        return id

    async def live(self, id: str) -> LiveTable:
        """The table, from memory or from the store; ServerRefusal where there is none."""
        if found := self.tables.get(id):
            found.used = time()
            return found
        if id not in self.opening:
            self.opening[id] = asyncio.create_task(self.load(id))
        try:
            return await asyncio.shield(self.opening[id])
        finally:
            self.opening.pop(id, None)

    async def load(self, id: str) -> LiveTable:
        stored = await self.store.load(id) if id.isalnum() else []
        if not stored:
            raise ServerRefusal("table", "there is no table {table}: it was never opened, or not here", table=id)
        try:
            table = fold(id, [events.decoder.decode(body) for body in stored])
        except Exception as error:  # whatever is wrong with it, in the store or in our rules
            self.mark_failed(id, error)
            raise ServerRefusal(
                "unreadable", "table {table} cannot be read by this server: it is kept as it is", table=id
            ) from None
        live = LiveTable(table, await self.store.secret(id))
        self.tables[id] = live
        TABLES.set(len(self.tables))
        self.ask_bots(live)
        return live

    def mark_failed(self, id: str, error: Exception) -> None:
        """This table failed us: it is logged once, without what is in it, and the rounds leave it for a while."""
        if id not in self.failed:
            log.error("table_failed", table=id, error=type(error).__name__)
        self.failed[id] = monotonic()

    async def refresh(self, live: LiveTable) -> bool:
        """Whether somebody else has written: then their events are ours, too."""
        fork = live.table.fork()
        for body in await self.store.load(fork.id, fork.n):
            fork.take(events.decoder.decode(body))
        if fork.n == live.table.n:
            return False
        live.summary = None
        self.replace_table(live, fork)
        return True

    def replace_table(self, live: LiveTable, fork: TableState) -> None:
        """The fork takes the table's place, and everybody is told."""
        clocked = fork.opened.settings.clock is not None
        if (
            clocked
            or fork.offer != live.table.offer
            or any(not isinstance(step.event, Moved) for step in steps_since(fork, live.table.n))
        ):
            live.head += 1
        live.table = fork
        live.wake()

    async def remove(self, id: str) -> None:
        """The table was never there."""
        await self.store.remove(id)
        self.tables.pop(id, None)

    async def refresh_summaries(self, most: int) -> None:
        """Cards are to be right to a minute or so. No move waits for that: some of them are written now and then."""
        old = [
            live
            for live in self.tables.values()
            if live.summary and live.table.touched - live.summary.touched >= MINUTE
        ]
        summaries = []
        for live in old[:most]:
            live.summary = summarise(live.table, seated=False)
            summaries.append((live.table.id, live.table.n, live.summary))
        if summaries:
            await self.store.refresh_summaries(summaries)

    def evict_idle(self) -> None:
        """Tables that nobody looks at leave the memory; people who have not asked for long have gone."""
        old = time() - KEPT
        for id, live in list(self.tables.items()):
            if gone := [who for who, at in live.polled.items() if at < old]:
                for who in gone:
                    del live.polled[who]
                live.head += 1
                live.wake()
            if not live.readers and live.used < old and not live.lock.locked() and live.thinking is None:
                del self.tables[id]
        TABLES.set(len(self.tables))

    # ---- asks -------------------------------------------------------------------------

    async def ask(self, id: str, person: Person, ask: TableAsk, keyed: bool = False) -> Done:
        """Grants it, once, however often it is asked; Refusal where it is not granted."""
        live = await self.live(id)
        if ask.sit is not None and (before := live.table.opened.after):  # a rematch
            keyed = keyed or bool((await self.live(before)).table.seats_of(person.id))
        key = f"{person.id} {ask.id}"
        while True:
            async with live.lock:
                if (n := live.table.granted.get(key)) is not None:
                    return Done(ask.id, n, live.table.again)
                try:
                    happened = decisions.decide(AskContext(live.table, person.id, ask, now(), live.secret, keyed))
                except Refusal as error:
                    if await self.refresh(live):  # another node knew more: what it knows may change the answer
                        continue
                    error.game = live.table.game
                    raise
                first = happened[0]
                if isinstance(first, Rematched):
                    first = replace(first, table=await self.rematch(live.table, person))
                if isinstance(first, events.Said) and not first.name:
                    first = replace(first, name=person.name)
                happened[0] = replace(first, ask=key)
                n = live.table.n + 1
                if await self.commit(live, happened):
                    return Done(ask.id, n, live.table.again)

    async def commit(self, live: LiveTable, happened: Sequence[AnyEvent]) -> bool:
        """Stored, then shown. False: somebody was faster, and the table is up to date now."""
        plain, before = is_plain_move(live, happened), live.table.status
        fork = live.table if plain else live.table.fork()
        new: TableSummary | None = None
        if not plain:
            fork.take_all(happened)
            new = summarise(fork, any(isinstance(event, Sat) for event in happened))
        try:
            await self.store.append(fork.id, live.table.n, [events.encode(event) for event in happened], new)
        except Conflict:
            await self.refresh(live)
            return False
        if plain:  # neither the head nor the lobby nor a bot has anything to say to it
            fork.take_all(happened)
            live.wake()
        else:
            live.summary = new
            stood_up = sitters(live.table) - sitters(fork)
            self.replace_table(live, fork)
            for who in stood_up:
                with suppress(ServerRefusal):  # else it is listed among their tables a while longer
                    await self.store.stood_up(fork.id, who)
            if before != fork.status or not fork.started:
                self.announce_lobby_change()
            self.ask_bots(live)
        MOVES.inc(sum([isinstance(event, Moved) for event in happened]))
        self.bus.publish(fork.id, fork.n)
        return True

    async def rematch(self, table: TableState, person: Person) -> str:
        """The same game with the same people, each one seat further, so that another begins.

        Their seats are kept for them: nobody is seated who has not said so.
        """

        def plan(place: SeatState) -> SeatPlan:
            if place.who is None:
                return SeatPlan("bot", place.level)
            return SeatPlan("me", name=place.name) if place.who == person.id else SeatPlan("link")

        seats = tuple(plan(table.places[seat - 1]) for seat in table.seats)
        return await self.open_table(replace(table.opened.settings, seats=seats), person, table.id)

    # ---- bots -------------------------------------------------------------------------------

    def ask_bots(self, live: LiveTable) -> None:
        """If a bot is to be asked, it is, in the background."""
        if live.thinking is None and needs_bot(live.table):
            live.thinking = self.spawn(self.run_bots(live))

    async def run_bots(self, live: LiveTable) -> None:
        """Bots are asked one after the other until a person is to move."""
        try:
            while True:
                asked = next_bot(live)
                if asked is None:
                    if live.bots_done_at == live.table.n or not needs_bot(live.table):
                        return
                    await self.mark_bots_done(live)
                    continue  # somebody may have moved meanwhile
                if self.pace:
                    await asyncio.sleep(self.pace)
                if not await self.ask_bot(live, asked):
                    return
        except ServerRefusal as error:  # the store is away: the rounds will ask again
            log.warning("bot_waits", table=live.table.id, why=error.code)
        finally:
            live.thinking = None

    async def mark_bots_done(self, live: LiveTable) -> None:
        """All bots that might cut in have let it pass: until somebody does something nobody need look after them."""
        n = live.table.n
        await self.store.clear_bot_pending(live.table.id, n)
        live.bots_done_at = n

    async def ask_bot(self, live: LiveTable, asked: Prompt) -> bool:
        """False: even the weakest bot has failed, and is left in peace until the next round."""
        table, seat = live.table, asked.seat
        level = table.bot_of(seat)
        assert level is not None
        line = len(table.moves)
        try:
            answer = await self.bot_pool.think(table.game, level, table.state, asked)
            action = None if answer is None else table.game.parse(answer)
            if action not in asked.offers:
                raise ValueError("not offered")
        except Exception as error:  # what it says may tell a move, which is nobody's business but the table's
            log.error("bot_failed", table=table.id, game=table.game.name, level=level, error=type(error).__name__)
            return await self.replace_bot(live, seat, level)
        async with live.lock:
            current = live.table
            still = len(current.moves) == line and current.bot_of(seat) == level and current.live and not current.paused
            if asked.polled and still:
                live.polling = live.polling.after_answer(asked)
            if action is not None and still:
                await self.commit(live, decisions.played(current, seat, action, now(), live.secret))
        return True

    async def replace_bot(self, live: LiveTable, seat: Seat, level: str) -> bool:
        """One that fails is replaced by the level below, and the table is told; False: there is none below."""
        below = self.bot_pool.below(live.table.game, level)
        async with live.lock:
            if live.table.bot_of(seat) == level and below != level:
                await self.commit(live, [Botted(now(), seat, below, "failed")])
        return below != level

    # ---- readers -----------------------------------------------------------------------------

    async def news(self, live: LiveTable, reader: Reader) -> list[News]:
        """What this reader has not been told yet, for each of its seats."""
        if reader.n > live.table.n:  # another node has told it more than is known here: nobody is shown less
            async with live.lock:
                await self.refresh(live)
            reader.n = min(reader.n, live.table.n)  # or it made that up
        news = self.recent_news(live, reader)
        if news is None:
            table, version = live.table.fork(), live.head  # it may grow while the store is read
            head = self.head(live, reader)
            few = table.n - reader.n <= GAP
            missed = [step for step in await self.past(table) if step.n > reader.n] if few else None
            news = build_news(table, version, head, reader, missed)
        return news

    def recent_news(self, live: LiveTable, reader: Reader) -> list[News] | None:
        """As `news`, at once; None where the store has to be asked."""
        missed = recent_steps(live.table, reader.n)
        if missed is None:
            return None
        return build_news(live.table, live.head, self.head(live, reader), reader, missed)

    def head(self, live: LiveTable, reader: Reader) -> Head | None:
        """The table's, if it has changed since the reader was shown it; then the reader's seats may have, too."""
        if reader.head == live.head:
            return None
        reader.look(live.table)
        return live.table.head(live.present(), live.watchers(), False if self.bus.alone else None)

    async def past(self, table: TableState) -> list[EventStep]:
        """Every event of this table up to now, with what it did."""
        stored = (await self.store.load(table.id))[: table.n]
        return list(steps(table.id, [events.decoder.decode(body) for body in stored]))

    async def log(self, live: LiveTable, seat: Seat | None, players: bool, after: int = 0) -> list[LogLine | LogNote]:
        """All that this seat was ever told at this table."""
        return log_entries(live.table, [step for step in await self.past(live.table) if step.n > after], seat, players)

    def join(self, live: LiveTable, reader: Reader) -> None:
        live.readers.add(reader)
        live.head += 1  # who is here has changed
        READERS.inc()
        live.wake()

    def mark_polling(self, live: LiveTable, person: Person | None) -> None:
        """Who asks again and again is here, too."""
        if person is None or not live.table.seats_of(person.id):
            return
        if person.id not in live.present():
            live.head += 1
            live.wake()
        live.polled[person.id] = time()

    def leave(self, live: LiveTable, reader: Reader) -> None:
        live.readers.discard(reader)
        live.head += 1
        live.used = time()
        READERS.dec()
        live.wake()

    # ---- the others ---------------------------------------------------------------------------

    async def on_table_grown(self, id: str, n: int) -> None:
        """Another node says that a table has grown."""
        live = self.tables.get(id)
        if live is not None and live.table.n >= n:
            return
        self.announce_lobby_change()
        if live is None:
            return
        async with live.lock:
            if live.table.n < n:
                await self.refresh(live)

    def announce_lobby_change(self) -> None:
        """The lobby looks different now."""
        self.lobby_changed.set()
        self.lobby_changed = asyncio.Event()

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.finished)
        return task

    def finished(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("task_failed", error=type(error).__name__)


def rematch_id(key: bytes, table: str) -> str:
    """The id of this table's rematch: one, and only who has the store's key knows it before it is told."""
    return letters(hmac.digest(key, table.encode(), "sha256")[:10])


def next_bot(live: LiveTable) -> Prompt | None:
    """The bot to ask now, and what for."""
    table = live.table
    if not needs_bot(table):
        return None
    if (last := last_decision(table)) != live.polled_since:
        live.polling, live.polled_since = NOBODY_POLLED, last
    prompts = live.polling.prompts(table.game, table.state)
    return next((asked for asked in prompts if table.bot_of(asked.seat)), None)


def last_decision(table: TableState) -> int:
    """The number of the last line that was an awaited decision; 0: there was none yet."""
    for n in range(len(table.moves), 0, -1):
        if is_decision(record.read_move(table.game, table.moves[n - 1])):
            return n
    return 0


def is_plain_move(live: LiveTable, happened: Sequence[AnyEvent]) -> bool:
    """A move after which the summary says the same, but for when it was and how many there were: see `freshen`."""
    table = live.table
    return (
        live.summary is not None
        and table.opened.settings.clock is None
        and table.offer is None
        and not any(place.level for place in table.places)
        and all(isinstance(event, Moved) for event in happened)
    )
