"""How the bots of Code 777 think."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tablee.bots import AnyBot
from tablee.contract import Choice, Happened, Over, Played, Seat
from tablee.games.code777 import GAME
from tablee.games.code777.actions import ASK, Act, Declare, DeclareTiles
from tablee.games.code777.bots.levels import BOTS, declared_as, fitting_for_beginner, fitting_for_club
from tablee.games.code777.bots.point_race import Race, duration, longer_odds
from tablee.games.code777.bots.rack_beliefs import Mind
from tablee.games.code777.bots.rivals import MISSED, Rivals, certain
from tablee.games.code777.fits import BIT, WORTH, fits, made_of, members, said_of, total_of, ways
from tablee.games.code777.options import Options
from tablee.games.code777.posterior import posterior
from tablee.games.code777.questions import CARDS, answer
from tablee.games.code777.state import State
from tablee.games.code777.tiles import COUNT, DIGITS, RACKS, Tile
from tests.games.code777.table import ask, table, then

BEGINNER, CLUB, MASTER = BOTS


def chosen(bot: AnyBot, state: State, seat: int, seed: int = 0) -> object:
    return bot.choose(GAME.view(state, Seat(seat)), GAME.legal(state, Seat(seat)), Random(seed))


def played(bot: AnyBot, options: Options, rng: Random) -> Iterator[tuple[State, Seat, Act | None]]:
    """A game among bots of one level: whoever is asked, and what they do."""
    state = GAME.start(options)
    while not isinstance(awaited := GAME.awaits(state), Over):
        if not isinstance(awaited, Choice):
            state = GAME.apply(state, Happened(awaited.sample(rng)))
            continue
        for seat in (*sorted(awaited.free), *sorted(awaited.seats)):
            action = bot.choose(GAME.view(state, seat), GAME.legal(state, seat), rng)
            yield state, seat, action  # type: ignore[misc]
            if action is not None:
                state = GAME.apply(state, Played(seat, action))  # type: ignore[arg-type]
                break


def told_apart(state: State, seat: int) -> State:
    """Questions until this seat's own digits are certain."""
    numbers = list(state.pile)
    while not certain(fitting_for_club(GAME.view(state, Seat(seat))), state.options.colours):
        state = ask(state, numbers.pop())
    return state


# ---- what fits --------------------------------------------------------------------


@pytest.mark.parametrize("number", CARDS)
def test_what_fits_an_answer_is_what_makes_it_true(number: int) -> None:
    rng = Random(number)
    for _ in range(6):
        others, mine = rng.sample(RACKS, rng.choice((1, 2))), rng.choice(RACKS)
        found = answer(number, (*others, mine))
        assert said_of(number, total_of(number, others) + WORTH[number][mine]) == found
        fitting = set(members(fits(number, total_of(number, others), found)))
        assert fitting == {rack for rack in RACKS if answer(number, (*others, rack)) == found}


def test_a_rack_is_made_of_what_is_left() -> None:
    left = [COUNT[tile] for tile in COUNT]
    assert made_of(left).bit_count() == len(RACKS)
    left[0] = 0
    left[3] = 1
    assert set(members(made_of(left))) == {
        rack for rack in RACKS if Tile("1g") not in rack and rack.count(Tile("4n")) < 2
    }
    assert ways((1, 2, 3, 4, 1, 4, 3, 3, 2, 1, 4), (Tile("2y"), Tile("3k"), Tile("3k"))) == 2 * 3


# ---- beginner and club --------------------------------------------------------------


def test_a_club_player_declares_what_is_certain_and_nothing_else() -> None:
    state = table(limit="0")
    while not certain(fitting_for_club(GAME.view(state, Seat(0))), colours=False):
        assert chosen(CLUB, state, 0) == (ASK if state.turn == 0 else None)
        state = ask(state, state.pile[-1])
    assert chosen(CLUB, state, 0) == Declare((4, 5, 7))


def test_a_club_player_is_never_wrong_before_the_last_round() -> None:
    rng = Random(4)
    declared = 0
    for options in (Options(), Options(players=2, colours=True), Options(players=3, show_removed=True)):
        for state, seat, action in played(CLUB, options, rng):
            if isinstance(action, Declare | DeclareTiles):
                declared += 1
                assert declared_as(action) in (DIGITS[state.racks[seat][-1]], state.racks[seat][-1])
    assert declared >= 9


