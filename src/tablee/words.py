"""Words: what people read, in French and English, from one JSON file a language beside each game.

A game's `words.en.json` and `words.fr.json` hold `title`, `tagline`, `minutes`, and
- `options` what each option is called, and each word it may be: "first" → "Who begins", "first random" → "drawn by lot"
- `lines`  what the log says of each line a seat is told: "play {card}" → "{who} plays {card}"
- `moves`  how a menu offers each action: "play {card}" → "Play {card}"
- `table`  the words that stand on the table itself
- `advice` why a bot thinks of a move as it does, with its figures
- `endings` why a game is over, by the rule that ended it, and how its scores are said: "S16-42", "S16-42 score"
- `figures` what the figures of a graph are (see a game's `figures.py`)
- `terms`  names of colours and the like
- `house`  (Tablée's own file only) the words around every table
- `why`    (French only) the refusals, each under the English sentence that stands in the code

The same files feed the terminal and the page. In a sentence `{x}` is a fact as it is, `{x:name}` the player on seat x,
`{x:of}` (French only) the same after « de », `{x:term}` a term, `{n:one|many}` one of two forms, `{x:%}` a share of 1
in percent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Literal, TypeAlias, get_args

from tablee.contract import AnyGame, IllegalMove, Refusal

Lang: TypeAlias = Literal["en", "fr"]
LANGS: tuple[Lang, ...] = get_args(Lang)

COLON: Mapping[Lang, str] = {"en": ":", "fr": "\u00a0:"}
ELIDED = re.compile("[aeiouhàâäéèêëîïôöùûüœæ]", re.IGNORECASE)  # d’Ève, d’Hugo; but de Yann
PERCENT: Mapping[Lang, str] = {"en": "%", "fr": "\u202f%"}


class Words:
    """One language, as spoken around the tables of one game, or of none in particular."""

    def __init__(self, lang: Lang, pages: Sequence[Mapping[str, Any]]) -> None:
        self.lang: Lang = lang
        self.pages = pages
        self.sections: dict[str, dict[str, str]] = {}
        self.patterns = {part: patterns(self.section(part)) for part in ("lines", "moves")}

    def section(self, part: str) -> dict[str, str]:
        """What the house and the game keep under this heading."""
        if part not in self.sections:
            self.sections[part] = {key: text for page in self.pages for key, text in page.get(part, {}).items()}
        return self.sections[part]

    @property
    def title(self) -> str:
        return str(self.pages[-1]["title"])

    @property
    def tagline(self) -> str:
        return str(self.pages[-1]["tagline"])

    @property
    def minutes(self) -> str:
        return str(self.pages[-1]["minutes"])

    def option(self, name: str) -> str:
        """What an option is called."""
        return self.section("options").get(name, name)

    def value(self, option: str, text: str) -> str:
        """What an option is, where it is a word and no number."""
        return self.section("options").get(f"{option} {text}", text)

    def typed(self, option: str, text: str) -> str:
        """A word as it is typed, with what it means."""
        meaning = self.value(option, text)
        return text if meaning == text else f"{text} ({meaning})"

    def say(self, key: str, names: Sequence[str] = (), **facts: object) -> str:
        """A sentence that stands on the game's own table."""
        return self.fill(self.section("table")[key], facts, names)

    def house(self, key: str, names: Sequence[str] = (), **facts: object) -> str:
        """A sentence of the house, the same around every table."""
        return self.fill(self.section("house")[key], facts, names)

    def listed(self, names: Sequence[str]) -> str:
        """Ann, Ben and Cleo."""
        head, last = names[:-1], names[-1]
        return f"{', '.join(head)} {self.house('and')} {last}" if head else last

    def term(self, name: object) -> str:
        """A name as it is said; of a list with commas, each of its names."""
        terms = self.section("terms")
        return terms.get(str(name)) or ", ".join(terms.get(part, part) for part in str(name).split(","))

    def line(self, told: str, hand: int | None, names: Sequence[str]) -> str:
        """One line of the log as a sentence. `hand` is who rolled or drew, where chance spoke."""
        who, text = told.split(": ", 1)
        seat = hand if who == "*" else int(who)
        subject = self.house("chance") if seat is None else names[seat]
        return self.sentence("lines", text, names, {"who": subject}) or told

    def move(self, action: object, names: Sequence[str]) -> str:
        """An action as a menu offers it."""
        return self.sentence("moves", str(action), names, {}) or str(action)

    def sentence(self, part: str, text: str, names: Sequence[str], facts: Mapping[str, object]) -> str | None:
        for pattern, template in self.patterns[part]:
            if found := pattern.fullmatch(text):
                return self.fill(template, {**found.groupdict(), **facts}, names)
        return None

    def advice(self, reason: str, figures: Mapping[str, object], names: Sequence[str]) -> str:
        """Why a bot thinks of a move as it does."""
        return self.fill(self.section("advice")[reason], figures, names)

    def why(self, error: Refusal) -> str:
        """A refusal in this language, with the rule's id where a rule forbids it."""
        template = self.section("why").get(error.template, error.template)
        option, facts = getattr(error, "option", None), error.facts
        if option and "allowed" in facts:
            facts = {
                **facts,
                "allowed": ", ".join(self.typed(option, word) for word in str(facts["allowed"]).split(", ")),
            }
        text = self.fill(template, facts, ())
        if option:
            text = f"{self.option(option)}{COLON[self.lang]} {text}"
        rule = error.cited if isinstance(error, IllegalMove) else getattr(error, "rule", None)
        return f"{text} ({rule})" if rule and "-" in rule else text

    def fill(self, template: str, facts: Mapping[str, object], names: Sequence[str]) -> str:
        return Filler(self, names).vformat(template, (), facts)


