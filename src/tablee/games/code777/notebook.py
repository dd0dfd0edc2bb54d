"""A notebook of Code 777: the player sees every rack but their own, and hears every answer and declaration.

What they cannot see are their own racks. So a note fits if own racks can be found that fit it and all that was noted
before; `deduction` finds them, as if what was noted had been told already.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from tablee.contract import Chance, Happened, Move
from tablee.games.code777.actions import Act, Ask, Declare, DeclareTiles, Racked, Turned, parse
from tablee.games.code777.deduction import build_state, choose_racks, out_of_stock, seen_from, take, unseen_racks
from tablee.games.code777.posterior import posterior
from tablee.games.code777.questions import CARDS, Answer
from tablee.games.code777.rules import awaits
from tablee.games.code777.state import ALL_RACKS, Asked, Declared, State
from tablee.games.code777.tiles import RACKS, Rack
from tablee.games.code777.view import View
from tablee.notebook import NotedLine, NotedMove, incomplete
from tablee.tuples import put

EYES: Final = "player"
UNSEEN = "?,?,?"


def read(view: View, note: NotedLine) -> NotedMove:
    if note.by is None and note.action == f"racked {view.seat} {UNSEEN}":
        return NotedMove(draw_own, "C77-02")
    action = parse(note.action)
    move: Move[Act] = note.move(action)
    match action:
        case Racked(rack, tiles) if rack != view.seat:
            told = with_rack(view, rack, tiles)
            return NotedMove(lambda *_: move, "C77-01", lambda rng: search(view, told, move, rng), ("C77-01",))
        case Racked():
            raise incomplete(note)
        case Turned(number) if view.turn not in (None, view.seat):
            return answered(view, note, move, str(number), note.outcome)
        case Ask() if view.turn not in (None, view.seat) and not (view.pile or is_closing(view)):
            card, _, answer = note.outcome.partition(" ")
            return answered(view, note, move, card, answer)
        case Declare(digits) if note.by == view.seat:
            return declared(view, note, move, digits)
        case DeclareTiles(tiles) if note.by == view.seat:
            return declared(view, note, move, tiles)
    rule = "C77-21" if isinstance(action, Declare | DeclareTiles) else "C77-10"
    return NotedMove(lambda *_: move, rule, follows=True)  # this seat sees enough to know the outcome


def forced(view: View) -> str | None:
    """New tiles on the own rack: all that is seen of them are their backs."""
    own = view.seat is not None and view.filling[:1] == (view.seat,)
    return f"*: racked {view.seat} {UNSEEN}" if own and view.turn is not None and not view.ended else None


def certain(view: View) -> dict[str, str]:
    """The own digits, or tiles where those are declared; by which of the own racks it is."""
    what = "rack" if view.options.colours else "digits"
    chances = posterior(view).chances.get(f"{what} {view.seat}", {})
    return {f"{what} {len(view.racks[view.seat or 0])}": next(iter(chances))} if len(chances) == 1 else {}


def is_closing(view: View) -> bool:
    """C77-31: no question is left."""
    return 0 < view.options.limit == view.asked


def draw_own(state: State, rng: Random) -> Move[Act]:
    """Any tiles that are left: whichever they are, this seat is told the same."""
    chance = awaits(state)
    return Happened(chance.sample(rng) if isinstance(chance, Chance) else Racked(0, RACKS[0]))


# ---- as if it had been told already ---------------------------------------------


def with_rack(view: View, rack: int, tiles: Rack) -> View:
    if rack not in range(ALL_RACKS):
        return view
    return replace(view, racks=put(view.racks, rack, (*view.racks[rack], tiles)), filling=view.filling[1:])


def answered(view: View, note: NotedLine, move: Move[Act], card: str, answer: str) -> NotedMove:
    """Somebody else has answered: it fits if the own rack does."""
    number = next((number for number in CARDS if str(number) == card), None)
    if number is None or not answer:
        raise incomplete(note)
    assert view.turn is not None
    said: Answer = int(answer) if answer.isdecimal() else answer  # type: ignore[assignment]
    heard = Asked(number, view.turn, said, tuple(map(len, view.racks)))
    return NotedMove(
        lambda *_: move, "C77-10", lambda rng: search(view, replace(view, log=(*view.log, heard)), move, rng)
    )


def declared(view: View, note: NotedLine, move: Move[Act], said: tuple[object, ...]) -> NotedMove:
    """The own declaration: others say whether it is right, and show the tiles with the option `show_removed`."""
    verdict, _, shown = note.outcome.partition(" ")
    if verdict not in ("right", "wrong") or view.options.show_removed != bool(shown):
        raise incomplete(note)
    assert view.seat is not None
    event = Declared(
        view.seat,
        tuple(shown.split(",")) if shown else said,  # type: ignore[arg-type]
        bool(shown) or verdict == "right",
        tuple(map(len, view.racks)),
    )
    return NotedMove(
        lambda *_: move, "C77-21", lambda rng: search(view, replace(view, log=(*view.log, event)), move, rng)
    )


def search(view: View, told: View, move: Move[Act], rng: Random) -> Iterator[tuple[State, Move[Act]]]:
    """A table behind the view whose own racks fit what is told already in the other one."""
    assert view.seat is not None
    spans = out_of_stock(told)
    rounds = seen_from(told, spans)
    if any(n < 0 for one in rounds for n in one.left.values()):
        return
    unseen = unseen_racks(told, spans[view.seat], rounds)
    if not all(one.fitting for one in unseen):
        return
    found = choose_racks(unseen, rounds, rng)
    if found is None:
        return
    before = out_of_stock(view)
    rounds = seen_from(view, before)
    for one in unseen_racks(view, before[view.seat], rounds):
        take(one, found[one.place], rounds, 1)
    yield build_state(view, found, rounds[-1]), move
