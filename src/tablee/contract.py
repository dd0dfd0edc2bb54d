"""What a game is: the one contract that rules, bots, server, clients and lab share.

Every state waits for exactly one of three things: chance, a choice, or nothing more.

Values are frozen msgspec structs. They are as readable as dataclasses, twenty times cheaper to copy, and can be written
as JSON. They contain no reference cycles, so the garbage collector need not track them (`gc=False`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from importlib import import_module
from random import Random
from typing import Any, ClassVar, Generic, NewType, NoReturn, TypeAlias, TypeVar, get_type_hints

from msgspec import Struct

Seat = NewType("Seat", int)  # 0 is the first chair; play goes to seat + 1


# ---- refusals ---------------------------------------------------------------


class Refusal(ValueError):
    """Something was asked for that cannot be done. `template` is the English sentence; translations are found by it.

    `game`, where it is known, is the game whose words contain the translation.
    """

    game: AnyGame | None = None

    def __init__(self, template: str, /, **facts: object) -> None:
        self.template, self.facts = template, facts
        super().__init__(self.why)

    @property
    def why(self) -> str:
        return self.template.format(**self.facts)


class OptionError(Refusal):
    """Options with which no game can be played."""

    def __init__(self, option: str, template: str, rule: str | None = None, /, **facts: object) -> None:
        self.option, self.rule = option, rule
        super().__init__(template, **facts)

    def __str__(self) -> str:
        return f"{self.option}: {self.why}"


class NotationError(Refusal):
    """A text that is not an action of this game in any position."""


class IllegalMove(Refusal):
    """A well-formed move that the rules forbid here. `rule` names the rule, or is `over`, `chance` or `turn`."""

    def __init__(self, rule: str, template: str, /, **facts: object) -> None:
        self.rule = rule
        super().__init__(template, **facts)

    def __str__(self) -> str:
        return f"{self.why} ({self.rule})"

    @property
    def cited(self) -> str:
        """The rule to show to a person. For `turn` it is the game's rule about turns, where the game is known."""
        return self.game.turns if self.rule == "turn" and self.game and self.game.turns else self.rule


def require(holds: object, rule: str, template: str, /, **facts: object) -> None:
    """Refuses a move unless the condition holds: require(card in hand, "S16-10", "{card} is not in your hand", …)."""
    if not holds:
        raise IllegalMove(rule, template, **facts)


# ---- options ----------------------------------------------------------------


class Option(ABC):
    """What one option allows, and the rule that says so. It is written in the annotation of the option's field.

    Its name and its meaning in words are in the sections `options` and `help` of the game's `words.<lang>.json`.
    """

    def __init__(self, rule: str) -> None:
        self.rule = rule

    @abstractmethod
    def read(self, text: str) -> Any:
        """The value that `text` means. ValueError if it means none."""

    @abstractmethod
    def write(self, value: Any) -> str: ...

    @abstractmethod
    def admits(self, value: Any) -> bool: ...

    @property
    @abstractmethod
    def allowed(self) -> str:
        """The allowed values, as a person would type them."""

    @property
    @abstractmethod
    def samples(self) -> tuple[Any, ...]:
        """A few values, including the extreme ones, on which the laws are tested."""

    def refusal(self, name: str, text: str) -> OptionError:
        """The error for a text that is not allowed."""
        return OptionError(
            name, "{text!r} is not allowed; allowed: {allowed}", self.rule, text=text, allowed=self.allowed
        )


class Options(Struct, frozen=True, kw_only=True):
    """What the players agree on before the first move. Each game adds its own fields. They are validated here."""

    players: int = 2

    def __post_init__(self) -> None:
        for name, option in describe_options(type(self)).items():
            if not option.admits(getattr(self, name)):
                raise OptionError(name, "allowed: {allowed}", option.rule, allowed=option.allowed)


def describe_options(kind: type[Options]) -> Mapping[str, Option]:
    """The options of a game in order, each with what it allows."""
    return _describe_options(kind)


@cache
def _describe_options(kind: type[Options]) -> Mapping[str, Option]:
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: next(note for note in getattr(hints[name], "__metadata__", ()) if isinstance(note, Option))
        for name in kind.__struct_fields__
    }


# ---- actions and moves ------------------------------------------------------


class Action(Struct, frozen=True, gc=False):
    """Something that can happen. Its `form` is its notation: "play {card} {face}" is written "play 8 up".

    The constructor raises ValueError for values that no such action can have.
    """

    form: ClassVar[str]
    amount: ClassVar[str | None] = None  # the field that says how much, where one does
    cuts_in: ClassVar[bool] = False  # takes no turn: a seat may do it out of turn, and also before its awaited decision

    @lru_cache(4096)  # noqa: B019  most actions are written many times, and a few thousand small values may stay
    def __str__(self) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self.form.format_map({name: write_value(getattr(self, name)) for name in self.__struct_fields__})


