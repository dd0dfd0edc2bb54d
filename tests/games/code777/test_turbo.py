"""Code 777 for speed. That kernel and rules agree move by move is a law, checked for all games in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod
from random import Random
from typing import Any

import pytest

from tablee.contract import Chance, Choice, Happened, Over, Played, Seat
from tablee.games.code777 import GAME, observation, packing, rack_tables, turbo
from tablee.games.code777.deduction import least, others, out_of_stock, seen_from
from tablee.games.code777.options import Options
from tablee.games.code777.questions import CARDS, answer
from tablee.games.code777.state import Asked, State
from tablee.games.code777.tiles import PLACE, RACKS
from tablee.games.code777.view import View
from tablee.poll import NOBODY_POLLED
from tablee.testing import covering, playout
from tablee.turbo import course
from tests.games.code777.table import ADA, BEN, CLEO, DAN, ask, table, then
from tests.kernels import Workbench, even
from tests.playing import after

pytestmark = pytest.mark.slow

BENCH = Workbench(GAME)
record, packed, marked, seen = BENCH.record, BENCH.packed, BENCH.marked, BENCH.seen

ALL_OPTIONS = covering(Options)
LONG = [
    Options(target=10, limit=300),
    Options(target=10, limit=300, players=3, show_removed=True, declare_again="next_question"),
    Options(target=10, limit=300, players=2, colours=True, questions="reshuffle"),
    Options(target=10, limit=300, players=2, show_removed=True, declare_again="any"),
]
ENDLESS = Options(target=10, limit=0, declare_again="any", players=2, first=Seat(1))


def encoded(state: State, seat: int) -> list[int]:
    found: list[int] = observation.encode(GAME.view(state, Seat(seat))).tolist()
    return found


def knowing(state: State, seat: int) -> int:
    """The number of the declaration that is right."""
    rack = packing.NUMBER[state.racks[seat][-1]]
    return turbo.BY_TILE + rack if state.options.colours else turbo.BY_DIGIT + int(rack_tables.TRIPLE[rack])


def quiet_game(options: Options, seed: int, declaring: float, right: float = 0.2) -> Iterator[tuple[Any, State]]:
    """Record and state, move by move, among people who seldom declare, and then are right at least so often."""
    rng, g, state, alphabet = Random(seed), record(options, seed), GAME.start(options), packing.alphabet(options)
    turbo.begin(g)
    while (who := int(turbo.awaits(g))) != -2:
        if who == -1:
            turbo.happen(g)
            state = GAME.apply(state, Happened(packing.fell(g)))
        else:
            numbers = marked(g)
            number = numbers[0]
            if len(numbers) > 1 and rng.random() < declaring:
                number = knowing(state, who) if rng.random() < right else rng.choice(numbers[1:])
            turbo.act(g, number)
            action = alphabet[number]
            if action is not None:
                state = GAME.apply(state, Played(Seat(who), action))
        yield g, state
    assert isinstance(GAME.awaits(state), Over)


# ---- actions ------------------------------------------------------------------


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_the_alphabet_has_every_action_once(options: Options) -> None:
    alphabet = packing.alphabet(options)
    actions = [action for action in alphabet if action is not None]
    assert len(alphabet) == turbo.ACTIONS
    assert len(actions) == len(set(actions)) == 1 + (len(RACKS) if options.colours else 84)
    for state, _, _ in playout(GAME, options, Random(1)):
        awaited = GAME.awaits(state)
        if isinstance(awaited, Choice):
            assert all(set(GAME.legal(state, seat)) <= set(actions) for seat in awaited.seats | awaited.free)


@pytest.mark.parametrize(
    "state",
    [
        table(),
        table(colours="on"),
        table("0: declare 1,2,3", "*: racked 0 2y,3k,4n"),
        table("0: declare 1,2,3", "*: racked 0 2y,3k,4n", players="2"),
        table("1: declare 1,2,3", "*: racked 1 2y,3k,4n", players="2", declare_again="any"),
    ],
)
def test_each_legal_action_is_chosen_as_often(state: State) -> None:
    g = packed(state, seed=5)
    for _ in range(2):  # one is polled, then another, or, where the only other has declared, the one to ask is asked
        numbers = marked(g)
        counts = Counter(int(turbo.choose(g)) for _ in range(100 * len(numbers)))
        assert even(counts, {number: Fraction(1, len(numbers)) for number in numbers})
        turbo.act(g, turbo.TO_PASS)


def polled(g: Any) -> list[int]:
    """Who is asked, one after the other, while all let it pass; the last is the player to ask, who can but ask."""
    asked = [int(turbo.awaits(g))]
    while turbo.TO_PASS in marked(g):
        turbo.act(g, turbo.TO_PASS)
        asked.append(int(turbo.awaits(g)))
    assert marked(g) == [turbo.TO_ASK]
    return asked


def test_c77_25_everybody_is_polled_once_from_the_player_to_ask_on() -> None:
    state = ask(table(), 4)
    assert polled(packed(state)) == [1, 2, 3, 0, 1]
    g = packed(state)
    turbo.act(g, turbo.TO_PASS)
    turbo.act(g, turbo.TO_PASS)
    turbo.act(g, turbo.BY_DIGIT)  # seat 3
    turbo.happen(g)
    assert polled(g) == [0, 1]  # polling goes on with the next seat
    g = packed(state)
    turbo.act(g, turbo.BY_DIGIT)  # the player to ask
    turbo.happen(g)
    assert polled(g) == [2, 3, 0, 1]


def test_c77_31_after_the_last_question_everybody_is_asked_once_more() -> None:
    g = packed(table("0: ask", "*: turned 4", limit="1", players="3"))
    assert polled(g) == [1, 1]
    turbo.act(g, turbo.TO_ASK)
    turbo.act(g, turbo.BY_DIGIT)  # seat 2
    while turbo.awaits(g) == -1:
        turbo.happen(g)
    assert polled(g) == [0, 0]
    turbo.act(g, turbo.TO_ASK)
    assert turbo.awaits(g) == -2 and packing.unpack(g, Options(limit=1, players=3, first=Seat(0))).ended == "C77-31"


# ---- chance -------------------------------------------------------------------


@pytest.mark.parametrize(
    "state",
    [
        after(GAME),
        after(GAME, players="3"),
        table("0: ask"),
        then(ask(table(questions="reshuffle"), *range(1, 20)), "3: ask"),
        table("0: declare 1,2,3", "*: racked 0 2y,3k,4n", "1: declare 1,2,7"),  # ten in the stock, and many of a kind
    ],
)
def test_chance_follows_its_odds(state: State) -> None:
    chance = GAME.awaits(state)
    assert isinstance(chance, Chance)
    odds = dict(chance.odds())
    g, counts = packed(state, seed=6), Counter[Any]()
    for _ in range(max(1500, 20 * len(odds))):
        packing.pack(state, g)
        assert turbo.awaits(g) == -1
        turbo.happen(g)
        counts[packing.fell(g)] += 1
    assert packing.unpack(g, state.options) == GAME.apply(state, Happened(packing.fell(g)))
    assert even(counts, odds)


def test_every_game_of_a_lane_begins_alike() -> None:
    options = Options(first=Seat(2), questions="reshuffle")
    g = record(options, seed=7)
    turbo.begin(g)
    start = g.copy()
    assert packing.unpack(g, options) == GAME.start(options)
    course(GAME).play(g)
    turbo.begin(g)
    assert (g.deck == start.deck).all() and (g.order == start.order).all()  # the same rolls make the same game
    assert packing.unpack(g, options) == GAME.start(options)


# ---- from the rules and back ----------------------------------------------------


@pytest.mark.parametrize("options", [*ALL_OPTIONS, *LONG], ids=str)
def test_a_state_is_packed_and_unpacked(options: Options) -> None:
    g, alphabet = record(options), packing.alphabet(options)
    for n, (_, _, state) in enumerate(playout(GAME, options, Random(2))):
        if n > 40 and n % 10:
            continue
        packing.pack(state, g)
        assert packing.unpack(g, options) == packing.bare(state)
        for seat in range(options.players):
            assert seen(g, seat) == encoded(state, seat)
        awaited = GAME.awaits(state)
        if isinstance(awaited, Choice):
            asked = NOBODY_POLLED.next_prompt(GAME, state)
            assert asked is not None
            assert (turbo.awaits(g), {alphabet[n] for n in marked(g)}) == (asked.seat, set(asked.offers))


def test_a_record_keeps_all_that_is_said_in_a_game_of_the_usual_length() -> None:
    longest = 0
    for seed in range(5):
        g = record(Options(target=10), seed)
        turbo.begin(g)
        course(GAME).play(g)
        longest = max(longest, int(g.logged))
    assert 2 * 230 <= longest <= 2 * 230 + 8 <= turbo.LOG


def test_of_a_longer_game_it_keeps_the_end() -> None:
    fresh = record(ENDLESS)
    for n, (g, state) in enumerate(quiet_game(ENDLESS, 3, declaring=0.06, right=0.03)):
        if len(state.log) < turbo.LOG - 5 or (n % 20 and len(state.log) > turbo.LOG + 20):
            continue
        bare = packing.bare(state)
        assert packing.unpack(g, ENDLESS) == bare
        packing.pack(bare, fresh)
        assert packing.unpack(fresh, ENDLESS) == bare
        for seat in range(2):
            assert seen(g, seat) == seen(fresh, seat) == encoded(state, seat) == encoded(bare, seat)
        if len(state.log) > turbo.LOG + 150:
            assert len(bare.log) == turbo.LOG and bare.log[-1].stood != state.log[-1].stood
            return
    raise AssertionError("the game was too short")


def test_one_who_never_declares_forgets_what_was_said_too_long_ago() -> None:
    """The other declares all the time, so that tiles come and go; what is kept reaches back 512 entries."""
    options = Options(players=2, limit=0, target=10, first=Seat(0))
    g, state, alphabet = record(options, 8), GAME.start(options), packing.alphabet(options)
    turbo.begin(g)
    fresh = record(options)
    while len(state.log) < turbo.LOG + 40:
        if (who := int(turbo.awaits(g))) == -1:
            turbo.happen(g)
            state = GAME.apply(state, Happened(packing.fell(g)))
            continue
        number = next((n for n in marked(g)[1:] if n != knowing(state, 1)), marked(g)[0]) if who else marked(g)[0]
        turbo.act(g, number)
        action = alphabet[number]
        if action is not None:
            state = GAME.apply(state, Played(Seat(who), action))
        if len(state.log) % 128 == 1 or len(state.log) >= turbo.LOG:
            packing.pack(packing.bare(state), fresh)
            for seat in range(2):
                assert seen(g, seat) == encoded(state, seat) == seen(fresh, seat)


# ---- questions ----------------------------------------------------------------


@pytest.mark.parametrize("number", CARDS)
def test_c77_10_every_question_is_answered_as_the_rules_do(number: int) -> None:
    rng, numbers = Random(number), {"first": 1, "equal": 0, "second": -1}
    for _ in range(300):
        g = record(Options(), rng.getrandbits(30))
        turbo.begin(g)
        while turbo.awaits(g) == -1:
            turbo.happen(g)
        racks = [RACKS[i] for i in g.rack]
        for seat in range(4):
            found = answer(number, racks[:seat] + racks[seat + 1 :])
            expected = numbers[found] if isinstance(found, str) else found
            assert turbo.answer_to(number, turbo.standing_racks(g), seat, seat) == expected


# ---- what a seat sees -----------------------------------------------------------


def deduced(view: View) -> tuple[list[int], list[int]]:
    """What the deduction of the rules says of one's own rack that stands: tiles left for it, and ways to make each."""
    assert view.seat is not None
    spans = out_of_stock(view)
    drawn, gone = spans[view.seat][-1]
    left = least(seen_from(view, spans)[drawn : gone + 1])
    events = [
        (event.number, others(view, event), event.answer)
        for event in view.log
        if isinstance(event, Asked) and event.by != view.seat and event.stood[view.seat] == len(view.racks[view.seat])
    ]
    ways = [
        prod(comb(left[PLACE[tile]], n) for tile, n in Counter(rack).items())
        * all(answer(number, (*seen, rack)) == found for number, seen, found in events)
        for rack in RACKS
    ]
    return list(left), ways


