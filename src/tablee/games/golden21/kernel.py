"""The Golden 21 as a kernel: everything that compiled play needs of the game, in one typed value."""

from __future__ import annotations

from typing import Final

from tablee.games.golden21.turbo import (
    ACTIONS,
    DTYPE,
    OBSERVED,
    act,
    agree,
    alphabet,
    awaits,
    bare,
    begin,
    choose,
    encode,
    fell,
    happen,
    legal,
    observe,
    pack,
    rank,
    score,
    unpack,
)
from tablee.turbo.interface import Kernel
from tablee.turbo.layout import Field, Layout, RecordField, RecordLayout

KERNEL: Final = Kernel(
    record=RecordLayout(
        tuple(RecordField(name, DTYPE[name].base.type, "", DTYPE[name].shape) for name in DTYPE.names or ())
    ),
    observation=Layout((Field("cells", "all", OBSERVED, low=-128),)),
    actions=ACTIONS,
    begin=begin,
    awaits=awaits,
    happen=happen,
    legal=legal,
    choose=choose,
    act=act,
    rank=rank,
    score=score,
    observe=observe,
    encode=encode,
    alphabet=alphabet,
    agree=agree,
    fell=fell,
    pack=pack,
    unpack=unpack,
    bare=bare,
)
