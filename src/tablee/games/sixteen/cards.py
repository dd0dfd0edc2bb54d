"""The pack: four colours, one 0 and two each of 1 to 6, and two jokers (S16-01)."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NewType, get_args

Card = NewType("Card", str)  # a colour's letter and a value, "g3", or "joker"
Colour = Literal["green", "orange", "blue", "purple"]

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
VALUES: Final = range(7)
JOKER: Final = Card("joker")

COLOUR: Final[dict[Card, Colour]] = {Card(f"{colour[0]}{value}"): colour for colour in COLOURS for value in VALUES}
VALUE: Final = {Card(f"{colour[0]}{value}"): value for colour in COLOURS for value in VALUES}
CARDS: Final = (*COLOUR, JOKER)

AnyCard = Annotated[Card, CARDS]

PLAIN: Final = tuple(sorted(card for card in COLOUR for _ in range(2 if VALUE[card] else 1)))
WITH_JOKERS: Final = tuple(sorted((*PLAIN, JOKER, JOKER)))
