"""What a position is entered in: fields, each a line of words, and how a game reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from msgspec import Struct

from tablee.contract import NotationError, Seat

T = TypeVar("T")

Entered: TypeAlias = Mapping[str, Sequence[str]]  # the words of each field, by its name; () where nothing was entered


class PositionField(Struct, frozen=True):
    """One line to enter. What players read of it is in the section `position` of the game's words, under `key`.

    `taps`: words, or pieces of words, that can be tapped instead of typed, group by group. What begins with one of
    `=^+@,/` belongs to the word before it. With `single`, exactly one of the taps is chosen. With `seats`, each word is
    a player. Players are numbered from 1, as people count, and so is everything else that a name of a field counts.
    """

    key: str
    seat: int | None = None  # of the player whom it is about
    place: int | None = None  # where there are several that are nobody's: which one
    taps: tuple[tuple[str, ...], ...] = ()
    single: bool = False
    seats: bool = False

    @property
    def name(self) -> str:
        """By which its words are entered: "row 1" for the first player's."""
        about = self.seat if self.place is None else self.place
        return self.key if about is None else field_of(self.key, about)


def field_of(key: str, about: int) -> str:
    """The name of the field about a player, or about a place of nobody's."""
    return f"{key} {about + 1}"


def seat_word(seat: int) -> str:
    """How a player is entered."""
    return f"{seat + 1}"


def seat_words(players: int) -> tuple[str, ...]:
    return tuple(map(seat_word, range(players)))


def read_seat(field: str, word: str, players: int) -> Seat:
    return Seat(number(field, word, 1, players) - 1)


def one_seat(entered: Entered, field: str, players: int, otherwise: Seat) -> Seat:
    """The player in a field that takes one."""
    return read_seat(field, one(entered, field, seat_word(otherwise)), players)


def unreadable(field: str, word: str) -> NotationError:
    return NotationError("the word {word!r} cannot be read in the field {field!r}", word=word, field=field)


def too_many(field: str) -> NotationError:
    return NotationError("the field {field!r} takes one word", field=field)


def one(entered: Entered, field: str, otherwise: str) -> str:
    """The word of a field that takes one."""
    words = entered.get(field, ())
    if len(words) > 1:
        raise too_many(field)
    return words[0] if words else otherwise


def one_of(entered: Entered, field: str, known: Iterable[str], otherwise: str) -> str:
    word = one(entered, field, otherwise)
    if word not in known:
        raise unreadable(field, word)
    return word


def numbers(entered: Entered, field: str, low: int, high: int) -> tuple[int, ...]:
    """The words of a field as numbers of this range."""
    return tuple(number(field, word, low, high) for word in entered.get(field, ()))


def number(field: str, word: str, low: int, high: int) -> int:
    """A number as a word: without a sign too many, and without a leading zero."""
    try:
        found = int(word)
    except ValueError:
        raise unreadable(field, word) from None
    if str(found) != word or not low <= found <= high:
        raise unreadable(field, word)
    return found


def each(entered: Entered, field: str, read: Callable[[str], T | None]) -> tuple[T, ...]:
    """Every word of a field, read; NotationError for the first that cannot be."""
    found: list[T] = []
    for word in entered.get(field, ()):
        thing = read(word)
        if thing is None:
            raise unreadable(field, word)
        found.append(thing)
    return tuple(found)
