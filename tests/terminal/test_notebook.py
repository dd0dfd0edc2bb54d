"""A notebook in a terminal: one player types what they see and hear, in their words; a killed program loses nothing."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Sequence
from functools import partial
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from tablee import notebook
from tablee import options as agreed
from tablee.__main__ import main
from tablee.contract import AnyGame, IllegalMove, NotationError, Refusal
from tablee.games import GAMES, parts
from tablee.help import HELPS
from tablee.languages import LANGS, Lang
from tablee.note_questions import NoteLines, NoteQuestion, Picks
from tablee.notebook_events import NotebookEntry
from tablee.record import RecordError
from tablee.terminal.dialogs import PlayerAidScreen
from tablee.terminal.full_screen import FullScreen
from tablee.terminal.note_entry import NoteEntry
from tablee.terminal.notebook import HEAD, TerminalNotebook
from tablee.terminal.notebook_screen import NotebookScreen
from tablee.terminal.notebook_texts import pad_lines
from tablee.terminal.plain_notebook import PlainNotebook
from tablee.terminal.shelf_screen import ShelfScreen
from tablee.testing import covering
from tablee.testing.play import playout
from tablee.words import words
from tests.processes import program
from tests.test_notebook import often_right
from tests.waiting import PATIENCE, wait_until

KEPT = [game for game in GAMES.values() if parts.has_notebook(game)]
SETS = [(game, options) for game in KEPT for options in covering(game.options)[:5]]
PLAYERS = ("Ana", "Ben", "Cléo", "Dan")
MOVES = 30  # of a game that are noted
SET_UP = ["ben", "noir blanc n b", "1 noir, 3 noir, 3 blanc, 7 blanc", "n n b b"]  # Ben, Ana, Cléo
TURN = ["noir", "ana 1 5 faux 9, 3"]


def begin(path: Path, name: str = "coda", players: int = 3, **options: str) -> TerminalNotebook:
    game = GAMES[name]
    names = ("Ana", "Cléo", "Ben") if name == "coda" else PLAYERS[:players]
    chosen = agreed.read(game.options, {"players": str(players), **options})
    return TerminalNotebook.open(game, chosen, names, path / "a.notebook")


def typed(book: TerminalNotebook, *texts: str, lang: Lang = "fr") -> str:
    """What a notebook in plain lines prints when this is typed."""
    heard = StringIO()
    PlainNotebook(book, words(lang, book.game), StringIO("".join(f"{text}\n" for text in texts)), heard).keep()
    return heard.getvalue().replace("\u00a0", " ").replace("\u202f", " ")


def answers(entry: NoteEntry, told: list[str], picks: Picks = ()) -> list[tuple[str, str]] | None:
    """The answers, each with its label, that note the next of these lines; None where none do."""
    match entry.step(picks):
        case NoteLines(lines):
            fitting = len(lines) <= len(told) and all(
                line == known or known.startswith((f"{line} = ", f"{line}, "))
                for line, known in zip(lines, told, strict=False)
            )
            return [] if fitting else None
        case NoteQuestion(_, choices):
            ahead = re.sub(r"joker (\d) (\w)", r"joker \2\1 \1 \2", " ".join(told[:12]))
            for choice in choices:
                if (
                    all(part in ahead for part in choice.value.removeprefix("declare ").split())
                    or choice.value == "stop"
                ):
                    rest = answers(entry, told, (*picks, choice.value))
                    if rest is not None:
                        return [(choice.value, choice.label), *rest]
    return None


@pytest.mark.untraced
@pytest.mark.parametrize(("game", "options"), SETS, ids=[f"{game.name}{n}" for n, (game, _) in enumerate(SETS)])
def test_whatever_a_seat_is_told_can_be_said_in_answers_and_typed_at_once(game: AnyGame, options: Any) -> None:
    names, lang = PLAYERS[: options.players], LANGS[options.players % len(LANGS)]
    seat = notebook.eyes(game, 0)  # type: ignore[arg-type]
    lines, view = notebook.opening(game, options, seat)
    moves = list(islice(playout(game, options, Random(options.players), often_right), MOVES))
    told = [game.told(before, move, after, seat) for before, move, after in moves]
    told, noted = told[len(lines) :], 0
    while told:
        if getattr(view, "phase", "") in ("pick", "deal", "arrange"):  # noted as it stands, not as it was dealt
            lines, view = notebook.follow(game, view, told[0])
            told = told[len(lines) :]
            continue
        entry = NoteEntry(game, view, 0, names, lang)  # type: ignore[arg-type]
        found = answers(entry, told)
        if found is None and len(told) < 2 and len(moves) == MOVES:
            break  # the last entry was cut off
        assert found is not None, told[:12]
        assert entry.read(" ".join(label for _, label in found)) == tuple(value for value, _ in found)
        step = entry.step(tuple(value for value, _ in found))
        assert isinstance(step, NoteLines)
        for line in step.lines:
            lines, view = notebook.follow(game, view, line)
            assert list(lines[: len(told)]) == told[: len(lines)]
            told = told[len(lines) :]
        noted += 1
    assert noted


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ben 1 7 faux", "0: attack 2 0 7 = wrong"),
        ("ben, 1, 7, non", "0: attack 2 0 7 = wrong"),
        ("cléo 2 5 wrong", "0: attack 1 1 5 = wrong"),
        ("Cleo 2 5 oui", "0: attack 1 1 5 = right"),
        ("0: attack 1 1 5 = wrong", "0: attack 1 1 5 = wrong"),
    ],
)
def test_cod_11_an_attack_is_typed_as_people_say_it(tmp_path: Path, text: str, line: str) -> None:
    book = begin(tmp_path)
    typed(book, *SET_UP, *TURN, "8 blanc", text)
    assert book.standing[-1].lines[0].startswith(line)


@pytest.mark.parametrize(("lang", "text"), [("fr", "n0 n3 b3 b7"), ("fr", "0n 3n 3b 7b"), ("en", "b0 b3 w3 w7")])
def test_the_letter_of_a_colour_is_that_of_the_own_language(lang: Lang, text: str, tmp_path: Path) -> None:
    book = begin(tmp_path)
    typed(book, "ana", text, lang=lang)
    noted = [line.partition(" = ")[0] for line in book.standing[-1].lines]
    assert noted == ["0: pick 2", "*: dealt b0", "*: dealt b3", "*: dealt w3", "*: dealt w7"]


def test_a_word_that_answers_nothing_is_refused_with_what_is_asked(tmp_path: Path) -> None:
    book = begin(tmp_path)
    view = typed(book, *SET_UP, "noir", "ana 1 blop", "c", "?", "quitter")
    assert "« ana 1 blop » ne se comprend pas ici. Ben dit…" in view
    assert "  Cléo\n" in view and "fin — " in view
    assert len(book.standing) == 5
    entry = NoteEntry(book.game, book.view, book.seat, book.names, "fr")
    with pytest.raises(NotationError, match="several"):
        NoteEntry(GAMES["code777"], fresh("code777"), book.seat, PLAYERS, "fr").read("7")
    assert entry.read("") == ()


def fresh(name: str) -> Any:
    game = GAMES[name]
    view = notebook.first_view(game, agreed.read(game.options, {"players": "4"}), 0)  # type: ignore[arg-type]
    return notebook.follow(game, view, "*: first 1")[1]


def test_cod_12_what_cannot_be_is_refused_with_the_rule_and_changes_nothing(tmp_path: Path) -> None:
    book = begin(tmp_path)
    before = typed(book, *SET_UP, "noir", "ana 1 5 faux 3 2")  # Ana has the black 3 herself
    assert "COD-" in before.split("Refusé")[1] and len(book.standing) == 5


def test_entries_are_crossed_out_step_by_step_and_stay_in_the_file(tmp_path: Path) -> None:
    book = begin(tmp_path)
    said = typed(book, *SET_UP, *TURN, "annule 2", "journal")
    assert said.count("(corrigé)") == 2 * 3  # once when it is crossed out, once in the log: the turn's three lines
    assert len(book.standing) == 4 and len(book.entries) == 6
    again = TerminalNotebook.resume(book.path)
    assert again.view == book.view and [entry.crossed for entry in again.entries] == [False] * 4 + [True] * 2


@pytest.mark.parametrize("lang", LANGS)
def test_the_pad_gives_as_much_help_as_is_wanted(tmp_path: Path, lang: Lang) -> None:
    book = begin(tmp_path)
    about = words(lang, book.game)
    typed(book, *SET_UP, *TURN)
    shown = {}
    for level in HELPS:
        typed(book, f"help {about.house(f'note_help_{level}')}", lang=lang)
        shown[level] = "\n".join(line.plain for line in pad_lines(book, about))
    assert shown["none"] == ""
    assert "0 · 2 · 4 5 6 7 8 · 10 11" in shown["book"] and "%" not in shown["book"]
    assert "· · · · · · · · · · 10 11" in shown["full"] and "67" in shown["full"]


def test_c77_the_pad_counts_what_may_be_ones_own(tmp_path: Path) -> None:
    book = begin(tmp_path, "code777", 4)
    said = typed(
        book, "ben", "1v 2j 3n", "4 brun 4 brun 5 rouge", "5 noir 6 rose 7 b", "16 plus de bleu", "aide déduction"
    )
    assert [entry.lines[0] for entry in book.standing[-1:]] == ["1: ask"] and book.standing[-1].worlds == 88
    assert "4▲×2" in said and "1♣×1" not in said.rpartition("Possibles")[2] and "88 possibilités" in said
    with pytest.raises(IllegalMove) as caught:
        book.note(["2: ask", "*: turned 1 = 3"])
    assert caught.value.rule == "C77-10"


def test_c77_players_who_declare_may_call_themselves_by_their_names(tmp_path: Path) -> None:
    book = begin(tmp_path, "code777", 4)
    typed(book, "ben", "1v 2j 3n", "4 brun 4 brun 5 rouge", "5 noir 6 rose 7 b", "ana déclare 754 faux")
    assert book.standing[-1].lines[0].startswith("0: declare 4,5,7 = wrong")


@pytest.mark.parametrize("name", ["coda", "code777"])
def test_before_anything_is_noted_nothing_is_counted(name: str, tmp_path: Path) -> None:
    book = begin(tmp_path, name, 3, **({"target": "1"} if name == "code777" else {}))
    assert "possibilité" not in typed(book, "aide déduction")
    assert "possibilité" in typed(book, *(SET_UP if name == "coda" else ["ana", "4 brun 4 brun 5 rouge"]))


def test_s16_the_score_alone_is_kept_without_a_hand(tmp_path: Path) -> None:
    book = begin(tmp_path, "sixteen", 2)
    said = typed(book, "ben", "orange 6", "o6", "joker vert 4", "feuille", "fin")
    assert book.view.won == (0, 1) and "aide" not in said
    assert "Ana pioche une carte" in said and "Le hasard" not in said


def test_at_the_end_it_says_what_was_knowable_and_since_when(tmp_path: Path) -> None:
    book = begin(tmp_path, "coda", 3)
    said = typed(book, *SET_UP, *TURN, "fin")
    assert "4 638 possibilités" in said
    assert book.book.closed and "rouvrir" in typed(book, "quitter")
    typed(book, "rouvrir", "8 blanc")
    assert not book.book.closed and len(book.standing) == 7


@pytest.mark.slow
def test_a_killed_notebook_continues_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.notebook"
    names = [flag for who in ("Ana", "Cléo", "Ben") for flag in ("--seat", who)]
    opening = ["coda", "--notebook", "--players", "3", *names, "--record", str(path)]
    for args, lines, entries in (
        (opening, [*SET_UP, "noir", "euh"], 5),
        (["--resume", str(path)], ["ana 1 4 faux 9 3", "annule", TURN[1], "8 blanc"], 8),
    ):
        with program(
            "-m", "tablee", "--lang", "fr", "play", *args, "--plain", stdin=subprocess.PIPE, stderr=None
        ) as process:
            assert process.stdin and process.stdout
            Thread(target=process.stdout.read, daemon=True).start()
            process.stdin.write("".join(f"{line}\n" for line in lines))
            process.stdin.flush()
            wait_until(partial(holds, path, entries), f"{entries} entries")
            os.kill(process.pid, signal.SIGKILL)
            process.wait(PATIENCE)
    with path.open("ab") as file:
        file.write(b'1 {"type":"noted","li')  # the power failed
    book = TerminalNotebook.resume(path)
    assert [entry.crossed for entry in book.entries] == [False] * 5 + [True, False, False]
    assert book.entries[5].lines == ("2: attack 0 0 4 = wrong, b9 at 2",) and book.view.turn == 0
    assert path.read_bytes().endswith(b"\n")


def holds(path: Path, entries: int) -> bool:
    return path.exists() and path.read_bytes().count(b'"noted"') == entries


def test_what_is_no_notebook_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Refusal, match="no notebook"):
        begin(tmp_path, "golden21", 3)
    path = tmp_path / "b.notebook"
    for text in (b"", HEAD, HEAD + b"x\n", b"tablee: 1\n"):
        path.write_bytes(text)
        with pytest.raises(RecordError):
            TerminalNotebook.resume(path)
    book = begin(tmp_path)
    path.write_bytes(book.path.read_bytes().replace(b'"version":1', b'"version":99'))
    with pytest.raises(RecordError, match="version 99"):
        TerminalNotebook.resume(path)
    assert main(["--lang", "fr", "play", "coda", "--notebook", "--plain", "--seat", "bot:club"]) == 1
    assert "donnez leurs noms" in capsys.readouterr().err
    with pytest.raises(FileExistsError):
        begin(tmp_path)


# ---- the full screen --------------------------------------------------------------


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def text(app: FullScreen, name: str) -> str:
    return str(app.screen.query_one(name, Static).content)


async def until(pilot: Pilot[None], condition: Any) -> None:
    for _ in range(300):
        if condition():
            return
        await pilot.pause(0.02)
    raise AssertionError("it never came")


async def say(pilot: Pilot[None], app: FullScreen, said: str, entries: int) -> None:
    app.screen.query_one(Input).value = said
    await pilot.press("enter")
    await until(pilot, lambda: app.notebook is not None and len(app.notebook.entries) == entries and not noting(app))


def noting(app: FullScreen) -> bool:
    return isinstance(app.screen, NotebookScreen) and app.screen.noting


@pytest.mark.anyio
async def test_a_notebook_on_a_full_screen(tmp_path: Path) -> None:
    app = FullScreen("fr", notebook=begin(tmp_path))
    book = app.notebook
    assert book is not None
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, NotebookScreen))
        await pilot.press("enter")
        assert "Choisissez" in text(app, "#prompt") and len(text(app, "#keys")) <= 78
        await pilot.press("down", "down", "down", "enter")  # Ben begins
        await until(pilot, lambda: len(book.entries) == 1 and not noting(app))
        await say(pilot, app, "noir blanc", 1)
        assert "3ᵉ couleur" in text(app, "#prompt") and "noire · blanche" in text(app, "#prompt")
        await pilot.press("escape")
        assert "1ʳᵉ couleur" in text(app, "#prompt")
        for n, line in enumerate(SET_UP[1:], 2):
            await say(pilot, app, line, n)
        await say(pilot, app, TURN[0], 5)
        await say(pilot, app, "ana 1 5 faux 3, 2", 5)
        assert "COD-" in text(app, "#prompt")
        await say(pilot, app, TURN[1], 6)
        await pilot.press("f7")
        await until(pilot, lambda: isinstance(app.screen, PlayerAidScreen))
        await pilot.press("escape")
        await pilot.press("f3")
        assert "déduction" in text(app, "#title")
        await pilot.press("f4")
        assert len(book.standing) == 5 and "(corrigé)" in text(app, "#lines")
        await pilot.press("f10")
        assert book.book.closed and "possibilités" in text(app, "#lines")
        assert "Ce qu’on pouvait savoir" in text(app, "#prompt")
        await pilot.press("enter")  # opens it again
        assert not book.book.closed
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, PlayerAidScreen))
        await pilot.press("escape", "ctrl+c")


@pytest.mark.anyio
async def test_who_types_on_while_an_entry_is_worked_out_disturbs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, noted, go_on = begin(tmp_path), Event(), Event()
    typed(book, *SET_UP)
    note = TerminalNotebook.note

    def note_slowly(self: TerminalNotebook, lines: Sequence[str]) -> NotebookEntry:
        entry = note(self, lines)
        noted.set()
        go_on.wait(PATIENCE)
        return entry

    monkeypatch.setattr(TerminalNotebook, "note", note_slowly)
    app = FullScreen("fr", notebook=book)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, NotebookScreen))
        app.screen.query_one(Input).value = "noir"
        await pilot.press("enter")
        await until(pilot, noted.is_set)
        app.screen.query_one(Input).value = "an"  # the view is another one already
        await pilot.press("enter")
        go_on.set()
        await until(pilot, lambda: len(book.entries) == 5 and not noting(app))
        assert "Ben attaque" in text(app, "#prompt")


@pytest.mark.anyio
async def test_the_shelf_leads_to_a_notebook_and_back_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_RECORDS", str(tmp_path))
    app = FullScreen("fr")
    async with app.run_test(size=(80, 24)) as pilot:
        menu = app.screen.query_one(OptionList)
        for wanted in ("code777", "way_notebook", "3", "usual"):
            menu.highlighted = menu.get_option_index(wanted)
            await pilot.press("enter")
        assert "Vous d’abord" in text(app, "#prompt")
        app.screen.query_one(Input).value = "Ana, Ben, Cléo"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, NotebookScreen))
        await say(pilot, app, "cléo", 1)
    again = FullScreen("en")
    async with again.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(again.screen, ShelfScreen))
        assert "notebook" in str(again.screen.query_one(OptionList).get_option("continue_notebook").prompt)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(again.screen, NotebookScreen))
        assert again.notebook is not None and again.notebook.names == ("Ana", "Ben", "Cléo")
        assert again.notebook.view.turn == 2
