"""The score of Sixteen at a real table, without hands: each card that is played is noted, and nothing else.

So the eyes are a spectator's. Hands and draw pile are supposed: whoever plays a card had it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from tablee.contract import Chance, Happened, Move, Played
from tablee.games.sixteen.actions import Act, Dealt, Play, PlayJoker, parse
from tablee.games.sixteen.cards import JOKER, Card
from tablee.games.sixteen.rules import awaits
from tablee.games.sixteen.state import State
from tablee.games.sixteen.view import View, imagine
from tablee.notebook import NotedLine, NotedMove
from tablee.tuples import insert_sorted, put, without

EYES: Final = "spectator"
UNSEEN: Final = ("dealt ?", "drawn ?")


def read(view: View, note: NotedLine) -> NotedMove:
    if note.by is None and note.action in UNSEEN:
        return NotedMove(draw_any, "S16-02")
    action = parse(note.action)
    move: Move[Act] = note.move(action)
    match action:
        case Play() | PlayJoker():
            card = JOKER if isinstance(action, PlayJoker) else action.card
            return NotedMove(lambda *_: move, "S16-01", lambda rng: search(view, card, move, rng), ("S16-10",), True)
    return NotedMove(lambda *_: move, "S16-10", follows=True)


def forced(view: View) -> str | None:
    """Cards that are dealt and drawn: all that is seen of them are their backs."""
    if view.turn is None:
        return None
    return "*: drawn ?" if view.drawing else "*: dealt ?" if view.to_deal else None


def certain(view: View) -> Mapping[str, str]:
    """Nothing: it is not asked what others hold."""
    return {}


def draw_any(state: State, rng: Random) -> Move[Act]:
    """Any card that is left: whichever it is, everybody else is told the same."""
    chance = awaits(state)
    return Happened(chance.sample(rng) if isinstance(chance, Chance) else Dealt(JOKER))


def search(view: View, card: Card, move: Move[Act], rng: Random) -> Iterator[tuple[Any, Move[Act]]]:
    """S16-10: the card was in the hand of whoever played it. So it changes places with a card of that hand."""
    state = imagine(view, rng)
    if not isinstance(move, Played) or move.by != state.turn or not state.hands[move.by]:
        return
    places = (*state.hands, state.stock)
    mine = places[move.by]
    found = next((n for n, cards in enumerate(places) if card in cards), None)
    if found is None:
        return
    if card not in mine:
        places = put(places, found, insert_sorted(without(places[found], card), mine[0]))
        places = put(places, move.by, insert_sorted(mine[1:], card))
    *hands, stock = places
    yield replace(state, hands=tuple(hands), stock=stock), move
