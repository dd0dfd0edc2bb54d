"""The sixth law: kernel and rules agree, move by move, on the awaited seats, legal actions, state and result."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee.contract import AnyGame, Choice, Happened, IllegalMove, Move, Over, Played, Seat
from tablee.poll import Polling
from tablee.testing.laws import LawBroken
from tablee.testing.play import Step
from tablee.turbo import compiled_kernel, course, lanes
from tablee.turbo.interface import AnyKernel

CHANCE, NOT_YET = -1, -2  # given to `follow` where no seat acts
MASKS: Final = 1000  # this many masks are remembered for each set of options


def check_turbo(game: AnyGame, options: Any, rng: Random, thorough: float = 1.0) -> None:
    """Checks one game. States and observations, slow to translate, are compared at some of the moves and at the end."""
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


class Marked(Struct):
    """What a mask marks: numbers, and what they mean. And what the rules listed when that was last found the same."""

    numbers: list[int]
    actions: set[Any]
    listed: tuple[Any, ...] = ()


class Alphabet:
    """The numbers under these options. Masks come again and again: what they mean is looked up once."""

    def __init__(self, fast: AnyKernel, options: Any) -> None:
        self.actions = fast.alphabet(options)
        self.meaning = fast.meaning
        self.known: dict[bytes, Marked] = {}

    def action(self, number: int, state: Any) -> Any:
        """What a number means: by the alphabet, or here, where that depends on the state. None: letting it pass."""
        action = self.actions[number]
        return action if action is not None or self.meaning is None else self.meaning(number, state)

    def read_mask(self, mask: NDArray[np.int8], state: Any) -> Marked:
        key = mask.tobytes()
        if (known := self.known.get(key)) is not None:
            return known
        numbers = np.flatnonzero(mask).tolist()
        marked = Marked(numbers, {self.action(number, state) for number in numbers})
        if self.meaning is None or None not in {self.actions[number] for number in numbers}:
            if len(self.known) == MASKS:
                self.known.clear()
            self.known[key] = marked
        return marked


@lru_cache(maxsize=100)
def alphabet(fast: AnyKernel, options: Any) -> Alphabet:
    return Alphabet(fast, options)


class Pair:
    """One game played twice: by the rules and by the kernel, whose generator and choices both follow."""

    def __init__(self, game: AnyGame, options: Any, rng: Random) -> None:
        self.game, self.options, self.fast = game, options, compiled_kernel(game)
        self.alphabet, self.follow = alphabet(self.fast, options), course(game).follow
        self.lanes = lanes(game, options, 2, seed=rng.getrandbits(62))
        self.record, self.spare = self.lanes
        self.mask = np.zeros(self.fast.actions, np.int8)
        self.seen = np.zeros(self.fast.observed, np.int8)
        self.fast.begin(self.record)
        self.state = game.start(options)
        self.polling = Polling()
        self.steps: list[Step] = []
        self.go_on(NOT_YET)

    def go_on(self, action: int) -> None:
        """Whom the kernel awaits then, how many things it counts, which of them it chooses; the mask is filled."""
        self.who, self.count, self.chosen = map(int, self.follow(self.lanes, action, self.mask))

    def broken(self, why: str) -> LawBroken:
        return LawBroken("turbo", self.game, self.options, self.steps, why)

    def bare(self) -> Any:
        return self.state if self.fast.bare is None else self.fast.bare(self.state)

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
                cells = [self.fast.observation.cells[n] for n in np.flatnonzero(told != self.seen)]
                raise self.broken(f"what the kernel shows seat {seat} is not what it sees, at {', '.join(cells)}")

    def compare_results(self, over: Over) -> None:
        if self.who != -2:
            raise self.broken(f"the game is over, but the kernel awaits {self.who}")
        seats = range(self.options.players)
        ranks = tuple(int(self.fast.rank(self.record, seat)) for seat in seats)
        scores = tuple(int(self.fast.score(self.record, seat)) for seat in seats) if over.scores else ()
        if (ranks, scores) != (over.ranks, over.scores):
            raise self.broken(f"the kernel's result is {ranks} {scores}, not {over.ranks} {over.scores}")

    # ---- what happens -----------------------------------------------------------

    def chance(self) -> Move[Any]:
        if self.who != -1:
            raise self.broken(f"chance is awaited, but the kernel awaits {self.who}")
        self.go_on(CHANCE)
        return Happened(self.fast.fell(self.record))

    def decision(self, choice: Choice, rng: Random) -> Move[Any] | None:
        """A decision that the kernel lists, once both lists agree; None if a polled seat passes."""
        asked = self.polling.next_prompt(self.game, self.state)
        assert asked is not None
        who, listed = asked.seat, tuple(asked.offers)
        if who != self.who:
            raise self.broken(
                f"the kernel awaits {self.who}, the rules {who} of {choice}, as {set(self.polling.polled)} were polled"
            )
        self.polling = self.polling.after_answer(asked)
        marked = self.alphabet.read_mask(self.mask, self.state)
        if listed != marked.listed:  # else it is what was found the same before
            if marked.actions != (legal := set(listed)):
                strange = sorted(str(action) for action in marked.actions ^ legal)
                raise self.broken(f"kernel and rules disagree whether seat {who} may {strange}")
            marked.listed = listed
        if self.count != len(marked.numbers):
            raise self.broken(f"the kernel counts {self.count} legal actions, and marks {len(marked.numbers)}")
        if not self.mask[self.chosen]:
            raise self.broken("the kernel chooses what is not legal")
        number = rng.choice(marked.numbers)
        action = self.alphabet.action(number, self.state)
        self.go_on(number)
        return None if action is None else Played(who, action)

    def play(self, move: Move[Any] | None) -> None:
        if move is None:
            return
        try:
            after = self.game.apply(self.state, move)
        except IllegalMove as error:
            raise self.broken(f"the kernel did {move}, which is refused: {error}") from error
        self.steps.append((self.state, move, after))
        self.state = after
