"""Sixteen for speed: the same rules over a flat record. The law `turbo` compares the two, move by move.

A card is a number: colour * 7 + value in the order of `COLOURS`, and 28 the joker. The alphabet of actions: 0 to 27
play that card, 28 to 55 play a joker as that card, 56 draw.

An observation is int8, from the seat's own point of view (its own side and seat come first):
    0–28   how many of each card are in the own hand
    29–57  how many of each card have been played, on the pile or before
    58–61  cards in each hand, the own first, then to the left (0 where nobody sits)
    62     cards in the draw pile             63–64  series of the own side, of the other
    65     the pile's total                   66–67  the pile's last card but one, its last, as declared (-1: none)
    68     cards on the pile                  69     whose turn, counted from the own seat (-1: not known yet)
    70     cards still to be dealt            71     a card is on its way          72  cards drawn this turn
    73–77  players, match, jokers, bonus, draw (auto 0, strict 1, loose 2)
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee.contract import Seat
from tablee.games.sixteen.actions import JOKERS, PLAY, Act, Dealt, Draw, Drawn, First
from tablee.games.sixteen.cards import CARDS, COLOURS, Card
from tablee.games.sixteen.options import Options
from tablee.games.sixteen.state import Kind, Laid, Series, State
from tablee.games.sixteen.view import View
from tablee.turbo.chance import FIELDS, below
from tablee.turbo.compiled import kernel

JOKER: Final = 28
DRAW: Final = 56
ACTIONS: Final = 57
OBSERVED: Final = 78
PACK: Final = 54

AUTO, STRICT, LOOSE = 0, 1, 2
SIXTEEN, BUST, MATCH, BOTH = 1, 2, 3, 4

i8 = np.int8
DTYPE: Final = np.dtype(
    [
        *FIELDS,
        ("players", i8), ("match", i8), ("jokers", i8), ("bonus", i8), ("draw", i8), ("first", i8),
        ("turn", i8), ("to_deal", i8), ("drawing", i8), ("drawn", i8), ("total", i8),
        ("fell", i8), ("dealing", i8),  # the last thing that chance said: a card, or -1 less the first seat
        ("stock", i8), ("played", i8), ("bottom", i8), ("series", i8),
        ("held", i8, 4), ("won", i8, 2),
        ("deck", i8, PACK),      # the first `stock` of them are the draw pile, in no order
        ("hand", i8, (4, 4)),    # the first `held` of them, in no order
        ("gone", i8, 29),        # how many of each card have been played
        ("card", i8, PACK), ("value", i8, PACK), ("colour", i8, PACK), ("by", i8, PACK),  # the pile begins at `bottom`
        ("ends", i8, PACK), ("kind", i8, PACK),  # each series: where it ended, what it was
    ],
    align=True,
)  # fmt: skip


# ---- the course of the game -----------------------------------------------------


@kernel
def begin(g: Any) -> None:
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
def awaits(g: Any) -> int:
    """The seat that is to choose; -1: chance; -2: the game is over."""
    if g.drawing or g.turn < 0 or g.to_deal:
        return -1
    if g.stock or g.held[g.turn]:  # S16-40: the turn is only ever with somebody who has a card, while anybody has
        return g.turn
    return -2


@kernel
def happen(g: Any) -> None:
    """Chance has its say."""
    if g.turn < 0:
        g.turn = below(g, g.players)
        g.fell = -1 - g.turn
    else:
        take(g, below(g, g.stock))


@kernel
def take(g: Any, place: int) -> None:
    """This card of the draw pile goes to whom it is for."""
    c = g.deck[place]
    g.stock -= 1
    g.deck[place] = g.deck[g.stock]
    g.fell, g.dealing = c, g.to_deal > 0
    p = g.turn
    if g.to_deal:  # S16-02
        p = (g.turn + 3 * g.players - g.to_deal) % g.players
        g.to_deal -= 1
        g.drawing = g.to_deal == 0 and g.draw == AUTO
    else:  # S16-10
        g.drawing = 0
        g.drawn += 1
    g.hand[p, g.held[p]] = c
    g.held[p] += 1


@kernel
def act(g: Any, action: int) -> None:
    """A legal action of whose turn it is."""
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
    if made == 0:
        turn(g, p + 1)  # S16-12
        return
    winner = 1 - (p & 1) if made == BUST else p & 1  # S16-20 to S16-22
    g.won[winner] += 2 if made == BOTH and g.bonus else 1  # S16-24, S16-30
    g.ends[g.series], g.kind[g.series] = g.played, made
    g.series += 1
    g.bottom, g.total = g.played, 0
    turn(g, winner if g.players == 2 else p + 1)  # S16-31, S16-32


@kernel
def series(g: Any) -> int:
    """The series that the last card makes, if any."""
    if g.total > 16:
        return BUST  # S16-21, S16-23
    match = False
    c = g.played - 1
    a, b = c - 2, c - 1
    if g.match and a >= g.bottom:  # S16-22, S16-25
        match = (g.value[a] == g.value[b] and g.value[b] == g.value[c]) or (
            g.colour[a] == g.colour[b] and g.colour[b] == g.colour[c]
        )
    if g.total == 16:
        return BOTH if match else SIXTEEN
    return MATCH if match else 0


@kernel
def turn(g: Any, p: int) -> None:
    """The turn goes to p, or to the next who still has a card (S16-40)."""
    if p == g.players:
        p = 0
    if g.stock == 0:
        for _ in range(g.players):
            if g.held[p]:
                break
            p = p + 1 if p + 1 < g.players else 0
    g.turn, g.drawn = p, 0
    g.drawing = g.draw == AUTO and g.stock > 0  # S16-50


# ---- what may be done -------------------------------------------------------------


@kernel
def may_draw(g: Any) -> bool:
    if g.draw == AUTO or g.stock == 0:  # S16-50
        return False
    if g.draw == STRICT:  # S16-51
        return g.drawn == 0
    return g.held[g.turn] <= 3  # S16-52


@kernel
def must_draw(g: Any) -> bool:
    return g.draw != AUTO and g.stock > 0 and g.held[g.turn] == 1  # S16-51, S16-52


@kernel
def legal(g: Any, mask: Any) -> int:
    """Marks what whose turn it is may do; how many things that is."""
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
def choose(g: Any) -> int:
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
def rank(g: Any, p: int) -> int:
    """S16-42: partners share it."""
    return 2 if g.won[p & 1] < g.won[1 - (p & 1)] else 1


@kernel
def score(g: Any, p: int) -> int:
    return g.won[p & 1]


# ---- what a seat sees -----------------------------------------------------------------


@kernel
def observe(g: Any, p: int, out: Any) -> None:
    """The observation of seat p: the module's docstring says what stands where."""
    for c in range(29):
        out[c] = 0
    for i in range(g.held[p]):
        out[g.hand[p, i]] += 1
    for c in range(29):
        out[29 + c] = g.gone[c]
    for q in range(4):
        out[58 + q] = 0
    for q in range(g.players):
        out[58 + q - p if q >= p else 58 + q - p + g.players] = g.held[q]
    out[62], out[63], out[64], out[65] = g.stock, g.won[p & 1], g.won[1 - (p & 1)], g.total
    n = g.played
    out[66] = g.colour[n - 2] * 7 + g.value[n - 2] if n - 2 >= g.bottom else -1
    out[67] = g.colour[n - 1] * 7 + g.value[n - 1] if n - 1 >= g.bottom else -1
    out[68] = n - g.bottom
    out[69] = -1 if g.turn < 0 else g.turn - p if g.turn >= p else g.turn - p + g.players
    out[70], out[71], out[72] = g.to_deal, g.drawing, g.drawn
    out[73], out[74], out[75], out[76], out[77] = g.players, g.match, g.jokers, g.bonus, g.draw


