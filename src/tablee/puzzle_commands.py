"""`tablee puzzles`: makes puzzles from games between bots, and proves a file of them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tablee.command_texts import complain
from tablee.games import GAMES
from tablee.games.parts import has_puzzles
from tablee.words import Words


def add_puzzles(box: argparse.ArgumentParser, house: Words) -> None:
    """The tasks and flags of the command."""
    say = house.house
    tasks = box.add_subparsers(dest="task", metavar="make | check", required=True)
    made = tasks.add_parser("make", help=say("help_puzzles_make"))
    made.add_argument("game", choices=[name for name, game in GAMES.items() if has_puzzles(game)])
    made.add_argument("--count", type=int, default=30, metavar="N", help=say("help_puzzles_count"))
    made.add_argument("--seed", type=int, default=1, metavar="N", help=say("help_arena_seed"))
    made.add_argument("--out", metavar=say("arg_file"), help=say("help_puzzles_out"))
    proved = tasks.add_parser("check", help=say("help_puzzles_check"))
    proved.add_argument("file", metavar=say("arg_file"))


def run_puzzles(args: argparse.Namespace, house: Words) -> int:
    if args.task == "check":
        return check_puzzles(Path(args.file), house)
    return make_puzzles(args.game, args.seed, args.count, args.out, house)


def make_puzzles(name: str, seed: int, count: int, path: str | None, house: Words) -> int:
    """To a file, each as soon as it is made; the same command goes on with a file that holds fewer."""
    from tablee import puzzles

    game = GAMES[name]
    part = puzzles.part_of(game)
    assert part is not None  # only such games can be chosen
    if not path:
        sys.stdout.write(puzzles.write(puzzles.make_set(game, part, seed, count)).decode())
        return 0
    try:
        puzzles.make_file(game, part, seed, count, Path(path))
    except (OSError, ValueError) as error:
        return complain(str(error))
    except KeyboardInterrupt:
        complain(house.house("puzzles_stopped", path=path))
        return 130
    return 0


def check_puzzles(path: Path, house: Words) -> int:
    """1 where a puzzle is not proved."""
    from tablee import puzzles

    try:
        found = puzzles.read(path.read_bytes())
    except (OSError, ValueError) as error:
        return complain(str(error))
    faults = puzzles.faults_of_set(found)
    for number, fault in faults:
        print(f"{number}: {fault}")
    print(house.house("puzzles_checked", n=len(found.puzzles), bad=len({number for number, _ in faults})))
    return 1 if faults else 0
