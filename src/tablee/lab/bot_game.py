"""One game among bots, played by the rules.

A bot that fails does not stop the game: a legal action is chosen in its place, and the fault is kept.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import log
from random import Random
from time import perf_counter, process_time
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from tablee import bots
from tablee.bots.compiled import compiled_bots
from tablee.bots.faults import BotFault, FaultKind
from tablee.bots.limited import describe_error, limited_bot
from tablee.bots.mixture import draw
from tablee.bots.nets import NET
from tablee.bots.outside import find_bot
from tablee.contract import Choice, Happened, Move, Over, Played, Seat
from tablee.games import GAMES
from tablee.lab.plan import MatchPlan, Seating
from tablee.poll import Polling, Prompt
from tablee.record import Record, clean
from tablee.told_line import ToldLine, tell

STEP: Final = 1.02  # the ratio of two neighbouring time buckets: times are kept to 2%


class Fault(Struct, frozen=True, omit_defaults=True):
    """What a bot did wrong in a deal, and how often; the details are those of the first time."""

    bot: int
    kind: FaultKind
    why: str
    seating: int
    seat: Seat
    move: int  # how many moves had been played
    times: int = 1
    record: str = ""  # the game up to there; the path of the record once it is written


def time_bucket(milliseconds: float) -> int:
    """The bucket of a thinking time; everything below a microsecond is in one bucket."""
    return round(log(max(milliseconds, 0.001)) / log(STEP))


def bucket_time(bucket: int) -> float:
    """The milliseconds that a bucket stands for."""
    return float(STEP**bucket)


class BotLog:
    """Thinking times and faults, by bot."""

    def __init__(self, plan: MatchPlan) -> None:
        self.times: list[Counter[int]] = [Counter() for _ in plan.bots]  # decisions by time bucket
        self.longest = [0.0 for _ in plan.bots]  # in milliseconds
        self.faults: dict[tuple[int, FaultKind], Fault] = {}

    def add_time(self, bot: int, seconds: float) -> None:
        milliseconds = 1000 * seconds
        self.times[bot][time_bucket(milliseconds)] += 1
        self.longest[bot] = max(self.longest[bot], round(milliseconds, 3))


class Setup:
    """A plan with its game, options and bots loaded, for all games that this process plays of it.

    The first decision of a bot may compile its kernels, so it does not count for its thinking time.
    """

    def __init__(self, plan: MatchPlan) -> None:
        self.plan, self.game, self.options, self.seatings = plan, GAMES[plan.game], plan.options, plan.seatings
        self.bots = bots.bots(self.game) | {name: bots.bot(self.game, name) for name in bots.characters(self.game)}
        if not {*plan.bots} <= {*self.bots}:
            self.bots = compiled_bots(self.game) | self.bots
        for name in {*plan.bots} - {*self.bots}:
            own = name.startswith(NET)  # nothing of it is code from outside
            self.bots[name] = find_bot(self.game, name) if own else limited_bot(self.game, name, plan.limit)
        self.warm: set[str] = set()  # levels that have made their first decision


@cache
def setup_for(plan: MatchPlan) -> Setup:
    """The setup of this plan in this process."""
    return Setup(plan)


class BotGame:
    """One game of a deal. Chance depends on the seed and the deal, the bots' choices also on the game's number."""

    def __init__(self, setup: Setup, log: BotLog, deal: int, number: int, seating: Seating) -> None:
        self.setup, self.log, self.number, self.seating = setup, log, number, seating
        seed = setup.plan.seed
        self.chance = Random(f"{seed} {deal} chance")
        self.rngs = [Random(f"{seed} {deal} {number} {bot}") for bot in range(len(seating))]
        self.stand_in = Random(f"{seed} {deal} {number} stand-in")
        self.state: Any = setup.game.start(setup.options)
        listening = [setup.bots[setup.plan.bots[bot]].listen is not None for bot in seating]
        self.told: dict[Seat, list[ToldLine]] = {Seat(seat): [] for seat, hears in enumerate(listening) if hears}
        self.moves: list[Move[Any]] = []

    def play(self) -> tuple[int, ...]:
        """Plays the game to its end and returns the rank of each bot."""
        game = self.setup.game
        polling = Polling()
        while not isinstance(awaited := game.awaits(self.state), Over):
            if not isinstance(awaited, Choice):
                self.apply(Happened(awaited.sample(self.chance)))
                continue
            asked = polling.next_prompt(game, self.state)
            assert asked is not None
            polling = polling.after_answer(asked)
            action = self.answer(asked)
            if action is not None:
                self.apply(Played(asked.seat, action))
        return tuple(awaited.ranks[self.seating.index(bot)] for bot in range(len(self.seating)))

    def apply(self, move: Move[Any]) -> None:
        before, self.state = self.state, self.setup.game.apply(self.state, move)
        self.moves.append(move)
        for seat, lines in self.told.items():
            lines.append(tell(self.setup.game, before, move, self.state, seat))

    def answer(self, prompt: Prompt) -> Any:
        """The action of the bot on this seat. If the bot fails: any legal action, or none if it was only polled."""
        setup, seat, offers = self.setup, prompt.seat, prompt.offers
        bot = self.seating[seat]
        level = setup.plan.bots[bot]
        view = setup.game.view(self.state, seat)
        wall, cpu = perf_counter(), process_time()
        try:
            action = self.choose(setup.bots[level], view, prompt, self.rngs[bot])
        except BotFault as fault:
            self.add_fault(seat, fault.kind, fault.why)
            return self.choose_instead(prompt)
        except Exception as error:
            self.add_fault(seat, "raised", describe_error(error))
            return self.choose_instead(prompt)
        wall, cpu = perf_counter() - wall, process_time() - cpu
        if level in setup.warm:
            self.log.add_time(bot, cpu)
            if 1000 * wall > setup.plan.limit:
                self.add_fault(seat, "late", f"{1000 * wall:.0f} ms")
        setup.warm.add(level)
        if action not in offers:
            self.add_fault(seat, "silent" if action is None else "illegal", str(action))
            return self.choose_instead(prompt)
        return action

    def choose(self, bot: bots.AnyBot, view: Any, prompt: Prompt, rng: Random) -> Any:
        if bot.listen is None:
            return bot.choose(view, prompt.offers, rng)
        return draw(bot.listen(view, prompt.offers, rng, self.told[prompt.seat]), rng)

    def choose_instead(self, prompt: Prompt) -> Any:
        return None if prompt.polled else self.stand_in.choice(prompt.offers)

    def add_fault(self, seat: Seat, kind: FaultKind, why: str) -> None:
        bot, faults = self.seating[seat], self.log.faults
        before = faults.get((bot, kind))
        faults[bot, kind] = (
            replace(before, times=before.times + 1)
            if before
            else Fault(bot, kind, why, self.number, seat, len(self.moves), record=self.record())
        )

    def record(self) -> str:
        """The game as far as it was played."""
        plan = self.setup.plan
        names = tuple(clean(f"bot {plan.numbered[bot]}") for bot in self.seating)
        return str(Record(self.setup.game, self.setup.options, names, tuple(self.moves)))
