"""Workers that think: how long they may."""

from __future__ import annotations

import asyncio

import pytest

from tablee.contract import Seat
from tablee.games import GAMES
from tablee.poll import Prompt
from tablee.server import thinkers
from tablee.server.thinkers import Thinkers
from tests.server.desks import begun


def test_who_has_not_answered_yet_may_have_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no patience at all the first answer of a level is waited for, and its second is not."""
    monkeypatch.setattr(thinkers, "PATIENCE", 0.0)
    table = begun(None, 0)
    seat = Seat(table.waiting[0])
    asked = Prompt(seat, tuple(table.game.legal(table.state, seat)))
    crew = Thinkers()

    async def twice() -> None:
        assert await crew.think(GAMES["sixteen"], "random", table.state, asked) in [
            str(action) for action in asked.offers
        ]
        with pytest.raises(TimeoutError):
            await crew.think(GAMES["sixteen"], "random", table.state, asked)

    try:
        asyncio.run(twice())
    finally:
        crew.stop()
    assert crew.learning == 0
