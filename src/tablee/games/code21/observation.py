"""What a seat of Code 21 observes, as int8: declared once, written from a record and from a view.

All is seen from one seat, the observer's: it is 0, then they are counted to the left, and -1 is nobody.
Points, and what the bank holds, may be many: they are three digits to the base 128, the units first. Of the earlier
missions there is what still lies on the table, and no more.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee.games.code21.packing import CALLS, HALVES, PAYERS
from tablee.games.code21.turbo import LINE, VALUES, worth
from tablee.games.code21.view import View
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane
from tablee.turbo.layout import Field, Layout, Repeat, digits, wide

SEATS: Final = 4
MISSIONS: Final = 20  # they are worth 1 to 20
TAIL: Final = 12  # soldiers of the line in an observation
UNSEEN: Final = 21
MOST_POINTS: Final = 1_000_000

OBSERVATION: Final = Layout((
    Repeat("seats", "each seat, the observer's first, then to the left; 0 where nobody sits", SEATS, (
        Field("soldiers", "each value: 0 there is none, 1 in hand or face down, 2 the same, but taken back on this "
              "mission, 3 face up on the mission, 4 laid in front", VALUES, high=4),
        Field("held", "soldiers in hand", high=12),
        Field("down", "on the mission face down: before anything was taken back on it, and after", 2, high=12),
        wide("points", 0, MOST_POINTS, "points", 3),
        Field("won", "missions won", high=3),
        Field("worth", "what they are worth together", high=60),
        Field("staked", "a stake is placed", high=1),
    )),
    Field("hand", "each value: it is in the observer's hand", VALUES, high=1),
    Field("missions", "the missions to come of the values 1 to 20", MISSIONS, high=30),
    Field("mission", "the mission (0: none)", high=MISSIONS),
    Field("turn", "whose turn", low=-1, high=3),
    Field("lined", "soldiers on the mission", high=LINE),
    Field("known", "their total as far as it is known, or 127 where it is more"),
    Field("call", "accused 1, declared 2, neither 0", high=2),
    Field("caller", "the seat that spoke", low=-1, high=3),
    Field("last", "the seat that played the last soldier", low=-1, high=3),
    Field("stake", "the observer's stake (-1: not placed)", low=-1, high=3),
    Field("side", "the seat on which it is staked", low=-1, high=3),
    Field("bounded", "the bank has a bottom", high=1),
    wide("bank", 0, MOST_POINTS, "what it holds then", 3),
    Field("players", "players at the table", high=4),
    Field("own", "the observer's seat", high=3),
    Field("half", "option: halves are rounded down 0, up 1", high=1),
    Field("payer", "option: a pass is paid by the passer 0, the bank 1", high=1),
    Repeat("tail", "the last twelve soldiers, the very last first", TAIL, (
        Field("by", "the seat that played it", low=-1, high=3, empty=-1),
        Field("value", "its value (21: not seen, -1: no soldier)", low=-1, high=UNSEEN, empty=-1),
    )),
))  # fmt: skip

SEAT, TABLE, LAST_SOLDIER = OBSERVATION.stride("seats"), OBSERVATION.offset("hand"), OBSERVATION.stride("tail")
SOLDIERS, HELD, DOWN, POINTS, WON, WORTH, STAKED = OBSERVATION.offsets(
    "seats.soldiers", "seats.held", "seats.down", "seats.points", "seats.won", "seats.worth", "seats.staked"
)
HAND, TO_COME, MISSION, TURN, LINED, KNOWN = OBSERVATION.offsets(
    "hand", "missions", "mission", "turn", "lined", "known"
)
CALL, CALLER, LAST, STAKE, SIDE = OBSERVATION.offsets("call", "caller", "last", "stake", "side")
BOUNDED, BANK, PLAYERS, OWN, HALF, PAYER = OBSERVATION.offsets("bounded", "bank", "players", "own", "half", "payer")
TAIL_BY, TAIL_VALUE = OBSERVATION.offsets("tail.by", "tail.value")
OBSERVED: Final = OBSERVATION.size


@kernel
def observe(g: Lane, p: int, out: Any) -> None:
    """The observation of seat p."""
    players, lined = int(g.players), int(g.lined)
    for i in range(players):
        q = p + i if p + i < players else p + i - players
        observe_seat(g, q, out, i * SEAT)
    for i in range(players * SEAT, TABLE):
        out[i] = 0
    for n in range(lined):
        q = g.by[n]
        out[count_from(g, p, q) * SEAT + (DOWN if n <= g.when[q] else DOWN + 1)] += 1 - g.open[n]
    known, hand, down = int(g.shown), int(g.hand[p]), int(g.down[p])
    for value in range(VALUES):
        out[HAND + value] = hand >> value & 1
        known += value * (down >> value & 1)
    for value in range(MISSIONS):
        out[TO_COME + value] = 0
    for i in range(g.stock):
        out[TO_COME - 1 + g.deck[i]] += 1
    out[MISSION], out[TURN] = g.mission, count_from(g, p, g.turn)
    out[LINED], out[KNOWN] = lined, min(known, 127)
    out[CALL], out[CALLER], out[LAST] = g.call, -1, -1
    out[STAKE], out[SIDE] = -1, -1
    if lined:
        out[LAST] = count_from(g, p, g.by[lined - 1])
    if g.call:
        out[CALLER] = count_from(g, p, g.caller)
        out[STAKE], out[SIDE] = g.stake[p], count_from(g, p, g.side[p])
    out[BOUNDED] = g.bank >= 0
    write_digits(max(0, g.bank), out, BANK)
    out[PLAYERS], out[OWN], out[HALF], out[PAYER] = players, p, g.half, g.bank_pays
    last = min(lined, TAIL)
    for i in range(last):
        n = lined - 1 - i
        out[TAIL_BY + LAST_SOLDIER * i] = count_from(g, p, g.by[n])
        out[TAIL_VALUE + LAST_SOLDIER * i] = g.value[n] if g.open[n] or g.by[n] == p else UNSEEN
    for i in range(TAIL_BY + LAST_SOLDIER * last, OBSERVED):
        out[i] = -1


@kernel
def observe_seat(g: Lane, q: int, out: Any, at: int) -> None:
    """What stands in the cells of seat q, but for its soldiers that lie face down on the mission."""
    up, laid = int(g.up[q]), int(g.laid[q])
    rest = int(g.set) & ~(up | laid)
    back = rest & int(g.back[q])
    for value in range(VALUES):  # without branches: a processor could not predict them
        once = (up >> value & 1) + (rest >> value & 1) + (back >> value & 1)
        out[at + SOLDIERS + value] = once + 2 * (up >> value & 1) + 4 * (laid >> value & 1)
    out[at + HELD], out[at + DOWN], out[at + DOWN + 1] = g.held[q], 0, 0
    write_digits(g.points[q], out, at + POINTS)
    out[at + WON], out[at + WORTH] = g.won[q], worth(g, q)
    out[at + STAKED] = g.call > 0 and g.stake[q] >= 0


@kernel
def count_from(g: Lane, p: int, q: int) -> int:
    """The seat q, counted from p; -1: nobody."""
    if q < 0:
        return -1
    return q - p if q >= p else q - p + g.players


@kernel
def write_digits(number: int, out: Any, at: int) -> None:
    """Three digits to the base 128."""
    out[at], out[at + 1], out[at + 2] = number & 127, number >> 7 & 127, number >> 14


def encode(view: View) -> NDArray[np.int8]:
    """The same observation, made from a view: so it can hold nothing else."""
    me, options = view.seat, view.options
    assert me is not None
    players, line, call, stake = options.players, view.line, view.call, view.stake

    def count_from(seat: int | None) -> int:
        return -1 if seat is None else (seat - me) % players

    return OBSERVATION.array({
        "seats": [encode_seat(view, (me + n) % players) for n in range(players)],
        "hand": [value in view.hand for value in range(VALUES)],
        "missions": [view.deck.count(value) for value in range(1, MISSIONS + 1)],
        "mission": view.mission or 0,
        "turn": count_from(view.turn),
        "lined": len(line),
        "known": min(127, sum(soldier.value for soldier in line if soldier.value is not None)),
        "call": 0 if call is None else CALLS.index(call.kind) + 1,
        "caller": -1 if call is None else count_from(call.by),
        "last": count_from(line[-1].by if line else None),
        "stake": -1 if stake is None else stake.points,
        "side": -1 if stake is None else count_from(stake.side),
        "bounded": view.bank is not None,
        "bank": digits(view.bank or 0, 3),
        "players": players,
        "own": me,
        "half": HALVES.index(options.half),
        "payer": PAYERS.index(options.pass_paid_by),
        "tail": [
            {"by": count_from(soldier.by), "value": UNSEEN if soldier.value is None else soldier.value}
            for soldier in line[: -TAIL - 1 : -1]
        ],
    })  # fmt: skip


def encode_seat(view: View, seat: int) -> dict[str, Any]:
    """What the observation says of one seat."""
    theirs = [(n, soldier) for n, soldier in enumerate(view.line) if soldier.by == seat]
    back, when = next(((soldier.back, n) for n, soldier in theirs if soldier.back), ((), LINE))
    soldiers = [0] * VALUES
    for value in view.options.soldiers:
        soldiers[value] = 3
    for value in view.laid[seat]:
        soldiers[value] = 4
    for value in view.unseen[seat]:
        soldiers[value] = 2 if value in back else 1
    early = [n <= when for n, soldier in theirs if not soldier.up]
    cards = view.cards[seat]
    return {
        "soldiers": soldiers,
        "held": view.counts[seat],
        "down": (sum(early), len(early) - sum(early)),
        "points": digits(view.points[seat], 3),
        "won": len(cards),
        "worth": sum(cards),
        "staked": view.call is not None and view.staked[seat],
    }
