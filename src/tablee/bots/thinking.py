"""A bot in another process: it gets text and no objects, so it knows only what the view says.

Worker processes run `think` and `weigh`. `python -m tablee.bots.thinking` is for programs that run their bots in a
separate process: it reads one question per line from standard input and answers each with one line.
"""

from __future__ import annotations

import sys
from functools import cache
from random import Random
from time import process_time
from typing import Any, get_type_hints

import msgspec

from tablee.bots import bot, posterior
from tablee.bots.bot import Figure
from tablee.bots.mixture import mix_of
from tablee.bots.outside import find_bot
from tablee.contract import AnyGame
from tablee.games import GAMES


class Question(msgspec.Struct, frozen=True):
    """Which bot is asked, what it sees (as JSON), its legal actions, and the seed of its random numbers."""

    game: str
    level: str  # or a character, or a bot from outside
    view: msgspec.Raw
    legal: tuple[str | None, ...]  # None: letting it pass
    seed: int


class Weight(msgspec.Struct, frozen=True):
    """One legal action and its evaluation: an `Advice` as text."""

    do: str | None
    value: float
    reason: str
    figures: dict[str, Figure]


class Opinion(msgspec.Struct, frozen=True):
    """What may be behind a view, if anything is hidden, and all legal actions, the best first."""

    worlds: int | float | None
    chances: dict[str, dict[str, float]] | None
    weighed: tuple[Weight, ...]
    seconds: float  # of the processor, that it took


@cache
def decoder(game: str) -> msgspec.json.Decoder[Any]:
    """The decoder for views of this game."""
    return msgspec.json.Decoder(get_type_hints(GAMES[game].view)["return"])


def read_view(game: AnyGame, text: msgspec.Raw | bytes) -> Any:
    return with_own_options(game, decoder(game.name).decode(text))


def with_own_options(game: AnyGame, view: Any) -> Any:
    """The same view; its options are of the game's own kind, which a variant has in place of those of its base."""
    if type(view.options) is not game.options:
        options = msgspec.convert(msgspec.to_builtins(view.options), game.options)
        return msgspec.structs.replace(view, options=options)
    return view


def think(question: bytes) -> str | None:
    """The notation of the action that the bot chooses, or None if it passes."""
    asked = msgspec.json.decode(question, type=Question)
    game = GAMES[asked.game]
    legal = parse_legal(game, asked)
    action = find_bot(game, asked.level).choose(read_view(game, asked.view), legal, Random(asked.seed))
    return None if action is None else str(action)


def mix(question: bytes) -> dict[str | None, float]:
    """The mixed strategy of the bot, by notation; see `mixture.mix_of`."""
    asked = msgspec.json.decode(question, type=Question)
    game = GAMES[asked.game]
    legal = parse_legal(game, asked)
    mixture = mix_of(find_bot(game, asked.level))(read_view(game, asked.view), legal, Random(asked.seed))
    return {None if action is None else str(action): chance for action, chance in mixture.items()}


def weigh(question: bytes) -> bytes:
    """An `Opinion`, as JSON. If there are no legal actions, it only says what may be behind the view."""
    begun = process_time()
    asked = msgspec.json.decode(question, type=Question)
    game = GAMES[asked.game]
    view = read_view(game, asked.view)
    hidden = posterior(game, view)
    legal = parse_legal(game, asked)
    advised = bot(game, asked.level).advise(view, legal, Random(asked.seed)) if legal else ()
    weighed = tuple(
        Weight(None if advice.action is None else str(advice.action), advice.value, advice.reason, dict(advice.figures))
        for advice in advised
    )
    worlds = None if hidden is None else json_number(hidden.worlds)
    chances = None if hidden is None else {place: dict(values) for place, values in hidden.chances.items()}
    return msgspec.json.encode(Opinion(worlds, chances, weighed, process_time() - begun))


def parse_legal(game: AnyGame, asked: Question) -> list[Any]:
    return [None if text is None else game.parse(text) for text in asked.legal]


def json_number(worlds: int) -> int | float:
    """JSON has no integers above 2 to the 53rd power; with so many worlds the last digits do not matter."""
    return worlds if worlds < 2**53 else float(worlds)


def main() -> None:
    for line in sys.stdin.buffer:
        print(msgspec.json.encode(think(line)).decode(), flush=True)


if __name__ == "__main__":
    main()
