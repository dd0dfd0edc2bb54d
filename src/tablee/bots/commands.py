"""A command as a bot: for each decision it gets a line of JSON, and answers with a line of JSON.

    {"game": "sixteen", "level": "cmd:…", "view": {…}, "legal": ["play g3", "draw"], "seed": 12345}
    "play g3"

A free seat also has `null` among what it may do, and answers `null` to let it pass. In place of an action a command may
answer with its mixed strategy, from which the house draws: {"play g3": 0.7, "draw": 0.3}; "null" is letting it pass
there. The process is started by the first
decision and stays for all games. If it does not answer in time, or ends, it is started anew for the next decision.
"""

from __future__ import annotations

import atexit
import os
import selectors
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from tempfile import TemporaryFile
from time import monotonic
from typing import Any, Final

import msgspec

from tablee.bots.bot import Mixture
from tablee.bots.faults import BotFault
from tablee.bots.mixture import check_mixture, draw, only
from tablee.contract import Action, AnyGame, NotationError

SECONDS: Final = 2.0  # for an answer
STARTING: Final = 30.0  # seconds more for the first one
MEMORY: Final = 2048  # megabytes
LONGEST: Final = 1 << 20  # bytes of an answer
SHOWN: Final = 200  # characters of what it said wrongly
PASSING: Final = "null"  # among the actions of a mixture


class CommandBot:
    def __init__(self, game: AnyGame, name: str, words: Sequence[str]) -> None:
        self.game, self.name, self.words = game, name, list(words)
        self.seconds, self.memory = SECONDS, MEMORY
        self.process: subprocess.Popen[bytes] | None = None
        self.asked = False
        self.errors: Any = None  # what it says on standard error
        atexit.register(self.stop)

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Action | None:
        return draw(self.mix(view, legal, rng), rng)

    def mix(self, view: Any, legal: Sequence[Any], rng: Random) -> Mixture:
        """What the command answers. BotFault if it answers nothing that can be an action of this game."""
        offered = [None if action is None else str(action) for action in legal]
        asked = {
            "game": self.game.name,
            "level": self.name,
            "view": view,
            "legal": offered,
            "seed": rng.getrandbits(62),
        }
        line = self.ask(msgspec.json.encode(asked) + b"\n")
        try:
            answer = msgspec.json.decode(line, type=str | dict[str, float] | None)
        except msgspec.MsgspecError as error:
            raise BotFault("illegal", f"no action in JSON: {shorten(line)}") from error
        if isinstance(answer, dict):
            return check_mixture({self.parse(text): chance for text, chance in answer.items()}, legal)
        return only(None if answer is None else self.parse(answer))

    def parse(self, text: str) -> Action | None:
        if text == PASSING:
            return None
        try:
            action: Action = self.game.parse(text)
            return action
        except NotationError as error:
            raise BotFault("illegal", shorten(text.encode())) from error

    def ask(self, line: bytes) -> bytes:
        process = self.process or self.start()
        first = self.seconds + (0 if self.asked else STARTING)
        self.asked = True
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
            return self.read_line(process.stdout.fileno(), monotonic() + first)
        except TimeoutError:
            self.stop()
            raise BotFault("late", f"no answer within {first:.0f} s") from None
        except OSError as error:
            raise BotFault("raised", self.last_words()) from error

    def read_line(self, stream: int, until: float) -> bytes:
        found = b""
        with selectors.DefaultSelector() as ready:
            ready.register(stream, selectors.EVENT_READ)
            while not found.endswith(b"\n"):
                if not ready.select(max(0.0, until - monotonic())):
                    raise TimeoutError
                part = os.read(stream, 65536)
                if not part:
                    raise BrokenPipeError
                found += part
                if len(found) > LONGEST:
                    raise TimeoutError
        return found

    def start(self) -> subprocess.Popen[bytes]:
        self.errors, self.asked = TemporaryFile(), False  # noqa: SIM115  as long as the process
        self.process = subprocess.Popen(
            self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, start_new_session=True
        )
        with suppress(ImportError, AttributeError, OSError, ValueError):  # where the system knows such limits
            import resource

            limit = self.memory * 1024 * 1024
            resource.prlimit(self.process.pid, resource.RLIMIT_AS, (limit, limit))
        return self.process

    def last_words(self) -> str:
        """Why it has ended, as far as it said so."""
        process, errors = self.process, self.errors
        assert process is not None
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)
        errors.seek(0)
        lines = errors.read().decode(errors="replace").strip().splitlines()
        self.stop()
        said = f": {lines[-1][:SHOWN]}" if lines else ""
        return f"the command has ended with {process.returncode}{said}"

    def stop(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        with suppress(OSError, AttributeError):  # and what it has started, such as a model
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        for pipe in (process.stdin, process.stdout, self.errors):
            with suppress(OSError):  # what was not sent yet is lost
                assert pipe is not None
                pipe.close()
        process.wait()


def shorten(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"
