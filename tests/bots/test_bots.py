"""Every bot of every game plays every variant from its own view, and can say why."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from tablee import bots
from tablee.contract import AnyGame, Choice, Happened, OptionError, Over, Played, Seat
from tablee.games import GAMES
from tablee.testing import covering
from tablee.words import LANGS, words

LEVELS = [(name, level) for name, game in GAMES.items() for level in bots.levels(game)]


def decisions(game: AnyGame, options: Any, level: str, rng: Random) -> Iterator[tuple[Any, Seat, Any, bool]]:
    """A game among bots of one level: whenever one is asked, the state, the seat, its answer, whether it is free."""
    bot = bots.bot(game, level)
    state = game.start(options)
    while not isinstance(awaited := game.awaits(state), Over):
        if not isinstance(awaited, Choice):
            state = game.apply(state, Happened(awaited.sample(rng)))
            continue
        for seat in (*sorted(awaited.free), *sorted(awaited.seats)):
            action = bot.choose(game.view(state, seat), game.legal(state, seat), rng)
            yield state, seat, action, seat in awaited.free
            if action is not None:
                state = game.apply(state, Played(seat, action))
                break


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_every_level_plays_every_variant_to_the_end(name: str, level: str) -> None:
    game = GAMES[name]
    for options in covering(game.options):
        asked = 0
        for _, _, action, free in decisions(game, options, level, Random(5)):
            assert action is not None or free
            asked += 1
        assert asked


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_advice_weighs_all_that_is_legal_and_says_why_in_both_languages(name: str, level: str) -> None:
    game, rng = GAMES[name], Random(3)
    options = game.options()
    names = [f"Name{n}" for n in range(options.players)]
    looked = 0
    for n, (state, seat, _, free) in enumerate(decisions(game, options, level, rng)):
        if n % 9:
            continue
        legal = list(game.legal(state, seat))
        weighed = bots.bot(game, level).advise(game.view(state, seat), legal, rng)
        advised = [advice.action for advice in weighed]
        assert len(advised) == len(set(advised))
        assert set(advised) - {None} == set(legal) and (free or None not in advised)
        values = [advice.value for advice in weighed]
        assert values == sorted(values, reverse=True) and 0 <= values[-1] <= values[0] <= 1
        for advice in weighed:
            for lang in LANGS:
                said = words(lang, game).advice(advice.reason, advice.figures, names)
                assert said and "{" not in said
        looked += 1
    assert looked


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_in_another_process_with_nothing_but_the_words_of_its_view_it_does_the_same(name: str, level: str) -> None:
    game, rng = GAMES[name], Random(7)
    asked: list[bytes] = []
    answers: list[str | None] = []
    for n, (state, seat, _, _) in enumerate(decisions(game, game.options(), level, rng)):
        if n % 5 == 0 and len(asked) < 6:
            view, legal = game.view(state, seat), game.legal(state, seat)
            asked.append(msgspec.json.encode(
                {"game": name, "level": level, "view": view, "legal": list(map(str, legal)), "seed": n}
            ))  # fmt: skip
            action = bots.bot(game, level).choose(view, legal, Random(n))
            answers.append(None if action is None else str(action))
    done = subprocess.run(
        [sys.executable, "-m", "tablee.bots.thinking"], input=b"\n".join(asked) + b"\n", capture_output=True, check=True
    )
    assert [msgspec.json.decode(line) for line in done.stdout.splitlines()] == answers


def test_an_unknown_level_is_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match="there are: random"):
        bots.bot(GAMES["sixteen"], "grandmaster")
