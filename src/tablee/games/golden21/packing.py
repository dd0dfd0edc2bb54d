"""The Golden 21 between rules and record: actions by number, options, outcomes of chance, states, there and back."""

from __future__ import annotations

from itertools import chain, repeat
from typing import Any, Final

from msgspec.structs import replace

from tablee.contract import Seat
from tablee.games.golden21.actions import (
    DONE,
    ROLL,
    USES,
    Act,
    Aim,
    Announce,
    Cast,
    Fined,
    Give,
    Hit,
    Off,
    Rolled,
    SpendAccount,
    SpendBonus,
)
from tablee.games.golden21.dice import FACES
from tablee.games.golden21.options import Options
from tablee.games.golden21.record import RECORD, SEATS
from tablee.games.golden21.state import Line, Spent, State, Step, Thrown, Trader, Turn
from tablee.games.golden21.turbo import FELL_CAST, FELL_FINED, FELL_HIT, FELL_OFF, LOWEST, ROUNDS, TOTALS, begin
from tablee.games.golden21.turn import MOST_GOLDEN
from tablee.turbo.interface import Lane

STEPS: Final[tuple[Step, ...]] = ("announce", "roll", "fine", "bonus", "account", "gift", "standing")
GOALS: Final = ("original", "killer", "survivor")
FREE_THROWS: Final = (False, True, "literal")
OPTIONS: Final = (
    "players", "goal", "last_year", "enough", "expert", "penalties", "free_throw", "aim_hit", "aim_off", "off",
    "collection", "open", "raw", "box",
)  # fmt: skip


def option_numbers(options: Options) -> list[int]:
    """The options as numbers, in the order of their names above."""
    return [
        options.players, GOALS.index(options.goal), options.last_year, options.kills, options.expert, options.penalties,
        FREE_THROWS.index(options.free_throw), options.aim_hit, options.aim_off, options.off, options.collection,
        options.at21 == "open", options.final == "raw", options.crisis_supply,
    ]  # fmt: skip


def alphabet(options: Options) -> list[Act | None]:
    """Every action that a player can ever take, by its number; None where there is none at this table."""
    here = [Seat(seat) if seat < options.players else None for seat in range(SEATS)]
    most = 6 * (MOST_GOLDEN + options.crisis_supply)
    totals = [total if total <= most else None for total in range(LOWEST, LOWEST + TOTALS)]
    actions: list[Act | None] = []
    for kind in (SpendBonus, SpendAccount):
        actions += [None if seat is None else kind(use, seat) for seat in here for use in USES]
    actions += [None if seat is None else Give(seat) for seat in here]
    actions += [DONE, ROLL if options.penalties else None]
    actions += [None if total is None else Announce(total) for total in totals]
    for seat in here:
        aims = seat is not None and options.free_throw
        actions += [Aim(total, seat) if aims and total is not None and seat is not None else None for total in totals]
    return actions


def agree(g: Lane, options: Options) -> None:
    """Writes the options into the record."""
    for name, number in zip(OPTIONS, option_numbers(options), strict=True):
        g[name] = number
    g["side"][: options.players] = options.sides


def fell(g: Lane) -> Act:
    """What `happen` just did."""
    if g.fell == FELL_OFF:
        return Off()
    if g.fell in (FELL_CAST, FELL_FINED):
        return (Cast if g.fell == FELL_CAST else Fined)(int(g.fell_face))
    return (Hit if g.fell == FELL_HIT else Rolled)(spread(g.face.tolist()))


def spread(counts: list[int]) -> tuple[int, ...]:
    """This many of each face, as dice."""
    return tuple(chain.from_iterable(map(repeat, FACES, counts)))


def pack(state: State, g: Lane) -> None:
    """Writes a state into the record."""
    n, traders, order = state.options.players, state.traders, state.order
    agree(g, state.options)
    begin(g)
    casts = fold_casts(state.casts)
    each: dict[str, list[int]] = {
        "casts": [sum(face << 60 - 3 * i for i, face in enumerate(cast)) for cast in casts],
        "debt": [trader.debt for trader in traders],
        "account": [trader.account for trader in traders],
        "crisis": [trader.crisis for trader in traders],
        "kills": [trader.kills for trader in traders],
        "golds": [len(trader.golds) for trader in traders],
        "gold_years": [sum(trader.golds) for trader in traders],
    }
    one: dict[str, int] = {
        "casting": sum(1 << seat for seat in state.casting),
        "rounds": len(casts[state.casting[0]]) if state.casting else max(map(len, casts)),
        "year": state.year,
        "golden": state.golden,
        "supply": state.supply,
        "lasting": any(state.lines),
        "buried": sum(not column for column in state.lines) if any(state.lines) else 0,
    }
    if order:
        each["order"], each["after"] = [*order], [order[(order.index(Seat(p)) + 1) % n] for p in range(n)]
    for many, which, seats in (
        ("outs", "out", state.insolvent), ("stands", "stand", state.at21), ("deaths", "dead", state.dead),
    ):  # fmt: skip
        one[many] = len(seats)
        each[which] = [1 + seats.index(Seat(p)) if p in seats else 0 for p in range(n)]
    if (turn := state.turn) is not None:
        one |= {
            "turn": turn.seat, "step": STEPS.index(turn.step), "used": turn.used, "placed": turn.placed,
            "hasty": turn.hasty, "total": turn.total or 0, "aim": -1 if turn.aim is None else turn.aim,
            "points": turn.points, "gifts": turn.gifts,
        }  # fmt: skip
    if (thrown := state.thrown) is not None:
        one |= {"thrown_by": thrown.by, "thrown_total": thrown.total, "hit": thrown.hit}
        one["thrown_aim"] = -1 if thrown.aim is None else thrown.aim
        each["face"] = [*map(thrown.faces.count, FACES)]
    if (spent := state.spent) is not None:
        one |= {"spent_by": spent.by, "saved": spent.saved, "spent_points": spent.points}
        one |= {"spent_use": USES.index(spent.use), "spent_on": spent.seat}
    for name, number in one.items():
        g[name] = number
    for name, numbers in each.items():
        g[name][: len(numbers)] = numbers


