"""Entry by value: what a person types at a table, such as `35`, `5,3`, `Ben` or `green 3`, read as the awaited action.

A text is tried as notation first, then by the game's own `entry.py`, then as words of a menu: the one action whose
label has all of them. Words of every language are understood; those of the reader's own language come first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from operator import eq
from typing import Any, Final

from tablee.contract import AnyGame, Chance, NotationError, Seat
from tablee.games import parts
from tablee.languages import LANGS, Lang
from tablee.real import outcomes
from tablee.words import words

TOKEN: Final = re.compile(r"[^\W\d_]+|\d+|[-+?]")
LISTED: Final = 6  # possible meanings that a refusal names
SHORTEST: Final = 2  # letters by which a name may be abbreviated


def fold(text: str) -> str:
    """The text in small letters without accents."""
    plain = unicodedata.normalize("NFKD", text.replace("−", "-").casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


@lru_cache(4096)
def tokens(text: str) -> tuple[str, ...]:
    """The words, numbers and signs of a text, folded. "vert3" is a word and a number."""
    return tuple(TOKEN.findall(fold(text)))


class Typed:
    """What somebody typed, as the games' readers look at it."""

    def __init__(self, text: str, game: AnyGame, lang: Lang, names: Sequence[str]) -> None:
        self.game, self.tokens, self.names = game, tokens(text), tuple(names)
        self.langs = (lang, *(other for other in LANGS if other != lang))
        self.seats, self.rest = self._find_seats()  # the players named, and the tokens that name nobody

    @property
    def digits(self) -> tuple[int, ...]:
        """Every digit by itself: 35 is 3 and 5."""
        return tuple(int(digit) for token in self.tokens if token.isdecimal() for digit in token)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers, without those that belong to a player's name."""
        return tuple(int(token) for token in self.rest if token.isdecimal())

    @property
    def all_numbers(self) -> tuple[int, ...]:
        return tuple(int(token) for token in self.tokens if token.isdecimal())

    @property
    def seat(self) -> Seat | None:
        """The one player meant: by name, or by a number counted from 1 where nothing else is said."""
        if len(self.seats) == 1:
            return self.seats[0]
        if not self.seats and len(self.numbers) == 1 and 1 <= self.numbers[0] <= len(self.names):
            return Seat(self.numbers[0] - 1)
        return None

    def meaning(self, token: str, among: Collection[str]) -> str | None:
        """Which of these a word means, in full or abbreviated; None where it means none or several."""
        for lang in self.langs:
            known = {name: vocabulary(self.game, lang).get(name, ()) for name in among}
            for fits in (token.__eq__, lambda word: word.startswith(token)):
                found = [name for name, said in known.items() if any(map(fits, said))]
                if found:
                    return found[0] if len(found) == 1 else None
        return token if token in among else None

    def meanings(self, among: Collection[str]) -> tuple[str, ...]:
        """What the words mean that mean one of these, in their order, each once."""
        found = (self.meaning(token, among) for token in self.tokens if token.isalpha())
        return tuple(dict.fromkeys(name for name in found if name is not None))

    def count(self, name: str) -> int:
        """How many of the words mean exactly this, in any language."""
        known = {word for lang in self.langs for word in vocabulary(self.game, lang).get(name, ())}
        return sum(token in known for token in self.tokens)

    def says(self, name: str) -> bool:
        return self.count(name) > 0

    def _find_seats(self) -> tuple[tuple[Seat, ...], tuple[str, ...]]:
        rest, found = list(self.tokens), dict[int, Seat]()
        named = [(tokens(name), Seat(seat)) for seat, name in enumerate(self.names)]
        for name, seat in sorted(named, key=lambda pair: -len(pair[0])):  # "Ana 2" before "Ana"
            for at in range(len(rest) - len(name) + 1):
                if name and tuple(rest[at : at + len(name)]) == name:
                    found[at] = seat
                    rest[at : at + len(name)] = [""] * len(name)
                    break
        for at, token in enumerate(rest):
            begun = [seat for name, seat in named if any(word.startswith(token) for word in name)]
            if len(token) >= SHORTEST and token.isalpha() and len(begun) == 1 and begun[0] not in found.values():
                found[at] = begun[0]
                rest[at] = ""
        return tuple(found[at] for at in sorted(found)), tuple(token for token in rest if token)


