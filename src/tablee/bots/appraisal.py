"""How a game was played: how good each seat's choices were, and how much of the result was choice and how much luck.

All of it is told in chances of winning, as a strong bot judges them from what each seat saw at the time. For each seat

    an even share + its own choices + the choices of others + luck = the result

- A choice counts what it gave away: the chance of winning with it, less that with the best one. So it never adds
  anything: who always does the best is left with what others give away, and with luck.
- What one side gives away, all other sides gain in equal parts. What a partner gives away is lost to both.
- Luck is what nobody chose: the seat, dice and cards, and what came to light between two decisions. It holds the errors
  of the bot's estimates, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from msgspec import Struct

from tablee.bots.bot import AnyBot, Weighed
from tablee.contract import Over, Played
from tablee.record import Record, states

SMALL: Final = 0.005  # a chance of winning that makes no difference
TELLING: Final = 0.02  # what a decision has to give away before there is something to learn from it
MOMENTS: Final = 3  # decisions to learn from, at most


class JudgedDecision(Struct, frozen=True):
    """A decision of a recorded game: the chance of winning with the best action, with the one that was chosen, and with
    any of the legal ones at random."""

    n: int  # the line, from 1
    seat: int
    best: float
    did: float
    random: float

    @property
    def cost(self) -> float:
        return max(0.0, self.best - self.did)

    @property
    def at_stake(self) -> float:
        """How much better the best action is than one at random."""
        return max(0.0, self.best - self.random)


class Appraisal(Struct, frozen=True):
    """How one seat played. `start` to `result` are whole percentage points, and the first four add up to `result`.

    Luck and the result are missing where a game was not played to its end.
    """

    seat: int
    accuracy: float | None  # 1: always the best; 0: no better than at random; none: nothing hung on its choices
    decisions: int  # those on which something hung
    start: int
    own: int
    others: int
    luck: int | None
    result: int | None
    moments: tuple[int, ...]  # the lines of the decisions that gave away most, the dearest first


def judge(n: int, seat: int, values: Sequence[float], did: float) -> JudgedDecision:
    """A decision by the chances of winning with each legal action, the best first."""
    return JudgedDecision(n, seat, values[0], did, sum(values) / len(values))


def accuracy(decisions: Sequence[JudgedDecision]) -> float | None:
    """1: always the best; 0: no better than at random. The more hangs on a decision, the more it counts."""
    at_stake = sum(one.at_stake for one in decisions)
    if at_stake < SMALL:
        return None
    return max(0.0, 1 - sum(one.cost for one in decisions) / at_stake)


def appraise(sides: Sequence[int], ranks: Sequence[int], decisions: Sequence[JudgedDecision]) -> tuple[Appraisal, ...]:
    """How each seat played. `sides` are those of the game; there are no `ranks` where the game did not end."""
    start = 1 / len(set(sides))
    won = win_shares(sides, ranks) if ranks else None
    found: list[Appraisal] = []
    for seat in range(len(sides)):
        own = [one for one in decisions if one.seat == seat]
        parts = points(start), -points(sum(one.cost for one in own)), points(gained_from_others(sides, seat, decisions))
        result = None if won is None else points(won[seat])
        dear = sorted((one for one in own if one.cost >= TELLING), key=lambda one: -one.cost)
        found.append(Appraisal(
            seat, accuracy(own), sum(one.at_stake >= SMALL for one in own), *parts,
            luck=None if result is None else result - sum(parts),
            result=result,
            moments=tuple(one.n for one in dear[:MOMENTS]),
        ))  # fmt: skip
    return tuple(found)


def gained_from_others(sides: Sequence[int], seat: int, decisions: Sequence[JudgedDecision]) -> float:
    """What the choices of all other seats brought this one. It is less than nothing where partners gave away more."""
    rivals = len(set(sides)) - 1
    others = [one for one in decisions if one.seat != seat]
    return sum(-one.cost if sides[one.seat] == sides[seat] else one.cost / rivals for one in others)


def win_shares(sides: Sequence[int], ranks: Sequence[int]) -> tuple[float, ...]:
    """What each seat won: 1 for a win, which partners win together and equal sides share."""
    first = {side for side, rank in zip(sides, ranks, strict=True) if rank == 1}
    return tuple(1 / len(first) if rank == 1 else 0.0 for rank in ranks)


def points(chance: float) -> int:
    return round(100 * chance)


# ---- a whole record -----------------------------------------------------------------


class WeighedDecision(Struct, frozen=True):
    """A decision of a record with all that the bot said of it."""

    judged: JudgedDecision
    weighed: Weighed


def weigh_decisions(read: Record, adviser: AnyBot) -> Iterator[WeighedDecision]:
    """Every decision of a record in its order, as this bot judges it from what the seat saw."""
    game = read.game
    for n, (state, move) in enumerate(zip(states(read), read.moves, strict=False), 1):
        if not isinstance(move, Played):
            continue
        weighed = adviser.advise(game.view(state, move.by), game.legal(state, move.by), Random(n))
        did = next(one.value for one in weighed if one.action == move.action)
        yield WeighedDecision(judge(n, move.by, [one.value for one in weighed], did), weighed)


def ranks_of(read: Record) -> tuple[int, ...]:
    """How it ended; nothing before that."""
    *_, last = states(read)
    awaited = read.game.awaits(last)
    return awaited.ranks if isinstance(awaited, Over) else ()
