"""The position after the last move of a record: drawn as a table, or as JSON for programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from tablee.awaits import describe_awaited
from tablee.contract import Choice, Over, Seat
from tablee.games import GAMES
from tablee.record import Record, RecordError, drop_cut_line, read, states
from tablee.sheets import sheet, sheet_lines
from tablee.terminal.face import face
from tablee.terminal.names import display_names
from tablee.terminal.result import verdict
from tablee.tuples import around
from tablee.words import Words, words


def replay_file(
    path: Path, seat: int | None, everybody: bool, as_json: bool, house: Words, *, sheeted: bool = False
) -> int:
    """Prints the position. The exit status is 1 where the record cannot be played."""
    try:
        record = load(path)
        *_, state = states(record)
        asked = viewers(record, seat, everybody)
    except RecordError as error:
        why = words(house.lang, error.game).why(error)
        if as_json:
            rule = {"rule": error.rule} if error.rule else {}
            print_json({"error": {"kind": error.kind, "line": error.line, **rule, "why": why}})
        else:
            print(f"{path}:{error.line}: {why}")
        return 1
    if as_json:
        print_json(describe(record, state, asked))
    elif sheeted:
        print_sheets(record, state, asked, house)
    else:
        print_views(record, state, asked, house)
    return 0


def load(path: Path) -> Record:
    """The record in this file. A last line that was cut off was never played: it is dropped, as `--resume` does."""
    try:
        return read(drop_cut_line(path.read_bytes()), GAMES)
    except OSError as error:
        raise RecordError("record", 0, "the file cannot be read: {why}", None, why=error.strerror) from error


def viewers(record: Record, seat: int | None, everybody: bool) -> list[Seat | None]:
    """The views to show: a spectator's (None), one seat's, or everybody's."""
    seats = around(record.options.players)
    if everybody:
        return [None, *seats]
    if seat is None:
        return [None]
    if seat not in seats:
        raise RecordError("options", 0, "there are only {players} seats", players=len(seats))
    return [Seat(seat)]


def describe(record: Record, state: Any, asked: list[Seat | None]) -> dict[str, Any]:
    game = record.game
    legal = {str(seat): [str(action) for action in game.legal(state, seat)] for seat in around(record.options.players)}
    return {
        "game": game.name,
        "version": game.version,
        "moves": len(record.moves),
        "awaits": awaits_json(record, state),
        "legal": {seat: actions for seat, actions in legal.items() if actions},
        "views": {"spectator" if seat is None else str(seat): game.view(state, seat) for seat in asked},
    }


AWAITS = {"over": ("ranks", "scores", "rule"), "choice": ("seats", "free"), "chance": ("hand",)}  # fields of each kind


def awaits_json(record: Record, state: Any) -> dict[str, Any]:
    """Only the fields that mean something for this kind."""
    found = describe_awaited(record.game, state)
    return {"kind": found.kind, **{name: getattr(found, name) for name in AWAITS[found.kind]}}


def print_json(value: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(value, order="deterministic"), indent=2).decode())


def print_sheets(record: Record, state: Any, asked: list[Seat | None], house: Words) -> None:
    """The whole score sheet, as plain text: it can be printed. Where a game has none, the table."""
    game, about = record.game, words(house.lang, record.game)
    names = display_names(record.seats, about)
    print(f"{about.title} · {', '.join(names)}\n")
    for seat in asked:
        table = face(game)(game.view(state, seat), about, names) if sheet(game) is None else []
        for line in table + sheet_lines(game, state, seat, about, names, record.notes):
            print(line.plain.rstrip())


def print_views(record: Record, state: Any, asked: list[Seat | None], house: Words) -> None:
    from rich.console import Console

    about = words(house.lang, record.game)
    names = display_names(record.seats, house)
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"{about.title} · {house.house('moves_played', moves=len(record.moves))}", style="bold")
    for seat in asked:
        console.print(f"— {house.house('spectator') if seat is None else names[seat]}", style="dim")
        for line in face(record.game)(record.game.view(state, seat), about, names):
            console.print(line)
    match record.game.awaits(state):
        case Over() as over:
            console.print(verdict(over, names, house))
        case Choice(seats):
            console.print(house.house("awaited", who=house.join([names[seat] for seat in sorted(seats)])))
        case _:
            console.print(house.house("awaited_chance"))