@cache
def vocabulary(game: AnyGame, lang: Lang) -> dict[str, tuple[str, ...]]:
    """What people type for each thing in this language, from the section `typed` of the game's words."""
    typed = words(lang, game).section("typed")
    return {name: tuple(fold(word.strip()) for word in said.split(",")) for name, said in typed.items()}


# ---- reading ------------------------------------------------------------------------


def read_action(game: AnyGame, state: Any, seat: Seat, text: str, lang: Lang, names: Sequence[str]) -> Any:
    """The action that this seat means; NotationError where it means none, with what could be meant."""
    text = " ".join(text.split())
    with suppress(NotationError):
        return game.parse(text)
    view, typed = game.view(state, seat), Typed(text, game, lang, names)
    found = find_meanings(game, state, seat, typed)
    if len(found) == 1:
        return found[0]
    about = words(lang, game)
    if found:
        said = [about.move(action, names, seat) for action in found[:LISTED]] + ["…"] * (len(found) > LISTED)
        raise NotationError("{text!r} can mean several things: {choices}", text=text, choices=" · ".join(said))
    raise NotationError(
        "{text!r} is not understood here. {question}", text=text, question=question(game, view, lang, names)
    )


def find_meanings(game: AnyGame, state: Any, seat: Seat, typed: Typed) -> list[Any]:
    """What a text may mean: the action whose whole label it is, what the game reads, or all whose label has its words.

    Labels of another language count only where none of the reader's own fits.
    """
    if not typed.tokens:
        return []
    possible = possible_actions(game, state, seat)

    @cache
    def labels(lang: Lang) -> list[tuple[str, ...]]:
        return [tokens(words(lang, game).move(action, typed.names, seat)) for action in possible]

    def with_label(lang: Lang, holds: Callable[[Sequence[str], Sequence[str]], bool]) -> list[Any]:
        return [action for action, label in zip(possible, labels(lang), strict=True) if holds(typed.tokens, label)]

    whole = with_label(typed.langs[0], eq)
    if len(whole) == 1:
        return whole
    part = parts.load_or_skip(parts.entry, game, None)
    if part is not None and (read := part.read(game.view(state, seat), typed)) is not None:
        return [read]
    return next((found for lang in typed.langs if (found := with_label(lang, fits))), [])


def nearest_allowed(game: AnyGame, state: Any, seat: Seat, action: Any) -> Any | None:
    """What the rules allow this seat that differs from a forbidden action only in how much; None where nothing does."""
    name = type(action).amount
    if name is None:
        return None
    others = [field for field in action.__struct_fields__ if field != name]
    close = [
        allowed
        for allowed in game.legal(state, seat)
        if type(allowed) is type(action) and all(getattr(allowed, field) == getattr(action, field) for field in others)
    ]
    return min(close, key=lambda allowed: abs(getattr(allowed, name) - getattr(action, name)), default=None)


def possible_actions(game: AnyGame, state: Any, seat: Seat) -> list[Any]:
    """What this seat may do, or may have seen chance do; nothing where that is too much to list."""
    if isinstance(game.awaits(state), Chance):
        return [game.parse(text) for text in outcomes(game, game.view(state, seat))]
    return list(game.legal(state, seat))


def fits(typed: Sequence[str], label: Sequence[str]) -> bool:
    """Whether every word typed begins a word of the label; a number must be there as it is."""
    return all(any(word == token if token.isdecimal() else word.startswith(token) for word in label) for token in typed)


SEPARATOR: Final = re.compile("[,;]")


def split_several(game: AnyGame, view: Any, text: str) -> list[str]:
    """The outcomes that were entered at once, where several are asked for: "3 green, 5 blue, joker"."""
    parts_of = [part.strip() for part in SEPARATOR.split(text) if part.strip()]
    return parts_of if 1 < len(parts_of) <= count_asked(game, view) else [text]


def count_asked(game: AnyGame, view: Any) -> int:
    """How many outcomes this seat is asked for at once."""
    part = parts.load_or_skip(parts.entry, game, None)
    found = 1 if part is None else part.question(view)[1].get("several", 1)
    return found if isinstance(found, int) else 1


# ---- asking -------------------------------------------------------------------------


def question(game: AnyGame, view: Any, lang: Lang, names: Sequence[str]) -> str:
    """What this seat is asked now, in words and with an example: "Ana's dice (2 dice), such as 3 5"."""
    about, part = words(lang, game), parts.load_or_skip(parts.entry, game, None)
    if part is None:
        return about.house("type_chance")
    key, facts = part.question(view)
    return about.say(key, names, **facts)
