"""What people are shown: sentences, the page, its pictures, the tables as other programs read them, the command."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tablee.__main__ import main
from tablee.games import GAMES
from tablee.lab import Results, run
from tablee.lab.runs.charts import bin_counts, charts
from tablee.lab.runs.sentences import headline, sentences
from tablee.languages import LANGS, Lang
from tablee.turbo.rows import describe_columns
from tablee.words import words


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return run("sixteen", games=3000, seed=1, out=tmp_path_factory.mktemp("lab"), luck=64, watched=1, jobs=1)


def test_players_who_always_choose_the_same_show_nothing_of_luck(tmp_path: Path) -> None:
    found = run("sixteen", games=200, bots=["club"], seed=1, out=tmp_path, luck=20, watched=0, jobs=1)
    assert found.luck is not None and found.luck.share == 1
    said = " ".join(sentences(found, words("en", GAMES["sixteen"])))
    assert "does not tell luck from skill" in said and "The deal explains" not in said


class Requests(HTMLParser):
    """All that a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "link", "iframe", "object", "embed", "img"):
            self.asked.append(tag)
        self.asked += [f"{name}={value}" for name, value in attrs if name.endswith(("src", "href", "srcset", "action"))]


@pytest.mark.parametrize("lang", LANGS)
def test_the_report_is_one_file_that_asks_nobody(lang: Lang, tmp_path: Path) -> None:
    flags = ["--games", "400", "--luck", "20", "--watch", "1", "--weigh", "1", "--jobs", "1", "--out", str(tmp_path),
             "--report"]  # fmt: skip
    assert main(["--lang", lang, "lab", "run", "code21", *flags]) == 0
    page = (tmp_path / f"report.{lang}.html").read_text(encoding="utf-8")
    reader = Requests()
    reader.feed(page)
    assert reader.asked == []
    assert not re.search(r"@import|url\((?!#)", page)
    assert f'<html lang="{lang}">' in page and "code21 --games 400" in page and "C21-51" in page
    assert page.count("<svg") == page.count("</svg>") == 6
    names = {path.name for path in (tmp_path / "pictures").iterdir()}
    assert names == {f"{name}.{lang}.png" for name in ("order", "seats", "lengths", "decided", "scores", "phases")}
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in (tmp_path / "pictures").iterdir())
    told = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert told["games"] == 400 and len(told["seats"]) == 4


def test_what_differs_is_named_in_the_headline(found: Results, tmp_path: Path) -> None:
    english, french = (words(lang, GAMES["sixteen"]) for lang in ("en", "fr"))
    assert headline(found, english).startswith("Choosing first makes no measurable difference")
    assert "50,0\u202f%" in headline(found, french)
    assert len(sentences(found, french)) == 4
    duel = run("sixteen", games=32, bots=["random", "club"], seed=1, jobs=1, out=tmp_path, watched=0)
    assert headline(duel, english).startswith("Seat 2 (club) wins most")


@pytest.mark.untraced
def test_who_begins_loses_where_that_is_so(tmp_path: Path) -> None:
    """In Code de Vinci, played at random, the second has learnt more."""
    found = run("coda", games=3000, seed=1, out=tmp_path, luck=0, watched=0)
    assert "disadvantage" in headline(found, words("en", GAMES["coda"]))


def test_every_picture_shows_the_figures(found: Results) -> None:
    drawn = charts(found, words("en", GAMES["sixteen"]))
    assert set(drawn) == {"order", "seats", "decided", "scores", "phases"}  # all games have one length
    assert [row["rate"] for row in drawn["seats"]["data"]["values"]] == [row["rate"] for row in found.seats]
    assert sum(row["share"] for row in drawn["decided"]["data"]["values"]) == pytest.approx(1)


def test_a_histogram_has_few_bars_and_loses_nobody() -> None:
    bars, width = bin_counts({n: 2 for n in range(7, 207)})
    assert len(bars) <= 30 and sum(times for _, times in bars) == 400 and width == 7
    assert bin_counts({3: 1, 5: 2}) == ([(3, 1), (5, 2)], 1)


# ---- tables ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("tables")
    flags = ["--games", "40", "--seed", "2", "--watch", "0", "--jobs", "1", "--out", str(out), "--moves", "--csv"]
    assert main(["--lang", "en", "lab", "run", "coda", *flags]) == 0
    return out


def asked(question: str) -> list[Any]:
    import duckdb

    with duckdb.connect() as base:
        return base.execute(question).fetchall()


