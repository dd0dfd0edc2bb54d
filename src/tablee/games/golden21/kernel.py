"""The Golden 21 as a kernel: everything that compiled play needs of the game, in one typed value."""

from __future__ import annotations

from typing import Final

from tablee.games.golden21.choices import choose, legal
from tablee.games.golden21.observation import OBSERVATION, encode, observe
from tablee.games.golden21.packing import agree, alphabet, bare, fell, pack, unpack
from tablee.games.golden21.record import RECORD
from tablee.games.golden21.turbo import ACTIONS, act, awaits, begin, happen, rank, score
from tablee.turbo.interface import Kernel

KERNEL: Final = Kernel(
    record=RECORD,
    observation=OBSERVATION,
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
