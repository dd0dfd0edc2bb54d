"""Sixteen between rules and record: actions by number, options, outcomes of chance and states, there and back."""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from tablee.contract import Seat
from tablee.games.sixteen.actions import JOKERS, PLAY, Act, Dealt, Draw, Drawn, First
from tablee.games.sixteen.cards import CARDS, COLOURS, Card
from tablee.games.sixteen.options import Options
from tablee.games.sixteen.state import Kind, Laid, Series, State
from tablee.games.sixteen.turbo import FORGIVING, begin
from tablee.turbo.interface import Lane

NUMBER: Final[dict[Card, int]] = {card: n for n, card in enumerate(CARDS)}
DRAWS: Final = ("auto", "strict", "loose")
KINDS: Final[tuple[Kind, ...]] = ("sixteen", "bust", "match", "match+sixteen")


def alphabet(options: Options) -> list[Act]:
    """Every action that a player can ever take, by its number."""
    jokers = sorted(JOKERS, key=lambda joker: COLOURS.index(joker.colour) * 7 + joker.value)
    return [*(PLAY[card] for card in CARDS if card != "joker"), *jokers, Draw()]


def agree(g: Lane, options: Options) -> None:
    """Writes the options into the record."""
    g.players, g.match, g.jokers, g.bonus = options.players, options.match, options.jokers, options.bonus
    g.draw, g.first = draw_number(options), -1 if options.first is None else options.first


def draw_number(options: Options) -> int:
    """What forgetting to draw costs, as a number; S16-53 is one more way."""
    return FORGIVING if options.forgiving else DRAWS.index(options.draw)


def fell(g: Lane) -> Act:
    """What `happen` just did."""
    if g.fell < 0:
        return First(Seat(-1 - int(g.fell)))
    return Dealt(CARDS[g.fell]) if g.dealing else Drawn(CARDS[g.fell])


def pack(state: State, g: Lane) -> None:
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
    for one in laid:
        g.gone[NUMBER[one.card]] += 1
    g.series, g.bottom = len(state.series), n - len(state.pile)
    g.ends[: g.series] = [*accumulate(len(series.cards) for series in state.series)]
    g.kind[: g.series] = [KINDS.index(series.kind) + 1 for series in state.series]
    g.won[:] = state.won


def unpack(g: Lane, options: Options) -> State:
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
