"""The result of a game, in words."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.contract import Over
from tablee.terminal.names import display_names
from tablee.terminal.table import TerminalTable
from tablee.words import Words


def verdict(over: Over, names: Sequence[str], words: Words) -> str:
    """The winner or winners, and the rule that ended the game."""
    winners = [name for name, rank in zip(names, over.ranks, strict=True) if rank == 1]
    key = "won" if len(winners) == 1 else "shared" if len(winners) < len(names) else "all_equal"
    return words.house(key, winners=words.join(winners), rule=over.rule)


def result_lines(table: TerminalTable, words: Words) -> list[str]:
    """The verdict, then all players by rank."""
    over = table.over
    assert over is not None
    names = display_names(table.names, words)
    lines = [verdict(over, names, words)]
    for rank, seat in sorted((rank, seat) for seat, rank in enumerate(over.ranks)):
        score = words.house("score", score=words.language.format_number(over.scores[seat])) if over.scores else ""
        lines.append(f"  {rank}. {names[seat]}{score}")
    return lines
