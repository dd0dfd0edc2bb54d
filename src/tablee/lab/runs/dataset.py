"""Games as data for learning: `tablee lab games`. Each decision is a row of a Parquet file; each game is a record.

The same command gives the same bytes on any number of machines: what a game is depends on the seed and its number.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec import Struct

from tablee.contract import Over, Seat, rewards
from tablee.lab.bot_game import BotGame, BotLog, Setup, setup_for
from tablee.lab.files import write_file
from tablee.lab.pool import Notice, check_worker_code, run_jobs, say_nothing, worker_count
from tablee.lab.runs.experiment import Experiment, experiment_identity
from tablee.lab.runs.folder import JobFolder
from tablee.lab.runs.job import job_sizes, worker_code
from tablee.lab.runs.parquet import arrow, to_bytes
from tablee.poll import Prompt
from tablee.turbo.numbering import Numbering

FORMAT: Final = 1
JOB_GAMES: Final = 64
COLUMNS: Final = {
    "game": "the number of the game, from 0",
    "decision": "the number of the decision in it, from 0; polled seats that pass are counted",
    "seat": "the seat that decided",
    "observation": "what the seat saw, int8, as docs/kernels.md lays it out",
    "mask": "which of the numbered actions were legal",
    "action": "the number of the action that was chosen",
    "text": "the same action in the notation of records; empty: it let it pass",
    "reward": "what the seat got in the end: from 1 for the best rank to -1 for the worst",
    "rank": "its rank in the end; 1 is best",
    "last": "whether it was the last decision of this seat in the game",
}


class DataJob(Struct, frozen=True):
    """The decisions of some games as a Parquet file, and their records."""

    code: str
    games: int
    decisions: bytes
    records: bytes


class DataGame(BotGame):
    """A game among bots that keeps every decision."""

    def __init__(self, setup: Setup, numbers: Numbering, number: int) -> None:
        super().__init__(setup, BotLog(setup.plan), number, 0, tuple(range(len(setup.plan.bots))))
        self.numbers = numbers
        self.seats: list[Seat] = []
        self.seen: list[Any] = []
        self.masks: list[Any] = []
        self.chosen: list[int] = []
        self.texts: list[str] = []

    def answer(self, prompt: Prompt) -> Any:
        action = super().answer(prompt)
        game, state = self.setup.game, self.state
        self.seats.append(prompt.seat)
        self.seen.append(self.numbers.observe(game.view(state, prompt.seat)))
        self.masks.append(self.numbers.mask(state, prompt.offers))
        self.chosen.append(self.numbers.numbers(state, [action])[0])
        self.texts.append("" if action is None else str(action))
        return action


def play_data(one: Experiment, number: int, count: int) -> DataJob:
    """A job: this many games."""
    setup, numbers, first = setup_for(one.plan), Numbering(one.game, one.plan.options), number * JOB_GAMES
    games = [DataGame(setup, numbers, n) for n in range(first, first + count)]
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for n, game in enumerate(games, first):
        game.play()
        over = setup.game.awaits(game.state)
        assert isinstance(over, Over)
        paid = rewards(over.ranks)
        final = {seat: k for k, seat in enumerate(game.seats)}
        for k, seat in enumerate(game.seats):
            row = (n, k, seat, game.seen[k], game.masks[k], game.chosen[k], game.texts[k], paid[seat],
                   over.ranks[seat], final[seat] == k)  # fmt: skip
            for name, value in zip(COLUMNS, row, strict=True):
                columns[name].append(value)
    records = "\n".join(game.record() for game in games)
    return DataJob(worker_code(one.plan.game), count, decisions_file(columns, numbers), records.encode())


def decisions_file(columns: dict[str, list[Any]], numbers: Numbering) -> bytes:
    pa = arrow()
    seen = np.array(columns["observation"], np.int8).reshape(-1, numbers.layout.size)
    masks = np.array(columns["mask"], np.bool_).reshape(-1, numbers.actions)
    kinds = {"game": pa.int64(), "decision": pa.int32(), "seat": pa.int8(), "action": pa.int32(), "text": pa.string(),
             "reward": pa.float32(), "rank": pa.int8(), "last": pa.bool_()}  # fmt: skip
    made = {name: pa.array(columns[name], kind) for name, kind in kinds.items()}
    made["observation"] = pa.FixedSizeListArray.from_arrays(pa.array(seen.ravel()), numbers.layout.size)
    made["mask"] = pa.FixedSizeListArray.from_arrays(pa.array(masks.ravel()), numbers.actions)
    return to_bytes(pa.table({name: made[name] for name in COLUMNS}))


class DataFolder(JobFolder):
    """`decisions/*.parquet`, `records/*.txt` (records one after the other) and `README.md`, the data card."""

    def __init__(self, one: Experiment, path: Path, *, fresh: bool = False) -> None:
        self.decisions, self.records = path / "decisions", path / "records"
        super().__init__({**experiment_identity(one), "data": FORMAT}, path, fresh=fresh)

    def clear(self) -> None:
        super().clear()
        for old in (*self.decisions.glob("*.parquet"), *self.records.glob("*.txt")):
            old.unlink()

    def done(self, job: int, games: int) -> bool:
        return bool(self.read_job(job, dict[str, int]) == {"games": games})

    def add(self, job: int, made: DataJob) -> None:
        """Writes the mark last: a job that has one is complete."""
        write_file(self.decisions / f"{job:06}.parquet", made.decisions)
        write_file(self.records / f"{job:06}.txt", made.records)
        self.write_job(job, {"games": made.games})


def make_dataset(
    one: Experiment,
    folder: DataFolder,
    games: int,
    command: str,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    notice: Notice = say_nothing,
) -> None:
    """Plays the games that are not in the folder yet, and writes the data card."""
    arrow()
    sizes = job_sizes(games, JOB_GAMES)
    missing = {n: (one, n, count) for n, count in sizes if not folder.done(n, count)}
    done = games - sum(count for _, _, count in missing.values())
    progress(done)
    workers = worker_count(workers, len(missing))
    for number, made in run_jobs(play_data, missing, workers=workers, cluster=cluster, notice=notice):
        check_worker_code(made.code, worker_code(one.plan.game))
        folder.add(number, made)
        done += made.games
        progress(done)
    write_file(folder.path / "README.md", data_card(one, games, command).encode())


def data_card(one: Experiment, games: int, command: str) -> str:
    """What the data are, how they were made and how they are read."""
    plan, numbers = one.plan, Numbering(one.game, one.plan.options)
    options = ", ".join(f"{name}={text}" for name, text in plan.agreed)
    rows = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in COLUMNS.items())
    return f"""# {games} games of {plan.game}

- game: {plan.game}, version {one.game.version}; options: {options}
- players, by seat: {", ".join(plan.bots)}; seed {plan.seed}
- observation: {numbers.layout.size} numbers; actions: {numbers.actions} numbers
- identity: `{json.dumps(experiment_identity(one)["code"])}` is the digest of the code that played

The same command gives the same files, byte for byte:

```
{command}
```

`decisions/*.parquet` has a row for each decision. `records/*.txt` has the records of the games.
Players are bots, so what they do is not what people would do; nothing is known about any person.

| column | |
|---|---|
{rows}

```python
import polars

polars.read_parquet("decisions/*.parquet")
```

```python
import duckdb

duckdb.sql("select seat, avg(reward) from 'decisions/*.parquet' where last group by seat")
```

For Minari (`pip install "tablee[minari]"`): `python -m tablee.rl.minari . {plan.game}/{plan.bots[0]}-v0` here,
and then `minari.load_dataset("{plan.game}/{plan.bots[0]}-v0")`.
"""
