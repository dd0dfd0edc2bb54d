"""What is claimed of the games: the figures are those of games, and the pages say what the figures are."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from importlib import import_module
from itertools import accumulate
from math import sqrt
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
import numpy as np
import pytest

from tablee import turbo
from tablee.claims import FORMAT, ClaimRun, StoredClaims, read_claim_texts, read_claims, read_stored_claims
from tablee.contract import Played
from tablee.games import GAMES, parts
from tablee.lab.claims import cli, pages
from tablee.lab.claims.pages import chart, contents, page, picture_path
from tablee.lab.claims.simulation import ClaimSimulator, find_claims, play_block
from tablee.lab.plan import MatchPlan
from tablee.lab.runs.experiment import make_experiment
from tablee.lab.runs.play import noted_games, play_on_kernel
from tablee.lab.runs.sums import UNIT, win_shares
from tablee.languages import LANGS, Lang
from tablee.statistics import NORMAL
from tablee.turbo.counting import BLOCKS, Counts, Finding
from tests.test_words import badly_set

ASKED = [name for name, game in GAMES.items() if parts.has_claims(game)]
DOCS = Path(__file__).parent.parent.parent / "docs" / "claims"
FEW = BLOCKS * 20
MILLION = 1_000_000  # games or deals behind the claims about a game, together: the heading says so


@cache
def again(name: str) -> list[tuple[Finding, tuple[ClaimRun, ...]]]:
    """All questions, asked of few games of another seed."""
    return find_claims(GAMES[name], FEW, seed=77)


def known(name: str) -> StoredClaims:
    found = read_stored_claims(GAMES[name])
    assert found is not None, f"python -m tablee.lab.claims {name}"
    return found


@pytest.mark.untraced
@pytest.mark.parametrize("name", ASKED)
def test_what_is_kept_is_what_few_other_games_say(name: str) -> None:
    """Every figure that a few games can say anything about: within five deviations of both together."""
    compared = 0
    assert [answer.id for answer in known(name).claims] == [claim.id for claim, _ in again(name)]
    for answer, (claim, runs) in zip(known(name).claims, again(name), strict=True):
        assert len(answer.figures) == len(claim.estimates)
        for row, figure in zip(answer.figures, claim.estimates, strict=True):
            assert row.low <= row.value <= row.high and isinstance(row.at, int) == isinstance(figure.at, int)
            if not runs:  # worked out, not played
                assert row.value == pytest.approx(figure.value, abs=1e-6)
            elif figure.n >= 200:
                one, two = ((found.high - found.low) / 2 / NORMAL for found in (row, figure))
                slack = 5 / figure.n  # what is rare was perhaps not seen at all
                assert abs(row.value - figure.value) <= 5 * sqrt(one**2 + two**2) + slack, (answer.id, row.of, row.at)
                compared += 1
    assert compared > 20


@pytest.mark.parametrize("name", ASKED)
def test_what_is_kept_is_of_the_present_format(name: str) -> None:
    found = known(name)
    assert (found.format, found.game) == (FORMAT, name)
    assert found.made_by.startswith(f"python -m tablee.lab.claims {name} --games ")
    played = {
        (run.bots, *sorted(run.options.items()), run.games): run.games for one in found.claims for run in one.runs
    }
    assert sum(played.values()) == found.games >= MILLION
    for answer in found.claims:
        assert (answer.unit == "share") <= all(0 <= row.value <= 1 for row in answer.figures)
        assert answer.runs or all(row.low == row.high for row in answer.figures)  # computed, not played


@pytest.mark.parametrize("name", ASKED)
def test_every_claim_is_said_whole_in_every_language(name: str) -> None:
    found = read_claims(GAMES[name])
    assert found
    for answer in found.claims:
        said = [answer.title, answer.sentence, answer.remember, answer.note]
        assert all(text[lang].strip() for text in said for lang in LANGS), answer.id
        said += [answer.picture.x, answer.picture.y, *(row.of for row in answer.figures)]
        assert all(set(text) == set(LANGS) and not any("{" in text[lang] for lang in LANGS) for text in said)
        assert len({answer.title["en"] for answer in found.claims}) == len(found.claims)


@pytest.mark.untraced
@pytest.mark.parametrize("name", ASKED)
def test_both_languages_say_the_same_and_speak_of_facts_there_are(name: str) -> None:
    english, french = (read_claim_texts(GAMES[name])[lang] for lang in ("en", "fr"))
    assert list(english["labels"]) == list(french["labels"])
    facts = {claim.id: claim.facts for claim, _ in again(name)}
    assert list(english["claims"]) == list(french["claims"]) == list(facts)
    for one, known_facts in facts.items():
        for part in ("title", "sentence", "remember", "note", "x", "y"):
            spoken = [fields(said["claims"][one][part]) for said in (english, french)]
            assert spoken[0] == spoken[1] and set(spoken[0]) <= set(known_facts), (one, part)
    for said in (*french["labels"].values(), *(text for claim in french["claims"].values() for text in claim.values())):
        assert badly_set(said) == []
        assert not re.search(r"\d %", said)


def fields(template: str) -> Counter[str]:
    return Counter(field for _, field, _, _ in Formatter().parse(template) if field)


# ---- pages --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("lang", LANGS)
def test_the_pages_say_what_is_kept(name: str, lang: Lang) -> None:
    """`python -m tablee.lab.claims --pages` writes them anew."""
    written = (DOCS / f"{name}.{lang}.md").read_text(encoding="utf-8")
    assert written == page(GAMES[name], lang)
    found = read_claims(GAMES[name])
    assert found
    for answer in found.claims:
        picture = DOCS / picture_path(name, answer, lang)
        assert picture.stat().st_size < 60_000
        svg = picture.read_text(encoding="utf-8")
        assert svg.startswith("<svg") and "http" not in svg.replace("http://www.w3.org/", "")


def test_all_pages_are_listed() -> None:
    found = {name: known for name, game in GAMES.items() if (known := read_claims(game))}
    assert (DOCS / "README.md").read_text(encoding="utf-8") == contents(found, "en")
    assert (DOCS / "README.fr.md").read_text(encoding="utf-8") == contents(found, "fr")


def test_the_command_plays_and_writes_claims_and_pages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = GAMES["sixteen"]
    (tmp_path / "src" / "tablee" / "games").mkdir(parents=True)
    monkeypatch.setattr(pages, "GAMES", {"sixteen": game})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["claims", "sixteen", "--games", "4000", "--seed", "7", "--checkout"])
    cli.main()
    written, shipped = read(tmp_path / "src/tablee/games/sixteen/claims.json"), known("sixteen")
    assert written.made_by == "python -m tablee.lab.claims sixteen --games 4000 --seed 7"
    assert [claim.id for claim in written.claims] == [claim.id for claim in shipped.claims]
    assert all(claim.games < other.games for claim, other in zip(written.claims, shipped.claims, strict=True))
    for lang in LANGS:
        assert (tmp_path / f"docs/claims/sixteen.{lang}.md").read_text(encoding="utf-8") == page(game, lang)
    assert len(list(tmp_path.glob("docs/claims/pictures/*.svg"))) == len(LANGS) * len(shipped.claims)


def test_one_question_can_be_asked_again_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The others keep their figures."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["claims", "golden21", "--games", "6400", "--only", "golds"])
    cli.main()
    written, shipped = read(tmp_path / "claims/golden21/claims.json"), known("golden21")
    changed = [one.id for one, other in zip(written.claims, shipped.claims, strict=True) if one != other]
    assert changed == ["golds"]
    for wrong in (["golden21", "--only", "weather"], ["golden21", "--checkout"]):
        monkeypatch.setattr(sys, "argv", ["claims", *wrong])
        with pytest.raises(SystemExit):
            cli.main()


def read(path: Path) -> StoredClaims:
    return msgspec.json.decode(path.read_bytes(), type=StoredClaims)


def test_a_picture_shows_every_figure() -> None:
    found = read_claims(GAMES["sixteen"])
    assert found
    for answer in found.claims:
        assert [value["value"] for value in chart(answer, "en")["data"]["values"]] == [
            row.value for row in answer.figures
        ]


# ---- how it is counted ----------------------------------------------------------------


def test_a_ratio_is_as_sure_as_its_blocks_are_alike() -> None:
    rng = np.random.default_rng(5)
    blocks = np.stack([rng.binomial(100, 0.3, 64), np.full(64, 100)], axis=1).astype(np.int64)
    figure = Counts(blocks, 6400).ratio(0, 1, "x", 0)
    assert figure.low < 0.3 < figure.high and figure.n == 6400
    assert figure.high - figure.low == pytest.approx(2 * NORMAL * sqrt(0.3 * 0.7 / 6400), rel=0.4)
    halves = Counts(blocks, 6400).ratio(0, 1, "x", 0, unit=2)
    assert halves.value == pytest.approx(figure.value / 2)
    assert Counts(np.zeros((64, 2), np.int64), 0).ratio(0, 1, "x", 0).n == 0


def test_the_games_counted_are_those_of_the_laboratory() -> None:
    """The same seed plays the same games there: what seat 0 won is counted here, and noted there."""
    from tablee.games.sixteen import claims as asked

    one = make_experiment(GAMES["sixteen"], {}, ["sound", "random"], seed=3)
    rows = play_on_kernel(one, 0, 200)[0]
    won = rows["ranks"] == 1
    halves = won[:, 0].sum() * 2 - won.all(axis=1).sum()
    assert play_block(one.plan, 0, 200)[asked.SEAT_0] == halves
    both = play_block(one.plan, 0, 120) + play_block(one.plan, 120, 80)
    assert (both == play_block(one.plan, 0, 200)).all()


INTERPRETED = """
import sys
from tablee.games import GAMES
from tablee.lab.claims.simulation import ClaimSimulator, play_block
name, bots = sys.argv[1], sys.argv[2].split(",")
simulate = ClaimSimulator(GAMES[name], 64, 5, 1)
print(play_block(simulate.plan(bots, {"players": sys.argv[3]}), 0, 1).tolist())
"""
CASTS = [
    ("coda", "sound,careful", "2"),
    ("coda", "lot,either,rare", "3"),
    ("code21", "club,beginner", "2"),
    ("code21", "accuser,hider,club", "3"),
    ("code777", "sound,sure,at_40", "3"),
    ("golden21", "curious,random", "3"),
    ("sixteen", "sound,club", "2"),
    ("sixteen", "plain 9 much,sound 2 a little,club,random", "4"),
]


@pytest.mark.parametrize(("name", "bots", "players"), CASTS)
def test_interpreted_the_same_is_counted(name: str, bots: str, players: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", INTERPRETED, name, bots, players],
        env={**os.environ, "TABLEE_TURBO": "off"}, capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    plan = ClaimSimulator(GAMES[name], 64, 5, 1).plan(bots.split(","), {"players": players})
    assert json.loads(done.stdout) == play_block(plan, 0, 1).tolist()


def test_the_same_figures_on_any_number_of_cores() -> None:
    one, two = (ClaimSimulator(GAMES["sixteen"], FEW, 1, jobs)(["sound"]).blocks for jobs in (1, 2))
    assert (one == two).all()


def test_the_players_that_are_asked_are_those_of_the_laboratory() -> None:
    """Code 21 draws what it does from weights: here and there the same is drawn."""
    from tablee.games.code21 import claims as asked

    one = make_experiment(GAMES["code21"], {}, ["club", "beginner"], seed=3)
    wins = win_shares(play_on_kernel(one, 0, 60)[0]["ranks"])[:, 0].sum() * asked.UNIT // UNIT
    assert play_block(one.plan, 0, 60)[asked.SEAT_0] == wins


def test_what_is_asked_twice_is_played_once() -> None:
    simulate = ClaimSimulator(GAMES["sixteen"], FEW, 1, 1)
    assert simulate(["random"]) is simulate(["random"], players="2")
    assert len(simulate.take_used()) == 1 and simulate.take_used() == []
    plan = MatchPlan("sixteen", (("players", "2"),), ("random", "random"), 1)
    assert play_block(plan, 0, 3).sum() > 0


def count_by_rules(name: str, options: dict[str, str], seed: int) -> tuple[Any, Any]:
    """A game of random players by the rules, each decision also told to what counts; its end, and the counts."""
    game, asked = GAMES[name], import_module(f"tablee.games.{name}.claims")
    one = make_experiment(game, options, ["random"], seed=seed, keep="moves")
    noted, state = noted_games(one, 0, 1)[0], game.start(one.plan.options)
    noted.play()
    kernel, g = turbo.compiled_kernel(game), turbo.lanes(game, one.plan.options, 1)[0]
    numbers = {action: n for n, action in enumerate(kernel.alphabet(one.plan.options))}
    memo, counts = np.zeros(asked.MEMORY, np.int64), np.zeros(asked.COUNTERS, np.int64)
    for move in noted.moves:
        if isinstance(move, Played):
            kernel.pack(state, g)
            asked.note(g, move.by, numbers[move.action], memo, counts)
        state = game.apply(state, move)
    kernel.pack(state, g)
    asked.note(g, -1, -1, memo, counts)
    return state, counts


@pytest.mark.parametrize("players", ["2", "4"])
def test_sixteen_counts_what_the_series_of_the_rules_say(players: str) -> None:
    from tablee.games.sixteen import claims as asked

    state, counts = count_by_rules("sixteen", {"players": players}, 4)
    left: Counter[tuple[int, bool]] = Counter()
    for series in state.series:
        totals = accumulate(laid.value for laid in series.cards[:-1])
        left.update((total, laid.by % 2 == series.side) for total, laid in zip(totals, series.cards, strict=False))
    for total in range(asked.TOTALS):
        assert counts[asked.LEFT + total] == left[total, True] + left[total, False]
        assert counts[asked.TOOK + total] == left[total, True]
    laid = [card for series in state.series for card in series.cards] + list(state.pile)
    held = [sum(one.card == "joker" and one.by % 2 == side for one in laid) for side in range(2)]
    assert [counts[asked.DRAWN + n] for n in range(3)] == [held.count(n) for n in range(3)]
    lead = state.won[0] - state.won[1]
    assert counts[asked.SEAT_0] == (2 if lead > 0 else 1 if lead == 0 else 0)


@pytest.mark.parametrize("seed", range(4))
def test_code_21_counts_what_the_verdicts_of_the_rules_say(seed: int) -> None:
    from tablee.games.code21 import claims as asked

    state, counts = count_by_rules("code21", {"players": "2"}, seed)
    totals = [verdict.total for verdict in state.verdicts]
    assert [counts[n] for n in asked.ENDED] == [
        sum(total > 21 for total in totals), totals.count(21), sum(total < 21 for total in totals)
    ]  # fmt: skip
    right = sum(verdict.winner == verdict.call.by for verdict in state.verdicts)
    assert counts[asked.RIGHT] == right
    assert counts[asked.SOLDIERS] == sum(len(verdict.soldiers) for verdict in state.verdicts)
    assert sum(counts[asked.BY_PLACE : asked.BY_PLACE + 4]) == asked.UNIT
    capped = [n for n, verdict in enumerate(state.verdicts) if counts[asked.CAPPED + n]]
    assert all(state.verdicts[n].taken == 10 for n in capped)
    assert all(n in capped or verdict.taken <= 10 for n, verdict in enumerate(state.verdicts))


@pytest.mark.parametrize("seed", range(3))
def test_golden_21_counts_what_the_traders_of_the_rules_made(seed: int) -> None:
    from tablee.games.golden21 import claims as asked

    state, counts = count_by_rules("golden21", {}, seed)
    made = Counter(min(asked.MOST_GOLDS, len(trader.golds)) for trader in state.traders)
    assert [counts[asked.HAD + n] for n in range(asked.MOST_GOLDS + 1)] == [
        made[n] for n in range(asked.MOST_GOLDS + 1)
    ]
    assert counts[asked.LASTED] == asked.YEARS == state.year
    assert counts[slice(asked.GOT, asked.BEHIND)].sum() == asked.UNIT
    assert counts[asked.BY_PLACE :].sum() == asked.UNIT


def test_golden_21_counts_each_contract_once() -> None:
    from tablee.games.golden21 import claims as asked

    found = ClaimSimulator(GAMES["golden21"], FEW, 1, 1)(["curious"])
    assert found.total(slice(asked.HAD, asked.GOT)) == 4 * found.games
    assert found.total(slice(asked.GOT, asked.BEHIND)) == asked.UNIT * found.games
    assert found.total(asked.LASTED) == asked.YEARS * found.games
    assert found.total(slice(asked.TRIED, asked.PAID)) < found.total(asked.ROLLS)


def test_code_21_counts_each_verdict_once() -> None:
    from tablee.games.code21 import claims as asked

    found = ClaimSimulator(GAMES["code21"], FEW, 1, 1)(["random"])
    ended = found.total(list(asked.ENDED))
    assert ended == found.total(slice(asked.ASKED, asked.CAPPED)) == found.total(slice(asked.TURNED, asked.REACHED))
    assert found.total(asked.EXACT) == found.total(slice(asked.REACHED, asked.ASKED))
    assert found.total(slice(asked.CAPPED, asked.BY_PLACE)) == 0  # four players have no cap
    assert 10 * found.games < ended <= 12 * found.games


def test_a_difference_is_as_sure_as_its_two_sides() -> None:
    blocks = np.tile(np.array([30, 100, 45, 90]), (64, 1)).astype(np.int64)
    blocks[::2, 0] += 4
    counts = Counts(blocks, 6400)
    one, two = counts.ratio(0, 1, "x", 0), counts.ratio(2, 3, "x", 0)
    found = counts.difference((0, 1), (2, 3), "x", 0, least=5760)
    assert found.value == pytest.approx(two.value - one.value) == pytest.approx(0.5 - 0.32)
    assert found.margin == pytest.approx(sqrt(one.margin**2 + two.margin**2)) and found.n == 5760
    assert counts.difference((0, 1), (2, 3), "x", 0, least=5761).n == 0


@pytest.mark.parametrize("player", ["accuser", "hider"])
def test_code_21_choices_by_lot_are_made_and_counted_evenly(player: str) -> None:
    """As often one thing as the other: so both were chosen in the same positions."""
    from tablee.games.code21 import claims as asked

    found = ClaimSimulator(GAMES["code21"], FEW, 1, 1)([player, "club"], players="2")
    sides = (asked.KEPT, asked.SPOKE, asked.COUNTED) if player == "accuser" else (asked.UP, asked.DOWN, asked.PLACES)
    one, two = (found.total(slice(start, start + sides[2])) for start in sides[:2])
    assert one + two > 2 * found.games and abs(one - two) < 5 * sqrt(one + two)


def test_code_21_a_stake_of_three_brings_what_the_rules_say() -> None:
    """Others win or lose 3 points; one of the two who is wrong loses less, as the fist is not halved (C21-32)."""
    from tablee.games.code21 import claims as asked

    found = ClaimSimulator(GAMES["code21"], FEW, 1, 1)(["club"], players="4")
    for step in range(asked.STEPS):
        cells = [role * asked.STEPS + step for role in range(asked.ROLES)]
        judged, other = (found.ratio(asked.BROUGHT + cell, asked.STAKES + cell, "", 0) for cell in cells)
        assert -2 <= judged.value <= 3 and -3 <= other.value <= 3
        assert step >= 5 or other.n == 0  # they stake on the likelier side
