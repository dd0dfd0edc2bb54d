"""What each seat knows in Code 777: every rack except its own, and every question, answer and declaration."""

from __future__ import annotations

from msgspec import Struct

from tablee.contract import Move, Seat, write_value
from tablee.games.code777.actions import Act, Ask, Racked
from tablee.games.code777.options import Options
from tablee.games.code777.state import Asked, Declared, State
from tablee.games.code777.tiles import Rack


class View(Struct, frozen=True, gc=False):
    options: Options
    seat: Seat | None
    points: tuple[int, ...]
    turn: Seat | None
    stock: int  # tiles in it
    aside: int  # tiles set aside
    racks: tuple[tuple[Rack | None, ...], ...]  # all that stood on each of the four, the last now; None: unseen
    filling: tuple[int, ...]
    pile: tuple[int, ...]  # the questions still to come in this pass, in no order
    turned: tuple[int, ...]  # those that were turned, in order: when the pile is empty they come again like this
    asking: bool
    asked: int
    log: tuple[Asked | Declared, ...]
    spent: frozenset[Seat]
    ended: str


def view(state: State, seat: Seat | None) -> View:
    return View(
        options=state.options,
        seat=seat,
        points=state.points,
        turn=state.turn,
        stock=len(state.stock),
        aside=len(state.aside),
        racks=tuple(visible_racks(state, rack, seat) for rack in range(len(state.racks))),
        filling=state.filling,
        pile=state.pile,
        turned=state.turned,
        asking=state.asking,
        asked=state.asked,
        log=state.log,
        spent=state.spent,
        ended=state.ended,
    )


def visible_racks(state: State, rack: int, seat: Seat | None) -> tuple[Rack | None, ...]:
    """All tiles that have stood on a rack, as far as this seat knows them."""
    tiles = state.racks[rack]
    if not hides(state, rack, seat):
        return tiles
    if rack == seat and state.options.show_removed:  # C77-21
        return tiles if rack in state.filling else (*tiles[:-1], None)
    return (None,) * len(tiles)


def hides(state: State, rack: int, seat: Seat | None) -> bool:
    """C77-02: a player's own rack; C77-03: from a spectator every rack that belongs to somebody."""
    return rack == seat or (seat is None and rack < state.options.players)


def told(before: State, move: Move[Act], after: State, seat: Seat | None) -> str:
    if isinstance(move.action, Racked) and hides(before, move.action.rack, seat):
        return f"*: racked {move.action.rack} ?,?,?"
    if len(after.log) > len(before.log):
        return f"{move} = {outcome(before, after.log[-1], seat)}"
    if isinstance(move.action, Ask) and not after.asking:  # C77-31: there is no question left
        return f"{move} = none"
    return str(move)


def outcome(before: State, event: Asked | Declared, seat: Seat | None) -> str:
    match event:
        case Asked(number, _, answer):
            return f"{answer}" if before.asking else f"{number} {answer}"
        case Declared(by, _, right):
            verdict = "right" if right else "wrong"
            shown = seat == by and before.options.show_removed  # C77-21
            return f"{verdict} {write_value(before.racks[by][-1])}" if shown else verdict
