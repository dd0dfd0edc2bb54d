"""What a bot can do wrong."""

from __future__ import annotations

from typing import Literal, TypeAlias

FaultKind: TypeAlias = Literal["raised", "illegal", "silent", "late"]


class BotFault(Exception):
    """A bot has failed at a decision: it raised something, chose what is not legal, chose nothing, or was too late."""

    def __init__(self, kind: FaultKind, why: str) -> None:
        self.kind: FaultKind = kind
        self.why = why
        super().__init__(f"{kind}: {why}")
