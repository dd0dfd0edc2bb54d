"""OpenSpiel: its own tests, and what they do not ask."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import (
    best_response,
    external_sampling_mccfr,
    generate_playthrough,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.tests import games_sim_test

from tablee.bots import posterior
from tablee.contract import IllegalMove, OptionError, Seat
from tablee.games.code21.options import Options as Code21
from tablee.games.code777.options import Options as Code777
from tablee.games.code777.posterior import OwnRack
from tablee.record import states, transcript
from tablee.rl.openspiel import load
from tests.rl.shelf import KNOWN, every_game, hidden_games, option_sets


def quick(name: str) -> Any:
    """The usual options, but that no game is very long."""
    game = KNOWN[name]
    return game.options(limit=24) if name == "code777" else game.options()


REDUCED = Code21(players=2, soldiers=(0, 9, 12), missions=(5,), first=0)  # type: ignore[arg-type]


def drawn(state: Any, rng: Random) -> int:
    """One of the outcomes or of the legal actions."""
    if not state.is_chance_node():
        return int(rng.choice(state.legal_actions()))
    numbers, odds = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(numbers, odds)[0])


def walk(state: Any, rng: Random) -> Iterator[Any]:
    """Every state of a random game."""
    while not state.is_terminal():
        yield state
        state = state.child(drawn(state, rng))
    yield state


# ---- its own tests --------------------------------------------------------------


@every_game
def test_random_simulation_with_serialisation(name: str) -> None:
    for options in [quick(name), *option_sets(name, 1)[1:]]:
        mask = not hasattr(options, "crisis_supply")  # a mask over some hundred thousand throws takes its time
        pyspiel.random_sim_test(load(name, options), num_sims=1, serialize=True, verbose=False, mask_test=mask)


def test_random_simulation_with_masks_over_many_throws() -> None:
    options = KNOWN["golden21"].options(players=3, years=1, crisis_supply=3)
    pyspiel.random_sim_test(load("golden21", options), num_sims=1, serialize=True, verbose=False)


@every_game
def test_simulation_in_python_with_pickles(name: str) -> None:
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(load(name, quick(name)))


@every_game
def test_any_number_of_players(name: str) -> None:
    kind = load(name).get_type()
    for players in {kind.min_num_players, kind.max_num_players}:
        assert pyspiel.load_game(kind.short_name, {"players": players}).num_players() == players


def test_playthrough() -> None:
    text = generate_playthrough.playthrough(f"{load('code21', REDUCED)}", None, seed=1)
    assert "ChanceOutcomes() = [(0,1)]" in text and "GameType.utility = Utility.ZERO_SUM" in text


@every_game
def test_reinforcement_learning_environment(name: str) -> None:
    table = rl_environment.Environment(load(name))
    table.seed(1)
    step = table.reset()
    for _ in range(20):
        player = step.observations["current_player"]
        if step.last():
            break
        step = table.step([step.observations["legal_actions"][player][0]])
    assert len(step.observations["info_state"]) == table.num_players


# ---- chance ---------------------------------------------------------------------


@every_game
def test_odds_are_exact_and_bounds_hold(name: str) -> None:
    most = 0
    for n, options in enumerate(option_sets(name, 4)):
        game = load(name, options)
        decisions = chances = 0
        for state in walk(game.new_initial_state(), Random(n)):
            decisions += state.is_player_node()
            if state.is_chance_node():
                chances += 1
                odds = state.moment.odds
                assert sum((share for _, share in odds), Fraction(0)) == 1
                outcomes = state.chance_outcomes()
                assert [number for number, _ in outcomes] == list(range(len(odds)))
                assert sum(share for _, share in outcomes) == pytest.approx(1, abs=1e-12)
                assert len(outcomes) <= game.max_chance_outcomes()
                most = max(most, len(outcomes) - game.max_chance_outcomes())
        assert decisions <= game.max_game_length()
        assert chances <= game.max_chance_nodes_in_history()
    assert most == 0 or name == "golden21"  # all but the throw of 25 dice is met in every game


def test_many_dice_are_one_chance() -> None:
    assert load("golden21").max_chance_outcomes() == 142_506
    options = KNOWN["golden21"].options(penalties=True, free_throw=True)
    assert load("golden21", options).max_chance_outcomes() == 2 * 142_506 + 1
    options = KNOWN["golden21"].options(penalties=True, off=100)
    assert load("golden21", options).max_chance_outcomes() == 6  # every roll leaves the table


# ---- states ---------------------------------------------------------------------


@every_game
def test_a_state_is_restored_exactly(name: str) -> None:
    rng = Random(2)
    game = load(name, quick(name))
    for state in walk(game.new_initial_state(), rng):
        if rng.random() < 0.05 or state.is_terminal():
            _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            assert again.moment.turn == state.moment.turn
            assert again.history() == state.history()
            for seat in range(game.num_players()):
                assert again.information_state_string(seat) == state.information_state_string(seat)
            if KNOWN[name].hidden and not state.is_terminal():
                world = state.resample_from_infostate(0, rng.random)
                world = world if world.is_terminal() else world.child(drawn(world, rng))
                same = pickle.loads(pickle.dumps(world))
                assert same.moment.turn == world.moment.turn
                assert same.information_state_string(0) == world.information_state_string(0)
        if state.is_terminal():
            *_, last = states(state.record)
            assert last == state.moment.turn.state


def test_an_imagined_world_was_never_played() -> None:
    state = load("sixteen").new_initial_state()
    world = state.resample_from_infostate(0, Random(1).random)
    assert str(world).startswith("imagined: ")
    with pytest.raises(AssertionError, match="imagined"):
        _ = world.record


DRAWS = 400


def test_worlds_are_drawn_as_likely_as_they_are() -> None:
    """Code 777 after a wrong declaration of one's own: two racks that were never seen, and sway each other."""
    game, rng = load("code777", Code777(players=2, first=Seat(0))), Random(5)
    state = game.new_initial_state()
    declare = state.moment.numbers.number[KNOWN["code777"].parse("declare 1,1,1")]
    for n in range(40):
        while state.is_chance_node():
            state.apply_action(drawn(state, rng))
        legal = state.legal_actions()
        state.apply_action(declare if n == 4 and declare in legal else legal[0])
    while state.is_chance_node():
        state.apply_action(drawn(state, rng))
    view = state.moment.turns.view(state.moment.turn, 0)
    behind = posterior(KNOWN["code777"], view)
    assert isinstance(behind, OwnRack) and len(behind.unseen) == 2 and len(behind.now) > 1
    found = Counter(state.resample_from_infostate(0, rng.random).moment.turn.state.racks[0][-1] for _ in range(DRAWS))
    assert set(found) <= set(behind.now)
    for rack, chance in behind.now.items():
        assert abs(found[rack] - DRAWS * chance) < 5 * (DRAWS * chance * (1 - chance)) ** 0.5 + 1


