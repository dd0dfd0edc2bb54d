"""Played games, kept with what every seat was told: a leak or a changed rule shows as a difference.

`python -m tests.test_records` writes the transcripts anew; read the difference before you keep it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.contract import Seat
from tablee.games import GAMES
from tablee.record import Record, read, transcript

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("games/*/records/*.game"))


def seats(record: Record) -> list[Seat | None]:
    return [None, *map(Seat, range(record.options.players))]


def beside(path: Path, seat: Seat | None) -> Path:
    return path.with_suffix(f".{'spectator' if seat is None else seat}.told")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_a_record_plays_and_each_seat_is_told_what_it_was_told(path: Path) -> None:
    record = read(path.read_text(encoding="utf-8"), GAMES)
    assert str(record) == path.read_text(encoding="utf-8")
    for seat in seats(record):
        assert transcript(record, seat) == beside(path, seat).read_text(encoding="utf-8").splitlines()


def test_every_game_has_records() -> None:
    assert {path.parts[-3] for path in RECORDS} >= set(GAMES)


if __name__ == "__main__":
    for path in RECORDS:
        record = read(path.read_text(encoding="utf-8"), GAMES)
        for seat in seats(record):
            lines = transcript(record, seat)
            beside(path, seat).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
