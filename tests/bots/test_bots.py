"""Every bot of every game plays every variant from its own view, and can say why."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest

from tablee import bots
from tablee.contract import AnyGame, Choice, Happened, OptionError, Over, Played
from tablee.games import GAMES
from tablee.languages import LANGS
from tablee.poll import Polling, Prompt
from tablee.testing import covering
from tablee.words import words

LEVELS = [(name, level) for name, game in GAMES.items() for level in bots.levels(game)]


def decisions(game: AnyGame, options: Any, level: str, rng: Random) -> Iterator[tuple[Any, Prompt, Any]]:
    """A game among bots of one level: whenever one is asked, the state, what it is asked, its answer."""
    bot = bots.bot(game, level)
    state = game.start(options)
    polling = Polling()
    while not isinstance(awaited := game.awaits(state), Over):
        if not isinstance(awaited, Choice):
            state = game.apply(state, Happened(awaited.sample(rng)))
            continue
        asked = polling.next_prompt(game, state)
        assert asked is not None
        polling = polling.after_answer(asked)
        action = bot.choose(game.view(state, asked.seat), asked.offers, rng)
        yield state, asked, action
        if action is not None:
            state = game.apply(state, Played(asked.seat, action))


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_every_level_plays_every_variant(name: str, level: str) -> None:
    """To the end; a master, who thinks long, only begins."""
    game = GAMES[name]
    for n, options in enumerate(covering(game.options)):
        most = None if level != "master" else 2 if n else 40
        asked = 0
        for _, prompt, action in islice(decisions(game, options, level, Random(5)), most):
            assert action in prompt.offers
            asked += 1
        assert asked


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_advice_weighs_all_that_is_legal_and_says_why_in_both_languages(name: str, level: str) -> None:
    game, rng = GAMES[name], Random(3)
    options = game.options()
    names = [f"Name{n}" for n in range(options.players)]
    looked = 0
    for n, (state, prompt, _) in enumerate(decisions(game, options, level, rng)):
        if n % 9:
            continue
        seat, awaited = prompt.seat, game.awaits(state)
        legal, free = list(game.legal(state, seat)), isinstance(awaited, Choice) and seat in awaited.free
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


@pytest.mark.untraced
@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_in_another_process_with_nothing_but_the_words_of_its_view_it_does_the_same(name: str, level: str) -> None:
    game, rng = GAMES[name], Random(7)
    asked: list[bytes] = []
    answers: list[str | None] = []
    for n, (state, prompt, _) in enumerate(islice(decisions(game, game.options(), level, rng), 26)):
        if n % 5 == 0:
            view, offers = game.view(state, prompt.seat), prompt.offers
            words_of = [None if action is None else str(action) for action in offers]
            asked.append(
                msgspec.json.encode({"game": name, "level": level, "view": view, "legal": words_of, "seed": n})
            )
            action = bots.bot(game, level).choose(view, offers, Random(n))
            answers.append(None if action is None else str(action))
    done = subprocess.run(
        [sys.executable, "-m", "tablee.bots.thinking"], input=b"\n".join(asked) + b"\n", capture_output=True, check=True
    )
    assert [msgspec.json.decode(line) for line in done.stdout.splitlines()] == answers


def test_an_unknown_level_is_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match="the levels are: random"):
        bots.bot(GAMES["sixteen"], "grandmaster")
