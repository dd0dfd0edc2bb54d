"""Words: what people read, in every language, from one JSON file per language beside each game.

A game's `words.<lang>.json` holds `title`, `tagline`, `goal` and `contents` (of its box), and these sections:

- `options` the name of each option, and of each word it may be: "first" → "Who begins", "first random" → "drawn by lot"
- `help`    what each option means, in a sentence
- `levels`  the names of its own levels of bots where one is chosen; those of the usual levels are Tablée's own
- `bots`    what a bot of such a level is called at a table; in Tablée's own file, the names of the characters
- `characters` what kind of player each character is (Tablée's own file)
- `styles`  what a leaning of a character means in this game: "bold" → "Attacks again where others stop."
- `presets` the names of its presets
- `fields`  the names of the fields of a view, for a page that has no board of the game
- `lines`   what the log says for each line that a seat is told: "play {card}" → "{who} plays {card}"
- `moves`   how a menu offers each action: "play {card}" → "Play {card}"
- `table`   the words on the table itself
- `advice`  why a bot thinks of a move as it does, with its figures
- `puzzles` the themes of its puzzles, what is asked, and the sentences of their solutions (see `puzzle_file.py`)
- `endings` why a game is over, by the rule that ended it, and how its scores are said: "S16-42", "S16-42 score";
  "S16-42 draw" where a draw needs other words
- `figures` what the figures of a graph are (see a game's `figures.py`)
- `page`    the sentences of its board on the page
- `terms`   names of colours and the like
- `typed`   what people type for each thing, with commas (see `entry.py`)
- `glossary` the terms that players should know, each with its `term`, `meaning` and `forms` (see `Term`)
- `why`     the refusals, each under the English sentence in the code, which needs no translation

Tablée's own file has `house` (the words around every table), `argparse` (what argparse says by itself, each under its
English sentence) and `language` (see `languages.py`), too. A sentence that is missing in a language is said in the
fallback language; so is everything where a game lacks the whole file.

The same files feed the terminal and the page, whose `words.ts` fills sentences in the same way. In a sentence

- `{x}` is a fact as it is, a number with the minus of the language; `{x:term}` is a term (of a list with commas, each
  of its terms)
- `{x:name}` is the player on seat x, `{x:of}` the same as a genitive; a seat without a player is its number, from 1
- `{x:sum}` is a list of numbers as a sum: "2,5" is "2 + 5 = 7", and so is "2+5=7"
- `{x:nth}` is a place in a row as an ordinal: records count places from 0, people from 1
- `{x:.2}` is a number with two decimals, `{x:%}` a share of 1 in percent, `{x:.1%}` the same with one decimal
- `{n:card|cards}` is one of two forms: the one of the plural category `one`, or the other. A language with more
  categories names them: `{n:one=karta|few=karty|other=kart}`

In the key of a line or move `{own}` is the seat of the player who acts, and `{spare}` a seat on which nobody sits:
"stake {points} on {own}" → "{who} mise {points} sur soi".

Besides the facts that come with a sentence there are those of the game's rules, `Game.facts`: `{goal}`.
tests/vectors/sentences.json holds examples of all this, which the tests of both sides replay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Final

from msgspec import Struct

from tablee.contract import AnyGame, IllegalMove, Refusal
from tablee.languages import FALLBACK, FILE, Lang, Language, file_codes, language

RULES: Final = re.compile(r"rules\.(.+)\.md")
PLACES: Final = re.compile(r"\.([0-9]+)(%?)")
NAMED_FORMS: Final = re.compile(r"(zero|one|two|few|many|other)=")
GUARDS: Final = re.compile(r"\(\?P<(own|spare)>")


class Term(Struct, frozen=True):
    """One entry of a glossary. `forms` are the ways in which the term is written on a board: "die|dice"."""

    term: str
    meaning: str
    forms: str


class Words:
    """One language, with the words of one game or only with Tablée's own."""

    def __init__(
        self, lang: Lang, pages: Sequence[Mapping[str, Any]], facts: Mapping[str, object] | None = None
    ) -> None:
        self.lang: Lang = lang
        self.language = language(lang)
        self.pages = pages
        self.facts = facts or {}  # of the game's rules: every sentence may state them
        self.sections: dict[str, dict[str, str]] = {}
        self.patterns = {part: patterns(self.section(part)) for part in ("lines", "moves")}

    def section(self, part: str) -> dict[str, str]:
        """What Tablée and the game say under this heading."""
        if part not in self.sections:
            self.sections[part] = {key: text for page in self.pages for key, text in page.get(part, {}).items()}
        return self.sections[part]

    @property
    def title(self) -> str:
        return str(self.pages[-1]["title"])

    @property
    def tagline(self) -> str:
        return self.fill(self.pages[-1]["tagline"], {}, ())

    @property
    def goal(self) -> str:
        """What the players try to do, in a sentence."""
        return self.fill(self.pages[-1].get("goal", ""), {}, ())

    @property
    def contents(self) -> str:
        """What is in the box."""
        return self.fill(self.pages[-1].get("contents", ""), {}, ())

    @property
    def colon(self) -> str:
        return self.language.colon

    @property
    def glossary(self) -> Mapping[str, Term]:
        """The terms of the game that players should know."""
        found: Mapping[str, Mapping[str, str]] = self.pages[-1].get("glossary", {})
        return {name: Term(**entry) for name, entry in found.items()}

    def option(self, name: str) -> str:
        """The name of an option."""
        return self.section("options").get(name, name)

    def option_help(self, name: str) -> str:
        """What an option means."""
        return self.fill(self.section("help").get(name, ""), {})

    def value(self, option: str, text: str) -> str:
        """A value of an option in words, where it has any."""
        return self.section("options").get(f"{option} {text}", text)

    def value_to_type(self, option: str, text: str) -> str:
        """A value as it is typed, with its meaning."""
        meaning = self.value(option, text)
        return text if meaning == text else f"{text} ({meaning})"

    def level(self, level: str) -> str:
        """What a level of bots is called where one is chosen; an unknown one keeps its name."""
        return self.section("levels").get(level, level)

    def bot(self, name: str) -> str:
        """What a bot of this character, or of a level of the game's own, is called at a table."""
        return self.section("bots").get(name, self.level(name))

    def character(self, name: str, leanings: Sequence[str]) -> str:
        """What kind of player this character is, and what their leanings mean in this game."""
        styles = self.section("styles")
        said = [self.section("characters").get(name, ""), *(styles.get(leaning, "") for leaning in leanings)]
        return " ".join(text for text in said if text)

    def preset(self, name: str) -> str:
        """What a preset is called."""
        return self.section("presets").get(name, name)

    def say(self, key: str, names: Sequence[str] = (), **facts: object) -> str:
        """A sentence from the game's own table."""
        return self.fill(self.section("table")[key], facts, names)

    def on_page(self, key: str, names: Sequence[str] = (), **facts: object) -> str:
        """A sentence from the game's board on the page."""
        return self.fill(self.section("page")[key], facts, names)

    def house(self, key: str, names: Sequence[str] = (), **facts: object) -> str:
        """A sentence of Tablée, the same for every game."""
        return self.fill(self.section("house")[key], facts, names)

    def join(self, names: Sequence[str]) -> str:
        """Ann, Ben and Cleo."""
        head, last = names[:-1], names[-1]
        return f"{', '.join(head)} {self.house('and')} {last}" if head else last

    def term(self, name: object) -> str:
        """A name as it is said; of a list with commas, each of its names."""
        return translate_term(name, self.section("terms"))

    def line(self, told: str, hand: int | None, names: Sequence[str]) -> str:
        """One line of the log as a sentence. `hand` is the seat that rolled or drew in a chance move."""
        who, text = told.split(": ", 1)
        seat = hand if who == "*" else int(who)
        subject = self.house("chance") if seat is None else names[seat]
        return self.sentence("lines", text, names, {"who": subject}, seat) or told

    def move(self, action: object, names: Sequence[str], seat: int | None = None) -> str:
        """An action as a menu offers it to this seat."""
        return self.sentence("moves", str(action), names, {}, seat) or str(action)

    def sentence(
        self, part: str, text: str, names: Sequence[str], facts: Mapping[str, object], seat: int | None = None
    ) -> str | None:
        """The sentence for a text in notation, which `seat` did or may do; None where no pattern fits."""
        for pattern, template in self.patterns[part]:
            if (found := pattern.fullmatch(text)) and guards_hold(found.groupdict(), seat, len(names)):
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
            values = str(facts["allowed"]).split(", ")
            facts = {**facts, "allowed": ", ".join(self.value_to_type(option, value) for value in values)}
        text = self.fill(template, facts, ())
        if option:
            text = f"{self.option(option)}{self.language.colon} {text}"
        rule = error.cited if isinstance(error, IllegalMove) else getattr(error, "rule", None)
        return f"{text} ({rule})" if rule and "-" in rule else text

    def fill(self, template: str, facts: Mapping[str, object], names: Sequence[str] = ()) -> str:
        """The sentence that a template makes of these facts."""
        return fill(self.language, template, {**self.facts, **facts}, names, self.section("terms"))


