"""The results of an arena as a table, as JSON and as CSV, and the faults of its bots."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from tablee.lab.arena.tally import ArenaTally, BotFigures
from tablee.lab.numbers import interval, number, percent
from tablee.lab.plan import plan_identity
from tablee.words import Words

HEADS = ("bot", "games", "wins", "wins_95", "times_fair", "rating", "rating_95", "p50", "p95", "max")
WIDTH = 100  # at least, so that nothing is cut; a narrow terminal may break lines


def title(tally: ArenaTally, words: Words) -> str:
    plan = tally.plan
    options = " ".join(f"{name}={text}" for name, text in plan.agreed)
    each = len(plan.seatings)
    said = words.house("arena_title", deals=tally.deals, seatings=each, games=tally.deals * each, seed=plan.seed)
    fair = words.house("arena_fair", fair=percent(1 / len(plan.bots), words))
    return f"{words.title} · {options} · {said} · {fair}"


def table(rows: Sequence[BotFigures], words: Words) -> Table:
    drawn = Table(box=None, pad_edge=False, padding=(0, 1), collapse_padding=True)
    for head in HEADS:
        label = Text(words.house(f"arena_{head}"), style="bold")
        name = head == "bot"  # a command can be long: it is the only column that may take several lines
        drawn.add_column(label, justify="left" if name else "right", no_wrap=not name, overflow="fold")
    for row in rows:
        drawn.add_row(
            row.bot,
            str(row.games),
            percent(row.win_rate, words),
            interval(row.win_low, row.win_high, 100, words),
            f"× {number(row.times_fair, 2, words)}",
            number(row.rating, 0, words),
            interval(row.rating_low, row.rating_high, 1, words),
            *(thinking_time(time, words) for time in (row.ms_p50, row.ms_p95, row.ms_max)),
        )
    return drawn


def thinking_time(milliseconds: float | None, words: Words) -> str:
    if milliseconds is None:
        return "–"
    return number(milliseconds, 0 if milliseconds >= 100 else 1 if milliseconds >= 10 else 2, words)


def faults(tally: ArenaTally) -> list[dict[str, Any]]:
    """For each bot and kind of fault: how often it happened, and the first that was kept."""
    found = []
    for (level, kind), times in sorted(tally.fault_times.items()):
        first = tally.faults[level, kind][0]
        found.append({"bot": level, "kind": kind, "times": times, "why": first.why, "record": first.record})
    return found


def fault_lines(tally: ArenaTally, words: Words) -> list[str]:
    return [words.house(f"arena_{fault['kind']}", **fault) for fault in faults(tally)]


def write_json(path: Path, tally: ArenaTally, rows: Sequence[BotFigures]) -> None:
    each = len(tally.plan.seatings)
    found = {
        **plan_identity(tally.plan),
        "deals": tally.deals,
        "seatings": each,
        "games": tally.deals * each,
        "rows": rows,
        "faults": faults(tally),
    }
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")


def write_csv(path: Path, rows: Sequence[BotFigures]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        sheet = csv.writer(file, lineterminator="\n")
        sheet.writerow(BotFigures.__struct_fields__)
        sheet.writerows(msgspec.structs.astuple(row) for row in rows)
