"""What people type in a notebook, word after word, read as the answers to its questions: "Ben 3 7 faux, 9 noir, 2"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from msgspec import Struct

from tablee.contract import AnyGame, NotationError, OptionError, Seat
from tablee.entry import fits, fold, tokens, vocabulary
from tablee.games import parts
from tablee.games.part_protocols import NotepadPart
from tablee.languages import LANGS, Lang
from tablee.note_questions import NoteChoice, NoteLines, NoteQuestion, Picks, Step, skip_single
from tablee.words import words

LONGEST: Final = 6  # words that make one answer at most
LISTED: Final = 6  # possible meanings that a refusal names


NOTATION: Final = re.compile(r"(\*|[0-9]{1,2}): \S.*")  # "1: take black": a line of the log as it is


def is_notation(text: str) -> bool:
    return NOTATION.fullmatch(text) is not None


def notepad(game: AnyGame) -> NotepadPart[Any]:
    part = parts.notepad(game)
    if part is None:
        raise OptionError("game", "there is no notebook for this game")
    return part


class NoteEntry(Struct, frozen=True):
    """One entry that is being made: what this seat of the view has said of it so far."""

    game: AnyGame
    view: Any
    seat: Seat
    names: tuple[str, ...]
    lang: Lang
    picks: Picks = ()

    def step(self, picks: Picks, lang: Lang | None = None) -> Step:
        lang = lang or self.lang
        return notepad(self.game).next_note(self.view, self.seat, picks, words(lang, self.game), self.names)

    def next(self) -> tuple[Step, Picks]:
        """The question to ask, or the lines to note."""
        return skip_single(self.step, self.picks)

    def read(self, text: str) -> Picks:
        """The answers after this text. NotationError where a word is no answer to what is asked."""
        rest, picks = list(tokens(text)), self.picks
        while rest:
            question = self.step(picks)
            if not isinstance(question, NoteQuestion):
                raise self.not_understood(text, picks)
            found = self.match(picks, rest)
            if len(found) == 1:
                [(value, used)] = found.items()
                rest, picks = rest[used:], (*picks, value)
            elif len(question.choices) == 1:  # it need not be said
                picks = (*picks, question.choices[0].value)
            elif not found and (usual := self.usual(question, picks, rest)):
                picks = (*picks, usual)
            elif not found and rest[0].isdecimal() and len(rest[0]) > 1:  # 457 is 4, 5 and 7
                rest = [*rest[0], *rest[1:]]
            elif not found and rest[0] in fillers():
                rest = rest[1:]
            elif found:
                said = [choice.label for choice in question.choices if choice.value in found]
                listed = " · ".join(said[:LISTED] + ["…"] * (len(said) > LISTED))
                raise NotationError("{text!r} can mean several things: {choices}", text=text, choices=listed)
            else:
                raise self.not_understood(text, picks)
        return picks

    def not_understood(self, text: str, picks: Picks) -> NotationError:
        step = skip_single(self.step, picks)[0]
        asked = step.ask if isinstance(step, NoteQuestion) else ""
        return NotationError("{text!r} is not understood here. {question}", text=text, question=asked)

    def usual(self, question: NoteQuestion, picks: Picks, rest: Sequence[str]) -> str | None:
        """The answer that may be left out, if what was typed answers the question after it."""
        found = [choice.value for choice in question.choices if choice.usual]
        return found[0] if found and len(self.match((*picks, found[0]), rest)) == 1 else None

    def match(self, picks: Picks, rest: Sequence[str]) -> dict[str, int]:
        """The answers that the first words may mean, each with how many words it takes: the more the better."""
        asked = [
            step for lang in self.langs() if isinstance(step := skip_if_other(self.step(picks, lang)), NoteQuestion)
        ]
        for used in range(min(len(rest), LONGEST), 0, -1):
            said = tuple(rest[:used])
            for found in self.meanings(asked, said):
                if found:
                    return dict.fromkeys(found, used)
        return {}

    def meanings(self, asked: Sequence[NoteQuestion], said: tuple[str, ...]) -> Iterator[list[str]]:
        """Answers that are exactly this, then those that have all these words; the reader's language first.

        A letter means first what it begins in the reader's language: in French "b7" is the white 7 (blanc).
        """
        own = [choice.value for choice in asked[0].choices if has_words(said, tokens(choice.label))] if asked else []
        if len(own) == 1 and any(len(token) == 1 and token.isalpha() for token in said):
            yield own
        yield [choice.value for choice in asked[0].choices if said in self.exact(choice)] if asked else []
        for question in asked:
            yield [choice.value for choice in question.choices if tokens(choice.label) == said]
        for question in asked:
            yield [choice.value for choice in question.choices if has_words(said, tokens(choice.label))]
        for question in asked:
            yield [choice.value for choice in question.choices if has_words(said, tokens(choice.typed))]

    def exact(self, choice: NoteChoice) -> set[tuple[str, ...]]:
        known = [vocabulary(self.game, lang).get(choice.word, ()) for lang in LANGS]
        return {tokens(choice.typed), *(tokens(word) for words_of in known for word in words_of)} - {()}

    def langs(self) -> list[Lang]:
        return [self.lang, *(lang for lang in LANGS if lang != self.lang)]


@cache
def fillers() -> frozenset[str]:
    """Small words that say nothing by themselves, in every language: "more of the blue"."""
    return frozenset(fold(word) for lang in LANGS for word in words(lang).house("note_fillers").split(", "))


def skip_if_other(step: Step) -> NoteQuestion | None:
    return None if step is None or isinstance(step, NoteLines) else step


def has_words(said: Sequence[str], label: Sequence[str]) -> bool:
    """Whether each of these words begins a word of the label, and no two of them the same."""
    left = list(label)
    for token in said:
        found = next((word for word in left if fits([token], [word])), None)
        if found is None:
            return False
        left.remove(found)
    return True
