"""Wording: what people read says what is meant, names each thing in one way, and counts as people do."""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablee.__main__ import main
from tablee.contract import Played
from tablee.games import GAMES, parts
from tablee.languages import Lang, language
from tablee.testing import covering, playout
from tablee.words import fill, rules, words
from tests.test_words import PAGES, WEB, page, placeholders

BOTH = ["en", "fr"]
NAMES = ["Mésange", "Club", "Loriot", "Pinson", "Merle", "Tarin", "Grive", "Huppe", "Linotte", "Bruant"]


def sentences(lang: Lang) -> Iterator[tuple[str, str]]:
    """Every text that people read in a language, with where it stands."""
    files: dict[str, Any] = {package: page(package, lang) for package in PAGES}
    files["web"] = json.loads((WEB / f"words.{lang}.json").read_text(encoding="utf-8"))
    for name, content in files.items():
        for key, text in content.items():
            if key != "language":
                yield from texts(f"{name} {key}", text)
    for name, game in GAMES.items():
        lesson = parts.lesson(game)
        for number, step in enumerate(lesson.steps if lesson else ()):
            for said in (step.say, *step.instead.values()):
                yield f"{name} lesson {number}", said[lang]


def texts(where: str, of: Any) -> Iterator[tuple[str, str]]:
    if isinstance(of, str):
        yield where, of
    else:
        for key, part in of.items():
            yield from texts(f"{where} {key}", part)


def web(lang: Lang) -> dict[str, str]:
    found: dict[str, str] = json.loads((WEB / f"words.{lang}.json").read_text(encoding="utf-8"))
    return found


# ---- what is never said --------------------------------------------------------------------

MISLEADING = {
    "fr": [
        r"tout juste",  # only just
        r"[Jj]uste à \{",  # "12 % de chances d’être juste"
        r"plus de \d",  # of a number of tiles: "more than 3"
        r"retirer les dés",  # remove
        r"marron",  # brun
        r"\bcrans?\b",  # tranche
        r"\bouvrier",
        r"fois sur 100",
        r"dés? de Crise\b",  # de la Crise
        r"points? de bonus",  # points bonus
    ],
    "en": [r"[Rr]ight at \{", r"three of a kind", r"of 100 times", r"begins? anew", r"\bthe own\b"],
}


@pytest.mark.parametrize("lang", BOTH)
def test_nothing_is_said_that_means_something_else(lang: Lang) -> None:
    wrong = re.compile("|".join(MISLEADING[lang]))
    found = [(where, text) for where, text in sentences(lang) if wrong.search(text)]
    assert [row for row in found if "more than 21" not in row[1] and "plus de 21" not in row[1]] == []


PROVERB = {
    "fr": re.compile(r"(?:^|[.;:—] ?)[\s\u00a0]*[Qq]ui\b[^.;:?]*(?:$|[.;:])|\b(?:par|pour) qui\b"),
    "en": re.compile(r"(?:^|[.;:—] )(?:[Ww]ho|[Ww]hose|[Ww]hoever)\b[^.;:?]*(?:$|[.;:])"),
}
QUESTIONS = re.compile(r" (?:options|help|house help_\w+)\b")  # labels and explanations: "Qui commence"


@pytest.mark.parametrize("lang", BOTH)
def test_nobody_speaks_in_proverbs(lang: Lang) -> None:
    """ "Le joueur qui a raison prend …", not "Qui a raison prend …"."""
    found = [(where, text) for where, text in sentences(lang) if PROVERB[lang].search(text)]
    assert [row for row in found if not QUESTIONS.search(row[0])] == []


@pytest.mark.parametrize("lang", BOTH)
@pytest.mark.parametrize("name", GAMES)
def test_neither_do_rules_and_claims(name: str, lang: Lang) -> None:
    game = GAMES[name]
    paragraphs = [" ".join(part.split()) for part in rules(game, lang).split("\n\n")]
    folder = Path(str(files(game.package)))
    claims = texts(name, json.loads((folder / f"claims.{lang}.json").read_text(encoding="utf-8")))
    for text in (*paragraphs, *(text for _, text in claims)):
        assert not PROVERB[lang].search(text), text
        assert not re.search(r"tout juste|\bmarron", text), text


