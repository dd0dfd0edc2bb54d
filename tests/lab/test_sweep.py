"""Sweeps and comparisons: which variants are played, what their figures are, and that nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablee.__main__ import main
from tablee.contract import OptionError
from tablee.games import GAMES
from tablee.lab.runs import variants
from tablee.lab.runs.comparison import compare, differences, parse_side
from tablee.lab.runs.experiment import JOB_GAMES, make_experiment
from tablee.lab.runs.play import play_rows
from tablee.lab.runs.sweep import explained, make_variants, parse_over, run_sweep
from tablee.lab.runs.variants import VariantFolder, VariantSums, play_variants
from tablee.statistics import correct_holm, margin_for, two_sided

SIXTEEN = GAMES["sixteen"]


def test_values_are_read() -> None:
    both = parse_over(SIXTEEN, ["draw=auto,strict", "players=2,4"])
    assert both == {"draw": ["auto", "strict"], "players": ["2", "4"]}
    assert parse_over(SIXTEEN, ["soldiers=0,1,2|0,4,8"]) == {"soldiers": ["0,1,2", "0,4,8"]}
    for wrong in (["draw"], ["draw=,auto"], ["draw=auto", "draw=loose"], []):
        with pytest.raises(OptionError):
            parse_over(SIXTEEN, wrong)


def test_all_combinations_or_a_sample_of_them() -> None:
    over = {"draw": ["auto", "strict", "loose"], "jokers": ["on", "off"], "bonus": ["off", "on"]}
    whole, made = make_variants(SIXTEEN, {}, over, ["random"], seed=1, sample=None)
    assert len(whole) == len(made) == len(set(whole)) == 12 and whole[0] == ("auto", "on", "off")
    some, _ = make_variants(SIXTEEN, {}, over, ["random"], seed=1, sample=5)
    assert len(some) == len(set(some)) == 5 and some[0] == whole[0] and set(some) < set(whole)
    assert some == make_variants(SIXTEEN, {}, over, ["random"], seed=1, sample=5)[0]
    with pytest.raises(OptionError, match="use --sample"):
        many = {"crisis_supply": list(map(str, range(201)))}
        make_variants(GAMES["golden21"], {}, many, ["random"], seed=1, sample=None)


def test_the_difference_is_that_of_the_same_games(tmp_path: Path) -> None:
    a, b = (make_experiment(SIXTEEN, {"jokers": jokers}, ["random"], seed=4, luck=0) for jokers in ("on", "off"))
    found = compare(a, b, 400, folder=VariantFolder([a, b], tmp_path), workers=1)
    one, two = (variants.figures(side, play_rows(side, 0, 400)) for side in (a, b))
    for row in found.differences:
        unit = variants.unit_of(row.figure)
        pairs = (two[row.figure] - one[row.figure]) / unit
        assert row.difference == pytest.approx(pairs.mean())
        assert row.low is not None and row.high is not None
        assert row.high - row.low == pytest.approx(2 * 1.959964 * pairs.std(ddof=1) / 20, rel=1e-3, abs=1e-9)


def test_several_tests_need_more_than_one(tmp_path: Path) -> None:
    """Holm: what is sure alone need not be sure among others."""
    assert correct_holm([0.03, None, 0.01, 0.5]) == [0.06, None, 0.03, 0.5]
    assert correct_holm([0.04]) == [0.04]
    assert margin_for(1) < margin_for(10) < 3
    assert two_sided(0, 1) == 1 and two_sided(1, 0) == 0 and two_sided(1.959964, 1) == pytest.approx(0.05, rel=1e-4)
    sums = VariantSums("", 100, [100, *[0] * 31], {"moves": [[0, 40], *[[0, 0]] * 31]}, {"moves": [[100, 0], [0, 700]]})
    alone = differences(sums, [("moves", 0, 1)])[0]
    among = differences(sums, [("moves", 0, 1)] * 50)[0]
    assert alone.p is not None and among.p is not None and alone.most is not None and among.most is not None
    assert alone.p < among.p and alone.most < among.most and (alone.low, alone.high) == (among.low, among.high)


def test_the_share_that_an_option_explains() -> None:
    means = np.array([1.0, 1.0, 3.0, 3.0])
    assert explained(means, [[0, 1], [2, 3]]) == 1 and explained(means, [[0, 2], [1, 3]]) == 0
    assert explained(np.ones(4), [[0, 1], [2, 3]]) == 0


def test_an_option_that_matters_is_told_from_one_that_does_not(tmp_path: Path) -> None:
    """In strict drawing a turn has two decisions; the bonus changes no decision of random players."""
    over = {"draw": ["auto", "strict"], "bonus": ["off", "on"]}
    combinations, made = make_variants(SIXTEEN, {}, over, ["random"], seed=2, sample=None)
    folder = VariantFolder(made, tmp_path)
    found = run_sweep(over, combinations, made, 300, figures=["decisions"], folder=folder, workers=1)
    figure = found.figures[0]
    assert [share.option for share in figure.shares] == ["draw", "bonus"]
    assert figure.shares[0].share > 0.99 and figure.shares[1].share < 0.01
    assert [row.sure for row in figure.against] == [False, True, True] and found.games == 300


def test_what_was_played_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    over = {"draw": ["auto", "loose"]}
    monkeypatch.setitem(JOB_GAMES, "kernel", 64)
    _, made = make_variants(SIXTEEN, {}, over, ["random"], seed=3, sample=None)
    first = play_variants(made, VariantFolder(made, tmp_path), 150, workers=1)
    files = sorted(path.name for path in (tmp_path / "chunks").iterdir())
    assert files == ["000000.json", "000001.json", "000002.json"]
    (tmp_path / "chunks" / files[1]).unlink()
    played: list[int] = []
    real = variants.play_job

    def noted(*job: Any) -> Any:
        played.append(job[1])
        return real(*job)

    monkeypatch.setattr(variants, "play_job", noted)
    assert play_variants(made, VariantFolder(made, tmp_path), 150, workers=1) == first
    assert played == [1]
    with pytest.raises(OptionError, match="another experiment"):
        VariantFolder(made[::-1], tmp_path)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_command_answers_a_question_of_design(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = [
        "--over",
        "draw=auto,strict",
        "--figure",
        "first_wins",
        "--figure",
        "decisions",
        "--games",
        "300",
        "--jobs",
        "1",
    ]
    assert main(["--lang", lang, "lab", "sweep", "sixteen", *flags, "--out", str(tmp_path), "--report"]) == 0
    told = capsys.readouterr().out
    assert "●" in told and ("No variant differs" if lang == "en" else "Aucune variante ne s’écarte") in told
    page = (tmp_path / f"report.{lang}.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2 and "tablee --lang" in page and "http" not in page.replace("http://www.w3.org/", "")
    assert {path.name for path in (tmp_path / "pictures").iterdir()} == {
        f"{figure}.{lang}.png" for figure in ("first_wins", "decisions")
    }
    written = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert written["over"] == {"draw": ["auto", "strict"]} and len(written["figures"]) == 2


def test_a_comparison_is_kept_and_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flags = [
        "--a",
        "jokers=on",
        "--b",
        "jokers=off",
        "--games",
        "300",
        "--jobs",
        "1",
        "--out",
        str(tmp_path),
        "--report",
    ]
    for _ in range(2):
        assert main(["--lang", "en", "lab", "compare", "sixteen", *flags]) == 0
    told = capsys.readouterr().out
    assert "no difference larger than" in told
    assert "Before and after" in (tmp_path / "report.en.html").read_text(encoding="utf-8")
    assert list((tmp_path / "chunks").iterdir()) and (tmp_path / "figures.json").exists()


def test_sides_with_bots() -> None:
    side = parse_side(SIXTEEN, {}, "jokers=off,bots=club,random", [], 3)
    assert side.plan.bots == ("club", "random")
