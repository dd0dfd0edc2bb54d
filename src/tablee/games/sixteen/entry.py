"""What people type at a table of Sixteen: a card by colour and value in any order, a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from tablee.games.sixteen.actions import Act, Dealt, Draw, Drawn, First, Play, PlayJoker
from tablee.games.sixteen.cards import COLOURS, JOKER, VALUES, Card, Colour
from tablee.games.sixteen.view import View

if TYPE_CHECKING:
    from tablee.entry import Typed


def read(view: View, typed: Typed) -> Act | None:
    if view.turn is None:
        return None if typed.seat is None else First(typed.seat)
    if typed.says("draw") and not (view.to_deal or view.drawing):
        return Draw()
    card = read_card(typed)
    if view.to_deal or view.drawing:
        if typed.says("joker"):
            card = JOKER
        return None if card is None else Dealt(card) if view.to_deal and not view.drawing else Drawn(card)
    if card is None:
        return None
    if typed.says("joker"):
        return PlayJoker(typed.all_numbers[0], colour_of(typed))
    return Play(card)


def read_card(typed: Typed) -> Card | None:
    """A value and a colour, such as "vert 3", "3 green" or "g3"."""
    numbers, colours = typed.all_numbers, typed.meanings(COLOURS)
    if len(numbers) != 1 or numbers[0] not in VALUES or len(colours) != 1:
        return None
    return Card(f"{colours[0][0]}{numbers[0]}")


def colour_of(typed: Typed) -> Colour:
    return cast(Colour, typed.meanings(COLOURS)[0])


def question(view: View) -> tuple[str, Mapping[str, object]]:
    if view.turn is None:
        return "ask_first", {"other": 0}
    if view.to_deal:
        players = view.options.players
        facts = {"seat": (view.turn - view.to_deal) % players, "card": "g3"}
        rounds = -(-view.to_deal // players)  # S16-02: one card each, until every hand is full
        return ("ask_hand", {**facts, "several": rounds}) if rounds > 1 else ("ask_dealt", facts)
    if view.drawing:
        return "ask_drawn", {"seat": view.turn, "card": "g3"}
    card = next((card for card in view.hand if card != JOKER), "g3") if view.seat == view.turn else "g3"
    return "ask_play" if view.options.draw == "auto" else "ask_play_or_draw", {"seat": view.turn, "card": card}
