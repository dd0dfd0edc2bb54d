"""Sixteen: what each face would make of the pile, which cards are unseen, which seats are one side, who forgot to
draw, and final scores."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tablee.contract import Played, Seat
from tablee.games.sixteen import GAME
from tablee.games.sixteen.actions import Play, PlayJoker
from tablee.games.sixteen.cards import COLOUR, VALUE, WITH_JOKERS, Card
from tablee.games.sixteen.rules import completed_series
from tablee.games.sixteen.state import Laid, State, side
from tablee.tuples import around
from tests.vectors.notes import Noted, note_sixteen
from tests.vectors.playing import final_score, plain, play, play_whole, sample

RULES = (
    "S16-01",
    "S16-10",
    "S16-11",
    "S16-12",
    "S16-20",
    "S16-21",
    "S16-22",
    "S16-23",
    "S16-24",
    "S16-25",
    "S16-42",
    "S16-51",
)
OPTIONS = (
    {"players": "2"},
    {"players": "2", "match": "off"},
    {"players": "2", "jokers": "off", "draw": "strict"},
    {"players": "4", "bonus": "on", "draw": "loose"},
    {"players": "2", "draw": "strict", "third": "forgiven"},
    {"players": "4"},
)


def cases() -> dict[str, list[Any]]:
    positions, plays, scores = [], [], []
    for _, _, (before, move, after) in play(GAME, OPTIONS, games=4):
        if type(move) is Played and isinstance(move.action, Play | PlayJoker):
            made = after.series[-1].kind if len(after.series) > len(before.series) else None
            action = move.action
            face = action.card if isinstance(action, Play) else f"{action.colour[0]}{action.value}"
            assert kind_made(before, Card(face), move.by) == made, (before, move)
            positions.append((before, move.by))
            if not made:
                plays.append(forgetting(before, move, after))
        if score := final_score(GAME, after):
            scores.append(score)
    forgot = [case for case in plays if case["forgot"]]
    return {
        "positions": [position(*case) for case in sample(positions, 150)],
        "plays": sample(plays, 20) + sample(forgot, 10),
        "scores": sample(scores, 12),
        "noted": noted(),
    }


def noted() -> list[Any]:
    """What is tapped where only the score is kept, and the lines that it makes."""
    found = Noted(GAME)
    for steps in play_whole(GAME, OPTIONS):
        note_sixteen(GAME, steps, found)
    return found.cases()


def forgetting(before: State, move: Played[Any], after: State) -> dict[str, Any]:
    """A card that ends no series, and whether the hand is one card smaller from then on."""
    return {
        "told": GAME.told(before, move, after, None),
        "before": plain(GAME.view(before, None)),
        "after": plain(GAME.view(after, None)),
        "forgot": before.options.draw == "strict" and bool(before.stock) and not before.drawn,
    }


def position(state: State, seat: Seat) -> dict[str, Any]:
    others = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    unseen = Counter([*state.stock, *others])
    pack = WITH_JOKERS if state.options.jokers else COLOUR
    return {
        "view": plain(GAME.view(state, seat)),
        "makes": {card: made for card in COLOUR if (made := kind_made(state, card, seat))},
        "unseen": {card: unseen[card] for card in dict.fromkeys(pack)},
        "sides": [side(other) for other in around(state.options.players)],
    }


def kind_made(state: State, card: Card, seat: Seat) -> str | None:
    pile = (*state.pile, Laid(card, VALUE[card], COLOUR[card], seat))
    return completed_series(pile, state.total + VALUE[card], state.options)
