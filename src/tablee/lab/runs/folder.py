"""The folder of a run: `run.json` says what is played, and `chunks/` has a file for each finished job.

An interrupted run keeps its files, and the same command plays what is missing.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from platformdirs import user_data_path

from tablee.contract import OptionError
from tablee.lab.files import write_file
from tablee.lab.runs.experiment import Experiment, experiment_identity
from tablee.lab.runs.job import JobResult
from tablee.lab.runs.sums import GameSums


def default_folder(identity: dict[str, Any]) -> Path:
    """Where the run of such an experiment is kept by default."""
    digest = sha256(msgspec.json.encode(identity, order="deterministic")).hexdigest()[:16]
    return Path(user_data_path("tablee")) / "lab" / digest


class JobFolder:
    """A folder with a file for each finished job; `run.json` says of what."""

    def __init__(self, identity: dict[str, Any], path: Path | None, *, fresh: bool = False) -> None:
        self.identity = identity
        self.path = path or default_folder(identity)
        self.chunks = self.path / "chunks"
        self.chunks.mkdir(parents=True, exist_ok=True)
        head = self.path / "run.json"
        if fresh:
            head.unlink(missing_ok=True)
            self.clear()
        if not head.exists():
            write_file(head, msgspec.json.format(msgspec.json.encode(identity)) + b"\n")
        elif read(head, dict[str, Any]) != msgspec.json.decode(msgspec.json.encode(identity)):
            raise OptionError("out", "{path} holds another experiment; use --fresh to start again", path=self.path)

    def clear(self) -> None:
        for old in self.chunks.glob("*.json"):
            old.unlink()

    def job_path(self, job: int) -> Path:
        return self.chunks / f"{job:06}.json"

    def read_job(self, job: int, kind: Any) -> Any:
        return read(self.job_path(job), kind)

    def write_job(self, job: int, sums: Any) -> None:
        write_file(self.job_path(job), msgspec.json.encode(sums))


class RunFolder(JobFolder):
    """The folder of one experiment."""

    def __init__(self, one: Experiment, path: Path | None, *, fresh: bool = False) -> None:
        identity = experiment_identity(one)
        path = path or default_folder(identity)
        self.one, self.games, self.moves = one, path / "games", path / "moves"
        super().__init__(identity, path, fresh=fresh)

    def clear(self) -> None:
        super().clear()
        for old in (*self.games.glob("*.parquet"), *self.moves.glob("*.parquet")):
            old.unlink()

    def sums(self, job: int, games: int) -> GameSums | None:
        """The sums of this job, if it was played with as many games."""
        sums = self.read_job(job, GameSums)
        return sums if isinstance(sums, GameSums) and sums.games == games else None

    def add(self, result: JobResult) -> None:
        """Writes the sums last: a job whose sums are there is complete."""
        for folder, content in ((self.games, result.games), (self.moves, result.moves)):
            if content:
                write_file(folder / f"{result.number:06}.parquet", content)
        self.write_job(result.number, result.sums)


def read(path: Path, kind: Any) -> Any:
    """None if there is no such file, or if it cannot be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None
