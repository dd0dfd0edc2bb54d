"""Seats whose owner has left, or has deleted their data."""

from __future__ import annotations

from typing import Any, Final

from tablee.server.people.names import SOMEBODY
from tablee.server.tables.seat_clocks import SeatState, set_seat

NEW_OWNER: Final[dict[str, Any]] = {
    "words": None, "words_erased": False, "pledge": None, "number": None, "ready": False,
}  # fmt: skip


def erase_seats(places: tuple[SeatState, ...], seats: tuple[int, ...]) -> tuple[SeatState, ...]:
    """The same seats after the owner of these has deleted their data."""
    for seat in seats:
        erased = places[seat].words_erased or bool(places[seat].words)
        places = set_seat(places, seat, who="", name=SOMEBODY, words=None, words_erased=erased)
    return places
