"""Plays the deals of an arena that are not in its journal yet."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from tablee.lab.arena.deal import Deal, play_deal
from tablee.lab.arena.journal import Journal
from tablee.lab.arena.tally import ArenaTally
from tablee.lab.bot_game import Fault, setup_for
from tablee.lab.files import write_file
from tablee.lab.plan import MatchPlan
from tablee.lab.pool import run_jobs

NAME: Final = 40  # characters of a bot's name in the name of a file
MOST_FAULTS: Final = 10  # records kept of each bot's faults of a kind


def run_arena(
    plan: MatchPlan,
    deals: int,
    journal: Journal,
    *,
    workers: int,
    records: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> ArenaTally:
    """Adds up the deals of the journal and then those that are missing. `progress` gets the number of deals done."""
    tally = ArenaTally(plan)
    done = bytearray(deals)
    for deal in journal.deals():
        if deal.number < deals and not done[deal.number]:
            done[deal.number] = 1
            tally.add(deal)
    progress(tally.deals)
    missing = [n for n in range(deals) if not done[n] or not has_records(plan, n, records)]
    setup_for.cache_clear()  # bots are loaded anew for each arena, and their first decisions are not timed
    jobs = {n: (plan, n, records is not None) for n in missing}
    for _, deal in run_jobs(play_deal, jobs, workers=workers):
        if records:
            for seating, text in enumerate(deal.records):
                write_file(record_path(records, deal.number, seating), text.encode())
        if done[deal.number]:
            continue  # it was played again for its records only
        faults = tuple(
            keep_fault(fault, deal, plan, tally, records or journal.path.parent / "faults") for fault in deal.faults
        )
        kept = replace(deal, faults=faults)
        journal.add(kept)
        tally.add(kept)
        progress(tally.deals)
    return tally


# ---- records --------------------------------------------------------------------


def record_path(folder: Path, deal: int, seating: int) -> Path:
    return folder / f"deal-{deal:05}-{seating}.game"


def has_records(plan: MatchPlan, deal: int, folder: Path | None) -> bool:
    """Whether every record of this deal that is wanted is there."""
    return folder is None or all(record_path(folder, deal, n).exists() for n in range(len(plan.seatings)))


def keep_fault(fault: Fault, deal: Deal, plan: MatchPlan, tally: ArenaTally, folder: Path) -> Fault:
    """Writes the fault's record and returns the fault with its path. Of each kind the first few records are enough."""
    level = plan.bots[fault.bot]
    if len(tally.faults.get((level, fault.kind), ())) >= MOST_FAULTS:
        return replace(fault, record="")
    named = re.sub(r"[^\w.-]+", "_", level)[:NAME]
    path = folder / f"{fault.kind}-{named}-deal-{deal.number:05}-{fault.seating}-{fault.move}.game"
    write_file(path, fault.record.encode())
    return replace(fault, record=str(path))
