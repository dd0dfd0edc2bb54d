"""The Golden 21 for speed. That kernel and rules agree move by move is a law, checked for all games in one place."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tablee.contract import Chance, Choice, Happened, Over, Played, Seat
from tablee.games.golden21 import GAME, choices, observation, packing, turbo
from tablee.games.golden21.options import Options
from tablee.games.golden21.record import RECORD
from tablee.games.golden21.state import State, Trader
from tablee.testing import covering, playout
from tablee.turbo import course, lanes
from tests.games.golden21.turns import accounts, bring, debts, exact, go, owe, pair, strike, table, until, with_dice
from tests.kernels import Workbench, even
from tests.playing import after

pytestmark = pytest.mark.slow

BENCH = Workbench(GAME)
record, packed, marked, seen = BENCH.record, BENCH.packed, BENCH.marked, BENCH.seen

ALL_OPTIONS = covering(Options)
MOST_DICE = 55


def compare(g: Any, state: State) -> None:
    """The record holds this state, and everybody observes what they see."""
    assert packing.unpack(g, state.options) == packing.bare(state)
    for seat in range(state.options.players):
        assert seen(g, seat) == observation.encode(GAME.view(state, Seat(seat))).tolist()


def follow(g: Any, state: State) -> State:
    """What chance does next in the record, done by the rules too."""
    turbo.happen(g)
    after = GAME.apply(state, Happened(packing.fell(g)))
    compare(g, after)
    return after


# ---- actions ------------------------------------------------------------------


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_the_alphabet_has_every_action_once(options: Options) -> None:
    alphabet = packing.alphabet(options)
    actions = [action for action in alphabet if action is not None]
    totals = 6 * (5 + options.crisis_supply) - 1
    assert len(alphabet) == turbo.ACTIONS
    assert (
        len(actions)
        == len(set(actions))
        == (9 * options.players + 1 + options.penalties + totals * (1 + options.players * bool(options.free_throw)))
    )
    for state, _, _ in playout(GAME, options, Random(1)):
        awaited = GAME.awaits(state)
        if isinstance(awaited, Choice):
            assert all(set(GAME.legal(state, seat)) <= set(actions) for seat in awaited.seats)


def test_the_numbers_of_the_docstring() -> None:
    alphabet = packing.alphabet(Options(players=10, free_throw=True, penalties=True, crisis_supply=50))
    assert None not in alphabet
    numbers = (0, 39, 40, 80, 90, 91, 92, 420, 421, 421 + 329 * 9 + 8 - 2, 3710)
    assert [str(alphabet[n]) for n in numbers] == [
        "bonus +debt 0", "bonus -account 9", "account +debt 0", "give 0", "done", "roll", "announce 2", "announce 330",
        "announce 2 at 0", "announce 8 at 9", "announce 330 at 9",
    ]  # fmt: skip


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_a_state_is_packed_and_unpacked(options: Options) -> None:
    g, alphabet = record(options), packing.alphabet(options)
    for n, (_, _, state) in enumerate(playout(GAME, options, Random(2))):
        if n % 5:
            continue
        packing.pack(state, g)
        compare(g, state)
        bare = packing.bare(state)
        assert packing.bare(bare) == bare
        awaited = GAME.awaits(state)
        assert GAME.awaits(bare) == awaited
        if isinstance(awaited, Choice):
            seat = turbo.awaits(g)
            assert awaited.seats == {seat}
            assert (
                {alphabet[n] for n in marked(g)}
                == set(GAME.legal(state, Seat(seat)))
                == set(GAME.legal(bare, Seat(seat)))
            )


def test_only_the_bourse_and_the_years_of_21s_are_left_out_of_a_record() -> None:
    state = bring(bring(table(), 0, 21), 1, 22)
    state = bring(bring(state, 1, 21), 2, 22)
    assert [trader.golds for trader in state.traders] == [(1,), (2,), ()] and len(state.past) == 2
    bare = packing.bare(state)
    assert bare.past == () and [len(column) for column in bare.lines] == [1, 1, 1]
    assert replace(bare, past=state.past, lines=state.lines) == state
    three = replace(state, traders=(Trader(golds=(1, 1, 5)), *state.traders[1:]))
    assert packing.bare(three).traders[0].golds == (2, 2, 3)


@pytest.mark.parametrize(
    "state",
    [
        table(),  # 11 totals
        with_dice(4, 1),
        table(free_throw="on", penalties="on"),
        bring(table(free_throw="on"), 1, 21),  # nobody aims at a 21
        bring(table(free_throw="on", at21="open"), 1, 21),  # unless it is open
        table("0: roll", "*: fined 3", penalties="on"),  # not a second time
        table(*exact(0, 4)),  # a bonus, not to be declined
        go(until(bring(table(), 0, 19), 0), *exact(0, 4)),  # one that would be too much for oneself
        table(*exact(0, 4), "0: bonus +account 1"),  # an account to use before announcing
        table(*exact(0, 4), "0: bonus +account 1", free_throw="on", penalties="on"),
        table(*exact(0, 4), "0: bonus +account 1", *owe(1, 3)),  # and after the roll
        table(*exact(0, 4), "0: bonus +account 1", *exact(1, 2)),  # one may not place
        table(*exact(0, 4), "0: bonus +account 1", *exact(1, 2), goal="killer"),  # one may
        table("0: announce 12", "*: rolled 1,1", players="5"),  # gifts
        bring(table(*exact(0, 4), "0: bonus +account 1", players="4"), 1, 21),
    ],
)
def test_each_legal_action_is_chosen_as_often(state: State) -> None:
    g = packed(state, seed=5)
    numbers = marked(g)
    counts = Counter(int(choices.choose(g)) for _ in range(200 * len(numbers)))
    assert even(counts, {number: Fraction(1, len(numbers)) for number in numbers})


def test_at_21_one_uses_an_account_or_not() -> None:
    state = until(bring(table(*exact(0, 4), "0: bonus +account 1", players="4"), 1, 21), 1)
    assert state.turn is not None and state.turn.step == "standing"
    g = packed(state, seed=5)
    assert turbo.awaits(g) == 1 and turbo.TO_DECLINE in marked(g)
    numbers = marked(g)
    assert not {4 * 10 + 4 + use for use in range(4)} & set(numbers)
    counts = Counter(int(choices.choose(g)) for _ in range(200 * len(numbers)))
    assert even(counts, {number: Fraction(1, len(numbers)) for number in numbers})


# ---- chance -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "times"),
    [
        (after(GAME, players="3"), 1500),
        (table("0: announce 7"), 4000),
        (table("0: announce 7", penalties="on", off="20"), 4000),
        (table("0: announce 7 at 2", free_throw="on"), 6000),
        (table("0: announce 7 at 2", free_throw="on", aim_hit="100", aim_off="0"), 3000),
        (table("0: announce 7 at 2", free_throw="on", aim_hit="0", aim_off="100"), 200),
        (table("0: roll", penalties="on"), 1500),
        (go(with_dice(3, 1), "1: announce 10"), 6000),
        (go(with_dice(4, 1), "1: announce 14"), 12000),  # four dice are drawn as one number
    ],
)
def test_chance_follows_its_odds(state: State, times: int) -> None:
    chance = GAME.awaits(state)
    assert isinstance(chance, Chance)
    start, scratch = lanes(GAME, state.options, 1), lanes(GAME, state.options, 1, seed=6)
    packing.pack(state, start[0])
    g, counts = scratch[0], Counter[Any]()
    for _ in range(times):
        own = int(g.key), int(g.salt), int(g.rolls)
        scratch[0] = start[0]
        g.key, g.salt, g.rolls = own
        assert turbo.awaits(g) == -1
        turbo.happen(g)
        counts[packing.fell(g)] += 1
    compare(g, GAME.apply(state, Happened(packing.fell(g))))
    assert even(counts, dict(chance.odds()))


def test_g21_100_whoever_is_tied_for_long_casts_again_all_the_same() -> None:
    """A record has room for 21 rounds; then it keeps the order and goes on."""
    rounds = [[4, *[6] * 9], *[[6] * 9] * 28, [6, 5, 4, 3, 1, 1, 1, 2, 2], [1, 1, 1, 2, 3], *[[2] * 3] * 30]
    state = after(GAME, players="10")
    for n, faces in enumerate(rounds):
        assert len(state.casting) == len(faces)
        for face in faces:
            g = packed(state, seed=n)
            compare(g, state)
            follow(g, state)
            state = go(state, f"*: cast {face}")
    g = packed(state, seed=1)
    while state.casting:
        state = follow(g, state)
    assert state.order[0] == 0 and sorted(state.order[1:4]) == [5, 6, 7] and state.order[4:] == (8, 9, 4, 3, 2, 1)
    assert [int(p) for p in g.order] == list(state.order)
    assert max(map(len, state.casts)) > 60 and max(map(len, packing.bare(state).casts)) <= turbo.ROUNDS


def test_every_game_of_a_lane_begins_alike() -> None:
    options = Options(players=5, goal="survivor", penalties=True, free_throw=True)
    g, fresh = lanes(GAME, options, 2, seed=7)
    turbo.begin(g)
    turbo.begin(fresh)
    assert packing.unpack(g, options) == GAME.start(options)
    course(GAME).play(g)
    turbo.begin(g)
    assert packing.unpack(g, options) == GAME.start(options)
    for name in RECORD.dtype.names or ():
        if name not in ("rolls", "key", "salt", "fell", "fell_face"):
            assert (g[name] == fresh[name]).all(), name


# ---- the end ------------------------------------------------------------------


def compare_end(state: State) -> str:
    end, g = GAME.awaits(state), packed(state)
    assert isinstance(end, Over)
    assert turbo.awaits(g) == -2
    seats = range(state.options.players)
    assert tuple(int(turbo.rank(g, seat)) for seat in seats) == end.ranks
    assert tuple(int(turbo.score(g, seat)) for seat in seats) == (end.scores or (0,) * len(seats))
    return end.rule


def test_rank_and_score_at_the_end() -> None:
    rules = set()
    for seed, options in enumerate(ALL_OPTIONS):
        *_, (_, _, state) = playout(GAME, options, Random(seed))
        rules.add(compare_end(state))
    rules.add(compare_end(strike(bring(table(goal="killer", kills="1"), 1, 18), 0, 1)))
    rules.add(compare_end(bring(bring(table(goal="survivor", years="1"), 0, 22), 1, 22)))
    state = strike(bring(table(goal="survivor"), 1, 18), 0, 1)
    rules.add(compare_end(strike(bring(state, 2, 18), 0, 2)))
    assert rules == {"G21-62", "G21-70", "G21-75", "G21-76", "G21-80"}


@pytest.mark.parametrize("teams", ["0+1,2", "0,1,2", "0,1+2", "0+2,1"])
@pytest.mark.parametrize("expert", ["off", "on"])
def test_g21_80_sides_end_together(teams: str, expert: str) -> None:
    state = table(teams=teams, expert=expert, years="2")
    state = bring(bring(strike(bring(state, 1, 18), 0, 1), 2, 21), 0, 22)
    assert compare_end(bring(bring(state, 0, 22), 1, 21)) == "G21-80"


# ---- the extremes ---------------------------------------------------------------


def test_nothing_overflows_with_the_most_dice() -> None:
    """55 dice that all show 6, as announced: 7,535 points."""
    options = Options(players=10, crisis_supply=50, free_throw=True, at21="open")
    state = table(players="10", crisis_supply="50", free_throw="on", at21="open")
    traders = (replace(state.traders[0], crisis=50, debt=-999), *(replace(t, account=999) for t in state.traders[1:]))
    state = replace(state, traders=traders, golden=5, supply=0)
    g = packed(state)
    numbers = marked(g)
    assert len(numbers) == (5 * MOST_DICE + 1) * 10 and numbers[-1] == turbo.ACTIONS - 1
    assert {choices.choose(g) in numbers for _ in range(3000)} == {True}
    alphabet = packing.alphabet(options)
    turbo.act(g, numbers[-1])
    action = alphabet[numbers[-1]]
    assert action is not None
    compare(g, GAME.apply(state, Played(Seat(0), action)))
    state = go(state, "0: announce 330 at 9")
    assert isinstance(GAME.awaits(follow(packed(state), state)), Choice)
    state = go(state, f"*: rolled {','.join('6' * MOST_DICE)} hit")
    assert state.turn is not None and state.turn.points == 7535 and state.turn.gifts == 54
    for use in ("-debt 0", "+debt 3", "-debt 3", "+account 3", "-account 3", "+account 0"):
        g = packed(state)
        compare(g, state)
        number = next(n for n in marked(g) if str(alphabet[n]) == f"bonus {use}")
        turbo.act(g, number)
        compare(g, go(state, f"0: bonus {use}"))
    state = go(table(players="10", free_throw="on"), "0: announce 12 at 9")
    poor = replace(state, traders=(*state.traders[:9], Trader(debt=-999)))
    compare(packed(go(poor, "*: rolled 1,1 hit")), go(poor, "*: rolled 1,1 hit"))


def test_g21_114_balances_stop_at_the_limit() -> None:
    """Debts of -999 all around and full accounts, in the goal that makes accounts grow."""
    ends: list[State] = []
    for goal in ("original", "killer", "survivor"):
        state = table("0: announce 12", goal=goal, players="3", years="50")
        for owed in ((20, -999, 21), (20, -999, 22), (-999, 20, 21), (17, 21, -999), (17, 22, -999)):
            traders = tuple(Trader(debt, 999, 0, 450 if goal == "original" else 0) for debt in owed)
            at21 = tuple(Seat(p) for p, debt in enumerate(owed) if debt == 21)
            out = tuple(Seat(p) for p, debt in enumerate(owed) if debt > 21)
            here = replace(state, traders=traders, at21=at21, insolvent=out)
            ends += [follow(packed(here, seed), here) for seed in range(3)]
    closed = [end for end in ends if end.year == 2]
    assert any(-999 in debts(end) and 999 in accounts(end) for end in closed)


def test_years_and_21s_without_end() -> None:
    state = table(goal="killer", years="0")
    traders = (Trader(golds=(70_000,) * 20_000), Trader(golds=(1,) * 130), Trader())
    state = replace(state, year=70_000, traders=traders)
    g = packed(state)
    compare(g, state)
    assert (int(g.year), int(g.gold_years[0])) == (70_000, 1_400_000_000)
    assert seen(g, 0)[7:11] == [127, 127, 127, 127] and seen(g, 1)[7:11] == [2, 1, 2, 1]
    assert seen(g, 0)[163:165] == [127, 127]


def test_g21_109_the_order_of_those_at_21_outlives_one_who_leaves() -> None:
    state = table(players="5", at21="open")
    for seat in (1, 2, 3):
        state = bring(state, seat, 21)
    assert state.at21 == (1, 2, 3)
    state = until(state, 0)
    state = go(state, *exact(0, 2))
    alphabet = packing.alphabet(state.options)
    for use, at21 in (("-debt 2", (1, 3)), ("+debt 2", (1, 3)), ("+debt 3", (1, 2)), ("+account 1", (1, 2, 3))):
        g = packed(state)
        turbo.act(g, next(n for n in marked(g) if str(alphabet[n]) == f"bonus {use}"))
        then = go(state, f"0: bonus {use}")
        assert then.at21 == at21
        compare(g, then)


def test_what_an_observation_says() -> None:
    state = bring(table(*exact(0, 4), "0: bonus +account 1", *pair(1, 2)[:2], "1: done", "1: give 2"), 0, 5)
    out = seen(packed(state), 1)
    assert out[:16] == [1, 0, 4, 0, *[0] * 7, 1, 0, 0, 0, 0], "a debt of 1, an account of 4, side 1, and it plays first"
    assert out[16:32] == [*[0] * 4, 1, *[0] * 6, 2, 1, 0, 0, 0], "a Crisis die, side 2, and it plays after"
    assert out[48:160] == [0] * 112
    assert out[160] == 1 and out[165:167] == [2, 19] and out[196] == 3
    below = seen(packed(replace(state, traders=(Trader(debt=-130), *state.traders[1:]))), 0)
    assert below[:2] == [126, -2] and below[0] + 128 * below[1] == -130
