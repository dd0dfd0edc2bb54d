"""Tables in memory, and everybody who looks at them. Nothing is shown that is not stored.

Every change goes one way: a decision (events, and the table after them) is stored; only then does its table take the
place of the old one, and the readers are woken. A reader never has a queue: it is sent what happened since its own
number, whenever it is ready, so that a slow one holds up nobody and costs nothing.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Sequence
from contextlib import suppress
from secrets import token_bytes
from time import monotonic
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from tablee.contract import Refusal, Seat
from tablee.poll import Prompt
from tablee.server.ids import letters, new_id
from tablee.server.metering import Pacer
from tablee.server.metrics import MOVES, READERS, TABLES
from tablee.server.people.people import Person
from tablee.server.refusals import ServerRefusal, StoreDamaged, TableDamaged, TemporaryRefusal, Unreadable
from tablee.server.store import Conflict, Store, TableSummary
from tablee.server.tables import events
from tablee.server.tables.asks import AgainAsk, AnyAsk, OfferAsk, SayAsk, SitAsk
from tablee.server.tables.bot_answer import bot_answer
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import Bus
from tablee.server.tables.decisions import AskContext, Decision, decide
from tablee.server.tables.decisions.chat import check_room
from tablee.server.tables.decisions.moves import play_for_bot
from tablee.server.tables.decisions.seats import knows_bot, open_new
from tablee.server.tables.events import AnyEvent, Botted, Moved, Sat
from tablee.server.tables.failed_tables import FailedTables
from tablee.server.tables.fan_out import FanOut
from tablee.server.tables.head import Head
from tablee.server.tables.live import LiveTable, Reader, build_news, keeps_summary, recent_steps, steps_since
from tablee.server.tables.news import Done, News
from tablee.server.tables.outside_bots import OutsideBots
from tablee.server.tables.past import LONG, load_table, past_steps
from tablee.server.tables.seat_clocks import SeatState
from tablee.server.tables.settings import SeatPlan, Settings
from tablee.server.tables.summary import needs_bot, sitters, summarise
from tablee.server.tables.table import TableState
from tablee.server.tables.takebacks import shows_nothing, takeback_question
from tablee.server.timekeeping import now
from tablee.server.worker_pool import WorkerPool, WorkLimits

log = structlog.get_logger()

GAP = 200  # a client that missed more events than this is not sent them one by one: it asks for the log
MINUTE = 60_000
KEPT = 60.0  # seconds that a table without readers stays in memory
MOST_EVENTS = 6000  # of one table, chat included
FEW_READERS = 16  # so many are told at once who is present; more, after a while
PRESENCE = 0.001  # seconds of that while, for each reader


class Node:
    """All the tables that this process serves. Any node can serve any table: the store settles who was first."""

    def __init__(
        self, store: Store, bus: Bus, bot_pool: BotPool, *, pace: float = 0.0, most_events: int = MOST_EVENTS,
        outside: OutsideBots | None = None,
    ) -> None:  # fmt: skip
        self.store, self.bus, self.bot_pool, self.pace = store, bus, bot_pool, pace
        self.most_events = most_events  # of one table
        self.outside = outside or OutsideBots()
        self.fan_out = FanOut()
        self.work = WorkerPool("tables", WorkLimits(waiting=32))  # takebacks, earlier moments, long logs
        self.loading = WorkerPool("loading", WorkLimits(waiting=64))  # long tables
        self.tables: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Task[LiveTable]] = {}
        self.lobby_changed = asyncio.Event()
        self.last_change = 0  # when a summary was last written, as far as this node knows
        self.moved = monotonic()  # when somebody last did something at a table
        self.tasks: set[asyncio.Task[Any]] = set()
        self.failed = FailedTables()

    # ---- tables -------------------------------------------------------------------

    async def open_table(self, settings: Settings, person: Person) -> str:
        """A new one; its id."""
        secret, id = token_bytes(32), new_id(10)
        decision = open_new(id, settings, person, now(), secret, outside=self.outside.names(settings.game))
        await self.store.create(id, secret, encode_events(decision), summarise(decision.table))
        if not decision.table.seats_of(person.id):
            await self.store.leave_trace(id, person.id)
        self.announce_lobby_change()
        return id

    async def open_rematch(self, table: TableState, person: Person, id: str) -> None:
        """The same game with the same people, each one seat further, so that another one begins.

        Their seats are kept for them: nobody is seated who has not said so. However many people ask for it, on
        however many nodes, it is opened once.
        """

        offered = self.outside.names(table.game.name)

        def plan(place: SeatState) -> SeatPlan:
            if place.who is None:
                return SeatPlan("bot", place.level if knows_bot(table.game, place.level, offered) else None)
            return SeatPlan("me", name=place.name) if place.who == person.id else SeatPlan("link")

        seats = tuple(plan(table.places[seat - 1]) for seat in table.seats)
        secret = await self.store.keep_secret(id, token_bytes(32))
        settings = replace(table.opened.settings, seats=seats, help=table.help)
        decision = open_new(id, settings, person, now(), secret, after=table.id, outside=offered)
        with suppress(Conflict):  # somebody was faster, or asked before a crash: it is the same table
            await self.store.append(id, 0, encode_events(decision), summarise(decision.table))
        self.announce_lobby_change()

    async def rematch_id(self, table: str) -> str:
        """The id of this table's rematch: there is one, and nobody without the store's key knows it beforehand."""
        key = await self.store.key("rematch", token_bytes(32))
        return letters(hmac.digest(key, table.encode(), "sha256")[:10])

    async def live(self, id: str) -> LiveTable:
        """The table, from memory or from the store; ServerRefusal where there is none."""
        if found := self.tables.get(id):
            found.used = monotonic()
            return found
        if id not in self.opening:
            self.opening[id] = asyncio.create_task(self.load(id))
        try:
            return await asyncio.shield(self.opening[id])
        finally:
            self.opening.pop(id, None)

    async def load(self, id: str) -> LiveTable:
        try:
            table = await load_table(self.store, id, self.loading)
        except (TableDamaged, StoreDamaged, Unreadable) as error:
            self.failed.add(id, error.__cause__ or error)
            raise
        live = LiveTable(table, await self.store.secret(id))
        self.tables[id] = live
        TABLES.set(len(self.tables))
        self.ask_bots(live)
        return live

    async def refresh(self, live: LiveTable) -> bool:
        """Whether another node has written: then its events are taken here, too."""
        table, pacer = live.table, Pacer()
        stored = await self.store.load(table.id, table.n, LONG)
        if len(stored) == LONG:  # a worker plays so many
            stored, table = [], await load_table(self.store, table.id, self.loading)
        for body in stored:
            table = table.take(events.decoder.decode(body))
            await pacer.pause()
        if table.n == live.table.n:
            return False
        moves = count_moves([step.event for step in steps_since(table, live.table.n)])
        self.show(live, table, None, moves == table.n - live.table.n)
        return True

    def show(self, live: LiveTable, table: TableState, summary: TableSummary | None, only_moves: bool) -> None:
        """What is stored takes the place of what was known, and the readers are woken."""
        if not only_moves or table.opened.settings.clock is not None or table.offer != live.table.offer:
            live.head += 1
        live.table, live.summary = table, summary
        live.wake()

    async def remove(self, id: str) -> None:
        """Removes a table as if it had never been there."""
        await self.store.remove(id)
        self.tables.pop(id, None)

    async def refresh_summaries(self, most: int) -> None:
        """Summaries are right to a minute or so. No move waits for them: some are written from time to time."""
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

    def evict_idle(self) -> bool:
        """Drops tables without readers from memory (True: there were some), and people who have not polled for long."""
        before = len(self.tables)
        old = monotonic() - KEPT
        for id, live in list(self.tables.items()):
            if gone := [who for who, at in live.polled.items() if at < old]:
                for who in gone:
                    del live.polled[who]
                self.change_head(live)
            if not live.readers and live.used < old and not live.lock.locked() and live.thinking is None:
                del self.tables[id]
        TABLES.set(len(self.tables))
        return len(self.tables) < before

    # ---- asks -------------------------------------------------------------------------

    async def ask(self, id: str, person: Person, ask: AnyAsk, keyed: bool = False) -> Done:
        """Grants it, once, however often it is asked; Refusal where it is not granted."""
        live = await self.live(id)
        if isinstance(ask, SitAsk) and (before := live.table.opened.after):  # a rematch
            keyed = keyed or bool((await self.live(before)).table.seats_of(person.id))
        check_room(live.table, person, ask, self.most_events)
        if isinstance(ask, SayAsk) and not live.table.seats_of(person.id):
            await self.store.leave_trace(id, person.id)
        rematch = await self.rematch_id(id) if isinstance(ask, AgainAsk) else ""
        while True:
            judged = live.table
            harmless = isinstance(ask, OfferAsk) and await self.is_harmless(judged, person, ask)
            async with live.lock:
                if live.table.moves is not judged.moves and isinstance(ask, OfferAsk):
                    continue  # it was another move
                context = AskContext(live.table, person, ask, now(), live.secret, keyed, rematch,
                                     self.outside.names(live.table.game.name), harmless)  # fmt: skip
                if (n := live.table.event_of_ask(context.key)) is not None:
                    return Done(ask.id, n, live.table.again)
                try:
                    decision = decide(context)
                except Refusal as error:
                    if await self.refresh(live):  # another node knew more, which may change the answer
                        continue
                    error.game = live.table.game
                    raise
                if rematch:
                    await self.open_rematch(live.table, person, rematch)
                n = live.table.n + 1
                if await self.commit(live, decision):
                    return Done(ask.id, n, live.table.again)

    async def check_takeback(self, live: LiveTable, person: Person, ask: OfferAsk) -> None:
        """Refusal where this would not be granted now."""
        table = live.table
        harmless = await self.is_harmless(table, person, ask)
        decide(AskContext(table, person, ask, now(), live.secret, harmless=harmless))

    async def is_harmless(self, table: TableState, person: Person, ask: OfferAsk) -> bool:
        """Where a takeback is offered: whether the move showed nobody anything hidden."""
        mine = [seat for seat in table.seats_of(person.id) if ask.seat in (None, seat)]
        question = takeback_question(table, mine[0]) if ask.offer == "takeback" and mine else None
        if question is None:
            return False
        return await self.work.run(shows_nothing, msgspec.json.encode(question), owner=person.id)

    async def commit(self, live: LiveTable, decision: Decision) -> bool:
        """Stores a decision, then shows it. False: somebody was faster, and the table is up to date now."""
        before, table = live.table, decision.table
        self.moved = monotonic()
        moves = count_moves(decision.events)
        only_moves = moves == len(decision.events)
        summary = None
        if not only_moves or not keeps_summary(live):
            summary = summarise(table, any([type(event) is Sat for event in decision.events]), before)
        try:
            await self.store.append(table.id, before.n, encode_events(decision), summary)
        except Conflict:
            await self.refresh(live)
            return False
        self.show(live, table, summary or live.summary, only_moves)
        if table.places is not before.places:
            for who in sitters(before) - sitters(table):
                with suppress(ServerRefusal):  # otherwise it is listed among their tables a while longer
                    await self.store.stood_up(table.id, who)
        if before.status != table.status or not table.started:
            self.announce_lobby_change()
        self.ask_bots(live)
        MOVES.inc(moves)
        self.bus.publish(table.id, table.n)
        return True

    # ---- bots -------------------------------------------------------------------------------

    def ask_bots(self, live: LiveTable) -> None:
        """Asks the bots that are to move, in the background."""
        if live.thinking is None and needs_bot(live.table):
            live.thinking = self.spawn(self.run_bots(live))

    async def run_bots(self, live: LiveTable) -> None:
        """Bots are asked one after the other until a person is to move."""
        try:
            while True:
                if self.pace and live.next_bot() is not None:
                    await self.pause_before_bot()
                asked = live.next_bot()  # meanwhile somebody may have moved, or taken the seat back
                if asked is None:
                    if live.bots_done_at == live.table.n or not needs_bot(live.table):
                        return
                    await self.mark_bots_done(live)
                    continue  # somebody may have moved meanwhile
                if live.table.n >= self.most_events or not await self.ask_bot(live, asked):
                    return
        except ServerRefusal as error:  # the store is away, or too many think: a periodic job will ask again
            log.warning("bot_waits", table=live.table.id, why=error.code)
        finally:
            live.thinking = None

    async def pause_before_bot(self) -> None:
        """A bot does not move at once, so that people can follow."""
        await asyncio.sleep(self.pace)

    async def mark_bots_done(self, live: LiveTable) -> None:
        """All bots that may cut in have let it pass: nobody has to ask them until something happens."""
        n = live.table.n
        await self.store.clear_bot_pending(live.table.id, n)
        live.bots_done_at = n

    async def ask_bot(self, live: LiveTable, asked: Prompt) -> bool:
        """False: even the weakest bot has failed, and is not asked again until the next periodic job."""
        table, seat = live.table, asked.seat
        level = table.bot_of(seat)
        assert level is not None
        line = len(table.moves)
        try:
            action, fault = await bot_answer(self.bot_pool, self.outside, table, level, asked)
        except TemporaryRefusal:  # too many bots think: it is asked again later
            raise
        except Exception as error:  # its text is not logged: it may contain a hidden move
            log.error("bot_failed", table=table.id, game=table.game.name, level=level, error=type(error).__name__)
            return await self.replace_bot(live, seat, level)
        async with live.lock:
            current = live.table
            still = len(current.moves) == line and current.bot_of(seat) == level and current.live and not current.paused
            if asked.polled and still:
                live.polling = live.polling.after_answer(asked)
            if (action is not None or fault) and still:
                await self.commit(live, play_for_bot(current, seat, action, now(), live.secret, fault))
        if fault and self.outside.has_failed(table.game, level):
            return await self.replace_bot(live, seat, level)
        return True

    async def replace_bot(self, live: LiveTable, seat: Seat, level: str) -> bool:
        """A bot that fails is replaced by one of the level below; False: there is none below."""
        below = self.bot_pool.below(live.table.game, level)
        async with live.lock:
            if live.table.bot_of(seat) == level and below != level:
                await self.commit(live, Decision(live.table).then(Botted(now(), seat, below, "failed")))
        return below != level

    # ---- readers -----------------------------------------------------------------------------

    async def news(self, live: LiveTable, reader: Reader) -> list[News]:
        """What this reader has not seen yet, for each of its seats."""
        if reader.n > live.table.n:  # another node has sent it more than is known here: nobody is shown less
            async with live.lock:
                await self.refresh(live)
            reader.n = min(reader.n, live.table.n)  # or the client made the number up
        news = self.recent_news(live, reader)
        if news is None:
            table, awaits, version = live.table, live.awaits(), live.head  # as they are before the store is read
            head = self.head(live, reader)
            few = table.n - reader.n <= GAP and table.n <= LONG
            missed = await past_steps(self.store, table, reader.n, table.n) if few else None
            news = build_news(table, awaits, version, head, reader, missed)
        return news

    def recent_news(self, live: LiveTable, reader: Reader) -> list[News] | None:
        """The same as `news`, without waiting; None where the store has to be read."""
        missed = recent_steps(live.table, reader.n)
        if missed is None:
            return None
        return build_news(live.table, live.awaits(), live.head, self.head(live, reader), reader, missed)

    def head(self, live: LiveTable, reader: Reader) -> Head | None:
        """The table's head, if it has changed since it was sent; the reader's seats may have changed then, too."""
        if reader.head == live.head:
            return None
        reader.update_seats(live.table)
        return live.table_head(False if self.bus.alone else None)

    def join(self, live: LiveTable, reader: Reader) -> None:
        live.readers.add(reader)
        READERS.inc()
        reader.wake()
        self.tell_presence(live)

    def tell_presence(self, live: LiveTable) -> None:
        """The people who are present have changed. Where many look on, all changes of a while are told at once."""
        if len(live.readers) <= FEW_READERS:
            self.change_head(live)
        elif live.presence is None:
            wait = PRESENCE * len(live.readers)
            live.presence = asyncio.get_running_loop().call_later(wait, self.change_head, live)

    def change_head(self, live: LiveTable) -> None:
        if live.presence is not None:
            live.presence.cancel()
            live.presence = None
        live.head += 1
        live.wake()

    def mark_polling(self, live: LiveTable, person: Person | None) -> None:
        """A player who asks over plain HTTP again and again is present, too."""
        if person is None or not live.table.seats_of(person.id):
            return
        known = person.id in live.polled or person.id in live.present()
        live.polled[person.id] = monotonic()
        if not known:
            self.tell_presence(live)

    def leave(self, live: LiveTable, reader: Reader) -> None:
        live.readers.discard(reader)
        live.used = monotonic()
        READERS.dec()
        self.tell_presence(live)

    # ---- the others ---------------------------------------------------------------------------

    async def on_table_grown(self, id: str, n: int) -> None:
        """Another node has stored events of a table."""
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
        """Wakes everybody who looks at the lobby: it has changed."""
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


def count_moves(found: Sequence[AnyEvent]) -> int:
    return [type(event) for event in found].count(Moved)


def encode_events(decision: Decision) -> list[bytes]:
    return [events.encode(event) for event in decision.events]
