"""How far a run is: a bar on a screen, a line now and then on a pipe."""

from __future__ import annotations

import sys
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from tablee.lab.numbers import group_thousands, number
from tablee.words import Words

EVERY: Final = 15  # seconds between two lines


class ProgressDisplay:
    """Shows on standard error how many jobs are done, how fast they are played and how long it will take.

    `games_each` is the number of games in a job; `said` is the sentence for what is counted.
    """

    def __init__(self, jobs: int, games_each: int, words: Words, said: str = "arena_progress") -> None:
        self.jobs, self.games_each, self.words, self.said = jobs, games_each, words, said
        self.found: int | None = None  # jobs that were done before this run
        self.began = self.printed = monotonic()
        self.bar: Progress | None = None
        if sys.stderr.isatty():
            console = Console(stderr=True, highlight=False)
            self.bar = Progress(BarColumn(30), TextColumn("{task.description}"), console=console, transient=True)
            self.bar.add_task("", total=jobs)
            self.bar.start()

    def update(self, done: int) -> None:
        """This many jobs are done; the first call tells how many were done before."""
        if self.found is None:
            self.found, self.began = done, monotonic()
        if self.bar:
            self.bar.update(self.bar.task_ids[0], completed=done, description=self.line(done))
        elif monotonic() - self.printed > EVERY:
            self.printed = monotonic()
            print(self.line(done), file=sys.stderr, flush=True)

    def line(self, done: int) -> str:
        say = self.words.house
        games, every = (group_thousands(jobs * self.games_each, self.words) for jobs in (done, self.jobs))
        line = say(self.said, done=games, games=every)
        new = done - (self.found or 0)
        if not new:
            return line
        pace = (monotonic() - self.began) / new  # seconds a job
        left = round(pace * (self.jobs - done))
        clock = f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}"
        rate = self.games_each / pace
        pace_said = (
            group_thousands(round(rate), self.words) if rate >= 100 else number(rate, 1 if rate >= 1 else 2, self.words)
        )
        return f"{line} · {say('arena_pace', rate=pace_said, left=clock)}"

    def stop(self) -> None:
        if self.bar:
            self.bar.stop()
