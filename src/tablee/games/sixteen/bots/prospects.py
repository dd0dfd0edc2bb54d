"""What a play leads to, as a player at the table can work it out: a series, or what it leaves to the next."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt
from typing import Final

from msgspec import Struct

from tablee.contract import Seat
from tablee.games.sixteen.actions import JOKERS, PLAY, Act, Play, PlayJoker
from tablee.games.sixteen.cards import COLOUR, JOKER, VALUE, Card
from tablee.games.sixteen.posterior import holds, unseen
from tablee.games.sixteen.rules import completed_series
from tablee.games.sixteen.state import Kind, Laid, side
from tablee.games.sixteen.view import View

NINE: Final = 9  # worth leaving, as the claims say; 2, which the rulebook also names, is like any low total
LEAD: Final = 3.4  # fitted to 10,000 games of sound play: what a series of lead is worth, over the root of cards left


class Prospect(Struct, frozen=True):
    """One play, looked at once."""

    card: Card
    total: int  # of the pile with it
    kind: Kind | None  # the series that it makes
    next: Seat | None = None  # who plays on the pile that it leaves; None: nobody but oneself has a card
    winning: int = 0  # how many of the unseen cards make a series of that pile
    unseen: int = 0
    risk: float = 0.0  # how likely the next player is to hold one of them when it is their turn


def lay(action: Play | PlayJoker, by: Seat) -> Laid:
    if isinstance(action, PlayJoker):
        return Laid(JOKER, action.value, action.colour, by)
    return Laid(action.card, VALUE[action.card], COLOUR[action.card], by)


def prospect(view: View, action: Play | PlayJoker) -> Prospect:
    assert view.seat is not None
    card = lay(action, view.seat)
    pile, total = (*view.pile, card), view.total + card.value
    kind = completed_series(pile, total, view.options)
    if kind:
        return Prospect(card.card, total, kind)
    hidden = unseen(view)
    players = view.options.players
    others = [Seat((view.seat + n) % players) for n in range(1, players)]
    follower = next((seat for seat in others if view.counts[seat] or view.stock), None)
    if follower is None:
        return Prospect(card.card, total, None)
    winning = sum(count for one, count in hidden.items() if scores(view, pile, total, one))
    held = view.counts[follower] + (view.stock > 0)
    many = hidden.total()
    return Prospect(card.card, total, None, follower, winning, many, holds(winning, many, min(held, many)))


def scores(view: View, pile: tuple[Laid, ...], total: int, card: Card) -> bool:
    """Whether this card, a joker with the right words, makes a series of this pile for its player."""
    plays = JOKERS if card == JOKER else [PLAY[card]]
    return any(
        completed_series((*pile[-2:], one), total + one.value, view.options) not in (None, "bust")
        for one in (lay(action, Seat(0)) for action in plays)
    )


def gain(view: View, found: Prospect) -> float:
    """What it wins at once: series of one's own side, less those of the other."""
    if found.kind == "bust":
        return -1
    if found.kind == "match+sixteen" and view.options.bonus:
        return 2
    return 1 if found.kind else 0


def chance(view: View, ahead: float) -> float:
    """The chance to win the game, `ahead` series from now: the fewer cards are left, the more a lead is worth."""
    assert view.seat is not None
    own = side(view.seat)
    lead = view.won[own] - view.won[1 - own] + ahead
    left = view.stock + sum(view.counts)
    return 1 / (1 + exp(-LEAD * lead / sqrt(max(left, 1))))


def reason(found: Prospect | None) -> tuple[str, Mapping[str, int | float | str]]:
    """The sentence that says why, and its figures; of drawing, where there is no play to look at."""
    if found is None:
        return "draw", {}
    if found.kind:
        return found.kind, {"total": found.total}
    if found.next is None:
        return "alone", {"total": found.total}
    figures: dict[str, int | float | str] = {
        "total": found.total, "next": found.next, "n": found.winning, "m": found.unseen, "risk": found.risk,
    }  # fmt: skip
    if not found.winning:
        return "safe", figures
    return "key" if found.total == NINE else "risk", figures


def look_ahead(view: View, action: Act) -> Prospect | None:
    """What comes of it; None: nothing is played, a card is drawn."""
    return prospect(view, action) if isinstance(action, Play | PlayJoker) else None