@pytest.mark.parametrize("options", LONG, ids=str)
def test_the_own_rack_is_narrowed_down_as_the_rules_deduce_it(options: Options) -> None:
    rng, sharp, compared = Random(1), 0, 0
    for g, state in quiet_game(options, 9, declaring=0.1):
        if rng.random() < 0.7:
            continue
        for seat in range(options.players):
            found = seen(g, seat)
            assert found == encoded(state, seat)
            if state.racks[seat] and seat not in state.filling and rng.random() < 0.2:
                left, ways = deduced(GAME.view(state, Seat(seat)))
                assert found[observation.LEFT : observation.FIT] == left
                assert found[observation.FIT : observation.ANSWER] == ways
                assert ways[packing.NUMBER[state.racks[seat][-1]]] > 0  # what is true is never struck out
                sharp += sum(way > 0 for way in ways) < 10
                compared += 1
    assert compared > 20 and sharp > 0


def test_c77_02_nobody_observes_their_own_rack() -> None:
    for seat, others_there in enumerate((ADA, BEN, CLEO, DAN)):
        racks = [ADA, BEN, CLEO, DAN]
        assert racks[seat] == others_there
        racks[seat] = "4n,6g,6g" if seat else "5r,6g,6g"
        one, two = seen(packed(table()), seat), seen(packed(table(racks=tuple(racks))), seat)
        assert one == two
        assert seen(packed(table()), (seat + 1) % 4) != seen(packed(table(racks=tuple(racks))), (seat + 1) % 4)