def test_a_beginner_never_declares_what_stands_before_their_eyes() -> None:
    rng, declared = Random(5), []
    for state, seat, action in played(BEGINNER, Options(), rng):
        if isinstance(action, Declare):
            assert any(DIGITS[rack] == action.digits for rack in members(fitting_for_beginner(GAME.view(state, seat))))
            declared.append(action.digits == DIGITS[state.racks[seat][-1]])
    assert True in declared and False in declared


def test_a_beginner_knows_less_than_a_club_player_and_nothing_false() -> None:
    state = table()
    less = 0
    for number in CARDS:
        state = ask(state, number)
        for seat in range(4):
            view = GAME.view(state, Seat(seat))
            assert not fitting_for_club(view) & ~fitting_for_beginner(view)
            assert BIT[state.racks[seat][-1]] & fitting_for_club(view)
            less += fitting_for_club(view) != fitting_for_beginner(view)
    assert less


# ---- everybody ------------------------------------------------------------------------


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.level)
def test_when_no_question_is_left_everybody_guesses(bot: AnyBot) -> None:
    state = ask(table(limit="1"), 4)
    assert isinstance(chosen(bot, state, state.turn or 0), Declare)


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.level)
def test_nobody_declares_before_the_first_question(bot: AnyBot) -> None:
    assert chosen(bot, table(), 0) == ASK
    assert chosen(bot, table(), 2) is None


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.level)
def test_who_has_declared_can_only_ask(bot: AnyBot) -> None:
    state = then(table(), "0: declare 1,1,1", "*: racked 0 5r,6g,6p")
    assert chosen(bot, state, 0) == ASK
    [only] = bot.advise(GAME.view(state, Seat(0)), GAME.legal(state, Seat(0)), Random(0))
    assert (only.action, only.reason) == (ASK, "must ask")


@pytest.mark.parametrize("bot", [CLUB, MASTER], ids=lambda bot: bot.level)
@pytest.mark.parametrize("colours", ["off", "on"])
def test_what_is_certain_is_declared_and_advised_first(bot: AnyBot, colours: str) -> None:
    state = told_apart(table(colours=colours), 0)
    best = bot.advise(GAME.view(state, Seat(0)), GAME.legal(state, Seat(0)), Random(0))[0]
    known = Declare((4, 5, 7)) if colours == "off" else DeclareTiles(state.racks[0][0])
    assert best.action == chosen(bot, state, 0) == known
    assert best.reason == "certain"


# ---- master -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_master_knows_what_the_others_know_if_they_saw_that_rack(players: int) -> None:
    looked_at = 0
    for n, (state, seat, _) in enumerate(played(CLUB, Options(players=players, show_removed=True), Random(players))):
        if n % 5:
            continue
        view = GAME.view(state, seat)
        rivals = Rivals(view, dict(enumerate(view.racks[seat][:-1])))  # type: ignore[arg-type]
        mine = state.racks[seat][-1]
        for other in rivals.now:
            assert rivals.known(other, mine) == fitting_for_club(GAME.view(state, other))
            looked_at += 1
        assert rivals.weight(mine) == 1  # club players do just as is thought of them
    assert looked_at


TELLING = (1, 20, 18, 22, 10, 21, 23, 11)
"""After these questions two racks fit for Ada; with the true one Ben is certain, with the other he is not."""


def test_silence_tells() -> None:
    """A rack with which somebody would have been certain, and would have said so, is not likely to be there."""
    state = ask(table(), *TELLING)
    mine = state.racks[0][0]
    [other] = set(posterior(GAME.view(state, Seat(0))).now) - {mine}
    assert Rivals(GAME.view(state, Seat(0)), {}).weight(mine) == 1  # he was not asked yet
    rivals = Rivals(GAME.view(ask(state, 17), Seat(0)), {})
    assert rivals.weight(mine) == MISSED
    assert rivals.weight(other) == 1


