"""The command `tablee lab calibrate`."""

from __future__ import annotations

import argparse
from concurrent.futures import BrokenExecutor
from pathlib import Path

import msgspec
from rich.console import Console

from tablee import options as agreed
from tablee.bots import strongest_level
from tablee.bots.outside import is_outside
from tablee.contract import AnyGame, OptionError
from tablee.lab.errors import make_notice, print_errors, print_stopped
from tablee.lab.files import write_file
from tablee.lab.numbers import group_thousands, interval, percent
from tablee.lab.plan import MatchPlan, make_plan, parse_bots
from tablee.lab.progress import ProgressDisplay
from tablee.lab.runs.calibration import Predictions, Tenth, by_tenths, calibrate, open_folder, overall
from tablee.lab.runs.tables import make_table
from tablee.words import Words

LIMIT = 2000  # milliseconds a move may take, as in the arena


def main(args: argparse.Namespace, game: AnyGame, texts: dict[str, str], words: Words) -> int:
    """The exit status: 130 after Ctrl-C. By default the strongest bots play."""
    bots = parse_bots(args.bots) or [strongest_level(game)]
    for name in bots:
        if is_outside(game, name):
            raise OptionError("bots", "{bot} predicts nothing: only bots of the game do", bot=name)
    plan = make_plan(game, agreed.read(game.options, texts), bots, args.seed, LIMIT)
    try:
        folder = open_folder(plan, args.decisions, Path(args.out) if args.out else None, fresh=args.fresh)
    except OSError as error:
        return print_errors([words.house("no_file", path=error.filename, why=error.strerror)], 1)
    display = ProgressDisplay(args.games, 1, words)
    try:
        found = calibrate(
            plan, args.games, args.decisions, folder, workers=args.jobs, cluster=args.cluster,
            progress=display.update, notice=make_notice(words),
        )  # fmt: skip
    except (KeyboardInterrupt, BrokenExecutor) as error:
        return print_stopped(error, folder.path, words)
    finally:
        display.stop()
    show(plan, found, words)
    print(words.house("lab_kept", path=folder.path))
    if args.json:
        tenths = {"tenths": by_tenths(found), "all": overall(found)}
        write_file(Path(args.json), msgspec.json.format(msgspec.json.encode(tenths)) + b"\n")
    return 0


def show(plan: MatchPlan, found: list[Predictions], words: Words) -> None:
    console = Console(highlight=False)
    options = " ".join(f"{name}={text}" for name, text in plan.agreed)
    head = words.house("lab_title", games=group_thousands(len(found), words), seed=plan.seed, bots=", ".join(plan.bots))
    console.print(f"{words.title} · {options} · {head}", style="bold", soft_wrap=True)
    table = make_table(words, "chance", "decisions", "predicted", "won", "95")
    for tenth in by_tenths(found):
        table.add_row(interval(tenth.at, tenth.at + 0.1, 100, words), *cells(tenth, words))
    table.add_row(words.house("lab_all"), *cells(overall(found), words))
    console.print(table)


def cells(tenth: Tenth, words: Words) -> tuple[str, ...]:
    return (
        group_thousands(tenth.predictions, words), percent(tenth.predicted, words), percent(tenth.won, words),
        interval(tenth.low, tenth.high, 100, words),
    )  # fmt: skip
