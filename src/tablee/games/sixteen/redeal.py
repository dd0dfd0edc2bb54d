"""The cards that one seat of Sixteen did not see, dealt again."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tablee.contract import Seat
from tablee.games.sixteen.cards import JOKER, Card
from tablee.games.sixteen.state import State
from tablee.told_line import ToldLine


def redeal(lines: Sequence[ToldLine], world: State, rng: Random) -> Sequence[str]:
    unseen = {Seat(seat): shuffle_cards(lines, Seat(seat), hand, rng) for seat, hand in enumerate(world.hands)}
    return [line.complete(complete(line, unseen)) for line in lines]


def complete(line: ToldLine, unseen: dict[Seat, list[Card]]) -> str:
    if not line.action.endswith("?"):
        return line.action
    assert line.hand is not None
    return line.action.replace("?", unseen[line.hand].pop(0))


def shuffle_cards(lines: Sequence[ToldLine], seat: Seat, hand: Sequence[Card], rng: Random) -> list[Card]:
    """The cards that this seat was given unseen, in an order that allows what it played and leaves it with this hand.

    Each card that was played is one of those that it had been given until then.
    """
    given: list[Card | None] = []
    for line in lines:
        if line.hand == seat and line.action.endswith("?"):
            given.append(None)
        elif line.by == seat and line.action.startswith("play ") and None in given:
            free = [n for n, card in enumerate(given) if card is None]
            given[rng.choice(free)] = played_card(line.action)
    rest = rng.sample(hand, len(hand))
    return [rest.pop() if card is None else card for card in given]


def played_card(action: str) -> Card:
    """ "play g3" or "play joker 2 blue"."""
    card = action.split()[1]
    return JOKER if card == JOKER else card  # type: ignore[return-value]
