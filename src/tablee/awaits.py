"""What a state waits for, as JSON: the same for the server, the study of a record and `tablee replay --json`."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from tablee.contract import AnyGame, Chance, Choice, Over


class Awaits(Struct, frozen=True, gc=False):
    """Which seats are to act, and until when; or how the game ended.

    `chance` is awaited at a real table only: `seats` type it in.
    """

    kind: Literal["choice", "chance", "over", "nothing"]
    seats: tuple[int, ...] = ()
    free: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    rule: str | None = None
    deadline: int | None = None  # milliseconds since 1970
    hand: int | None = None  # whose hand rolls or draws
    forms: tuple[str, ...] = ()  # how what chance does is written: "rolled {faces}"


def describe_awaited(game: AnyGame, state: Any) -> Awaits:
    match game.awaits(state):
        case Over(ranks, rule, scores):
            return Awaits("over", ranks=ranks, scores=scores, rule=rule)
        case Choice(seats, free):
            return Awaits("choice", tuple(sorted(seats)), tuple(sorted(free)))
        case Chance() as chance:
            return Awaits("chance", hand=chance.hand)
