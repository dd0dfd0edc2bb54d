"""The strongest level of Sixteen: every play is tried in many worlds on the kernel, and the end is worked out.

Worlds are dealt from the cards nobody has seen, with one belief: a player who had a series in hand on their
last turn took it, and a player who went bust had no other card. Each play is played on to the end of its series.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np

from tablee.bots.search import halve, pack_states
from tablee.contract import Seat
from tablee.games.sixteen import GAME, policy
from tablee.games.sixteen.actions import Act, Draw
from tablee.games.sixteen.bots import endgame, world_search
from tablee.games.sixteen.bots.prospects import chance
from tablee.games.sixteen.packing import alphabet
from tablee.games.sixteen.posterior import posterior
from tablee.games.sixteen.turbo import BUST, DRAW, JOKER
from tablee.games.sixteen.view import View
from tablee.turbo.compiled import COMPILED

WORLDS = 512


@cache
def numbers() -> dict[Act, int]:
    """The kernel's number of each action."""
    return {action: number for number, action in enumerate(alphabet(GAME.options()))}


def values(view: View, legal: Sequence[Act], rng: Random) -> list[float]:
    """The chance to win with each of these actions."""
    assert view.seat is not None
    start = pack_states(GAME, [posterior(view).sample(rng)], 0)
    tried = [numbers()[action] for action in legal]
    if solvable(view, start[0]):
        return results(start, tried, view.seat)
    if not COMPILED:
        return promises(view, start[0], tried)
    worlds = np.zeros(WORLDS, start.dtype).view(np.recarray)
    world_search.deal(worlds, start, view.seat, ruled_out_cards(view), rng.getrandbits(62))
    found = halve(world_search.weigh, worlds, tried, view.seat)
    if Draw() in legal:  # a card more to choose from harms nobody: it is the policy that makes too little of it
        found[legal.index(Draw())] = max(found)
    return found


def promises(view: View, record: Any, tried: Sequence[int]) -> list[float]:
    """Interpreted, worlds take too long: what the policy itself hopes of each number, two turns ahead."""
    unseen, values, own = np.zeros(29, np.int64), np.zeros(7, np.int64), np.zeros(8, np.int64)
    many = policy.count(record, unseen, values, own)
    return [
        chance(view, 2)  # a card more to choose from
        if number == DRAW
        else chance(view, policy.promise(record, number % JOKER, number >= JOKER, unseen, values, own, many))
        for number in tried
    ]


def solvable(view: View, record: Any) -> bool:
    """With two players and no draw pile nothing is hidden. Interpreted, jokers and full hands take too long."""
    if view.options.players != 2 or view.stock:
        return False
    jokers = JOKER in record.hand[0, : record.held[0]] or JOKER in record.hand[1, : record.held[1]]
    return COMPILED or (not jokers and sum(view.counts) < 6)


def results(start: Any, tried: Sequence[int], seat: int) -> list[float]:
    """What each of these numbers comes to, 1, 0.5 or 0, if both play their best from here."""
    found = np.zeros(len(tried))
    records = np.zeros(endgame.DEEPEST + 1, start.dtype).view(np.recarray)
    endgame.solve(start, records, np.array(tried, np.int64), seat, found)
    exact: list[float] = found.tolist()
    return exact


def ruled_out_cards(view: View) -> Any:
    """The cards that each other seat is believed not to hold, bit by bit."""
    marks = np.zeros(4, np.int64)
    for seat in range(view.options.players):
        if seat != view.seat:
            marks[seat] = cards_not_held(view, Seat(seat))
    return marks


def cards_not_held(view: View, seat: Seat) -> int:
    """The cards that this seat would have played on its last turn: a series, or anything but a bust.

    Whatever it holds now it held then: it draws again only when its next turn comes. Only a single card may have been
    drawn after the play, where that is forgiven (S16-53): of it nothing is known.
    """
    if view.options.forgiving and view.counts[seat] == 1:
        return 0
    for pile in (view.pile, *(series.cards for series in reversed(view.series))):
        place = next((n for n in reversed(range(len(pile))) if pile[n].by == seat), None)
        if place is None:
            continue
        before = [policy.face(laid.value, laid.colour) for laid in pile[:place]]
        total = sum(laid.value for laid in pile[:place])
        a, b = ([-1, -1, *before])[-2:]
        match = int(view.options.match)
        done = policy.makes(match, total, a, b, policy.face(pile[place].value, pile[place].colour))
        if done not in (0, BUST):
            return 0
        marks = 0
        for card in range(JOKER):
            made = policy.makes(match, total, a, b, card)
            if made not in (0, BUST) or (done == BUST and made != BUST):
                marks |= 1 << card | 1 << JOKER
        return marks
    return 0
