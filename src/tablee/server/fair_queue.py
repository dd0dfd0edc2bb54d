"""Turns at something that few can use at a time: addresses take turns, so that one that asks for much waits for itself.

Within an address it is first come, first served.
"""

from __future__ import annotations

import asyncio
from collections import deque


class FairQueue:
    def __init__(self, places: int) -> None:
        self.free = places
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by address; the one whose turn it is comes first

    async def wait(self, address: str) -> None:
        """Returns when it is this caller's turn; `end` ends it."""
        if self.free:
            self.free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self.forget(address, turn)
            elif turn.exception() is None:  # it has just begun
                self.end()
            raise

    def end(self) -> None:
        """A turn is over. The next address has one; if it wants more, all others come first."""
        while self.waiting:
            address, turns = next(iter(self.waiting.items()))
            turn = turns.popleft()
            del self.waiting[address]
            if turns:
                self.waiting[address] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1

    def forget(self, address: str, turn: asyncio.Future[None]) -> None:
        turns = self.waiting.get(address, deque())
        if turn in turns:
            turns.remove(turn)
            if not turns:
                del self.waiting[address]

    def send_away(self, address: str, error: Exception) -> bool:
        """Makes room for this address: the last wait of the address that waits for most turns fails with this error.
        False: no other waits for more turns than this one."""
        longest = max(self.waiting.values(), key=len, default=deque[asyncio.Future[None]]())
        if len(longest) <= len(self.waiting.get(address, ())) + 1:
            return False
        if not (last := longest.pop()).done():
            last.set_exception(error)
        return True
