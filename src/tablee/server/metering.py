"""CPU time on the event loop: long work gives way every millisecond, and what a request has cost is added up.

The event loop serves everybody. Work that may take longer than a few milliseconds calls `Pacer.pause` in its loops, so
that others are served in between; what takes longer than 10 ms belongs into another process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from time import perf_counter, thread_time
from types import coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")

STEP: Final = 0.001  # seconds of work after which others are served


class Meter:
    """What one caller's work has cost so far, in seconds of CPU time."""

    __slots__ = ("address", "charge_later", "longest", "person", "seconds")

    def __init__(self, address: str = "") -> None:
        self.seconds = self.longest = 0.0
        self.address = address  # from which it was asked for
        self.person: str | None = None  # for whom the work is done, once that is known
        self.charge_later: Callable[[float], None] | None = None  # set once the request is answered and paid for


METER: ContextVar[Meter | None] = ContextVar("METER", default=None)


def add_cost(seconds: float) -> None:
    """Work for the current caller was done elsewhere, in another process or thread, and has cost so much."""
    meter = METER.get()
    if meter is None:
        return
    if meter.charge_later is not None:
        meter.charge_later(seconds)
    else:
        meter.seconds += seconds


def client_address() -> str:
    """The address for which the current work is done; nothing where it is done for nobody in particular."""
    meter = METER.get()
    return "" if meter is None else meter.address


@coroutine
def metered(work: Coroutine[Any, Any, T], meter: Meter) -> Generator[Any, Any, T]:
    """Runs a coroutine, and adds the CPU time of each of its steps to the meter."""
    error: BaseException | None = None
    while True:
        begun = thread_time()
        try:
            waiting = work.send(None) if error is None else work.throw(error)
        except StopIteration as stop:
            result: T = stop.value
            return result
        finally:
            step = thread_time() - begun
            meter.seconds += step
            meter.longest = max(meter.longest, step)
        error = None
        try:
            yield waiting
        except BaseException as thrown:
            error = thrown


class Pacer:
    """For loops that may be long: `pause` lets others run whenever a millisecond has passed."""

    __slots__ = ("begun",)

    def __init__(self) -> None:
        self.begun = perf_counter()

    async def pause(self) -> None:
        if perf_counter() - self.begun > STEP:
            await asyncio.sleep(0)
            self.begun = perf_counter()
