"""Actions as numbers and back."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tablee import options as agreed
from tablee.rl.numbering import Numbering, find_game, read_options
from tablee.rl.turns import Turns
from tablee.turbo import lanes
from tests.rl.shelf import KNOWN, every_game, option_sets, random_turns


@every_game
def test_every_number_means_what_it_was_made_of(name: str) -> None:
    game = KNOWN[name]
    for options in option_sets(name, 3):
        numbers = Numbering(game, options)
        turns = Turns(game, options)
        for turn in random_turns(turns, Random(1)):
            offers = turns.offers(turn)
            given = numbers.numbers(turn.state, offers)
            assert len({*given}) == len(offers)
            assert [numbers.action_of(turn.state, number) for number in given] == list(offers)
            mask = numbers.mask(turn.state, offers)
            assert mask.sum() == len(offers) and all(mask[number] for number in given)


@every_game
def test_the_kernel_asks_the_same_seats_and_offers_the_same_numbers(name: str) -> None:
    """So that what was learned in one is of use in the other."""
    game, rng = KNOWN[name], Random(name)
    for options in option_sets(name, 3):
        numbers, turns = Numbering(game, options), Turns(game, options)
        fast = numbers.kernel
        (record,) = lanes(game, options, 1, seed=5)
        fast.begin(record)
        turn = turns.begin()
        mask = np.zeros(numbers.actions, np.int8)
        for _ in range(400):
            if turn.over:
                break
            if turn.seat is None:
                assert fast.awaits(record) == -1
                fast.happen(record)
                turn = turns.happen(turn, fast.fell(record))
                continue
            assert fast.awaits(record) == turn.seat
            fast.legal(record, mask)
            assert (mask == numbers.mask(turn.state, turns.offers(turn))).all()
            number = rng.choice(np.flatnonzero(mask).tolist())
            fast.act(record, number)
            turn = turns.act(turn, numbers.action_of(turn.state, number))


def test_jokers_are_arranged_by_number() -> None:
    game = KNOWN["coda"]
    turns = Turns(game, agreed.read(game.options, {"players": "2", "jokers": "on", "first": "0", "joker_ban": "off"}))
    numbers = Numbering(game, turns.options)
    turn = turns.act(turns.begin(), game.parse("pick 2"))
    for tile in ("b-", "b3", "w-", "w5"):
        turn = turns.happen(turn, game.parse(f"dealt {tile}"))
    offers = turns.offers(turn)
    assert len(offers) == 12
    given = numbers.numbers(turn.state, offers)
    assert len({*given}) == 12
    assert [numbers.action_of(turn.state, number) for number in given] == list(offers)


def test_a_number_without_an_action_is_refused() -> None:
    game = KNOWN["code777"]
    turns = Turns(game, game.options())
    numbers = Numbering(game, turns.options)
    assert numbers.action_of(turns.begin().state, 1) is None
    with pytest.raises(ValueError, match="no action"):
        numbers.action_of(turns.begin().state, numbers.actions - 1)  # tiles are not declared with these options


def test_games_and_options_are_given_or_named() -> None:
    game = KNOWN["sixteen"]
    assert find_game("sixteen") is find_game(game) is game
    assert read_options(game, None) == game.options()
    assert read_options(game, {"players": "4"}) == read_options(game, game.options(players=4))
