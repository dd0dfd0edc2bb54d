"""What the server refuses, each refusal with a code for programs and a sentence for people. Every layer may raise them.

What the rules of a game refuse is in `tablee.contract`.
"""

from __future__ import annotations

from math import ceil

from tablee.contract import Refusal


class ServerRefusal(Refusal):
    """The server does not do this. `code` is for programs."""

    def __init__(self, code: str, template: str, /, **facts: object) -> None:
        self.code = code
        super().__init__(template, **facts)


class TemporaryRefusal(ServerRefusal):
    """The server does not do this now: the same request may be granted after `seconds`. Clients try again by
    themselves; HTTP answers carry `Retry-After`, and sockets are closed with 1013."""

    def __init__(self, code: str, template: str, /, seconds: float = 1, **facts: object) -> None:
        self.seconds = max(1, ceil(seconds))
        super().__init__(code, template, seconds=self.seconds, **facts)


class TooFast(TemporaryRefusal):
    """Somebody has used up their share of the server for the moment."""

    def __init__(self, seconds: float) -> None:
        super().__init__("fast", "too fast: wait {seconds} s", seconds)


class Full(TemporaryRefusal):
    """There is no room for one more just now: somebody has to leave first."""

    def __init__(self, template: str, /, **facts: object) -> None:
        super().__init__("full", template, 5, **facts)


class Quota(ServerRefusal):
    """As much of this is kept as this server keeps; asking again does not help."""

    def __init__(self, template: str, /, **facts: object) -> None:
        super().__init__("quota", template, **facts)


class NotIdentified(ServerRefusal):
    """The request needs a person, and has no valid session."""

    def __init__(self) -> None:
        super().__init__("who", "please give your name first")


class StoreUnavailable(TemporaryRefusal):
    """Something could not be stored, so it did not happen. If the database goes away in the middle of a commit, nobody
    knows whether it did; a client that asks again with the same id gets it done once."""

    def __init__(self) -> None:
        super().__init__("storage", "this cannot be saved just now; please try again: it will not be done twice")


class StoreNotOpened(ServerRefusal):
    """There is no store at the given address, or not one that this server can use."""

    def __init__(self, why: object) -> None:
        super().__init__("storage", "the database cannot be opened: {why}", why=why)
