"""The law `lesson`: a game's `lesson.json` can be played to its end, and what its captions say is true.

The rules confirm every claim, every expected action is legal, every caption is there in English and in each language
of the game, every rule that is cited is in the rules texts, and it neither ends at once nor never.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import msgspec

from tablee.contract import AnyGame, Chance, Choice, IllegalMove, Over, Played, Refusal, Seat
from tablee.games import parts
from tablee.games.lesson_file import CLAIMS, Caption, Lesson, LessonClaim
from tablee.games.part_checks import PartError
from tablee.languages import FALLBACK, FILE, file_codes
from tablee.lesson import LessonMoment, walk, why_not
from tablee.record import read_move
from tablee.testing.folder import STATED
from tablee.testing.laws import LawBroken

LONGEST: Final = 240  # letters of a caption: five lines on a phone
STEPS: Final = range(12, 61)
ACTIONS: Final = 6  # that the learner does at least


def check_lesson(game: AnyGame) -> None:
    """LawBroken names the step, counted from 0, and what is wrong there. A game without a lesson breaks no law."""
    try:
        lesson = parts.lesson(game)
    except PartError as error:
        raise LawBroken("lesson", game, game.options(), [], str(error)) from error
    if lesson is None:
        return
    faults = lesson_faults(game, lesson)
    if faults:
        raise LawBroken("lesson", game, game.options(), [], "; ".join(faults))


def lesson_faults(game: AnyGame, lesson: Lesson) -> list[str]:
    """All that is wrong with a lesson, as far as it can be played."""
    faults = texts_faults(game, lesson)
    acted = sum(bool(step.accepted) for step in lesson.steps)
    if len(lesson.steps) not in STEPS or acted < ACTIONS:
        faults.append(f"it has {len(lesson.steps)} steps, of which the learner acts in {acted}: too short or too long")
    for chosen in ({}, *alternatives(lesson)):
        said = f" (where {chosen} was done)" if chosen else ""
        faults += [fault + said for fault in play_faults(game, lesson, chosen)]
    return faults


def alternatives(lesson: Lesson) -> list[dict[int, str]]:
    """Each accepted action but the first of its step, alone."""
    return [{number: do} for number, step in enumerate(lesson.steps) for do in step.accepted[1:]]


def texts_faults(game: AnyGame, lesson: Lesson) -> list[str]:
    langs = sorted({FALLBACK, *file_codes(game.package, FILE)})
    rules = rules_of(game)
    faults: list[str] = []
    for number, step in enumerate(lesson.steps):
        for place, say in {"say": step.say, **step.instead}.items():
            faults += [f"step {number}, {place}: {fault}" for fault in caption_faults(say, langs)]
        faults += [f"step {number}: no rules text has {rule}" for rule in step.rules if rule not in rules]
    return faults


def caption_faults(say: Caption, langs: list[str]) -> list[str]:
    missing = [f"no words in {lang}" for lang in langs if not say.get(lang, "").strip()]
    return missing + [
        f"{len(text)} letters in {lang}, {LONGEST} at most" for lang, text in say.items() if len(text) > LONGEST
    ]


def rules_of(game: AnyGame) -> set[str]:
    source = parts.folder(game) / f"rules.{FALLBACK}.md"
    return set(STATED.findall(source.read_text(encoding="utf-8"))) if source.is_file() else set()


# ---- the play ---------------------------------------------------------------------------


def play_faults(game: AnyGame, lesson: Lesson, chosen: Mapping[int, str]) -> list[str]:
    try:
        moments = walk(game, lesson, chosen)
    except Refusal as error:
        return [f"{played_until(game, lesson, chosen)}: {error}"]
    faults: list[str] = []
    for number, moment in enumerate(moments):
        faults += [
            f"step {number}: {fault}" for fault in step_faults(game, lesson, moment, last=number == len(moments) - 1)
        ]
    return faults


def played_until(game: AnyGame, lesson: Lesson, chosen: Mapping[int, str]) -> str:
    """The step that cannot be played."""
    for number in range(len(lesson.steps)):
        try:
            walk(game, msgspec.structs.replace(lesson, steps=lesson.steps[: number + 1]), chosen)
        except Refusal:
            return f"step {number} cannot be played"
    return "it cannot be played"


def step_faults(game: AnyGame, lesson: Lesson, moment: LessonMoment, *, last: bool) -> list[str]:
    state, step, seat = moment.states[-1], moment.step, Seat(lesson.seat)
    legal = [str(action) for action in game.legal(state, seat)]
    faults = [f"{do!r} is not legal" for do in step.accepted if do not in legal]
    faults += [f"the learner's {move} is not for the file" for move in moment.moves[1:] if is_by(move, seat)]
    if last and step.accepted:
        faults.append("after the last step nothing follows what is done")
    if isinstance(game.awaits(state), Chance) and not isinstance(game.awaits(state), Choice | Over) and step.accepted:
        faults.append("chance is awaited, not the learner")
    for key in step.instead:
        if not any(why_not(step, do) is step.instead[key] for do in legal if do not in step.accepted):
            faults.append(f"no legal action gets the caption of {key!r}")
    for claim in step.claims:
        fault = claim_fault(game, state, claim, seat)
        if fault:
            faults.append(f"{msgspec.json.encode(claim_texts(claim)).decode()}: {fault}")
    return faults


def is_by(move: object, seat: Seat) -> bool:
    return isinstance(move, Played) and move.by == seat


# ---- claims -----------------------------------------------------------------------------


def claim_texts(claim: LessonClaim) -> dict[str, Any]:
    return {name: value for name, value in msgspec.structs.asdict(claim).items() if value not in (None, ())}


def claim_fault(game: AnyGame, state: Any, claim: LessonClaim, learner: Seat) -> str | None:
    """Why this claim is not true; None where it is."""
    kinds = [kind for kind in CLAIMS if getattr(claim, kind) is not None]
    if len(kinds) != 1:
        return f"has {len(kinds)} of the fields {', '.join(CLAIMS)}: one is needed"
    before, last = state, None
    try:
        for line in claim.after:
            last = read_move(game, line)
            before, state = state, game.apply(state, last)
    except Refusal as error:
        return f"cannot be tried: {error}"
    seat = learner if claim.seat is None else Seat(claim.seat)
    match kinds[0]:
        case "view":
            return view_fault(msgspec.to_builtins(game.view(state, seat)), claim)
        case "may":
            return None if claim.may in [str(action) for action in game.legal(state, seat)] else "is not legal"
        case "may_not":
            return refused_fault(game, state, seat, claim)
        case "told":
            assert last is not None, "a claim `told` needs lines in `after`"
            told = game.told(before, last, state, seat)
            return None if told == claim.told else f"is told {told!r}"
        case "ends":
            awaited = game.awaits(state)
            return None if isinstance(awaited, Over) and awaited.rule == claim.ends else f"what is awaited is {awaited}"
        case _:
            return posterior_fault(game, state, seat, claim)


def view_fault(view: Any, claim: LessonClaim) -> str | None:
    assert claim.view is not None
    found = view
    for key in claim.view.split("."):
        try:
            found = found[int(key)] if isinstance(found, list | tuple) else found[key]
        except (KeyError, IndexError, ValueError, TypeError):
            return f"a view has no {key!r} there"
    found = msgspec.json.decode(msgspec.json.encode(found))
    if claim.size is not None:
        return None if len(found) == claim.size else f"it has {len(found)}"
    if claim.has is not None:
        return None if claim.has in found else f"it is {found}"
    return None if found == claim.equals else f"it is {found}"


def refused_fault(game: AnyGame, state: Any, seat: Seat, claim: LessonClaim) -> str | None:
    assert claim.may_not is not None
    try:
        game.apply(state, Played(seat, game.parse(claim.may_not)))
    except IllegalMove as error:
        return None if error.rule == claim.rule else f"is forbidden by {error.rule}"
    return "is allowed"


def posterior_fault(game: AnyGame, state: Any, seat: Seat, claim: LessonClaim) -> str | None:
    part = parts.posterior(game)
    if part is None:
        return "this game has no posterior"
    known = part.posterior(game.view(state, seat))
    if claim.worlds is not None:
        return None if known.worlds == claim.worlds else f"there are {known.worlds}"
    assert claim.chance is not None
    found = known.chances.get(claim.chance, {}).get(claim.value or "", 0.0)
    near = abs(found - float(Fraction(str(claim.equals)))) < 1e-6
    return None if near else f"it is {found}, of {sorted(known.chances)}"
