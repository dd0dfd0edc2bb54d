"""The flags of `tablee lab` and `tablee learn`. These are loaded only when something is played."""

from __future__ import annotations

import argparse

from tablee.bots import characters, levels
from tablee.contract import AnyGame
from tablee.words import Words


def bot_lists(game: AnyGame) -> dict[str, str]:
    """The bots of this game, for help texts."""
    return {"levels": ", ".join(levels(game)), "characters": ", ".join(characters(game))}


def add_lab(box: argparse.ArgumentParser, task: str, game: AnyGame, house: Words) -> None:
    """The flags of the laboratory."""
    say = house.house
    slow = task == "calibrate"
    box.add_argument("--games", type=int, default=400 if slow else 10_000, metavar="N", help=say("help_lab_games"))
    bots_help = "help_lab_calibrate_bots" if slow else "help_lab_bots"
    box.add_argument("--bots", metavar="A,B,…", help=say(bots_help, **bot_lists(game)))
    box.add_argument("--seed", type=int, default=0, metavar="N", help=say("help_arena_seed"))
    box.add_argument("--jobs", type=int, metavar="N", help=say("help_lab_jobs"))
    box.add_argument("--cluster", metavar="tcp://…", help=say("help_lab_cluster"))
    box.add_argument("--out", metavar=say("arg_folder"), help=say("help_lab_out"))
    box.add_argument("--fresh", action="store_true", help=say("help_fresh"))
    if task == "games":
        return
    box.add_argument("--json", metavar=say("arg_file"), help=say("help_lab_json"))
    if task == "calibrate":
        box.add_argument("--decisions", type=int, default=4, metavar="N", help=say("help_lab_decisions"))
        return
    box.add_argument("--report", action="store_true", help=say("help_lab_report"))
    if task == "compare":
        box.add_argument("--a", default="", metavar="X=Y,…", help=say("help_lab_a"))
        box.add_argument("--b", default="", metavar="X=Y,…", help=say("help_lab_b"))
        return
    if task == "sweep":
        box.add_argument("--over", action="append", default=[], metavar="X=Y,…", help=say("help_lab_over"))
        box.add_argument("--figure", action="append", metavar="X", help=say("help_lab_figure"))
        box.add_argument("--sample", type=int, metavar="N", help=say("help_lab_sample"))
        return
    box.add_argument("--luck", type=int, metavar="N", help=say("help_lab_luck"))
    box.add_argument("--span", type=int, metavar="N", help=say("help_lab_span"))
    box.add_argument("--weigh", type=int, metavar="N", help=say("help_lab_weigh"))
    box.add_argument("--before", metavar="X=Y,…", help=say("help_lab_before"))
    box.add_argument("--watch", type=int, metavar="N", help=say("help_lab_watch"))
    for flag in ("data", "moves", "csv"):
        box.add_argument(f"--{flag}", action="store_true", help=say(f"help_lab_{flag}"))


def add_learn(box: argparse.ArgumentParser, game: AnyGame, house: Words) -> None:
    """The flags of `tablee learn`."""
    say = house.house
    box.add_argument("--decisions", type=int, default=10_000_000, metavar="N", help=say("help_learn_decisions"))
    box.add_argument("--lanes", type=int, default=1536, metavar="N", help=say("help_learn_lanes"))
    box.add_argument("--seed", type=int, default=0, metavar="N", help=say("help_arena_seed"))
    box.add_argument("--device", default="cpu", metavar="cpu | cuda", help=say("help_learn_device"))
    box.add_argument("--every", type=int, default=50, metavar="N", help=say("help_learn_every"))
    box.add_argument("--stop", type=int, metavar="N", help=say("help_learn_stop"))
    box.add_argument(
        "--against", default=levels(game)[-1], metavar="BOT", help=say("help_learn_against", **bot_lists(game))
    )
    box.add_argument("--games", type=int, default=100, metavar="N", help=say("help_learn_games"))
    box.add_argument("--out", metavar=say("arg_folder"), help=say("help_learn_out"))
    box.add_argument("--fresh", action="store_true", help=say("help_fresh"))
