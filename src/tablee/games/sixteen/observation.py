"""What a seat of Sixteen observes, as int8: declared once, written from a record and from a view.

All is from the seat's own point of view: its own side and seat come first, then seats are counted to the left.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee.games.sixteen.cards import COLOURS
from tablee.games.sixteen.packing import NUMBER, draw_number
from tablee.games.sixteen.view import View
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane
from tablee.turbo.layout import Field, Layout

SEATS: Final = 4
KINDS_OF_CARD: Final = 29

OBSERVATION: Final = Layout((
    Field("hand", "how many of each card are in the observer's hand", KINDS_OF_CARD, high=4),
    Field("gone", "how many of each card have been played, on the pile or before", KINDS_OF_CARD, high=2),
    Field("held", "cards in each hand, the observer's first, then to the left (0 where nobody sits)", SEATS, high=4),
    Field("stock", "cards in the draw pile", high=54),
    Field("won", "series of the observer's side, of the other", 2, high=54),
    Field("total", "the total of the pile", high=21),
    Field("tail", "the last card of the pile but one, its last, as declared (-1: none)", 2, low=-1, high=27),
    Field("pile", "cards on the pile", high=54),
    Field("turn", "whose turn, counted from the observer's seat (-1: not known yet)", low=-1, high=3),
    Field("to_deal", "cards still to be dealt", high=12),
    Field("drawing", "a card is being drawn", high=1),
    Field("drawn", "cards drawn in this turn", high=54),
    Field("players", "players at the table", high=4),
    Field("match", "option: three cards alike make a series", high=1),
    Field("jokers", "option: jokers are in the pack", high=1),
    Field("bonus", "option: a match that also makes sixteen counts twice", high=1),
    Field("draw", "option: auto 0, strict 1, loose 2, strict with a third oversight forgiven 3", high=3),
))  # fmt: skip

HAND, GONE, HELD, STOCK, WON, TOTAL = OBSERVATION.offsets("hand", "gone", "held", "stock", "won", "total")
TAIL, PILE, TURN, TO_DEAL = OBSERVATION.offsets("tail", "pile", "turn", "to_deal")
DRAWING, DRAWN, PLAYERS, MATCH = OBSERVATION.offsets("drawing", "drawn", "players", "match")
JOKERS, BONUS, DRAW = OBSERVATION.offsets("jokers", "bonus", "draw")


@kernel
def observe(g: Lane, p: int, out: Any) -> None:
    """The observation of seat p."""
    for c in range(KINDS_OF_CARD):
        out[HAND + c] = 0
    for i in range(g.held[p]):
        out[HAND + g.hand[p, i]] += 1
    for c in range(KINDS_OF_CARD):
        out[GONE + c] = g.gone[c]
    for q in range(SEATS):
        out[HELD + q] = 0
    for q in range(g.players):
        out[HELD + q - p if q >= p else HELD + q - p + g.players] = g.held[q]
    out[STOCK], out[WON], out[WON + 1], out[TOTAL] = g.stock, g.won[p & 1], g.won[1 - (p & 1)], g.total
    n = g.played
    out[TAIL] = g.colour[n - 2] * 7 + g.value[n - 2] if n - 2 >= g.bottom else -1
    out[TAIL + 1] = g.colour[n - 1] * 7 + g.value[n - 1] if n - 1 >= g.bottom else -1
    out[PILE] = n - g.bottom
    out[TURN] = -1 if g.turn < 0 else g.turn - p if g.turn >= p else g.turn - p + g.players
    out[TO_DEAL], out[DRAWING], out[DRAWN] = g.to_deal, g.drawing, g.drawn
    out[PLAYERS], out[MATCH], out[JOKERS], out[BONUS], out[DRAW] = g.players, g.match, g.jokers, g.bonus, g.draw


def encode(view: View) -> NDArray[np.int8]:
    """The same observation, made from a view: so it can hold nothing else."""
    assert view.seat is not None
    options, players, own = view.options, view.options.players, view.seat % 2
    hand, gone = [0] * KINDS_OF_CARD, [0] * KINDS_OF_CARD
    for card in view.hand:
        hand[NUMBER[card]] += 1
    for series in view.series:
        for laid in series.cards:
            gone[NUMBER[laid.card]] += 1
    for laid in view.pile:
        gone[NUMBER[laid.card]] += 1
    held = [view.counts[(view.seat + q) % players] for q in range(players)]
    tail = [COLOURS.index(laid.colour) * 7 + laid.value for laid in view.pile[-2:]]
    return OBSERVATION.array({
        "hand": hand,
        "gone": gone,
        "held": held + [0] * (SEATS - players),
        "stock": view.stock,
        "won": (view.won[own], view.won[1 - own]),
        "total": view.total,
        "tail": [-1] * (2 - len(tail)) + tail,
        "pile": len(view.pile),
        "turn": -1 if view.turn is None else (view.turn - view.seat) % players,
        "to_deal": view.to_deal,
        "drawing": view.drawing,
        "drawn": view.drawn,
        "players": players,
        "match": options.match,
        "jokers": options.jokers,
        "bonus": options.bonus,
        "draw": draw_number(options),
    })  # fmt: skip
