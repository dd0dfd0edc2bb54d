"""Where an experiment is kept: what is played, and each finished chunk in a file of its own.

A file is written under another name and then renamed: it is there whole, or not at all. Whatever interrupts a run, what
is there stays, and the same command plays what is missing.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from platformdirs import user_data_path

from tablee.contract import OptionError
from tablee.lab.chunk import Chunk
from tablee.lab.experiment import Experiment, identified
from tablee.lab.piece import Piece


def folder_of(identity: dict[str, Any]) -> Path:
    """Where such an experiment is kept, if it was given no place."""
    digest = sha256(msgspec.json.encode(identity, order="deterministic")).hexdigest()[:16]
    return Path(user_data_path("tablee")) / "lab" / digest


class Folder:
    """Of one experiment."""

    def __init__(self, one: Experiment, path: Path | None, *, fresh: bool = False) -> None:
        self.one, self.identity = one, identified(one)
        self.path = path or folder_of(self.identity)
        self.chunks, self.games, self.moves = (self.path / name for name in ("chunks", "games", "moves"))
        self.chunks.mkdir(parents=True, exist_ok=True)
        head = self.path / "run.json"
        if fresh:
            head.unlink(missing_ok=True)
            for old in (*self.chunks.glob("*.json"), *self.games.glob("*.parquet"), *self.moves.glob("*.parquet")):
                old.unlink()
        if not head.exists():
            write(head, msgspec.json.format(msgspec.json.encode(self.identity)) + b"\n")
        elif read(head, dict[str, Any]) != self.identity:
            raise OptionError("out", "{path} holds another experiment; --fresh begins anew", path=self.path)

    def chunk(self, number: int) -> Path:
        return self.chunks / f"{number:06}.json"

    def found(self, number: int, games: int) -> Chunk | None:
        """This chunk, if it was played with as many games."""
        chunk = read(self.chunk(number), Chunk)
        return chunk if isinstance(chunk, Chunk) and chunk.games == games else None

    def add(self, piece: Piece) -> None:
        """The tables first: where the figures are, all of it is."""
        for folder, content in ((self.games, piece.games), (self.moves, piece.moves)):
            if content:
                write(folder / f"{piece.number:06}.parquet", content)
        write(self.chunk(piece.number), msgspec.json.encode(piece.chunk))


def read(path: Path, kind: Any) -> Any:
    """None where there is no such file, or nothing that can be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None


def write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    tmp = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    tmp.write_bytes(content)
    tmp.replace(path)
