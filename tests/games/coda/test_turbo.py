"""Code de Vinci for speed. That kernel and rules agree move by move is a law, checked for all games in one place."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tablee.contract import Chance, Choice, Happened, Over, Played, Seat
from tablee.games.coda import GAME, choices, observation, packing, turbo
from tablee.games.coda.actions import Arrange, Attack, Place, Take
from tablee.games.coda.options import Options
from tablee.games.coda.state import Standing, State
from tablee.games.coda.tiles import JOKERS, NUMBERS, TILES, VALUE, WITH_JOKERS, Tile
from tablee.testing import covering, playout
from tablee.turbo import course, lanes
from tests.games.coda.table import emptied, right, stand, take, wrong
from tests.kernels import Workbench, even
from tests.playing import after, play

pytestmark = pytest.mark.slow

BENCH = Workbench(GAME)
record, packed, marked, seen = BENCH.record, BENCH.packed, BENCH.marked, BENCH.seen

ALL_OPTIONS = covering(Options)
EXPERT = {"jokers": "on"}
DRAWN = observation.OBSERVATION.slice("drawn")


def dealt(hand: str, **options: str) -> State:
    """An expert has been dealt these tiles."""
    tiles = sorted(hand.split())
    state: State = after(
        GAME,
        [f"0: pick {hand.count('b')}", *(f"*: dealt {tile}" for tile in tiles)],
        **{"first": "0", **EXPERT, **options},
    )
    assert state.phase == "arrange"
    return state


def drawn_beside(row: tuple[Tile, ...], tile: Tile, ban: bool = True) -> State:
    """Seat 0's code stands so, and this tile is to join it; nobody cares how it came to that."""
    options = Options(jokers=True, joker_ban=ban, first=Seat(0))
    others = [other for other in TILES if other not in row and other != tile]
    return State(
        options,
        table=tuple(sorted(others[4:])),
        codes=(tuple(Standing(one) for one in row), tuple(Standing(one) for one in others[:4])),
        phase="place",
        turn=Seat(0),
        drawn=tile,
        right=True,
    )


def attacking(row: tuple[Tile, ...]) -> State:
    """Seat 0 has drawn a tile, and seat 1 hides all of these."""
    state = drawn_beside((NUMBERS[0],), NUMBERS[1])
    codes = (state.codes[0], tuple(Standing(tile) for tile in row))
    table = tuple(tile for tile in WITH_JOKERS if tile not in (*NUMBERS[:2], *row))
    return replace(state, codes=codes, table=table, phase="attack")


def first_wrong(state: State, numbers: list[int]) -> int:
    """The first of these that is not a right attack."""
    for number in numbers:
        action = packing.meaning(number, state)
        if not isinstance(action, Attack) or VALUE[state.codes[action.target][action.place].tile] != action.value:
            return number
    raise AssertionError


def missed(state: State) -> State:
    """Whose turn it is makes a wrong attack, and is to pay for it."""
    action = packing.meaning(first_wrong(state, marked(packed(state))), state)
    assert isinstance(action, Attack)
    after_it: State = play(GAME, state, f"{state.turn}: {action}")
    return after_it


# ---- actions ------------------------------------------------------------------


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_the_alphabet_has_every_action_once_but_for_arrangements(options: Options) -> None:
    alphabet = packing.alphabet(options)
    actions = [action for action in alphabet if action is not None]
    values, places = (13, 13) if options.jokers else (12, 0)
    assert len(alphabet) == turbo.ACTIONS
    assert len(actions) == len(set(actions))
    assert len(actions) == options.tiles_each + 1 + 2 + options.players * 13 * values + 1 + places + 13
    for seed in range(3):
        for state, _, _ in playout(GAME, options, Random(seed)):
            awaited = GAME.awaits(state)
            if isinstance(awaited, Choice):
                assert state.turn is not None
                assert all(action in actions or isinstance(action, Arrange) for action in GAME.legal(state, state.turn))


def test_every_number_means_one_thing_and_the_alphabet_says_the_same() -> None:
    state = stand("b1 w- b4 w7", "b3 w3 b8 w8", **EXPERT)
    for number, action in enumerate(packing.alphabet(state.options)[: turbo.TO_ARRANGE]):
        assert packing.meaning(number, state) == action