@pytest.mark.parametrize("shown", ["off", "on"])
def test_c77_21_tiles_taken_off_the_own_rack_count_only_if_they_were_shown(shown: str) -> None:
    lines = ("0: declare 1,2,3", "*: racked 0 2y,3k,4n")
    found = seen(packed(table(*lines, show_removed=shown)), 0)[observation.LEFT : observation.FIT]
    before = seen(packed(table(show_removed=shown)), 0)[observation.LEFT : observation.FIT]
    removed = [PLACE[tile] for tile in PLACE if tile in ADA.split(",")] if shown == "on" else []
    assert [k for k in range(len(PLACE)) if found[k] != before[k]] == removed


def test_a_question_is_observed_with_its_answer_who_gave_it_and_the_racks_that_still_stand() -> None:
    state = ask(table(), 21)
    at = observation.ANSWER + 3 * 20
    black, brown = ("3k" in CLEO) * 2, ("4n" in DAN) * 1
    assert black > brown and seen(packed(state), 3)[at : at + 3] == [1, 1, 0b1111]
    later = then(state, "2: declare 1,2,3", "*: racked 2 2y,3k,4n")
    assert seen(packed(later), 3)[at : at + 3] == [1, 1, 0b0111]  # rack 2 is the last that seat 3 comes to
    assert seen(packed(later), 2)[at : at + 3] == [1, 2, 0b1110]
    assert seen(packed(later), 2)[at + 3 : at + 6] == [observation.NO_ANSWER, -1, 0]
    assert seen(packed(state), 0)[observation.TO_COME + 20] == 22 and seen(packed(state), 0)[observation.TO_COME] == -1


