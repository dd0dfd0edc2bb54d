"""`tablee replay --review`: how a recorded game was played, in both languages and as JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tablee.__main__ import main

RECORD = Path(__file__).parent.parent / "games" / "sixteen" / "records" / "two-auto.game"


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A game that stops after a few moves: each decision takes the master a moment."""
    head, _, moves = RECORD.read_text(encoding="utf-8").partition("\n\n")
    file = tmp_path / "begun.game"
    file.write_text(f"{head}\n\n" + "\n".join(moves.splitlines()[:40]) + "\n", encoding="utf-8")
    return file


def reviewed(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["replay", "--review", *args]) == 0
    return capsys.readouterr().out


def test_each_seat_is_told_how_it_played(begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for lang, ended in (("en", "not played to its end"), ("fr", "pas été jouée jusqu’au bout")):
        said = reviewed(capsys, "--lang", lang, str(begun))
        assert said.count(ended) == 2
        assert "{" not in said
    both = json.loads(reviewed(capsys, "--json", str(begun)))["appraised"]
    (one,) = json.loads(reviewed(capsys, "--json", "--seat", "1", str(begun)))["appraised"]
    assert one == both[1] and [seat["seat"] for seat in both] == [0, 1]
    assert all(seat["start"] == 50 and seat["own"] <= 0 and seat["result"] is None for seat in both)


def test_a_whole_game_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    said = reviewed(capsys, "--lang", "en", str(RECORD))
    sums = re.findall(r"share (\S+), own choices (\S+), .* others (\S+), luck (\S+): result (\S+) ", said)
    assert len(sums) == 2
    for found in sums:
        *parts, result = (int(part.replace("−", "-")) for part in found)
        assert sum(parts) == result
    assert re.search(r"line \d+: .+ \(\d+%\)\. Better: .+ \(\d+%\)\.", said)


def test_what_is_no_record_is_refused_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (file := tmp_path / "no.game").write_text("once upon a time\n", encoding="utf-8")
    assert main(["replay", "--review", "--lang", "en", str(file)]) == 1
    assert capsys.readouterr().out.startswith(f"{file}:1: ")
