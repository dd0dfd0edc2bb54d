"""The journal of an arena: a first line that says what is played, and then one line for each finished deal.

An arena may be stopped at any moment and goes on from its journal. A last line without a line end was cut off: it is
dropped, and its deal is played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
from msgspec.structs import replace
from platformdirs import user_data_path

from tablee.contract import OptionError
from tablee.lab.arena.deal import Deal


def journal_path(identity: dict[str, Any]) -> Path:
    """Where the journal of such an arena is kept by default."""
    digest = sha256(msgspec.json.encode(identity, order="deterministic")).hexdigest()[:16]
    return Path(user_data_path("tablee")) / "arena" / digest / "journal.jsonl"


class Journal:
    """The open journal of one arena: read it with `deals`, then add more."""

    def __init__(self, path: Path, identity: dict[str, Any], *, fresh: bool = False) -> None:
        self.path, self.identity = path, identity
        path.parent.mkdir(parents=True, exist_ok=True)
        if fresh:
            path.unlink(missing_ok=True)
        self.file = path.open("a+b")
        try:
            self.repair()
            self.check()
        except BaseException:
            self.file.close()
            raise

    def repair(self) -> None:
        """Drops a last line that was cut off."""
        size = end = self.file.seek(0, 2)
        while end and not self.ends_at(end):
            end -= 1
        if end < size:
            self.file.truncate(end)

    def ends_at(self, place: int) -> bool:
        self.file.seek(place - 1)
        return self.file.read(1) == b"\n"

    def check(self) -> None:
        """A new journal gets its first line; that of an old one must be the same."""
        self.file.seek(0)
        head = self.file.readline()
        if not head:
            self.write(msgspec.json.encode(self.identity))
        elif self.read(1, head, dict[str, Any]) != self.identity:
            raise OptionError(
                "journal", "{path} is the journal of another arena; use --fresh to start again", path=self.path
            )

    def deals(self) -> Iterator[Deal]:
        self.file.seek(0)
        self.file.readline()
        for number, line in enumerate(self.file, 2):
            yield self.read(number, line, Deal)

    def read(self, number: int, line: bytes, kind: type[Any]) -> Any:
        try:
            return msgspec.json.decode(line, type=kind)
        except msgspec.MsgspecError as error:
            raise OptionError(
                "journal",
                "line {line} of {path} cannot be read; use --fresh to start again",
                line=number,
                path=self.path,
            ) from error

    def add(self, deal: Deal) -> None:
        self.write(msgspec.json.encode(replace(deal, records=())))

    def write(self, line: bytes) -> None:
        self.file.write(line + b"\n")
        self.file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.file.close()
