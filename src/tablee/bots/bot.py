"""What a bot is: a value that names its game and its level, evaluates the legal actions of a seat, and chooses one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from tablee.contract import Action
from tablee.told_line import ToldLine

V = TypeVar("V", contravariant=True)  # a view
Offer = TypeVar("Offer", contravariant=True)  # what a seat may do: an action; or None, where a polled seat may pass
Figure: TypeAlias = int | float | str


class Advice(Struct, frozen=True):
    """One legal action of a seat, with its evaluation."""

    action: Action | None  # None: letting it pass
    value: float  # the chance of winning with it: 1 is a certain win; tied players share it, partners win together
    reason: str  # the key of the sentence, in the game's `advice`, that gives the reason
    figures: Mapping[str, Figure] = {}  # the figures that the sentence mentions


Weighed: TypeAlias = Sequence[Advice]  # the best first
Adviser: TypeAlias = Callable[[V, Sequence[Offer], Random], Weighed]
Chooser: TypeAlias = Callable[[V, Sequence[Offer], Random], Action | None]
Mixture: TypeAlias = Mapping[Any, float]  # of each action that may be chosen (None: letting it pass), its probability
Listener: TypeAlias = Callable[[V, Sequence[Offer], Random, Sequence[ToldLine]], Mixture]
Mixer: TypeAlias = Callable[[V, Sequence[Offer], Random], Mixture]


class Style(Struct, frozen=True):
    """How a bot plays, apart from how well. A plain level leans neither way."""

    boldness: float = 0.0  # from -1, careful, to 1, bold: whether it goes on, guesses, speaks up
    cruelty: float = 0.0  # from -1, generous, to 1, cruel: whether it harms others when it has the choice


NEUTRAL: Final = Style()


class StyledMixer(Protocol[V, Offer]):
    """A mixed strategy that can be told a style."""

    def __call__(self, view: V, legal: Sequence[Offer], rng: Random, style: Style = ...) -> Mixture: ...


def best(weighed: Weighed) -> Action | None:
    return weighed[0].action


@dataclass(frozen=True, slots=True)
class Bot(Generic[V, Offer]):
    """A bot gets a view, the legal actions and a random number generator. It never sees a state.

    `choose` returns one of the actions, or None to pass, if its seat is only polled (`tablee.poll`). `advise` evaluates
    all of them (and passing, if that is possible), the best first. The two may differ: a bot that always chose the best
    action could be exploited, and a beginner does not know which one is best.

    `mix` is its mixed strategy: the probability of each action, given the random numbers that it takes from the
    generator for a search, and `choose` draws from exactly that with the next one (`mixture.draw`). A bot without a
    random search takes none. The whole strategy of any bot is the mean of `mix` over many generators; of a bot that
    has no `mix`, that of its choices (`mixture.mix_of`).

    `listen` is the mixed strategy of a bot that uses what its seat was told since the game began, too: a reader.
    """

    game: str
    level: str
    choose: Chooser[V, Offer]
    advise: Adviser[V, Offer]
    mix: Mixer[V, Offer] | None = None
    styled: StyledMixer[V, Offer] | None = None  # `mix` in a style; None: it has only its own
    listen: Listener[V, Offer] | None = None


AnyBot: TypeAlias = Bot[Any, Any]
