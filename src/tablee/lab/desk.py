"""The command `tablee lab`: what was asked for, carried out, shown and kept."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from tablee.contract import AnyGame, OptionError
from tablee.lab import comparison, sentences
from tablee.lab.command import complain
from tablee.lab.data import arrow, write_csv
from tablee.lab.experiment import Keep, experiment
from tablee.lab.folder import Folder
from tablee.lab.page import converter, write_report
from tablee.lab.progress import Watch
from tablee.lab.report import between, percent
from tablee.lab.results import Results
from tablee.lab.run import borders, carried_out, spanned
from tablee.words import Words


def run(args: argparse.Namespace, game: AnyGame, texts: dict[str, str], words: Words, argv: Sequence[str]) -> int:
    """The exit status, as for an arena: 130 where somebody had enough before the end."""
    for option in ("games", "jobs", "span"):
        if (value := getattr(args, option, None)) is not None and value < 1:
            raise OptionError(option, "allowed: {allowed}", allowed="1, 2, 3, …")
    if args.what == "compare":
        return compare(args, game, texts, words)
    keep: Keep = "moves" if args.moves else "games" if args.data or args.csv else ""
    if keep:
        arrow()  # what is missing is said before an hour of play, not after
    if args.report:
        converter()
    bots = named(args.bots)
    one = experiment(game, texts, bots, seed=args.seed, luck=args.luck, watched=args.watch, keep=keep)
    try:
        folder = Folder(one, Path(args.out) if args.out else None, fresh=args.fresh)
    except OSError as error:
        return complain([words.house("no_file", path=error.filename, why=error.strerror)], 1)
    watch = Watch(args.games, 1, words)
    try:
        found = carried_out(one, folder, args.games, jobs=args.jobs, cluster=args.cluster, told=watch.told)
        found = spanned(found, args.span or 0, args.jobs)
    except KeyboardInterrupt:
        return complain([words.house("lab_stopped", path=folder.path)], 130)
    except BrokenExecutor:
        return complain([words.house("lab_broken", path=folder.path)], 1)
    except BrokenPipeError:
        raise
    except OSError as error:
        return complain([words.house("no_file", path=error.filename, why=error.strerror)], 1)
    finally:
        watch.stop()
    keep_all(args, found, words, argv)
    show(found, words)
    faults = [(*name.rsplit(" ", 1), times) for name, times in sorted(found.chunk.faults.items())]
    return complain([words.house("lab_fault", bot=bot, kind=kind, times=times) for bot, kind, times in faults], 0)


def named(bots: str | None) -> list[str]:
    return [level.strip() for level in bots.split(",")] if bots else []


def keep_all(args: argparse.Namespace, found: Results, words: Words, argv: Sequence[str]) -> None:
    """What was asked for beyond the chunks."""
    found.write_json(found.path / "figures.json")
    if args.json:
        found.write_json(Path(args.json))
    if args.csv:
        for name in ("games", "moves"):
            write_csv(found.path / name, found.path / f"{name}.csv", len(borders(found.games, found.experiment.size)))
    if args.report:
        write_report(found, words, f"tablee {shlex.join(argv)}")


# ---- what is shown ------------------------------------------------------------------------


def show(found: Results, words: Words) -> None:
    console = Console(highlight=False)
    plan = found.experiment.plan
    options = " ".join(f"{name}={text}" for name, text in plan.agreed)
    head = words.house(
        "lab_title", games=sentences.grouped(found.games, words), seed=plan.seed, bots=", ".join(plan.bots)
    )
    engine = words.house(f"lab_by_{found.experiment.engine}")
    console.print(f"{words.title} · {options} · {head} · {engine}", style="bold", soft_wrap=True)
    for sentence in sentences.sentences(found, words):
        console.print(sentence, soft_wrap=True)
    table = sheet(words, "seat", "bot", "wins", "95")
    for row in found.seats:
        table.add_row(
            str(row["seat"]), row["bot"], percent(row["rate"], words), between(row["low"], row["high"], 100, words)
        )
    console.print(table)
    console.print(words.house("lab_kept", path=found.path), soft_wrap=True)


def sheet(words: Words, *heads: str) -> Table:
    drawn = Table(box=None, pad_edge=False, padding=(0, 1), collapse_padding=True)
    for head in heads:
        left = head in ("bot", "figure")
        drawn.add_column(words.house(f"lab_{head}"), justify="left" if left else "right", no_wrap=True)
    return drawn


# ---- comparisons ----------------------------------------------------------------------------


def compare(args: argparse.Namespace, game: AnyGame, texts: dict[str, str], words: Words) -> int:
    a, b = (comparison.asked(game, texts, text, named(args.bots), args.seed) for text in (args.a, args.b))
    try:
        found = comparison.compared(a, b, args.games, jobs=args.jobs, cluster=args.cluster)
    except KeyboardInterrupt:
        return 130
    console = Console(highlight=False)
    engine = words.house(f"lab_by_{found.a.engine}")
    games = sentences.grouped(found.games, words)
    console.print(
        f"{words.title} · {words.house('lab_compare_title', games=games, seed=args.seed, engine=engine)}", style="bold"
    )
    table = sheet(words, "figure", "a", "b", "difference", "95")
    for row in found.differences:
        both = (sentences.figure(value, row.figure, words) for value in (row.a, row.b))
        less = sentences.gap(row.difference, row.figure, words)
        table.add_row(sentences.figure_name(row.figure, words), *both, less, sentences.interval(row, words))
    console.print(table)
    for sentence in sentences.compared(found, words):
        console.print(sentence, soft_wrap=True)
    if args.json:
        Path(args.json).write_bytes(msgspec.json.format(msgspec.json.encode(comparison.told(found))) + b"\n")
    return 0
