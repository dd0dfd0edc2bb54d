"""The table of Code de Vinci in a terminal. A tile is its notation, in brackets while it is hidden from the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from tablee.contract import Seat
from tablee.games.coda.tiles import DASH, Colour
from tablee.games.coda.view import Seen, View
from tablee.short_names import shorten
from tablee.words import Words

INK: Final[dict[Colour, str]] = {"black": "bold white on #303030", "white": "bold black on #e4e4e4"}

WIDTH = 80
LABEL = 13  # columns before each row
CELL = 5  # columns of a tile: [b11]


def draw(view: View, words: Words, names: Sequence[str]) -> list[Text]:
    short = shorten(names, LABEL - 3)
    lines = [headline(view, words, names), table_row(view, words), Text(), places_row(view, words)]
    for seat in range(view.options.players):
        lines += [code_row(view, words, short, Seat(seat)), guesses_row(view, Seat(seat))]
    for line in lines:
        line.truncate(WIDTH, overflow="ellipsis")
    return lines


def headline(view: View, words: Words, names: Sequence[str]) -> Text:
    """What is awaited, or who won."""
    if view.phase == "first":
        return Text(words.say("lot"), "bold")
    if view.winner is not None:
        return Text(words.say("over", names, seat=view.winner), "bold")
    key = "attack_or_stop" if view.phase == "attack" and view.right else view.phase
    return Text(words.say(key, names, seat=view.turn), "bold")


def table_row(view: View, words: Words) -> Text:
    """What lies on the table, and what has just been taken from it."""
    black, white = view.table
    line = Text(words.say("lying", black=black, white=white))
    if view.drawn is not None:
        line.append(f" · {words.say('apart')}").append(cell(view.drawn, words))
    return line.append(f"{'' if line.plain.endswith(' ') else ' '}· [ ] {words.say('hidden')}")


# ---- the codes ------------------------------------------------------------------


def places_row(view: View, words: Words) -> Text:
    longest = max(len(visible_code(view, Seat(seat))) for seat in range(view.options.players))
    return Text(label(words.say("places")) + "".join(f"{n:^{CELL}}" for n in range(1, longest + 1)), "dim")


def code_row(view: View, words: Words, names: Sequence[str], seat: Seat) -> Text:
    """▸ whose turn it is, × who is out, ★ who has won."""
    mark = " "
    if seat in view.out:
        mark = "×"
    elif seat == view.winner:
        mark = "★"
    elif seat == view.turn:
        mark = "▸"
    line = Text(label(f"{mark} {names[seat]}"))
    if seat == view.seat:
        line.stylize("underline", 2, len(line.plain.rstrip()))
    for seen in visible_code(view, seat):
        line.append(cell(seen, words))
    return line


def visible_code(view: View, seat: Seat) -> tuple[Seen, ...]:
    """This seat's code or, before it stands, the tiles dealt so far."""
    return view.codes[seat] or (view.hand if seat == view.turn else ())


def cell(seen: Seen, words: Words) -> Text:
    """A tile with the letter of its colour in this language."""
    name = words.say(f"letter_{seen.colour}") + (seen.tile[1:] if seen.tile else "?")
    text = f"{name if seen.up else f'[{name}]':^{CELL}}"
    return Text(text, INK[seen.colour])


def guesses_row(view: View, seat: Seat) -> Text:
    """The values ruled out for this seat's hidden tiles by wrong guesses: 1≠3,7  4≠-. People count tiles from 1."""
    ruled_out = [
        f"{n}≠{','.join(sorted({guess.value for guess in seen.guesses}, key=number))}"
        for n, seen in enumerate(view.codes[seat], 1)
        if seen.guesses and not seen.up
    ]
    return Text(label("") + "  ".join(ruled_out), "italic")


def number(value: str) -> int:
    return 99 if value == DASH else int(value)


def label(text: str) -> str:
    """A name or word, cut and filled up to the width of the label column."""
    cut = Text(text)
    cut.truncate(LABEL - 1, overflow="ellipsis")
    return cut.plain + " " * (LABEL - cell_len(cut.plain))
