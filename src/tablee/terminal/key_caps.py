"""What is printed on the keys of a keyboard in each language."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from tablee.languages import Lang
from tablee.words import words

# The keys, as the code names them, that are not called the same in every language.
CAPS: Final = {"Esc": "cap_escape", "PgUp PgDn": "cap_page", "Home End": "cap_ends"}


def key_cap(key: str, lang: Lang) -> str:
    return words(lang).house(CAPS[key]) if key in CAPS else key


def key_named(key: str, name: str, lang: Lang) -> Text:
    """A key and what it does, as at the bottom of a screen."""
    return Text.assemble((key_cap(key, lang), "bold"), f" {words(lang).house(name)}")


def key_table(keys: tuple[tuple[str, str], ...], lang: Lang) -> list[Text]:
    """All the keys of a screen, one to a line."""
    width = max(len(key_cap(key, lang)) for key, _ in keys) + 2
    return [Text.assemble((f"{key_cap(key, lang):<{width}}", "bold"), words(lang).house(name)) for key, name in keys]
