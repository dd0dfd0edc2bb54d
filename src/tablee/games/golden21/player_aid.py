"""What traders look up while they play: the table of averages, and the signs on the Bourse."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from tablee.games.golden21.dice import AVERAGES, Average
from tablee.words import Words

COLUMNS: Final = ("aid_dice", "aid_average", "aid_points", "aid_first", "aid_points", "aid_second", "aid_points")
WIDTHS: Final = (6, 11, 9, 18, 9, 18, 9)  # 80 columns in all
SIGNS: Final = ("aid_kills", "aid_golds", "aid_account", "aid_eliminated", "aid_stands")


def player_aid(words: Words) -> list[Text]:
    return [
        Text(words.say("aid_averages"), "bold"),
        Text(line([words.say(name) for name in COLUMNS]), "dim", no_wrap=True),
        *[Text(line(row(average)), no_wrap=True) for average in AVERAGES],
        Text(words.say("aid_further"), "italic"),
        Text(),
        *[Text(words.say(name)) for name in SIGNS],
    ]


def row(average: Average) -> list[str]:
    """Dice, the average, and the bands, each with the points of an exact announcement (G21-30)."""
    cells = [str(average["dice"]), span(average["low"], average["high"]), "0"]
    for band in average["bands"]:
        cells += [f"{band['low']}, {band['high']}", str(band["points"])]
    return cells


def span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def line(cells: list[str]) -> str:
    return "".join(f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()
