"""Played games, kept with what every seat was told and how they ended: a leak or a changed rule shows as a difference.

`python -m tests.test_records` writes transcripts and results anew; read the difference before you keep it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.contract import Over, Seat, replay
from tablee.games import GAMES
from tablee.record import Record, read, transcript

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("games/*/records/*.game"))

each_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}/{path.stem}")


def load(path: Path) -> Record:
    return read(path.read_text(encoding="utf-8"), GAMES)


def seats(record: Record) -> list[Seat | None]:
    return [None, *map(Seat, range(record.options.players))]


def beside(path: Path, seat: Seat | None) -> Path:
    return path.with_suffix(f".{'spectator' if seat is None else seat}.told")


def result(record: Record) -> str:
    """How it ended: no transcript says it, and in a game without secrets it is all that shows a changed rule."""
    over = record.game.awaits(replay(record.game, record.options, record.moves))
    assert isinstance(over, Over), "this record stops before the end"
    lines = [f"rule: {over.rule}", f"ranks: {' '.join(map(str, over.ranks))}"]
    if over.scores:
        lines.append(f"scores: {' '.join(map(str, over.scores))}")
    return "".join(f"{line}\n" for line in lines)


@each_record
def test_a_record_plays_and_each_seat_is_told_what_it_was_told(path: Path) -> None:
    record = load(path)
    assert str(record) == path.read_text(encoding="utf-8")
    for seat in seats(record):
        assert transcript(record, seat) == beside(path, seat).read_text(encoding="utf-8").splitlines()


@each_record
def test_a_record_ends_as_it_ended(path: Path) -> None:
    assert result(load(path)) == path.with_suffix(".result").read_text(encoding="utf-8")


def test_every_game_has_records() -> None:
    assert {path.parts[-3] for path in RECORDS} >= set(GAMES)


if __name__ == "__main__":
    for path in RECORDS:
        record = load(path)
        path.with_suffix(".result").write_text(result(record), encoding="utf-8")
        for seat in seats(record):
            lines = transcript(record, seat)
            beside(path, seat).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
