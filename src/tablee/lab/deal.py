"""One deal, played once for each seating: the same chance for all of them, so that luck weighs on nobody.

A bot that fails costs nobody the evening: something legal is done in its place, and what happened is kept.
"""

from __future__ import annotations

import traceback
from collections import Counter
from math import log
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tablee import bots
from tablee.bots.compiled import compiled
from tablee.contract import Choice, Happened, Move, Over, Played, Seat
from tablee.games import GAMES
from tablee.lab.plan import Plan, Seating
from tablee.poll import Prompt, poll
from tablee.record import Record

STEP: Final = 1.02  # a time is kept to 2 %
Kind: TypeAlias = Literal["raised", "illegal", "silent", "late"]


class Fault(Struct, frozen=True, omit_defaults=True):
    """What a bot did wrong in a deal, and how often; the first time is told."""

    bot: int
    kind: Kind
    why: str
    seating: int
    seat: Seat
    move: int  # how many moves had been played
    times: int = 1
    record: str = ""  # the game up to there; once that is kept, where


class Deal(Struct, frozen=True, omit_defaults=True):
    """What came of one deal."""

    number: int
    ranks: tuple[tuple[int, ...], ...]  # by seating, then by bot
    times: tuple[dict[int, int], ...]  # by bot, how many decisions took so long: see `kept_time`
    longest: tuple[float, ...]  # by bot, in milliseconds
    faults: tuple[Fault, ...] = ()
    records: tuple[str, ...] = ()  # by seating; not for the journal


def kept_time(milliseconds: float) -> int:
    """The class of times that this one belongs to; times a millionth of a second apart are one."""
    return round(log(max(milliseconds, 0.001)) / log(STEP))


def told_time(kept: int) -> float:
    """The milliseconds that a class of times stands for."""
    return float(STEP**kept)


class Room:
    """Where deals are played, one after another. The first decision of a bot here may compile its kernels: it does not
    count for its time."""

    def __init__(self, plan: Plan, *, keep: bool = False) -> None:
        self.plan, self.game, self.options, self.seatings = plan, GAMES[plan.game], plan.options, plan.seatings
        self.keep = keep  # whether records are wanted
        self.levels = bots.bots(self.game)
        if not {*plan.bots} <= {*self.levels}:
            self.levels = compiled(self.game) | self.levels
        self.warm: set[str] = set()

    def deal(self, number: int) -> Deal:
        sheet = Sheet(self.plan)
        games = [Play(self, sheet, number, n, seating) for n, seating in enumerate(self.seatings)]
        ranks = [game.ranks() for game in games]
        return Deal(
            number,
            tuple(ranks),
            tuple(map(dict, sheet.times)),
            tuple(sheet.longest),
            tuple(sheet.faults.values()),
            tuple(game.record() for game in games) if self.keep else (),
        )


class Sheet:
    """What is written down during a deal."""

    def __init__(self, plan: Plan) -> None:
        self.times: list[Counter[int]] = [Counter() for _ in plan.bots]
        self.longest = [0.0 for _ in plan.bots]
        self.faults: dict[tuple[int, Kind], Fault] = {}

    def time(self, bot: int, seconds: float) -> None:
        milliseconds = 1000 * seconds
        self.times[bot][kept_time(milliseconds)] += 1
        self.longest[bot] = max(self.longest[bot], round(milliseconds, 3))


class Play:
    """One game among bots."""

    def __init__(self, room: Room, sheet: Sheet, deal: int, number: int, seating: Seating) -> None:
        self.room, self.sheet, self.number, self.seating = room, sheet, number, seating
        seed = room.plan.seed
        self.chance = Random(f"{seed} {deal} chance")  # the same for every seating
        self.rngs = [Random(f"{seed} {deal} {number} {bot}") for bot in range(len(seating))]
        self.stand_in = Random(f"{seed} {deal} {number} stand-in")
        self.state: Any = room.game.start(room.options)
        self.moves: list[Move[Any]] = []

    def ranks(self) -> tuple[int, ...]:
        """Plays it to its end: the rank of each bot."""
        game = self.room.game
        heard: set[Seat] = set()
        while not isinstance(awaited := game.awaits(self.state), Over):
            if not isinstance(awaited, Choice):
                self.play(Happened(awaited.sample(self.chance)))
                continue
            asked = next(poll(game, self.state, awaited, heard))
            if asked.polled:
                heard.add(asked.seat)
            else:
                heard.clear()
            action = self.answer(asked)
            if action is not None:
                self.play(Played(asked.seat, action))
        return tuple(awaited.ranks[self.seating.index(bot)] for bot in range(len(self.seating)))

    def play(self, move: Move[Any]) -> None:
        self.state = self.room.game.apply(self.state, move)
        self.moves.append(move)

    def answer(self, asked: Prompt) -> Any:
        """What the bot on this seat does; where it fails, anything legal, and who is polled lets it pass."""
        room, seat, offers = self.room, asked.seat, asked.offers
        bot = self.seating[seat]
        level = room.plan.bots[bot]
        view = room.game.view(self.state, seat)
        waited, worked = perf_counter(), process_time()
        try:
            action = room.levels[level].choose(view, offers, self.rngs[bot])
        except Exception as error:
            self.fault(seat, "raised", reason(error))
            return self.instead(asked)
        waited, worked = perf_counter() - waited, process_time() - worked
        if level in room.warm:
            self.sheet.time(bot, worked)
            if 1000 * waited > room.plan.limit:
                self.fault(seat, "late", f"{1000 * waited:.0f} ms")
        room.warm.add(level)
        if action not in offers:
            self.fault(seat, "silent" if action is None else "illegal", str(action))
            return self.instead(asked)
        return action

    def instead(self, asked: Prompt) -> Any:
        return None if asked.polled else self.stand_in.choice(asked.offers)

    def fault(self, seat: Seat, kind: Kind, why: str) -> None:
        bot, faults = self.seating[seat], self.sheet.faults
        before = faults.get((bot, kind))
        faults[bot, kind] = (
            replace(before, times=before.times + 1)
            if before
            else Fault(bot, kind, why, self.number, seat, len(self.moves), record=self.record())
        )

    def record(self) -> str:
        """The game as far as it was played."""
        plan = self.room.plan
        names = tuple(f"bot {plan.numbered[bot]}" for bot in self.seating)
        return str(Record(self.room.game, self.room.options, names, tuple(self.moves)))


def reason(error: Exception) -> str:
    """What was raised, and where."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
