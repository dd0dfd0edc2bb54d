"""A bot in another process: it is handed words and no objects, so it can know nothing but what the view says.

`think` is what worker processes run; `python -m tablee.bots.thinking` answers on standard output, a line for each line
on standard input, for programs that keep their bots at arm's length.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, get_type_hints

import msgspec

from tablee.bots import bot
from tablee.games import GAMES


class Question(msgspec.Struct, frozen=True):
    """Whose turn to think, what is seen (as JSON) and what may be done, and where the generator starts."""

    game: str
    level: str
    view: msgspec.Raw
    legal: tuple[str, ...]
    seed: int


@cache
def decoder(game: str) -> msgspec.json.Decoder[Any]:
    """What reads a view of this game."""
    return msgspec.json.Decoder(get_type_hints(GAMES[game].view)["return"])


def think(question: bytes) -> str | None:
    """The notation of what the bot does; None: a free seat lets it pass."""
    asked = msgspec.json.decode(question, type=Question)
    game = GAMES[asked.game]
    legal: Sequence[Any] = [game.parse(text) for text in asked.legal]
    action = bot(game, asked.level).choose(decoder(asked.game).decode(asked.view), legal, Random(asked.seed))
    return None if action is None else str(action)


def main() -> None:
    for line in sys.stdin.buffer:
        print(msgspec.json.encode(think(line)).decode(), flush=True)


if __name__ == "__main__":
    main()
