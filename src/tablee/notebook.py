"""A notebook: a real table as one player knows it, who writes down what they see and hear; or, where only the score is
kept, as everybody around it does.

There is no state behind a notebook, as nobody tells it what the others hold. It consists of the lines that its seat is
told, in the notation of the log (`Game.told`). For each line a whole state behind the view is supposed, and a move in
it that this seat would be told so: the game's part `notebook.py` finds them. The rules play the move, and only the
seat's view of the result is kept. Which of these states was supposed makes no difference: the same lines give the same
view (the law *secret*). A line that no state behind the view can bring about is refused, with the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from random import Random
from typing import Any

from msgspec import Struct

from tablee.contract import (
    AnyGame,
    Happened,
    IllegalMove,
    Move,
    NotationError,
    OptionError,
    Options,
    Played,
    Refusal,
    Seat,
)
from tablee.games import parts
from tablee.games.part_protocols import NotebookPart


def nowhere(rng: Random) -> Iterator[tuple[Any, Move[Any]]]:
    """No other world could fit."""
    return iter(())


class NotedLine(Struct, frozen=True):
    """A line of the log: who acted (None: chance), what they did, and what came of it."""

    by: Seat | None
    action: str
    outcome: str

    def move(self, action: Any) -> Move[Any]:
        return Happened(action) if self.by is None else Played(self.by, action)

    def __str__(self) -> str:
        who = "*" if self.by is None else self.by
        return f"{who}: {self.action}{f' = {self.outcome}' if self.outcome else ''}"

    def begins(self, line: str) -> bool:
        """Whether the line says this, and more."""
        return line.startswith(f"{self}, " if self.outcome else f"{self} = ")


def incomplete(note: NotedLine) -> NotationError:
    """For a note that does not say what has to be known of it, or says more than this seat can see."""
    return NotationError("{line!r} is not all that you saw and heard, or not only that", line=str(note))


class NotedMove(Struct, frozen=True):
    """What a note means: the move that it tells, in a given state, and where to look for a state that fits.

    Any state behind the view is tried first. Where another line would be told there, or where it breaks a rule among
    `hidden`, which hang on what this seat does not see, the worlds of `search` are tried. None fits: `rule` is broken.
    With `follows`, the end of the line may be left out, as it follows from what this seat sees.
    """

    move: Callable[[Any, Random], Move[Any]]
    rule: str
    search: Callable[[Random], Iterator[tuple[Any, Move[Any]]]] = nowhere
    hidden: tuple[str, ...] = ()
    follows: bool = False


def read_note(line: str) -> NotedLine:
    """ "1: attack 0 2 7 = wrong" as a note; NotationError where it is none."""
    who, colon, text = line.partition(": ")
    action, _, outcome = text.partition(" = ")
    if not colon or not action or not (who == "*" or (who.isascii() and who.isdigit() and len(who) < 3)):
        raise NotationError("{line!r} is not a line of a notebook", line=line)
    return NotedLine(None if who == "*" else Seat(int(who)), action, outcome)


def eyes(game: AnyGame, seat: Seat) -> Seat | None:
    """Through whose eyes a notebook of this game is kept by the player on this seat; None: everybody's."""
    return seat if part_of(game).EYES == "player" else None


def first_view(game: AnyGame, options: Options, seat: Seat | None) -> Any:
    """What this seat knows before anything is noted."""
    return opening(game, options, seat)[1]


def opening(game: AnyGame, options: Options, seat: Seat | None) -> tuple[tuple[str, ...], Any]:
    """What is told before anything is noted, and the view then."""
    view = game.view(game.start(options), seat)
    steps = list(follow_forced(game, view))
    return tuple(told for told, _ in steps), steps[-1][1] if steps else view


def follow(game: AnyGame, view: Any, line: str) -> tuple[tuple[str, ...], Any]:
    """Notes a line: what is told then, in full, with what follows of itself; and the view after that."""
    steps = follow_steps(game, view, line)
    return tuple(told for told, _ in steps), steps[-1][1]


def follow_steps(game: AnyGame, view: Any, line: str) -> list[tuple[str, Any]]:
    """The same line by line, each with the view after it."""
    try:
        first = play(game, view, line)
        return [first, *follow_forced(game, first[1])]
    except Refusal as error:
        error.game = error.game or game
        raise


def follow_forced(game: AnyGame, view: Any) -> Iterator[tuple[str, Any]]:
    """The lines that nobody has to note, each with the view after it."""
    while (forced := part_of(game).forced(view)) is not None:
        told, view = play(game, view, forced)
        yield told, view


def play(game: AnyGame, view: Any, line: str) -> tuple[str, Any]:
    """One line in full, and the view after it."""
    note, seat = read_note(line), view.seat
    noted, rng = part_of(game).read(view, note), Random(0)
    any_state = game.imagine(view, rng)
    for state, move in chain([(any_state, noted.move(any_state, rng))], noted.search(rng)):
        try:
            after = game.apply(state, move)
        except IllegalMove as error:
            if error.rule in noted.hidden:
                continue
            raise
        told = game.told(state, move, after, seat)
        if told == str(note) or (noted.follows and note.begins(told)):
            return told, game.view(after, seat)
    raise IllegalMove(noted.rule, "this contradicts what is noted: there is a mistake here or further up")


def part_of(game: AnyGame) -> NotebookPart[Any]:
    part = parts.notebook(game)
    if part is None:
        raise OptionError("game", "there is no notebook for this game")
    return part
