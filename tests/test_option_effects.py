"""Which options have an effect with which others: what a form leaves out changes nothing, what it shows may."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tablee.contract import AnyGame, OptionError, Options, describe_options
from tablee.games import GAMES
from tablee.options import shown
from tablee.testing.play import playout

SHORT = {"golden21": {"years": 2}}  # so that games of random moves end soon
FEW, MANY = 3, 400  # games
CONDITIONAL = [(game, option) for game in GAMES for option, place in shown(GAMES[game].options).items() if place.needs]


def transcript(game: AnyGame, options: Any, seed: int) -> list[str]:
    """A game of random moves, and how it ended. It is the same as long as the same moves are legal."""
    steps = list(playout(game, options, Random(seed)))
    return [*[str(move) for _, move, _ in steps], str(game.awaits(steps[-1][2]))]


def with_values(game: AnyGame, option: str, options: Options) -> Iterator[Options]:
    """These options with each value of one of them that may be chosen."""
    for value in describe_options(game.options)[option].samples:
        try:
            yield replace(options, **{option: value})
        except OptionError:
            continue


def chosen(game: AnyGame, **texts: str) -> Options | None:
    """The options with these values; None where they do not go together."""
    known = describe_options(game.options)
    try:
        options: Options = game.options(
            **SHORT.get(game.name, {}), **{name: known[name].read(text) for name, text in texts.items()}
        )
    except OptionError:
        return None
    return options


@pytest.mark.parametrize("name", GAMES)
def test_every_option_has_its_group_and_needs_values_that_exist(name: str) -> None:
    known = describe_options(GAMES[name].options)
    for option, place in shown(GAMES[name].options).items():
        assert place.group != "other" or option == "players", option
        for need, values in place.needs.items():
            assert all(known[need].admits(known[need].read(value)) for value in values), option


@pytest.mark.parametrize(("name", "option"), CONDITIONAL)
def test_an_option_that_is_not_shown_has_no_effect(name: str, option: str) -> None:
    game = GAMES[name]
    known = describe_options(game.options)
    for need, values in shown(game.options)[option].needs.items():
        hiding = [text for sample in known[need].samples if (text := known[need].write(sample)) not in values]
        assert hiding
        for text in hiding:
            options = chosen(game, **{need: text})
            assert options is not None
            for seed in range(FEW):
                played = [transcript(game, other, seed) for other in with_values(game, option, options)]
                assert all(other == played[0] for other in played), (need, text)


@pytest.mark.parametrize(("name", "option"), CONDITIONAL)
def test_an_option_that_is_shown_has_an_effect(name: str, option: str) -> None:
    game = GAMES[name]
    for need, values in shown(game.options)[option].needs.items():
        for text in values:
            options = chosen(game, **{need: text})
            assert options is not None
            several = list(with_values(game, option, options))
            assert any(len({tuple(transcript(game, other, seed)) for other in several}) > 1 for seed in range(MANY)), (
                need, text,
            )  # fmt: skip
