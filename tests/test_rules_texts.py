"""The rules texts as a player reads them: one form for all games, options by their names, rulings marked."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from tablee.contract import describe_options
from tablee.games import GAMES, parts
from tablee.words import rules, words

RULE = re.compile(r"^\*\*([A-Z][A-Z0-9]{2}-\d{2,3})\*\*", re.MULTILINE)
QUOTED = {"fr": re.compile("«\xa0([^»]+)\xa0»"), "en": re.compile("“([^”]+)”")}

# Headings, by language.
MINUTE = {"fr": "La partie en une minute", "en": "The game in one minute"}
TURN = {"fr": "Votre tour", "en": "Your turn"}
SETTING_UP = {"fr": "Mise en place", "en": "Setting up"}
APPENDIX = {"fr": "Annexe\xa0: décisions et détails", "en": "Appendix: rulings and fine print"}
RULINGS = {"fr": "Décisions", "en": "Rulings"}
FINE_PRINT = {"fr": "Détails", "en": "Fine print"}
COMMAND_LINE = {"fr": "Pour la ligne de commande", "en": "For the command line"}
CREDITS = {"fr": "Crédits", "en": "Credits"}
MARK = {"fr": "décision", "en": "ruling"}

# What the rulebooks leave open: the rules of which our texts must say so.
LEFT_OPEN = {
    "code21": "01 02 12 13 14 32 36 41 50 51 52",
    "golden21": "03 14 21 25 32 33 34 40 41 42 53 60 61 62 70 75 76 80 85 91 93 94 95"
    " 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116",
    "sixteen": "01 22 24 42 51 52 53",
    "coda": "01",
    "code777": "31",
}
PREFIX = {"code21": "C21", "golden21": "G21", "sixteen": "S16", "coda": "COD", "code777": "C77"}

SAYINGS = {  # "Who is last loses", said as a proverb; and seats that a machine counts
    "fr": re.compile(
        r"(?:^|[.:;] |[.:;]\xa0|\n)Qui (?!commence|paie)(?![^.;]*\?)|tout juste|\bplaces? 0\b", re.MULTILINE
    ),
    "en": re.compile(r"(?:^|[.:;] )Who(?:ever)? (?!begins|pays)(?![^.;]*\?)|\bseats? 0\b", re.MULTILINE),
}

TEXTS = pytest.mark.parametrize(("name", "lang"), [(name, lang) for name in GAMES for lang in ("fr", "en")])


class Chapter(NamedTuple):
    level: int
    title: str
    text: str

    @property
    def rules(self) -> list[str]:
        return RULE.findall(self.text)


def chapters(name: str, lang: str) -> list[Chapter]:
    found = re.split(r"^(#+) (.+)$", rules(GAMES[name], lang), flags=re.MULTILINE)[1:]
    return [Chapter(len(marks), title, text) for marks, title, text in zip(*[iter(found)] * 3, strict=True)]


def chapter(name: str, lang: str, title: str) -> str:
    """The text of one chapter; empty where the game has no such chapter."""
    return next((found.text for found in chapters(name, lang) if found.title == title), "")


def before_the_command_line(name: str, lang: str) -> str:
    text = rules(GAMES[name], lang)
    return text[: text.index(f"### {COMMAND_LINE[lang]}")]


# ---- the form -----------------------------------------------------------------------


@TEXTS
def test_every_text_has_the_form_of_a_rulebook(name: str, lang: str) -> None:
    first, *rest = chapters(name, lang)
    assert (first.level, first.title) == (1, words(lang, GAMES[name]).title)
    titles = [found.title for found in rest if found.level == 2]
    assert titles[:2] == [MINUTE[lang], TURN[lang]]
    assert SETTING_UP[lang] in titles
    assert titles[-2:] == [APPENDIX[lang], CREDITS[lang]]
    appendix = [found.title for found in rest if found.level == 3][-3:]
    order = [RULINGS[lang], FINE_PRINT[lang], COMMAND_LINE[lang]]
    assert appendix[-1] == COMMAND_LINE[lang]
    assert [title for title in appendix if title in order] == [title for title in order if title in appendix]
    assert chapter(name, lang, MINUTE[lang]).count(".") >= 5 and not RULE.search(chapter(name, lang, MINUTE[lang]))


@TEXTS
def test_every_text_opens_with_the_summary_of_the_box(name: str, lang: str) -> None:
    opening = chapters(name, lang)[0].text
    facts = re.findall(r"^> - \*\*(.+?)\*\*", opening, re.MULTILINE)
    assert len(facts) == 5, "goal, players, age, time, contents"
    assert opening.index("> - ") > 80, "the theme comes first"


@pytest.mark.parametrize("name", GAMES)
def test_both_languages_have_the_same_chapters_with_the_same_rules(name: str) -> None:
    french, english = chapters(name, "fr"), chapters(name, "en")
    assert [(one.level, one.rules) for one in french] == [(one.level, one.rules) for one in english]
    for one, other in zip(french, english, strict=True):
        for block in ("> **", "\n| ", "\n- "):
            assert one.text.count(block) == other.text.count(block), one.title


# ---- options ------------------------------------------------------------------------


@TEXTS
def test_codes_are_for_the_command_line_only(name: str, lang: str) -> None:
    text = before_the_command_line(name, lang)
    assert "`" not in text
    codes = [option for option in describe_options(GAMES[name].options) if "_" in option]
    assert not [code for code in codes if code in text]
    assert "=on" not in text and "=off" not in text


@TEXTS
def test_options_are_called_by_their_names(name: str, lang: str) -> None:
    """Where the word option stands before a name in quotes, an option has that name; "name: value" is a value of it."""
    about = words(lang, GAMES[name])
    names = {about.option(option) for option in describe_options(GAMES[name].options)}
    values = {
        f"{about.option(option)}{about.language.colon} {text}"
        for key, text in about.section("options").items()
        for option, _, value in [key.partition(" ")]
        if value
    }
    presets = {about.preset(preset) for preset in parts.presets(GAMES[name])}
    for found in QUOTED[lang].finditer(flow(before_the_command_line(name, lang))):
        if re.search(r"(option|options|variante|preset) $", found.string[: found.start()]):
            assert found[1] in names | values | presets, found[1]


@TEXTS
def test_a_reader_meets_every_option(name: str, lang: str) -> None:
    text = flow(before_the_command_line(name, lang))
    about = words(lang, GAMES[name])
    named = {found.split(about.language.colon + " ")[0] for found in QUOTED[lang].findall(text)}
    missing = {about.option(option) for option in describe_options(GAMES[name].options)} - named
    assert missing <= {about.option("players")}


def flow(text: str) -> str:
    """The text without the ends of its lines, and with a narrow gap before a sign for percent as labels have it."""
    return re.sub(r"\n(> |  )?(?=\S)", " ", text).replace("\xa0%", " %")


# ---- rulings ------------------------------------------------------------------------


@TEXTS
def test_what_the_rulebook_leaves_open_is_marked_in_the_appendix(name: str, lang: str) -> None:
    """Each ruling is an item of the list, or stands below a sentence that calls all of the fine print rulings."""
    stated = RULE.findall(rules(GAMES[name], lang))
    listed = re.findall(r"^- ([A-Z][A-Z0-9]{2}-\d{2,3})", chapter(name, lang, RULINGS[lang]), re.MULTILINE)
    assert len(listed) == len({*listed}) and {*listed} <= {*stated}
    details = chapter(name, lang, FINE_PRINT[lang])
    decided = RULE.findall(details) if MARK[lang] in details.partition("**")[0] else []
    assert {f"{PREFIX[name]}-{number}" for number in LEFT_OPEN[name].split()} <= {*listed, *decided}
    assert f"({MARK[lang]}" not in rules(GAMES[name], lang)


@pytest.mark.parametrize("name", GAMES)
def test_both_languages_list_the_same_rulings(name: str) -> None:
    french, english = (
        re.findall(r"^- (\S+-\d+)", chapter(name, lang, RULINGS[lang]), re.MULTILINE) for lang in ("fr", "en")
    )
    assert french == english


# ---- wording ------------------------------------------------------------------------


@TEXTS
def test_the_wording_is_plain(name: str, lang: str) -> None:
    assert not SAYINGS[lang].findall(before_the_command_line(name, lang))


@pytest.mark.parametrize("name", GAMES)
def test_french_typography(name: str) -> None:
    text = before_the_command_line(name, "fr")
    assert "'" not in text
    assert not re.findall(r".{20} [;:!?»]", text)
    assert not re.findall(r"« .{10}", text)


def test_three_of_a_kind_is_no_match() -> None:
    assert "of a kind" not in rules(GAMES["sixteen"], "en")
