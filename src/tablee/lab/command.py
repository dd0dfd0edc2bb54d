"""The command `tablee arena`: what was asked for, held, shown and exported."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from rich.console import Console

from tablee import options as agreed
from tablee.bots import levels
from tablee.contract import AnyGame, OptionError
from tablee.lab import report
from tablee.lab.arena import held
from tablee.lab.figures import Tally
from tablee.lab.journal import Journal, journal_of
from tablee.lab.plan import Plan, identity, planned
from tablee.lab.progress import Watch
from tablee.words import Words


def run(args: argparse.Namespace, game: AnyGame, texts: dict[str, str], words: Words) -> int:
    """The exit status: 130 where somebody had enough before the end. A faulty bot is no failure of the arena's."""
    for option in ("games", "jobs", "time_limit"):
        if getattr(args, option) < 1:
            raise OptionError(option.replace("_", "-"), "allowed: {allowed}", allowed="1, 2, 3, …")
    plan = asked_for(args, game, texts)
    path = Path(args.journal) if args.journal else journal_of(identity(plan))
    try:
        tally = hold(args, plan, path, words)
        show(args, tally, words)
    except KeyboardInterrupt:
        return complain([words.house("arena_stopped", path=path)], 130)
    except BrokenProcessPool:
        return complain([words.house("arena_broken", path=path)], 1)
    except BrokenPipeError:
        raise
    except OSError as error:
        return complain([words.house("no_file", path=error.filename, why=error.strerror)], 1)
    return complain(report.fault_lines(tally, words), 0)


def complain(lines: Sequence[str], status: int) -> int:
    for line in lines:
        print(f"tablee: {line}", file=sys.stderr)
    return status


def asked_for(args: argparse.Namespace, game: AnyGame, texts: dict[str, str]) -> Plan:
    """Unless it is said how many play, there is room for all bots; unless it is said which, the strongest play."""
    asked = [level.strip() for level in args.bots.split(",")] if args.bots else []
    if len(asked) > game.options().players:
        texts = {"players": str(len(asked)), **texts}
    options = agreed.read(game.options, texts)
    return planned(game, options, asked or levels(game)[::-1][: options.players], args.seed, args.time_limit)


def hold(args: argparse.Namespace, plan: Plan, path: Path, words: Words) -> Tally:
    each = len(plan.seatings)
    deals = -(-args.games // each)
    records = Path(args.records) if args.records else None
    with Journal(path, identity(plan), fresh=args.fresh) as journal:
        watch = Watch(deals, each, words)
        try:
            return held(plan, deals, journal, jobs=args.jobs, records=records, told=watch.told)
        finally:
            watch.stop()


def show(args: argparse.Namespace, tally: Tally, words: Words) -> None:
    rows = tally.figures()
    console = Console(highlight=False)
    console.width = max(console.width, report.WIDTH)
    console.print(report.title(tally, words), style="bold", soft_wrap=True)
    console.print(report.table(rows, words))
    if args.json:
        report.write_json(Path(args.json), tally, rows)
    if args.csv:
        report.write_csv(Path(args.csv), rows)