def test_a_sound_declaration_tells() -> None:
    """Ben was certain, so it is hardly a rack with which he could not be."""
    state = ask(table(), *TELLING)
    heard = posterior(GAME.view(state, Seat(0))).now
    state = then(state, "1: declare 1,2,6", "*: racked 1 5k,5r,6p")
    view = GAME.view(state, Seat(0))
    mine = state.racks[0][0]
    [other] = set(heard) - {mine}
    assert Rivals(view, {}).weight(mine) == 1
    assert Rivals(view, {}).weight(other) < 0.2
    assert Mind(view).chances[DIGITS[mine]] > posterior(view).now[mine]


def test_a_wrong_declaration_makes_the_next_one_tell_less() -> None:
    state = then(ask(table(), 10), "1: declare 7,7,7", "*: racked 1 5r,6g,6g")
    assert Rivals(GAME.view(state, Seat(0)), {}).hasty == {1}
    assert not Rivals(GAME.view(ask(table(), 10), Seat(0)), {}).hasty


def guessing(target: str) -> State:
    """Ada is to ask. Ben is certain, whichever of four racks she has."""
    return ask(table(target=target), 18, 23, 11, 2, 14, 4, 6, 9)


def test_a_master_guesses_when_a_rival_is_about_to_win() -> None:
    state = guessing("1")
    view = GAME.view(state, Seat(0))
    thought = Mind(view).think(Random(0))
    assert max(thought.chances.values()) < 0.5
    assert thought.rush == 1
    assert thought.value(thought.best) > thought.waiting
    calm = Mind(GAME.view(guessing("9"), Seat(0))).think(Random(0))
    assert calm.waiting > calm.value(calm.best)
    assert thought.best == calm.best
    assert chosen(MASTER, state, 0) != ASK == chosen(MASTER, guessing("9"), 0)


def test_a_master_listens_before_a_first_guess() -> None:
    state = ask(table(), 1, 2)
    for seat in range(4):
        assert chosen(MASTER, state, seat) == (ASK if state.turn == seat else None)


@pytest.mark.parametrize("limit", [0, 5])
def test_a_hint_is_what_the_master_does_and_never_what_is_certainly_wrong(limit: int) -> None:
    options = Options(players=3, target=2, limit=limit)
    for n, (state, seat, _) in enumerate(played(CLUB, options, Random(4))):
        if n % 3 == 0 or limit:
            view, legal = GAME.view(state, seat), GAME.legal(state, seat)
            weighed = MASTER.advise(view, legal, Random(n))
            assert weighed[0].action == MASTER.choose(view, legal, Random(n))
            wrong = [advice.reason == "impossible" for advice in weighed]
            assert wrong == sorted(wrong)  # whatever may be right, and to wait, comes first
        if n > 45:
            break


def test_the_same_view_and_seed_give_the_same_advice() -> None:
    state = guessing("2")
    view, legal = GAME.view(state, Seat(0)), GAME.legal(state, Seat(0))
    assert MASTER.advise(view, legal, Random(3)) == MASTER.advise(view, legal, Random(3))


def test_questions_come_again_in_their_order() -> None:
    state = ask(table(limit="0"), *CARDS)
    assert Mind(GAME.view(state, Seat(0))).questions(Random(0)) == list(CARDS[:10])
    state = ask(table(limit="0"), *CARDS[:20])
    assert sorted(Mind(GAME.view(state, Seat(0))).questions(Random(0))[:3]) == [21, 22, 23]
    assert Mind(GAME.view(state, Seat(0))).questions(Random(0))[3:] == list(CARDS[:7])


# ---- the race -----------------------------------------------------------------------------


def test_points_help_and_time_hurts() -> None:
    race = Race(GAME.view(table(), Seat(0)), [(3, 5, 9), (6, 6, 6)])
    assert race.chance(0, 0) < race.chance(1, 0) < race.chance(2, 0) < race.chance(3, 0) == 1
    assert race.chance(2, 0) > race.chance(2, 4) > race.chance(2, 9)


def test_a_race_among_equals_is_fair() -> None:
    """New tiles everywhere: with a pace drawn for each, everybody wins as often."""
    for players in (2, 3, 4):
        ahead = duration(3, players, False)
        alive = longer_odds(3, players, False)
        assert sum(ahead) == pytest.approx(1, abs=0.01)
        mine = sum(p * q ** (players - 1) for p, q in zip(ahead, alive, strict=True))
        assert mine == pytest.approx(1 / players, abs=0.01)
