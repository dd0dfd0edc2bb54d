"""`tablee store`: looks whether a store is damaged, and saves what can be saved of it."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import structlog

from tablee.server.config import read_config
from tablee.server.protocol.app import choose_store
from tablee.server.refusals import ServerRefusal
from tablee.server.store_check import StoreReport, check_store
from tablee.server.store_copy import is_postgres
from tablee.server.store_migration import migrate_store
from tablee.server.store_salvage import SalvageReport, salvage
from tablee.words import Words

SHOWN = 20  # damaged tables that are named


def check(store: str | None, house: Words) -> int:
    """0 where everything can be read, else 1."""
    config = read_config({"store": store} if store else {})
    if not config.store.startswith("postgresql://") and not config.file.exists():
        raise ServerRefusal("storage", "there is no file {path}", path=config.file)
    report = asyncio.run(check_store(choose_store(config)))
    for line in describe_check(report, house):
        print(line)
    return 0 if report.well else 1


def rescue(store: str | None, target: str, house: Words) -> int:
    """0 where all of it was saved, else 1."""
    config = read_config({"store": store} if store else {})
    if config.store.startswith("postgresql://"):
        raise ServerRefusal("storage", "only a file can be salvaged; restore PostgreSQL from a backup")
    report = asyncio.run(salvage(config.file, Path(target)))
    for line in describe_salvage(report, target, house):
        print(line)
    return 1 if report.cut or report.lost else 0


def migrate(address: str | None, dry_run: bool, house: Words) -> int:
    """Brings the tables of an older version up to date. A dry run changes nothing."""
    config = read_config({"store": address} if address else {})
    report = asyncio.run(migrate_store(config.store if is_postgres(config.store) else str(config.file), dry_run))
    key = "migrated_none" if report.found == report.newest else "migrated_dry" if dry_run else "migrated"
    print(house.house(key, found=report.found, newest=report.newest))
    return 0


def be_quiet() -> None:
    """What the server would log is said in words here."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


def describe_check(report: StoreReport, house: Words) -> list[str]:
    say = house.house
    lines = [say("store_read", tables=report.tables, events=report.events)]
    lines += [say("store_page", why=why) for why in report.pages[:SHOWN]]
    if report.log.damaged:
        lines.append(say("store_log", taken=report.log.taken, frames=report.log.frames))
    lines += [say("store_old_log", file=file) for file in report.old_logs]
    lines += [say("store_damaged", table=id, n=n) for id, n in list(report.damaged.items())[:SHOWN]]
    lines += [say("store_unreadable", table=id) for id in report.unreadable[:SHOWN]]
    lines += [say("store_head", table=id) for id in report.heads[:SHOWN]]
    lines.append(say("store_well") if report.well else say("store_ill"))
    return lines


def describe_salvage(report: SalvageReport, target: str, house: Words) -> list[str]:
    say = house.house
    lines = [say("salvaged", tables=report.tables, events=report.events, people=report.people, path=target)]
    lines += [say("salvaged_cut", table=id, n=n) for id, n in list(report.cut.items())[:SHOWN]]
    lines += [say("salvaged_lost", table=id) for id in report.lost[:SHOWN]]
    lines.append(say("salvaged_next", path=target))
    return lines
