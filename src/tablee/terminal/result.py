"""How a game ended, in words."""

from __future__ import annotations

from tablee.terminal.table import Table
from tablee.words import Words


def result_lines(table: Table, words: Words) -> list[str]:
    """Who won, then everybody's place, best first."""
    over = table.over
    assert over is not None
    winners = [name for name, rank in zip(table.names, over.ranks, strict=True) if rank == 1]
    key = "won" if len(winners) == 1 else "shared" if len(winners) < len(table.names) else "all_equal"
    lines = [words.house(key, winners=words.listed(winners), rule=over.rule)]
    for rank, seat in sorted((rank, seat) for seat, rank in enumerate(over.ranks)):
        score = words.house("score", score=over.scores[seat]) if over.scores else ""
        lines.append(f"  {rank}. {table.names[seat]}{score}")
    return lines
