"""A reader of any game: it draws the worlds behind its view and tries in them what it may do.

How likely a world is follows from what the others did: in each world the whole game is played again as the reader's
seat was told it, and the bot is asked how likely it would have done that there. The last decisions count first, as many
as the budget allows. Then the actions that the strongest bot of the game finds best are tried in the same worlds, with
the same chance: the others answer as the bot does, until the reader is to choose again, and there counts what the
strongest bot says. The reader does what that bot would do, unless something else is better beyond doubt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from tablee import bots
from tablee.bots.appraisal import win_shares
from tablee.bots.bot import Advice, AnyBot, Mixture, Weighed
from tablee.bots.mixture import draw, only, strategy
from tablee.contract import AnyGame, Choice, Happened, OptionError, Over, Played, Refusal, Seat
from tablee.games import parts
from tablee.poll import NOBODY_POLLED, Polling, Prompt
from tablee.record import read_move
from tablee.told_line import ToldLine

WORLDS: Final = 64  # that are drawn
ASKS: Final = 400  # of the bot, for the beliefs of one decision
TRIED: Final = 24  # worlds in which actions are tried
ACTIONS: Final = 8  # that are tried
LEFT: Final = 3  # of them after the first third of the worlds
BLUR: Final = 0.05  # how often a bot does anything at all, as far as is known: its search may end otherwise
KEPT: Final = 50_000  # answers of a bot that are remembered

Worlds: TypeAlias = Sequence[tuple[Any, float]]  # states, and how likely each is


class PastAnswer(NamedTuple):
    """What another seat was asked in a world, and what it did."""

    state: Any
    prompt: Prompt
    action: Any


class SampledReader:
    """Reads one bot. What the bot answered is remembered, as it has no memory of its own."""

    def __init__(
        self, game: AnyGame, bot: AnyBot, *, worlds: int = WORLDS, asks: int = ASKS, tried: int = TRIED
    ) -> None:
        if game.hidden and parts.redeal(game) is None:
            raise OptionError("bots", "{game} has no reader yet", game=game.name)
        self.game, self.bot = game, bot
        self.judge = bots.bot(game, bots.strongest_level(game))
        self.worlds, self.asks, self.tried = worlds, asks, tried
        self.known: dict[Any, Mixture] = {}
        self.asked = 0

    def ask(self, prompt: Prompt, state: Any) -> Mixture:
        """The bot's mixed strategy for this prompt."""
        if len(prompt.offers) == 1:
            return only(prompt.offers[0])
        key = self.game.view(state, prompt.seat), prompt.polled
        if key not in self.known:
            if len(self.known) >= KEPT:
                self.known.clear()
            self.asked += 1
            self.known[key] = strategy(self.bot, key[0], prompt.offers, [Random(1)])
        return self.known[key]

    # ---- beliefs ------------------------------------------------------------------

    def beliefs(self, view: Any, told: Sequence[ToldLine], rng: Random) -> Worlds:
        """Worlds behind this view, by how likely the bot would have done in them what it did."""
        if not self.game.hidden:
            return [(self.game.imagine(view, rng), 1.0)]
        drawn = [self.imagine(view, rng) for _ in range(self.worlds)]
        retold = [found for world in drawn if (found := self.retell(world, view, told, rng)) is not None]
        if not retold:
            return [(world, 1.0) for world in drawn]
        weights, self.asked = [1.0] * len(retold), 0
        for turn in range(1, max(len(past) for _, past in retold) + 1):  # the last decision first
            if self.asked >= self.asks:
                break
            for n, (_, past) in enumerate(retold):
                if turn <= len(past):
                    weights[n] *= self.likelihood(past[-turn])
            top = max(weights)
            weights = [weight / top for weight in weights]
        return [(state, weight) for (state, _), weight in zip(retold, weights, strict=True)]

    def imagine(self, view: Any, rng: Random) -> Any:
        posterior = bots.posterior(self.game, view)
        return self.game.imagine(view, rng) if posterior is None else posterior.sample(rng)

    def likelihood(self, done: PastAnswer) -> float:
        many = len(done.prompt.offers)
        return (1 - BLUR) * self.ask(done.prompt, done.state).get(done.action, 0.0) + BLUR / many

    def retell(
        self, world: Any, view: Any, told: Sequence[ToldLine], rng: Random
    ) -> tuple[Any, list[PastAnswer]] | None:
        """The game as it went in this world, with what the others did; None: it cannot have gone so."""
        part = parts.redeal(self.game)
        assert part is not None
        past: list[PastAnswer] = []
        state, polling = self.game.start(view.options), NOBODY_POLLED
        try:
            for line in part.redeal(told, world, rng):
                move = read_move(self.game, line)
                if isinstance(move, Played):
                    for prompt, action in self.answers(state, polling, move):
                        polling = polling.after_answer(prompt)
                        past.append(PastAnswer(state, prompt, action))
                state = self.game.apply(state, move)
        except (Refusal, LookupError):
            return None
        if self.game.view(state, view.seat) != view:
            return None
        for prompt in polling.prompts(self.game, state):  # who let it pass since
            if prompt.seat == view.seat or not prompt.polled:
                break
            past.append(PastAnswer(state, prompt, None))
        return state, [done for done in past if done.prompt.seat != view.seat]

    def answers(self, state: Any, polling: Polling, move: Played[Any]) -> Iterator[tuple[Prompt, Any]]:
        """Who was asked until this was done, as bots are asked at a table, and what they did: None is passing."""
        for prompt in polling.prompts(self.game, state):
            done = prompt.seat == move.by and move.action in prompt.offers
            if done or prompt.polled:
                yield prompt, move.action if done else None
            if done:
                return

    # ---- the best response --------------------------------------------------------

    def values(self, view: Any, legal: Sequence[Any], rng: Random, told: Sequence[ToldLine]) -> list[Advice]:
        """What is tried, the best first, with the chance to win."""
        weighed = self.judge.advise(view, legal, rng)[:ACTIONS]
        worlds = self.beliefs(view, told, rng)
        states = rng.choices([state for state, _ in worlds], [chance for _, chance in worlds], k=self.tried)
        seeds = [rng.getrandbits(62) for _ in states]
        found: dict[Any, list[float]] = {one.action: [] for one in weighed}
        for n, (state, seed) in enumerate(zip(states, seeds, strict=True)):
            if n == max(1, self.tried // 3):
                usual, *others = found
                best = sorted(others, key=lambda action: -sum(found[action]))[: LEFT - 1]
                found = {action: found[action] for action in (usual, *best)}
            for action, won in found.items():
                won.append(self.play_on(state, view.seat, legal, action, Random(seed)))
        return rank(found)

    def play_on(self, state: Any, seat: Seat, legal: Sequence[Any], action: Any, rng: Random) -> float:
        """The chance to win after this action, as the strongest bot sees it at the next decision of this seat."""
        game, polling = self.game, NOBODY_POLLED
        for prompt in NOBODY_POLLED.prompts(game, state):  # those before this seat were asked already
            polling = polling.after_answer(prompt)
            if prompt.seat == seat and prompt.offers[0] == legal[0]:
                break
        if action is not None:
            move = Played(seat, action)
            state, polling = game.apply(state, move), polling.after_move(move)
        while not isinstance(awaited := game.awaits(state), Over):
            if not isinstance(awaited, Choice):
                state = game.apply(state, Happened(awaited.sample(rng)))
                continue
            asked = polling.next_prompt(game, state)
            assert asked is not None
            if asked.seat == seat and len(asked.offers) > 1:
                return self.judge.advise(game.view(state, seat), asked.offers, rng)[0].value
            polling = polling.after_answer(asked)
            chosen = draw(self.ask(asked, state), rng)
            if chosen is not None:
                state = game.apply(state, Played(asked.seat, chosen))
        return win_shares(game.sides(state.options), awaited.ranks)[seat]

    # ---- as a bot -----------------------------------------------------------------

    def listen(self, view: Any, legal: Sequence[Any], rng: Random, told: Sequence[ToldLine]) -> Mixture:
        if len(legal) == 1:
            return only(legal[0])
        return only(self.values(view, legal, rng, told)[0].action)

    def mix(self, view: Any, legal: Sequence[Any], rng: Random) -> Mixture:
        return self.listen(view, legal, rng, ())

    def advise(self, view: Any, legal: Sequence[Any], rng: Random) -> Weighed:
        return self.values(view, legal, rng, ())


def rank(found: dict[Any, list[float]]) -> list[Advice]:
    """The best first. The first one stays first unless another is better in the same worlds by more than an error."""
    usual, *others = found

    def gain(action: Any) -> float:
        less = [one - two for one, two in zip(found[action], found[usual], strict=True)]
        mean = sum(less) / len(less)
        error = sqrt(sum((one - mean) ** 2 for one in less) / max(1, len(less) - 1) / len(less))
        return mean - error

    best = max(others, key=gain, default=usual)
    first = best if best != usual and gain(best) > 0 else usual
    order = sorted(found, key=lambda action: (action != first, -sum(found[action])))
    return [Advice(action, sum(found[action]) / len(found[action]), "anything", {"n": len(found)}) for action in order]
