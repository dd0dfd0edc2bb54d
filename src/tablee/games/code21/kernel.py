"""Code 21 as a kernel: everything that compiled play needs of the game, in one typed value."""

from __future__ import annotations

from typing import Final

from tablee.games.code21.observation import OBSERVATION, encode, observe
from tablee.games.code21.packing import agree, alphabet, bare, fell, pack, unpack
from tablee.games.code21.turbo import ACTIONS, RECORD, act, awaits, begin, choose, happen, legal, rank, score
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
