"""What the box of a game says: one place, and everything that shows it agrees."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console
from rich.markdown import Markdown
from scripts.rules_texts import put_box, put_section, texts

from tablee import box
from tablee.__main__ import main
from tablee.contract import describe_options
from tablee.games import GAMES, SHELF, parts
from tablee.languages import LANGS, Lang
from tablee.server.protocol.catalogue import boxes
from tablee.terminal.markdown import unlink_files
from tablee.words import rules, words

LABELS = {  # as the boxes say it; no age and no time where the rulebook names none
    "coda": ("2 à 4 joueurs", "2 to 4 players"),
    "code21": ("2 à 4 joueurs · dès 8 ans · 20\u00a0min", "2 to 4 players · ages 8 and up · 20\u00a0min"),
    "golden21": ("3 à 10 joueurs · dès 18 ans", "3 to 10 players · ages 18 and up"),
    "code777": ("2 à 4 joueurs", "2 to 4 players"),
    "sixteen": ("2 ou 4 joueurs · dès 8 ans", "2 or 4 players · ages 8 and up"),
}
PRINTED = {  # what each rulebook prints about its origin
    "coda": (),
    "code21": ("Lionel Borg",),
    "golden21": (),
    "code777": ("Jumbo, © 1985", "François Haffner", "http://escaleajeux.fr", "http://jeuxsoc.free.fr"),
    "sixteen": ("Sixteen®", "http://www.sixteencardgame.com"),
}


def test_every_game_of_the_shelf_is_looked_at() -> None:
    assert set(LABELS) == set(PRINTED) == set(SHELF)


@pytest.mark.parametrize("name", SHELF)
def test_the_lid_says_players_age_and_time(name: str) -> None:
    assert tuple(box.label(GAMES[name], words(lang, GAMES[name])) for lang in ("fr", "en")) == LABELS[name]


def test_a_game_for_adults_has_no_preset_for_the_young() -> None:
    for name in SHELF:
        if (parts.box(GAMES[name]).age or 0) >= 18:
            assert "young" not in parts.presets(GAMES[name])


# ---- the shelf, on the page and in the terminal ---------------------------------------------


def test_the_catalogue_of_the_page_says_the_same() -> None:
    for each in boxes():
        if each.name in LABELS:
            assert (each.label["fr"], each.label["en"]) == LABELS[each.name]


@pytest.mark.parametrize(("lang", "place"), [("fr", 0), ("en", 1)])
def test_the_terminal_says_the_same(lang: Lang, place: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--lang", lang]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    for name, labels in LABELS.items():
        assert labels[place] in lines[name]


# ---- the rules texts ------------------------------------------------------------------------


def test_what_is_made_from_data_is_fresh() -> None:
    stale = [path.name for path, text in texts() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    assert stale == [], "python scripts/rules_texts.py"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", SHELF)
def test_a_rules_text_opens_with_title_theme_and_box(name: str, lang: Lang) -> None:
    game, text, about = GAMES[name], rules(GAMES[name], lang), words(lang, GAMES[name])
    head, _, _ = text.partition("\n## ")
    assert head.startswith(f"# {about.title}\n\n")
    summary = head.split("\n\n")[-1].strip()
    assert summary == box.summary(game, about)
    assert about.goal in summary and about.contents in summary and box.players(game, about) in summary
    printed, (age, time) = parts.box(game), summary.splitlines()[2:4]
    assert (f" {printed.age} " in age) is (printed.age is not None)
    assert time.endswith(f" {printed.minutes}\u00a0min" if printed.minutes else about.house("box_no_time"))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", SHELF)
def test_the_table_for_the_command_line_lists_every_option_and_what_it_may_be(name: str, lang: Lang) -> None:
    game, about = GAMES[name], words(lang, GAMES[name])
    _, _, section = rules(game, lang).partition(f"### {about.house('box_command_title')}\n")
    rows = {line.split(" | ")[1]: line for line in section.splitlines() if line.startswith("| ")}
    for option, kind in describe_options(game.options).items():
        row = rows[f"`{box.as_flag(option)}`"]
        assert row.startswith(f"| {about.option(option)} |")
        assert all(f"`{value}`" in row for value in kind.allowed.split(", "))
        assert row.endswith(f"| `{kind.write(getattr(game.options(), option))}` |")


@pytest.mark.parametrize("name", SHELF)
def test_what_that_table_says_is_what_the_command_line_takes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, _, section = rules(GAMES[name], "en").partition(f"### {words('en').house('box_command_title')}\n")
    flags = re.findall(r"^\| [^|]+ \| `(--\S+)` ", section, re.MULTILINE)
    with pytest.raises(SystemExit):
        main(["play", name, "--help", "--lang", "en"])
    taken = re.findall(r"^  (--\S+) ", capsys.readouterr().out.partition("options of the game")[2], re.MULTILINE)
    assert flags == taken != []


def test_a_box_takes_the_place_of_the_old_one() -> None:
    text = "# T\n\nTheme.\n\n> - **Old**: x\n> - **Age**: 1\n\n## One\n\n> - **Kept**\n"
    assert put_box(text, "> - **New**: y") == "# T\n\nTheme.\n\n> - **New**: y\n\n## One\n\n> - **Kept**\n"


def test_a_section_ends_with_the_next_heading() -> None:
    text = "# T\n\n### A\n\nold\n\n| x |\n\n## B\n\nkept\n"
    assert put_section(text, "### A", "new") == "# T\n\n### A\n\nnew\n\n## B\n\nkept\n"
    assert put_section(text, "### C", "new") == text


# ---- credits --------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", SHELF)
def test_a_rules_text_ends_with_its_credits(name: str, lang: Lang) -> None:
    about = words(lang, GAMES[name])
    _, _, section = rules(GAMES[name], lang).partition(f"\n## {about.house('credits_title')}\n")
    assert about.house("credit_own_words") in section
    assert f"docs/credits.{lang}.md" in section and f"docs/{box.GLOSSARY}.{lang}.md" in section
    for fact in PRINTED[name]:
        assert fact in section


@pytest.mark.parametrize("lang", LANGS)
def test_the_credits_page_holds_those_of_every_game(lang: Lang, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["credits", "--lang", lang]) == 0
    text = capsys.readouterr().out
    assert words(lang).house("credit_own_words") in text
    for name, facts in PRINTED.items():
        _, _, chapter = text.partition(f"## {words(lang, GAMES[name]).title}\n")
        assert all(fact in chapter.partition("\n## ")[0] for fact in facts)


def test_the_words_say_that_the_texts_are_ours_and_that_nobody_is_affiliated() -> None:
    french, english = (words(lang).house("credit_own_words") for lang in ("fr", "en"))
    assert "nos propres mots" in french and "sans lien avec les auteurs ni avec les éditeurs" in french
    assert "our own words" in english and "not affiliated" in english


# ---- in the terminal ------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", SHELF)
def test_a_terminal_draws_the_text_without_marks_and_without_links_that_lead_nowhere(name: str, lang: Lang) -> None:
    about, console = words(lang, GAMES[name]), Console(width=100, record=True, file=StringIO(), legacy_windows=False)
    console.print(Markdown(unlink_files(rules(GAMES[name], lang))))
    drawn = console.export_text()
    assert "**" not in drawn and "](" not in drawn and "docs/" not in drawn
    words_drawn = " ".join(drawn.replace("▌", " ").split())
    for fact in (about.goal, about.contents, box.players(GAMES[name], about), about.house("credit_own_words")):
        assert " ".join(fact.split()) in words_drawn


def test_a_rule_is_shown_with_its_ruling(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "coda", "COD-15", "--lang", "fr"]) == 0
    stated, settled = capsys.readouterr().out.strip().split("\n\n")
    assert stated.startswith("**COD-15** ") and settled.startswith("- COD-15")


@pytest.mark.parametrize("lang", LANGS)
def test_the_glossary_of_one_game_or_of_all(lang: Lang, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["glossary", "coda", "--lang", lang]) == 0
    one = capsys.readouterr().out
    assert main(["glossary", "--lang", lang]) == 0
    every = capsys.readouterr().out
    for name in SHELF:
        for entry in words(lang, GAMES[name]).glossary.values():
            assert f"**{entry.term}**" in every and entry.meaning in every
            assert (entry.meaning in one) is (name == "coda")


@pytest.mark.parametrize("name", SHELF)
def test_a_term_has_one_entry_and_every_form_of_it_is_told_apart(name: str) -> None:
    for lang in LANGS:
        entries = words(lang, GAMES[name]).glossary.values()
        forms = [form for entry in entries for form in entry.forms.split("|")]
        assert len({*forms}) == len(forms) and len({entry.term for entry in entries}) == len(entries)
