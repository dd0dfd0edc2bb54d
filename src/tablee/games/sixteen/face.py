"""The table of Sixteen in a terminal. A card is its notation and its colour's sign: never colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from tablee.contract import Seat
from tablee.games.sixteen.cards import COLOUR, JOKER, VALUE, VALUES, Card, Colour
from tablee.games.sixteen.rules import FULL_HAND, completed_series
from tablee.games.sixteen.state import Laid, side
from tablee.games.sixteen.view import View
from tablee.short_names import shorten
from tablee.tuples import around
from tablee.words import Words

SIGN: Final[dict[Colour, str]] = {"green": "♣", "orange": "☼", "blue": "♦", "purple": "●"}  # leaf sun drop grape
INK: Final[dict[Colour, str]] = {
    "green": "bold white on #2e7d32",
    "orange": "bold black on #fb8c00",
    "blue": "bold white on #1565c0",
    "purple": "bold white on #7b1fa2",
}
JOKER_SIGN: Final = "★"
JOKER_INK: Final = "bold black on #eeeeee"

WIDTH = 80
LABEL = 10  # columns before each row
NAME = 14  # columns for a name
SHOWN = 10  # cards of a pile that fit on a line
CELL = 17  # columns for a card of the hand and the total it would make


def draw(view: View, words: Words, names: Sequence[str]) -> list[Text]:
    names = shorten(names, NAME)
    lines = [
        headline(view, words, names),
        Text(),
        *(side_row(view, words, names, which) for which in (0, 1)),
        row(words.say("stock"), Text(words.say("cards", n=view.stock))),
        Text(),
        pile_row(view, words),
        row("", Text("" if over(view) else chances(view, words), "italic")),
        last_row(view, words, names),
        *hand_rows(view, words),
    ]
    for line in lines:
        line.truncate(WIDTH, overflow="ellipsis")
    return lines


def row(label: str, rest: Text) -> Text:
    return Text.assemble((f"{label:<{LABEL}}", "dim"), rest)


# ---- whose turn, and who has what ---------------------------------------------


def over(view: View) -> bool:
    return not view.stock and not any(view.counts)


def headline(view: View, words: Words, names: Sequence[str]) -> Text:
    """What is awaited, or how it ended."""
    if view.turn is None:
        said = words.say("lot")
    elif view.to_deal:
        said = words.say("dealing")
    elif over(view):
        most, least = max(view.won), min(view.won)
        winner = side_name(view, names, view.won.index(most))
        said = words.say("level" if most == least else "won", side=winner, most=most, least=least)
    elif view.drawing:
        said = words.say("drawing", names, seat=view.turn)
    else:
        said = words.say(choice(view, view.counts[view.turn]), names, seat=view.turn)
    return Text(said, "bold")


def choice(view: View, cards: int) -> str:
    """What a player with this many cards may choose between."""
    if not view.stock or view.options.draw == "auto":
        return "play"
    if cards == 1 and not view.options.forgiving:  # S16-51, S16-52, S16-53
        return "draw_first"
    full = view.drawn > 0 if view.options.draw == "strict" else cards > FULL_HAND
    return "play" if full else "draw_or_play"


def members(view: View, which: int) -> list[Seat]:
    return [seat for seat in around(view.options.players) if side(seat) == which]


def side_name(view: View, names: Sequence[str], which: int) -> str:
    return " + ".join(short(names[seat]) for seat in members(view, which))


def short(name: str) -> str:
    text = Text(name)
    text.truncate(NAME, overflow="ellipsis")
    return text.plain


def side_row(view: View, words: Words, names: Sequence[str], which: int) -> Text:
    line = row(words.say("series", n=view.won[which]), Text())
    for seat in members(view, which):
        line.append("▸ " if seat == view.turn and not over(view) else "  ", "bold")
        line.append(short(names[seat]), "underline" if seat == view.seat else "")
        line.append(" " * (NAME + 1 - cell_len(short(names[seat]))))
        line.append(f"{'▮' * view.counts[seat]:<5}{view.counts[seat]}   ")
    return line


# ---- the pile -------------------------------------------------------------------


def face(words: Words, value: int, colour: Colour, *, joker: bool = False) -> tuple[str, str]:
    """A card: its value, the sign of its colour and, where it helps to type it, the letter of its colour."""
    return f" {words.say(f'letter_{colour}')}{value}{SIGN[colour]}{JOKER_SIGN if joker else ''} ", INK[colour]


def fan(cards: Sequence[Laid], words: Words) -> Text:
    """The last cards of a pile, as many as fit."""
    line = Text("… " if len(cards) > SHOWN else "")
    for laid in cards[-SHOWN:]:
        line.append(*face(words, laid.value, laid.colour, joker=laid.card == JOKER)).append(" ")
    return line


def pile_row(view: View, words: Words) -> Text:
    if not view.pile:
        return row(words.say("pile"), Text(words.say("empty"), "dim"))
    return row(words.say("pile"), fan(view.pile, words).append(words.say("total", n=view.total), "bold"))


def chances(view: View, words: Words) -> str:
    """Which next card would end the series, and how."""
    said = []
    need = view.options.goal - view.total
    if need in VALUES:
        said.append(words.say("sixteen_with", value=need))
    if need + 1 in VALUES:
        said.append(words.say("bust_from", value=need + 1))
    if view.options.match and len(view.pile) >= 2:
        one, two = view.pile[-2:]
        if one.value == two.value <= need:
            said.append(words.say("match_value", value=one.value))
        if one.colour == two.colour:
            said.append(words.say("match_colour", colour=one.colour))
    return " · ".join(said) or words.say("open")


def last_row(view: View, words: Words, names: Sequence[str]) -> Text:
    """The series won last. With the score, this is what players look up."""
    if not view.series:
        return Text()
    last = view.series[-1]
    said = words.say("last_series", kind=last.kind, side=side_name(view, names, last.side))
    return row(words.say("last"), Text(f"{said}  ").append(fan(last.cards[-3:], words)))


# ---- one's own hand -----------------------------------------------------------------


def hand_rows(view: View, words: Words) -> list[Text]:
    """The player's own cards and, on their turn, the total that each would make."""
    if view.seat is None:
        return []
    choosing = view.turn == view.seat and not view.to_deal and not view.drawing
    cards, makes = Text(), Text()
    for card in view.hand:
        text, ink = face(words, VALUE[card], COLOUR[card]) if card != JOKER else (f" joker{JOKER_SIGN} ", JOKER_INK)
        cards.append(text, ink).append(" " * (CELL - len(text)))
        makes.append(f" {outcome(view, words, card) if choosing else '':<{CELL - 1}}")
    return [Text(), row(words.say("hand"), cards), row("", makes)]


def outcome(view: View, words: Words, card: Card) -> str:
    if card == JOKER:
        return ""
    total = view.total + VALUE[card]
    assert view.seat is not None
    kind = completed_series((*view.pile, Laid(card, VALUE[card], COLOUR[card], view.seat)), total, view.options)
    return str(total) if kind is None else f"{total} {words.term(kind)}"