@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("b1 b4 w7 w10", "b1,b4,w7,w10"),
        ("b- b4 w7 w10", "b-,b4,w7,w10"),
        ("b- w-  w7 w10", "w7,w-,b-,w10"),
        ("b- w- b7 w10", "w-,b7,w10,b-"),
    ],
)
def test_cod_07_an_arrangement_is_told_by_the_places_of_the_jokers(hand: str, row: str) -> None:
    state, wanted = dealt(hand), row.split(",")
    black, white = (wanted.index(joker) if joker in wanted else turbo.NONE for joker in JOKERS)
    number = turbo.TO_ARRANGE + 5 * black + white
    assert str(packing.meaning(number, state)) == f"arrange {row}"
    g = packed(state)
    turbo.act(g, number)
    assert packing.unpack(g, state.options) == play(GAME, state, f"0: arrange {row}")


@pytest.mark.parametrize("ban", ["on", "off"])
@pytest.mark.parametrize("players", ["2", "4"])
def test_cod_04_every_arrangement_of_a_hand_is_listed_and_led_to(ban: str, players: str) -> None:
    rng, near = Random(1), NUMBERS[6:15]  # near one another: so there are consecutive ones among them
    start = after(GAME, ["0: pick 0"], players=players, joker_ban=ban, first="0", **EXPERT)
    each = start.options.tiles_each
    for jokers in ((), JOKERS[:1], JOKERS[1:], JOKERS):
        for numbers in rng.sample(list(combinations(near, each - len(jokers))), 9):
            hand = tuple(rng.sample((*numbers, *jokers), each))
            table = tuple(tile for tile in WITH_JOKERS if tile not in hand)
            state = replace(start, phase="arrange", hand=hand, table=table, black=sum(tile[0] == "b" for tile in hand))
            rows = {packing.meaning(number, state): number for number in marked(packed(state))}
            assert rows.keys() == set(GAME.legal(state, Seat(0)))
            for action, number in rows.items():
                assert action is not None
                g = packed(state)
                turbo.act(g, number)
                assert packing.unpack(g, state.options) == GAME.apply(state, Played(Seat(0), action))


@pytest.mark.parametrize("ban", [True, False])
def test_cod_05_a_drawn_tile_may_stand_where_the_rules_let_it(ban: bool) -> None:
    b5, w5, b6, w6, b7, w7 = NUMBERS[10:16]
    found = Counter[int]()
    for numbers in ((w5,), (w5, w7), (b5, w5, b7, w7), (w5, b6, w6), (b5, b6), (b5, b7)):
        for jokers in (JOKERS[:1], JOKERS):
            rows = {
                row
                for row in permutations((*numbers, *jokers))
                if [tile for tile in row if tile in numbers] == list(numbers)
            }
            for row in rows:
                for tile in {b5, w5, b6, w6, b7, w7, NUMBERS[0], NUMBERS[23], *JOKERS}.difference(row):
                    state = drawn_beside(row, tile, ban)
                    g = packed(state)
                    places = {packing.meaning(number, state): number for number in marked(g)}
                    assert places.keys() == set(GAME.legal(state, Seat(0)))
                    found[len(places)] += 1
                    for action, number in places.items():
                        assert isinstance(action, Place)
                        packing.pack(state, g)
                        turbo.act(g, number)
                        assert packing.unpack(g, state.options) == GAME.apply(state, Played(Seat(0), action))
    assert min(found[n] for n in (1, 2, 3, 5)) > 0


CODES = ("b1 b4 w7 w10", "b3 w3 b8 w8")
THREE = ("b1 b4 w7", "b3 w3 b8", "b0 w0 b11", "b5 w5 b6")


