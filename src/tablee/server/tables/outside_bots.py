"""Bots from outside that the operator of this server offers: the setting `bots`.

Each has a process of its own for each game, with limits of time and memory, and is sent the text of its view. If it
answers what is not legal, is late or ends, a legal action is chosen in its place and the table is told. A bot that
fails three times in a row is replaced.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import SystemRandom
from typing import Any, Final

import structlog
from msgspec import Struct

from tablee import bots
from tablee.bots.commands import CommandBot
from tablee.bots.faults import BotFault
from tablee.bots.limited import MEGABYTE, LimitedBot
from tablee.bots.outside import COMMAND, IN_MODULE, check_command, entries, game_of_bot
from tablee.contract import AnyGame, OptionError
from tablee.games import GAMES
from tablee.poll import Prompt
from tablee.server.metrics import BOT_FAULTS
from tablee.server.worker_pool import QueueFull
from tablee.workers import JobFailed, OverBudget, Worker, WorkerLost

log = structlog.get_logger()

NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,19}")
SECONDS: Final = 10.0  # for a decision
MEMORY: Final = 1024  # megabytes
LOADING: Final = 60.0  # seconds for a module to be imported when the server starts
TOLERATED: Final = 3  # failures in a row
WAITING: Final = 100  # decisions of one bot that may wait for it


class OfferedBot(Struct, frozen=True):
    name: str  # at the table
    place: str  # `module:name` or `cmd:…`
    game: str | None = None  # the only game that it plays


class OutsideBots:
    def __init__(self, offered: Sequence[OfferedBot] = (), seconds: float = SECONDS, memory: int = MEMORY) -> None:
        """`seconds` are for a decision, `memory` is in megabytes."""
        self.offered, self.seconds, self.memory = tuple(offered), seconds, memory
        self.by_game = {game: tuple([bot.name for bot in self.offered if bot.game in (None, game)]) for game in GAMES}
        self.running: dict[tuple[str, str], RunningBot] = {}
        self.failures: Counter[tuple[str, str]] = Counter()  # in a row

    def names(self, game: str) -> tuple[str, ...]:
        """The bots that may sit down at a table of the game with this name, which may not be there."""
        return self.by_game.get(game, ())

    async def choose(self, game: AnyGame, name: str, state: Any, asked: Prompt) -> Any:
        """What this bot does; BotFault if it does nothing that is legal. QueueFull: too many wait for it."""
        kind = game.name, name
        if kind not in self.running:
            (place,) = [bot.place for bot in self.offered if bot.name == name]
            self.running[kind] = RunningBot(game, place, self.seconds, self.memory)
        try:
            action = await self.running[kind].choose(game.view(state, asked.seat), asked.offers)
            if action not in asked.offers:
                raise BotFault("silent" if action is None else "illegal", "it is not among what was offered")
        except BotFault as fault:  # its text is not logged: it may contain a hidden move
            BOT_FAULTS.labels(name, fault.kind).inc()
            log.warning("bot_fault", game=game.name, bot=name, fault=fault.kind)
            self.failures[kind] = 0 if fault.kind in ("illegal", "silent") else self.failures[kind] + 1
            raise
        self.failures[kind] = 0
        return action

    def has_failed(self, game: AnyGame, name: str) -> bool:
        """Whether this bot has ended or been late so often that another one shall play."""
        return self.failures[game.name, name] >= TOLERATED

    def stop(self) -> None:
        for bot in self.running.values():
            bot.stop()


class RunningBot:
    """One bot with its process. A thread waits for its answers, one after another."""

    def __init__(self, game: AnyGame, place: str, seconds: float, memory: int) -> None:
        self.bot: CommandBot | LimitedBot
        if place.startswith(COMMAND):
            self.bot = CommandBot(game, place, check_command(place))
            self.bot.seconds, self.bot.memory = seconds, memory
        else:
            self.bot = LimitedBot(game, place, seconds, memory)
        self.thread = ThreadPoolExecutor(1, "outside-bot")
        self.waiting = 0

    async def choose(self, view: Any, offers: Sequence[Any]) -> Any:
        if self.waiting >= WAITING:
            raise QueueFull(self.waiting)
        self.waiting += 1
        try:
            answer = partial(self.bot.choose, view, offers, SystemRandom())
            return await asyncio.get_running_loop().run_in_executor(self.thread, answer)
        finally:
            self.waiting -= 1

    def stop(self) -> None:
        self.thread.shutdown(wait=False, cancel_futures=True)
        self.bot.stop()


def read_offer(text: str) -> OfferedBot:
    """`NAME=PLACE`, or the name of an entry point; OptionError where that makes no sense."""
    name, equals, place = text.partition("=")
    place = place if equals else entries().get(name, "")
    if not NAME.fullmatch(name) or not (place.startswith(COMMAND) or IN_MODULE.fullmatch(place)):
        known = ", ".join(["NAME=module:name", "NAME=cmd:…", *sorted(entries())])
        raise OptionError("bots", "{text!r} is not allowed; allowed: {allowed}", text=text, allowed=known)
    for game in GAMES.values():
        if name.lower() in {own.lower() for own in (*bots.levels(game), *bots.characters(game))}:
            raise OptionError("bots", "a bot of {game} is already called {name}", game=game.name, name=name)
    return OfferedBot(name, place)


def read_offers(texts: Sequence[str]) -> tuple[OfferedBot, ...]:
    found = tuple(map(read_offer, texts))
    for name, times in Counter(bot.name.lower() for bot in found).items():
        if times > 1:
            raise OptionError("bots", "two bots are called {name}", name=name)
    return found


def try_offers(offered: Sequence[OfferedBot]) -> tuple[OfferedBot, ...]:
    """Each of them with the game that it plays; OptionError where there is no such program, or a module cannot be
    loaded. That is tried in another process: the server itself runs no code of theirs."""
    return tuple(map(try_offer, offered))


def try_offer(bot: OfferedBot) -> OfferedBot:
    if bot.place.startswith(COMMAND):
        check_command(bot.place)
        return bot
    worker = Worker(MEMORY * MEGABYTE)
    try:
        game, template, facts = worker.call(game_or_refusal, (bot.place,), LOADING, wall=LOADING)
    except (OverBudget, WorkerLost, JobFailed):
        raise OptionError("bots", "{bot} cannot be loaded: {why}", bot=bot.place, why="its process has ended") from None
    finally:
        worker.stop()
    if template:
        raise OptionError("bots", template, **facts)
    return OfferedBot(bot.name, bot.place, game)


def game_or_refusal(place: str) -> tuple[str | None, str, Mapping[str, object]]:
    """In a worker: the game that this bot plays, or what is wrong with it."""
    try:
        return game_of_bot(place), "", {}
    except OptionError as error:
        return None, error.template, {name: str(fact) for name, fact in error.facts.items()}
