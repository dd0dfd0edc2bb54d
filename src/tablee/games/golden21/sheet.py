"""The Bourse as on paper: every year, every debt, and how each balance came about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from rich.text import Text

from tablee.contract import Seat
from tablee.games.golden21.face import Cell, arithmetic, column_names, number, outcome, row, style_of, tally, write_line
from tablee.games.golden21.state import Year
from tablee.games.golden21.view import View
from tablee.words import Words

Cells: TypeAlias = Callable[[Seat], Cell]


def sheet(view: View, words: Words, names: Sequence[str]) -> list[Text]:
    short = column_names(view, names)
    lines = [row(view, "", lambda seat: (f" {short[seat]}", "bold")), *tally(view, words)]
    for year in view.bourse:
        lines += [Text(), Text(words.say("year", year=year.number), "bold"), *year_rows(view, words, year)]
        if year.balance:
            lines.append(row(view, words.say("balance"), balance_cell(words, year)))
            lines += [Text(said, "italic") for said in arithmetic(view, words, names, year)]
    if view.result is not None:
        lines += [Text(), *outcome(view, words, view.result)]
    return lines


def year_rows(view: View, words: Words, year: Year) -> list[Text]:
    longest = max((len(lines) for lines in year.lines), default=0)
    return [row(view, words.say("debts") if n == 0 else "", debt_cell(words, year, n)) for n in range(longest)]


def debt_cell(words: Words, year: Year, n: int) -> Cells:
    def cell(seat: Seat) -> Cell:
        lines = year.lines[seat]
        return (f" {write_line(words, lines[n])}", style_of(lines[n].debt)) if n < len(lines) else ("", "")

    return cell


def balance_cell(words: Words, year: Year) -> Cells:
    return lambda seat: (f" {number(words, year.balance[seat])}", "bold")
