"""What can be asked of a table."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from tablee.server.tables.settings import Name, Thing

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=9)]


class TableAsk(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One thing asked of a table: exactly one of the verbs. `id` makes asking twice harmless.

    `seat` is for who has several; without it the one seat that the asker has is meant.
    """

    id: Annotated[str, Meta(min_length=1, max_length=40)]
    seat: Seat | None = None
    do: Annotated[str, Meta(max_length=400)] | None = None  # a move, in the game's notation
    fell: Annotated[str, Meta(max_length=400)] | None = None  # at a real table: what was rolled or drawn
    sit: Name | None = None  # on `seat`, under this name
    key: Annotated[str, Meta(max_length=100)] | None = None  # with the key of that seat's own link
    leave: bool = False  # the seat; a bot plays on if the game has begun
    bot: Annotated[str, Meta(max_length=20)] | None = None  # of this level: plays my seat until I take it back
    back: bool = False  # take my seat back
    words: Annotated[str, Meta(max_length=200)] | None = None  # my own words for the dice, before the start
    start: bool = False
    offer: Thing | None = None
    answer: bool | None = None  # to what is offered
    resume: bool = False
    resign: bool = False
    say: Annotated[str, Meta(min_length=1, max_length=500)] | None = None
    again: bool = False  # a rematch with the same people


VERBS = (
    "do", "fell", "sit", "leave", "bot", "back", "words", "start", "offer", "answer", "resume", "resign", "say",
    "again",
)  # fmt: skip


ask_decoder: msgspec.json.Decoder[TableAsk] = msgspec.json.Decoder(TableAsk)
