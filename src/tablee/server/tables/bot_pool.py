"""The processes in which bots think. They are given the text of a view, never a state.

Moves, hints and reviews have pools of their own: nobody's hint waits for a review, and no game for either. What bots
need is compiled when the server starts, in another process; the workers for moves and hints then load it and stay.
Nobody waits for that: until a level is loaded, workers that interpret the same code answer. There only a master is
weaker, since it has time for fewer worlds, or for none.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from contextvars import Context
from functools import partial
from secrets import randbits
from time import perf_counter
from typing import Any, Final

import msgspec
import structlog
from msgspec.structs import replace

from tablee import bots
from tablee.bots.thinking import Opinion, Question, think, weigh
from tablee.bots.warming import warm_up
from tablee.contract import AnyGame, Seat
from tablee.games import GAMES
from tablee.poll import Prompt
from tablee.server.metrics import BOTS_READY, THOUGHT
from tablee.server.refusals import TemporaryRefusal
from tablee.server.worker_pool import MIB, TooHeavy, WorkerPool, WorkLimits

log = structlog.get_logger()

SOON: Final = 1.0  # seconds: an adviser has to answer within this time
COMPILING: Final = 300.0  # seconds for a level that a worker has not been asked yet: it may have to compile its kernel
MOVES: Final = WorkLimits(waiting=1000, seconds=60.0, first=COMPILING, memory=3072 * MIB, jobs=5000, idle=600.0)
HINTS: Final = WorkLimits(waiting=16, seconds=30.0, first=COMPILING, memory=3072 * MIB, jobs=1000, idle=300.0)
REVIEWS: Final = WorkLimits(waiting=16, seconds=60.0, first=COMPILING, memory=3072 * MIB, jobs=1000, nice=19)
WARMING: Final = WorkLimits(seconds=COMPILING, first=COMPILING, memory=3072 * MIB, nice=19)
UNCOMPILED: Final[dict[str, Any]] = {  # what changes for workers that interpret: they answer soon, so they go before
    "environment": {"TABLEE_TURBO": "off"}, "nice": 5,  # other workers, but not before the server itself
}  # fmt: skip


class BotPool:
    def __init__(self, workers: int = 1) -> None:
        self.moves = WorkerPool("moves", replace(MOVES, workers=workers))
        self.hints = WorkerPool("hints", HINTS)
        self.reviews = WorkerPool("reviews", REVIEWS)
        self.interpreted_moves = WorkerPool("interpreted_moves", replace(self.moves.limits, **UNCOMPILED))
        self.interpreted_hints = WorkerPool("interpreted_hints", replace(HINTS, **UNCOMPILED))
        self.warming: set[asyncio.Task[None]] = set()
        self.loading: Counter[WorkerPool] = Counter()  # how many levels each pool loads, or compiles, just now
        self.failed: set[tuple[str, str]] = set()  # games and levels that could not be warmed up
        self.took: dict[tuple[str, str], tuple[int, float]] = {}  # opinions of a game's level, seconds of the quickest

    # ---- before the first question -------------------------------------------------------

    def start_warming(self) -> None:
        """In the background: everything is compiled, the levels of newcomers first, and loaded by the workers."""
        for pool in (self.moves, self.hints):
            pool.limits = replace(pool.limits, keep=pool.limits.workers)
        for game in GAMES.values():
            BOTS_READY.labels(game.name).set(0)
        self.spawn(self.warm_up())

    async def start_interpreter(self, pool: WorkerPool) -> None:
        """Its worker imports what all levels need, without the long thoughts of the strongest."""
        for game, level in warming_order():
            if level != bots.strongest_level(game):
                await self.warm(pool, game, level)

    async def warm_up(self) -> None:
        for pool in (self.interpreted_moves, self.interpreted_hints):
            await self.start_interpreter(pool)
        compiling = WorkerPool("warming", WARMING)
        try:
            for game, level in warming_order():
                await self.warm(compiling, game, level)
                if level == bots.strongest_level(game):
                    await self.load(game, self.moves, self.hints)
                    BOTS_READY.labels(game.name).set(1)
        finally:
            compiling.stop()
        for pool in (self.moves, self.hints):
            pool.on_replaced = partial(self.reload, pool)

    def reload(self, pool: WorkerPool) -> None:
        """A new worker of this pool loads everything before it is asked; once, if that is what ends it."""
        if not self.warming:
            self.spawn(self.load_all(pool))

    async def load_all(self, pool: WorkerPool) -> None:
        for game in GAMES.values():
            await self.load(game, pool)

    async def load(self, game: AnyGame, *pools: WorkerPool) -> None:
        """Every worker of these pools loads what the bots of this game need."""
        for pool in pools:
            for level in bots.levels(game):
                await self.load_level(pool, game, level)

    async def load_level(self, pool: WorkerPool, game: AnyGame, level: str) -> None:
        self.loading[pool] += 1
        try:
            await asyncio.gather(*[self.warm(pool, game, level) for _ in range(pool.limits.workers)])
        finally:
            self.loading[pool] -= 1

    async def warm(self, pool: WorkerPool, game: AnyGame, level: str) -> None:
        """One job of warming up. Where it fails, the bot is only slower when it is first asked."""
        try:
            await pool.run(warm_up, game.name, level, kind=(game.name, level))
        except Exception as error:
            self.failed.add((game.name, level))
            log.warning("bot_not_warm", game=game.name, level=level, error=type(error).__name__)

    def spawn(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(job, context=Context())  # it is done for nobody in particular
        self.warming.add(task)
        task.add_done_callback(self.warming.discard)

    # ---- questions -----------------------------------------------------------------------

    def ready_pool(self, pool: WorkerPool, meanwhile: WorkerPool, game: AnyGame, level: str) -> WorkerPool:
        """`pool`, if it can answer for this level at once. If not, it loads the level, and `meanwhile` answers."""
        kind = game.name, level
        if not self.loading[pool] and (pool.knows(kind) or kind in self.failed):
            return pool
        if not self.warming:
            self.spawn(self.load_level(pool, game, level))
        return meanwhile

    async def think(self, game: AnyGame, name: str, state: Any, asked: Prompt) -> str | None:
        """What the bot of this name does on this seat, as the notation has it; None: it lets it pass."""
        offers = tuple(None if action is None else str(action) for action in asked.offers)
        level = bots.level_of(game, name)
        question = Question(game.name, name, encode_view(game, state, asked.seat), offers, randbits(62))
        begun = perf_counter()
        pool = self.ready_pool(self.moves, self.interpreted_moves, game, level)
        answer = await pool.run(think, msgspec.json.encode(question), kind=(game.name, level))
        THOUGHT.labels(game.name, level).observe(perf_counter() - begun)
        return answer

    async def hint(self, game: AnyGame, state: Any, seat: Seat, seed: int, owner: str) -> Opinion:
        """A strong player's opinion of what this seat may do; once that is loaded, always the same on one question."""
        view, legal = encode_view(game, state, seat), legal_texts(game, state, seat)
        pool = self.ready_pool(self.hints, self.interpreted_hints, game, self.adviser(game))
        return await self.weigh(pool, game, view, legal, seed, owner)

    async def review(self, game: AnyGame, view: msgspec.Raw, legal: tuple[str, ...], seed: int, owner: str) -> Opinion:
        """The same, for a decision of a game that is over."""
        return await self.weigh(self.reviews, game, view, legal, seed, owner)

    async def weigh(
        self, pool: WorkerPool, game: AnyGame, view: msgspec.Raw, legal: tuple[str, ...], seed: int, owner: str
    ) -> Opinion:
        level = self.adviser(game)
        question = Question(game.name, level, view, legal, seed)
        try:
            answer = await pool.run(weigh, msgspec.json.encode(question), kind=(game.name, level), owner=owner)
        except TooHeavy as error:
            raise TemporaryRefusal("busy", "no hint is available just now: please try again", 5) from error
        opinion = msgspec.json.decode(answer, type=Opinion)
        if pool is not self.interpreted_hints:
            times, quickest = self.took.get((game.name, level), (0, opinion.seconds))
            self.took[game.name, level] = times + 1, min(quickest, opinion.seconds)
        return opinion

    def adviser(self, game: AnyGame) -> str:
        """The strongest level that answers soon. It is judged by its second answer: for the first it may compile."""
        levels = bots.levels(game)
        slow = {level for (name, level), (times, quickest) in self.took.items()
                if name == game.name and times > 1 and quickest > SOON}  # fmt: skip
        return next((level for level in reversed(levels) if level not in slow), levels[0])

    def below(self, game: AnyGame, name: str) -> str:
        """The next weaker level than this bot's; the weakest is its own. For a bot from outside: the usual level."""
        levels, level = bots.levels(game), bots.level_of(game, name)
        return levels[max(0, levels.index(level) - 1)] if level in levels else bots.usual_level(game)

    def stop(self) -> None:
        """Ends the workers: no question is answered any more."""
        for task in self.warming:
            task.cancel()
        for pool in (self.moves, self.hints, self.reviews, self.interpreted_moves, self.interpreted_hints):
            pool.stop()


def warming_order() -> list[tuple[AnyGame, str]]:
    """The bots of all games, the gentlest first: a newcomer meets them, and they take less time."""
    found = [(n, game, level) for game in GAMES.values() for n, level in enumerate(bots.levels(game))]
    return [(game, level) for _, game, level in sorted(found, key=lambda one: one[0])]


def encode_view(game: AnyGame, state: Any, seat: Seat) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(game.view(state, seat)))


def legal_texts(game: AnyGame, state: Any, seat: Seat) -> tuple[str, ...]:
    return tuple(map(str, game.legal(state, seat)))
