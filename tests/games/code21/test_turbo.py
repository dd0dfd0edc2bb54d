"""Code 21 for speed. That kernel and rules agree move by move is a law, checked for all games in one place."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tablee.contract import Chance, Choice, Happened, Over, Played, Seat
from tablee.games.code21 import GAME, observation, packing, turbo
from tablee.games.code21.options import Options
from tablee.games.code21.state import State
from tablee.testing import covering, playout
from tablee.turbo import course, lanes
from tests.kernels import Workbench, even
from tests.playing import after

pytestmark = pytest.mark.slow

BENCH = Workbench(GAME)
record, packed, marked, seen = BENCH.record, BENCH.packed, BENCH.marked, BENCH.seen

ALL_OPTIONS = covering(Options)
HIGH = (0, *range(10, 21))
STAKED = ("1: play 8 up", "2: play 8 up", "3: accuse", "2: stake 3 on 2")


def begun(*lines: str, **options: str) -> State:
    """Seat 1 begins a mission of 5."""
    state: State = after(GAME, ["*: turned 5", *lines], **{"first": "1", **options})
    return state


# ---- actions ------------------------------------------------------------------


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_the_alphabet_has_every_action_once(options: Options) -> None:
    alphabet = packing.alphabet(options)
    actions = [action for action in alphabet if action is not None]
    assert len(alphabet) == turbo.ACTIONS
    assert len(actions) == len(set(actions)) == 2 * len(options.soldiers) + 4 + 3 * options.players
    for state, _, _ in playout(GAME, options, Random(1)):
        awaited = GAME.awaits(state)
        if isinstance(awaited, Choice):
            assert all(set(GAME.legal(state, seat)) <= set(actions) for seat in awaited.seats)


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_a_state_is_packed_and_unpacked_also_when_stakes_come_in_any_order(options: Options) -> None:
    g, alphabet = record(options), packing.alphabet(options)
    for _, _, state in playout(GAME, options, Random(2)):
        packing.pack(state, g)
        assert packing.unpack(g, options) == packing.bare(state)
        for seat in range(options.players):
            assert seen(g, seat) == observation.encode(GAME.view(state, Seat(seat))).tolist()
            assert seen(g, seat) == observation.encode(GAME.view(packing.bare(state), Seat(seat))).tolist()
        awaited = GAME.awaits(state)
        if isinstance(awaited, Choice):
            seat = turbo.awaits(g)
            assert seat == min(awaited.seats)
            assert {alphabet[n] for n in marked(g)} == set(GAME.legal(state, Seat(seat)))


def test_only_the_verdicts_are_left_out_of_a_record() -> None:
    *_, (_, _, end) = playout(GAME, Options(), Random(3))
    assert end.verdicts and packing.bare(end).verdicts == ()
    assert packing.bare(end) == packing.unpack(packed(end), end.options) != end


@pytest.mark.parametrize(
    "state",
    [
        begun(),  # 18 ways to play
        begun("1: play 8 up"),  # and to accuse, to declare, to pass
        begun("1: play 8 up", "2: pass", "3: play 0 down"),  # a hand with holes in it
        begun("1: play 8 up", players="2"),  # nobody passes
        begun("1: play 8 up", "2: play 7 up", "3: pass", pass_paid_by="bank"),
        begun("1: play 0 up", "0: play 0 up", "1: play 1 up", "0: play 1 up", "1: play 20 up", "0: play 20 up",
              players="2", soldiers="0,1,20"),  # an empty hand
        begun(*STAKED[:-1]),  # a bystander
        begun(*STAKED[:-1], "0: stake 0"),  # another, who has staked nothing
        begun(*STAKED, "0: stake 1 on 2", "1: stake 2 on 3"),  # a principal
        begun("1: play 8 up", "2: pass", "3: play 1 down", "0: accuse", "0: stake 0", "1: stake 0"),  # one point
    ],
)  # fmt: skip
def test_each_legal_action_is_chosen_as_often(state: State) -> None:
    g = packed(state, seed=5)
    numbers = marked(g)
    counts = Counter(int(turbo.choose(g)) for _ in range(300 * len(numbers)))
    assert even(counts, {number: Fraction(1, len(numbers)) for number in numbers})


# ---- chance -------------------------------------------------------------------


@pytest.mark.parametrize(
    "state",
    [
        after(GAME),
        after(GAME, players="3"),
        after(GAME, first="0"),
        after(GAME, first="0", missions="1,1,20"),
        after(GAME, ["*: turned 1", "0: play 8 up", "1: accuse", "0: stake 0", "1: stake 0"],
              players="2", first="0", missions="1,1,3,20"),
    ],
)  # fmt: skip
def test_chance_follows_its_odds(state: State) -> None:
    chance = GAME.awaits(state)
    assert isinstance(chance, Chance)
    g, counts = packed(state, seed=6), Counter[Any]()
    for _ in range(1500):
        packing.pack(state, g)
        assert turbo.awaits(g) == -1
        turbo.happen(g)
        counts[packing.fell(g)] += 1
    assert packing.unpack(g, state.options) == packing.bare(GAME.apply(state, Happened(packing.fell(g))))
    assert even(counts, dict(chance.odds()))


def test_every_game_of_a_lane_begins_alike() -> None:
    g, fresh = lanes(GAME, Options(first=Seat(2), bank=100), 2, seed=7)
    turbo.begin(g)
    turbo.begin(fresh)
    start = packing.unpack(g, Options(first=Seat(2), bank=100))
    assert start == GAME.start(Options(first=Seat(2), bank=100))
    course(GAME).play(g)
    turbo.begin(g)
    assert (g.deck[: g.stock] == fresh.deck[: fresh.stock]).all()  # in the same order: the same rolls, the same game
    assert packing.unpack(g, start.options) == start


# ---- what a seat sees -----------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_c21_20_a_seat_asked_later_sees_nothing_of_a_stake_but_that_it_is_placed(seat: int) -> None:
    lines = STAKED[:-1]
    placed = [seen(packed(begun(*lines, f"2: stake {stake}")), seat) for stake in ("0", "1 on 2", "3 on 2")]
    assert placed[0] == placed[1] == placed[2]
    before = seen(packed(begun(*lines)), seat)
    assert [n for n in range(observation.OBSERVED) if before[n] != placed[0][n]] == [
        (2 - seat) % 4 * observation.SEAT + observation.STAKED
    ]


def test_c21_11_the_others_do_not_see_which_soldier_lies_face_down() -> None:
    for seat in (0, 2, 3):
        one, other = (seen(packed(begun("1: play 8 up", "2: pass", "3: pass", "0: play 1 up", line)), seat)
                      for line in ("1: play 3 down", "1: play 7 down"))  # fmt: skip
        assert one == other
    assert seen(packed(begun("1: play 3 down")), 1)[observation.TAIL_VALUE] == 3
    assert seen(packed(begun("1: play 3 down")), 0)[observation.TAIL_VALUE] == observation.UNSEEN


# ---- the end and the extremes ---------------------------------------------------


def test_rank_and_score_at_the_end() -> None:
    rules = set()
    for seed in range(40):
        options = ALL_OPTIONS[seed % len(ALL_OPTIONS)]
        *_, (_, _, state) = playout(GAME, options, Random(seed))
        rules.add(compare_end(state))
    rules.add(compare_end(three_missions()))
    assert rules == {"C21-50", "C21-51"}


def three_missions() -> State:
    """Seat 0 makes 21 three times, seat 2 makes more points."""
    lines: list[str] = []
    for one, other, lost in ((1, 20, 3), (20, 1, 3), (1, 20, 2)):
        lines += ["*: turned 1", f"0: play {one} down", f"1: play {other} down", "2: pass", "0: declare"]
        lines += ["0: stake 0", f"1: stake {lost} on 1", "2: stake 3 on 0"]
    agreed = {"players": "3", "soldiers": "0,1,20", "missions": "1,1,1,1", "pass_paid_by": "bank", "first": "0"}
    state: State = after(GAME, lines, **agreed)
    assert GAME.awaits(state) == Over((1, 3, 2), "C21-50", (7, 0, 12))
    return state


def compare_end(state: State) -> str:
    end, g = GAME.awaits(state), packed(state)
    assert isinstance(end, Over)
    assert turbo.awaits(g) == -2
    seats = range(state.options.players)
    assert tuple(int(turbo.rank(g, seat)) for seat in seats) == end.ranks
    assert tuple(int(turbo.score(g, seat)) for seat in seats) == end.scores
    return end.rule


@pytest.mark.parametrize("bank", [None, 12, 1_000_000])
@pytest.mark.parametrize("face", [0, turbo.FACE_DOWN])
def test_nothing_overflows_with_the_most_of_everything(bank: int | None, face: int) -> None:
    """All play all they have, on thirty missions, and whoever then speaks is wrong."""
    options = Options(soldiers=HIGH, missions=(20,) * 30, bank=bank, pass_paid_by="bank", half="up", first=Seat(0))
    g, state, alphabet = record(options), GAME.start(options), packing.alphabet(options)
    turbo.begin(g)
    longest = most = 0
    while turbo.awaits(g) != -2:
        if turbo.awaits(g) == -1:
            turbo.happen(g)
            state = GAME.apply(state, Happened(packing.fell(g)))
            continue
        numbers, seat = marked(g), Seat(int(turbo.awaits(g)))
        hand = [n for n in numbers if face <= n < face + turbo.VALUES]
        number = hand[-1] if hand else turbo.TO_PASS if turbo.TO_PASS in numbers else numbers[-1]
        if number == turbo.TO_DECLARE:
            longest, most = max(longest, len(state.line)), max(most, int(g.total))
        action = alphabet[number]
        assert action is not None
        turbo.act(g, number)
        state = GAME.apply(state, Played(seat, action))
        if not state.line or len(state.line) > 40:
            assert packing.unpack(g, options) == packing.bare(state)
            assert seen(g, 3) == observation.encode(GAME.view(state, Seat(3))).tolist()
    assert compare_end(state) == "C21-51"
    assert (longest, most) == (turbo.LINE, 4 * sum(HIGH))
    if face == 0 and bank != 12:
        assert sum(state.points) > 2**14
