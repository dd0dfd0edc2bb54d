"""What each seat knows in The Golden 21: everything. Only the dice are unknown, and they are not rolled yet."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from tablee.contract import Move, Over, Seat
from tablee.games.golden21.actions import Act
from tablee.games.golden21.options import Options
from tablee.games.golden21.result import result, stakes
from tablee.games.golden21.state import Spent, State, Thrown, Trader, Turn, Year, dice


class View(Struct, frozen=True, gc=False):
    options: Options
    seat: Seat | None
    casts: tuple[tuple[int, ...], ...]
    casting: tuple[Seat, ...]
    order: tuple[Seat, ...]
    year: int
    golden: int
    supply: int
    traders: tuple[Trader, ...]
    turn: Turn | None
    dice: int  # that the trader whose turn it is rolls
    thrown: Thrown | None
    bourse: tuple[Year, ...]  # the year that is being played last, without its balance
    insolvent: tuple[Seat, ...]
    at21: tuple[Seat, ...]
    dead: tuple[Seat, ...]
    stakes: tuple[int, ...]  # Collection 21
    result: Over | None
    spent: Spent | None


def view(state: State, seat: Seat | None) -> View:
    over = result(state) if state.order and state.turn is None else None
    unfinished = (Year(state.year, state.lines),) if any(state.lines) else ()
    return View(
        options=state.options,
        seat=seat,
        casts=state.casts,
        casting=state.casting,
        order=state.order,
        year=state.year,
        golden=state.golden,
        supply=state.supply,
        traders=state.traders,
        turn=state.turn,
        dice=0 if state.turn is None else dice(state, state.turn.seat),
        thrown=state.thrown,
        bourse=state.past + unfinished,
        insolvent=state.insolvent,
        at21=state.at21,
        dead=state.dead,
        stakes=stakes(state, over),
        result=over,
        spent=state.spent,
    )


def told(before: State, move: Move[Act], after: State, seat: Seat | None) -> str:
    return str(move)


def imagine(view: View, rng: Random) -> State:
    """The one world there can be: nothing is hidden."""
    lasting = bool(view.bourse) and not view.bourse[-1].balance
    return State(
        options=view.options,
        casts=view.casts,
        casting=view.casting,
        traders=view.traders,
        supply=view.supply,
        golden=view.golden,
        order=view.order,
        year=view.year,
        turn=view.turn,
        lines=view.bourse[-1].lines if lasting else ((),) * view.options.players,
        insolvent=view.insolvent,
        at21=view.at21,
        dead=view.dead,
        past=view.bourse[:-1] if lasting else view.bourse,
        thrown=view.thrown,
        spent=view.spent,
    )
