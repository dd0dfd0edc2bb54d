"""What each seat knows in Sixteen: everything that was played, the number of cards in every hand, and its own hand."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from tablee.contract import Happened, Move, Seat
from tablee.games.sixteen.actions import Act, Dealt, Drawn
from tablee.games.sixteen.cards import Card
from tablee.games.sixteen.options import Options
from tablee.games.sixteen.rules import taker
from tablee.games.sixteen.state import Laid, Series, State


class View(Struct, frozen=True, gc=False):
    options: Options
    seat: Seat | None
    hand: tuple[Card, ...]  # one's own; a spectator has none
    counts: tuple[int, ...]  # cards in each hand
    stock: int  # cards in the draw pile
    turn: Seat | None
    to_deal: int
    drawing: bool
    drawn: int
    pile: tuple[Laid, ...]
    total: int
    won: tuple[int, int]
    series: tuple[Series, ...]


def view(state: State, seat: Seat | None) -> View:
    return View(
        options=state.options,
        seat=seat,
        hand=() if seat is None else state.hands[seat],
        counts=tuple(map(len, state.hands)),
        stock=len(state.stock),
        turn=state.turn,
        to_deal=state.to_deal,
        drawing=state.drawing,
        drawn=state.drawn,
        pile=state.pile,
        total=state.total,
        won=state.won,
        series=state.series,
    )


def told(before: State, move: Move[Act], after: State, seat: Seat | None) -> str:
    match move:
        case Happened(Dealt()) if seat != taker(before):
            return "*: dealt ?"
        case Happened(Drawn()) if seat != before.turn:
            return "*: drawn ?"
    if len(after.series) > len(before.series):
        return f"{move} = {after.series[-1].kind}"
    return str(move)


def imagine(view: View, rng: Random) -> State:
    """Deals the unseen cards anew, every deal equally likely. What the others' play gives away is not weighed."""
    played = [laid.card for series in view.series for laid in series.cards] + [laid.card for laid in view.pile]
    unseen = list(view.options.pack)
    for card in (*played, *view.hand):
        unseen.remove(card)
    rng.shuffle(unseen)
    hands = []
    for seat, count in enumerate(view.counts):
        hand = view.hand if seat == view.seat else [unseen.pop() for _ in range(count)]
        hands.append(tuple(sorted(hand)))
    return State(
        options=view.options,
        stock=tuple(sorted(unseen)),
        hands=tuple(hands),
        turn=view.turn,
        to_deal=view.to_deal,
        drawing=view.drawing,
        drawn=view.drawn,
        pile=view.pile,
        total=view.total,
        series=view.series,
    )