def unpack(g: Lane, options: Options) -> State:
    """The state that the record holds."""
    n = options.players
    values = (value if isinstance(value, int) else value.tolist() for value in g.item())
    of: dict[str, Any] = dict(zip(RECORD.dtype.names or (), values, strict=True))
    traders = tuple(
        Trader(debt, account, crisis, kills, even_years(golds, years))
        for debt, account, crisis, kills, golds, years in zip(
            of["debt"][:n], of["account"], of["crisis"], of["kills"], of["golds"], of["gold_years"], strict=False
        )
    )
    dead = in_order(of["dead"])
    return State(
        options=options,
        casts=tuple(tuple(face for i in range(ROUNDS) if (face := cast >> 60 - 3 * i & 7)) for cast in of["casts"][:n]),
        casting=tuple(Seat(seat) for seat in range(n) if of["casting"] >> seat & 1),
        traders=traders,
        supply=of["supply"],
        golden=of["golden"],
        order=() if of["casting"] else tuple(map(Seat, of["order"][:n])),
        year=of["year"],
        turn=None if of["turn"] < 0 else Turn(
            Seat(of["turn"]), STEPS[of["step"]], bool(of["used"]), bool(of["placed"]), bool(of["hasty"]),
            of["total"] or None, somebody(of["aim"]), of["points"], of["gifts"],
        ),
        lines=standings(traders, dead[: of["buried"]]) if of["lasting"] else ((),) * n,
        insolvent=in_order(of["out"]),
        at21=in_order(of["stand"]),
        dead=dead,
        thrown=None if of["thrown_by"] < 0 else Thrown(
            Seat(of["thrown_by"]), of["thrown_total"], spread(of["face"]), somebody(of["thrown_aim"]), bool(of["hit"])
        ),
        spent=None if of["spent_by"] < 0 else Spent(
            Seat(of["spent_by"]), bool(of["saved"]), of["spent_points"], USES[of["spent_use"]], Seat(of["spent_on"])
        ),
    )  # fmt: skip


def in_order(places: list[int]) -> tuple[Seat, ...]:
    """The seats that have a place, in the order of the places."""
    return tuple(sorted((Seat(seat) for seat, place in enumerate(places) if place), key=places.__getitem__))


def somebody(number: int) -> Seat | None:
    return None if number < 0 else Seat(number)


def bare(state: State) -> State:
    """The state without what a record does not keep of the Bourse and the tally, none of which sways the game.

    The earlier years are gone, and each column of this one is as if the year began now. Of the years in which a trader
    made a 21 there is how many and their sum, which is all that counts (G21-61, G21-63): `even_years`. Of more than 21
    rounds of casting, which hardly a game in 10^14 has, there is what came of them: `fold_casts`.
    """
    return replace(
        state,
        past=(),
        lines=standings(state.traders, tuple(Seat(p) for p, column in enumerate(state.lines) if not column)),
        traders=tuple(
            replace(trader, golds=even_years(len(trader.golds), sum(trader.golds))) for trader in state.traders
        ),
        casts=fold_casts(state.casts),
    )


def standings(traders: tuple[Trader, ...], without: tuple[Seat, ...]) -> tuple[tuple[Line, ...], ...]:
    """Columns of one line, as a year begins with (G21-113)."""
    return tuple(
        () if p in without else (Line(trader.debt, trader.account or None),) for p, trader in enumerate(traders)
    )


def even_years(many: int, years: int) -> tuple[int, ...]:
    """This many years in ascending order that make this sum, none more than one later than another."""
    return tuple((years + i) // many for i in range(many))


def fold_casts(casts: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """What was cast for seats. Of more than 21 rounds the first 21 become two that give the same order."""
    while max(map(len, casts)) > ROUNDS:
        early = [cast[:ROUNDS] for cast in casts]
        places = [sum(other < cast for other in early) for cast in early]
        casts = tuple(
            (1 + place // 6, 1 + place % 6, *cast[ROUNDS:]) for place, cast in zip(places, casts, strict=True)
        )
    return casts
