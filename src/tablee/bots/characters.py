"""The characters of the bots: things on a café table in the evening. Each has a level and a style.

The first character of a level plays exactly as the level does. The others have a style, which changes what they
choose, but never what they see. Their names and descriptions are in the words files.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tablee.bots.bot import NEUTRAL, Style


class Character(Struct, frozen=True):
    id: str
    level: str
    style: Style = NEUTRAL

    @property
    def leanings(self) -> tuple[str, ...]:
        """The names of its leanings; none for a plain level."""
        bold = ("bold",) if self.style.boldness > 0 else ("careful",) if self.style.boldness < 0 else ()
        cruel = ("cruel",) if self.style.cruelty > 0 else ("generous",) if self.style.cruelty < 0 else ()
        return (*bold, *cruel)


CHARACTERS: Final = (
    Character("miette", "random"),
    Character("sirop", "beginner"),
    Character("bulle", "beginner", Style(1, -1)),
    Character("tisane", "beginner", Style(-1, -1)),
    Character("moka", "club"),
    Character("poivre", "club", Style(1, 1)),
    Character("biscotte", "club", Style(-1, -1)),
    Character("samovar", "master"),
    Character("eclair", "master", Style(1, -1)),
    Character("bougie", "master", Style(-1, 1)),
)
