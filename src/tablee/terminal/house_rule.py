"""What a terminal says when a table goes on by a house rule."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.contract import Played
from tablee.terminal.table import TerminalTable
from tablee.words import Words


def house_rule_said(table: TerminalTable, words: Words, names: Sequence[str]) -> list[str]:
    """Goes on by a house rule, and says what is noted and what counts."""
    move, counted = table.go_on_by_house_rule()
    seat = move.by if isinstance(move, Played) else None
    said = [words.house("house_noted", what=words.move(move.action, names, seat))]
    if isinstance(counted, Played):
        return [*said, words.house("house_counted", what=words.move(counted.action, names, counted.by))]
    return [*said, words.house("house_not_counted")]