def test_a_refusal_begins_with_a_capital_letter_on_the_page() -> None:
    """It may follow a colon, so the server writes it without one; where it stands alone, it is a `sentence`."""
    components = [path.read_text(encoding="utf-8") for path in WEB.parent.rglob("*.svelte")]
    alone = [tag for text in components for tag in re.findall(r'<p[^>]*class="(?:refused|wrong)[^>]*>', text)]
    assert len(alone) > 8
    assert [tag for tag in alone if "sentence" not in tag] == []


def test_a_proverb_is_noticed() -> None:
    assert PROVERB["fr"].search("Qui atteint trois points le premier gagne.")
    assert PROVERB["fr"].search("Tous ouvrent\u00a0: qui a raison double, qui a tort perd.")
    assert PROVERB["fr"].search("gagné par qui l’a fait")
    assert not PROVERB["fr"].search("Qui intervient\u00a0?")
    assert not PROVERB["fr"].search("le dernier joueur à qui il reste une pièce")
    assert PROVERB["en"].search("Who is right takes half of it.")
    assert PROVERB["en"].search("Whose code is wholly turned up is out; the last one wins.")
    assert not PROVERB["en"].search("The player who is right takes half of it.")
    assert not PROVERB["en"].search("Who cuts in?")


# ---- figures ---------------------------------------------------------------------------------


def test_intervals_and_samples_are_called_by_their_names() -> None:
    assert [web("en")[f"figure_{key}"] for key in ("of", "between", "n")] == ["Series", "95% interval", "Sample size"]
    assert [web("fr")[f"figure_{key}"] for key in ("of", "between", "n")] == [
        "Série", "Intervalle à 95\u202f%", "Observations",
    ]  # fmt: skip
    for key in ("lab_95", "arena_wins_95", "arena_rating_95"):
        assert words("en").house(key) == "95% interval"
        assert words("fr").house(key) == "intervalle à 95\u202f%"


def test_a_difference_of_percentages_is_in_points() -> None:
    for lang in BOTH:
        for key in ("master_other", "master_other_said"):
            said = fill(language(lang), web(lang)[key], {"best": "x", "n": 15})
            assert re.search(r"15 (percentage )?points", said) and "%" not in said, said
        assert "percentage point" in words("en").section("house")["lab_compare_points"]
        assert "points de pourcentage" in words("fr").section("house")["lab_compare_points"]


@pytest.mark.parametrize(
    ("lang", "number", "said"),
    [
        ("fr", 0.5, "0,50 point"),
        ("fr", 1.94, "1,94 point"),
        ("fr", 2.0, "2,00 points"),
        ("en", 1.94, "1.94 points"),
        ("en", 1, "1.00 point"),
    ],
)
def test_a_fraction_has_the_plural_of_its_language(lang: Lang, number: float, said: str) -> None:
    assert fill(language(lang), "{n:.2} {n:point|points}", {"n": number}) == said


# ---- people count from 1 -----------------------------------------------------------------------


def test_the_places_of_a_code_are_counted_from_1_in_the_menu_and_in_the_log() -> None:
    french, english = words("fr", GAMES["coda"]), words("en", GAMES["coda"])
    assert french.move("attack 1 1 0", NAMES) == "Dire 0 pour la 2ᵉ pièce de Club"
    assert english.move("attack 1 1 0", NAMES) == "Say 0 for Club’s 2nd tile"
    assert french.line("0: attack 1 0 7 = wrong", None, NAMES) == "Mésange dit 7 pour la 1ʳᵉ pièce de Club\u00a0: faux"
    assert english.line("0: show 2 = b4", None, NAMES) == "Mésange turns up the 3rd tile: black 4"
    assert french.move("place 3", NAMES) == "Mettre la pièce en 4ᵉ position"


