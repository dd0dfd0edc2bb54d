"""Pearl: guess the sum of everyone's hidden dice.

PRL-01  Each player in turn rolls a die under a cup and alone looks at it.
PRL-02  All at the same moment, each says what the dice sum to.
PRL-03  Until the guesses are opened anyone may lift their cup: all see the die, and it counts double.
PRL-04  When every guess is in they are opened. The nearest wins; equals share.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tablee import contract
from tablee.chance import OneOf
from tablee.contract import (
    Action,
    Awaited,
    Choice,
    Game,
    Happened,
    Move,
    Over,
    Played,
    Seat,
    check_awaited,
    refuse_misplaced,
    require,
    write_value,
)
from tablee.notation import reader
from tablee.options import Whole
from tablee.tuples import around, put, ranks_of

# ---- what is agreed ---------------------------------------------------------------


class Options(contract.Options, frozen=True, kw_only=True):
    players: Annotated[int, Whole(2, 6, rule="PRL-01", tried=(2, 3))] = 3
    sides: Annotated[int, Whole(4, 12, step=2, rule="PRL-01")] = 6


# ---- what can happen ----------------------------------------------------------------


class Rolled(Action, frozen=True):
    form: ClassVar[str] = "rolled {face}"
    face: int


class Guess(Action, frozen=True):
    form: ClassVar[str] = "guess {total}"
    total: int


class Lift(Action, frozen=True):
    form: ClassVar[str] = "lift"


Act: TypeAlias = Rolled | Guess | Lift


# ---- what lies on the table -----------------------------------------------------------


class State(Struct, frozen=True):
    options: Options
    guesses: tuple[int | None, ...]  # by seat, not by arrival
    dice: tuple[int, ...] = ()  # by seat, as rolled so far
    lifted: frozenset[Seat] = frozenset()

    @property
    def faces(self) -> range:
        return range(1, self.options.sides + 1)

    @property
    def sums(self) -> range:
        return range(self.options.players, 2 * self.options.players * self.options.sides + 1)

    @property
    def total(self) -> int:
        return sum(self.dice) + sum(self.dice[seat] for seat in self.lifted)  # PRL-03

    @property
    def silent(self) -> frozenset[Seat]:
        """Who has not guessed yet."""
        return frozenset(seat for seat in around(self.options.players) if self.guesses[seat] is None)


# ---- how it is played -------------------------------------------------------------------


def start(options: Options) -> State:
    return State(options, guesses=(None,) * options.players)


def awaits(state: State) -> Awaited[Act]:
    if len(state.dice) < state.options.players:  # PRL-01
        return OneOf(Rolled, state.faces, Seat(len(state.dice)))
    if silent := state.silent:  # PRL-02, PRL-03
        return Choice(silent, free=frozenset(around(state.options.players)) - silent - state.lifted)
    misses = [abs(guess - state.total) for guess in state.guesses if guess is not None]
    return Over(ranks_of([-miss for miss in misses]), "PRL-04")


def legal(state: State, seat: Seat) -> Sequence[Act]:
    awaited = awaits(state)
    if not isinstance(awaited, Choice):
        return ()
    guesses = [Guess(total) for total in state.sums] if seat in awaited.seats else []
    return guesses if seat in state.lifted else [*guesses, Lift()]


def apply(state: State, move: Move[Act]) -> State:
    check_awaited(awaits(state), move)
    match move:
        case Happened(Rolled(face)):
            require(face in state.faces, "PRL-01", "a die has no {face}", face=face)
            return replace(state, dice=(*state.dice, face))
        case Played(seat, Guess(total)):
            require(state.guesses[seat] is None, "PRL-02", "one guess each")
            require(total in state.sums, "PRL-02", "no dice sum to {total}", total=total)
            return replace(state, guesses=put(state.guesses, seat, total))
        case Played(seat, Lift()):
            require(seat not in state.lifted, "PRL-03", "that cup is lifted already")
            return replace(state, lifted=state.lifted | {seat})
    refuse_misplaced(move)


# ---- who knows what -----------------------------------------------------------------------


class View(Struct, frozen=True):
    options: Options
    seat: Seat | None
    dice: tuple[int | None, ...]  # None: not seen
    lifted: frozenset[Seat]
    guesses: tuple[int | None, ...]  # None: not seen, or not made
    silent: frozenset[Seat]


def view(state: State, seat: Seat | None) -> View:
    over = isinstance(awaits(state), Over)
    return View(
        state.options,
        seat,
        tuple(die if over or n == seat or n in state.lifted else None for n, die in enumerate(state.dice)),
        state.lifted,
        tuple(guess if over or n == seat else None for n, guess in enumerate(state.guesses)),
        state.silent,
    )


def told(before: State, move: Move[Act], after: State, seat: Seat | None) -> str:
    match move:
        case Happened(Rolled()) if seat != len(before.dice):
            line = "*: rolled ?"
        case Played(by, Guess()) if seat != by:
            line = f"{by}: guess ?"
        case Played(by, Lift()):
            line = f"{move} = {before.dice[by]}"
        case _:
            line = str(move)
    opened = f" = {write_value(after.guesses)} on {write_value(after.dice)}" if isinstance(awaits(after), Over) else ""
    return line + opened


def imagine(view: View, rng: Random) -> State:
    """Any dice that fit; those who guessed are taken to have guessed them right."""
    dice = tuple(rng.randint(1, view.options.sides) if die is None else die for die in view.dice)
    guesses = tuple(
        sum(dice) if guess is None and seat not in view.silent else guess for seat, guess in enumerate(view.guesses)
    )
    return State(view.options, guesses, dice, view.lifted)


GAME: Game[Options, State, Act, View] = Game(
    name="pearl",
    version=1,
    package=__name__,
    options=Options,
    parse=reader(Rolled, Guess, Lift),
    start=start,
    awaits=awaits,
    legal=legal,
    apply=apply,
    view=view,
    told=told,
    imagine=imagine,
)
