"""The languages that Tablée speaks. A language is the file `words.<code>.json` in this folder, and nothing else.

Its section `language` holds what no sentence can say:

- `name`       what the language calls itself
- `home`       true for one language: the one for readers of whom nothing is known
- `direction`  "ltr" or "rtl"
- `decimal`, `thousands`, `minus`, `percent`, `colon`, `quotes`   how numbers, labels and quotations are written
- `plural`     the categories of numbers, as CLDR writes them: "one": "i = 1 and v = 0". All other numbers are `other`
- `ordinal`    how "the 2nd" is said of a place in a row: pairs of such a rule and a form. The first that holds counts
- `genitive`   how "of NAME" is said: pairs of a pattern and a form. The first pattern that the name begins with counts

The page reads the same section. Plural rules are evaluated here and there, so that a language needs no entry in any
library; the tests compare them with the browser's own rules.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

Lang: TypeAlias = str  # the code of a language, as in the names of its files: en, fr, pt-BR

FALLBACK: Final = "en"  # the language in which the code states its refusals: it always has a word for everything
FILE: Final = re.compile(r"words\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)\.json")
NUMBER: Final = re.compile(r"[-−]?([0-9]+)(?:\.([0-9]+))?")
NEGATIVE: Final = re.compile(r"^-(?=[0-9])")
RELATION: Final = re.compile(r"([nivwftce])(?: % ([0-9]+))? (!?=) ([0-9.,]+)")


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """How one language writes numbers, counts things and joins a name to a word."""

    name: str
    home: bool = False
    direction: Literal["ltr", "rtl"] = "ltr"
    decimal: str = "."
    thousands: str = ","
    minus: str = "−"
    percent: str = "{n}%"
    colon: str = ":"
    quotes: tuple[str, str] | None = None  # around what somebody wrote; None: straight ones
    plural: dict[str, str] = {}
    ordinal: tuple[tuple[str, str], ...] = (("", "{n}"),)
    genitive: tuple[tuple[str, str], ...] = (("", "{name}"),)

    def format_number(self, value: float, places: int = 0) -> str:
        """A number with this many decimals, rounded half away from zero."""
        rounded = Decimal(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
        text = f"{abs(rounded):f}".replace(".", self.decimal)
        return f"{self.minus}{text}" if rounded < 0 else text

    def write_minus(self, text: str) -> str:
        """A number that is written already, with the minus of this language; any other text as it is."""
        return NEGATIVE.sub(self.minus, text)

    def format_percent(self, share: float, places: int = 0) -> str:
        """A share of 1 in percent."""
        return self.write_percent(self.format_number(100 * share, places))

    def write_percent(self, number: str) -> str:
        """A number that is written already, with the sign for percent."""
        return self.percent.replace("{n}", number)

    def format_chance(self, chance: float) -> str:
        """A chance in percent, never rounded to what it is not: none, or certain."""
        if 0 < chance < 0.005:
            return f"<{self.format_percent(0.01)}"
        return f">{self.format_percent(0.99)}" if 0.995 < chance < 1 - 1e-9 else self.format_percent(chance)

    def format_count(self, count: int) -> str:
        """A whole number with its thousands apart."""
        return f"{count:,}".replace(",", self.thousands)

    def of(self, name: str) -> str:
        """ "of NAME", as this language says it."""
        for pattern, form in self.genitive:
            if re.match(pattern, name, re.IGNORECASE):
                return form.replace("{name}", name)
        return name

    def ordinal_of(self, number: int) -> str:
        """1st, 2nd, 3rd …"""
        operands = plural_operands(number)
        assert operands is not None
        return next(
            form.replace("{n}", str(number)) for rule, form in self.ordinal if not rule or holds(rule, operands)
        )

    def plural_category(self, number: object) -> str:
        """The CLDR category of this number: zero, one, two, few, many or other."""
        operands = plural_operands(number)
        if operands is None:
            return "other"
        return next((category for category, rule in self.plural.items() if holds(rule, operands)), "other")


def plural_operands(number: object) -> dict[str, float] | None:
    """What plural rules ask about a number, under CLDR's letters; None for a text that is no number."""
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    found = NUMBER.fullmatch(str(number))
    if not found:
        return None
    whole, fraction = found[1], found[2] or ""
    short = fraction.rstrip("0")
    return {
        "n": float(f"{whole}.{fraction}"), "i": int(whole), "v": len(fraction), "w": len(short),
        "f": int(fraction or 0), "t": int(short or 0), "c": 0, "e": 0,
    }  # fmt: skip


def holds(rule: str, operands: dict[str, float]) -> bool:
    """Whether a plural rule fits: relations joined by "and", and these by "or"."""
    return any(all(relation_holds(part, operands) for part in clause.split(" and ")) for clause in rule.split(" or "))


def relation_holds(relation: str, operands: dict[str, float]) -> bool:
    """One relation: "i % 10 = 2..4,7"."""
    found = RELATION.fullmatch(relation.strip())
    if not found:
        raise ValueError(f"this is no plural rule of CLDR: {relation!r}")
    operand, modulus, sign, ranges = found.groups()
    value = operands[operand] % int(modulus) if modulus else operands[operand]
    spans = (span.split("..") for span in ranges.split(","))
    inside = value == int(value) and any(int(span[0]) <= value <= int(span[-1]) for span in spans)
    return inside == (sign == "=")


# ---- which languages there are --------------------------------------------------


def file_codes(package: str, pattern: re.Pattern[str]) -> list[Lang]:
    """The languages of which a package has a file, in alphabetical order."""
    names = (source.name for source in files(package).iterdir())
    return sorted(found[1] for name in names if (found := pattern.fullmatch(name)))


LANGS: Final[tuple[Lang, ...]] = tuple(file_codes("tablee", FILE))
KnownLang: TypeAlias = Annotated[str, Meta(pattern=f"^({'|'.join(LANGS)})$", extra_json_schema={"enum": [*LANGS]})]


@cache
def language(lang: Lang) -> Language:
    class Section(Struct):
        language: Language

    return msgspec.json.decode((files("tablee") / f"words.{lang}.json").read_bytes(), type=Section).language


HOME: Final[Lang] = next(lang for lang in LANGS if language(lang).home)


LONGEST_TAG = 40  # letters of a tag that are looked at: a client may send any text


def match_language(tag: str | None) -> Lang:
    """The language for a tag such as fr-CA or fr_CA.UTF-8: HOME for no tag, FALLBACK for an unknown language."""
    if not tag:
        return HOME
    parts = re.split("[,;.@ ]", tag.strip()[:LONGEST_TAG])[0].replace("_", "-").lower().split("-")
    known = {lang.lower(): lang for lang in LANGS}
    tags = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((known[part] for part in tags if part in known), FALLBACK)


def next_language(lang: Lang) -> Lang:
    """The language after this one, for a key that goes through all of them."""
    return LANGS[(LANGS.index(lang) + 1) % len(LANGS)]
