"""What the box of a game says and no language changes: its file `box.json` (see `tablee.box`)."""

from __future__ import annotations

import msgspec


class Credits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose game it is, as far as its rulebook says so."""

    printed_as: str | None = None  # its name, where it is a trademark
    author: str | None = None
    publisher: str | None = None
    year: int | None = None
    site: str | None = None  # the game's own
    posted_by: str | None = None  # who put the rulebook online, where and in which year
    posted_at: str | None = None
    posted: int | None = None
    reserved: bool = False  # the rulebook forbids commercial reproduction


class PrintedBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`box.json`: what the box of a game says and no language changes (see `tablee.box`)."""

    minutes: str | None = None  # of a game; None where the rulebook does not say
    age: int | None = None  # the youngest player's; None where the rulebook does not say
    credits: Credits = Credits()
