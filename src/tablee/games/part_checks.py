"""What is wrong with a part of a game, and the check of its bots."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
