"""Bots against each other: every deal with every seating, in several processes, from where it was left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from tablee.lab.deal import Deal, Fault, Room
from tablee.lab.figures import Tally
from tablee.lab.journal import Journal
from tablee.lab.plan import Plan
from tablee.workers import dependent

AHEAD: Final = 3  # deals handed out for each process, so that none waits for the next
KEPT: Final = 10  # records kept of each bot's faults of a kind


def held(
    plan: Plan, deals: int, journal: Journal, *, jobs: int, records: Path | None, told: Callable[[int], None]
) -> Tally:
    """All that the journal holds, and then what is missing. `told` is told how many deals are done, after each."""
    tally = Tally(plan)
    done = bytearray(deals)
    for deal in journal.deals():
        if deal.number < deals and not done[deal.number]:
            done[deal.number] = 1
            tally.add(deal)
    told(tally.deals)
    missing = (n for n in range(deals) if not done[n] or not recorded(plan, n, records))
    faults = records or journal.path.parent / "faults"
    for deal in played(plan, missing, jobs, keep=records is not None):
        if records:
            for seating, text in enumerate(deal.records):
                write(record_path(records, deal.number, seating), text)
        if done[deal.number]:
            continue  # it was played again for its records only
        kept = replace(deal, faults=tuple(kept_fault(fault, deal, plan, tally, faults) for fault in deal.faults))
        journal.add(kept)
        tally.add(kept)
        told(tally.deals)
    return tally


# ---- records --------------------------------------------------------------------


def record_path(folder: Path, deal: int, seating: int) -> Path:
    return folder / f"deal-{deal:05}-{seating}.game"


def recorded(plan: Plan, deal: int, folder: Path | None) -> bool:
    """Whether every record of this deal that is wanted is there."""
    return folder is None or all(record_path(folder, deal, n).exists() for n in range(len(plan.seatings)))


def kept_fault(fault: Fault, deal: Deal, plan: Plan, tally: Tally, folder: Path) -> Fault:
    """The fault with the place of its record; of a bot that fails all the time the first few are enough."""
    level = plan.bots[fault.bot]
    if len(tally.faults.get((level, fault.kind), ())) >= KEPT:
        return replace(fault, record="")
    path = folder / f"{fault.kind}-{level}-deal-{deal.number:05}-{fault.seating}-{fault.move}.game"
    write(path, fault.record)
    return replace(fault, record=str(path))


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


# ---- processes ------------------------------------------------------------------


def played(plan: Plan, numbers: Iterable[int], jobs: int, *, keep: bool) -> Iterator[Deal]:
    """These deals, as they are done."""
    if jobs == 1:
        yield from map(Room(plan, keep=keep).deal, numbers)
        return
    others = set(active_children())
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=enter, initargs=(plan, keep)) as pool:
        left = iter(numbers)
        waiting: set[Future[Deal]] = set()
        try:
            while True:
                waiting |= {pool.submit(deal, n) for n in islice(left, AHEAD * jobs - len(waiting))}
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        except BaseException:
            for child in set(active_children()) - others:  # nobody waits for a deal that is half played
                child.terminate()
            raise


room: Room  # of this process, if it is one of the pool's


def enter(plan: Plan, keep: bool) -> None:
    """A process of the pool begins."""
    global room
    dependent()
    room = Room(plan, keep=keep)


def deal(number: int) -> Deal:
    return room.deal(number)
