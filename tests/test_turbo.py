"""Kernels: they play as the rules do, the same everywhere, and fast play is the same play."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from time import time
from typing import Any

import numpy as np
import pytest

from tablee import turbo
from tablee.bots.search import pack_states
from tablee.contract import Choice, IllegalMove, Seat
from tablee.games import GAMES, parts
from tablee.lab.runs.experiment import make_experiment
from tablee.lab.runs.play import play_on_kernel
from tablee.testing import LawBroken, covering, playout
from tablee.testing.turbo import check_turbo
from tablee.turbo import chance, compiled, many
from tablee.turbo.vector import VectorEnv

pytestmark = pytest.mark.slow
KERNELS = {name: game for name, game in GAMES.items() if parts.has_kernel(game)}
SETS = [(name, options) for name, game in KERNELS.items() for options in covering(game.options)]
ALL_GAMES = int(os.environ.get("TABLEE_TURBO_GAMES", "1"))  # of each game, over all its sets of options
THOROUGH = 1.0 if ALL_GAMES < 1000 else 0.02

SIXTEEN = GAMES["sixteen"]


@pytest.mark.untraced
@pytest.mark.parametrize(("name", "options"), SETS, ids=[f"{name}{n}" for n, (name, _) in enumerate(SETS)])
def test_kernel_and_rules_agree(name: str, options: Any) -> None:
    sets = sum(name == other for other, _ in SETS)
    for seed in range(-(-ALL_GAMES // sets)):
        check_turbo(KERNELS[name], options, Random(seed), THOROUGH)


INTERPRETED = """
import sys
from random import Random
from tablee.games import GAMES, parts
from tablee.testing import covering
from tablee.testing.turbo import check_turbo
from tablee.turbo.compiled import COMPILED
assert not COMPILED
game = GAMES[sys.argv[1]]
for options in covering(game.options)[:4]:
    check_turbo(game, options, Random(1), 0.1)
"""


def interpreted(code: str, *args: str) -> str:
    env = {**os.environ, "TABLEE_TURBO": "off"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *args], env=env, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", KERNELS)
def test_interpreted_they_agree_too(name: str) -> None:
    assert interpreted(INTERPRETED, name) == ""


def test_the_law_catches_a_rule_that_only_one_of_them_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = turbo.kernel(SIXTEEN)
    rank = fast.rank
    wrong = replace(fast, rank=lambda g, p: 3 - rank(g, p))
    monkeypatch.setattr("tablee.testing.turbo.compiled_kernel", lambda game: wrong)
    with pytest.raises(LawBroken) as caught:
        for seed in range(5):
            check_turbo(SIXTEEN, SIXTEEN.options(), Random(seed), 0.0)
    assert caught.value.law == "turbo" and "result" in str(caught.value)


def test_the_law_catches_a_list_that_only_one_of_them_has() -> None:
    """Also where a mask was seen and found right before."""
    check_turbo(SIXTEEN, SIXTEEN.options(), Random(1), 0.0)
    without = replace(SIXTEEN, legal=lambda state, seat: SIXTEEN.legal(state, seat)[1:])
    with pytest.raises(LawBroken, match="disagree whether"):
        check_turbo(without, SIXTEEN.options(), Random(1), 0.0)


# ---- the same bytes everywhere -----------------------------------------------------

DIGEST = """
import sys
from dataclasses import replace
from hashlib import sha256
import numpy as np
from tablee import turbo
from tablee.games import GAMES, parts
game = GAMES[sys.argv[1]]
lanes = turbo.lanes(game, game.options(), int(sys.argv[2]), seed=777)
turbo.course(game).games(lanes, 1, np.zeros((16, 16), np.int64))
digest = sha256()
for field in turbo.kernel(game).record.dtype.names:
    digest.update(np.ascontiguousarray(lanes[field]).astype("<i8").tobytes())