@pytest.mark.parametrize("lang", BOTH)
def test_no_seat_and_no_place_is_said_as_records_count_it(lang: Lang) -> None:
    """`{seat:name}` and `{place:nth}` count from 1; `{seat}` would count from 0."""
    bare = re.compile(r"\{(seat|target|rack|winner|place|at)\}")
    found = [where for where, text in sentences(lang) if bare.search(text)]
    passed = {f"tablee house {key}" for key in ("lab_best_bot", "lab_seat_wins")}  # given from 1
    assert set(found) <= passed


def test_no_refusal_names_a_seat_or_a_place_by_the_number_of_a_record() -> None:
    for package in PAGES:
        for template in page(package, "fr")["why"]:
            assert not placeholders(template) & {"seat", "place", "rack", "side", "last"}, template


def test_english_gives_a_name_its_s() -> None:
    """ "Ben’s 3rd tile", not "the 3rd tile of Ben": `{seat:of}` is for languages that decline or elide."""
    assert [where for where, text in sentences("en") if re.search(r"\{\w+:of\}", text)] == []


# ---- one's own things ----------------------------------------------------------------------------


@pytest.mark.parametrize("lang", BOTH)
@pytest.mark.parametrize("name", GAMES)
def test_who_acts_on_their_own_account_is_named_once(name: str, lang: Lang) -> None:
    """ "Club place ses points sur son compte", in every line and every menu of played games."""
    game, met = GAMES[name], 0
    about = words(lang, game)
    for options in list(covering(game.options))[:6]:
        for before, move, after in playout(game, options, Random(5)):
            if not isinstance(move, Played):
                continue
            met += 1
            me = NAMES[move.by]
            said = about.line(game.told(before, move, after, move.by), None, NAMES)
            assert len(re.findall(rf"\b{me}\b", re.split(r"[.;]", said)[0])) == 1, said
            for action in game.legal(before, move.by):
                assert me not in about.move(action, NAMES, move.by), str(action)
    assert met


def test_own_side_own_debt_own_account() -> None:
    code21, golden21 = words("fr", GAMES["code21"]), words("fr", GAMES["golden21"])
    assert code21.line("0: stake 3 on 0", None, NAMES) == "Mésange mise 3 sur soi"
    assert code21.line("0: stake 3 on 1", None, NAMES) == "Mésange mise 3 sur Club"
    assert code21.move("stake 3 on 0", NAMES, 0) == "Miser 3 sur soi"
    assert code21.move("stake 3 on 0", NAMES, 1) == "Miser 3 sur Mésange"
    assert golden21.line("1: bonus +account 1", None, NAMES) == "Club place ses points bonus sur son compte"
    assert golden21.line("1: bonus +account 0", None, NAMES) == "Club place ses points bonus sur le compte de Mésange"
    assert golden21.line("1: account -debt 1", None, NAMES).endswith("retranché de sa dette")


# ---- the games ------------------------------------------------------------------------------------


def test_c21_20_everybody_stakes_before_anything_is_settled() -> None:
    for key in ("accuse_text", "declare_text"):
        english, french = (page("tablee.games.code21", lang)["page"][key] for lang in BOTH)
        assert english.index("Everybody stakes first") < english.index("If you are right")
        assert french.index("D’abord, chacun mise") < french.index("Si vous avez raison")


def test_code_21_declares_as_the_book_does() -> None:
    assert page("tablee.games.code21", "fr")["page"]["declare"] == "Déclarer"
    assert [row for row in texts("", page("tablee.games.code21", "fr")) if "nnonc" in row[1]] == []


@pytest.mark.parametrize("lang", BOTH)
def test_c77_10_a_comparison_asks_which_there_are_more_of(lang: Lang) -> None:
    about = words(lang, GAMES["code777"])
    for number in range(12, 24):
        question = about.say(f"question {number}")
        assert question.startswith("Que voyez-vous le plus" if lang == "fr" else "Do you see more")
    if lang == "fr":
        assert about.line("*: turned 12 = first", 0, NAMES).endswith("davantage de 3 que de 6 roses")
        assert page(GAMES["code777"].package, "fr")["page"]["note_more"] == "Davantage\u00a0: {what}"  # not "plus de 3"


