"""What a seat of The Golden 21 observes, as int8: declared once, written from a record and from a view.

All is seen from one seat, the observer's: it is 0, then they are counted to the left, and -1 is nobody. What
may be over 127 has two cells, x & 127 and x >> 7, which has the sign; of what has no limit (21s and years) never more
than 16,383. The Bourse is not in it, nor what was cast for seats: nothing that is still to come depends on them.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee.contract import Seat
from tablee.games.golden21.actions import USES
from tablee.games.golden21.bourse import LIMIT
from tablee.games.golden21.dice import FACES
from tablee.games.golden21.packing import OPTIONS, STEPS, option_numbers
from tablee.games.golden21.record import SEATS
from tablee.games.golden21.state import Turn
from tablee.games.golden21.view import View
from tablee.turbo.compiled import kernel
from tablee.turbo.interface import Lane
from tablee.turbo.layout import Field, Layout, Repeat, digits, wide

MOST: Final = (1 << 14) - 1  # what two cells can say
MOST_TOTAL: Final = 330
MOST_POINTS: Final = 7535
NOBODY: Final = Turn(Seat(-1), "announce")

OBSERVATION: Final = Layout((
    Repeat("seats", "each trader, the observer's first, then to the left; 0 where nobody sits", SEATS, (
        wide("debt", -LIMIT, LIMIT, "debt"),
        wide("account", 0, LIMIT, "account"),
        Field("crisis", "Crisis dice", high=50),
        wide("kills", 0, MOST, "Kills"),
        wide("golds", 0, MOST, "21s"),
        wide("gold_years", 0, MOST, "the years in which they were made, added up"),
        Field("side", "the number of its side, or its team", high=9),
        Field("place", "how many places after the observer it plays (-1: not known yet)", low=-1, high=9),
        Field("out", "over 21 this year: 1 for the first, 2 …, 0 for not", high=10),
        Field("stand", "standing at 21: 1 for the first, 2 …, 0 for not", high=10),
        Field("dead", "killed for good: 1 for the first, 2 …, 0 for not", high=10),
    )),
    Field("own", "the observer's seat", high=9),
    Field("casting", "traders who are still to cast in this round", high=10),
    Field("over", "the game is over", high=1),
    wide("year", 0, MOST, "the year"),
    Field("golden", "Golden dice", high=5),
    Field("supply", "Crisis dice in the box", high=50),
    Field("turn", "whose turn", low=-1, high=9),
    Field("step", "its step: announce 0, roll, fine, bonus, account, gift, standing 6", high=6),
    Field("used", "the account was used in this turn", high=1),
    Field("placed", "points were placed on it in this turn", high=1),
    Field("hasty", "rolled unannounced in this turn", high=1),
    wide("total", 0, MOST_TOTAL, "the total announced (0: none)"),
    Field("aim", "the seat aimed at", low=-1, high=9),
    wide("points", 0, MOST_POINTS, "bonus points to use"),
    Field("gifts", "Crisis dice to give", high=54),
    Field("dice", "dice to roll", high=55),
    Field("thrown_by", "the last throw: by whom", low=-1, high=9),
    wide("thrown_total", 0, MOST_TOTAL, "the last throw: the total announced"),
    Field("face", "the last throw: how many dice showed 1 to 6", 6, high=55),
    Field("thrown_aim", "the last throw: the seat aimed at", low=-1, high=9),
    Field("hit", "the last throw: it hit", high=1),
    Field("spent_by", "the last use of points: by whom", low=-1, high=9),
    Field("saved", "the last use of points: from the account", high=1),
    wide("spent_points", 0, MOST_POINTS, "the last use of points: how many"),
    Field("spent_use", "the last use of points: +debt 0, -debt 1, +account 2, -account 3", high=3),
    Field("spent_on", "the last use of points: on whom", low=-1, high=9),
    Field("players", "players at the table", high=10),
    Field("goal", "option: original 0, killer 1, survivor 2", high=2),
    Field("last_year", "option: the last year (0: none)", high=50),
    Field("enough", "option: Kills to reach", high=20),
    Field("expert", "option: a 21 counts as much as its year", high=1),
    Field("penalties", "option: rolling unannounced and dice off the table are fined", high=1),
    Field("free_throw", "option: traders may aim at each other; 2: a hit is taken off the target's debt", high=2),
    Field("aim_hit", "option: the chance in percent that an aimed throw hits", high=100),
    Field("aim_off", "option: the chance in percent that an aimed throw goes off the table", high=100),
    Field("off", "option: the chance in percent that any other throw does", high=100),
    Field("collection", "option: the collection", high=1),
    Field("open", "option: a trader at 21 can still be moved", high=1),
    Field("raw", "option: the last year ends without a balance", high=1),
    Field("box", "option: Crisis dice that the box holds", high=50),
))  # fmt: skip

SEAT, TABLE = OBSERVATION.stride("seats"), OBSERVATION.offset("own")
DEBT, ACCOUNT, CRISIS, KILLS, GOLDS, GOLD_YEARS, SIDE, PLACE, OUT, STAND, DEAD = OBSERVATION.offsets(
    "seats.debt", "seats.account", "seats.crisis", "seats.kills", "seats.golds", "seats.gold_years", "seats.side",
    "seats.place", "seats.out", "seats.stand", "seats.dead",
)  # fmt: skip
OWN, CASTING, OVER, YEAR, GOLDEN, SUPPLY = OBSERVATION.offsets("own", "casting", "over", "year", "golden", "supply")
TURN, STEP, USED, PLACED, HASTY = OBSERVATION.offsets("turn", "step", "used", "placed", "hasty")
TOTAL, AIM, POINTS, GIFTS, DICE = OBSERVATION.offsets("total", "aim", "points", "gifts", "dice")
THROWN_BY, THROWN_TOTAL, FACE, THROWN_AIM, HIT = OBSERVATION.offsets(
    "thrown_by", "thrown_total", "face", "thrown_aim", "hit"
)
SPENT_BY, SAVED, SPENT_POINTS, SPENT_USE, SPENT_ON = OBSERVATION.offsets(
    "spent_by", "saved", "spent_points", "spent_use", "spent_on"
)
PLAYERS, GOAL, LAST_YEAR, ENOUGH, EXPERT, PENALTIES, FREE_THROW = OBSERVATION.offsets(
    "players", "goal", "last_year", "enough", "expert", "penalties", "free_throw"
)
AIM_HIT, AIM_OFF, OFF, COLLECTION, OPEN, RAW, BOX = OBSERVATION.offsets(
    "aim_hit", "aim_off", "off", "collection", "open", "raw", "box"
)


@kernel
def write_wide(out: Any, cell: int, number: int) -> None:
    """Two cells: the lower seven bits, and the rest with the sign."""
    out[cell], out[cell + 1] = number & 127, number >> 7


@kernel
def count_from(g: Lane, p: int, q: int) -> int:
    """Seat q counted from p; -1 stays nobody."""
    return q if q < 0 else (q - p + int(g.players)) % int(g.players)


@kernel
def observe(g: Lane, p: int, out: Any) -> None:
    """The observation of seat p."""
    p, n = int(p), int(g.players)
    for i in range(TABLE):
        out[i] = 0
    for k in range(n):
        q, at = (p + k) % n, SEAT * k
        write_wide(out, at + DEBT, int(g.debt[q]))
        write_wide(out, at + ACCOUNT, int(g.account[q]))
        out[at + CRISIS] = g.crisis[q]
        write_wide(out, at + KILLS, int(g.kills[q]))
        write_wide(out, at + GOLDS, min(MOST, int(g.golds[q])))
        write_wide(out, at + GOLD_YEARS, min(MOST, int(g.gold_years[q])))
        out[at + SIDE], out[at + PLACE] = g.side[q], -1
        out[at + OUT], out[at + STAND], out[at + DEAD] = g.out[q], g.stand[q], g.dead[q]
    if g.casting == 0:
        q = p
        for k in range(n):
            out[SEAT * count_from(g, p, q) + PLACE] = k
            q = int(g.after[q])
    casting = 0
    for q in range(n):
        casting += int(g.casting) >> q & 1
    out[OWN], out[CASTING], out[OVER] = p, casting, g.turn < 0 and casting == 0
    write_wide(out, YEAR, min(MOST, int(g.year)))
    out[GOLDEN], out[SUPPLY], out[TURN], out[STEP] = g.golden, g.supply, count_from(g, p, int(g.turn)), g.step
    out[USED], out[PLACED], out[HASTY] = g.used, g.placed, g.hasty
    write_wide(out, TOTAL, int(g.total))
    out[AIM] = count_from(g, p, int(g.aim))
    write_wide(out, POINTS, int(g.points))
    out[GIFTS] = g.gifts
    out[DICE] = g.golden + g.crisis[g.turn] if g.turn >= 0 else 0
    out[THROWN_BY] = count_from(g, p, int(g.thrown_by))
    write_wide(out, THROWN_TOTAL, int(g.thrown_total))
    for f in range(6):
        out[FACE + f] = g.face[f]
    out[THROWN_AIM], out[HIT] = count_from(g, p, int(g.thrown_aim)), g.hit
    out[SPENT_BY], out[SAVED] = count_from(g, p, int(g.spent_by)), g.saved
    write_wide(out, SPENT_POINTS, int(g.spent_points))
    out[SPENT_USE], out[SPENT_ON] = g.spent_use, count_from(g, p, int(g.spent_on))
    out[PLAYERS], out[GOAL], out[LAST_YEAR], out[ENOUGH] = n, g.goal, g.last_year, g.enough
    out[EXPERT], out[PENALTIES], out[FREE_THROW] = g.expert, g.penalties, g.free_throw
    out[AIM_HIT], out[AIM_OFF], out[OFF] = g.aim_hit, g.aim_off, g.off
    out[COLLECTION], out[OPEN], out[RAW], out[BOX] = g.collection, g.open, g.raw, g.box


def encode(view: View) -> NDArray[np.int8]:
    """The same observation, made from a view: so it can hold nothing else."""
    own, n, options = view.seat, view.options.players, view.options
    assert own is not None
    turn = NOBODY if view.turn is None else view.turn
    thrown, spent = view.thrown, view.spent

    def count_from(seat: Seat | None) -> int:
        return -1 if seat is None else (seat - own) % n

    return OBSERVATION.array({
        "seats": [encode_seat(view, Seat((own + k) % n), own) for k in range(n)],
        "own": own,
        "casting": len(view.casting),
        "over": view.result is not None,
        "year": digits(min(MOST, view.year)),
        "golden": view.golden,
        "supply": view.supply,
        "turn": -1 if view.turn is None else count_from(turn.seat),
        "step": STEPS.index(turn.step),
        "used": turn.used,
        "placed": turn.placed,
        "hasty": turn.hasty,
        "total": digits(turn.total or 0),
        "aim": count_from(turn.aim),
        "points": digits(turn.points),
        "gifts": turn.gifts,
        "dice": view.dice,
        "thrown_by": -1 if thrown is None else count_from(thrown.by),
        "thrown_total": digits(0 if thrown is None else thrown.total),
        "face": [0 if thrown is None else thrown.faces.count(face) for face in FACES],
        "thrown_aim": -1 if thrown is None else count_from(thrown.aim),
        "hit": 0 if thrown is None else thrown.hit,
        "spent_by": -1 if spent is None else count_from(spent.by),
        "saved": 0 if spent is None else spent.saved,
        "spent_points": digits(0 if spent is None else spent.points),
        "spent_use": 0 if spent is None else USES.index(spent.use),
        "spent_on": -1 if spent is None else count_from(spent.seat),
        **dict(zip(OPTIONS, option_numbers(options), strict=True)),
    })  # fmt: skip


def encode_seat(view: View, seat: Seat, own: Seat) -> dict[str, int | tuple[int, ...]]:
    """What the observation says of one trader."""
    trader, order = view.traders[seat], view.order
    out, stand, dead = (
        1 + seats.index(seat) if seat in seats else 0 for seats in (view.insolvent, view.at21, view.dead)
    )
    return {
        "debt": digits(trader.debt),
        "account": digits(trader.account),
        "crisis": trader.crisis,
        "kills": digits(trader.kills),
        "golds": digits(min(MOST, len(trader.golds))),
        "gold_years": digits(min(MOST, sum(trader.golds))),
        "side": view.options.sides[seat],
        "place": (order.index(seat) - order.index(own)) % view.options.players if order else -1,
        "out": out,
        "stand": stand,
        "dead": dead,
    }
