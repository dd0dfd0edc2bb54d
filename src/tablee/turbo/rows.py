"""The result row of a game, declared once. Compiled loops fill its fields, and the laboratory reads them, by name.

The columns of its tables (Parquet, CSV) and their description in `docs/laboratory.md` come from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import NDArray

Rows: TypeAlias = NDArray[np.void]  # of dtype `game_row(players)`
Whole: TypeAlias = NDArray[np.int64]


class RowFields(NamedTuple):
    """The fields of many rows, as compiled loops take them: `rows.moves[i]`, `rows.ranks[i, seat]`.

    Their types do not depend on the number of players, so a loop is compiled once for all of them.
    """

    decisions: Annotated[Whole, "decisions, including those of polled seats that pass"]
    moves: Annotated[Whole, "moves of the record, including chance"]
    lead_changes: Annotated[Whole, "how often the lead changed"]
    decided: Annotated[Whole, "the move from which the result was decided"]
    first: Annotated[Whole, "the seat that chose first"]
    ranks: Annotated[Whole, "the rank of each seat; 1 is best, and equal seats share a rank"]
    scores: Annotated[Whole, "the score of each seat; 0 if the game has no scores"]


BY_SEAT: Final = {"ranks": "rank", "scores": "score"}  # fields with a number for each seat, and how a column is called


def game_row(players: int) -> np.dtype[Any]:
    """The row of a game with this many players."""
    return np.dtype([(name, np.int64, (players,) if name in BY_SEAT else ()) for name in RowFields._fields])


def fields(rows: Rows) -> RowFields:
    return RowFields(*(rows[name] for name in RowFields._fields))


def columns(rows: Rows) -> Iterator[tuple[str, Whole]]:
    """The rows as flat columns by name, as tables have them: `moves`, `rank_0`, `rank_1`."""
    for name in RowFields._fields:
        if name in BY_SEAT:
            yield from ((f"{BY_SEAT[name]}_{seat}", rows[name][:, seat]) for seat in range(rows[name].shape[1]))
        else:
            yield name, rows[name]


def describe_columns() -> str:
    """The columns as a Markdown table."""
    hints = get_type_hints(RowFields, include_extras=True)
    lines = [
        f"| {f'`{BY_SEAT[name]}_0` …' if name in BY_SEAT else f'`{name}`'} | {hints[name].__metadata__[0]} |"
        for name in RowFields._fields
    ]
    return "\n".join(["| `games` | |", "|---|---|", "| `game` | the number of the game, from 0 |", *lines]) + "\n"
