"""What a kernel has. Each game that has one assembles it in `games/<game>/kernel.py`, as the value `KERNEL`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablee.contract import A, O, S, V
from tablee.turbo.layout import Layout, RecordLayout


class Lane(Protocol):
    """One record of a kernel, an element of what `turbo.lanes` makes. Its fields are those of `Kernel.record`."""

    def __getattr__(self, name: str, /) -> Any: ...
    def __setattr__(self, name: str, value: Any, /) -> None: ...
    def __getitem__(self, name: str, /) -> Any: ...
    def __setitem__(self, name: str, value: Any, /) -> None: ...


Policy: TypeAlias = Callable[[Lane], int]  # a compiled player: a legal action of the awaited seat, as a number
Cells: TypeAlias = NDArray[np.int8]  # an observation, or a mask of legal actions


@dataclass(frozen=True, eq=False)
class Kernel(Generic[O, S, A, V]):
    """One game over a flat record. The first group of functions is compiled, the second is plain Python."""

    record: RecordLayout  # whole numbers and fixed sizes only; `chance.FIELDS` are among the fields
    observation: Layout
    actions: int  # how many numbers its actions have

    begin: Callable[[Lane], None]
    """begin(g): a new game, with the options that stand in the record g."""
    awaits: Callable[[Lane], int]
    """awaits(g): the seat that is to choose; -1: chance; -2: the game is over. Sealed choices are asked seat by seat.
    Seats that may cut in are polled (`tablee.poll`), with the number `to_pass` for letting it pass."""
    happen: Callable[[Lane], None]
    """happen(g): makes the chance move that is due, from the record's own generator."""
    legal: Callable[[Lane, Cells], int]
    """legal(g, mask): marks what the awaited seat may do, and says how many things that is."""
    choose: Callable[[Lane], int]
    """choose(g): one of them, each as likely, without a mask."""
    act: Callable[[Lane, int], None]
    """act(g, action): the awaited seat does this; it must be legal."""
    rank: Callable[[Lane, int], int]
    """rank(g, p): how it ended for seat p."""
    score: Callable[[Lane, int], int]
    """score(g, p): the points of seat p; 0 in a game without points."""
    observe: Callable[[Lane, int, Cells], None]
    """observe(g, p, out): writes what seat p sees into `out`, int8, as `observation` lays it out."""

    encode: Callable[[V], Cells]
    """encode(view): the observation of a view, equal to what `observe` gives."""
    alphabet: Callable[[O], Sequence[A | None]]
    """alphabet(options): the typed action of each number; None: letting it pass, or no action under these options."""
    agree: Callable[[Lane, O], None]
    """agree(g, options): writes the options into the record."""
    fell: Callable[[Lane], A]
    """fell(g): the chance move that `happen` just made, as a typed action."""
    pack: Callable[[S, Lane], None]
    """pack(state, g): writes a state into the record."""
    unpack: Callable[[Lane, O], S]
    """unpack(g, options): the state that the record holds."""

    to_pass: int | None = None
    """The number for letting it pass, in games where seats are polled or may pass."""
    meaning: Callable[[int, S], A | None] | None = None
    """meaning(number, state): the typed action of a number, in games where it depends on the state."""
    bare: Callable[[S], S] | None = None
    """bare(state): the state without the history that a record does not keep."""

    @property
    def observed(self) -> int:
        """How many numbers an observation has."""
        return self.observation.size


AnyKernel: TypeAlias = Kernel[Any, Any, Any, Any]
