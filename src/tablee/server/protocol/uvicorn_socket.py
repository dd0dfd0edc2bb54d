"""uvicorn's own protocol for sockets, with three habits changed, because tables are many and moves are small.

It stops reading after each message until that is taken up, which asks the kernel twice a move: here it reads on until a
few wait. It keeps the handshake in memory, headers and all, for as long as a socket is open: here it is let go of. And
what is sent goes through a coroutine, a message of ASGI's and a frame of the library's, all made anew: here whoever
finds this protocol in the scope, as the extension `LINE`, may `say` a text, which is one call.
"""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

FEW: Final = 8  # messages that may wait
LINE: Final = "tablee.line"  # the extension by which an application finds this protocol


class SocketProtocol(WebSocketsSansIOProtocol):
    def send_receive_event_to_app(self) -> None:
        if self.read_paused or self.queue.qsize() >= FEW:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # as it believes, so that it does not pause
        super().send_receive_event_to_app()
        self.read_paused = False

    async def run_asgi(self) -> None:
        self.scope["extensions"] = {LINE: {"line": self}}
        await super().run_asgi()
        self.scope["extensions"] = {}  # two that hold each other are let go of late

    @property
    def open(self) -> bool:
        """Whether anything can still be said."""
        return not self.close_sent and not self.transport.is_closing()

    def send_text(self, text: bytes) -> None:
        """One text, if anybody is still there. Who says much looks at `writable` first."""
        if self.open:
            self.transport.write(encode_frame(text))

    def start_keepalive(self) -> None:
        """The handshake is done."""
        super().start_keepalive()
        del self.request, self.response


def encode_frame(text: bytes) -> bytes:
    """A text as one frame of a server's (RFC 6455, section 5.2)."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)