def encode(view: View) -> NDArray[np.int8]:
    """The same observation, made from a view: so it can hold nothing else."""
    assert view.seat is not None
    out = np.zeros(OBSERVED, i8)
    options = view.options
    for card in view.hand:
        out[NUMBER[card]] += 1
    for series in view.series:
        for laid in series.cards:
            out[29 + NUMBER[laid.card]] += 1
    for laid in view.pile:
        out[29 + NUMBER[laid.card]] += 1
    for q in range(options.players):
        out[58 + q] = view.counts[(view.seat + q) % options.players]
    own = view.seat % 2
    out[62:66] = view.stock, view.won[own], view.won[1 - own], view.total
    out[66:68] = [-1] * max(0, 2 - len(view.pile)) + [
        COLOURS.index(laid.colour) * 7 + laid.value for laid in view.pile[-2:]
    ]
    out[68] = len(view.pile)
    out[69] = -1 if view.turn is None else (view.turn - view.seat) % options.players
    out[70:73] = view.to_deal, view.drawing, view.drawn
    out[73:78] = options.players, options.match, options.jokers, options.bonus, DRAWS.index(options.draw)
    return out


# ---- from the rules and back --------------------------------------------------------------

NUMBER: Final[dict[Card, int]] = {card: n for n, card in enumerate(CARDS)}
DRAWS: Final = ("auto", "strict", "loose")
KINDS: Final[tuple[Kind, ...]] = ("sixteen", "bust", "match", "match+sixteen")


