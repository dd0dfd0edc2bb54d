"""What people read: the same in all languages, about everything that can happen, and typographically correct."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest

import tablee
from tablee.contract import AnyGame, Chance, Choice, IllegalMove, OptionError, Options, Over, Seat, describe_options
from tablee.games import GAMES
from tablee.languages import FALLBACK, FILE, HOME, LANGS, Lang, file_codes
from tablee.options import Or, Switch, Word, read
from tablee.testing import covering, playout
from tablee.words import Words, rules, words

SOURCE = Path(tablee.__file__).parent
WEB = Path(__file__).parent.parent / "web" / "src" / "words"
NBSP = "\u00a0\u202f"
PARTS = (
    "options", "help", "lines", "moves", "table", "terms", "house", "advice", "puzzles", "endings", "figures", "page",
    "typed", "levels", "bots", "characters", "styles", "presets",
)  # fmt: skip
UNTRANSLATED = {"why", "argparse"}  # sections whose keys are English sentences: English needs none
TEMPLATE = {  # which argument is the sentence, by the name of the function or method
    "require": 2, "IllegalMove": 1, "OptionError": 1, "NotationError": 0, "RecordError": 2, "ServerRefusal": 1,
    "TemporaryRefusal": 1, "Full": 0, "Quota": 0, "Allowance": 2,
    "Unfair": 0, "check": 2, "__init__": 1,
}  # fmt: skip


def page(package: str, lang: Lang) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((files(package) / f"words.{lang}.json").read_text(encoding="utf-8"))
    return found


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def texts(of: Any) -> Iterator[str]:
    """Every text on a page, without the facts about its language."""
    if isinstance(of, str):
        yield of
    else:
        for name, part in of.items():
            yield from () if name == "language" else texts(part)


PAGES = ["tablee", *(game.package for game in GAMES.values())]
SPOKEN = [(package, lang) for package in PAGES for lang in file_codes(package, FILE)]


# ---- the same in all languages ----------------------------------------------------------


@pytest.mark.parametrize("package", PAGES)
def test_the_language_of_the_house_says_everything(package: str) -> None:
    english, french = page(package, FALLBACK), page(package, HOME)
    assert set(english) | UNTRANSLATED == set(french) | UNTRANSLATED
    for part in PARTS:
        assert list(english.get(part, {})) == list(french.get(part, {}))


@pytest.mark.parametrize(("package", "lang"), SPOKEN)
def test_no_language_says_what_the_fallback_does_not(package: str, lang: Lang) -> None:
    """Else a sentence would be missing where it falls back; and a misspelt key would never be noticed."""
    english, other = page(package, FALLBACK), page(package, lang)
    assert lang in LANGS
    assert set(other) <= {*english, *UNTRANSLATED}
    for part in PARTS:
        assert set(other.get(part, {})) <= set(english.get(part, {})), part


@pytest.mark.parametrize(("package", "lang"), SPOKEN)
def test_all_languages_speak_of_the_same_facts(package: str, lang: Lang) -> None:
    english, other = page(package, FALLBACK), page(package, lang)
    for part in PARTS:
        for key, text in other.get(part, {}).items():
            assert placeholders(text) == placeholders(english[part][key]), key


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", LANGS)
def test_a_sentence_speaks_only_of_what_the_line_tells(name: str, lang: Lang) -> None:
    spoken = page(GAMES[name].package, lang)
    for key, text in spoken["lines"].items():
        assert placeholders(text) <= placeholders(key) | {"who"}, key
    for key, text in spoken["moves"].items():
        assert placeholders(text) <= placeholders(key), key
    assert all(spoken[part] for part in ("title", "tagline", "goal", "contents"))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", LANGS)
def test_every_option_and_every_word_it_may_be_is_said_in_words(name: str, lang: Lang) -> None:
    said = page(GAMES[name].package, lang)["options"]
    known = describe_options(GAMES[name].options)
    due = set(known)
    for option, kind in known.items():
        due |= {f"{option} {kind.word}"} if isinstance(kind, Or) else set()
        if isinstance(kind, Word) or (isinstance(kind, Switch) and kind.ways):
            due |= {f"{option} {word}" for word in kind.words}
    assert due <= set(said)
    for key in set(said) - due:  # a number that has a meaning of its own, as 0 for "no limit"
        option, _, text = key.partition(" ")
        assert known[option].admits(known[option].read(text)), key
    assert not [text for text in said.values() if "_" in text]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", [HOME, FALLBACK])
def test_every_option_is_explained_in_every_language_that_is_complete(name: str, lang: Lang) -> None:
    game = GAMES[name]
    explained = page(game.package, lang)["help"]
    assert list(explained) == list(describe_options(game.options))
    assert all(words(lang, game).option_help(option) for option in explained)


def test_an_option_is_refused_in_words() -> None:
    game = GAMES["code21"]
    with pytest.raises(OptionError) as caught:
        read(game.options, {"bank": "little"})
    assert words("en", game).why(caught.value) == (
        "Points in the box: 'little' is not allowed; allowed: unlimited (as many as needed), 6–1000000 (C21-36)"
    )
    with pytest.raises(OptionError) as caught:
        read(game.options, {"soldiers": "8,0"})
    assert words("fr", game).why(caught.value) == (
        "Soldats\u00a0: donnez de 3 à 12 nombres entiers différents de 0 à 20, le 0 en premier, séparés "
        "par des virgules (C21-01)"
    )


# ---- refusals -------------------------------------------------------------------------------


def function_name(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


def templates(path: Path) -> Iterator[str]:
    """Every sentence that the code of this file refuses something with."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and (place := TEMPLATE.get(function_name(node), 99)) < len(node.args):
            argument = node.args[place]
            assert not isinstance(argument, ast.JoinedStr), f"{path.name}:{node.lineno} formats its sentence itself"
            yield from (
                part.value
                for part in ast.walk(argument)
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )


