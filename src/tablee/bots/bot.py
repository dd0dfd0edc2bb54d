"""What a bot is: a value that names its game and its level, evaluates the legal actions of a seat, and chooses one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from tablee.contract import Action

V = TypeVar("V", contravariant=True)  # a view
Offer = TypeVar("Offer", contravariant=True)  # what a seat may do: an action; or None, where a polled seat may pass
Figure: TypeAlias = int | float | str


class Advice(Struct, frozen=True):
    """One legal action of a seat, with its evaluation."""

    action: Action | None  # None: letting it pass
    value: float  # the chance to win with it: 1 is a sure win, equals share, partners win together
    reason: str  # which sentence, of the game's `advice`, says why
    figures: Mapping[str, Figure] = {}  # the figures behind it, which the sentence speaks of


Weighed: TypeAlias = Sequence[Advice]  # the best first
Adviser: TypeAlias = Callable[[V, Sequence[Offer], Random], Weighed]
Chooser: TypeAlias = Callable[[V, Sequence[Offer], Random], Action | None]


class Style(Struct, frozen=True):
    """How a bot plays, beside how well. A level by itself has neither of these leanings."""

    boldness: float = 0.0  # from -1, careful, to 1, bold: whether it goes on, guesses, speaks up
    cruelty: float = 0.0  # from -1, generous, to 1, cruel: whether it does harm where it could leave it


NEUTRAL: Final = Style()


class StyledChooser(Protocol[V, Offer]):
    """A chooser that can be told a style."""

    def __call__(self, view: V, legal: Sequence[Offer], rng: Random, style: Style = ...) -> Action | None: ...


def best(weighed: Weighed) -> Action | None:
    return weighed[0].action


@dataclass(frozen=True, slots=True)
class Bot(Generic[V, Offer]):
    """It is handed a view, what it may do and a generator, and never sees a state.

    `choose` answers with one of these; None is among them where its seat is polled (`tablee.poll`), and lets it pass.
    `advise` weighs all of them (and None, where the seat is free), the best first. They may differ: a bot
    that always did what is best could be read, and a beginner does not know what is best.
    """

    game: str
    level: str
    choose: Chooser[V, Offer]
    advise: Adviser[V, Offer]
    styled: StyledChooser[V, Offer] | None = None  # how this level chooses in a style; None: it has only its own


AnyBot: TypeAlias = Bot[Any, Any]
