"""What a reader of Code 21 works out: which soldiers others have hidden, and what a mission brings.

Between two missions all is open, so nothing before the present one needs to be read. What a seat hides says nothing of
what another seat hides, because neither sees it: each is read by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, TypeAlias

from msgspec.structs import replace

from tablee.contract import Over, Played, Seat
from tablee.games.code21.actions import ACCUSE, DECLARE, PASS, Act, Play, Stake, StakeNothing
from tablee.games.code21.posterior import plain
from tablee.games.code21.rules import apply, awaits, legal, possible_stakes
from tablee.games.code21.state import State
from tablee.games.code21.view import View, view
from tablee.tuples import around, left_of

Ask: TypeAlias = Callable[[View, Sequence[Act]], Mapping[Act, float]]  # how likely a seat with this view does what
Worlds: TypeAlias = list[tuple[State, float]]
Line: TypeAlias = list[tuple[Seat, Act]]  # what was done on this mission

MOST: Final = 4000  # of what a seat may hide, so many cases, the likeliest
JOINT: Final = 96  # worlds that are drawn where several seats hide something


def read(seen: View, ask: Ask, rng: Random) -> Worlds:
    """The worlds behind this view, each with its probability."""
    assert seen.seat is not None
    here = plain(seen)
    if seen.mission is None:
        return [(here, 1.0)]
    before, done = open_mission(here), history(here)
    others = [q for q in around(seen.options.players) if q != seen.seat]
    hidden = {q: read_seat(q, before, done, seen, ask) for q in others}
    if len(others) == 1:
        (cases,) = hidden.values()
        return [(state, chance) for _, state, chance in cases]
    if all(len(cases) == 1 for cases in hidden.values()):
        joined = [tuple(cases[0] for cases in hidden.values())]
        return [(lay(before, done, joined[0]), 1.0)]
    drawn = (tuple(draw(cases, rng) for cases in hidden.values()) for _ in range(JOINT))
    return [(lay(before, done, cases), 1 / JOINT) for cases in drawn]


Case: TypeAlias = tuple[dict[int, Act], State, float]  # what a seat did unseen, after so many things; a world; a chance


def draw(cases: Sequence[Case], rng: Random) -> Case:
    return rng.choices(cases, [chance for *_, chance in cases])[0]


def read_seat(seat: Seat, before: State, done: Line, seen: View, ask: Ask) -> list[Case]:
    """What this seat may have hidden, by how likely it would have done all that it did."""
    cases: list[Case] = [({}, before, 1.0)]
    place = 0  # in the line of soldiers
    for n, (by, action) in enumerate(done):
        unseen: Sequence[Act] | None = None  # what else it may have been
        if by == seat and isinstance(action, Play) and action.face == "down":
            unseen = [Play(value, "down") for value in seen.line[place].may_be]
        elif by == seat and isinstance(action, Stake | StakeNothing):
            assert seen.call is not None
            unseen = possible_stakes(cases[0][1].points[seat], seen.call, seat)
        place += isinstance(action, Play)
        if by != seat:
            cases = [(found, apply(state, Played(by, action)), chance) for found, state, chance in cases]
            continue
        after: list[Case] = []
        for found, state, chance in cases:
            may = legal(state, seat)
            shares = ask(view(state, seat), may)
            for done_here in (action,) if unseen is None else unseen:
                if done_here in may:
                    share = shares.get(done_here, 0.0)
                    kept = found if unseen is None else {**found, n: done_here}
                    after.append((kept, apply(state, Played(seat, done_here)), chance * share))
        cases = after
        if not any(chance for *_, chance in cases):  # it never does that: nothing can be read from it
            cases = [(found, state, 1.0) for found, state, _ in cases]
        cases = sorted(cases, key=lambda case: -case[2])[:MOST]
    total = sum(chance for *_, chance in cases)
    return [(found, state, chance / total) for found, state, chance in cases if chance > 0]


def lay(before: State, done: Line, cases: Sequence[Case]) -> State:
    """The world in which each seat did what its case says."""
    state = before
    for n, (by, action) in enumerate(done):
        action = next((found[n] for found, *_ in cases if n in found), action)
        state = apply(state, Played(by, action))
    return state


# ---- what was done on this mission ------------------------------------------------


def history(here: State) -> Line:
    """Everything that players did since the mission was turned up."""
    assert here.turn is not None
    turn = here.line[0].by if here.line else here.turn
    found: Line = []

    def pass_until(seat: Seat) -> None:
        nonlocal turn
        while turn != seat:
            found.append((turn, PASS))
            turn = left_of(turn, here.options.players)

    for soldier in here.line:
        pass_until(soldier.by)
        found.append((soldier.by, Play(soldier.value, "up" if soldier.up else "down")))
        turn = left_of(soldier.by, here.options.players)
    pass_until(here.turn)
    if here.call is not None:
        found.append((here.call.by, ACCUSE if here.call.kind == "accuse" else DECLARE))
        for seat, bet in enumerate(here.stakes):
            if bet is not None:
                found.append((Seat(seat), StakeNothing() if bet.side is None else Stake(bet.points, bet.side)))
    return found


def open_mission(here: State) -> State:
    """The table when this mission was turned up. What a dry bank did not pay is not known, and is forgotten."""
    import numpy as np

    from tablee.games.code21 import packing, turbo
    from tablee.games.code21.bots.master_search import rewind

    records = np.zeros(1, turbo.RECORD.dtype).view(np.recarray)
    packing.pack(replace(here, call=None, stakes=()), records[0])
    rewind(records[0])
    return replace(packing.unpack(records[0], here.options), verdicts=here.verdicts)


# ---- how far is looked, and what is there -----------------------------------------


def settled(state: State, seat: Seat) -> float | None:
    """The chance to win once a mission is over; None: it is not."""
    over = awaits(state)
    if isinstance(over, Over):
        return (over.ranks[seat] == 1) / over.ranks.count(1)
    return None if state.mission is not None else outlook(state, seat)


def estimate(state: State, seat: Seat) -> float | None:
    """The chance to win by what everybody owns; once there is a call, nobody plays on."""
    return None if state.call is not None else outlook(state, seat)


def outlook(state: State, seat: Seat) -> float:
    """As the master judges it: see `master_search.hope`."""
    import numpy as np

    from tablee.games.code21 import turbo
    from tablee.games.code21.bots.master_search import hope

    records, players = np.zeros(1, turbo.RECORD.dtype).view(np.recarray), state.options.players
    g = records[0]
    g.players, g.points[:players] = players, state.scores
    for q, cards in enumerate(state.cards):
        g.won[q] = len(cards)  # what they are worth is among the points already
    return float(hope(g, seat, 0.0, max(1, len(state.deck) + (state.mission is not None))))


def soonest(seen: View, offered: Sequence[Act]) -> Iterator[tuple[Act, Mapping[Seat, Act]]]:
    """What ends the mission at once, and what all others do then, where one looks no further."""
    nothing = dict.fromkeys(around(seen.options.players), StakeNothing())
    if seen.call is not None:
        yield offered[0], nothing
        return
    for action in offered:
        if action in (ACCUSE, DECLARE):
            yield action, nothing
