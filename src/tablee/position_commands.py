"""`tablee position`: what may be hidden in a position that somebody enters, and what the master thinks of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from tablee import positions
from tablee.bots import bot, levels, posterior
from tablee.contract import AnyGame
from tablee.languages import Lang
from tablee.positions import Position
from tablee.terminal.hint import hint_lines
from tablee.words import Words, words

LIKELIEST: Final = 5  # values of one hidden place that are printed


def show_position(game: AnyGame, options: Mapping[str, str], lines: Sequence[str], lang: Lang) -> int:
    """`lines` are the fields; "-" reads them from standard input. Without any, it is said which there are."""
    text = sys.stdin.read() if list(lines) == ["-"] else "\n".join(lines)
    seat, entered = positions.parse(text)
    position = Position(seat, dict(options), dict(entered))
    about = words(lang, game)
    names = [about.house("position_player", n=n + 1) for n in range(positions.table_of(game, position)[0].players)]
    if not entered:
        show_fields(game, position, about, names)
        return 0
    view = positions.read(game, position)
    if hidden := posterior(game, view):
        print(about.house("position_worlds", n=hidden.worlds))
        for place, odds in hidden.chances.items():
            likeliest = sorted(odds.items(), key=lambda item: -item[1])[:LIKELIEST]
            said = (
                about.fill("{value:term} {chance:%}", {"value": value, "chance": chance}) for value, chance in likeliest
            )
            print(f"  {counted_from_one(place)}{about.colon} {' · '.join(said)}")
    legal = game.legal(game.imagine(view, Random(0)), view.seat)
    if legal:
        weighed = bot(game, levels(game)[-1]).advise(view, legal, Random(0))
        print(about.house("position_master"))
        for move, why in hint_lines(weighed, about, names, seat):
            print(f"  {move}")
            print(f"     {why}")
    return 0


def counted_from_one(place: str) -> str:
    """A place as people count: in the posterior, as in records, seats and places are numbered from 0."""
    return re.sub(r"\d+", lambda found: str(int(found[0]) + 1), place)


def show_fields(game: AnyGame, position: Position, about: Words, names: Sequence[str]) -> None:
    print(about.house("position_fields"))
    texts = about.section("position")
    for field in positions.fields(game, position):
        facts = {"seat": field.seat, "n": (field.place or 0) + 1}
        title, more = (about.fill(texts.get(key, ""), facts, names) for key in (field.key, f"{field.key} help"))
        known = f" ({' | '.join(tap for group in field.taps for tap in group)})" if field.single else ""
        print(f"  {field.name}{about.colon} {title}{known}")
        if more:
            print(f"     {more}")