HOUSE = [path for path in SOURCE.rglob("*.py") if "games" not in path.relative_to(SOURCE).parts]


def test_every_refusal_of_the_house_has_its_french() -> None:
    known = page("tablee", "fr")["why"]
    found = {template for path in HOUSE for template in templates(path)}
    assert found == set(known)
    assert all(placeholders(template) == placeholders(known[template]) for template in found)


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_of_a_game_has_its_french(name: str) -> None:
    package = GAMES[name].package
    known = page(package, "fr")["why"]
    found = {template for path in Path(str(files(package))).rglob("*.py") for template in templates(path)}
    assert found == set(known)
    assert all(placeholders(template) == placeholders(known[template]) for template in found)


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_is_said_in_both_languages_with_its_rule(name: str) -> None:
    game = GAMES[name]
    for template in page(game.package, "fr")["why"]:
        error = IllegalMove("ABC-12", template, **dict.fromkeys(placeholders(template), "3"))
        english, french = words("en", game).why(error), words("fr", game).why(error)
        assert english == f"{template.format(**error.facts)} (ABC-12)"
        assert french.endswith("(ABC-12)")
        assert french != english


# ---- whatever is told or offered ----------------------------------------------------------------


def heard(game: AnyGame, options: Any) -> tuple[set[str], set[str], Over]:
    """Every line anybody is told in a random game, every action that is offered or drawn, and how it ends."""
    lines, actions = set(), set()
    after: Any = None
    everybody = [None, *map(Seat, range(options.players))]
    for before, move, after in playout(game, options, Random(7)):
        lines |= {game.told(before, move, after, seat).split(": ", 1)[1] for seat in everybody}
        actions.add(str(move.action))
        awaited = game.awaits(before)
        if isinstance(awaited, Choice):
            actions |= {str(action) for seat in awaited.seats | awaited.free for action in game.legal(before, seat)}
        elif isinstance(awaited, Chance) and awaited.size < 100:
            actions |= set(map(str, awaited.odds()))
    over = game.awaits(after)
    assert isinstance(over, Over)
    return lines, actions, over


