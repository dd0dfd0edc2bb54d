"""Code de Vinci as a kernel: everything that compiled play needs of the game, in one typed value."""

from __future__ import annotations

from typing import Final

from tablee.games.coda.choices import choose, legal
from tablee.games.coda.observation import OBSERVATION, encode, observe
from tablee.games.coda.packing import agree, alphabet, fell, meaning, pack, unpack
from tablee.games.coda.turbo import ACTIONS, RECORD, act, awaits, begin, happen, rank, score
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
    meaning=meaning,
)