def alphabet(options: Options) -> list[Act]:
    """Every action that a player can ever take, by its number."""
    jokers = sorted(JOKERS, key=lambda joker: COLOURS.index(joker.colour) * 7 + joker.value)
    return [*(PLAY[card] for card in CARDS if card != "joker"), *jokers, Draw()]


def agree(g: Any, options: Options) -> None:
    """Writes the options into the record."""
    g.players, g.match, g.jokers, g.bonus = options.players, options.match, options.jokers, options.bonus
    g.draw, g.first = DRAWS.index(options.draw), -1 if options.first is None else options.first


def fell(g: Any) -> Act:
    """What `happen` just did."""
    if g.fell < 0:
        return First(Seat(-1 - int(g.fell)))
    return Dealt(CARDS[g.fell]) if g.dealing else Drawn(CARDS[g.fell])


def pack(state: State, g: Any) -> None:
    """Writes a state into the record."""
    agree(g, state.options)
    begin(g)
    g.turn, g.to_deal = -1 if state.turn is None else state.turn, state.to_deal
    g.drawing, g.drawn, g.total = state.drawing, state.drawn, state.total
    g.stock = len(state.stock)
    g.deck[: g.stock] = [NUMBER[card] for card in state.stock]
    for p, hand in enumerate(state.hands):
        g.held[p] = len(hand)
        g.hand[p, : len(hand)] = [NUMBER[card] for card in hand]
    laid = [card for series in state.series for card in series.cards] + list(state.pile)
    n = g.played = len(laid)
    g.card[:n] = [NUMBER[one.card] for one in laid]
    g.value[:n] = [one.value for one in laid]
    g.colour[:n] = [COLOURS.index(one.colour) for one in laid]
    g.by[:n] = [one.by for one in laid]
    np.add.at(g.gone, g.card[:n], 1)
    g.series, g.bottom = len(state.series), n - len(state.pile)
    g.ends[: g.series] = np.cumsum([len(series.cards) for series in state.series])
    g.kind[: g.series] = [KINDS.index(series.kind) + 1 for series in state.series]
    g.won[:] = state.won


def unpack(g: Any, options: Options) -> State:
    """The state that the record holds."""
    n = g.played
    rows = zip(g.card[:n].tolist(), g.value[:n].tolist(), g.colour[:n].tolist(), g.by[:n].tolist(), strict=True)
    laid = [Laid(CARDS[card], value, COLOURS[colour], Seat(by)) for card, value, colour, by in rows]
    series: list[Series] = []
    start = 0
    for end, made in zip(g.ends[: g.series].tolist(), g.kind[: g.series].tolist(), strict=True):
        kind, cards = KINDS[made - 1], tuple(laid[start:end])
        side = (cards[-1].by % 2) ^ (kind == "bust")
        series.append(Series(kind, side, cards, 2 if kind == "match+sixteen" and options.bonus else 1))
        start = end
    return State(
        options=options,
        stock=tuple(sorted(CARDS[c] for c in g.deck[: g.stock])),
        hands=tuple(tuple(sorted(CARDS[c] for c in g.hand[p, : g.held[p]])) for p in range(options.players)),
        turn=None if g.turn < 0 else Seat(int(g.turn)),
        to_deal=int(g.to_deal),
        drawing=bool(g.drawing),
        drawn=int(g.drawn),
        pile=tuple(laid[g.bottom : g.played]),
        total=int(g.total),
        series=tuple(series),
    )
