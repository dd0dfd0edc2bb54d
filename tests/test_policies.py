"""Compiled players: what they do is legal, asks only what their seat may know, and is what their name says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, TypeAlias

import numpy as np
import pytest

from tablee import bots, turbo
from tablee.bots.compiled import compiled_bots
from tablee.contract import Choice, Happened, Over, Played, Seat
from tablee.games import GAMES, parts
from tablee.games.code21.bots.levels import STRATEGIES
from tablee.games.code21.options import Options
from tablee.poll import Polling
from tablee.testing import covering
from tablee.turbo.chance import seed
from tablee.turbo.compiled import ClosureCompiler
from tablee.turbo.course import build_answer
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow

PLAYERS = [
    (name, player) for name, game in GAMES.items() if parts.has_kernel(game) for player in turbo.policies(game)
]  # fmt: skip
OWN = [pair for pair in PLAYERS if pair[1] != "random"]


Place: TypeAlias = tuple[Any, Seat, Sequence[Any]]  # a state, who is asked there, and what is offered


@cache
def positions(name: str, player: str, moves: int = 60) -> list[Place]:
    """Of games that this player plays against others; of each kind of options some."""
    game, rng = GAMES[name], Random(7)
    return [place for options in covering(game.options)[:12] for place in played(game, options, player, rng, moves)]


def played(game: Any, options: Any, player: str, rng: Random, moves: int) -> Iterator[Place]:
    state, bot = game.start(options), compiled_bots(game)[player]
    polling = Polling()
    for _ in range(moves):
        awaited = game.awaits(state)
        if isinstance(awaited, Over):
            return
        if not isinstance(awaited, Choice):
            state = game.apply(state, Happened(awaited.sample(rng)))
            continue
        asked = polling.next_prompt(game, state)
        assert asked is not None
        polling = polling.after_answer(asked)
        if len(asked.offers) > 1:
            yield state, asked.seat, asked.offers
        view = game.view(state, asked.seat)
        action: Any = bot.choose(view, asked.offers, rng) if rng.random() < 0.7 else rng.choice(asked.offers)
        if action is not None:
            state = game.apply(state, Played(asked.seat, action))


def answer(name: str, player: str, world: Any, seat: Seat, luck: int) -> int:
    game = GAMES[name]
    kernel = turbo.compiled_kernel(game)
    g = turbo.lanes(game, world.options, 1)[0]
    kernel.pack(world, g)
    while kernel.awaits(g) != seat:
        assert kernel.to_pass is not None
        kernel.act(g, kernel.to_pass)
    seed(g, luck, 0)
    return int(turbo.policies(game)[player](g))


@pytest.mark.untraced
@pytest.mark.parametrize(("name", "player"), OWN)
def test_a_player_does_the_same_in_every_world_that_its_seat_may_be_in(name: str, player: str) -> None:
    game, rng = GAMES[name], Random(3)
    others = 0
    for n, (state, seat, _) in enumerate(positions(name, player)):
        view = game.view(state, seat)
        truth = answer(name, player, state, seat, n)
        for _ in range(3):
            world = game.imagine(view, rng)
            others += world != state
            assert answer(name, player, world, seat, n) == truth
    assert others > 100 or name == "golden21"  # where nothing is hidden


@pytest.mark.untraced
@pytest.mark.parametrize(("name", "player"), OWN)
def test_a_player_does_what_is_legal(name: str, player: str) -> None:
    game, rng = GAMES[name], Random(4)
    for state, seat, offers in positions(name, player):
        assert compiled_bots(game)[player].choose(game.view(state, seat), offers, rng) in offers


@pytest.mark.untraced
@pytest.mark.parametrize(("name", "player"), OWN)
def test_whole_games_are_legal_on_the_kernel(name: str, player: str) -> None:
    game = GAMES[name]
    kernel, policy = turbo.kernel(game), turbo.policies(game)[player]
    mask = np.zeros(kernel.actions, np.int8)
    for options in covering(game.options)[:6]:
        g = turbo.lanes(game, options, 1, seed=5)[0]
        kernel.begin(g)
        for _ in range(300):
            who = kernel.awaits(g)
            if who == -2:
                break
            if who == -1:
                kernel.happen(g)
                continue
            kernel.legal(g, mask)
            action = policy(g)
            assert mask[action]
            kernel.act(g, action)


def answers(name: str) -> dict[str, list[int]]:
    """What each player of a game does, at some places."""
    return {
        player: [
            answer(name, player, state, seat, n) for n, (state, seat, _) in enumerate(positions(name, player, moves=16))
        ]
        for game, player in OWN
        if game == name
    }


@pytest.mark.parametrize("name", dict(OWN))
def test_interpreted_a_player_does_the_same(name: str) -> None:
    code = "import json, sys; from tests.test_policies import answers; print(json.dumps(answers(sys.argv[1])))"
    done = subprocess.run(
        [sys.executable, "-c", code, name], env={**os.environ, "TABLEE_TURBO": "off"}, capture_output=True, text=True,
        check=True, timeout=4 * PATIENCE,
    )  # fmt: skip
    assert json.loads(done.stdout) == answers(name)


def test_the_club_of_sixteen_is_that_of_its_name() -> None:
    game = GAMES["sixteen"]
    for state, seat, legal in positions("sixteen", "club"):
        view = game.view(state, seat)
        chosen = compiled_bots(game)["club"].choose(view, legal, Random(1))
        assert chosen == bots.bot(game, "club").choose(view, legal, Random(1))


@pytest.mark.parametrize("level", ["beginner", "club"])
def test_the_players_of_code_21_draw_from_the_strategy_of_their_name(level: str) -> None:
    """A mixed strategy: what is drawn many times is compared with the shares of the bot."""
    game = GAMES["code21"]
    for state, seat, legal in positions("code21", level)[::60]:
        assert isinstance(state.options, Options)
        view = game.view(state, seat)
        shares = STRATEGIES[level](view, legal)
        drawn = Counter(compiled_bots(game)[level].choose(view, legal, Random(luck)) for luck in range(400))
        assert drawn.keys() <= {*legal}
        for action, share in zip(legal, shares, strict=True):
            assert abs(drawn[action] - 400 * share) <= 5 * (400 * share * (1 - share)) ** 0.5 + 3


@pytest.mark.parametrize(("name", "player"), PLAYERS)
def test_every_name_is_a_level_that_plays_alike_or_a_name_of_its_own(name: str, player: str) -> None:
    """What bears a level's name must be compared with it above."""
    alike = {("sixteen", "club"), ("code21", "beginner"), ("code21", "club")}
    assert player == "random" or (player in bots.levels(GAMES[name])) == ((name, player) in alike)


def test_any_number_of_policies_answer_by_their_number() -> None:
    kernel = turbo.kernel(GAMES["sixteen"])

    def constant(action: int) -> Any:
        def policy(g: Any) -> int:
            return action

        policy.__name__ = f"always_{action}"
        return ClosureCompiler("test")(policy)

    answer = build_answer([kernel.choose, *map(constant, range(100, 106))], ClosureCompiler("test"))
    g = turbo.lanes(GAMES["sixteen"], GAMES["sixteen"].options(), 1, seed=5)[0]
    kernel.begin(g)
    while kernel.awaits(g) < 0:
        kernel.happen(g)
    mask = np.zeros(kernel.actions, np.int8)
    kernel.legal(g, mask)
    assert [int(answer(g, player)) for player in range(1, 7)] == [100, 101, 102, 103, 104, 105]
    assert mask[answer(g, 0)]
