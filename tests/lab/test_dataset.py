"""Games as data: what is written, that it is the same again, and that other programs read it."""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import polars
import pytest

from tablee.__main__ import main
from tablee.contract import Over
from tablee.games import GAMES
from tablee.games.parts import has_kernel
from tablee.lab.runs import dataset
from tablee.record import read, states
from tablee.turbo.numbering import Numbering

KERNELS = [name for name, game in GAMES.items() if has_kernel(game)]


def write(name: str, out: Path, games: int = 3) -> None:
    flags = ["--games", str(games), "--bots", "random", "--seed", "4", "--jobs", "1", "--out", str(out)]
    assert main(["--lang", "en", "lab", "games", name, *flags]) == 0


@pytest.mark.parametrize("name", KERNELS)
def test_every_decision_is_there_as_numbers_and_as_text(name: str, tmp_path: Path) -> None:
    write(name, tmp_path)
    rows = polars.read_parquet(tmp_path / "decisions" / "*.parquet")
    assert rows.columns == list(dataset.COLUMNS)
    game = GAMES[name]
    numbers = Numbering(game, game.options())
    assert rows["observation"].dtype == polars.Array(polars.Int8, numbers.layout.size)
    assert rows["mask"].dtype == polars.Array(polars.Boolean, numbers.actions)
    masks, chosen = np.array(rows["mask"].to_list()), rows["action"].to_numpy()
    assert masks[np.arange(len(rows)), chosen].all()
    texts = (tmp_path / "records" / "000000.txt").read_text(encoding="utf-8").split("\ntablee:")
    assert len(texts) == 3
    for n, text in enumerate(texts):
        record = read(text if n == 0 else f"tablee:{text}", GAMES)
        *_, last = states(record)
        over = game.awaits(last)
        assert isinstance(over, Over)
        own = rows.filter(polars.col("game") == n)
        played = [str(move).split(": ", 1) for move in record.moves if not str(move).startswith("*")]
        assert [[str(seat), text] for seat, text in zip(own["seat"], own["text"], strict=True) if text] == played
        for seat, rank in enumerate(over.ranks):
            assert set(own.filter(polars.col("seat") == seat)["rank"]) <= {rank}
    ends = rows.filter(polars.col("last"))
    assert len(ends) == len(ends.unique(["game", "seat"])) and set(ends["reward"].sign()) <= {-1.0, 0.0, 1.0}


def test_the_same_command_gives_the_same_bytes_and_plays_only_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "JOB_GAMES", 2)
    one, two = tmp_path / "one", tmp_path / "two"
    write("sixteen", one, 5)
    write("sixteen", two, 2)  # interrupted, so to speak
    write("sixteen", two, 5)
    files = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file() and path.name != "README.md")
    assert len(files) == 1 + 3 * 3
    assert all((one / file).read_bytes() == (two / file).read_bytes() for file in files)


def test_the_data_card_says_how_to_read_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("code21", tmp_path)
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "lab games code21 --games 3" in card and "seed 4" in card
    monkeypatch.chdir(tmp_path)
    for block in card.split("```python\n")[1:]:
        exec(block.split("```")[0], {})
    found = duckdb.sql("select count(distinct game) from 'decisions/*.parquet'")
    assert found is not None and found.fetchall() == [(3,)]
