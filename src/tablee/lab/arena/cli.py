"""The command `tablee arena`."""

from __future__ import annotations

import argparse
from concurrent.futures import BrokenExecutor
from pathlib import Path

from rich.console import Console

from tablee import options as agreed
from tablee.bots import levels
from tablee.contract import AnyGame, OptionError
from tablee.lab.arena import report
from tablee.lab.arena.journal import Journal, journal_path
from tablee.lab.arena.runner import run_arena
from tablee.lab.arena.tally import ArenaTally
from tablee.lab.errors import print_errors
from tablee.lab.plan import MatchPlan, make_plan, parse_bots, plan_identity
from tablee.lab.progress import ProgressDisplay
from tablee.words import Words


def main(args: argparse.Namespace, game: AnyGame, texts: dict[str, str], words: Words) -> int:
    """The exit status: 130 after Ctrl-C. A faulty bot is not a failure of the arena."""
    for option in ("games", "jobs", "time_limit"):
        if getattr(args, option) < 1:
            raise OptionError(option.replace("_", "-"), "allowed: {allowed}", allowed="1, 2, 3, …")
    plan = plan_from(args, game, texts)
    path = Path(args.journal) if args.journal else journal_path(plan_identity(plan))
    try:
        tally = play(args, plan, path, words)
        show(args, tally, words)
    except KeyboardInterrupt:
        return print_errors([words.house("arena_stopped", path=path)], 130)
    except BrokenExecutor:
        return print_errors([words.house("arena_broken", path=path)], 1)
    except BrokenPipeError:
        raise
    except OSError as error:
        return print_errors([words.house("no_file", path=error.filename, why=error.strerror)], 1)
    return print_errors(report.fault_lines(tally, words), 0)


def plan_from(args: argparse.Namespace, game: AnyGame, texts: dict[str, str]) -> MatchPlan:
    """By default there are seats for all bots that are named, and the strongest bots play if none is named."""
    named = parse_bots(args.bots)
    if len(named) > game.options().players:
        texts = {"players": str(len(named)), **texts}
    options = agreed.read(game.options, texts)
    return make_plan(game, options, named or levels(game)[::-1][: options.players], args.seed, args.time_limit)


def play(args: argparse.Namespace, plan: MatchPlan, path: Path, words: Words) -> ArenaTally:
    each = len(plan.seatings)
    deals = -(-args.games // each)
    records = Path(args.records) if args.records else None
    with Journal(path, plan_identity(plan), fresh=args.fresh) as journal:
        display = ProgressDisplay(deals, each, words)
        try:
            return run_arena(plan, deals, journal, workers=args.jobs, records=records, progress=display.update)
        finally:
            display.stop()


def show(args: argparse.Namespace, tally: ArenaTally, words: Words) -> None:
    rows = tally.figures()
    console = Console(highlight=False)
    console.width = max(console.width, report.WIDTH)
    console.print(report.title(tally, words), style="bold", soft_wrap=True)
    console.print(report.table(rows, words))
    if args.json:
        report.write_json(Path(args.json), tally, rows)
    if args.csv:
        report.write_csv(Path(args.csv), rows)
