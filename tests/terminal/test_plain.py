"""PlainTerminal lines on a pipe: what a program, or a person without a screen, plays through."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import AbstractContextManager
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablee import bots
from tablee.bots import Advice, Bot, Weighed
from tablee.contract import Over, Seat
from tablee.games import GAMES
from tablee.languages import Lang
from tablee.record import read, states
from tablee.terminal.plain import PlainTerminal
from tablee.terminal.table import TerminalTable
from tablee.testing.play import random_move
from tablee.words import words
from tests.processes import program
from tests.waiting import PATIENCE

COMMAND = ["-m", "tablee", "--lang", "en", "play", "sixteen"]
SIXTEEN = GAMES["sixteen"]
AGAINST_ONE = ("--seat", "human", "--seat", "bot:random")


def started(*args: str) -> AbstractContextManager[subprocess.Popen[str]]:
    return program(*COMMAND, *args, stdin=subprocess.PIPE, stderr=None)


def first_legal(process: subprocess.Popen[str], moves: int = 1000) -> list[str]:
    """A program that always answers with the first legal move; returns all it was shown."""
    assert process.stdout and process.stdin
    heard = []
    for line in process.stdout:
        heard.append(line.rstrip("\n"))
        if found := re.match(r"\d\? (.+)", line):
            if moves == 0:
                break
            moves -= 1
            process.stdin.write(found[1].split(" | ")[0] + "\n")
            process.stdin.flush()
    return heard


def test_a_program_plays_a_whole_game(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    with started(*AGAINST_ONE, "--record", str(path), "--seed", "4") as process:
        heard = first_legal(process)
        assert process.wait(PATIENCE) == 0
    *_, end = states(read(path.read_text(encoding="utf-8"), GAMES))
    assert isinstance(GAMES["sixteen"].awaits(end), Over)
    assert any("(S16-42)" in line for line in heard)


def test_killed_at_any_moment_nothing_is_lost_and_resume_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    with started(*AGAINST_ONE, "--record", str(path), "--seed", "4") as process:
        shown = [line for line in first_legal(process, moves=9) if re.match(r"[\d*]+: ", line)]
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
    kept = read(path.read_text(encoding="utf-8"), GAMES)
    assert len(kept.moves) == len(shown)
    with started("--resume", str(path)) as process:
        first_legal(process)
        assert process.wait(PATIENCE) == 0
    again = read(path.read_text(encoding="utf-8"), GAMES)
    assert again.moves[: len(kept.moves)] == kept.moves
    *_, end = states(again)
    assert isinstance(GAMES["sixteen"].awaits(end), Over)


def test_the_end_of_the_input_keeps_the_game_and_says_where(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    done = subprocess.run(
        [sys.executable, *COMMAND, *AGAINST_ONE, "--record", str(path)],
        input="",
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )
    assert done.returncode == 0
    assert f"tablee play --resume {path}" in done.stdout


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("play g9", "Refused: 'play g9' is not understood here. Card played by Player 1, such as"),
        ("draw", "(S16-50)"),
        ("?", "Play the"),
        ("?", "hint — what a strong player would do"),
        ("rules", "S16-20"),
    ],
)
def test_every_input_is_answered(tmp_path: Path, typed: str, answer: str) -> None:
    done = subprocess.run(
        [sys.executable, *COMMAND, *AGAINST_ONE, "--record", str(tmp_path / "a.game")],
        input=f"{typed}\nquit\n", capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE,
    )  # fmt: skip
    assert answer in done.stdout


@pytest.mark.parametrize(
    ("lang", "word", "title"), [("en", "aid", "Table of averages"), ("fr", "mémo", "Tableau des moyennes")]
)
def test_the_player_aid_is_printed_where_a_game_has_one(tmp_path: Path, lang: Lang, word: str, title: str) -> None:
    golden = GAMES["golden21"]
    names = ["Ann", "bot beginner 1", "bot beginner 2"]
    table = TerminalTable.open(golden, golden.options(players=3), names, tmp_path / "g.game", seed=5)
    target = StringIO()
    PlainTerminal(table, words(lang, golden), StringIO(f"?\n{word}\nquit\n"), target).play()
    assert title in target.getvalue() and "38–39" in target.getvalue()
    assert words(lang).house("aid_offer") in target.getvalue()


@pytest.mark.parametrize(("lang", "rules", "leave"), [("en", "rules", "quit"), ("fr", "règles", "quitter")])
def test_commands_are_words_of_the_language(tmp_path: Path, lang: Lang, rules: str, leave: str) -> None:
    game, target = GAMES["sixteen"], StringIO()
    table = TerminalTable.open(game, game.options(), ["Ann", "Ben"], tmp_path / "a.game", seed=5)
    PlainTerminal(table, words(lang, game), StringIO(f"?\n{rules}\n{leave}\nplay g9\n"), target).play()
    said = target.getvalue()
    assert f"  {rules} — " in said and f"; {leave} — " in said.replace("\u00a0;", ";") and "**S16-20**" in said
    assert "play g9" not in said  # what was typed after the last command was not read


def test_two_people_on_one_pipe_each_read_their_own_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    with started("--seat", "Ann", "--seat", "Ben", "--record", str(path), "--seed", "3") as process:
        heard = first_legal(process)
        process.wait(PATIENCE)
    parts = re.split(r"^--- (\w+) ---$", "\n".join(heard), flags=re.MULTILINE)
    assert len(parts) > 20
    for name, text in zip(parts[1::2], parts[2::2], strict=True):
        other = "Ben" if name == "Ann" else "Ann"
        assert not re.search(rf"^\*: (dealt|drawn) [^?].*{other}", text, flags=re.MULTILINE)


def test_a_real_table_types_its_cards_in_and_takes_a_mistake_back(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    typed = ["first 0", "dealt g3", "back", "dealt g4", "dealt g4", "dealt g4", "quit"]
    done = subprocess.run(
        [sys.executable, *COMMAND, "--real", "--record", str(path)],
        input="\n".join(typed) + "\n", capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE,
    )  # fmt: skip
    assert "Undone: Player 1 receives the green 3" in done.stdout or "Undone:" in done.stdout
    assert "no g4 is left in the draw pile (S16-01)" in done.stdout
    assert path.read_text(encoding="utf-8").endswith("*: first 0\n# corrected: *: dealt g3\n*: dealt g4\n*: dealt g4\n")


@pytest.mark.parametrize("word", ["hint", "conseil"])
@pytest.mark.parametrize(
    ("lang", "title", "first", "why"),
    [
        ("en", "bot master suggests:", "1. Play the green 3 ♣ — 90%", "One of 4 possible moves"),
        ("fr", "bot maître propose\u00a0:", "1. Jouer le 3 vert ♣ — 90\u202f%", "L’un des 4 coups possibles"),
    ],
)
def test_a_hint_names_three_moves_with_their_chances_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str, lang: Lang, title: str, first: str, why: str
) -> None:
    any_legal = bots.bot(SIXTEEN, "random")

    def advise(view: Any, legal: Any, rng: Random) -> Weighed:
        assert sorted(view.hand) == ["b1", "g3", "o1", "p1"]  # one's own cards
        ordered = sorted(legal, key=lambda action: str(action) != "play g3")
        return [Advice(action, (9 - n) / 10, "anything", {"n": len(legal)}) for n, action in enumerate(ordered)]

    master = Bot("sixteen", "master", any_legal.choose, advise)
    monkeypatch.setattr("tablee.bots.bots", lambda game: {"random": any_legal, "master": master})
    table = TerminalTable.open(
        SIXTEEN, SIXTEEN.options(first=Seat(0)), ["Ann", "bot random"], tmp_path / "a.game", seed=1
    )
    for line in ("dealt g3", "dealt g4", "dealt o1", "dealt o2", "dealt b1", "dealt b2", "drawn p1"):
        table.play(table.read(None, line))
    heard = StringIO()
    PlainTerminal(table, words(lang, SIXTEEN), StringIO(f"{word}\n"), heard).play()
    lines = [line.strip() for line in heard.getvalue().splitlines()]
    said = lines[lines.index(title) :]
    assert said[1] == first and said[2].startswith(why)
    assert [line[:2] for line in said[1:7:2]] == ["1.", "2.", "3."] and not said[7].startswith("4.")


def test_at_a_real_table_nobody_is_advised_what_to_roll(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, *COMMAND, "--real", "--record", str(tmp_path / "a.game")],
        input="hint\nquit\n", capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE,
    )  # fmt: skip
    assert "Hints are for the player whose turn it is." in done.stdout


def test_ctrl_c_ends_with_one_sentence_and_the_game_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    with program(
        *COMMAND, *AGAINST_ONE, "--record", str(path), stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stderr
        next(line for line in process.stdout if re.match(r"\d\? ", line))
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert "Traceback" not in process.stderr.read()
        process.wait(PATIENCE)
    assert f"tablee play --resume {path}" in rest
    assert read(path.read_text(encoding="utf-8"), GAMES).moves


@pytest.mark.parametrize("args", [["games"], ["rules", "golden21"], ["play", "sixteen", "--help"]])
def test_a_terminal_without_accents_gets_question_marks_and_no_error(args: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tablee", "--lang", "fr", *args], capture_output=True, timeout=PATIENCE,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )  # fmt: skip
    assert done.returncode == 0 and b"Traceback" not in done.stderr
    assert done.stdout.decode("ascii")


def test_replay_repairs_a_record_that_was_cut_off_as_resume_does(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    head = "tablee: 1\ngame: sixteen 1\noptions: players=2\nseats: Ann; Ben\n\n"
    path.write_text(head + "*: first 1\n*: dealt g3\n*: dea", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tablee", "--lang", "en", "replay", str(path)],
        capture_output=True, encoding="utf-8", timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0 and "2 moves played" in done.stdout
    sheet = subprocess.run(
        [sys.executable, "-m", "tablee", "--lang", "en", "replay", "--sheet", str(path)],
        capture_output=True, encoding="utf-8", timeout=PATIENCE,
    )  # fmt: skip
    assert sheet.returncode == 0 and "No series yet" in sheet.stdout


def test_s16_02_a_whole_hand_is_typed_at_once_while_the_deal_goes_round(tmp_path: Path) -> None:
    sixteen, target = GAMES["sixteen"], StringIO()
    table = TerminalTable.open(sixteen, sixteen.options(players=2), ["Ana", "Ben"], tmp_path / "h.game", real=True)
    typed = "ana\nvert 3, bleu 5; joker\n3 vert, vert 3, orange 2\norange 2, orange 4\nquit\n"
    PlainTerminal(table, words("fr", sixteen), StringIO(typed), target).play()
    said = target.getvalue()
    assert "Les 3 cartes d’Ana, par ex. 3 vert" in said and "Les 2 cartes de Ben" in said
    assert [str(move) for move in table.moves] == [  # of the green threes there are two: Ben is asked again
        "*: first 0", "*: dealt g3", "*: dealt g3", "*: dealt b5", "*: dealt o2", "*: dealt joker", "*: dealt o4",
    ]  # fmt: skip
    table.take_back()
    assert not any(table.ahead.values()) and table.chance_to_type() is not None


def test_a_house_rule_is_noted_with_the_rule_and_the_game_goes_on(tmp_path: Path) -> None:
    golden, target, path = GAMES["golden21"], StringIO(), tmp_path / "g.game"
    table = TerminalTable.open(golden, golden.options(players=3), ["Ana", "Ben", "Cléo"], path, real=True)
    typed = "maison\n1\n2\n4\n14\nmaison\n3 3 3\nmaison\n6 6\nfeuille\nquit\n"
    PlainTerminal(table, words("fr", golden), StringIO(typed), target).play()
    said = target.getvalue()
    assert "maison\u00a0» ne se comprend pas ici" in said  # nothing was refused yet
    assert (
        "Compté, au plus près des règles\u00a0: Annoncer 12" in said and words("fr").house("house_not_counted") in said
    )
    assert said.count("Ana\u00a0: Annoncer 14 (G21-10)") == 1  # on the sheet
    expected = [
        "*: cast 1", "*: cast 2", "*: cast 4", "# house rule: 0: announce 14 (G21-10)", "0: announce 12",
        "# house rule: *: rolled 3,3,3 (G21-10)", "*: rolled 6,6",
    ]  # fmt: skip
    assert path.read_text(encoding="utf-8").partition("\n\n")[2].splitlines() == expected
    again = TerminalTable.resume(path)
    assert again.moves == table.moves and again.notes == table.notes and again.state == table.state
    again.take_back()
    again.take_back()
    kept = path.read_text(encoding="utf-8").partition("\n\n")[2].splitlines()[3:]
    assert "# corrected: house rule: 0: announce 14 (G21-10)" in kept and all(line[0] == "#" for line in kept)


def test_the_question_mark_names_every_command(tmp_path: Path) -> None:
    golden, target = GAMES["golden21"], StringIO()
    table = TerminalTable.open(
        golden, golden.options(players=3), ["Ana", "Ben", "Cléo"], tmp_path / "g.game", real=True
    )
    typed = "4\n2\n6\n?\nfeuille\nannule 2\nquit\n"
    PlainTerminal(table, words("fr", golden), StringIO(typed), target).play()
    said = target.getvalue()
    for key in ("hint_offer", "undo_offer", "sheet_offer", "plain_offer", "aid_offer"):
        assert words("fr").house(key) in said
    assert "Année 1" in said and said.count("Annulé") == 2
    assert [str(move) for move in table.moves] == ["*: cast 4"]


def test_what_is_said_before_the_game_holds(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    args = ["-m", "tablee", "play", "--real", "--plain", "--seat", "Ann", "--record", str(path), "sixteen"]
    done = subprocess.run([sys.executable, *args], input="", capture_output=True, encoding="utf-8", timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    record = read(path.read_text(encoding="utf-8"), GAMES)
    assert record.real and record.seats[0] == "Ann"


def test_after_the_game_everybody_learns_what_they_had(tmp_path: Path) -> None:
    game, rng = GAMES["code777"], Random(4)
    options = game.options(players=2, target=1, limit=1)
    table = TerminalTable.open(game, options, ["Ann", "bot random"], tmp_path / "a.game", seed=5)
    while not table.over:
        table.play(table.next_automatic_move() or random_move(game, table.state, rng))
    heard = StringIO()
    PlainTerminal(table, words("en", game), StringIO(""), heard).play()
    *_, row = (line for line in heard.getvalue().splitlines() if " Ann " in line and "point" in line)
    assert all(f" {tile}" in row for tile in table.state.racks[0][-1])
    assert "Seen by" not in heard.getvalue()  # nothing is hidden any more


def test_those_who_are_named_at_a_real_table_are_all_who_play(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    names = [flag for name in ("Ana", "Ben", "Cléo") for flag in ("--seat", name)]
    args = ["-m", "tablee", "play", "golden21", "--real", "--plain", *names, "--record", str(path)]
    done = subprocess.run([sys.executable, *args], input="", capture_output=True, encoding="utf-8", timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert read(path.read_text(encoding="utf-8"), GAMES).seats == ("Ana", "Ben", "Cléo")


def test_at_a_real_table_words_are_asked_and_the_entry_that_ended_the_game_is_undone(tmp_path: Path) -> None:
    game = GAMES["code777"]
    names, options = ("Ana", "Ben", "Cléo"), game.options(players=3, target=1)
    table = TerminalTable.open(game, options, names, tmp_path / "a.game", real=True)
    racks = ["4 brun 4 brun 5 rouge", "1 vert 2 jaune 3 noir", "5 noir 6 rose 7 bleu", "6 vert 6 vert 7 rose"]
    typed, heard = ["ana", *racks, "544", "annule", "question", "16"], StringIO()
    PlainTerminal(table, words("fr", game), StringIO("\n".join(typed) + "\n"), heard).play()
    said = heard.getvalue().replace("\u00a0", " ")
    assert "0? À Ana : question, ou trois chiffres" in said and "declare 1,1,1" not in said
    assert "Ana gagne (C77-30)" in said and "Annulé : Ana déclare 4, 4, 5" in said
    assert table.over is None and [str(move) for move in table.moves[-2:]] == ["0: ask", "*: turned 16"]
