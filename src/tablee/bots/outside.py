"""Bots from outside. A name stands for the first of these that it fits:

| name             | which bot                                                                                    |
|------------------|----------------------------------------------------------------------------------------------|
| `club`, `moka`   | a level or a character of the game                                                           |
| `sound`          | a compiled player of the game                                                                |
| `rook`           | an entry point of the group `tablee.bots`                                                    |
| `module:name`    | an object of a module, which is also looked for in the current folder                        |
| `net:FILE`       | a net that `tablee learn` wrote: see `nets`                                                  |
| `reader:BOT`     | who knows the mixed strategy of that bot, and answers it: see `reader`                       |
| `cmd:…`          | a command that reads a line of JSON for each decision and answers with one: see `commands`   |

What an entry point or `module:name` stands for is a `Bot`, or a function of a view, the legal actions and a generator,
which returns an action, or a mapping: the probability of each action.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any, Final

from tablee import bots
from tablee.bots.bot import AnyBot, Bot, Mixer, Mixture
from tablee.bots.commands import CommandBot
from tablee.bots.compiled import compiled_bots
from tablee.bots.mixture import check_mixture, drawing, only
from tablee.bots.nets import NET, load_net_bot
from tablee.bots.random import advise
from tablee.bots.reader import READER, reader_bot
from tablee.contract import AnyGame, OptionError

GROUP: Final = "tablee.bots"
COMMAND: Final = "cmd:"
IN_MODULE: Final = re.compile(r"(?P<module>[A-Za-z_]\w*(?:\.\w+)*):(?P<name>[A-Za-z_]\w*(?:\.\w+)*)")


def is_outside(game: AnyGame, name: str) -> bool:
    """Whether this name is none of the game's own bots."""
    return name not in bots.bots(game) and name not in bots.characters(game) and name not in compiled_bots(game)


def bot_names(game: AnyGame) -> list[str]:
    """All bots that have a name of their own."""
    own = dict.fromkeys([*bots.levels(game), *bots.characters(game), *compiled_bots(game)])
    return [*own, *(name for name in sorted(entries()) if name not in own)]


def find_bot(game: AnyGame, name: str) -> AnyBot:
    """The bot of this name; OptionError if there is none, or if it cannot be loaded."""
    if name in bots.bots(game) or name in bots.characters(game):
        return bots.bot(game, name)
    if name.startswith(NET):
        return load_net_bot(game, name)  # its file may have changed
    if name.startswith(READER):
        return reader_bot(name, game, find_bot(game, name.removeprefix(READER)))
    return _find_other(game, name)


@cache
def _find_other(game: AnyGame, name: str) -> AnyBot:
    if name.startswith(COMMAND):
        command = CommandBot(game, name, check_command(name))
        return Bot(game.name, name, command.choose, advise, command.mix)
    if name in compiled_bots(game):
        return compiled_bots(game)[name]
    place = entries().get(name, name)
    if IN_MODULE.fullmatch(place) is None:
        raise OptionError(
            "bots", "there is no bot {level!r}; the bots are: {bots}", level=name, bots=", ".join(bot_names(game))
        )
    return load_bot(game, name, place)


def load_bot(game: AnyGame, name: str, place: str) -> AnyBot:
    """The bot at this place, `module:name`."""
    found = load_object(place)
    if isinstance(found, Bot):
        if found.game != game.name:
            raise OptionError("bots", "{bot} is a bot of {other}, not of {game}", bot=place, other=found.game,
                              game=game.name)  # fmt: skip
        return found
    mix = mix_by(found)
    return Bot(game.name, name, drawing(mix), advise, mix)


def mix_by(function: Callable[..., Any]) -> Mixer[Any, Any]:
    """The mixed strategy of a function that returns an action, or the probability of each."""

    def mix(view: Any, legal: Sequence[Any], rng: Random) -> Mixture:
        found = function(view, legal, rng)
        return check_mixture(found, legal) if isinstance(found, Mapping) else only(found)

    return mix


def game_of_bot(place: str) -> str | None:
    """The game that the bot at this place plays; None: any."""
    found = load_object(place)
    return found.game if isinstance(found, Bot) else None


def load_object(place: str) -> Any:
    """A `Bot` or a function; OptionError if there is none at this place."""
    module, _, path = place.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found: Any = attrgetter(path)(import_module(module))
    except Exception as error:  # whatever goes wrong in somebody else's module
        raise OptionError(
            "bots", "{bot} cannot be loaded: {why}", bot=place, why=f"{type(error).__name__}: {error}"
        ) from error
    if not isinstance(found, Bot) and not callable(found):
        raise OptionError(
            "bots", "{bot} is neither a Bot nor a function of view, legal actions and generator", bot=place
        )
    return found


@cache
def entries() -> dict[str, str]:
    """The entry points by name. None can take the place of a level: those are looked for first."""
    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def check_command(name: str) -> list[str]:
    """The words of a command; OptionError if there is no such program."""
    try:
        words = shlex.split(name.removeprefix(COMMAND))
    except ValueError as error:
        raise OptionError("bots", "{bot} cannot be read: {why}", bot=name, why=str(error)) from error
    if not words or shutil.which(words[0]) is None:
        raise OptionError("bots", "{bot}: there is no such program", bot=name)
    return words


def source_digest(name: str) -> str:
    """A digest of what decides how a bot from outside plays, as far as that is known: its module, or the files that
    its command names."""
    digest = sha256(name.encode())
    if name.startswith(READER):
        return source_digest(name.removeprefix(READER))
    if name.startswith(NET):
        files = [Path(name.removeprefix(NET))]
    elif name.startswith(COMMAND):
        files = [Path(word) for word in check_command(name) if Path(word).is_file()]
    else:
        spec = find_spec(entries().get(name, name).partition(":")[0])
        files = [Path(spec.origin)] if spec is not None and spec.origin and Path(spec.origin).is_file() else []
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
