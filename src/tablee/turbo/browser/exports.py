"""What the module of a game exports: the functions of its kernel, and those that its bots call.

A signature has a letter for each argument, and one for what is returned. The name of an export is that of the function
with the file that it is in, and its signature, `turbo.act(gi)v`: nothing but the module is needed to call it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from tablee.contract import AnyGame
from tablee.games import parts

RECORD: Final = "g"  # one record of the kernel
RECORDS: Final = "G"  # several
NUMBER, FLOAT, NOTHING = "i", "f", "v"
ARRAYS: Final = {"b": "i1", "l": "i8", "d": "f8"}  # of numbers in one dimension
TABLE: Final = "m"  # numbers in rows of sixteen

OF_EACH_GAME: Final = {
    "begin": "g v", "awaits": "g i", "happen": "g v", "legal": "gb i", "choose": "g i", "act": "gi v", "rank": "gi i",
    "score": "gi i", "observe": "gib v",
}  # fmt: skip


class Export(NamedTuple):
    """A function, and what it is called with."""

    function: Callable[..., Any]
    signature: str  # the arguments, a space, the result
    letters: Mapping[str, Any] = {}  # by letter, the type of other records

    @property
    def symbol(self) -> str:
        arguments, result = self.signature.split()
        return f"{name_of(self.function)}({arguments}){result}"


def name_of(function: Callable[..., Any]) -> str:
    """Its file and its own name, as `bots.endgame` is the file of Sixteen's `solve`: "endgame.solve"."""
    return f"{function.__module__.rpartition('.')[2]}.{function.__name__}"


def exports(game: AnyGame) -> Iterator[Export]:
    """All that the module of this game exports; tables and pads of its bots are letters of their own."""
    from tablee import turbo

    kernel = turbo.compiled_kernel(game)
    for name, signature in OF_EACH_GAME.items():
        yield Export(getattr(kernel, name), signature)
    yield Export(turbo.compiled_course(game).games, "Gim i")
    if (part := bot_exports(game)) is not None:
        yield from (Export(*export) for export in part.EXPORTS)


def bot_exports(game: AnyGame) -> Any:
    """`bots/exports.py` of this game; None where its bots call no compiled code."""
    name = f"{game.package}.bots.exports"
    return import_module(name) if parts.bots(game) and find_spec(name) else None
