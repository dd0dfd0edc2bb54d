"""A reader: an opponent who knows the mixed strategy of a bot, but sees no more than its own view.

`reader:BOT` takes all other seats for that bot. From how likely the bot would have done what it did, the reader knows
how likely each world behind its view is (exact beliefs), and in these worlds it looks for its best response: the bot's
answers are weighed by their probabilities, and its own are chosen by what it would see then. It looks one decision
ahead, then two and so on, as long as its budget of positions allows. Where it stops it counts what ends things at once,
and an estimate of playing on.

That is for games with a `reading.py`; `sampled_reader` reads the bots of all others. What a reader wins above an even
share says how much knowing a bot helps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, TypeAlias

from tablee.bots.bot import Advice, AnyBot, Bot, Mixture, Weighed
from tablee.bots.mixture import drawing, only, strategy
from tablee.bots.sampled_reader import SampledReader
from tablee.contract import AnyGame, Choice, Played, Seat
from tablee.games import parts

READER: Final = "reader:"
POSITIONS: Final = 6000  # the budget for a decision
WORLDS: Final = 48  # of the worlds behind a view, so many are played on from
RARE: Final = 0.01  # what a bot does less often than this is not followed
KEPT: Final = 50_000  # answers of a bot that are remembered

Worlds: TypeAlias = Sequence[tuple[Any, float]]  # states, and how likely each is; the chances need not sum to 1


class TooFar(Exception):
    """The budget is spent."""


class Search:
    """A best response in some worlds."""

    def __init__(self, reader: BotReader, seat: Seat, budget: float) -> None:
        self.reader, self.game, self.part, self.seat, self.budget = reader, reader.game, reader.part, seat, budget
        self.positions = 0

    def value(self, worlds: Worlds, depth: float) -> float:
        """What is won from here on, in all these worlds together, with so many own decisions ahead."""
        over, groups = self.onward(worlds)
        return over + sum(self.best(group, depth) for group in groups)

    def best(self, worlds: Worlds, depth: float) -> float:
        """All these worlds look the same to the reader, who is to choose."""
        state = worlds[0][0]
        legal = self.game.legal(state, self.seat)
        if depth > 0:
            return max(self.value(self.apply(worlds, action), depth - 1) for action in legal)
        found = [
            sum(share * self.finish(world, action, others) for world, share in worlds)
            for action, others in self.part.soonest(self.game.view(state, self.seat), legal)
        ]
        estimates = [(self.part.estimate(world, self.seat), share) for world, share in worlds]
        if estimates[0][0] is not None:
            found.append(sum(share * value for value, share in estimates if value is not None))
        return max(found)

    def apply(self, worlds: Worlds, action: Any) -> Worlds:
        return [(self.game.apply(state, Played(self.seat, action)), share) for state, share in worlds]

    def finish(self, state: Any, action: Any, others: Mapping[Seat, Any]) -> float:
        """What comes of it if everybody does then as `others` says."""
        state = self.game.apply(state, Played(self.seat, action))
        while (value := self.part.settled(state, self.seat)) is None:
            awaited = self.game.awaits(state)
            assert isinstance(awaited, Choice)
            seat = min(awaited.seats)
            state = self.game.apply(state, Played(seat, others[seat]))
        self.positions += 1
        return value

    def onward(self, worlds: Worlds) -> tuple[float, list[list[tuple[Any, float]]]]:
        """Lets the bots play: what is settled then, and the worlds where the reader is to choose, by what it sees."""
        left, over = list(worlds), 0.0
        groups: defaultdict[Any, list[tuple[Any, float]]] = defaultdict(list)
        while left:
            state, share = left.pop()
            self.positions += 1
            if self.positions > self.budget:
                raise TooFar
            value = self.part.settled(state, self.seat)
            if value is not None:
                over += share * value
                continue
            awaited = self.game.awaits(state)
            assert isinstance(awaited, Choice)
            if self.seat in awaited.seats:
                groups[self.game.view(state, self.seat)].append((state, share))
                continue
            seat = min(awaited.seats)
            for action, chance in self.reader.likely(self.game.view(state, seat), self.game.legal(state, seat)):
                left.append((self.game.apply(state, Played(seat, action)), share * chance))
        return over, list(groups.values())


class BotReader:
    """Reads one bot. What the bot answered is remembered, as it has no memory of its own."""

    def __init__(self, game: AnyGame, bot: AnyBot, budget: float = POSITIONS, worlds: int = WORLDS) -> None:
        part = parts.reading(game)
        assert part is not None
        self.game, self.bot, self.part, self.budget, self.worlds = game, bot, part, budget, worlds
        self.known: dict[Any, Mixture] = {}

    def ask(self, view: Any, legal: Sequence[Any]) -> Mixture:
        """The bot's mixed strategy here."""
        if view not in self.known:
            if len(self.known) >= KEPT:
                self.known.clear()
            self.known[view] = strategy(self.bot, view, legal, [Random(1)])
        return self.known[view]

    def likely(self, view: Any, legal: Sequence[Any]) -> list[tuple[Any, float]]:
        """What the bot does here, but not what it does rarely, unless nothing is left out."""
        rare = RARE if self.budget < float("inf") else 0.0
        kept = [(action, chance) for action, chance in self.ask(view, legal).items() if chance > rare]
        total = sum(chance for _, chance in kept)
        return [(action, chance / total) for action, chance in kept]

    def values(self, view: Any, legal: Sequence[Any], rng: Random) -> dict[Any, float]:
        """The chance to win with each action."""
        worlds = self.thin(self.part.read(view, self.ask, rng), rng)
        if self.budget == float("inf"):
            return self.look(view, worlds, legal, float("inf"), self.budget)[0]
        found, spent = self.look(view, worlds, legal, 0, float("inf"))
        before, depth = max(1, len(worlds)), 1
        while spent * spent / before <= self.budget:  # the next step costs about as many times more as the last one
            try:
                found, now = self.look(view, worlds, legal, depth, 2 * self.budget)
            except TooFar:
                break
            before, spent, depth = spent, now, depth + 1
            if spent == before:
                break  # there is no further to look
        return found

    def look(
        self, view: Any, worlds: Worlds, legal: Sequence[Any], depth: float, budget: float
    ) -> tuple[dict[Any, float], int]:
        search = Search(self, view.seat, budget)
        return {action: search.value(search.apply(worlds, action), depth) for action in legal}, search.positions

    def thin(self, worlds: Worlds, rng: Random) -> Worlds:
        """As many worlds as are played on from, evenly drawn by how likely they are."""
        if len(worlds) <= self.worlds or self.budget == float("inf"):
            return worlds
        drawn, reached, at = [], 0.0, rng.random()
        for state, chance in worlds:
            reached += chance * self.worlds
            times = 0
            while at < reached:
                at, times = at + 1, times + 1
            if times:
                drawn.append((state, times / self.worlds))
        return drawn

    def mix(self, view: Any, legal: Sequence[Any], rng: Random) -> Mixture:
        if len(legal) == 1:
            return only(legal[0])
        found = self.values(view, legal, rng)
        return only(max(legal, key=lambda action: found[action]))

    def advise(self, view: Any, legal: Sequence[Any], rng: Random) -> Weighed:
        found = self.values(view, legal, rng)
        best = sorted(legal, key=lambda action: -found[action])
        return [Advice(action, found[action], "anything", {"n": len(legal)}) for action in best]


def reader_bot(name: str, game: AnyGame, bot: AnyBot) -> AnyBot:
    """The bot `reader:BOT`: exact beliefs where the game has its `reading.py`, otherwise drawn worlds."""
    if parts.reading(game) is None:
        sampled = SampledReader(game, bot)
        return Bot(game.name, name, drawing(sampled.mix), sampled.advise, sampled.mix, listen=sampled.listen)
    reader = BotReader(game, bot)
    return Bot(game.name, name, drawing(reader.mix), reader.advise, reader.mix)
