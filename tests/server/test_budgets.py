"""Budgets: who costs much waits, whether by one name or by many; nobody else does; nothing is forgotten too early."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest

from tablee.contract import OptionError
from tablee.server.limits import LimitSettings, read_limits
from tablee.server.metering import METER, Meter, Pacer, add_cost, metered
from tablee.server.protocol import budgets
from tablee.server.protocol.budgets import AROUND, EXPECTED, LATELY, MOST, PACED, WAIT, Caller, Limits, address_key
from tablee.server.refusals import Full, TooFast
from tablee.server.tables.bus import NetworkBus, PostgresBus, RedisBus
from tablee.server.worker_pool import WorkerPool, WorkLimits
from tests.waiting import Waiting

pytestmark = pytest.mark.anyio


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(budgets, "monotonic", made)
    return made


def use(limits: Limits, caller: Caller, seconds: float) -> None:
    """One request that costs so much, as the server charges it."""
    limits.reserve(Caller(caller.address))
    if caller.person is not None:
        limits.check_person(caller.person)
    limits.settle(Caller(caller.address), caller.person, seconds)


def seconds_used(limits: Limits, clock: Clock, callers: Iterator[Caller], cost: float, lasting: float) -> float:
    """How much of the server's time these callers get in so many seconds, if each request costs so much."""
    end, used = clock.now + lasting, 0.0
    for caller in callers:
        if clock.now >= end:
            return used
        try:
            use(limits, caller, cost)
            used += cost + AROUND
        except TooFast as refused:
            clock.now += min(refused.seconds, 1)
        clock.now += 0.001
    return used


def same(caller: Caller) -> Iterator[Caller]:
    while True:
        yield caller


# ---- by cost ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("cost", [0.0005, 0.01, 0.2])
def test_a_person_gets_a_tenth_of_a_core_whether_in_many_small_pieces_or_in_few_large_ones(
    cost: float, clock: Clock
) -> None:
    limits = Limits()
    used = seconds_used(limits, clock, same(Caller("192.0.2.1", "ann")), cost, 100)
    assert 8 < used < 13  # 100 s at a tenth, what may be used at once, and the last piece


def test_a_hundred_names_at_one_address_get_no_more_than_the_address(clock: Clock) -> None:
    limits = Limits()
    names = (Caller("192.0.2.1", f"guest{n}") for n in range(10**9))
    used = seconds_used(limits, clock, names, 0.01, 100)
    assert 20 < used < 30
    use(limits, Caller("192.0.2.2", "ben"), 0.01)  # somebody elsewhere notices nothing


def test_a_person_who_has_used_up_their_share_leaves_that_of_their_neighbours_at_the_same_address(clock: Clock) -> None:
    limits = Limits()
    with pytest.raises(TooFast):
        for _ in range(200):
            use(limits, Caller("192.0.2.1", "ann"), 0.02)
            clock.now += 0.05
    use(limits, Caller("192.0.2.1", "ben"), 0.02)


def test_whoever_is_a_little_too_fast_waits_and_whoever_is_much_too_fast_is_refused(clock: Clock) -> None:
    limits, at = Limits(), Caller("192.0.2.1")
    waits = []
    with pytest.raises(TooFast) as refused:
        for _ in range(10_000):
            waits.append(limits.reserve(at))
    assert waits[0] == 0 and 0 < waits[-1] <= PACED and waits == sorted(waits)
    assert refused.value.seconds >= 1
    clock.now += 10
    assert limits.reserve(at) == 0


def test_a_class_that_opens_the_page_at_the_same_moment_waits_and_is_not_refused(clock: Clock) -> None:
    """Thirty browsers with all files of the page: none of them asks again for a script that was refused."""
    limits, school = Limits(), Caller("192.0.2.1")
    waits = [limits.reserve(school) for _ in range(30 * 15)]
    assert WAIT < max(waits) <= PACED


def test_what_was_cheaper_than_expected_is_given_back(clock: Clock) -> None:
    limits, at = Limits(), Caller("192.0.2.1")
    limits.reserve(at)
    limits.settle(at, None, 0.0)
    assert limits.buckets["address", at.address].left == pytest.approx(2.0 - AROUND) and AROUND < EXPECTED


# ---- what counts as one address -----------------------------------------------------------------------


