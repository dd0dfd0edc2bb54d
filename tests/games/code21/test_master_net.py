"""The nets from which the master starts: where it has them, that they need no compiler, and that they have learned."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import pytest

from tablee import bots
from tablee.bots.bot import AnyBot, Bot
from tablee.bots.mixture import drawing
from tablee.bots.nets import Net, NetPlayer, load_own_net
from tablee.bots.outside import bot_names, find_bot, is_outside
from tablee.contract import Choice, Happened, Over, Played, Seat
from tablee.games import parts
from tablee.games.code21 import GAME, learning
from tablee.games.code21.bots.levels import STRATEGIES, search_strategy, values
from tablee.games.code21.bots.net_play import is_known, net_shares
from tablee.games.code21.options import EIGHT, Options
from tablee.turbo.compiled import interpreted
from tablee.turbo.vector import VectorEnv
from tests.playing import after

LARGEST = 1_000_000  # bytes of all nets of a game


def won(first: AnyBot, other: AnyBot, options: Options, games: int) -> float:
    """The share of games that the first one wins against the other in all other seats; each game from another seat."""
    wins = 0.0
    for number in range(games):
        rng, state = Random(number), GAME.start(options)
        mine = Seat(number % options.players)
        while not isinstance(awaited := GAME.awaits(state), Over):
            if not isinstance(awaited, Choice):
                state = GAME.apply(state, Happened(awaited.sample(rng)))
                continue
            seat = min(awaited.seats)
            chosen: Any = (first if seat == mine else other).choose(
                GAME.view(state, seat), GAME.legal(state, seat), rng
            )
            state = GAME.apply(state, Played(seat, chosen))
        wins += (awaited.ranks[mine] == 1) / awaited.ranks.count(1)
    return wins / games


def alone(player: NetPlayer) -> AnyBot:
    """A net without the master's search."""
    return Bot("code21", "net", drawing(player.mix), player.advise, player.mix)


def noise(kept: Net) -> Net:
    """The same net with its weights in another order."""
    luck = np.random.default_rng(1)
    return Net(kept.head, [(luck.permutation(rows.ravel()).reshape(rows.shape), more) for rows, more in kept.layers])


def test_it_beats_the_club_and_a_net_of_noise_does_not() -> None:
    options, games, players = Options(players=4), 16, 4
    player = load_own_net(GAME, "bots/nets/four.bin")
    club = bots.bot(GAME, "club")
    assert won(alone(player), club, options, games) > 1.2 / players
    assert won(alone(NetPlayer(GAME, noise(player.net))), club, options, games) < 1 / players


def test_the_master_starts_from_the_net_and_does_what_it_values_more() -> None:
    state = after(GAME, ["*: turned 5", "0: play 8 up", "1: play 3 down", "2: play 5 down"], first="0", players="4")
    view, legal = GAME.view(state, Seat(3)), GAME.legal(state, Seat(3))
    net, found = net_shares(view, legal), STRATEGIES["master"](view, legal)
    assert net is not None and sum(found) == pytest.approx(1)
    assert found != pytest.approx(net) and found != pytest.approx(search_strategy(view, legal))
    worth = values(view, legal)
    before, after_step = (sum(share * value for share, value in zip(part, worth, strict=True)) for part in (net, found))
    assert after_step > before


def test_it_has_a_net_for_the_tables_that_it_was_trained_for() -> None:
    assert is_known(Options()) and is_known(Options(soldiers=EIGHT, half="up", bank=100))
    others = [
        Options(players=2),
        Options(players=3),
        Options(soldiers=(0, 1, 20)),
        Options(missions=(5,)),
        Options(bank=12),
    ]
    assert not any(map(is_known, others))
    state = after(GAME, ["*: turned 5"], first="0", players="2", soldiers="0,9,12")
    view, legal = GAME.view(state, Seat(0)), GAME.legal(state, Seat(0))
    assert net_shares(view, legal) is None
    assert STRATEGIES["master"](view, legal) == search_strategy(view, legal)


def test_what_it_was_before_is_kept_for_comparison_and_offered_at_no_table() -> None:
    assert find_bot(GAME, "master-0").level == "master-0" and not is_outside(GAME, "master-0")
    assert "master-0" in bot_names(GAME) and "master-0" not in bots.levels(GAME)


def test_the_nets_are_small() -> None:
    files = [file for file in parts.folder(GAME).joinpath("bots", "nets").iterdir() if file.name.endswith(".bin")]
    sizes = {file.name: len(file.read_bytes()) for file in files}
    assert set(sizes) == {"four.bin"} and sum(sizes.values()) <= LARGEST
    for file in files:
        head = json.loads(file.read_bytes().partition(b"\n")[0])
        assert head["game"] == "code21" and head["decisions"] > 0


def test_what_it_is_shown_is_the_same_without_a_compiler() -> None:
    """`interpreted` runs the functions that training compiles; nobody waits for a compiler at a first move."""
    env, luck = VectorEnv(GAME, Options(), 16, seed=3), np.random.default_rng(1)
    seen, plain = env.reset(), interpreted(learning.unfold)
    assert not hasattr(plain, "py_func")
    room = np.zeros(learning.ROOM), np.zeros(learning.ROOM)
    for _ in range(30):
        for row in np.asarray(seen.observations):
            one, other = np.zeros(learning.FEATURES, np.float32), np.zeros(learning.FEATURES, np.float32)
            plain(row, one, *room)
            learning.unfold(row, other, *room)
            np.testing.assert_allclose(one, other, atol=1e-6)
        seen = env.step(np.array([luck.choice(np.flatnonzero(mask)) for mask in np.asarray(seen.masks)]))