@pytest.mark.parametrize(
    ("name", "options"),
    [(name, options) for name, game in GAMES.items() for options in covering(game.options)],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_line_every_action_and_every_ending_has_its_sentence(name: str, options: Options) -> None:
    game = GAMES[name]
    names = [f"Name{n}" for n in range(options.players)]
    lines, actions, over = heard(game, options)
    for lang in LANGS:
        about = words(lang, game)
        assert about.section("endings")[over.rule]
        assert not over.scores or about.section("endings")[f"{over.rule} score"]
        for line in lines:
            said = about.sentence("lines", line, names, {"who": "Ana"})
            assert said, line
            assert "{" not in said
        for action in actions:
            said = about.sentence("moves", action, names, {})
            assert said, action
            assert "{" not in said


def test_a_line_says_who_did_it() -> None:
    game, names = GAMES["sixteen"], ["Ana", "Bo"]
    english, french = words("en", game), words("fr", game)
    assert english.line("1: play g3", None, names) == "Bo plays the green 3 ♣"
    assert (
        french.line("1: play g3 = bust", None, names) == "Bo joue le 3 vert ♣\u00a0: Bust, la série va au camp adverse"
    )
    assert english.line("*: drawn ?", 0, names) == "Ana draws a card"
    assert french.line("*: first 1", None, names) == "Bo joue en premier"
    assert english.line("1: whistle", None, names) == "1: whistle"  # an unknown line is shown as it is


def test_an_action_is_offered_in_words() -> None:
    game = GAMES["sixteen"]
    assert words("fr", game).move(game.parse("play joker 4 green"), ["Ana", "Bo"]) == "Jouer un joker qui vaut 4 vert ♣"
    assert words("en", game).move("whistle", ["Ana", "Bo"]) == "whistle"


@pytest.mark.parametrize(("lang", "forms"), [("en", "many one many"), ("fr", "one one many")])
def test_one_and_many_are_counted_as_each_language_does(lang: Lang, forms: str) -> None:
    about = Words(lang, [{"table": {"n": "{n:one|many}"}}])
    assert " ".join(about.say("n", n=n) for n in (0, 1, 2)) == forms


def test_facts_are_said_by_name_or_by_term_and_never_read_as_sentences() -> None:
    about = Words("en", [{"table": {"x": "{seat:name} {colour:term} {text!r}"}, "terms": {"g": "green", "b": "blue"}}])
    assert about.say("x", ["{0}", "Bo"], seat=0, colour="g", text="{x}") == "{0} green '{x}'"
    assert about.say("x", ["Ana", "Bo"], seat=7, colour="g,b,z", text="") == "8 green, blue, z ''"


def test_french_elides_before_a_vowel() -> None:
    about = Words("fr", [{"table": {"x": "le code {seat:of}"}}])
    said = [about.say("x", ["Ben", "Ève", "hugo", "Yann"], seat=seat) for seat in range(4)]
    assert said == ["le code de Ben", "le code d’Ève", "le code d’hugo", "le code de Yann"]


# ---- how it is set --------------------------------------------------------------------------------


def badly_set(text: str) -> list[str]:
    """Where French needs a no-break space and has none, before : ; ! ? and inside « », and straight apostrophes."""
    bare = re.sub(r"\{[^}]*\}|`[^`]*`|https?://\S+|--\w+", "x", text)  # placeholders, code, addresses
    return re.findall(
        rf".{{0,20}}(?:[^{NBSP}\s][:;!?](?=\s|$)|[ ][:;!?]|«[^{NBSP}]|[^{NBSP}]»|\w'\w|\w-t-\w).{{0,10}}", bare
    )


def french(package: str) -> Iterator[str]:
    yield from texts(page(package, "fr"))
    if package == "tablee":
        yield from texts(json.loads((WEB / "words.fr.json").read_text(encoding="utf-8")))
    for game in GAMES.values():
        if game.package == package:
            yield rules(game, "fr")


@pytest.mark.parametrize("package", PAGES)
def test_french_is_set_as_french(package: str) -> None:
    assert [(place, text[:60]) for text in french(package) for place in badly_set(text)] == []


@pytest.mark.parametrize("package", PAGES)
def test_no_name_follows_a_de_that_should_elide(package: str) -> None:
    bare = re.compile(r"\b(?:d|qu)e \{(?:\w+:name|who\b|names?\b)", re.IGNORECASE)
    assert [text for text in french(package) if bare.search(text)] == []


@pytest.mark.parametrize("package", PAGES)
@pytest.mark.parametrize("lang", LANGS)
def test_the_machine_does_not_shout(package: str, lang: Lang) -> None:
    assert [text for text in texts(page(package, lang)) if "!" in re.sub(r"\{[^}]*\}", "", text)] == []


def test_bad_setting_is_noticed() -> None:
    assert badly_set("Refusé : non")
    assert badly_set("Refusé: non")
    assert badly_set("Qui ?")
    assert badly_set("« oui\u00a0»")
    assert badly_set("«\u00a0oui »")
    assert badly_set("l'oie")
    assert badly_set("y a-t-il")
    assert not badly_set("Refusé\u00a0: à 12:30, «\u00a0{x!r:term}\u00a0»\u202f; qui\u00a0?")
