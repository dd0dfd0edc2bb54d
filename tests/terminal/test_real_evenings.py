"""An evening at a real table, typed as people type: in their words, with errors, corrections and a killed program."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable
from functools import partial
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from tablee.contract import AnyGame, Chance, Choice, Happened, Move, Over, Played, Seat
from tablee.entry import possible_actions
from tablee.games import GAMES
from tablee.options import read as read_options
from tablee.real import witnesses
from tablee.record import Record, read, read_move, states
from tablee.terminal.plain import PlainTerminal
from tablee.terminal.table import TerminalTable
from tablee.tuples import around
from tablee.words import words
from tests.games.golden21.test_rules import THE_BOURSE
from tests.games.golden21.turns import owe
from tests.processes import program
from tests.waiting import PATIENCE, wait_until

NAMES = ("Ana", "Ben", "Cléo")
OPTIONS = {
    "golden21": {"players": "3", "years": "1"},
    "sixteen": {"players": "2"},
    "code21": {"players": "3"},
    "coda": {"players": "3", "jokers": "on"},
    "code777": {"players": "3", "target": "1", "limit": "24"},
}
COLOURS = {"green": "vert", "orange": "orange", "blue": "bleu", "purple": "violet", "black": "noir", "white": "blanc"}
LETTERS = {"g": "vert", "y": "jaune", "k": "noir", "n": "brun", "r": "rouge", "p": "rose", "b": "bleu"}


def said(game: AnyGame, move: Move[Any], rng: Random) -> str:
    """What a person types for a move: by value, else in the words of the menu."""
    text = str(move.action)
    verb, *rest = text.split()
    match game.name, verb:
        case _, "first":
            return NAMES[int(rest[0])].lower()
        case "golden21", "rolled":
            faces = rest[0].split(",")
            rng.shuffle(faces)
            return rng.choice(["", " ", ",", ", "]).join(faces)
        case "golden21", "cast" | "announce" | "fined":
            return rest[0]
        case "golden21", "give":
            return NAMES[int(rest[0])]
        case "golden21", "bonus":
            what = "dette" if "debt" in rest[0] else "compte"
            return f"{rest[0][0]} {what} {NAMES[int(rest[1])]}"
        case "sixteen", "dealt" | "drawn" | "play" if rest[0] != "joker":
            colour = next(name for key, name in COLOURS.items() if key[0] == rest[0][0])
            return rng.choice([f"{colour} {rest[0][1]}", f"{rest[0][1]} {colour}", f"{colour}{rest[0][1]}"])
        case "sixteen", "dealt" | "drawn":
            return "Joker"
        case "code21", "turned":
            return rest[0]
        case "code21", "play":
            return f"{rest[0]} {'visible' if rest[1] == 'up' else 'caché'}"
        case "code21", "stake":
            return "rien" if rest[0] == "0" else f"{rest[0]} {NAMES[int(rest[2])]}"
        case "coda", "dealt" | "drawn":
            colour = "noir" if rest[0][0] == "b" else "blanc"
            return f"joker {colour}" if rest[0][1:] == "-" else f"{rest[0][1:]} {colour}"
        case "coda", "attack":
            value = "joker" if rest[2] == "-" else rest[2]
            return f"{NAMES[int(rest[0])]} {int(rest[1]) + 1} {value}"
        case "coda", "place" | "show":
            return str(int(rest[0]) + 1)
        case "code777", "racked":
            tiles = [f"{tile[0]} {LETTERS[tile[1]]}" for tile in rest[1].split(",")]
            rng.shuffle(tiles)
            return ", ".join(tiles)
        case "code777", "turned":
            return rest[0]
        case "code777", "ask":
            return "question"
        case "code777", "declare":
            return rest[0].replace(",", "")[::-1]
    seat = move.by if isinstance(move, Played) else None
    return words("fr", game).move(move.action, NAMES, seat)


def evening(game: AnyGame, options: Any, rng: Random) -> list[tuple[Any, Move[Any], Seat]]:
    """A whole game: what stood before each move, the move, and whose words it is typed in."""
    state, moves = game.start(options), []
    while not isinstance(awaited := game.awaits(state), Over):
        if isinstance(awaited, Chance):
            seat = witnesses(game, state, around(options.players))[0]
            move: Move[Any] = Happened(awaited.sample(rng))
        else:
            assert isinstance(awaited, Choice)
            seat = min(awaited.seats)
            tame = [action for action in game.legal(state, seat) if not action.cuts_in]
            move = Played(seat, rng.choice(tame if rng.random() < 0.9 else game.legal(state, seat)))
        moves.append((state, move, seat))
        state = game.apply(state, move)
    return moves


def typing(game: AnyGame, moves: Iterable[tuple[Any, Move[Any], Seat]], rng: Random) -> list[list[str]]:
    """What is typed for each move: sometimes nonsense first, sometimes something wrong that is corrected."""
    typed = []
    for state, move, seat in moves:
        lines = []
        if rng.random() < 0.1:
            lines.append(rng.choice(["euh", "zzz 99", "?", "12345678901"]))
        others = [action for action in possible_actions(game, state, seat) if action != move.action]
        if rng.random() < 0.15 and others:
            wrong = rng.choice(others)
            mistake: Move[Any] = Happened(wrong) if isinstance(move, Happened) else Played(seat, wrong)
            try:
                game.apply(state, mistake)
            except ValueError:  # refused at once
                lines.append(str(wrong))
            else:
                lines += [str(wrong), "annule"]
        typed.append([*lines, said(game, move, rng)])
    return typed


def kept(path: Path) -> Record:
    return read(path.read_bytes(), GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_an_evening_typed_as_people_type_ends_with_the_right_score(name: str, tmp_path: Path) -> None:
    game, rng, path = GAMES[name], Random(11), tmp_path / "evening.game"
    options = read_options(game.options, OPTIONS[name])
    played = evening(game, options, rng)
    typed = typing(game, played, rng)
    command = ["-m", "tablee", "--lang", "fr", "play"]
    flags = [flag for key, value in OPTIONS[name].items() for flag in (f"--{key}", value)]
    seats = [flag for who in NAMES[: options.players] for flag in ("--seat", who)]
    opening = [*command, name, *flags, *seats, "--real", "--plain", "--record", str(path)]
    cuts = [0, len(typed) // 3, 2 * len(typed) // 3, len(typed)]
    for part, (first, last) in enumerate(pairwise(cuts)):
        args = opening if part == 0 else [*command, "--resume", str(path), "--plain"]  # a real table stays one
        with program(*args, stdin=subprocess.PIPE, stderr=None) as process:
            assert process.stdin and process.stdout
            Thread(target=process.stdout.read, daemon=True).start()  # what nobody reads would stop it
            process.stdin.write("".join(f"{line}\n" for lines in typed[first:last] for line in lines))
            process.stdin.flush()
            done = [str(move) for _, move, _ in played[:last]]
            wait_until(partial(holds, path, done), f"{name}: {last} moves")
            os.kill(process.pid, signal.SIGKILL)
            process.wait(PATIENCE)
    record = kept(path)
    assert record.real and record.notes and all(note.text.startswith("corrected: ") for note in record.notes)
    assert record.moves == tuple(move for _, move, _ in played)
    *_, end = states(record)
    assert isinstance(game.awaits(end), Over)
    sheet = subprocess.run(
        [sys.executable, "-m", "tablee", "--lang", "fr", "replay", "--sheet", str(path)],
        capture_output=True, encoding="utf-8", timeout=PATIENCE,
    )  # fmt: skip
    assert sheet.returncode == 0 and "Ana" in sheet.stdout


def holds(path: Path, moves: list[str]) -> bool:
    return path.exists() and lines_of(path) == moves


def lines_of(path: Path) -> list[str]:
    """The moves that are in the file now."""
    found = path.read_text(encoding="utf-8").partition("\n\n")[2].splitlines()
    return [line for line in found if not line.startswith("#")]


def test_g21_51_the_rulebooks_printed_bourse_comes_from_typed_dice(tmp_path: Path) -> None:
    game, rng = GAMES["golden21"], Random(5)
    table = TerminalTable.open(game, game.options(players=3), ["A", "B", "C"], tmp_path / "b.game", real=True)
    lines = ["*: cast 1", "*: cast 2", "*: cast 3", *THE_BOURSE, *owe(0, 4)]
    spoken = []
    for line in lines:
        move = read_move(game, line)
        text = said(game, move, rng)
        for full, letter in zip(NAMES, "ABC", strict=True):
            text = re.sub(rf"\b{full}\b", letter, text)
        spoken.append(text)
    heard = StringIO()
    PlainTerminal(table, words("fr", game), StringIO("\n".join([*spoken, "feuille", "quit"]) + "\n"), heard).play()
    assert [str(move) for move in table.moves] == lines
    printed = heard.getvalue()[heard.getvalue().rindex("Année 1\n") :].splitlines()
    columns = [[cells[n] for row in printed[1:8] if len(cells := row[10:].split()) > n] for n in range(3)]
    assert columns[0] == ["0", "3", "8", "10", "15", "17", "21"]
    rows = [row[10:] for row in printed[1:8]]
    assert [row[17:34].strip() for row in rows] == ["0", "5", "10", "17", "17⁵", "25✗", ""]
    assert [row[34:].strip() for row in rows] == ["0", "2", "2²", "6", "8", "10", ""]
    assert printed[8].split() == ["bilan", "−15", "0", "0"]
    assert printed[9] == "A est à 21, les autres à 4 + 11 = 15 de 21\u00a0: bilan −15 (G21-51)"
