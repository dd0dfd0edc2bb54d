"""The shelf as a client gets it."""

from __future__ import annotations

import pytest

from tablee import options
from tablee.games import GAMES
from tablee.games.parts import presets
from tablee.server.protocol.catalogue import boxes


@pytest.mark.parametrize("name", GAMES)
def test_every_preset_is_a_game_that_differs_from_the_usual_one(name: str) -> None:
    game = GAMES[name]
    assert presets(game)
    for texts in presets(game).values():
        assert options.read(game.options, texts) != game.options()


def test_every_option_is_on_the_shelf_with_its_rule_and_both_languages() -> None:
    for box in boxes():
        assert [choice.name for choice in box.options] == list(GAMES[box.name].options.__struct_fields__)
        assert all(choice.rule and choice.says["fr"] and choice.says["en"] for choice in box.options)
