"""What an arena found: as a table, as JSON, as CSV, and what went wrong."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from tablee.lab.figures import Row, Tally
from tablee.lab.plan import identity
from tablee.words import PERCENT, Words

HEADS = ("bot", "games", "wins", "wins_95", "times_fair", "rating", "rating_95", "p50", "p95", "max")
WIDTH = 100  # at least: nothing is cut, though a narrow terminal may break lines


def title(tally: Tally, words: Words) -> str:
    plan = tally.plan
    options = " ".join(f"{name}={text}" for name, text in plan.agreed)
    each = len(plan.seatings)
    said = words.house("arena_title", deals=tally.deals, seatings=each, games=tally.deals * each, seed=plan.seed)
    fair = words.house("arena_fair", fair=percent(1 / len(plan.bots), words))
    return f"{words.title} · {options} · {said} · {fair}"


def table(rows: Sequence[Row], words: Words) -> Table:
    drawn = Table(box=None, pad_edge=False, padding=(0, 1), collapse_padding=True)
    for head in HEADS:
        label = Text(words.house(f"arena_{head}"), style="bold")
        drawn.add_column(label, justify="left" if head == "bot" else "right", no_wrap=True)
    for row in rows:
        drawn.add_row(
            row.bot,
            str(row.games),
            percent(row.win_rate, words),
            between(row.win_low, row.win_high, 100, words),
            f"× {number(row.times_fair, 2, words)}",
            number(row.rating, 0, words),
            between(row.rating_low, row.rating_high, 1, words),
            *(thinking(time, words) for time in (row.ms_p50, row.ms_p95, row.ms_max)),
        )
    return drawn


def number(value: float, places: int, words: Words) -> str:
    text = f"{value:.{places}f}"
    text = "0" if text == "-0" else text
    return text.replace(".", ",").replace("-", "−") if words.lang == "fr" else text.replace("-", "−")


def percent(value: float, words: Words) -> str:
    return f"{number(100 * value, 1, words)}{PERCENT[words.lang]}"


def between(low: float | None, high: float | None, times: int, words: Words) -> str:
    """An interval: two figures with `to` between them, as one of them may be below zero."""
    if low is None or high is None:
        return "–"
    places = 1 if times == 100 else 0
    return words.house(
        "arena_between", low=number(times * low, places, words), high=number(times * high, places, words)
    )


def thinking(milliseconds: float | None, words: Words) -> str:
    if milliseconds is None:
        return "–"
    return number(milliseconds, 0 if milliseconds >= 100 else 1 if milliseconds >= 10 else 2, words)


def faults(tally: Tally) -> list[dict[str, Any]]:
    """Of each bot and each kind of fault: how often, and the first that was kept."""
    found = []
    for (level, kind), times in sorted(tally.fault_times.items()):
        first = tally.faults[level, kind][0]
        found.append({"bot": level, "kind": kind, "times": times, "why": first.why, "record": first.record})
    return found


def fault_lines(tally: Tally, words: Words) -> list[str]:
    return [words.house(f"arena_{fault['kind']}", **fault) for fault in faults(tally)]


def write_json(path: Path, tally: Tally, rows: Sequence[Row]) -> None:
    each = len(tally.plan.seatings)
    found = {
        **identity(tally.plan),
        "deals": tally.deals,
        "seatings": each,
        "games": tally.deals * each,
        "rows": rows,
        "faults": faults(tally),
    }
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")


def write_csv(path: Path, rows: Sequence[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        sheet = csv.writer(file, lineterminator="\n")
        sheet.writerow(Row.__struct_fields__)
        sheet.writerows(msgspec.structs.astuple(row) for row in rows)