def test_kept_trees_are_the_same_trees() -> None:
    rng, again = Random(4), Random(4)
    for one, two in zip(
        walk(load("code21", REDUCED).new_initial_state(), rng),
        walk(load("code21", REDUCED, keep=True).new_initial_state(), again),
        strict=True,
    ):
        assert str(one) == str(two) and one.moment.turn == two.moment.turn
    game = load("code21", REDUCED, keep=True)
    assert game.new_initial_state().child(0).moment is game.new_initial_state().child(0).moment


def test_options_are_written_into_the_game() -> None:
    game = load("code21", REDUCED)
    assert str(game) == "tablee_code21(keep=False,options=soldiers:0;9;12 missions:5 first:0,players=2)"
    assert pyspiel.load_game(str(game)).turns.options == REDUCED
    for wrong in ({"players": 3}, {"options": "draw"}, {"options": "colour:red"}):
        with pytest.raises(OptionError):
            pyspiel.load_game("tablee_sixteen", wrong)


def test_illegal_actions_raise() -> None:
    state = load("code21", REDUCED).new_initial_state().child(0)
    with pytest.raises(IllegalMove):
        state.apply_action(42)  # nobody can be accused yet
    with pytest.raises(pyspiel.SpielError):
        state.apply_action_with_legality_check(42)
    with pytest.raises(ValueError, match="no action"):
        load("code777").new_initial_state().child(0).child(0).child(0).child(0).child(0).apply_action(336)


