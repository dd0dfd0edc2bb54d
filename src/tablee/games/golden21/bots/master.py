"""The master of The Golden 21: what each choice is worth, found by playing on to the end (`lookahead`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final

import numpy as np

from tablee import turbo
from tablee.bots.search import halve, shares
from tablee.games.golden21 import GAME
from tablee.games.golden21.actions import Act, Aim, Announce, Roll, SpendAccount
from tablee.games.golden21.bots.announcements import Landings
from tablee.games.golden21.bots.lookahead import shuffle, weigh
from tablee.games.golden21.bots.move_values import chance, worth
from tablee.games.golden21.options import Options
from tablee.games.golden21.packing import alphabet, pack
from tablee.games.golden21.policy import announcing, sound
from tablee.games.golden21.view import View, imagine
from tablee.turbo.compiled import COMPILED

AHEAD: Final = 16000  # years of one trader that are played on for one decision
FEWEST: Final = 24  # of them, for each choice


def values(view: View, legal: Sequence[Act], rng: Random) -> list[float]:
    """The chance to win with each of these."""
    assert view.turn is not None
    many = AHEAD // view.options.players
    start = turbo.lanes(GAME, view.options, 1)
    pack(imagine(view, rng), start[0])
    if not COMPILED:
        return values_without_compiler(view, legal, int(sound(start[0])))
    if view.turn.step != "announce":
        return try_actions(view, legal, copies(start, 2 * many // len(legal), rng))
    return try_announcements(view, legal, start, many, rng)


def copies(start: Any, many: int, rng: Random) -> Any:
    """This many copies of this one world, each with its own luck."""
    worlds = np.repeat(start, max(FEWEST, many))
    shuffle(worlds, rng.getrandbits(60))
    return worlds


def try_actions(view: View, legal: Sequence[Act], worlds: Any) -> list[float]:
    """Every action is done, and the worse ones are soon given up."""
    assert view.turn is not None
    known = numbers(view.options)
    return halve(weigh, worlds, [known[action] for action in legal], view.turn.seat)


def try_announcements(view: View, legal: Sequence[Act], start: Any, many: int, rng: Random) -> list[float]:
    """Announcements by the ways in which the roll may land; the account, where it may be used first, by trying."""
    assert view.turn is not None
    ways = Landings(view)
    looked = ways.numbers()
    found = ways.values(
        dict(zip(looked, shares(weigh, copies(start, many // len(looked), rng), looked, view.turn.seat), strict=True))
    )
    unaimed = found.unaimed()[0]
    aimed = {seat: found.aimed(seat) for seat in ways.targets}
    weighed: dict[Act, float] = {}
    for action in legal:
        match action:
            case Announce(total):
                weighed[action] = float(unaimed[total - ways.dice])
            case Aim(total, seat):
                weighed[action] = float(aimed[seat][total - ways.dice])
            case Roll():
                weighed[action] = found.hasty()
    first = [action for action in legal if isinstance(action, SpendAccount)]
    if first:
        # Trying goes on with the policy's announcement, so that is what it is compared with.
        known, usual = numbers(view.options), announcing(start[0])
        gain = max(weighed.values()) - next(value for action, value in weighed.items() if known[action] == usual)
        tries = try_actions(view, first, copies(start, many // len(first), rng))
        weighed |= {action: min(1.0, value + gain) for action, value in zip(first, tries, strict=True)}
    return [weighed[action] for action in legal]


@lru_cache(16)
def numbers(options: Options) -> dict[Act, int]:
    return {action: number for number, action in enumerate(alphabet(options)) if action is not None}


def values_without_compiler(view: View, legal: Sequence[Act], preferred: int) -> list[float]:
    """Without a compiler there is no time to play on: what is sound comes first, then what is best at first sight."""
    likings = [worth(view, action) for action in legal]
    known, top = numbers(view.options), max(likings)
    return [
        chance(view.options, top + 1 if known[action] == preferred else liking)
        for action, liking in zip(legal, likings, strict=True)
    ]