@pytest.mark.parametrize(
    "state",
    [
        after(GAME, first="0"),  # how many are to be black
        after(GAME, first="0", players="4"),
        stand(*CODES),  # a colour
        take(stand(*CODES), "b0"),
        right(take(stand(*CODES), "b0"), 1, 2),  # one tile less to attack, and to stop
        right(right(take(stand(*THREE), "b2"), 2, 0), 1, 1),  # three to attack
        attacking(NUMBERS[2:13]),  # more than an int8 counts
        take(stand("b- b4 w7 w10", *CODES[1:], **EXPERT), "b0"),  # a joker more to say
        wrong(emptied(stand(*CODES))),  # nothing to draw
        dealt("b1 b4 w7 w10"),  # one row
        dealt("b1 b4 w7 w-"),  # five rows
        dealt("b1 b2 w7 b-"),  # four rows
        dealt("b- w- w7 w10"),  # twelve rows
        dealt("b- w- w9 w10"),  # six rows
        dealt("w- b3 b-", players="4"),
        drawn_beside((NUMBERS[11], *JOKERS, NUMBERS[15]), NUMBERS[13]),  # three places
        drawn_beside((NUMBERS[11], JOKERS[0], NUMBERS[12], NUMBERS[13]), JOKERS[1]),
        missed(take(stand(*CODES, **EXPERT), "b0")),  # one place
        missed(emptied(stand(*CODES))),  # an own tile to show
    ],
    ids=lambda state: state.phase,
)
def test_each_legal_action_is_chosen_as_often(state: State) -> None:
    g = packed(state, seed=5)
    numbers = marked(g)
    assert state.turn is not None
    assert {packing.meaning(number, state) for number in numbers} == set(GAME.legal(state, state.turn))
    counts = Counter(int(choices.choose(g)) for _ in range(60 * len(numbers)))
    assert even(counts, {number: Fraction(1, len(numbers)) for number in numbers})


# ---- chance -------------------------------------------------------------------


@pytest.mark.parametrize(
    "state",
    [
        after(GAME, players="3"),
        after(GAME, ["0: pick 2"], first="0"),
        after(GAME, ["0: pick 0"], first="0", **EXPERT),
        after(GAME, ["0: pick 1", "*: dealt b5"], first="0"),
        after(GAME, ["*: dealt b5", "*: dealt w1"], first="0", dealing="random"),
        after(GAME, first="1", dealing="random", **EXPERT),
        play(GAME, stand(*CODES), "0: take white"),
        play(GAME, wrong(take(stand(*CODES, **EXPERT), "b-")), "1: take black"),
    ],
)
def test_chance_follows_its_odds(state: State) -> None:
    chance = GAME.awaits(state)
    assert isinstance(chance, Chance)
    g, counts = packed(state, seed=6), Counter[Any]()
    for _ in range(1500):
        packing.pack(state, g)
        assert turbo.awaits(g) == -1
        turbo.happen(g)
        counts[packing.fell(g)] += 1
    assert packing.unpack(g, state.options) == GAME.apply(state, Happened(packing.fell(g)))
    assert even(counts, dict(chance.odds()))


def test_every_game_of_a_lane_begins_alike() -> None:
    options = Options(first=Seat(1), jokers=True)
    g, fresh = lanes(GAME, options, 2, seed=7)
    turbo.begin(g)
    turbo.begin(fresh)
    assert packing.unpack(g, options) == GAME.start(options)
    course(GAME).play(g)
    turbo.begin(g)
    assert (g.table == fresh.table).all()  # in the same order: the same rolls, the same game
    assert packing.unpack(g, options) == GAME.start(options)


# ---- the way there and back -----------------------------------------------------


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_a_state_is_packed_and_unpacked_whole(options: Options) -> None:
    g = record(options)
    for _, _, state in playout(GAME, options, Random(2)):
        packing.pack(state, g)
        assert packing.unpack(g, options) == state
        for seat in range(options.players):
            assert seen(g, seat) == observation.encode(GAME.view(state, Seat(seat))).tolist()


# ---- what a seat sees -----------------------------------------------------------


def test_cod_01_of_a_hidden_tile_the_others_see_the_colour() -> None:
    one, other = (packed(stand(code, CODES[1])) for code in ("b1 b4 w7 w10", "b0 b9 w9 w11"))
    assert seen(one, 1) == seen(other, 1)
    assert seen(one, 0) != seen(other, 0)
    assert seen(one, 0)[: 4 * observation.EACH : observation.EACH] == [1, 1, 2, 2]
    assert seen(one, 0)[1 : 4 * observation.EACH : observation.EACH] == [1, 4, 7, 10]


def test_cod_10_only_who_took_it_sees_the_drawn_tile() -> None:
    one, other = (packed(take(stand(*CODES), tile)) for tile in ("b0", "b11"))
    assert seen(one, 1) == seen(other, 1)
    assert seen(one, 0)[DRAWN] == [1, 0] and seen(other, 0)[DRAWN] == [1, 11]
    assert seen(one, 1)[DRAWN] == [1, -1]


