"""Many games: the same figures however they are played, and what the figures are."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tablee import turbo
from tablee.contract import OptionError, Over
from tablee.games import GAMES
from tablee.lab import run
from tablee.lab.bot_game import setup_for
from tablee.lab.runs.comparison import compare, parse_side
from tablee.lab.runs.experiment import JOB_GAMES, REPLAYS, Experiment, make_experiment
from tablee.lab.runs.folder import RunFolder
from tablee.lab.runs.job import job_sizes, play_job
from tablee.lab.runs.luck import luck_share
from tablee.lab.runs.play import NotedGame, leader, noted_games, play_by_rules, play_on_kernel
from tablee.lab.runs.rating_span import measure_step
from tablee.lab.runs.results import quantile
from tablee.lab.runs.sums import UNIT, add, sum_luck, win_shares
from tablee.testing import playout


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_that_of_its_number_wherever_it_is_played(name: str) -> None:
    one = make_experiment(GAMES[name], {}, ["random"], seed=5)
    whole = play_on_kernel(one, 0, 30)[0]
    assert (play_on_kernel(one, 20, 10)[0] == whole[20:]).all()
    assert not (play_on_kernel(make_experiment(GAMES[name], {}, ["random"], seed=6), 0, 30)[0] == whole).all()


@pytest.mark.parametrize("name", GAMES)
def test_kernel_and_rules_tell_the_same_of_a_game(name: str) -> None:
    """A game of the rules, move for move on the record: what is noted at its end is what the kernel says there."""
    game = GAMES[name]
    one = make_experiment(game, {}, ["random"], seed=3)
    noted = NotedGame(setup_for(one.plan), 0)
    row = play_by_rules([noted], one.players)[0][0]
    state, lead, since = game.start(one.plan.options), 0, 0
    for n, move in enumerate(noted.moves, 1):
        state = game.apply(state, move)
        if (now := leader(one.plan)(state)) != lead:
            lead, since = now, n
    over = game.awaits(state)
    assert isinstance(over, Over)
    everybody = len(set(over.ranks)) == 1
    assert lead == (0 if everybody else sum(1 << seat for seat, rank in enumerate(over.ranks) if rank == 1))
    assert [row["moves"], row["lead_changes"], row["decided"]] == [len(noted.moves), noted.changes, since]
    kernel, lane = turbo.kernel(game), turbo.lanes(game, one.plan.options, 1)
    kernel.pack(state, lane[0])
    assert row["ranks"].tolist() == [int(kernel.rank(lane[0], p)) for p in range(one.players)]
    assert row["scores"].tolist() == [int(kernel.score(lane[0], p)) for p in range(one.players)]


@pytest.mark.parametrize("name", GAMES)
def test_kernel_and_rules_agree_on_average(name: str) -> None:
    """Different games, one game: lengths differ by no more than chance explains."""
    one = make_experiment(GAMES[name], {}, ["random"], seed=3)
    fast = play_on_kernel(one, 0, 2000)[0]
    slow = play_by_rules(noted_games(one, 0, 6), one.players)[0]
    for field in ("decisions", "moves"):
        error = fast[field].std() / np.sqrt(len(slow))
        assert abs(slow[field].mean() - fast[field].mean()) <= 5 * error


def test_chance_stays_the_same_where_choices_are_made_anew() -> None:
    one = make_experiment(GAMES["sixteen"], {}, ["random"], seed=3)
    first, again = (play_on_kernel(one, 0, 200, times)[0] for times in (0, 1))
    assert (first["first"] == again["first"]).all()  # who begins is drawn
    assert not (first == again).all()
    by_rules = [[str(move) for move in noted.moves if str(move).startswith("*")] for noted in played_twice(one)]
    assert by_rules[0] == by_rules[1]  # the cards, in their order


def played_twice(one: Experiment) -> list[NotedGame]:
    games = [NotedGame(setup_for(one.plan), 0, again) for again in (0, 1)]
    assert play_by_rules(games, 2)[0]["moves"].all()
    return games


def test_two_cores_find_what_one_finds(tmp_path: Path) -> None:
    games = 2 * JOB_GAMES["kernel"] + 100
    one, two = (run("sixteen", games=games, seed=4, jobs=jobs, out=tmp_path / str(jobs), luck=50) for jobs in (1, 2))
    assert one.sums == two.sums and one.games == games
    assert one.sums != run("sixteen", games=games, seed=5, jobs=1, out=tmp_path / "other", luck=50).sums


@pytest.mark.parametrize("players", [["sound", "sound"], ["sound", "random"], ["club", "sound"]])
def test_compiled_players_play_on_the_kernel_each_on_its_seat(tmp_path: Path, players: list[str]) -> None:
    games = JOB_GAMES["kernel"] + 100
    one, two = (
        run("sixteen", games=games, bots=players, seed=4, jobs=jobs, out=tmp_path / str(jobs), luck=8, watched=2)
        for jobs in (1, 2)
    )
    assert one.experiment.engine == "kernel" and one.sums == two.sums
    assert [row["bot"] for row in one.seats] == players and one.rules
    if "random" in players:
        assert one.seats[0]["low"] > 0.9
        other = run("sixteen", games=100, bots=players[::-1], seed=4, jobs=1, out=tmp_path / "other", watched=0)
        assert other.seats[1]["low"] > 0.8


@pytest.mark.untraced
@pytest.mark.parametrize(("name", "players"), [("sixteen", ["sound", "club"]), ("golden21", ["sound", "random"])])
def test_compiled_players_win_as_often_by_the_rules(name: str, players: list[str], tmp_path: Path) -> None:
    """The same players as bots, from views: kernel and rules give the same figures, within chance."""
    fast = run(name, games=2000, bots=players, seed=4, jobs=1, out=tmp_path / "fast", watched=0)
    options, number = fast.experiment.plan.options, len(fast.experiment.plan.bots)
    assert options.players == number
    slow = play_by_rules(noted_games(fast.experiment, 0, 60), number)[0]
    wins = win_shares(slow["ranks"])[:, 0] / UNIT
    assert abs(wins.mean() - fast.seats[0]["rate"]) < 5 * max(wins.std(), 0.1) / np.sqrt(60)


def test_two_casts_are_compared_on_the_kernel() -> None:
    a, b = (parse_side(GAMES["sixteen"], {}, f"bots={bots}", [], 1) for bots in ("sound,random", "club,random"))
    found = compare(a, b, 500, workers=1)
    wins = next(row for row in found.differences if row.figure == "seat_0_wins")
    assert found.a.engine == found.b.engine == "kernel" and wins.a > wins.b > 0.7


def test_more_games_are_added_to_what_is_there(tmp_path: Path) -> None:
    whole = run("coda", games=40, bots=["beginner"], seed=4, jobs=1, out=tmp_path / "whole", watched=0)
    run("coda", games=20, bots=["beginner"], seed=4, jobs=1, out=tmp_path / "more", watched=0)
    first = (tmp_path / "more" / "chunks" / "000000.json").stat().st_mtime_ns
    more = run("coda", games=40, bots=["beginner"], seed=4, jobs=1, out=tmp_path / "more", watched=0)
    assert more.sums == whole.sums
    assert (tmp_path / "more" / "chunks" / "000000.json").stat().st_mtime_ns == first


def test_a_folder_is_of_one_experiment(tmp_path: Path) -> None:
    run("sixteen", games=10, out=tmp_path, luck=0, watched=0)
    with pytest.raises(OptionError, match="another experiment"):
        run("sixteen", games=10, seed=1, out=tmp_path, luck=0, watched=0)
    assert run("sixteen", games=10, seed=1, out=tmp_path, luck=0, watched=0, fresh=True).games == 10


def test_a_chunk_that_cannot_be_read_is_played_again(tmp_path: Path) -> None:
    before = run("sixteen", games=10, out=tmp_path, luck=0, watched=0)
    (tmp_path / "chunks" / "000000.json").write_bytes(b'{"games": 10, "ranks"')
    assert run("sixteen", games=10, out=tmp_path, luck=0, watched=0).sums == before.sums


def test_chunks_have_fixed_borders_and_add_up_in_any_order() -> None:
    assert job_sizes(20, 8) == [(0, 8), (1, 8), (2, 4)]
    one = make_experiment(GAMES["coda"], {}, ["random"], seed=2, luck=5, watched=2)
    jobs = [play_job(one, number, 12).sums for number in range(4)]
    shuffled = list(jobs)
    Random(1).shuffle(shuffled)
    total = reduce(add, jobs)
    assert total == reduce(add, shuffled) and total.games == 48
    assert add({"a": [1, 2]}, {"a": [3, 4], "b": [5]}) == {"a": [4, 6], "b": [5]}


# ---- figures ----------------------------------------------------------------------------


def test_the_figures_are_those_of_the_games(tmp_path: Path) -> None:
    found = run("code21", games=300, seed=1, out=tmp_path, luck=0, watched=3)
    rows = play_on_kernel(found.experiment, 0, 300)[0]
    wins = win_shares(rows["ranks"]) / UNIT
    assert [row["rate"] for row in found.seats] == pytest.approx(wins.mean(axis=0).tolist())
    assert sum(row["wins"] for row in found.seats) == pytest.approx(300)
    assert sum(row["wins"] for row in found.order) == pytest.approx(300)
    by_name = {row["of"]: row for row in found.lengths}
    assert by_name["decisions"]["mean"] == pytest.approx(rows["decisions"].mean())
    assert by_name["decisions"]["deviation"] == pytest.approx(rows["decisions"].std(ddof=1))
    assert by_name["moves"]["p50"] == sorted(rows["moves"].tolist())[149]
    assert sum(row["times"] for row in found.actions) == rows["decisions"].sum()
    assert {row["action"] for row in found.kinds} <= {"play", "accuse", "declare", "pass", "stake"}
    assert all(row["low"] < row["rate"] < row["high"] for row in found.seats)
    assert sum(row["times"] for row in found.phases) == rows["decisions"].sum()
    assert found.luck is None


def test_what_an_action_won_is_the_share_of_whoever_chose_it(tmp_path: Path) -> None:
    found = run("coda", games=16, bots=["club", "random"], seed=1, jobs=1, out=tmp_path, watched=0)
    won: dict[str, list[float]] = {}
    for number in range(16):
        noted = NotedGame(setup_for(found.experiment.plan), number)
        ranks = noted.play()
        for seat, action in noted.said:
            won.setdefault(action, []).append((ranks[seat] == 1) / ranks.count(1))
    told = {row["action"]: (row["times"], row["won"]) for row in found.actions}
    assert told == {action: (len(shares), pytest.approx(sum(shares) / len(shares))) for action, shares in won.items()}
    assert found.seats[0]["bot"] == "club" and found.seats[0]["low"] > 0.5


def test_a_quantile_is_a_value_that_was_counted() -> None:
    assert [quantile({1: 5, 4: 4, 9: 1}, share) for share in (0.05, 0.5, 0.51, 0.95, 1.0)] == [1, 1, 4, 9, 9]


@pytest.mark.parametrize("truth", [0.0, 0.3, 1.0])
def test_luck_finds_the_share_that_was_put_in(truth: float) -> None:
    """Deals that decide a known share of the variance: who wins is the deal's with probability p, else a coin's."""
    rng = np.random.default_rng(8)
    deals = 20_000
    fixed = rng.random(deals) < 0.5
    keeps = rng.random((REPLAYS, deals)) < np.sqrt(
        truth
    )  # two plays of a deal agree beyond chance when both keep to it
    wins = np.where(keeps, fixed, rng.random((REPLAYS, deals)) < 0.5)
    plays = np.stack([wins, ~wins], axis=2).astype(np.int64) * UNIT
    found = luck_share(sum_luck(0, plays), REPLAYS)
    assert found is not None and found.low is not None and found.high is not None
    assert found.low - 0.005 <= truth <= found.high + 0.005
    assert found.high - found.low < 0.03


def test_where_the_stronger_nearly_always_wins_chance_explains_little(tmp_path: Path) -> None:
    """Who is stronger wins whatever is dealt: nothing is left for chance to explain."""
    found = run("coda", games=48, bots=["club", "random"], seed=1, jobs=1, out=tmp_path, luck=16, watched=0)
    assert found.seats[0]["rate"] > 0.9
    assert found.luck is None or found.luck.share < 0.3


def test_bad_questions_are_refused() -> None:
    with pytest.raises(OptionError, match="no bot"):
        make_experiment(GAMES["coda"], {}, ["clever"])
    with pytest.raises(OptionError, match="seed"):
        make_experiment(GAMES["coda"], {}, [], seed=-1)


def test_a_folder_without_a_place_is_that_of_its_experiment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    a, b = (RunFolder(make_experiment(GAMES["coda"], {}, [], seed=seed), None) for seed in (1, 2))
    assert a.path != b.path and tmp_path in a.path.parents


def test_lead_is_nobodys_where_all_are_equal() -> None:
    one = make_experiment(GAMES["sixteen"], {}, ["random"], seed=1)
    leading = leader(one.plan)
    states = [after for _, _, after in playout(GAMES["sixteen"], one.plan.options, Random(3))]
    for state in states:
        won = state.won
        assert leading(state) == (0 if won[0] == won[1] else 1 if won[0] > won[1] else 2)


# ---- the rating span --------------------------------------------------------------------


def test_the_span_is_the_sum_of_its_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    found = run("sixteen", games=10, luck=0, watched=0, span=4, jobs=1, out=tmp_path / "out").span
    assert found is not None
    assert [(step.below, step.bot, step.games) for step in found.steps] == [
        ("random", "beginner", 4), ("beginner", "club", 4), ("club", "master", 4),
    ]  # fmt: skip
    assert found.points == pytest.approx(sum(step.points for step in found.steps))
    wide = sum(((step.high - step.low) / 2) ** 2 for step in found.steps) ** 0.5
    assert found.high - found.points == pytest.approx(wide) == pytest.approx(found.points - found.low)


def test_a_step_downwards_is_the_step_upwards_turned_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of the two is at 0."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = GAMES["sixteen"]
    up, down = (
        measure_step(game, game.options(), *pair, 60, 1, 1) for pair in (("club", "beginner"), ("beginner", "club"))
    )
    assert 0 < up.low < up.points < up.high and down.low < down.points < down.high < 0
    assert up.low < -down.points < up.high
