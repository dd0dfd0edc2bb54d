"""Mix1x32-2, a small counter-based generator for kernels: the n-th number of a lane is a hash of its key and n.

Nothing but whole numbers below 2^63, so that it gives the same bytes compiled, interpreted and on every machine. A
record that rolls has three fields for it: `key`, `salt` and `rolls`. Its results under TestU01 are in
docs/random-numbers.md.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane
from tablee.turbo.layout import RecordField

FIELDS: Final = (
    RecordField("key", np.int64, "the generator's key"),
    RecordField("salt", np.int64, "the generator's salt"),
    RecordField("rolls", np.int64, "how many numbers it has given"),
)
WORD: Final = 0xFFFFFFFF


@kernel
def mix(x: int) -> int:
    """A bijection of 32 bits in which every bit of x sways every bit of the result."""
    x ^= x >> 16
    x = (x * 0x21F0AAAD) & WORD
    x ^= x >> 15
    x = (x * 0x735A2D97) & WORD
    return x ^ (x >> 15)


@kernel
def seed(g: Lane, number: int, lane: int) -> None:
    """Each pair of a number and a lane has its own stream."""
    low, high = number & WORD, (number >> 32) & 0x7FFFFFFF
    g.key = mix(mix(low ^ mix(lane & WORD)) ^ mix(high ^ 0x3C6EF372))
    g.salt = mix(mix((low + 0x1E3779B9) & WORD) ^ mix((lane + 0x5851F42D) & WORD) ^ mix((lane >> 32) & WORD))
    g.rolls = 0


@kernel
def below(g: Lane, n: int) -> int:
    """A whole number from 0 to n - 1, each as likely up to n parts in 2^32."""
    g.rolls += 1
    return (mix((mix(g.rolls & WORD ^ g.key) + g.salt) & WORD) * n) >> 32
