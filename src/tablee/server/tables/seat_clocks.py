"""The seats of a table and their clocks. Every millisecond in which a seat is awaited is somebody's.

It is the time of the person who is to move. Where a bot plays for a person, the time stays that person's until the bot
has moved: a person who takes the seat back before that has used it. So lending a seat stops no clock.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tablee.server.tables.settings import Clock


class SeatState(Struct, frozen=True, gc=False):
    """A seat: who owns it, who plays it."""

    plan: str  # open, link or bot
    who: str | None = None  # the person who owns it, by id
    name: str = ""
    level: str | None = None  # of the bot that plays it, or its character
    left: int | None = None  # milliseconds on the clock
    lent: int = 0  # milliseconds that a bot has had for the person's move, which it has not made yet
    resigned: bool = False
    words: str | None = None  # the owner's own words for the dice
    words_erased: bool = False  # the owner has deleted their data since, with their words
    pledge: str | None = None  # the SHA-256 of the number that the owner's page adds to the dice
    number: str | None = None  # that number, once it is disclosed
    ready: bool = False  # the owner has said so, before the start
    faults: int = 0  # how often another action was chosen in place of what a bot from outside answered

    @property
    def dice_words(self) -> str:
        """What this seat adds to the dice."""
        if not self.words:
            return self.number or ""
        return f"{self.number} {self.words}" if self.number else self.words


Seats: TypeAlias = tuple[SeatState, ...]


def set_seat(places: Seats, seat: int, **changes: Any) -> Seats:
    """The same seats with one of them changed."""
    return (*places[:seat], replace(places[seat], **changes), *places[seat + 1 :])


def charge(places: Seats, awaited: Collection[int], passed: int) -> Seats:
    """The seats after the clocks of the awaited ones have run for this long. Nobody gains time, whatever was passed."""
    passed = max(0, passed)
    for seat in awaited:
        place = places[seat]
        if place.level is None:
            places = set_seat(places, seat, left=max(0, (place.left or 0) - passed))
        elif place.who is not None:
            places = set_seat(places, seat, lent=place.lent + passed)
    return places


def reward(places: Seats, seat: int, clock: Clock) -> Seats:
    """The seats after this one has moved: it gets its increment (a bot does not), or the time of a new move."""
    place = places[seat]
    more = clock.increment * 1000 if place.level is None else 0
    left = clock.seconds * 1000 if clock.per == "move" else (place.left or 0) + more
    return set_seat(places, seat, left=left, lent=0)


def give_back(places: Seats, seat: int) -> Seats:
    """The seats after the owner of this one plays it again: the time that the bot had without moving was theirs."""
    place = places[seat]
    left = None if place.left is None else max(0, place.left - place.lent)
    return set_seat(places, seat, level=None, left=left, lent=0)


def forget_lent(places: Seats, awaited: Collection[int]) -> Seats:
    """The same seats: what a bot has used counts only as long as the same seat is awaited."""
    for seat, place in enumerate(places):
        if place.lent and seat not in awaited:
            places = set_seat(places, seat, lent=0)
    return places


def undo_reward(before: Seats, places: Seats, awaited: Collection[int], seat: int, left: int, clock: Clock) -> Seats:
    """The seats after the last move, by `seat`, was taken back.

    That seat has again what its clock showed before the move added anything (`left`), less what it has used since.
    Those who were awaited meanwhile have used their time; where each move has a time of its own, theirs begins anew.
    """
    used = (before[seat].left or 0) - (places[seat].left or 0)
    if clock.per == "move":
        for other in awaited:
            places = set_seat(places, other, left=clock.seconds * 1000)
    return set_seat(places, seat, left=max(0, left - used))
