"""What is not kept for ever: log-ins and guests that nobody uses, and the rest of a deletion that was interrupted."""

from __future__ import annotations

import asyncio

import structlog

from tablee.server.people.people import Keep, People
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.erasure import erase_noted
from tablee.server.tables.node import Node
from tablee.server.timekeeping import now

log = structlog.get_logger()

EVERY = 60.0  # seconds


async def run_housekeeping(node: Node, people: People, keep: Keep) -> None:
    while True:
        people.forget_expired()
        try:
            await people.purge(now(), keep)
            await erase_noted(node)
        except ServerRefusal as error:
            log.warning("housekeeping_waits", why=error.code)
        except Exception as error:
            log.error("housekeeping_failed", error=type(error).__name__)
        await asyncio.sleep(EVERY)
