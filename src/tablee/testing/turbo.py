"""The sixth law: kernel and rules agree, move by move, on who is awaited, what is legal, the state and the result."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from tablee.contract import AnyGame, Choice, Happened, IllegalMove, Move, Over, Played, Seat
from tablee.testing.laws import LawBroken
from tablee.testing.play import Step
from tablee.turbo import kernel, lanes


def check_turbo(game: AnyGame, options: Any, rng: Random, thorough: float = 1.0) -> None:
    """One game. States and observations, slow to translate, are compared at a share of the moves and at the end."""
    pair = Pair(game, options, rng)
    while True:
        awaited = game.awaits(pair.state)
        if isinstance(awaited, Over) or rng.random() < thorough:
            pair.compare_states()
            pair.compare_observations()
        if isinstance(awaited, Over):
            pair.compare_results(awaited)
            return
        pair.play(pair.decision(awaited, rng) if isinstance(awaited, Choice) else pair.chance())


class Pair:
    """One game played twice: by the rules and by the kernel, whose generator and choices both follow."""

    def __init__(self, game: AnyGame, options: Any, rng: Random) -> None:
        self.game, self.options, self.fast = game, options, kernel(game)
        self.record, self.spare = lanes(game, options, 2, seed=rng.getrandbits(62))
        self.fast.begin(self.record)
        self.state = game.start(options)
        self.steps: list[Step] = []
        self.alphabet = self.fast.alphabet(options)
        self.mask = np.zeros(self.fast.ACTIONS, np.int8)
        self.seen = np.zeros(self.fast.OBSERVED, np.int8)

    def broken(self, why: str) -> LawBroken:
        return LawBroken("turbo", self.game, self.options, self.steps, why)

    def action(self, number: int) -> Any:
        """What a number means: by the alphabet, or here, where that depends on the state. None: letting it pass."""
        if hasattr(self.fast, "meaning"):
            return self.fast.meaning(number, self.state)
        return self.alphabet[number]

    def bare(self) -> Any:
        return self.fast.bare(self.state) if hasattr(self.fast, "bare") else self.state

    # ---- what is compared -------------------------------------------------------

    def compare_states(self) -> None:
        bare = self.bare()
        found = self.fast.unpack(self.record, self.options)
        if found != bare:
            raise self.broken(f"the kernel's state is\n{found}\nnot\n{bare}")
        self.fast.pack(self.state, self.spare)
        if (found := self.fast.unpack(self.spare, self.options)) != bare:
            raise self.broken(f"packed and unpacked, the state is\n{found}\nnot\n{bare}")

    def compare_observations(self) -> None:
        for seat in range(self.options.players):
            self.fast.observe(self.record, seat, self.seen)
            told = self.fast.encode(self.game.view(self.state, Seat(seat)))
            if (told != self.seen).any():
                places = np.flatnonzero(told != self.seen).tolist()
                raise self.broken(f"what the kernel shows seat {seat} is not what it sees, at {places}")

    def compare_results(self, over: Over) -> None:
        if (who := self.fast.awaits(self.record)) != -2:
            raise self.broken(f"the game is over, but the kernel awaits {who}")
        seats = range(self.options.players)
        ranks = tuple(int(self.fast.rank(self.record, seat)) for seat in seats)
        scores = tuple(int(self.fast.score(self.record, seat)) for seat in seats) if over.scores else ()
        if (ranks, scores) != (over.ranks, over.scores):
            raise self.broken(f"the kernel's result is {ranks} {scores}, not {over.ranks} {over.scores}")

    # ---- what happens -----------------------------------------------------------

    def chance(self) -> Move[Any]:
        if (who := self.fast.awaits(self.record)) != -1:
            raise self.broken(f"chance is awaited, but the kernel awaits {who}")
        self.fast.happen(self.record)
        return Happened(self.fast.fell(self.record))

    def decision(self, choice: Choice, rng: Random) -> Move[Any] | None:
        """One that the kernel lists, once the lists agree; None where a free seat lets it pass."""
        who = Seat(int(self.fast.awaits(self.record)))
        if who not in choice.seats and who not in choice.free:
            raise self.broken(f"the kernel awaits {who}, the rules {set(choice.seats)}, free {set(choice.free)}")
        count = self.fast.legal(self.record, self.mask)
        numbers = np.flatnonzero(self.mask).tolist()
        actions = {number: self.action(number) for number in numbers}
        listed = set(actions.values()) - {None}
        if listed != (legal := set(self.game.legal(self.state, who))):
            strange = sorted(str(action) for action in listed ^ legal)
            raise self.broken(f"kernel and rules disagree whether seat {who} may {strange}")
        if count != len(numbers):
            raise self.broken(f"the kernel counts {count} legal actions, and marks {len(numbers)}")
        if not self.mask[self.fast.choose(self.record)]:
            raise self.broken("the kernel chooses what is not legal")
        number = rng.choice(numbers)
        self.fast.act(self.record, number)
        return None if actions[number] is None else Played(who, actions[number])

    def play(self, move: Move[Any] | None) -> None:
        if move is None:
            return
        try:
            after = self.game.apply(self.state, move)
        except IllegalMove as error:
            raise self.broken(f"the kernel did {move}, which is refused: {error}") from error
        self.steps.append((self.state, move, after))
        self.state = after