def test_questions_left_are_told_up_to_127() -> None:
    at = observation.QUESTIONS_LEFT
    assert [seen(packed(table(limit=limit)), 0)[at] for limit in ("0", "5", "127", "9999")] == [-1, 5, 127, 127]


# ---- the end and the extremes ---------------------------------------------------


def test_rank_and_score_at_the_end() -> None:
    rules = set()
    for seed in range(30):
        *_, (_, _, state) = playout(GAME, ALL_OPTIONS[seed % len(ALL_OPTIONS)], Random(seed))
        rules.add(compare_end(state))
    for options in LONG:
        *_, (_, state) = quiet_game(options, 4, declaring=0.1)
        rules.add(compare_end(state))
    assert rules == {"C77-30", "C77-31"}


def compare_end(state: State) -> str:
    end, g = GAME.awaits(state), packed(state)
    assert isinstance(end, Over)
    assert turbo.awaits(g) == -2
    seats = range(state.options.players)
    assert tuple(int(turbo.rank(g, seat)) for seat in seats) == end.ranks
    assert tuple(int(turbo.score(g, seat)) for seat in seats) == end.scores
    return end.rule


@pytest.mark.parametrize("players", [2, 4])
def test_nothing_overflows_in_the_longest_game(players: int) -> None:
    options = Options(players=players, limit=9999, target=10, colours=True)
    g = record(options)
    turbo.begin(g)
    while turbo.awaits(g) != -2:
        if turbo.awaits(g) == -1:
            turbo.happen(g)
        else:
            turbo.act(g, marked(g)[0])  # nobody declares
    assert g.asked == g.logged == 9999 and g.ended == turbo.TALKED_OUT
    assert (
        packing.unpack(g, options).asked == 9999 and [turbo.rank(g, seat) for seat in range(players)] == [1] * players
    )


def test_all_points_but_one_that_can_be_made() -> None:
    state = table(target="10", declare_again="any")
    g, options = packed(state, 2), state.options
    for points in range(1, 10):
        for seat in range(4):
            g = packed(state, points)
            while turbo.awaits(g) != seat:
                turbo.act(g, turbo.TO_PASS)
            turbo.act(g, knowing(state, seat))
            turbo.happen(g)
            state = packing.unpack(g, options)
        assert state.points == (points,) * 4 and g.total == 4 * points
    while turbo.awaits(g) != 0:
        turbo.act(g, turbo.TO_PASS)
    turbo.act(g, knowing(state, 0))
    assert turbo.awaits(g) == -2 and [turbo.rank(g, seat) for seat in range(4)] == [1, 2, 2, 2]
    assert compare_end(packing.unpack(g, options)) == "C77-30"
