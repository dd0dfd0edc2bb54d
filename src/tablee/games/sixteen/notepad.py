"""The score of Sixteen without hands, in a terminal: each card that is played is typed, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rich.text import Text

from tablee.games.sixteen.cards import CARDS, COLOUR, JOKER, VALUE, Card
from tablee.games.sixteen.view import View
from tablee.help import Help
from tablee.note_questions import NoteChoice, NoteLines, NoteQuestion, Picks, Step
from tablee.tuples import around
from tablee.words import Words


def next_note(view: View, seat: int, picks: Picks, words: Words, names: Sequence[str]) -> Step:
    """Who begins, then each card that is played (S16-10), and what a joker is played as (S16-11)."""
    if view.turn is None:
        if picks:
            return NoteLines((f"*: first {picks[0]}",))
        people = tuple(NoteChoice(str(other), names[other]) for other in around(view.options.players))
        return NoteQuestion(words.on_page("note_first"), people)
    if view.stock == 0 and not any(view.counts):
        return None
    if not picks:
        laid = [*view.pile, *(card for series in view.series for card in series.cards)]
        left = Counter(view.options.pack) - Counter(one.card for one in laid)
        cards = [card for card in CARDS if left[card]]
        choices = [NoteChoice(card, words.term(card), typed=card) for card in cards]
        if view.options.draw != "auto" and view.stock > 0:
            choices.append(NoteChoice("draw", words.on_page("note_draws", names, seat=view.turn), word="draw"))
        return NoteQuestion(words.on_page("note_plays", names, seat=view.turn), tuple(choices))
    card, *rest = picks
    if card == "draw":
        return NoteLines((f"{view.turn}: draw",))
    if card != JOKER:
        return NoteLines((f"{view.turn}: play {card}",))
    if not rest:
        faces = tuple(NoteChoice(face, words.term(face), typed=face) for face in COLOUR)
        return NoteQuestion(words.on_page("joker_title"), faces)
    face = Card(rest[0])
    return NoteLines((f"{view.turn}: play {JOKER} {VALUE[face]} {COLOUR[face]}",))


def say_certain(place: str, value: str, view: View, words: Words, names: Sequence[str]) -> str:
    return ""


def pad(
    view: View, help: Help, chances: Mapping[str, Mapping[str, float]], words: Words, names: Sequence[str]
) -> list[Text]:
    """Nothing is hidden that anybody asks for."""
    return []
