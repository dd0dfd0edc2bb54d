"""Tables that could not be read or played on: each is logged once, and left alone for a while."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic
from typing import Final

import structlog

log = structlog.get_logger()

AWHILE: Final = 60.0  # seconds before a table that failed is tried again
MOST: Final = 1000  # tables that are remembered; one more takes the place of the one that failed first


class FailedTables:
    def __init__(self) -> None:
        self.since: OrderedDict[str, float] = OrderedDict()  # by id; the last one is last

    def __contains__(self, id: str) -> bool:
        """Whether this table failed just now."""
        return id in self.since and monotonic() - self.since[id] < AWHILE

    def add(self, id: str, error: BaseException) -> None:
        """It is logged without its content."""
        if id not in self.since:
            log.error("table_failed", table=id, error=type(error).__name__)
        self.since[id] = monotonic()
        self.since.move_to_end(id)
        if len(self.since) > MOST:
            self.since.popitem(last=False)
