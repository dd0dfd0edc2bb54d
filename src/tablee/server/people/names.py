"""Which names people may have: ones that can be seen, that are written in one alphabet, and that are no bot's."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import Final
from unicodedata import category, combining, name, normalize

from tablee.games import GAMES
from tablee.languages import LANGS
from tablee.record import clean
from tablee.server.refusals import ServerRefusal
from tablee.words import words

SOMEBODY: Final = "somebody"  # what people are called in others' records once their data is deleted
BLANK: Final = frozenset(  # they count as letters, signs or accents, and show nothing
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0" + "".join(map(chr, range(0xFE00, 0xFE0E)))
)
JOINERS: Final = frozenset("\u200d\ufe0e\ufe0f")  # between the parts of an emoji
ACCENTS: Final = 2  # marks on one letter: Vietnamese needs two, and more of them cover the lines above
ALPHABETS: Final = frozenset(("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "COPTIC", "CHEROKEE"))  # with letters alike
ALIKE: Final = str.maketrans(  # letters that look like a Latin one
    "аԁеһіјӏорсԛѕтхуѵмнквгαβεικνορτυχ",
    "adehijlopcqstxyvmnkbrabeiknoptux",
)
DIGITS: Final = str.maketrans("013457|!", "oieastli")  # as in "b0t"


def check_name(given: str, outside: Collection[str] = ()) -> str:
    """The name as a record can contain it; ServerRefusal, with the reason, where nobody may be called that.

    `outside` are the names of the bots from outside that this server offers.
    """
    for place, letter in enumerate(given):
        if letter in JOINERS and place and category(given[place - 1]) in ("So", "Sk"):
            continue
        if letter in BLANK or letter in JOINERS or category(letter) in ("Cf", "Co", "Cn", "Cs"):
            raise ServerRefusal("name", "a name must not contain invisible characters ({code})", code=code(letter))
    cleaned = clean(given)
    if not any(category(letter)[0] in "LNSP" for letter in cleaned):
        raise ServerRefusal("name", "a name needs a letter or a sign that can be seen")
    if most_accents(cleaned) > ACCENTS:
        raise ServerRefusal("name", "a name has at most {most} accents on one letter", most=ACCENTS)
    for word in cleaned.split():
        if len(alphabets(word)) > 1:
            raise ServerRefusal("name", "{word} mixes letters of several alphabets, which look alike", word=word)
    if is_reserved(cleaned, outside):
        raise ServerRefusal("name", "{name} is the name of a bot here: please choose another one", name=cleaned)
    return cleaned


def code(letter: str) -> str:
    return f"U+{ord(letter):04X}"


def most_accents(text: str) -> int:
    most = run = 0
    for letter in normalize("NFD", text):
        run = run + 1 if combining(letter) or category(letter) in ("Mn", "Me") else 0
        most = max(most, run)
    return most


def alphabets(word: str) -> set[str]:
    """The alphabets of a word, of those that have letters in common by their look."""
    found = {name(letter, "").partition(" ")[0] for letter in word if category(letter)[0] == "L"}
    return found & ALPHABETS


def look(text: str) -> str:
    """What a name looks like: two names at one table must differ in more than case or alphabet."""
    return normalize("NFKC", text).casefold().translate(ALIKE)


def skeleton(text: str) -> str:
    """What is left of a name without accents, spaces and signs, and with letters for digits that look like them."""
    folded = normalize("NFKD", look(text)).translate(DIGITS)
    return "".join(letter for letter in folded if letter.isalnum())


@cache
def reserved_names() -> tuple[frozenset[str], frozenset[str]]:
    """The skeletons of what nobody may be called, and of the levels of bots, in all languages."""
    taken, levels = {skeleton(SOMEBODY), "bot", "robot", "bots", "robots"}, set()
    for lang in LANGS:
        house = words(lang).section("house")
        taken |= {skeleton(house[key]) for key in house if key == "somebody" or key.startswith("level_")}
        for book in (words(lang), *(words(lang, game) for game in GAMES.values())):
            for part in ("levels", "bots"):
                levels |= {skeleton(word) for pair in book.section(part).items() for word in pair}
    return frozenset(taken | levels), frozenset(levels)


def is_reserved(text: str, outside: Collection[str] = ()) -> bool:
    """Whether this looks like the name of a bot, or of a person whose data is deleted; numbered or not."""
    offered = frozenset(map(skeleton, outside))
    taken, levels = (names | offered for names in reserved_names())
    forms = skeleton(text), skeleton(text.rstrip("0123456789 .#-"))  # "Club 2" is the second of two such bots
    first = next((skeleton(word) for word in re.split(r"[\W_]+", text) if word), "")
    return (
        first in ("bot", "robot")
        or any(form in taken for form in forms)
        or any(form.startswith(f"{bot}{level}") for form in forms for bot in ("bot", "robot") for level in levels)
    )