def test_polars_and_duckdb_read_what_is_kept(tables: Path) -> None:
    import polars

    games = polars.read_parquet(tables / "games" / "*.parquet").sort("game")
    assert games["game"].to_list() == list(range(40))
    assert games.columns[:6] == ["game", "decisions", "moves", "lead_changes", "decided", "first"]
    told = json.loads((tables / "figures.json").read_text(encoding="utf-8"))
    assert games["decisions"].mean() == pytest.approx(told["lengths"][0]["mean"])
    assert polars.read_csv(tables / "games.csv").equals(games.cast(dict.fromkeys(games.columns, polars.Int64)))
    moves = asked(f"select game, count(*) from '{tables}/moves/*.parquet' group by game order by game")
    assert [times for _, times in moves] == games["moves"].to_list()
    firsts = asked(f"select seat, action from '{tables}/moves/*.parquet' where game = 0 and move = 0")
    assert firsts == [(None, f"first {games['first'][0]}")]


def test_moves_are_those_of_a_record(tables: Path) -> None:
    """They can be played again, and end as the table of games says."""
    import polars

    from tablee.contract import Happened, Over, Played, Seat, replay

    game = GAMES["coda"]
    rows = polars.read_csv(tables / "moves.csv").filter(polars.col("game") == 7).sort("move")
    moves = [
        Happened(game.parse(action)) if seat is None else Played(Seat(seat), game.parse(action))
        for seat, action in rows.select("seat", "action").iter_rows()
    ]
    over = game.awaits(replay(game, game.options(), moves))
    assert isinstance(over, Over)
    games = polars.read_csv(tables / "games.csv").filter(polars.col("game") == 7)
    assert over.ranks == (games["rank_0"][0], games["rank_1"][0])


# ---- comparisons --------------------------------------------------------------------------


def test_two_rule_sets_side_by_side(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "told.json"
    flags = ["--a", "jokers=on", "--b", "jokers=off", "--games", "3000", "--seed", "1", "--json", str(out)]
    assert main(["--lang", "en", "lab", "compare", "sixteen", *flags]) == 0
    said = capsys.readouterr().out
    assert "Decisions: 52.00 with b, 54.00 with a; the difference is −2.00" in said  # two jokers fewer
    told = {row["figure"]: row for row in json.loads(out.read_text(encoding="utf-8"))["differences"]}
    assert told["decisions"]["difference"] == -2
    assert told["seat_0_wins"]["low"] <= 0 <= told["seat_0_wins"]["high"]


def test_a_game_does_not_differ_from_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "fr", "lab", "compare", "coda", "--games", "500"]) == 0
    assert "aucune différence" in capsys.readouterr().out


def test_what_never_differs_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--a", "jokers=on", "--b", "jokers=off", "--games", "100", "--jobs", "1"]
    assert main(["--lang", "en", "lab", "compare", "coda", *flags]) == 0
    said = capsys.readouterr().out
    assert "no difference larger than 0.00" not in said
    assert "The same in every game of both: lead changes, decided after, in % of the moves, best score" in said


def test_two_casts_on_the_same_chance(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--a", "bots=random,random", "--b", "bots=club,random", "--games", "32", "--jobs", "1"]
    assert main(["--lang", "en", "lab", "compare", "coda", *flags]) == 0
    assert "Games won by seat 1: 100.0% with b" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("flags", "why"),
    [
        (["compare", "sixteen", "--a", "jokers"], "not of the form"),
        (["compare", "sixteen", "--a", "jokers=maybe"], "jokers"),
        (["run", "sixteen", "--games", "0"], "games"),
        (["run", "sixteen", "--bots", "clever"], "no bot"),
    ],
)
def test_what_cannot_be_is_refused(flags: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "lab", *flags]) == 1
    assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    ("flag", "module", "extra"),
    [
        (["--report"], "vl_convert", "lab"),
        (["--data"], "pyarrow", "data"),
        (["--cluster", "tcp://127.0.0.1:9"], "distributed", "cluster"),
    ],
)
def test_a_missing_extra_is_named_before_anything_is_played(
    flag: list[str], module: str, extra: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setitem(sys.modules, module, None)  # as Python has it where a module cannot be imported
    assert main(["--lang", "en", "lab", "run", "sixteen", "--games", "10", "--out", str(tmp_path), *flag]) == 1
    assert f"tablee[{extra}]" in capsys.readouterr().err
    assert not list(tmp_path.glob("chunks/*.json"))


def test_the_columns_of_the_tables_are_described_as_they_are() -> None:
    document = Path(__file__).parent.parent.parent / "docs" / "laboratory.md"
    assert describe_columns() in document.read_text(encoding="utf-8")
