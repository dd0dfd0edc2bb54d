"""Code 777 as a kernel: everything that compiled play needs of the game, in one typed value."""

from __future__ import annotations

from typing import Final

from tablee.games.code777.observation import OBSERVATION, encode, observe
from tablee.games.code777.packing import agree, alphabet, bare, fell, pack, unpack
from tablee.games.code777.turbo import ACTIONS, RECORD, TO_PASS, act, awaits, begin, choose, happen, legal, rank, score
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
    to_pass=TO_PASS,
    bare=bare,
)
