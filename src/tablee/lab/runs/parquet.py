"""Games and moves as tables: Parquet with a file for each job, and one CSV file made of these.

`games` has a row for each game: `game` (its number) and the columns of `tablee.turbo.rows`. `moves` has a row for each
move: `game`, `move` (from 0), `seat` (empty: chance) and `action`, in the notation of records.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from tablee.contract import OptionError
from tablee.lab.runs.play import NotedGame
from tablee.turbo.rows import Rows, columns


def arrow() -> Any:
    """PyArrow. It is an extra, needed only where tables are kept."""
    try:
        import pyarrow
        import pyarrow.csv
        import pyarrow.parquet
    except ImportError as error:
        raise OptionError("data", "this needs an extra: pip install 'tablee[{extra}]'", extra="data") from error
    return pyarrow


def games_file(first: int, rows: Rows) -> bytes:
    """The games of a job as a Parquet file."""
    numbers = {"game": np.arange(first, first + len(rows))}
    return to_bytes(arrow().table(numbers | {name: values.astype(np.int32) for name, values in columns(rows)}))


def moves_file(first: int, games: Iterable[NotedGame]) -> bytes:
    """The moves of a job as a Parquet file."""
    lines = [(number, *line) for number, game in enumerate(games, first) for line in game.lines()]
    pa = arrow()
    kinds = {"game": pa.int64(), "move": pa.int32(), "seat": pa.int8(), "action": pa.string()}
    columns = {name: pa.array([line[n] for line in lines], kind) for n, (name, kind) in enumerate(kinds.items())}
    return to_bytes(pa.table(columns))


def to_bytes(table: Any) -> bytes:
    sink = arrow().BufferOutputStream()
    arrow().parquet.write_table(table, sink, compression="zstd")
    return bytes(sink.getvalue())


def write_csv(folder: Path, path: Path, jobs: int) -> None:
    """Writes this many Parquet files of a folder into one CSV file, one by one, as it may be larger than memory."""
    pa = arrow()
    tmp = path.with_suffix(".tmp")
    writer = None
    for part in sorted(folder.glob("*.parquet"))[:jobs]:
        table = pa.parquet.read_table(part)
        writer = writer or pa.csv.CSVWriter(tmp, table.schema)
        writer.write_table(table)
    if writer:
        writer.close()
        tmp.replace(path)