@every_game
def test_an_information_state_is_all_that_was_told(name: str) -> None:
    game = load(name, quick(name))
    *_, last = walk(game.new_initial_state(), Random(6))
    for seat in range(game.num_players()):
        *lines, view = last.information_state_string(seat).split("\n")
        assert lines == transcript(last.record, Seat(seat))
        assert view == last.observation_string(seat)


def test_recall_is_more_than_sight() -> None:
    """The same cards in hand, but dealt in another order."""
    one, two = (load("sixteen", KNOWN["sixteen"].options(first=0)).new_initial_state() for _ in range(2))
    for state, cards in ((one, ("b1", "g1", "b2", "g2", "b3")), (two, ("b2", "g1", "b1", "g2", "b3"))):
        for card in cards:
            state.apply_action(state.string_to_action(f"dealt {card}"))
    assert one.observation_string(0) == two.observation_string(0)
    assert one.information_state_string(0) != two.information_state_string(0)
    assert one.information_state_string(1) == two.information_state_string(1)


def test_letting_it_pass_has_a_name() -> None:
    state = load("code777").new_initial_state()
    while not state.is_player_node():
        state = state.child(0)
    assert state.moment.turn.polled
    assert state.action_to_string(1) == "let it pass"
    assert state.string_to_action("let it pass") == 1
    passed = state.child(1)
    assert str(passed) != str(state) and passed.moment.turn.moves == state.moment.turn.moves


def test_observers_show_what_one_player_sees() -> None:
    game = load("sixteen")
    with pytest.raises(ValueError, match="parameters"):
        game.make_py_observer(None, {"all": True})
    everything = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="one player"):
        game.make_py_observer(everything)
    public = game.make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    state = game.new_initial_state().child(0).child(5)  # seat 0 begins, and is dealt a card
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert '"hand":[]' in public.string_from(state, 0) and '"hand":[]' not in state.observation_string(0)
    assert public.tensor is None and public.dict == {}


def test_the_parts_of_an_observation_have_names() -> None:
    game = load("sixteen")
    state = game.new_initial_state().child(0).child(5)  # seat 0 begins, and is dealt a card
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert observer.dict["hand"].sum() == 1 and observer.dict["players"].tolist() == [2]
    assert np.concatenate(list(observer.dict.values())).tolist() == state.observation_tensor(0)


def test_nothing_is_left_to_crash_when_python_ends() -> None:
    code = "import tablee.rl.openspiel as o; o.load('sixteen').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# ---- its algorithms, on our games as they are -----------------------------------


@pytest.mark.parametrize(
    "solver", [external_sampling_mccfr.ExternalSamplingSolver, outcome_sampling_mccfr.OutcomeSamplingSolver]
)
def test_mccfr(solver: Any) -> None:
    np.random.seed(1)
    learner = solver(load("code21", REDUCED, keep=True))
    learner.iteration()
    learner.iteration()
    state = load("code21", REDUCED).new_initial_state().child(0)
    assert sum(learner.average_policy().action_probabilities(state).values()) == pytest.approx(1)


@hidden_games
def test_information_set_search(name: str) -> None:
    game = load(name, quick(name))
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 8, random_state=rng)
    state = next(state for state in walk(game.new_initial_state(), Random(1)) if len(state.legal_actions()) > 4
                 and state.is_player_node())  # fmt: skip
    assert bot.step(state) in state.legal_actions()


def test_search_where_nothing_is_hidden() -> None:
    game = load("golden21", KNOWN["golden21"].options(players=3, years=1))
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 8, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = next(state for state in walk(game.new_initial_state(), Random(1)) if state.is_player_node())
    assert bot.step(state) in state.legal_actions()


def test_best_response() -> None:
    """In the end of a small game: the first can do better against somebody who plays at random."""
    game = load("code21", REDUCED)
    state = game.new_initial_state().child(0)
    for text in ("play 9 down", "play 0 down", "play 0 down", "play 9 up", "play 12 up"):
        state = state.child(state.string_to_action(text))
    answer = best_response.BestResponsePolicy(game, 0, policy.UniformRandomPolicy(game), root_state=state)
    assert 0 < answer.value(state) <= 1
