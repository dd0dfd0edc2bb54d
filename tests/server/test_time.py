"""Time, whatever happens: clocks that are set, restarts, bots, pauses, takebacks. Nobody gains or loses any."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.contract import Refusal, Seat
from tablee.poll import Prompt
from tablee.server import timekeeping
from tablee.server.people.people import Person
from tablee.server.store import Store
from tablee.server.store.sqlite import Sqlite
from tablee.server.tables import periodic_jobs
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.decisions.moves import play_for_bot
from tablee.server.tables.live import LiveTable
from tablee.server.tables.node import Node
from tablee.server.tables.settings import Clock
from tablee.server.timekeeping import TIME, Timekeeper, now
from tests.server.tables_on_a_node import ANN, BEN, ask
from tests.server.tables_without_node import TestedTable, asks, begun, laid, moves

pytestmark = pytest.mark.anyio

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000
LONG, INCREMENT = 30 * DAY, 7 * SECOND
EPOCH = 1_794_700_000_000


class Machine:
    """A machine whose clock can be set. Its monotonic clock cannot."""

    def __init__(self) -> None:
        self.wall, self.uptime = EPOCH, 1_000_000  # milliseconds

    def time_ns(self) -> int:
        return self.wall * 1_000_000

    def monotonic_ns(self) -> int:
        return self.uptime * 1_000_000

    def pass_by(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.uptime += milliseconds

    def use(self, patched: pytest.MonkeyPatch) -> None:
        patched.setattr(timekeeping, "time_ns", self.time_ns)
        patched.setattr(timekeeping, "monotonic_ns", self.monotonic_ns)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    found, offset = Machine(), TIME.offset
    found.use(monkeypatch)
    TIME.set(EPOCH)
    yield found
    TIME.offset = offset


@given(st.lists(st.tuples(st.integers(0, 10 * HOUR), st.integers(-10 * DAY, 10 * DAY))))
def test_a_clock_that_is_set_while_a_process_runs_changes_nothing_in_it(steps: list[tuple[int, int]]) -> None:
    machine = Machine()
    with pytest.MonkeyPatch.context() as patched:
        machine.use(patched)
        keeper = Timekeeper()
        begun, passed = keeper.now(), 0
        for milliseconds, jump in steps:
            machine.pass_by(milliseconds)
            machine.wall += jump
            passed += milliseconds
            assert keeper.now() == begun + passed


# ---- anything that can happen -----------------------------------------------------------------


class WaitingBots(BotPool):
    """Bots that are asked and do not answer: the test says when they move."""

    async def think(self, game: Any, name: str, state: Any, asked: Prompt) -> str | None:
        await asyncio.Event().wait()
        return None


class Evening:
    """A table on a machine, and what each seat should have left. Only real time counts in which it was awaited."""

    def __init__(self, machine: Machine, store: Store) -> None:
        self.machine, self.store, self.rng = machine, store, Random(1)
        self.left = [LONG] * 3
        self.more = [0] * 3  # what a seat may have lost besides: downtimes so short that nobody noticed
        self.lent = [0] * 3
        self.rewarded: int | None = None  # the seat that moved last, as long as its move can be taken back
        self.node = Node(store, NoBus(), WaitingBots())

    async def open(self) -> None:
        clock = Clock("game", LONG // SECOND, INCREMENT // SECOND)
        await laid(self.store, begun(clock, now(), "golden21", players=3), "t")

    async def live(self) -> LiveTable:
        return await self.node.live("t")

    async def sleep(self, milliseconds: int) -> None:
        table = (await self.live()).table
        self.machine.pass_by(milliseconds)
        for seat in () if table.paused else table.waiting:
            if table.bot_of(seat):
                self.lent[seat] += milliseconds
            else:
                self.left[seat] -= milliseconds
        await self.store.heartbeat(now())  # the periodic job has done so every two seconds

    def set_clock(self, hours: int) -> None:
        self.machine.wall += hours * HOUR

    async def restart(self, milliseconds: int) -> None:
        """The process ends; the machine's clock may be set before the next one begins."""
        table = (await self.live()).table
        await self.stop()
        self.machine.pass_by(milliseconds)
        TIME.__init__()  # type: ignore[misc]  # as a new process does
        self.node = Node(self.store, NoBus(), WaitingBots())
        await periodic_jobs.join_time(self.node)
        for seat in () if table.paused else table.waiting:
            self.more[seat] += periodic_jobs.AWAY

    async def stop(self) -> None:
        tasks = list(self.node.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def move(self) -> None:
        """By the person who is to move, or by the bot that plays for them."""
        live = await self.live()
        table = live.table
        if not table.live or table.paused:
            return
        seat = Seat(table.waiting[0])
        action = self.rng.choice(table.game.legal(table.state, seat))
        self.rewarded = None
        if table.bot_of(seat):
            await self.node.commit(live, play_for_bot(table, seat, action, now(), live.secret))
        else:
            await ask(self.node, live, owner(seat), seat, do=str(action))
            self.left[seat] += INCREMENT
            self.rewarded = seat
        after = live.table.waiting if live.table.live else ()
        self.lent = [lent if other in after and other != seat else 0 for other, lent in enumerate(self.lent)]

    async def try_ask(self, seat: int, **verb: Any) -> bool:
        """Whether it was granted."""
        try:
            await ask(self.node, await self.live(), owner(seat), seat, **verb)
        except Refusal:
            return False
        return True

    async def lend(self, seat: int) -> None:
        await self.try_ask(seat, bot="random")

    async def take_seat_back(self, seat: int) -> None:
        if await self.try_ask(seat, back=True):
            self.left[seat] -= self.lent[seat]
            self.lent[seat] = 0

    async def agree(self, seat: int, thing: str) -> bool:
        """Somebody offers it, and all others agree."""
        if not await self.try_ask(seat, offer=thing):
            return False
        for other in range(3):
            await self.try_ask(other, answer=True)
        return (await self.live()).table.offer is None

    async def pause(self, seat: int) -> None:
        await self.agree(seat, "pause")

    async def resume(self, seat: int) -> None:
        await self.try_ask(seat, resume=True)

    async def take_back_move(self, seat: int) -> None:
        lines = len((await self.live()).table.moves)
        mover, self.rewarded = self.rewarded, None
        if await self.agree(seat, "takeback") and len((await self.live()).table.moves) < lines and mover is not None:
            self.left[mover] -= INCREMENT

    async def check(self) -> None:
        live = await self.live()
        await periodic_jobs.check_clocks(self.node)
        table = live.table
        charged = table._charge(now())
        for seat, place in enumerate(charged):
            assert place.left is not None
            assert self.left[seat] - self.more[seat] <= place.left <= self.left[seat], (seat, self.left, self.more)


def owner(seat: int) -> Person:
    return (ANN, BEN)[min(seat, 1)]


seats = st.integers(0, 2)
happenings = st.lists(
    st.one_of(
        st.tuples(st.just("sleep"), st.integers(1, 2 * HOUR)),
        st.tuples(st.just("move")),
        st.tuples(st.just("set_clock"), st.integers(-9, 9)),
        st.tuples(st.just("restart"), st.integers(0, 3 * HOUR)),
        st.tuples(st.sampled_from(["lend", "take_seat_back", "pause", "resume", "take_back_move"]), seats),
    ),
    max_size=20,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(happenings)
def test_whatever_happens_nobody_gains_time_and_nobody_loses_any(
    machine: Machine, happened: list[tuple[Any, ...]]
) -> None:
    async def play() -> None:
        with tempfile.TemporaryDirectory() as folder:
            store = Sqlite(Path(folder) / "tables.db")
            await store.open()
            evening = Evening(machine, store)
            await evening.open()
            try:
                for verb, *arguments in happened:
                    if asyncio.iscoroutine(step := getattr(evening, verb)(*arguments)):
                        await step
                    await evening.check()
            finally:
                await evening.stop()
                await store.close()

    machine.wall = EPOCH
    TIME.set(EPOCH)
    asyncio.run(play())


# ---- one by one ---------------------------------------------------------------------------------


async def test_a_clock_that_was_set_back_by_hours_before_a_restart_gives_nobody_hours(
    machine: Machine, store: Store
) -> None:
    await laid(store, begun(Clock("game", 600), now()), "t")
    machine.pass_by(100 * SECOND)
    await store.heartbeat(now())
    machine.wall -= 2 * HOUR
    TIME.set(machine.wall)
    node = Node(store, NoBus(), BotPool())
    await periodic_jobs.join_time(node)
    assert await store.last_heartbeat() == now()  # and not two hours from now
    machine.pass_by(50 * SECOND)
    table = (await node.live("t")).table
    assert table.deadline == (now() + (600 - 100 - 50) * SECOND, 0)


async def test_a_clock_that_is_set_back_before_two_restarts_gives_nobody_time_twice(
    machine: Machine, store: Store
) -> None:
    await laid(store, begun(Clock("game", 36_000), now()), "t")
    for hours in (3, 1):
        machine.pass_by(600 * SECOND)
        await store.heartbeat(now())
        TIME.set(now() - hours * HOUR)
        node = Node(store, NoBus(), BotPool())
        await periodic_jobs.join_time(node)
    assert (await node.live("t")).table.deadline == (now() + (36_000 - 1200) * SECOND, 0)


async def test_a_heartbeat_of_the_future_is_repaired_even_where_no_clock_runs(machine: Machine, store: Store) -> None:
    await laid(store, begun(Clock("game", 600), now()), "t")
    await store.heartbeat(now() + 9 * HOUR)
    await store.remove("t")
    node = Node(store, NoBus(), BotPool())
    await periodic_jobs.join_time(node)
    assert await store.last_heartbeat() == now()
    await laid(store, begun(Clock("game", 600), now()), "u")
    machine.pass_by(3 * SECOND)
    await periodic_jobs.check_clocks(node)
    assert (await node.live("u")).table.deadline == (now() + 597 * SECOND, 0)


async def test_two_nodes_that_come_back_to_an_earlier_time_take_it_off_once(machine: Machine, store: Store) -> None:
    await laid(store, begun(Clock("game", 600), now()), "t")
    machine.pass_by(100 * SECOND)
    await store.heartbeat(now())
    TIME.set(now() - 5 * HOUR)
    nodes = [Node(store, NoBus(), BotPool()) for _ in range(2)]
    await asyncio.gather(*(periodic_jobs.join_time(node) for node in nodes))
    for node in nodes:
        async with (live := await node.live("t")).lock:
            await node.refresh(live)
        assert live.table.deadline == (now() + 500 * SECOND, 0)


async def test_a_node_that_joins_another_takes_over_its_time(
    machine: Machine, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine's clock was set back after the first node had begun. The second takes over the first one's time."""
    await laid(store, begun(Clock("game", 600), now()), "t")
    await store.heartbeat(now())
    first = now()
    TIME.set(first - 2 * HOUR)

    class Shared(NoBus):
        alone = False

    looked, last_heartbeat = asyncio.Event(), store.last_heartbeat

    async def look() -> int:
        found = await last_heartbeat()
        looked.set()
        return found

    monkeypatch.setattr(store, "last_heartbeat", look)
    node = Node(store, Shared(), BotPool())
    joining = asyncio.create_task(periodic_jobs.join_time(node))
    await looked.wait()
    await store.heartbeat(first + 2 * SECOND)
    await joining
    assert now() == first + 2 * SECOND
    assert (await node.live("t")).table.deadline == (first + 600 * SECOND, 0)


# ---- bots and takebacks ---------------------------------------------------------------------------


def left(table: TestedTable) -> list[int]:
    return [(place.left or 0) // SECOND for place in table.places]


def test_the_clock_runs_until_a_bot_has_moved() -> None:
    """Ann lends her seat, nothing happens, she takes it back: that time was hers. A bot's move costs her none."""
    table = begun(Clock("game", 600, increment=5), at=0)
    asks(table, ANN, 100 * SECOND, 0, bot="random")
    asks(table, BEN, 110 * SECOND, 1, bot="random")  # what others do changes nothing
    asks(table, BEN, 120 * SECOND, 1, back=True)
    asks(table, ANN, 130 * SECOND, 0, offer="pause")
    asks(table, BEN, 130 * SECOND, 1, answer=True)
    asks(table, ANN, 500 * SECOND, 0, resume=True)
    asks(table, ANN, 510 * SECOND, 0, back=True)
    assert left(table)[0] == 600 - 100 - 30 - 10
    asks(table, ANN, 520 * SECOND, 0, bot="random")
    action = table.game.legal(table.state, Seat(0))[0]
    table.table = play_for_bot(table.table, Seat(0), action, 590 * SECOND, bytes(32)).table
    asks(table, ANN, 595 * SECOND, 0, back=True)
    assert left(table)[0] == 600 - 100 - 30 - 10 - 10  # and a bot earns nobody an increment


def test_a_clock_that_ran_out_while_a_bot_did_not_move_has_fallen_when_the_seat_is_taken_back() -> None:
    table = begun(Clock("move", 60), at=0)
    asks(table, ANN, 0, 0, bot="random")
    assert table.deadline is None  # as long as a bot plays, the clock does not fall
    asks(table, ANN, 61 * SECOND, 0, back=True)
    assert table.deadline == (61 * SECOND, 0)


@pytest.mark.parametrize("clock", [Clock("game", 600, increment=30), Clock("move", 600)])
def test_a_takeback_earns_nobody_time(clock: Clock) -> None:
    table = begun(clock, at=0, game="golden21", players=3)
    while True:
        seat, at, before = table.waiting[0], table.since + 10 * SECOND, left(table)
        moves(table, seat, at)
        if not table.moves[-1].startswith("*"):
            break
    thought = 40 if seat in table.waiting else 0  # its own clock has run on meanwhile
    awaited = [other for other in table.waiting if other != seat]
    asks(table, owner(seat), at, seat, offer="takeback")
    asks(table, ANN if seat else BEN, at + 40 * SECOND, 0 if seat else 1, answer=True)
    assert table.waiting[0] == seat and left(table)[seat] == before[seat] - 10 - thought
    used = 40 if clock.per == "game" else 0  # where each move has a time of its own, it begins anew
    assert [left(table)[other] for other in awaited] == [before[other] - used for other in awaited]


async def test_a_seat_that_is_taken_back_before_its_bot_is_asked_disturbs_nobody(store: Store) -> None:
    """Bots wait a little before they move, so that people can follow. Meanwhile the seat is taken back, or moves."""
    prompts: list[Prompt] = []
    taken_back = asyncio.Event()

    class Counting(BotPool):
        async def think(self, game: Any, name: str, state: Any, asked: Prompt) -> str | None:
            prompts.append(asked)
            assert asked.offers and state is live.table.state
            return str(asked.offers[0])

    class Patient(Node):
        async def pause_before_bot(self) -> None:
            await taken_back.wait()

    node = Patient(store, NoBus(), Counting(), pace=1)
    await laid(store, begun(None, now()), "t")
    live = await node.live("t")
    for _ in range(8):
        taken_back.clear()
        seat = live.table.waiting[0]
        await ask(node, live, owner(seat), seat, bot="random")
        task = live.thinking
        assert task is not None
        await ask(node, live, owner(seat), seat, back=True)
        taken_back.set()
        await task
        assert task.exception() is None and not prompts
        action = live.table.game.legal(live.table.state, Seat(seat))[0]
        await ask(node, live, owner(seat), seat, do=str(action))