def test_cod_14_a_wrong_guess_is_remembered_of_the_tile_and_of_who_made_it() -> None:
    state = play(GAME, take(stand(*CODES), "w0"), "0: attack 1 0 11", "1: take white", "*: drawn w5", "1: attack 0 1 2")
    state = play(GAME, state, "0: take white", "*: drawn w6", "0: attack 1 0 4")
    mine = seen(packed(state), 0)
    struck = observation.SEAT  # seat 1's leftmost tile
    assert mine[struck : struck + observation.EACH] == [1, -1, 0, 0, 1 << 4, 1 << 11 - 7]
    assert mine[observation.SPOKEN : observation.WENT] == [1 << 4, 1 << 11 - 7, 0, 0]
    assert mine[struck + observation.SPOKEN : struck + observation.WENT] == [1 << 2, 0, 0, 0]
    assert seen(packed(state), 1)[: observation.EACH] == [1, 3, 0, 0, 1 << 4, 1 << 11 - 7]


def test_cod_21_at_the_end_all_codes_are_seen() -> None:
    state = take(stand(*CODES), "b0")
    for place in range(4):
        state = right(state, 1, place)
    assert isinstance(GAME.awaits(state), Over)
    theirs = seen(packed(state), 1)[observation.SEAT :]
    assert theirs[1 : 4 * observation.EACH : observation.EACH] == [1, 4, 7, 10]


# ---- the end and the extremes ---------------------------------------------------


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_cod_21_rank_and_score_at_the_end(options: Options) -> None:
    *_, (_, _, state) = playout(GAME, options, Random(4))
    end, g = GAME.awaits(state), packed(state)
    assert isinstance(end, Over) and not end.scores
    assert turbo.awaits(g) == -2
    assert tuple(int(turbo.rank(g, seat)) for seat in range(options.players)) == end.ranks
    assert all(turbo.score(g, seat) == 0 for seat in range(options.players))


@pytest.mark.parametrize("jokers", [True, False])
def test_the_longest_codes_and_the_most_attacks_have_room(jokers: bool) -> None:
    """Both draw all there is, and are wrong until only one tile is hidden."""
    options = Options(jokers=jokers, first=Seat(0))
    g, state = record(options, seed=8), GAME.start(options)
    turbo.begin(g)
    attacks = 0
    while turbo.awaits(g) != -2:
        if turbo.awaits(g) == -1:
            turbo.happen(g)
            state = GAME.apply(state, Happened(packing.fell(g)))
            continue
        number = first_wrong(state, marked(g))
        action = packing.meaning(number, state)
        assert action is not None and state.turn is not None and state.turn == turbo.awaits(g)
        attacks += isinstance(action, Attack)
        turbo.act(g, number)
        state = GAME.apply(state, Played(state.turn, action))
        assert packing.unpack(g, options) == state
        assert seen(g, 1) == observation.encode(GAME.view(state, Seat(1))).tolist()
    assert [len(code) for code in state.codes] == [turbo.LONGEST - (not jokers)] * 2
    assert attacks == g.attacks == sum(standing.up for code in state.codes for standing in code) <= turbo.PACK


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_code_grows_longer_whoever_goes_out_when(players: int) -> None:
    options = Options(players=players, jokers=True, first=Seat(0))
    longest = 0
    for seed in range(20):
        rng = Random(seed)
        state = GAME.start(options)
        while not isinstance(awaited := GAME.awaits(state), Over):
            if isinstance(awaited, Choice):
                assert state.turn is not None
                hits = [  # the next seat's tiles, and so to the last two: they draw all the rest
                    action
                    for action in GAME.legal(state, state.turn)
                    if isinstance(action, Attack)
                    and VALUE[state.codes[action.target][action.place].tile] == action.value
                    and len(state.out) < players - 2
                ]
                action = hits[0] if hits else rng.choice(list(GAME.legal(state, state.turn)))
                state = GAME.apply(state, Played(state.turn, action))
            else:
                state = GAME.apply(state, Happened(awaited.sample(rng)))
        longest = max(longest, *(len(code) for code in state.codes))
    assert longest <= turbo.LONGEST


def test_cod_10_a_colour_that_has_run_out_is_not_offered() -> None:
    state = stand("b0 b1 b2 b3", "b4 b5 b6 b7")
    while any(tile[0] == "b" for tile in state.table):
        state = wrong(take(state, state.table[0]))
    numbers = marked(g := packed(state))
    assert [packing.meaning(number, state) for number in numbers] == [Take("white")]
    assert choices.choose(g) == numbers[0]
