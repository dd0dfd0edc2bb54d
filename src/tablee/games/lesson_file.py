"""What `lesson.json` holds: a guided first game, as a record with captions (see docs/adding-a-game.md)."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

Caption: TypeAlias = dict[str, str]  # by language; English where one is missing


class LessonClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the caption relies on and that can be checked. It has exactly one of the fields of `CLAIMS`."""

    view: str | None = None  # a part of a view: "total", "hand", "pile.-1.value"; it `equals`, `has` or has `size`
    may: str | None = None  # an action that is legal here
    may_not: str | None = None  # an action that `rule` forbids
    told: str | None = None  # what the learner would be told of the last of the lines in `after`
    ends: str | None = None  # the rule by which the game would be over
    worlds: int | None = None  # how many worlds fit what this seat sees
    chance: str | None = None  # how likely a hidden place has this `value`: it `equals` a fraction such as "1/4"

    equals: Any = None
    has: Any = None
    size: int | None = None
    rule: str | None = None
    value: str | None = None
    seat: int | None = None  # whose view or action it is; the learner's if none is given
    after: tuple[str, ...] = ()  # lines that are played first, as an experiment


CLAIMS = ("view", "may", "may_not", "told", "ends", "worlds", "chance")


class ScriptedStep(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens, then what is said about it, then what the learner does. Without `do`, they read and go on."""

    say: Caption
    moves: tuple[str, ...] = ()  # what others and chance do before this is said, as lines of a record
    point: tuple[str, ...] = ()  # places of the board that are marked: their attribute `data-spot`
    rules: tuple[str, ...] = ()  # the rules that this is about
    do: str | tuple[str, ...] = ()  # the expected action, or several, each of which is accepted
    find: bool = False  # the board does not mark what is expected, before it was asked for: the learner finds it
    instead: dict[str, Caption] = {}  # why not now: by a legal action, or by a pattern such as "play *"
    claims: tuple[LessonClaim, ...] = ()

    @property
    def accepted(self) -> tuple[str, ...]:
        return (self.do,) if isinstance(self.do, str) else self.do


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided first game."""

    seats: tuple[str, ...]  # who plays, as in a record: the learner's stand-in, "bot sirop"
    steps: tuple[ScriptedStep, ...]
    options: dict[str, str] = {}  # as a record writes them
    seat: int = 0  # the learner's
    help: Literal["none", "book"] = "book"
    minutes: int = 12  # about how long it takes
