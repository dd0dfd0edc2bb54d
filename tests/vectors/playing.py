"""Positions from games that were really played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Any

import msgspec

from tablee import options as agreed
from tablee.contract import AnyGame, Over
from tablee.testing import playout
from tablee.testing.play import Step


def play(game: AnyGame, agreements: Sequence[Mapping[str, str]], games: int = 1) -> Iterator[tuple[int, int, Step]]:
    """Random games with each set of options: the number of the game, the number of the step, the step."""
    number = 0
    for options in agreements:
        for _ in range(games):
            for place, step in enumerate(playout(game, agreed.read(game.options, options), Random(number))):
                yield number, place, step
            number += 1


def play_whole(game: AnyGame, agreements: Sequence[Mapping[str, str]], games: int = 1) -> Iterator[list[Step]]:
    """The same games, each with all its steps."""
    for _, steps in groupby(play(game, agreements, games), lambda found: found[0]):
        yield [step for _, _, step in steps]


def final_score(game: AnyGame, state: Any) -> dict[str, Any] | None:
    """What everybody sees of a game that is over, and every seat's score."""
    over = game.awaits(state)
    return {"view": plain(game.view(state, None)), "scores": plain(over.scores)} if isinstance(over, Over) else None


def sample(cases: Sequence[Any], count: int) -> list[Any]:
    """So many of these cases, from the first to the last."""
    return [cases[place * len(cases) // count] for place in range(min(count, len(cases)))]


def plain(value: object) -> Any:
    """As the page is sent it."""
    return msgspec.json.decode(msgspec.json.encode(value))
