"""The log of a server on standard error: all JSON, or all text, whoever writes it."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from hashlib import blake2b
from secrets import token_bytes
from time import monotonic
from typing import Any, Final, TextIO, TypeAlias, cast

import structlog

Event: TypeAlias = MutableMapping[str, Any]

QUIET: Final = 1.0  # seconds for which the same line is not written again
REMEMBERED: Final = 1000  # lines
KEY: Final = token_bytes(16)  # gone when the server stops: nobody can tell later who a mark stood for


class LogOutput:
    """Standard error. Where the log cannot be written (its disk is full, say), the server goes on without it."""

    def write(self, text: str) -> int:
        with suppress(OSError):
            sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            sys.stderr.flush()


class RepeatFilter:
    """Drops a line that was written less than a second ago; the next one like it says how many were dropped."""

    def __init__(self) -> None:
        self.written: dict[str, float] = {}
        self.dropped: dict[str, int] = {}

    def __call__(self, logger: Any, method: str, event: Event) -> Event:
        line, now = f"{method} {sorted(event.items(), key=lambda pair: pair[0])}", monotonic()
        if now - self.written.get(line, -QUIET) < QUIET:
            self.dropped[line] = self.dropped.get(line, 0) + 1
            raise structlog.DropEvent
        if len(self.written) >= REMEMBERED:
            self.written = {text: at for text, at in self.written.items() if now - at < QUIET}
            self.dropped = {text: n for text, n in self.dropped.items() if text in self.written}
        self.written[line] = now
        if again := self.dropped.pop(line, 0):
            event["repeated"] = again
        return event


class ForeignLines(logging.Handler):
    """Passes on what libraries log, uvicorn first of all. Bytes from a client that are no text are no error of ours."""

    def emit(self, record: logging.LogRecord) -> None:
        facts: dict[str, Any] = {"logger": record.name}
        level, error = record.levelno, record.exc_info
        if error and isinstance(error[1], UnicodeDecodeError):
            level, error = logging.WARNING, None
        if error:
            facts["exc_info"] = error
        structlog.get_logger().log(level, record.getMessage(), **facts)


def open_log(form: str) -> None:
    """From now on everything is logged in this form: json or text."""
    lines: list[Any] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if form == "json"
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    )
    structlog.configure(
        processors=[
            RepeatFilter(),
            structlog.processors.TimeStamper("iso"),
            structlog.processors.add_log_level,
            *lines,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, LogOutput())),
    )
    logging.basicConfig(handlers=[ForeignLines()], level=logging.WARNING, force=True)
    logging.captureWarnings(True)


def mark_of(text: str) -> str:
    """What stands in the log for somebody: the same for the same text until the server stops, and no way back."""
    return blake2b(text.encode(), digest_size=4, key=KEY).hexdigest()
