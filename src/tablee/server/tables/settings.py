"""What the players of a table agree on when it is opened: game, options, seats, clock, help."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from tablee.help import Help
from tablee.record import Name

Fallen: TypeAlias = Literal["wait", "bot", "lose"]
Thing: TypeAlias = Literal["pause", "takeback"]  # what can be offered
USUAL, NONE = "usual", "none"  # of `Settings.substitute`: the game's usual level; no bot plays for a person


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for each move or for all moves of a player, and what is added after each move."""

    per: Literal["move", "game"]
    seconds: Annotated[int, Meta(ge=5, le=30 * 86_400)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whom a seat is for: the person who opens the table, anybody, somebody with this seat's own link, or a bot."""

    kind: Literal["me", "open", "link", "bot"] = "open"
    level: Annotated[str, Meta(max_length=20)] | None = None  # a bot's, or its character: "club", "moka"
    name: Name | None = None  # of a player at the opener's own screen


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed when a table is opened."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Annotated[str, Meta(max_length=200)]] = {}
    seats: Annotated[tuple[SeatPlan, ...], Meta(max_length=10)] = ()
    join: Literal["link", "anyone"] = "link"  # whether the lobby shows it
    clock: Clock | None = None
    fallen: Fallen = "wait"  # what happens when a clock has fallen
    help: Help = "book"
    real: bool = False  # dice and cards are real: a player who sees them types them in
    substitute: Annotated[str, Meta(max_length=20)] = USUAL  # the strongest level of a bot that may play for a person