class Filler(Formatter):
    """str.format with ways of saying a fact of our own."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        self.words, self.names = words, names

    def format_field(self, value: Any, format_spec: str) -> str:
        match format_spec:
            case "name" | "of":
                seat = int(value)
                name = self.names[seat] if seat < len(self.names) else str(seat)
                return name if format_spec == "name" else f"d’{name}" if ELIDED.match(name) else f"de {name}"
            case "term":
                return self.words.term(value)
            case "%":
                return f"{100 * float(value):.0f}{PERCENT[self.words.lang]}"
            case forms if "|" in forms:
                one, many = forms.split("|")
                return one if (int(value) < 2 if self.words.lang == "fr" else int(value) == 1) else many
            case _:
                return str(value)


def patterns(templates: Mapping[str, str]) -> list[tuple[re.Pattern[str], str]]:
    """ "play {card}" as a pattern that reads the card; the more literal a pattern, the earlier it is tried."""
    found = [(re.sub(r"\\{(\w+)\\}", r"(?P<\1>\\S+)", re.escape(form)), text) for form, text in templates.items()]
    return [(re.compile(pattern), text) for pattern, text in sorted(found, key=lambda pair: pair[0].count("(?P<"))]


@cache
def page(package: str, lang: Lang) -> Mapping[str, Any]:
    """A package's words; an outside game may have none in a language, and is then shown as it is written."""
    source = files(package) / f"words.{lang}.json"
    if not source.is_file():
        return {"title": package.rpartition(".")[2].capitalize(), "tagline": "", "minutes": "?"}
    loaded: Mapping[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    return loaded


@cache
def words(lang: Lang, game: AnyGame | None = None) -> Words:
    house = page("tablee", lang)
    return Words(lang, [house] if game is None else [house, page(game.package, lang)])


def rules(game: AnyGame, lang: Lang) -> str:
    """The game's rules text; in the other language, or its lid's docstring, where there is none."""
    for name in (f"rules.{lang}.md", "rules.en.md", "rules.fr.md"):
        source = files(game.package) / name
        if source.is_file():
            return source.read_text(encoding="utf-8")
    from tablee.games import parts

    return parts.docstring(game)
