"""The command `tablee lab`."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Final

from rich.console import Console

from tablee.bots import strongest_level
from tablee.contract import AnyGame, OptionError
from tablee.games.parts import has_kernel
from tablee.lab.errors import make_notice, print_errors, print_stopped
from tablee.lab.numbers import group_thousands, interval, percent
from tablee.lab.plan import parse_bots
from tablee.lab.progress import ProgressDisplay
from tablee.lab.runs import calibration_cli, comparison, sentences, variant_cli
from tablee.lab.runs.comparison import Comparison
from tablee.lab.runs.dataset import DataFolder, make_dataset
from tablee.lab.runs.experiment import Experiment, Keep, make_experiment
from tablee.lab.runs.folder import RunFolder
from tablee.lab.runs.html_report import write_report
from tablee.lab.runs.job import job_sizes
from tablee.lab.runs.parquet import arrow, write_csv
from tablee.lab.runs.results import Results
from tablee.lab.runs.runner import add_span, run_experiment
from tablee.lab.runs.tables import make_table
from tablee.lab.vega import renderer
from tablee.words import Words

WEIGHED: Final = 20  # games whose decisions are weighed for a report, by default


def main(args: argparse.Namespace, game: AnyGame, texts: dict[str, str], words: Words, argv: Sequence[str]) -> int:
    """The exit status: 130 after Ctrl-C."""
    for option in ("games", "jobs", "span", "sample", "decisions"):
        if (value := getattr(args, option, None)) is not None and value < 1:
            raise OptionError(option, "allowed: {allowed}", allowed="1, 2, 3, …")
    if args.what == "calibrate":
        return calibration_cli.main(args, game, texts, words)
    if args.what == "compare":
        return variant_cli.compare(args, game, texts, words, argv)
    if args.what == "games":
        return write_dataset(args, game, texts, words, argv)
    if args.what == "sweep":
        return variant_cli.run_sweep(args, game, texts, words, argv)
    keep: Keep = "moves" if args.moves else "games" if args.data or args.csv else ""
    if keep:
        arrow()  # a missing extra is reported before an hour of play, not after it
    if args.report:
        renderer()
    bots = parse_bots(args.bots)
    weighed = args.weigh if args.weigh is not None else WEIGHED if args.report else 0
    one = make_experiment(
        game, texts, bots, seed=args.seed, luck=args.luck, watched=args.watch, keep=keep, weighed=weighed
    )
    sides = [comparison.parse_side(game, texts, text, bots, args.seed) for text in (args.before, "") if args.before]
    try:
        folder = RunFolder(one, Path(args.out) if args.out else None, fresh=args.fresh)
    except OSError as error:
        return print_errors([words.house("no_file", path=error.filename, why=error.strerror)], 1)
    display = ProgressDisplay(args.games, 1, words)
    try:
        found = run_experiment(
            one, folder, args.games, workers=args.jobs, cluster=args.cluster, progress=display.update,
            notice=make_notice(words),
        )  # fmt: skip
        found = add_span(found, args.span or 0, args.jobs)
        before = compare_with(sides, args, words) if sides else None
    except (KeyboardInterrupt, BrokenExecutor) as error:
        return print_stopped(error, folder.path, words)
    except BrokenPipeError:
        raise
    except OSError as error:
        return print_errors([words.house("no_file", path=error.filename, why=error.strerror)], 1)
    finally:
        display.stop()
    write_files(args, found, words, argv, before)
    show(found, words)
    for sentence in sentences.comparison_sentences(before, words) if before else ():
        print(sentence)
    faults = [(*name.rsplit(" ", 1), times) for name, times in sorted(found.sums.faults.items())]
    return print_errors([words.house("lab_fault", bot=bot, kind=kind, times=times) for bot, kind, times in faults], 0)


def compare_with(sides: Sequence[Experiment], args: argparse.Namespace, words: Words) -> Comparison:
    """How the game was before a change, and how it is now."""
    was, now = sides
    return comparison.compare(was, now, args.games, workers=args.jobs, cluster=args.cluster, notice=make_notice(words))


def write_files(
    args: argparse.Namespace, found: Results, words: Words, argv: Sequence[str], before: Comparison | None
) -> None:
    """The files that were asked for besides the sums."""
    found.write_json(found.path / "figures.json")
    if args.json:
        found.write_json(Path(args.json))
    if args.csv:
        for name in ("games", "moves"):
            write_csv(
                found.path / name, found.path / f"{name}.csv", len(job_sizes(found.games, found.experiment.job_games))
            )
    if args.report:
        write_report(found, words, f"tablee {shlex.join(argv)}", before)


# ---- output ------------------------------------------------------------------------


def show(found: Results, words: Words) -> None:
    console = Console(highlight=False)
    plan = found.experiment.plan
    options = " ".join(f"{name}={text}" for name, text in plan.agreed)
    head = words.house(
        "lab_title", games=group_thousands(found.games, words), seed=plan.seed, bots=", ".join(plan.bots)
    )
    engine = words.house(f"lab_by_{found.experiment.engine}")
    console.print(f"{words.title} · {options} · {head} · {engine}", style="bold", soft_wrap=True)
    for sentence in sentences.sentences(found, words):
        console.print(sentence, soft_wrap=True)
    table = make_table(words, "seat", "bot", "wins", "95")
    for row in found.seats:
        table.add_row(
            str(row["seat"] + 1), row["bot"], percent(row["rate"], words), interval(row["low"], row["high"], 100, words)
        )
    console.print(table)
    console.print(words.house("lab_kept", path=found.path), soft_wrap=True)


# ---- data ------------------------------------------------------------------------------


def write_dataset(
    args: argparse.Namespace, game: AnyGame, texts: dict[str, str], words: Words, argv: Sequence[str]
) -> int:
    """`tablee lab games`: by the strongest bots, if none is named."""
    arrow()
    if not has_kernel(game):
        raise OptionError("games", "{game} has no kernel, so its views and actions have no numbers", game=game.name)
    bots = parse_bots(args.bots) or [strongest_level(game)]
    one = make_experiment(game, texts, bots, seed=args.seed, luck=0, watched=0, keep="moves")
    try:
        folder = DataFolder(one, Path(args.out or f"{game.name}-games"), fresh=args.fresh)
    except OSError as error:
        return print_errors([words.house("no_file", path=error.filename, why=error.strerror)], 1)
    display = ProgressDisplay(args.games, 1, words)
    try:
        make_dataset(
            one, folder, args.games, f"tablee {shlex.join(argv)}", workers=args.jobs, cluster=args.cluster,
            progress=display.update, notice=make_notice(words),
        )  # fmt: skip
    except (KeyboardInterrupt, BrokenExecutor) as error:
        return print_stopped(error, folder.path, words)
    finally:
        display.stop()
    print(words.house("lab_kept", path=folder.path))
    return 0