print(digest.hexdigest()[:16])
"""

DIGESTS = {
    "coda": "68682db7d21487e0",
    "code21": "a21bd81f9a413a34",
    "code777": "2187d77aa9535c1d",
    "golden21": "75585ebc5932ed2b",
    "sixteen": "38d636722a53b3b9",
}  # of 1,000 games each


def test_the_generator_has_test_vectors() -> None:
    g = turbo.lanes(SIXTEEN, SIXTEEN.options(), 1)[0]
    chance.seed(g, 2026, 11)
    assert [int(chance.below(g, 1000)) for _ in range(8)] == VECTOR


VECTOR = [446, 765, 481, 309, 227, 844, 696, 874]


def test_the_generator_is_even() -> None:
    g = turbo.lanes(SIXTEEN, SIXTEEN.options(), 1, seed=5)[0]
    counts = np.zeros(30)
    for _ in range(60_000):
        counts[chance.below(g, 30)] += 1
    assert ((counts - 2000) ** 2 / 2000).sum() < 60  # 29 degrees of freedom: one chance in a thousand is above 58


def digest(name: str, games: int) -> str:
    done = subprocess.run(
        [sys.executable, "-c", DIGEST, name, str(games)], capture_output=True, text=True, check=True, timeout=300
    )
    return done.stdout.strip()


@pytest.mark.untraced
@pytest.mark.parametrize("name", KERNELS)
def test_a_thousand_games_have_the_bytes_they_always_had(name: str) -> None:
    assert digest(name, 1000) == DIGESTS[name]


@pytest.mark.parametrize("name", KERNELS)
def test_interpreted_games_have_the_same_bytes(name: str) -> None:
    assert interpreted(DIGEST, name, "5").strip() == digest(name, 5)


# ---- many games ------------------------------------------------------------------------


@pytest.mark.untraced
@pytest.mark.parametrize("name", KERNELS)
def test_the_same_seed_gives_the_same_figures_on_any_number_of_cores(name: str) -> None:
    game = KERNELS[name]
    options = game.options()
    heard: list[int] = []
    one = many.play(game, options, 2500, seed=3, jobs=1)
    two = many.play(game, options, 2500, seed=3, jobs=2, progress=heard.append)
    assert (one.ranks == two.ranks).all() and one.decisions == two.decisions
    assert sum(heard) == one.games == 2500
    assert (one.ranks.sum(axis=1) == 2500).all()


def test_a_policy_takes_the_place_of_chance() -> None:
    fast = turbo.kernel(SIXTEEN)
    legal, actions = fast.legal, fast.actions

    @compiled.passing
    def lowest(g: Any) -> int:
        mask = np.zeros(actions, np.int8)
        legal(g, mask)
        for a in range(actions):
            if mask[a]:
                return a
        return -1

    by_policy = many.play(SIXTEEN, SIXTEEN.options(), 200, policy=lowest)
    at_random = many.play(SIXTEEN, SIXTEEN.options(), 200)
    assert by_policy.games == 200 and (by_policy.ranks != at_random.ranks).any()


def test_rollouts_play_on_from_an_imagined_state() -> None:
    rng = Random(4)
    steps = list(playout(SIXTEEN, SIXTEEN.options(), rng))
    state = next(after for _, _, after in steps[60:] if isinstance(SIXTEEN.awaits(after), Choice))
    world = SIXTEEN.imagine(SIXTEEN.view(state, state.turn), rng)
    tally = many.rollouts(SIXTEEN, world, 500, seed=2)
    assert tally.games == 500 and (tally.ranks.sum(axis=1) == 500).all()
    assert (tally.ranks == many.rollouts(SIXTEEN, world, 500, seed=2).ranks).all()


# ---- many lanes ---------------------------------------------------------------------------


@pytest.mark.untraced
@pytest.mark.parametrize("name", KERNELS)
def test_every_lane_is_stepped_and_begins_again(name: str) -> None:
    game = KERNELS[name]
    env = VectorEnv(game, game.options(), 17, seed=1)
    seen = env.reset()
    before = (seen.observations, seen.masks)
    actions = np.zeros(17, np.int64)
    ended = 0
    for _ in range(1500):
        assert seen.masks.any(axis=1).all() and (seen.turns >= 0).all()
        env.sample(actions)
        assert seen.masks[np.arange(17), actions].all()
        env.step(actions)
        ended += int(seen.done.sum())
        assert not seen.rewards[~seen.done].any()
        assert abs(seen.rewards.sum(axis=1)).max() < 1e-5  # what one wins the others lose
    assert ended > 0
    assert before[0] is seen.observations and before[1] is seen.masks  # the caller's own, filled in place


@pytest.mark.untraced
@pytest.mark.parametrize("name", KERNELS)
def test_a_step_fills_what_the_kernel_shows_whatever_was_there_before(name: str) -> None:
    game = KERNELS[name]
    fast, env, actions = turbo.kernel(game), VectorEnv(game, game.options(), 3, seed=4), np.zeros(3, np.int64)
    seen = env.reset()
    shown, mask = np.zeros(fast.observed, np.int8), np.zeros(fast.actions, np.int8)
    for _ in range(40):
        env.sample(actions)
        seen.observations.fill(99)
        env.step(actions)
        for lane in range(3):
            fast.observe(env.records[lane], int(seen.turns[lane]), shown)
            fast.legal(env.records[lane], mask)
            assert (shown == seen.observations[lane]).all() and (mask == seen.masks[lane]).all()


def loops() -> list[float]:
    """Figures from all the loops: lanes, rollouts, actions weighed, and games noted for the laboratory."""
    env, actions = VectorEnv(SIXTEEN, SIXTEEN.options(), 3, seed=4), np.zeros(3, np.int64)
    seen, found = env.reset(), []
    for _ in range(120):
        env.sample(actions)
        env.step(actions)
        found += [*actions.tolist(), *seen.turns.tolist(), int(seen.observations.sum()), float(seen.rewards[0, 0])]
    state = next(
        after
        for _, _, after in [*playout(SIXTEEN, SIXTEEN.options(), Random(4))][60:]
        if isinstance(SIXTEEN.awaits(after), Choice)
    )
    found += many.rollouts(SIXTEEN, state, 10, seed=2).ranks.ravel().tolist()
    worlds = pack_states(SIXTEEN, [state] * 4, 1)
    numbers = np.flatnonzero(legal_mask(worlds[0]))
    shares = np.zeros(len(numbers))
    turbo.course(SIXTEEN).weigh(worlds, worlds.copy(), numbers, int(turbo.kernel(SIXTEEN).awaits(worlds[0])), shares)
    rows, chosen, *_ = play_on_kernel(make_experiment(SIXTEEN, {}, ["random", "club"], seed=3), 0, 3)
    found += [*rows["decisions"].tolist(), *rows["lead_changes"].tolist(), *rows["ranks"].ravel().tolist()]
    return [*found, *shares.tolist(), *(sum(tenths) for tenths in chosen.values())]


def legal_mask(g: Any) -> Any:
    kernel = turbo.kernel(SIXTEEN)
    mask = np.zeros(kernel.actions, np.int8)
    kernel.legal(g, mask)
    return mask


def test_interpreted_loops_find_the_same() -> None:
    code = "import json; from tests.test_turbo import loops; print(json.dumps(loops()))"
    assert json.loads(interpreted(code)) == pytest.approx(loops())


def test_an_illegal_action_is_refused_and_nothing_has_changed() -> None:
    env = VectorEnv(SIXTEEN, SIXTEEN.options(), 3)
    seen = env.reset()
    actions = np.zeros(3, np.int64)
    env.sample(actions)
    before = env.records.copy()
    actions[1] = np.flatnonzero(seen.masks[1] == 0)[0]
    with pytest.raises(IllegalMove, match="lane 1"):
        env.step(actions)
    actions[1] = 99
    with pytest.raises(IllegalMove):
        env.step(actions)
    assert (before == env.records).all()


@pytest.mark.untraced
@pytest.mark.parametrize("name", KERNELS)
def test_an_observation_and_a_mask_hold_nothing_that_the_seat_cannot_know(name: str) -> None:
    """Whatever world a seat imagines, it observes the same and may do the same."""
    game, rng = KERNELS[name], Random(8)
    fast = turbo.compiled_kernel(game)
    g = turbo.lanes(game, game.options(), 1)[0]
    one, two = np.zeros(fast.observed, np.int8), np.zeros(fast.observed, np.int8)
    for n, (_, _, state) in enumerate(playout(game, game.options(), rng)):
        if n % 7:
            continue
        for seat in range(state.options.players):
            view = game.view(state, Seat(seat))
            fast.pack(state, g)
            fast.observe(g, seat, one)
            for _ in range(3):
                fast.pack(game.imagine(view, rng), g)
                fast.observe(g, seat, two)
                assert (one == two).all()


CACHED = """
from tablee import turbo
from tablee.games import GAMES
import numpy as np
game = GAMES["sixteen"]
loop = turbo.compiled_course(game).games
loop(turbo.lanes(game, game.options(), 1), 1, np.zeros((2, 2), np.int64))
print(sum(loop.stats.cache_hits.values()), sum(loop.stats.cache_misses.values()))
"""


@pytest.mark.untraced
@pytest.mark.skipif(not compiled.COMPILED, reason="nothing is compiled")
def test_a_loop_that_was_compiled_once_is_found_by_the_next_process(tmp_path: Path) -> None:
    """Numba would compile a closure over compiled functions anew in each process."""
    plain = {name: text for name, text in os.environ.items() if not name.startswith(("TABLEE_", "NUMBA_"))}
    for expected in ("0 1", "1 0"):
        done = subprocess.run(
            [sys.executable, "-c", CACHED], capture_output=True, text=True, timeout=300,
            env={**plain, "XDG_CACHE_HOME": str(tmp_path)},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:]
        assert done.stdout.strip() == expected


def test_a_loop_is_cached_for_the_present_sources_of_its_game(tmp_path: Path) -> None:
    """Also for a game from outside, whose folder is not among the sources of the house."""
    (tmp_path / "outside").mkdir()
    source = tmp_path / "outside" / "__init__.py"
    source.write_text("")
    game = replace(SIXTEEN, name="outside", package="outside")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        before = turbo.compiler.__wrapped__(game).digest
        source.write_text("CHANGED = True")
        assert turbo.compiler.__wrapped__(game).digest != before


def test_what_is_compiled_is_kept_under_the_name_of_its_sources() -> None:
    name = compiled.kept_in().name
    assert name.startswith("compiled-") and not name.endswith(sha256(b"").hexdigest()[:16])


def aged(folder: Path, days: float) -> Path:
    """A folder of compiled code that was last used so many days ago."""
    (folder / "sixteen_1").mkdir(parents=True)
    (folder / "sixteen_1" / "turbo.act-1.nbc").write_bytes(b"code")
    then = time() - days * 24 * 3600
    os.utime(folder, (then, then))
    return folder


def test_a_new_folder_of_compiled_code_takes_the_place_of_those_long_unused(tmp_path: Path) -> None:
    old, recent, other = (aged(tmp_path / name, days) for name, days in NEIGHBOURS.items())
    compiled.use(tmp_path / "compiled-new")
    assert not old.exists() and recent.exists() and other.exists()
    assert (tmp_path / "compiled-new").is_dir()


NEIGHBOURS = {"compiled-old": 31, "compiled-recent": 29, "games": 400}


def test_a_folder_that_is_used_again_is_kept_and_nothing_is_looked_for(tmp_path: Path) -> None:
    old, mine = aged(tmp_path / "compiled-old", 31), aged(tmp_path / "compiled-mine", 40)
    compiled.use(mine)
    assert old.exists() and mine.exists()
    compiled.use(tmp_path / "compiled-new")
    assert not old.exists() and mine.exists()


def test_where_nothing_can_be_kept_nothing_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    compiled.use(tmp_path / "file" / "compiled-new")
    assert (tmp_path / "file").is_file()
