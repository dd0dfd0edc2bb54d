"""The reader that draws worlds: what it believes, what it makes of it, and that it sees nothing hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tablee import bots
from tablee import options as agreed
from tablee.bots.bot import Bot, Mixture
from tablee.bots.mixture import drawing, only
from tablee.bots.outside import find_bot
from tablee.bots.random import advise
from tablee.bots.sampled_reader import SampledReader, rank
from tablee.contract import Choice, Happened, OptionError, Over, Played, Seat
from tablee.games import GAMES
from tablee.lab.bot_game import BotGame, BotLog, Setup
from tablee.lab.plan import make_plan
from tablee.poll import Prompt
from tablee.told_line import ToldLine, tell
from tests.playing import after

SIXTEEN = GAMES["sixteen"]
OPTIONS = {"jokers": "off", "first": "0"}


def threes(view: Any, legal: Sequence[Any], rng: Random) -> Mixture:
    """A three, if it has one; otherwise the highest card."""
    return only(three_first(legal))


def three_first(legal: Sequence[Any]) -> Any:
    return max(legal, key=lambda action: (str(action)[-1] == "3", str(action)[-1]))


THREES: Bot[Any, Any] = Bot("sixteen", "threes", drawing(threes), advise, threes)


def played() -> tuple[Any, list[ToldLine]]:
    """A game of Sixteen after the other's first card, as the second seat was told it."""
    state, told, rng = SIXTEEN.start(after(SIXTEEN, **OPTIONS).options), list[ToldLine](), Random(3)
    while not (isinstance(awaited := SIXTEEN.awaits(state), Choice) and state.turn == 1):
        if isinstance(awaited, Choice):
            legal = SIXTEEN.legal(state, Seat(0))
            move: Any = Played(Seat(0), three_first(legal))
        else:
            assert not isinstance(awaited, Over)
            move = Happened(awaited.sample(rng))
        then = SIXTEEN.apply(state, move)
        told.append(tell(SIXTEEN, state, move, then, Seat(1)))
        state = then
    return state, told


def test_its_beliefs_are_what_the_strategy_says() -> None:
    """Who would play a three first, and does not, has none."""
    state, told = played()
    view = SIXTEEN.view(state, Seat(1))
    assert state.pile[0].value != 3
    worlds = SampledReader(SIXTEEN, THREES, worlds=60).beliefs(view, told, Random(1))
    assert all(SIXTEEN.view(world, Seat(1)) == view for world, _ in worlds)

    def holds_three(world: Any) -> bool:
        return any(card.endswith("3") for card in world.hands[0])

    total = sum(chance for _, chance in worlds)
    believed = sum(chance for world, chance in worlds if holds_three(world)) / total
    unread = sum(holds_three(world) for world, _ in worlds) / len(worlds)
    assert unread > 0.2 and believed < unread / 4


def test_it_does_not_see_what_is_hidden() -> None:
    """The same lines, the same decision, whatever the others hold."""
    state, told = played()
    view = SIXTEEN.view(state, Seat(1))
    other = SIXTEEN.imagine(view, Random(9))
    assert other.hands != state.hands and SIXTEEN.view(other, Seat(1)) == view
    found = [
        SampledReader(SIXTEEN, THREES).values(
            SIXTEEN.view(world, Seat(1)), SIXTEEN.legal(world, Seat(1)), Random(1), told
        )
        for world in (state, other)
    ]
    assert found[0] == found[1]


def test_it_leaves_what_the_strongest_bot_does_only_for_what_is_better_beyond_doubt() -> None:
    usual, lucky, better = [0.5, 0.4, 0.5, 0.6], [0.9, 0.1, 0.7, 0.4], [0.6, 0.5, 0.7, 0.7]
    first, second, third = SIXTEEN.legal(played()[0], Seat(1))[:3]
    assert rank({first: usual, second: lucky})[0].action == first
    assert rank({first: usual, second: lucky, third: better})[0].action == third


SHORT = {
    "coda": {}, "code777": {"players": "2", "target": "1"}, "sixteen": {}, "golden21": {"players": "3", "years": "1"}
}  # fmt: skip


@pytest.mark.parametrize(("name", "texts"), SHORT.items())
def test_it_plays_in_the_arena_like_any_bot(name: str, texts: dict[str, str]) -> None:
    """Each game that it is told of can be told again from another world."""
    game = GAMES[name]
    options = agreed.read(game.options, texts)
    plan = make_plan(game, options, ["reader:beginner", "beginner"], 5, 60_000)
    setup = Setup(plan)
    reader = SampledReader(game, bots.bot(game, "beginner"), worlds=4, asks=20, tried=2)
    setup.bots["reader:beginner"] = replace(setup.bots["reader:beginner"], listen=reader.listen)
    retold: list[bool] = []

    class Begun(BotGame):
        def answer(self, prompt: Prompt) -> Any:
            if prompt.seat == 0 and len(prompt.offers) > 1 and game.hidden:
                view, rng = game.view(self.state, prompt.seat), Random(len(retold))
                world = reader.imagine(view, rng)
                retold.append(reader.retell(world, view, self.told[Seat(0)], rng) is not None)
            return super().answer(prompt)

    log = BotLog(plan)
    playing = Begun(setup, log, 0, 0, setup.seatings[0])
    ranks = playing.play()
    assert len(ranks) == options.players and not log.faults
    assert not game.hidden or sum(retold) >= 0.5 * len(retold) > 0, retold


def test_a_game_that_hides_what_cannot_be_dealt_again_has_no_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.games.parts.redeal", lambda game: None)
    with pytest.raises(OptionError, match="has no reader yet"):
        find_bot(SIXTEEN, "reader:club")
    assert find_bot(GAMES["golden21"], "reader:club").listen is not None
