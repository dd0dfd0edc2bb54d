"""The flags of `tablee play`, which stand before the game or after it."""

from __future__ import annotations

import argparse

from tablee.bots import LEVELS
from tablee.bots.characters import CHARACTERS
from tablee.words import Words


def play_flags(common: argparse.ArgumentParser, house: Words, default: str | None = None) -> argparse.ArgumentParser:
    """The flags of `tablee play` itself, with what holds where one is not given."""
    who = house.house("help_seat", levels=", ".join(LEVELS), characters=", ".join(one.id for one in CHARACTERS))
    a_file, flags = house.house("arg_file"), argparse.ArgumentParser(add_help=False, parents=[common])
    flags.add_argument("--seat", action="append", default=default, metavar=house.house("arg_who"), help=who)
    flags.add_argument("--record", default=default, metavar=a_file, help=house.house("help_record"))
    flags.add_argument("--resume", default=default, metavar=a_file, help=house.house("help_resume"))
    for name in ("real", "notebook", "plain"):
        flags.add_argument(f"--{name}", action="store_true", default=default or False, help=house.house(f"help_{name}"))
    a_number = house.house("arg_number")
    flags.add_argument("--pace", type=float, default=default, metavar=a_number, help=house.house("help_pace"))
    flags.add_argument("--seed", type=int, default=default, metavar="N", help=house.house("help_seed"))
    return flags
