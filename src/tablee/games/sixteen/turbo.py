"""Sixteen for speed: the same rules over a flat record. The law `turbo` compares the two, move by move.

A card is a number: colour * 7 + value in the order of `COLOURS`, and 28 for the joker. The numbers of actions: 0 to 27
play that card, 28 to 55 play a joker as that card, 56 draw.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablee.games.sixteen.rules import GOAL
from tablee.turbo.chance import FIELDS, below
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane
from tablee.turbo.layout import RecordField, RecordLayout

JOKER: Final = 28
DRAW: Final = 56
ACTIONS: Final = 57
CARDS_IN_PACK: Final = 54

AUTO, STRICT, LOOSE, FORGIVING = 0, 1, 2, 3
SIXTEEN, BUST, MATCH, BOTH = 1, 2, 3, 4

i8 = np.int8
RECORD: Final = RecordLayout((
    *FIELDS,
    RecordField("players", i8, "players at the table: 2 or 4"),
    RecordField("match", i8, "option: three cards alike make a series"),
    RecordField("jokers", i8, "option: two jokers are in the pack"),
    RecordField("bonus", i8, "option: a match that also makes sixteen counts twice"),
    RecordField("draw", i8, "option: auto 0, strict 1, loose 2, strict with a third oversight forgiven 3"),
    RecordField("first", i8, "option: the seat that begins, -1: by lot"),
    RecordField("turn", i8, "the seat whose turn it is, -1: not known yet"),
    RecordField("to_deal", i8, "cards that are still to be dealt"),
    RecordField("drawing", i8, "a card is being drawn"),
    RecordField("drawn", i8, "cards drawn in this turn"),
    RecordField("total", i8, "the total of the pile"),
    RecordField("fell", i8, "the last outcome of chance: a card, or -1 less the first seat"),
    RecordField("dealing", i8, "that card was dealt, not drawn"),
    RecordField("stock", i8, "cards in the draw pile"),
    RecordField("played", i8, "cards played so far"),
    RecordField("bottom", i8, "the number of the first card on the pile among those played"),
    RecordField("series", i8, "series made so far"),
    RecordField("held", i8, "cards in each hand", 4),
    RecordField("won", i8, "series won by each side", 2),
    RecordField("deck", i8, "the first `stock` are the draw pile, in no order", CARDS_IN_PACK),
    RecordField("hand", i8, "the first `held` are a seat's hand, in no order", (4, 4)),
    RecordField("gone", i8, "how many of each card have been played", 29),
    RecordField("card", i8, "each card played, in order", CARDS_IN_PACK),
    RecordField("value", i8, "its value, as declared", CARDS_IN_PACK),
    RecordField("colour", i8, "its colour, as declared", CARDS_IN_PACK),
    RecordField("by", i8, "the seat that played it", CARDS_IN_PACK),
    RecordField("ends", i8, "of each series: how many cards were played when it ended", CARDS_IN_PACK),
    RecordField("kind", i8, "of each series: sixteen 1, bust 2, match 3, both 4", CARDS_IN_PACK),
))  # fmt: skip


# ---- the course of the game -----------------------------------------------------


@kernel
def begin(g: Lane) -> None:
    """A new game, with the options that stand in the record."""
    g.turn, g.total, g.played, g.bottom, g.series = g.first, 0, 0, 0, 0
    g.drawing, g.drawn, g.to_deal = 0, 0, 3 * g.players  # S16-02
    g.won[0] = g.won[1] = 0
    for p in range(4):
        g.held[p] = 0
    n = 0
    for c in range(29):  # S16-01
        g.gone[c] = 0
        for _ in range(2 * g.jokers if c == JOKER else 1 if c % 7 == 0 else 2):
            g.deck[n] = c
            n += 1
    g.stock = n


@kernel
def awaits(g: Lane) -> int:
    """The seat that is to choose; -1: chance; -2: the game is over."""
    if g.drawing or g.turn < 0 or g.to_deal:
        return -1
    if g.stock or g.held[g.turn]:  # S16-40: a seat without cards never has the turn while another has some
        return g.turn
    return -2


@kernel
def happen(g: Lane) -> None:
    """Makes the chance move that is due."""
    if g.turn < 0:
        g.turn = below(g, g.players)
        g.fell = -1 - g.turn
    else:
        take(g, below(g, g.stock))


@kernel
def take(g: Lane, place: int) -> None:
    """This card of the draw pile goes to whom it is for."""
    c = g.deck[place]
    g.stock -= 1
    g.deck[place] = g.deck[g.stock]
    g.fell, g.dealing = c, g.to_deal > 0
    p = g.turn
    late = g.to_deal == 0 and g.held[p] == 0  # S16-53
    if g.to_deal:  # S16-02
        p = (g.turn + 3 * g.players - g.to_deal) % g.players
        g.to_deal -= 1
        g.drawing = g.to_deal == 0 and g.draw == AUTO
    else:  # S16-10
        g.drawing = 0
        g.drawn += 1
    g.hand[p, g.held[p]] = c
    g.held[p] += 1
    if late:
        follow(g)


@kernel
def act(g: Lane, action: int) -> None:
    """The seat to move does this; it must be legal."""
    if action == DRAW:  # S16-51, S16-52
        g.drawing = 1
        return
    p, n = g.turn, g.played
    c = min(action, JOKER)
    shown = action - JOKER if action >= JOKER else action  # S16-11
    i = 0
    while g.hand[p, i] != c:
        i += 1
    g.held[p] -= 1
    g.hand[p, i] = g.hand[p, g.held[p]]
    g.card[n], g.value[n], g.colour[n], g.by[n] = c, shown % 7, shown // 7, p
    g.gone[c] += 1
    g.played = n + 1
    g.total += g.value[n]
    made = series(g)
    if made:
        winner = 1 - (p & 1) if made == BUST else p & 1  # S16-20 to S16-22
        g.won[winner] += 2 if made == BOTH and g.bonus else 1  # S16-24, S16-30
        g.ends[g.series], g.kind[g.series] = g.played, made
        g.series += 1
        g.bottom, g.total = g.played, 0
    if g.stock > 0 and g.held[p] == 0:  # S16-53: the turn lasts until a card is drawn after all
        g.drawing = 1
    else:
        follow(g)


@kernel
def series(g: Lane) -> int:
    """The series that the last card makes, if any."""
    if g.total > GOAL:
        return BUST  # S16-21, S16-23
    match = False
    c = g.played - 1
    a, b = c - 2, c - 1
    if g.match and a >= g.bottom:  # S16-22, S16-25
        match = (g.value[a] == g.value[b] and g.value[b] == g.value[c]) or (
            g.colour[a] == g.colour[b] and g.colour[b] == g.colour[c]
        )
    if g.total == GOAL:
        return BOTH if match else SIXTEEN
    return MATCH if match else 0


@kernel
def follow(g: Lane) -> None:
    """The turn goes to whom it belongs after the last card, or to the next who still has a card (S16-40)."""
    p = int(g.by[g.played - 1])
    if g.players == 2 and g.played == g.bottom:  # S16-31: the winner of the series
        p = 1 - p if g.kind[g.series - 1] == BUST else p
    else:  # S16-12, S16-32
        p = p + 1 if p + 1 < g.players else 0
    if g.stock == 0:
        for _ in range(g.players):
            if g.held[p]:
                break
            p = p + 1 if p + 1 < g.players else 0
    g.turn, g.drawn = p, 0
    g.drawing = g.draw == AUTO and g.stock > 0  # S16-50


# ---- what may be done -------------------------------------------------------------


@kernel
def may_draw(g: Lane) -> bool:
    if g.draw == AUTO or g.stock == 0:  # S16-50
        return False
    if g.draw == LOOSE:  # S16-52
        return g.held[g.turn] <= 3
    return g.drawn == 0  # S16-51


@kernel
def must_draw(g: Lane) -> bool:
    if g.draw == AUTO or g.draw == FORGIVING:  # S16-50, S16-53
        return False
    return g.stock > 0 and g.held[g.turn] == 1  # S16-51, S16-52


@kernel
def legal(g: Lane, mask: Any) -> int:
    """Marks what the seat to move may do, and returns how many things that is."""
    for a in range(ACTIONS):
        mask[a] = 0
    n, seen = 0, 0
    if not must_draw(g):
        for i in range(g.held[g.turn]):
            c = int(g.hand[g.turn, i])  # a shift by an int8 would stay one, interpreted
            mask[c] = 1
            n += 1 - (seen >> c & 1)
            seen |= 1 << c
    if seen >> JOKER & 1:
        n += 27  # it is marked as one card, and is any of them
        for a in range(JOKER, DRAW):
            mask[a] = 1
    if may_draw(g):
        mask[DRAW] = 1
        n += 1
    return n


@kernel
def choose(g: Lane) -> int:
    """One of the legal actions, each as likely."""
    p, n, joker, seen = g.turn, 0, 0, 0
    if not must_draw(g):
        for i in range(g.held[p]):
            c = int(g.hand[p, i])  # a shift by an int8 would stay one, interpreted
            if c == JOKER:
                joker = 28
            elif not seen >> c & 1:
                seen |= 1 << c
                n += 1
    pick = below(g, n + joker + may_draw(g))
    if pick >= n:
        return JOKER + pick - n if pick < n + joker else DRAW
    i, seen = 0, 0
    while True:
        c = int(g.hand[p, i])
        if c != JOKER and not seen >> c & 1:
            if pick == 0:
                return c
            seen |= 1 << c
            pick -= 1
        i += 1


@kernel
def rank(g: Lane, p: int) -> int:
    """S16-42: partners share it."""
    return 2 if g.won[p & 1] < g.won[1 - (p & 1)] else 1


@kernel
def score(g: Lane, p: int) -> int:
    return g.won[p & 1]