def fill(
    language: Language,
    template: str,
    facts: Mapping[str, object],
    names: Sequence[str] = (),
    terms: Mapping[str, str] | None = None,
) -> str:
    """The sentence that a template makes of these facts in a language."""
    return SentenceFormatter(language, names, terms or {}).vformat(template, (), facts)


class SentenceFormatter(Formatter):
    """`str.format` with the ways of saying a fact that the module describes."""

    def __init__(self, language: Language, names: Sequence[str], terms: Mapping[str, str]) -> None:
        self.language, self.names, self.terms = language, names, terms

    def format_field(self, value: Any, format_spec: str) -> str:
        match format_spec:
            case "":
                return self.language.write_minus(str(value)) if isinstance(value, int | float) else str(value)
            case "name":
                return self.player(value)
            case "of":
                return self.language.of(self.player(value))
            case "nth":
                return self.language.ordinal_of(int(value) + 1) if str(value).isdecimal() else str(value)
            case "term":
                return translate_term(value, self.terms)
            case "sum":
                return add_up(self.language, value)
            case "%":
                return self.language.format_percent(float(value))
        if found := PLACES.fullmatch(format_spec):
            write = self.language.format_percent if found[2] else self.language.format_number
            return write(float(value), int(found[1]))
        if "|" in format_spec:
            return choose_form(format_spec.split("|"), self.language.plural_category(value))
        raise ValueError(f"no sentence says a fact as {format_spec!r}")

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        """`{text!r}` is what somebody wrote, in the quotation marks of the language."""
        if conversion != "r" or not isinstance(value, str) or not self.language.quotes:
            return super().convert_field(value, conversion)
        opening, closing = self.language.quotes
        return f"{opening}{repr(value)[1:-1]}{closing}"

    def player(self, seat: Any) -> str:
        return self.names[int(seat)] if int(seat) < len(self.names) else str(int(seat) + 1)


