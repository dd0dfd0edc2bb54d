"""What is wrong with a part of a game: whether it has what its Protocol says, and the check of its bots."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from types import ModuleType

from tablee.contract import AnyGame


class PartError(ImportError):
    """A part of a game is not as it must be."""

    def __init__(self, game: str, file: str, why: str) -> None:
        self.game, self.file, self.why = game, file, why
        super().__init__(f"game {game}: {file} {why}")


def check_bots(game: AnyGame, found: Sequence[object]) -> None:
    from tablee.bots.bot import Bot

    levels: list[str] = []
    for bot in found:
        if not isinstance(bot, Bot):
            raise PartError(game.name, "bots", f"has something in BOTS that is no Bot: {bot!r}")
        if bot.game != game.name:
            raise PartError(game.name, "bots", f"has a bot of another game: {bot.game} {bot.level}")
        if bot.level == "random" or bot.level in levels or not re.fullmatch(r"[a-z][a-z0-9_]*", bot.level):
            raise PartError(game.name, "bots", f"has a level that is taken, or not a small word: {bot.level!r}")
        levels.append(bot.level)


def check_module(game: str, name: str, module: ModuleType, protocol: type[object]) -> None:
    """PartError where the module lacks something that this Protocol declares."""
    file = f"{name}.py" if not hasattr(module, "__path__") else name
    for needed, declared in vars(protocol).items():
        if isinstance(declared, property) and declared.fget:
            annotation = str(inspect.signature(declared.fget).return_annotation)
            if not isinstance(getattr(module, needed, None), _kind(annotation.partition("[")[0])):
                raise PartError(game, file, f"has no {needed}: {annotation}")
        elif inspect.isfunction(declared) and not needed.startswith("_"):
            _check_function(game, file, module, needed, len(inspect.signature(declared).parameters) - 1)


def _kind(name: str) -> type[object]:
    """What a value with this annotation is at run time."""
    if name == "Kernel":
        from tablee.turbo.interface import Kernel

        return Kernel
    return {"int": int, "Literal": str, "Sequence": tuple, "Mapping": Mapping}[name]


def _check_function(game: str, file: str, module: ModuleType, name: str, taken: int) -> None:
    function: object = getattr(module, name, None)
    if not callable(function):
        raise PartError(game, file, f"has no function {name}")
    try:
        inspect.signature(function).bind(*range(taken))
    except TypeError:
        raise PartError(game, file, f"has a function {name} that does not take {taken} arguments") from None
    except ValueError:  # a compiled function may not say what it takes
        return
