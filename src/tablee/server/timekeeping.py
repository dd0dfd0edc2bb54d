"""The time of a server's process: the machine's clock when it starts, and from then on a clock that nobody can set.

So no clock of a game notices when somebody sets the machine's clock, by hours, while games are played. After a restart
the time may begin anew, earlier or later than before: `periodic_jobs` takes that off no clock (`heartbeat`).
"""

from __future__ import annotations

from time import monotonic_ns, time_ns


class Timekeeper:
    """What is to be added to the monotonic clock, in milliseconds."""

    def __init__(self) -> None:
        self.set(time_ns() // 1_000_000)

    def now(self) -> int:
        """Milliseconds since 1970."""
        return monotonic_ns() // 1_000_000 + self.offset

    def set(self, moment: int) -> None:
        """From now on, this moment is now. Only for a process that has not judged anything yet."""
        self.offset = moment - monotonic_ns() // 1_000_000


TIME = Timekeeper()
DAY = 86_400_000  # milliseconds


def now() -> int:
    """Milliseconds since 1970, by this process: it never goes back, and never jumps."""
    return TIME.now()


def today() -> int:
    """The day in UTC, counted from 1970."""
    return now() // DAY