def choose_form(forms: Sequence[str], category: str) -> str:
    """The form of a word for a plural category."""
    if all(NAMED_FORMS.match(form) for form in forms):
        named = dict(form.split("=", 1) for form in forms)
        return named.get(category, named.get("other", ""))
    one, other = forms
    return one if category == "one" else other


def add_up(language: Language, numbers: object) -> str:
    """A list with commas as a sum: in French, a comma between two numbers would make one of them. What has been added
    up already is only written as a sum is."""
    parts = str(numbers).partition("=")[0].replace("+", ",").split(",")
    written = " + ".join(map(language.write_minus, parts))
    return f"{written} = {language.format_number(sum(map(int, parts)))}" if len(parts) > 1 else written


def translate_term(name: object, terms: Mapping[str, str]) -> str:
    return terms.get(str(name)) or ", ".join(terms.get(part, part) for part in str(name).split(","))


def patterns(templates: Mapping[str, str]) -> list[tuple[re.Pattern[str], str]]:
    """ "play {card}" as a pattern that reads the card. The more special one is tried first (see `generality`)."""
    found = [(re.sub(r"\\{(\w+)\\}", r"(?P<\1>\\S+)", re.escape(form)), text) for form, text in templates.items()]
    return [(re.compile(pattern), text) for pattern, text in sorted(found, key=lambda pair: generality(pair[0]))]


def generality(pattern: str) -> tuple[int, bool]:
    """How much a pattern fits: the more variables the more, and less where one of them is a certain seat."""
    return pattern.count("(?P<"), not GUARDS.search(pattern)


def guards_hold(read: Mapping[str, str], seat: int | None, people: int) -> bool:
    """Whether `{own}` is the seat that acts, and `{spare}` one without a player."""
    return read.get("own", str(seat)) == str(seat) and int(read.get("spare", people)) >= people


# ---- the files ------------------------------------------------------------------


@cache
def page(package: str, lang: Lang) -> Mapping[str, Any]:
    """A package's words in a language, completed by those of its default language."""
    codes = file_codes(package, FILE)
    if not codes:  # a game from outside may have no words: it is shown as it is written
        return {"title": package.rpartition(".")[2].capitalize(), "tagline": ""}
    default = FALLBACK if FALLBACK in codes else codes[0]
    return complete(read_page(package, default), read_page(package, lang) if lang in codes else {})


def read_page(package: str, lang: Lang) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((files(package) / f"words.{lang}.json").read_text(encoding="utf-8"))
    return found


def complete(default: Mapping[str, Any], own: Mapping[str, Any]) -> Mapping[str, Any]:
    """What `own` says, and what `default` says where `own` does not; section by section, sentence by sentence."""
    return {
        key: complete(default.get(key, {}), own.get(key, {}))
        if isinstance(default.get(key, own.get(key)), dict)
        else own.get(key, default.get(key))
        for key in (*default, *(key for key in own if key not in default))
    }


@cache
def words(lang: Lang, game: AnyGame | None = None) -> Words:
    own = page("tablee", lang)
    if game is None:
        return Words(lang, [own])
    return Words(lang, [own, game_page(game, lang)], game.facts)


def game_page(game: AnyGame, lang: Lang) -> Mapping[str, Any]:
    """The words of a game; a variant has those of the game that it varies, where it has none of its own."""
    own = page(game.package, lang)
    return own if game.base is None else complete(game_page(game.base, lang), own)


def rules(game: AnyGame, lang: Lang) -> str:
    """The rules text of a game: in this language, else in the fallback language, else in any; else its docstring."""
    codes = file_codes(game.package, RULES)
    for code in (lang, FALLBACK, *codes):
        if code in codes:
            return (files(game.package) / f"rules.{code}.md").read_text(encoding="utf-8")
    if game.base is not None:
        return rules(game.base, lang)
    from tablee.games import parts

    return parts.docstring(game)
