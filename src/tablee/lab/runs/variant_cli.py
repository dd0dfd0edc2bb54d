"""The commands `tablee lab compare` and `tablee lab sweep`."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from rich.console import Console

from tablee.contract import AnyGame
from tablee.lab.errors import make_notice, print_errors, print_stopped
from tablee.lab.numbers import group_thousands
from tablee.lab.plan import parse_bots
from tablee.lab.progress import ProgressDisplay
from tablee.lab.runs import comparison, sentences, sweep
from tablee.lab.runs.experiment import Experiment
from tablee.lab.runs.tables import make_table
from tablee.lab.runs.variant_report import write_comparison_report, write_sweep_report
from tablee.lab.runs.variants import VariantFolder, same_engine
from tablee.lab.vega import renderer
from tablee.words import Words

T = TypeVar("T")
COLUMNS: Final = 140  # at least, so that nothing is cut; a narrow terminal may break lines
WIDTH: Final = 32  # characters of an interval that is drawn with characters


def compare(args: argparse.Namespace, game: AnyGame, texts: dict[str, str], words: Words, argv: Sequence[str]) -> int:
    bots = parse_bots(args.bots)
    a, b = same_engine([comparison.parse_side(game, texts, text, bots, args.seed) for text in (args.a, args.b)])

    def play(folder: VariantFolder, **how: Any) -> comparison.Comparison:
        return comparison.compare(a, b, args.games, folder=folder, **how)

    def show(found: comparison.Comparison, folder: VariantFolder, console: Console) -> None:
        head = words.house("lab_compare_title", games=group_thousands(found.games, words), seed=args.seed,
                           engine=words.house(f"lab_by_{found.a.engine}"))  # fmt: skip
        console.print(f"{words.title} · {head}", style="bold")
        table = make_table(words, "figure", "a", "b", "difference", "95", "p")
        for row in found.differences:
            both = sentences.side_text(row, "a", words), sentences.side_text(row, "b", words)
            less = sentences.difference_text(row.difference, row.figure, words)
            interval = sentences.difference_interval(row, words)
            table.add_row(
                sentences.figure_name(row.figure, words), *both, less, interval, sentences.p_text(row.p, words)
            )
        console.print(table)
        for sentence in sentences.comparison_sentences(found, words):
            console.print(sentence, soft_wrap=True)
        write_json(args, folder, comparison.to_dict(found))
        if args.report:
            write_comparison_report(found, folder.path, words, f"tablee {shlex.join(argv)}")

    return run(args, [a, b], play, show, words)


def run_sweep(args: argparse.Namespace, game: AnyGame, texts: dict[str, str], words: Words, argv: Sequence[str]) -> int:
    over = sweep.parse_over(game, args.over)
    bots = parse_bots(args.bots)
    combinations, variants = sweep.make_variants(game, texts, over, bots, seed=args.seed, sample=args.sample)

    def play(folder: VariantFolder, **how: Any) -> sweep.Sweep:
        return sweep.run_sweep(
            over, combinations, variants, args.games, figures=args.figure or (), folder=folder, **how
        )

    def show(found: sweep.Sweep, folder: VariantFolder, console: Console) -> None:
        head = words.house("lab_sweep_title", variants=len(variants), games=group_thousands(found.games, words),
                           seed=args.seed, engine=words.house(f"lab_by_{variants[0].engine}"))  # fmt: skip
        console.print(f"{words.title} · {head}", style="bold")
        for figure in found.figures:
            console.print()
            console.print(sentences.sweep_headline(found, figure, words), style="bold", soft_wrap=True)
            console.print(draw_levels(found, figure, words))
            for sentence in sentences.sweep_sentences(found, figure, words):
                console.print(sentence, soft_wrap=True)
        write_json(args, folder, sweep.to_dict(found))
        if args.report:
            write_sweep_report(found, folder.path, words, f"tablee {shlex.join(argv)}")

    return run(args, variants, play, show, words)


def run(
    args: argparse.Namespace,
    variants: Sequence[Experiment],
    play: Callable[..., T],
    show: Callable[[T, VariantFolder, Console], None],
    words: Words,
) -> int:
    """Plays and shows; what was played so far is kept if it is interrupted. The exit status is 130 after Ctrl-C."""
    if args.report:
        renderer()  # a missing extra is reported before an hour of play, not after it
    try:
        folder = VariantFolder(variants, Path(args.out) if args.out else None, fresh=args.fresh)
    except OSError as error:
        return print_errors([words.house("no_file", path=error.filename, why=error.strerror)], 1)
    display = ProgressDisplay(args.games, 1, words)
    try:
        found = play(
            folder, workers=args.jobs, cluster=args.cluster, progress=display.update, notice=make_notice(words)
        )
    except (KeyboardInterrupt, BrokenExecutor) as error:
        return print_stopped(error, folder.path, words)
    finally:
        display.stop()
    console = Console(highlight=False)
    console.width = max(console.width, COLUMNS)
    show(found, folder, console)
    console.print(words.house("lab_kept", path=folder.path), soft_wrap=True)
    return 0


def write_json(args: argparse.Namespace, folder: VariantFolder, found: dict[str, Any]) -> None:
    text = msgspec.json.format(msgspec.json.encode(found)) + b"\n"
    (folder.path / "figures.json").write_bytes(text)
    if args.json:
        Path(args.json).write_bytes(text)


def draw_levels(found: sweep.Sweep, figure: sweep.FigureSweep, words: Words) -> Any:
    """A row for each variant, with its interval as numbers and drawn to scale."""
    table = make_table(words, *found.over, "mean", "95", "chart")
    least = min(level.bounds[0] for level in figure.levels)
    width = (max(level.bounds[1] for level in figure.levels) - least) or 1.0
    for level in figure.levels:
        low, high = level.bounds
        start, middle, end = (round((value - least) / width * (WIDTH - 1)) for value in (low, level.mean, high))
        drawn = "".join("●" if n == middle else "─" if start <= n <= end else " " for n in range(WIDTH))
        table.add_row(
            *level.values, sentences.figure_text(level.mean, figure.figure, words),
            sentences.level_interval(level, figure.figure, words), drawn,
        )  # fmt: skip
    return table
