"""A bot from outside in a process of its own, with limits of time and memory. It is sent the text of its view."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, get_args

import msgspec

from tablee.bots.bot import AnyBot, Bot, Mixture
from tablee.bots.commands import MEMORY, STARTING, CommandBot
from tablee.bots.faults import BotFault, FaultKind
from tablee.bots.mixture import draw
from tablee.bots.nets import NET
from tablee.bots.outside import COMMAND, check_command, find_bot, is_outside
from tablee.bots.random import advise
from tablee.bots.reader import READER, reader_bot
from tablee.bots.thinking import Question, mix
from tablee.contract import Action, AnyGame
from tablee.workers import OverBudget, Worker, WorkerLost

MEGABYTE: Final = 1024 * 1024


class LimitedBot:
    """It gets `seconds` of the clock and of the processor for a decision, and so many megabytes of memory."""

    def __init__(self, game: AnyGame, name: str, seconds: float, memory: int) -> None:
        self.game, self.name, self.seconds, self.memory = game, name, seconds, memory
        self.worker: Worker | None = None

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Action | None:
        return draw(self.mix(view, legal, rng), rng)

    def mix(self, view: Any, legal: Sequence[Any], rng: Random) -> Mixture:
        offered = tuple(None if action is None else str(action) for action in legal)
        view_text = msgspec.Raw(msgspec.json.encode(view))
        question = Question(self.game.name, self.name, view_text, offered, rng.getrandbits(62))
        seconds = self.seconds + (0 if self.worker else STARTING)
        worker = self.worker = self.worker or Worker(self.memory * MEGABYTE)
        try:
            kind, answer = worker.call(answer_or_fault, (msgspec.json.encode(question),), seconds, wall=seconds)
        except OverBudget:
            self.stop()
            raise BotFault("late", f"no answer within {seconds:.0f} s, or more than {self.memory} MB") from None
        except WorkerLost:
            self.stop()
            raise BotFault("raised", "its process has ended") from None
        if kind in get_args(FaultKind):
            raise BotFault(kind, str(answer))  # type: ignore[arg-type]
        assert isinstance(answer, dict)
        return {None if text is None else self.game.parse(text): chance for text, chance in answer.items()}

    def stop(self) -> None:
        if self.worker is not None:
            self.worker.stop()
        self.worker = None


def answer_or_fault(question: bytes) -> tuple[str, str | dict[str | None, float]]:
    """How likely a bot does each thing, as `mix` tells it, or the kind of its fault and what happened."""
    try:
        return "done", mix(question)
    except BotFault as fault:
        return fault.kind, fault.why
    except MemoryError:
        raise
    except Exception as error:
        return "raised", describe_error(error)


def limited_bot(game: AnyGame, name: str, milliseconds: float, memory: int = MEMORY) -> AnyBot:
    """The bot of this name, which is no bot of the game itself; OptionError if there is none."""
    seconds = milliseconds / 1000
    if name.startswith(READER):  # it computes here, but what it asks does not
        asked = name.removeprefix(READER)
        outside = is_outside(game, asked) and not asked.startswith(NET)
        return reader_bot(
            name, game, limited_bot(game, asked, milliseconds, memory) if outside else find_bot(game, asked)
        )
    if name.startswith(COMMAND):
        command = CommandBot(game, name, check_command(name))
        command.seconds, command.memory = seconds, memory
        return Bot(game.name, name, command.choose, advise, command.mix)
    find_bot(game, name)
    limited = LimitedBot(game, name, seconds, memory)
    return Bot(game.name, name, limited.choose, advise, limited.mix)


def describe_error(error: Exception) -> str:
    """What was raised, and where."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
