"""Calibration: predicted chances of winning beside what was won."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tablee import bots
from tablee.__main__ import main
from tablee.games import GAMES
from tablee.lab.bot_game import Setup
from tablee.lab.plan import make_plan
from tablee.lab.runs import calibration
from tablee.lab.runs.calibration import PredictedGame, Predictions, by_tenths, calibrate, open_folder, overall

SIXTEEN = GAMES["sixteen"]
SAMPLES = [  # games, decisions of each, and a separation that noise does not reach
    ("coda", 100, 5, 0.05), ("code21", 16, 10, 0.05), ("code777", 30, 8, 0.12), ("golden21", 20, 12, 0.03),
    ("sixteen", 40, 8, 0.12),
]  # fmt: skip


def test_predictions_are_counted_by_tenths() -> None:
    games: list[Predictions] = [((0.02, 0.0), (0.08, 0.0)), ((0.04, 1.0),), ((1.0, 1.0), (0.95, 0.5))]
    low, high = by_tenths(games)
    assert (low.at, low.games, low.predictions) == (0.0, 2, 3) and low.predicted == pytest.approx(0.14 / 3)
    assert low.won == pytest.approx(1 / 3) and high.at == 0.9 and high.won == 0.75
    assert low.low is not None and low.high is not None and low.low < 1 / 3 < low.high and high.low is None
    assert overall(games).won == pytest.approx(2.5 / 5)


def test_the_interval_covers_what_is_true_though_predictions_of_a_game_hang_together() -> None:
    rng, covered = Random(1), 0
    for _ in range(200):
        games = [((0.35, won),) * 4 for won in (float(rng.random() < 0.35) for _ in range(80))]
        (tenth,) = by_tenths(games)
        assert tenth.low is not None and tenth.high is not None
        covered += tenth.low <= 0.35 <= tenth.high
    assert covered >= 0.9 * 200


def separation(games: list[Predictions], of: Random | None = None) -> float:
    """How much more was predicted where it was won than where it was lost; shuffled among games, if asked for."""
    predicted = [value for game in games for value, _ in game]
    won = [share for game in games for _, share in game]
    if of is not None:
        of.shuffle(predicted)
    total = sum(won)
    winners = sum(value * share for value, share in zip(predicted, won, strict=True)) / total
    losers = sum(value * (1 - share) for value, share in zip(predicted, won, strict=True)) / (len(won) - total)
    return winners - losers


@pytest.mark.parametrize(("name", "games", "each", "least"), SAMPLES)
def test_the_masters_advice_tells_who_wins(name: str, games: int, each: int, least: float) -> None:
    """A sample, played by club players, as they are quick. Noise in place of the advice tells nothing."""
    game = GAMES[name]
    setup = Setup(make_plan(game, game.options(), ["club"], 3, 2000))
    setup.bots = {**setup.bots, "club": replace(bots.bot(game, "club"), advise=bots.bot(game, "master").advise)}
    found = [PredictedGame(setup, number).predictions(each) for number in range(games)]
    assert separation(found) > least > abs(separation(found, Random(1)))


def test_a_run_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan(SIXTEEN, SIXTEEN.options(), ["beginner", "club"], 2, 2000)
    folder = open_folder(plan, 2, tmp_path / "run")
    found = calibrate(plan, 12, 2, folder, workers=1)
    assert len(found) == 12 and all(len(game) == 2 for game in found)
    assert calibrate(plan, 12, 2, open_folder(plan, 2, tmp_path / "other"), workers=1) == found
    monkeypatch.setattr(calibration, "predict_games", None)  # nothing is played again
    assert calibrate(plan, 12, 2, open_folder(plan, 2, tmp_path / "run"), workers=1) == found


def test_as_typed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = tmp_path / "found.json"
    flags = ["--games", "6", "--jobs", "1", "--bots", "club", "--out", str(tmp_path / "run"), "--json", str(to)]
    assert main(["lab", "calibrate", "sixteen", "--lang", "en", *flags]) == 0
    told = capsys.readouterr().out
    assert "6 games" in told and "predicted" in told and "all" in told
    assert json.loads(to.read_text(encoding="utf-8"))["all"]["predictions"] == 24
    assert main(["lab", "calibrate", "sixteen", "--lang", "en", "--bots", "tests.bots.outside_bots:first"]) == 1
