"""Nets as bots, without PyTorch: their files, and that they play every game from a view."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tablee import turbo
from tablee.bots.mixture import mix_of
from tablee.bots.nets import NetPlayer, read_net, unfolder, write_net
from tablee.bots.outside import find_bot
from tablee.chance import OneOf
from tablee.contract import AnyGame, Happened, OptionError, Seat
from tablee.games import GAMES
from tablee.games.code21.actions import Turned
from tablee.lab.arena.deal import play_deal
from tablee.lab.plan import make_plan
from tablee.turbo.vector import VectorEnv


def make_net(game: AnyGame, seed: int = 1) -> bytes:
    """A net of noise, of the right shape."""
    env = VectorEnv(game, game.options(), 1)
    inputs, actions = len(unfolder(game)(env.reset().observations[0])), turbo.kernel(game).actions
    luck, sizes = np.random.default_rng(seed), [inputs, 8, 2 * actions]
    layers = [(luck.normal(0, 0.3, (after, before)), luck.normal(0, 0.3, after)) for before, after in pairwise(sizes)]
    return write_net({"game": game.name, "seed": seed}, layers)


def test_a_net_is_read_as_it_was_written() -> None:
    weights, more = np.array([[1.5, -2.0], [0.25, 4.0], [-1.0, 0.0]]), np.array([0.5, -1.0, 0.125])
    net = read_net(write_net({"game": "code21"}, [(weights, more), (np.array([[2.0, 1.0, 8.0]]), np.array([0.25]))]))
    assert net.head == {"form": 1, "game": "code21", "sizes": [2, 3, 1]}
    assert net.answer(np.array([1.0, 2.0], np.float32)).tolist() == [2 * 0 + 7.25 + 8 * 0 + 0.25]


@pytest.mark.parametrize("name", GAMES)
def test_a_net_plays_by_the_rules(name: str, tmp_path: Path) -> None:
    """Its bot is asked by the arena like any other, and never does what is not legal."""
    game = GAMES[name]
    path = tmp_path / "some.net"
    path.write_bytes(make_net(game))
    plan = make_plan(game, game.options(), [f"net:{path}", "random"], 1, 60_000)
    assert play_deal(plan, 0, False).faults == ()


def test_its_shares_and_worths_are_chances() -> None:
    game = GAMES["code21"]
    state = game.start(game.options(players=2, first=Seat(0)))
    awaited = game.awaits(state)
    assert isinstance(awaited, OneOf)
    state = game.apply(state, Happened(awaited.sample(Random(1))))
    seat = Seat(0)
    legal = game.legal(state, seat)
    shares, worths = NetPlayer(game, read_net(make_net(game))).answer(game.view(state, seat), legal)
    assert sum(shares) == pytest.approx(1)
    assert len(shares) == len(worths) == len(legal) == 18
    assert all(0 <= worth <= 1 for worth in worths)


def test_a_file_that_has_changed_is_another_bot(tmp_path: Path) -> None:
    game, path = GAMES["code21"], tmp_path / "some.net"
    state = game.apply(game.start(game.options(players=2, first=Seat(0))), Happened(Turned(3)))
    found = []
    for seed in (1, 2):
        path.write_bytes(make_net(game, seed))
        mix = mix_of(find_bot(game, f"net:{path}"))
        found.append(mix(game.view(state, Seat(0)), game.legal(state, Seat(0)), Random(1)))
    assert found[0] != found[1]


def test_a_file_that_holds_no_net_of_this_game_is_refused(tmp_path: Path) -> None:
    net = make_net(GAMES["code21"])
    for content, why in (
        (net[:-2], "weights are expected"),
        (b"{}\n", "no net that this version can read"),
        (b"not json", "cannot be loaded"),
        (make_net(GAMES["sixteen"]), "is a bot of sixteen, not of code21"),
    ):
        path = tmp_path / f"{len(content)}.net"
        path.write_bytes(content)
        with pytest.raises(OptionError, match=why):
            find_bot(GAMES["code21"], f"net:{path}")
    with pytest.raises(OptionError, match="cannot be loaded"):
        find_bot(GAMES["code21"], f"net:{tmp_path / 'nothing'}")
