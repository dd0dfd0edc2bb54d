"""uvicorn's own protocol for sockets, with two habits changed, because tables are many and moves are small.

It stops reading after each message until that is taken up, which asks the kernel twice a move: here it reads on until a
few wait. And it keeps the handshake in memory, headers and all, for as long as a socket is open: here it is let go of.
"""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

FEW: Final = 8  # messages that may wait


class SocketProtocol(WebSocketsSansIOProtocol):
    def send_receive_event_to_app(self) -> None:
        if self.read_paused or self.queue.qsize() >= FEW:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # as it believes, so that it does not pause
        super().send_receive_event_to_app()
        self.read_paused = False

    def start_keepalive(self) -> None:
        """The handshake is done."""
        super().start_keepalive()
        del self.request, self.response
