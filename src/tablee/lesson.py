"""A guided first game, played: every step of a game's `lesson.json` as the learner's seat sees it.

Nothing is kept and nothing is drawn: a lesson is a record, so it is the same game whenever it is played. Where a step
accepts several actions, the game goes on with the one that was chosen, and the rest of the lesson fits each of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any

from msgspec import Struct

from tablee import options as agreed
from tablee.awaits import Awaits, describe_awaited
from tablee.contract import AnyGame, Chance, Happened, Played, Seat
from tablee.games import parts
from tablee.games.lesson_file import Caption, Lesson, ScriptedStep
from tablee.record import read_move


class LessonLine(Struct, frozen=True):
    """What the learner is told, whose hand rolled or drew, and what they see then."""

    told: str
    hand: int | None
    view: Any


class LessonStep(Struct, frozen=True):
    """A step as the page shows it: first its lines, then what is said, then what is to be done, if anything."""

    say: Caption
    lines: tuple[LessonLine, ...]
    awaits: Awaits
    legal: tuple[str, ...]
    do: str | None  # what is expected, and what the board marks
    find: bool  # it does so only when it is asked
    point: tuple[str, ...]
    rules: tuple[str, ...]


class PlayedLesson(Struct, frozen=True):
    """A whole lesson, as one player sees it."""

    game: str
    version: int
    options: dict[str, str]
    seats: tuple[str, ...]
    seat: int
    help: str
    minutes: int
    start: Any  # what the learner sees before the first line
    steps: tuple[LessonStep, ...]


class Answer(Struct, frozen=True):
    """What a lesson says to a legal action: right, or a caption that says why not now, if there is one."""

    right: bool
    say: Caption | None = None


class LessonMoment(Struct, frozen=True):
    """A step with the states that its moves lead through: the last of them is where the learner acts."""

    step: ScriptedStep
    moves: tuple[Any, ...]  # the learner's own, from the step before, comes first
    states: tuple[Any, ...]  # the one before the first move, and the one after each


def walk(game: AnyGame, lesson: Lesson, chosen: Mapping[int, str] | None = None) -> list[LessonMoment]:
    """The lesson step by step. `chosen` says, by the number of its step, what was done where several are accepted."""
    state = game.start(agreed.read(game.options, lesson.options))
    found: list[LessonMoment] = []
    own: list[str] = []
    for number, step in enumerate(lesson.steps):
        moves = tuple(read_move(game, line) for line in (*own, *step.moves))
        states = [state]
        for move in moves:
            states.append(game.apply(states[-1], move))
        state = states[-1]
        found.append(LessonMoment(step, moves, tuple(states)))
        done = (chosen or {}).get(number, next(iter(step.accepted), None))
        own = [f"{lesson.seat}: {done}"] if done is not None and done in step.accepted else []
    return found


def play_lesson(game: AnyGame, lesson: Lesson, chosen: Mapping[int, str] | None = None) -> PlayedLesson:
    seat = Seat(lesson.seat)
    moments = walk(game, lesson, chosen)
    steps: list[LessonStep] = []
    for moment in moments:
        lines: list[LessonLine] = []
        for before, move, after in zip(moment.states, moment.moves, moment.states[1:], strict=False):
            awaited = game.awaits(before)
            hand = awaited.hand if isinstance(awaited, Chance) and isinstance(move, Happened) else None
            lines.append(LessonLine(game.told(before, move, after, seat), hand, game.view(after, seat)))
        state, step = moment.states[-1], moment.step
        legal = tuple(map(str, game.legal(state, seat)))
        steps.append(
            LessonStep(
                say=step.say, lines=tuple(lines), awaits=describe_awaited(game, state), legal=legal,
                do=next(iter(step.accepted), None), find=step.find, point=step.point, rules=step.rules,
            )
        )  # fmt: skip
    return PlayedLesson(
        game=game.name, version=game.version, options=lesson.options, seats=lesson.seats, seat=lesson.seat,
        help=lesson.help, minutes=lesson.minutes, start=game.view(moments[0].states[0], seat), steps=tuple(steps),
    )  # fmt: skip


def answer(game: AnyGame, lesson: Lesson, number: int, do: str, chosen: Mapping[int, str] | None = None) -> Answer:
    """What the lesson says to this action at this step. IllegalMove or NotationError where the rules forbid it."""
    moment = walk(game, lesson, chosen)[number]
    if do in moment.step.accepted:
        return Answer(right=True)
    game.apply(moment.states[-1], Played(Seat(lesson.seat), game.parse(do)))
    return Answer(right=False, say=why_not(moment.step, do))


def why_not(step: ScriptedStep, do: str) -> Caption | None:
    """Why this legal action is not for now: what stands under the action itself, or under the first pattern it fits."""
    if do in step.instead:
        return step.instead[do]
    return next((say for pattern, say in step.instead.items() if fnmatchcase(do, pattern)), None)


def lesson_of(game: AnyGame) -> Lesson | None:
    return parts.load_or_skip(parts.lesson, game, None)