def write_value(value: object) -> str:
    """A field of an action in notation: lists have commas and no spaces."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


O = TypeVar("O", bound=Options)  # noqa: E741
S = TypeVar("S")
A = TypeVar("A", bound=Action)
V = TypeVar("V")


class Played(Struct, Generic[A], frozen=True, gc=False):
    """A player did this."""

    by: Seat
    action: A

    def __str__(self) -> str:
        return f"{self.by}: {self.action}"


class Happened(Struct, Generic[A], frozen=True, gc=False):
    """A chance move. It is recorded by value, so it does not matter who or what rolled."""

    action: A

    def __str__(self) -> str:
        return f"*: {self.action}"


Move: TypeAlias = Played[A] | Happened[A]


# ---- what is awaited --------------------------------------------------------


class Chance(Generic[A]):  # not an ABC: its metaclass would keep OneOf, made at every draw, from being a struct
    """A roll or a draw is awaited: it can be sampled, listed with its odds, or typed in from a real table."""

    hand: Seat | None  # whose hand rolls or draws, if a hand does

    @abstractmethod
    def sample(self, rng: Random) -> A: ...

    @abstractmethod
    def odds(self) -> Mapping[A, Fraction]: ...

    @abstractmethod
    def expects(self, action: A) -> bool:
        """Whether this is the awaited kind of action. The rules decide whether it is possible."""

    @property
    def size(self) -> int:
        """How many outcomes `odds` lists, or a little more. It is cheap even if the list would be very long."""
        return len(self.odds())


class Choice(Struct, frozen=True, gc=False):
    """The game waits for all of `seats`, in any order; none sees the others' choices. `free` seats may interrupt.

    An awaited seat may be able to interrupt as well: see `Action.cuts_in`.
    """

    seats: frozenset[Seat]
    free: frozenset[Seat] = frozenset()


class Over(Struct, frozen=True, gc=False):
    """The game is over. `ranks` by seat: 1 is best, equal seats share a rank. `rule` is the rule that ended it."""

    ranks: tuple[int, ...]
    rule: str
    scores: tuple[int, ...] = ()


Awaited: TypeAlias = Chance[A] | Choice | Over


# ---- the game ---------------------------------------------------------------


def each_alone(options: Options) -> tuple[int, ...]:
    """Nobody has a partner: each seat is a side of its own."""
    return tuple(range(options.players))


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[O, S, A, V]):
    """A game is a value: its pure functions, by name. They draw random numbers only from a generator they are given."""

    name: str
    version: int  # raised whenever an old record would play out differently
    package: str  # where its words and rules texts lie
    options: type[O]
    parse: Callable[[str], A]  # the inverse of str(action)
    start: Callable[[O], S]
    awaits: Callable[[S], Awaited[A]]
    legal: Callable[[S, Seat], Sequence[A]]
    apply: Callable[[S, Move[A]], S]  # raises IllegalMove; never changes its argument
    view: Callable[[S, Seat | None], V]  # what a seat knows; None is a spectator
    told: Callable[[S, Move[A], S, Seat | None], str]  # (before, move, after, seat): the line that seat reads
    imagine: Callable[[V, Random], S]  # a whole state that this could be the view of
    turns: str = ""  # the rule that says whose turn it is
    modules: tuple[str, ...] = ()  # files of its folder that its rules are written with, besides the usual ones
    sides: Callable[[O], tuple[int, ...]] = each_alone  # by seat; partners, who win together, are on the same side
    hidden: bool = True  # whether seats see different things, so that a shared screen needs a curtain
    facts: Mapping[str, object] = field(default_factory=dict, compare=False)  # of the rules, for words and the board
    base: AnyGame | None = None  # the game that this is a variant of: it has the words and parts that this one lacks

    def __copy__(self) -> Game[O, S, A, V]:
        return self

    def __deepcopy__(self, memo: object) -> Game[O, S, A, V]:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds only where the game is found: its functions may be anything."""
        return find_game_in, (self.package, self.name)


def find_game_in(package: str, name: str) -> AnyGame:
    """The game of this name that this package defines; LookupError if there is none."""
    for value in vars(import_module(package)).values():
        if isinstance(value, Game) and value.name == name:
            return value
    raise LookupError(f"{package} has no game {name}")


AnyGame: TypeAlias = Game[Any, Any, Any, Any]


def rewards(ranks: Sequence[int]) -> tuple[float, ...]:
    """From 1 for the best to -1 for the worst: 1 - 2 * (mean place - 1) / (players - 1). They sum to 0."""
    better = [sum(other < rank for other in ranks) for rank in ranks]
    equal = [sum(other == rank for other in ranks) - 1 for rank in ranks]
    return tuple(1 - (2 * b + e) / (len(ranks) - 1) for b, e in zip(better, equal, strict=True))


def check_awaited(awaited: Awaited[A], move: Move[A]) -> None:
    """The check that every game makes first: is this seat, or chance, awaited now?"""
    if type(move) is Played:
        if type(awaited) is Choice and (move.by in awaited.seats or move.by in awaited.free):
            return
    elif isinstance(awaited, Chance) and awaited.expects(move.action):
        return
    _refuse(awaited, move)


def _refuse(awaited: Awaited[A], move: Move[A]) -> NoReturn:
    match awaited, move:
        case Over(), _:
            raise IllegalMove("over", "the game is over")
        case Chance(), Played():
            raise IllegalMove("chance", "a roll or a draw comes first")
        case Chance(), Happened():
            raise IllegalMove("chance", "a roll or a draw is expected, but not this one: {move}", move=move)
        case _, Happened():
            raise IllegalMove("chance", "nothing is rolled or drawn now: it is for a player to choose")
        case _, Played():
            raise IllegalMove("turn", "it is not your turn")
    raise AssertionError(move)


def refuse_misplaced(move: Move[A]) -> NoReturn:
    """The last line of every `apply`: a player made a chance move, or chance made a player's move."""
    raise IllegalMove("chance", "players cannot roll or draw themselves, and chance cannot choose: {move}", move=move)


def replay(game: Game[O, S, A, V], options: O, moves: Sequence[Move[A]]) -> S:
    """The state after these moves. A record needs no seed: chance moves are in it by value."""
    state = game.start(options)
    for move in moves:
        state = game.apply(state, move)
    return state
