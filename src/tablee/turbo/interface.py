"""What a kernel has. Each game that has one assembles it in `games/<game>/kernel.py`, as the value `KERNEL`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee.turbo.layout import Layout, RecordLayout


@dataclass(frozen=True, eq=False)
class Kernel:
    """One game over a flat record. The first group of functions is compiled, the second is plain Python."""

    record: RecordLayout  # whole numbers and fixed sizes only; `chance.FIELDS` are among the fields
    observation: Layout
    actions: int  # how many numbers its actions have

    begin: Callable[[Any], None]
    """begin(g): a new game, with the options that stand in the record g."""
    awaits: Callable[[Any], int]
    """awaits(g): the seat that is to choose; -1: chance; -2: the game is over. Sealed choices are asked seat by seat.
    Seats that may cut in are polled (`tablee.poll`), with the number `to_pass` for letting it pass."""
    happen: Callable[[Any], None]
    """happen(g): makes the chance move that is due, from the record's own generator."""
    legal: Callable[[Any, Any], int]
    """legal(g, mask): marks what the awaited seat may do, and says how many things that is."""
    choose: Callable[[Any], int]
    """choose(g): one of them, each as likely, without a mask."""
    act: Callable[[Any, int], None]
    """act(g, action): the awaited seat does this; it must be legal."""
    rank: Callable[[Any, int], int]
    """rank(g, p): how it ended for seat p."""
    score: Callable[[Any, int], int]
    """score(g, p): the points of seat p; 0 in a game without points."""
    observe: Callable[[Any, int, Any], None]
    """observe(g, p, out): writes what seat p sees into `out`, int8, as `observation` lays it out."""

    encode: Callable[[Any], NDArray[np.int8]]
    """encode(view): the observation of a view, equal to what `observe` gives."""
    alphabet: Callable[[Any], Sequence[Any]]
    """alphabet(options): the typed action of each number; None: letting it pass, or no action under these options."""
    agree: Callable[[Any, Any], None]
    """agree(g, options): writes the options into the record."""
    fell: Callable[[Any], Any]
    """fell(g): the chance move that `happen` just made, as a typed action."""
    pack: Callable[[Any, Any], None]
    """pack(state, g): writes a state into the record."""
    unpack: Callable[[Any, Any], Any]
    """unpack(g, options): the state that the record holds."""

    to_pass: int | None = None
    """The number for letting it pass, in games where seats are polled or may pass."""
    meaning: Callable[[int, Any], Any] | None = None
    """meaning(number, state): the typed action of a number, in games where it depends on the state."""
    bare: Callable[[Any], Any] | None = None
    """bare(state): the state without the history that a record does not keep."""

    @property
    def observed(self) -> int:
        """How many numbers an observation has."""
        return self.observation.size