@pytest.mark.parametrize(("host", "key"), [
    ("192.0.2.7", "192.0.2.7"),
    ("::ffff:192.0.2.7", "192.0.2.7"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
    ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
    ("fe80::1%eth0", "fe80::/64"),
    ("not an address: at all", "not_an_address:_at_all"),
    (None, "?"),
])  # fmt: skip
def test_an_ipv6_address_counts_with_its_whole_network(host: str | None, key: str) -> None:
    assert address_key(host) == key


# ---- expiry --------------------------------------------------------------------------------------------


def test_a_flood_of_names_makes_nobody_forget_who_was_too_fast(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "MOST", 1000)
    limits = Limits()
    with pytest.raises(TooFast):
        for _ in range(20):
            limits.spend("login", "192.0.2.1")
    for n in range(900):
        limits.spend("guest", f"198.51.100.{n}")
    with pytest.raises(TooFast):
        limits.spend("login", "192.0.2.1")
    assert len(limits.buckets) <= 1000 <= MOST


def test_what_nobody_needs_any_more_is_forgotten_a_little_at_a_time(clock: Clock) -> None:
    limits = Limits()
    for n in range(500):
        limits.spend("guest", f"198.51.100.{n}")
    clock.now += LATELY + 3600
    for n in range(500):
        before = len(limits.buckets)
        limits.spend("login", f"203.0.113.{n}")
        assert len(limits.buckets) >= before - 1  # never all at once
    assert len(limits.buckets) <= 510


# ---- what is counted ---------------------------------------------------------------------------------------


def test_sockets_are_bounded_for_a_person_an_address_and_all_together() -> None:
    limits = Limits(LimitSettings(sockets=4, address_sockets=3, person_sockets=2))
    ann, ben, far = Caller("a", "ann"), Caller("a", "ben"), Caller("b")
    with limits.count_socket(ann), limits.count_socket(ann):
        with pytest.raises(Full, match="limit of 2 connections"):
            limits.check_sockets(ann)
        with limits.count_socket(ben):
            with pytest.raises(Full, match="its limit of 3 connections"):
                limits.check_sockets(Caller("a"))
            limits.check_sockets(far)
            with limits.count_socket(far), pytest.raises(Full, match="its limit of 4 connections"):
                limits.check_sockets(Caller("c"))
    assert not limits.inside


def test_limits_are_read_from_a_setting() -> None:
    assert read_limits("off") == LimitSettings(on=False) and read_limits("on") == LimitSettings()
    assert read_limits("watchers=5, sockets=70") == LimitSettings(watchers=5, sockets=70)
    for wrong, said in (("maybe", "watchers=…"), ("watchers", "watchers=1–1000000"), ("person_cpu=101", "1–100")):
        with pytest.raises(OptionError, match=re.escape(said)):
            read_limits(wrong)


# ---- what something costs ------------------------------------------------------------------------------------


def burn(seconds: float) -> None:
    from time import thread_time

    end = thread_time() + seconds
    while thread_time() < end:
        pass


async def test_the_cost_of_a_request_is_the_time_of_its_own_steps_and_what_was_done_for_it_elsewhere() -> None:
    async def work() -> str:
        burn(0.01)
        await asyncio.sleep(0)
        burn(0.01)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.Event().wait(), 0.01)
        METER.set(meter)
        await asyncio.create_task(elsewhere())
        return "done"

    async def elsewhere() -> None:
        add_cost(5.0)

    meter = Meter()
    assert await metered(work(), meter) == "done"
    assert 5.02 <= meter.seconds < 5.5 and 0.01 <= meter.longest < 0.5


async def test_a_part_of_a_workers_time_is_charged_to_whoever_caused_it() -> None:
    pool, meter = WorkerPool("test", WorkLimits()), Meter()
    METER.set(meter)
    try:
        assert await pool.run(len, "four") == 4
    finally:
        pool.stop()
    assert meter.seconds > 0


async def test_long_work_lets_others_run_in_between() -> None:
    turns = 0

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(other())
    pacer = Pacer()
    for _ in range(10):
        burn(0.002)
        await pacer.pause()
    task.cancel()
    assert turns >= 9


# ---- several nodes -----------------------------------------------------------------------------------------------


async def test_however_long_the_names_of_budgets_are_all_of_them_are_told_in_messages_that_fit() -> None:
    sent: list[str] = []

    class Overheard(PostgresBus):
        async def send(self, message: str) -> None:
            sent.append(message)

    bus = Overheard("")
    spent = {f"account@:{'é' * 38}{n}@2001:db8:1234:5678::/64": n + 1 for n in range(300)}
    bus.share(spent.items())
    bus.publish("abcdefghij", 7)
    assert bus.sending is not None
    await bus.sending
    heard: dict[str, int] = {}

    async def grown(table: str, n: int) -> None:
        heard[table] = n

    there = Overheard("")
    there.on_grown, there.on_spent = grown, heard.__setitem__
    for message in sent:
        assert len(message.encode()) < 8000
        await there.receive(message)
    assert heard == {**spent, "abcdefghij": 7}


@pytest.mark.database
@pytest.mark.parametrize("kind", ["postgres", "valkey"])
async def test_what_is_spent_at_one_node_is_spent_at_all(kind: str, request: pytest.FixtureRequest) -> None:
    if kind == "postgres":
        buses: list[NetworkBus] = [PostgresBus(request.getfixturevalue("postgres_server").address) for _ in range(2)]
    else:
        buses = [RedisBus(request.getfixturevalue("valkey_server").address) for _ in range(2)]
    here, there, caller = Limits(), Limits(), Caller("2001:db8::/64", "ann")
    here.shared = there.shared = True

    async def grown(table: str, n: int) -> None:
        raise AssertionError("no table has grown")

    for bus, limits in zip(buses, (here, there), strict=True):
        await bus.open(grown, limits.spend_elsewhere)
    try:
        waiting = Waiting("what was spent elsewhere")
        while ("person", "ann") not in there.buckets:  # until the other one listens
            waiting.check()
            here.charge(caller, 20.0)
            buses[0].share(here.take_spent())
            await asyncio.sleep(0.02)
        with pytest.raises(TooFast):
            there.reserve(caller, 0.1)
        there.reserve(Caller("198.51.100.1", "cleo"))
    finally:
        for bus in buses:
            await bus.close()