def test_a_match_is_of_number_or_colour() -> None:
    assert words("en", GAMES["sixteen"]).tagline == "Exactly 16, or three in a row of one number or colour"
    assert "nombre" in words("fr", GAMES["sixteen"]).tagline and "couleur" in words("fr", GAMES["sixteen"]).tagline


@pytest.mark.parametrize("lang", BOTH)
def test_the_level_that_plays_at_random_has_one_name(lang: Lang) -> None:
    about = words(lang)
    assert about.house("level_random") == "chaos"
    assert about.level("random").startswith("chaos")


# ---- the command line ------------------------------------------------------------------------------

PROGRAMMERS = {  # what argparse says of a wrong parser, and never to a user of this one
    "conflicting option string: %s", "conflicting option strings: %s", ".__call__() not defined", "%r is not callable",
    "'required' is an invalid argument for positionals", "mutually exclusive arguments must be optional",
    "cannot merge actions - two groups are named %r", "dest= is required for options like %r",
    "invalid option string %(option)r: must start with a character %(prefix_chars)r", "conflicting subparser: %s",
    "invalid conflict_resolution value: %r", "cannot have multiple subparser arguments", "argument \"-\" with mode %r",
    "conflicting subparser alias: %s", "can't open '%(filename)s': %(error)s", "subcommands",
    " (default: %(default)s)", "%(prog)s: warning: %(message)s\n", "show program's version number and exit",
    "%(heading)s:",
}  # fmt: skip


def argparse_sentences() -> set[str]:
    calls = (node for node in ast.walk(ast.parse(inspect.getsource(argparse))) if isinstance(node, ast.Call))
    said = [part for call in calls if ast.unparse(call.func) in ("_", "ngettext") for part in call.args]
    return {part.value for part in said if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def test_argparse_speaks_french() -> None:
    french = page("tablee", "fr")["argparse"]
    missing = argparse_sentences() - set(french) - PROGRAMMERS
    assert not {text for text in missing if "deprecated" not in text}
    for text, said in french.items():
        assert set(re.findall(r"%(?:\(\w+\))?[rs]", said)) <= set(re.findall(r"%(?:\(\w+\))?[rs]", text))


COMMANDS = [
    [], ["rules"], ["play"], ["play", "golden21"], ["serve"], ["replay"], ["verify"], ["arena"], ["arena", "coda"],
    ["lab"], ["lab", "run"], ["lab", "run", "code777"], ["lab", "compare", "code21"],
]  # fmt: skip
ENGLISH = re.compile(r"\b(usage|positional|show this|optional|required|FILE|FOLDER|DIR|WHO|the|of|and|with|which)\b")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_french_help_is_french_throughout(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, "--help", "--lang", "fr"])
    said = capsys.readouterr().out
    assert ended.value.code == 0
    assert said.startswith("utilisation\u00a0: tablee") and "afficher cette aide et quitter" in said
    assert re.findall(r"^\w.*[^\u00a0]:$", said, re.M) == []  # headings: argparse adds the colon
    titles = "The Golden 21|Lancer Franc|compare|games \\| rules \\| play"
    assert ENGLISH.findall(re.sub(titles, "", said)) == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["jouer"], "choix possibles"),
        (["rules"], "il manque ces arguments"),
        (["play", "sixteen", "--seed", "x"], "ce n’est pas un nombre entier\u00a0: 'x'"),
        (["play", "sixteen", "--seed"], "une valeur est attendue"),
        (["games", "--quick"], "arguments inconnus\u00a0: --quick"),
        (["play", "sixteen", "--re", "x"], "option ambiguë"),
        (["play", "sixteen", "--plain=yes"], "aucune valeur n’est attendue ici"),
    ],
)
def test_what_was_mistyped_is_said_in_french(typed: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*typed[:1], "--lang=fr", *typed[1:]] if typed != ["jouer"] else ["--lang=fr", *typed])
    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert said in told and "erreur\u00a0:" in told
    assert ENGLISH.findall(told.rpartition("erreur")[2]) == []


def test_english_stays_as_argparse_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help", "--lang", "fr"])
    with pytest.raises(SystemExit):
        main(["rules", "--lang", "en"])
    assert "the following arguments are required" in capsys.readouterr().err
