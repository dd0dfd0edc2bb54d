"""What can happen in Sixteen. Chance speaks in participles, players in verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, TypeAlias

from tablee.contract import Action, Seat
from tablee.games.sixteen.cards import CARDS, COLOURS, VALUES, AnyCard, Card, Colour
from tablee.notation import reader


class First(Action, frozen=True):
    """Drawn by lot: who plays first."""

    form: ClassVar[str] = "first {seat}"
    seat: Seat


class Dealt(Action, frozen=True):
    form: ClassVar[str] = "dealt {card}"
    card: AnyCard


class Drawn(Action, frozen=True):
    form: ClassVar[str] = "drawn {card}"
    card: AnyCard


class PlayJoker(Action, frozen=True):
    form: ClassVar[str] = "play joker {value} {colour}"
    amount: ClassVar[str | None] = "value"
    value: int
    colour: Colour


class Play(Action, frozen=True):
    form: ClassVar[str] = "play {card}"
    card: AnyCard


class Draw(Action, frozen=True):
    form: ClassVar[str] = "draw"


Act: TypeAlias = First | Dealt | Drawn | Play | PlayJoker | Draw

parse: Callable[[str], Act] = reader(First, Dealt, Drawn, PlayJoker, Play, Draw)

PLAY: Final[dict[Card, Play]] = {card: Play(card) for card in CARDS}
JOKERS: Final = [PlayJoker(value, colour) for value in VALUES for colour in COLOURS]
