"""What a notebook in a terminal asks, question by question: the words of a game's part `notepad.py`.

Each answer is the value of a choice; the answers so far are the *picks*. When all is said, they make lines to note.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct


class NoteChoice(Struct, frozen=True):
    """One answer, with the text that a menu shows."""

    value: str
    label: str
    typed: str = ""  # a short way to type it
    word: str = ""  # the name in the section `typed` under which people's words for it stand
    off: bool = False  # it cannot be: it was said before, or is seen elsewhere
    usual: bool = False  # what is meant where somebody begins with the next answer


class NoteQuestion(Struct, frozen=True):
    """A question. `picked`: what was said before and belongs to the same answer, such as the first tiles of a row."""

    ask: str
    choices: tuple[NoteChoice, ...]
    picked: tuple[str, ...] = ()


class NoteLines(Struct, frozen=True):
    """All is said: these lines are noted."""

    lines: tuple[str, ...]


Picks: TypeAlias = tuple[str, ...]
Step: TypeAlias = NoteQuestion | NoteLines | None  # None: nothing can be noted any more


def skip_single(next_note: Callable[[Picks], Step], picks: Picks) -> tuple[Step, Picks]:
    """A question with a single answer is not asked: it counts as answered."""
    step = next_note(picks)
    if isinstance(step, NoteQuestion) and len(step.choices) == 1:
        return skip_single(next_note, (*picks, step.choices[0].value))
    return step, picks
