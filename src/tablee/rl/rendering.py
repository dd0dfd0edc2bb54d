"""How an environment is rendered: the log as a text, or printed line by line as it grows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

MODES: Final = ("ansi", "human")
Log = Callable[[], Sequence[str]]


class Rendering:
    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in MODES:
            raise ValueError(f"render_mode: expected one of {', '.join(MODES)} or None, not {mode!r}")
        self.mode, self.printed = mode, 0

    def begin(self, log: Log) -> None:
        """A new game."""
        self.printed = 0
        self.go_on(log)

    def go_on(self, log: Log) -> None:
        """Prints what is new."""
        if self.mode == "human":
            lines = log()
            for line in lines[self.printed :]:
                print(line, flush=True)
            self.printed = len(lines)

    def render(self, log: Log) -> str | None:
        if self.mode == "human":
            self.go_on(log)
        return "\n".join(log()) if self.mode == "ansi" else None
