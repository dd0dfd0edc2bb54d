"""The table of Code 777 in a terminal. A tile is its notation and its colour's sign: never colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace
from rich.cells import cell_len
from rich.text import Text

from tablee.games.code777.questions import CARDS
from tablee.games.code777.state import ALL_RACKS, Asked
from tablee.games.code777.tiles import COLOUR, COLOURS, Rack
from tablee.games.code777.view import View
from tablee.short_names import shorten
from tablee.tuples import around
from tablee.words import Words

INK: Final = {
    "g": "bold white on #2e7d32",
    "y": "bold black on #fdd835",
    "k": "bold white on #212121",
    "n": "bold white on #6d4c41",
    "r": "bold white on #c62828",
    "p": "bold black on #f48fb1",
    "b": "bold white on #1565c0",
}

WIDTH = 80
LABEL = 10  # columns before each row
NAME = 14  # columns for a name
POINTS = 10  # columns for points
FAN = 16  # columns for the tiles of a rack
BRIEF = 7  # columns for a name in a list
SAID = 4  # questions told in full; those before in short


def draw(view: View, words: Words, names: Sequence[str]) -> list[Text]:
    short_names = shorten(names, NAME)
    lines = [
        headline(view, words, names),
        *(rack_row(view, words, short_names, rack) for rack in range(ALL_RACKS)),
        row(
            words.say("stock"), Text(f"{words.say('sizes', stock=view.stock, aside=view.aside)} · {count(view, words)}")
        ),
        coming_row(view, words),
        row(
            words.say("colours"),
            Text("  ".join(f"{words.say(f'letter_{colour}')}{words.term(colour)}" for colour in COLOURS), "dim"),
        ),
        *heard_rows(view, words, names),
    ]
    for line in lines:
        line.truncate(WIDTH, overflow="ellipsis")
    return lines


def row(label: str, rest: Text) -> Text:
    return Text.assemble((f"{label:<{LABEL}}", "dim"), rest)


def headline(view: View, words: Words, names: Sequence[str]) -> Text:
    """What is awaited, or who won."""
    if view.ended:
        best = max(view.points)
        winners = [names[seat] for seat in around(view.options.players) if view.points[seat] == best]
        said = words.say("won" if len(winners) == 1 else "shared", who=", ".join(winners), n=best)
    elif view.turn is None:
        said = words.say("lot")
    elif view.filling:
        said = words.say("filling")
    else:
        said = words.say("asking" if view.asking else "closing" if closing(view) else "to_ask", names, seat=view.turn)
    return Text(said, "bold")


def closing(view: View) -> bool:
    return 0 < view.options.limit == view.asked


def turn_over(view: View, others: Sequence[View]) -> View:
    """After the end everybody turns their rack: each is shown as those opposite saw it."""
    seen = [
        next((one.racks[n] for one in others if None not in one.racks[n]), stood) for n, stood in enumerate(view.racks)
    ]
    return replace(view, racks=tuple(seen))


# ---- the racks ------------------------------------------------------------------


def rack_row(view: View, words: Words, names: Sequence[str], rack: int) -> Text:
    """Who, which tiles, how many points, and whether they have declared since they asked."""
    line = Text("▸ " if rack == view.turn and not view.ended else "  ", "bold")
    owned = rack < view.options.players
    name = names[rack] if owned else words.say("free", n=rack + 1)
    line.append(name, "underline" if rack == view.seat else "" if owned else "dim")
    line.append(" " * (NAME + 1 - cell_len(name)))
    line.append(fan(view.racks[rack], words, empty=rack in view.filling[:1] and not view.ended))
    if owned:
        line.append(f" {words.say('points', n=view.points[rack]):<{POINTS}}", "bold")
        line.append(words.say("spent") if rack in view.spent and not view.ended else "", "italic")
    if rack == view.seat and not view.ended and (removed := [tiles for tiles in view.racks[rack] if tiles]):
        line.append(f"  {words.say('removed', tiles=' '.join(removed[-1]))}", "dim")
    return line


def fan(racks: Sequence[Rack | None], words: Words, *, empty: bool) -> Text:
    """The tiles on a rack; question marks stand for those that are there but unseen."""
    if empty or not racks:
        return Text("  ·    ·    ·   ", "dim")
    if racks[-1] is None:
        return Text("  ?    ?    ?   ", "bold")
    line = Text()
    for tile in racks[-1]:
        sign = words.term(COLOUR[tile]).split()[0]
        line.append(f" {tile[0]}{words.say(f'letter_{COLOUR[tile]}')}{sign}", INK[COLOUR[tile]]).append(" ")
    return line.append(" " * (FAN - line.cell_len))


# ---- the questions --------------------------------------------------------------


def count(view: View, words: Words) -> str:
    if view.options.limit:
        return words.say("of_limit", n=view.asked, all=view.options.limit)
    return words.say("questions", n=view.asked)


def coming_row(view: View, words: Words) -> Text:
    """The questions that are still to come, or the next one where it is known (C77-04)."""
    if view.ended or closing(view):
        return row(words.say("to_come"), Text(words.say("none_left"), "dim"))
    if view.pile:
        return row(words.say("to_come"), Text(" ".join(map(str, view.pile))))
    number = view.turned[view.asked % len(CARDS)]
    return row(words.say("next"), Text(words.say("next_is", number=number, question=words.say(f"question {number}"))))


def heard_rows(view: View, words: Words, names: Sequence[str]) -> list[Text]:
    """The answers given since the player's present tiles stand; a spectator sees all. The newest are first, in full."""
    heard = [event for event in view.log if isinstance(event, Asked) and tells(view, event)]
    label = words.say("seen" if view.seat is None else "heard")
    if not heard:
        return [row(label, Text(words.say("nothing"), "dim"))]
    lines = [
        row("" if n else label, Text(words.line(f"{event.by}: ask = {event.number} {event.answer}", None, names)))
        for n, event in enumerate(reversed(heard[-SAID:]))
    ]
    return [*lines, *earlier(heard[:-SAID], words, names)]


def tells(view: View, event: Asked) -> bool:
    return view.seat is None or (
        event.by != view.seat and event.stood[view.seat] == len(view.racks[view.seat]) and view.seat not in view.filling
    )


def earlier(heard: Sequence[Asked], words: Words, names: Sequence[str]) -> list[Text]:
    """Number, initials and answer, as on the printed pad; as many as fit, the newest first."""
    if not heard:
        return []
    brief = shorten(names, BRIEF)
    said = (f"{event.number} {brief[event.by]}{words.colon} {words.term(event.answer)}" for event in reversed(heard))
    return [row(words.say("earlier"), Text(" · ".join(said), "dim"))]
