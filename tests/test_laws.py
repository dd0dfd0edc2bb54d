"""Every game on the shelf obeys every law, for every pair of option values."""

import os
from collections.abc import Callable
from random import Random

import pytest

from tablee.contract import AnyGame
from tablee.games import GAMES
from tablee.testing import LAWS, covering, laws
from tablee.testing.folder import check_bots, check_files, check_rules, check_sentences, check_words
from tablee.testing.laws import Law

GAMES_EACH = int(os.environ.get("TABLEE_LAW_GAMES", "2"))
if GAMES_EACH > 100:
    laws.LOOKS = 5  # more games tell more than more places of a game
SETS = [(name, options) for name, game in GAMES.items() for options in covering(game.options)]


@pytest.mark.untraced
@pytest.mark.parametrize("law", [*LAWS, check_sentences], ids=lambda law: law.__name__)
@pytest.mark.parametrize(("name", "options"), SETS, ids=[f"{name}{n}" for n, (name, _) in enumerate(SETS)])
def test_law(law: Law, name: str, options: object) -> None:
    for seed in range(GAMES_EACH):
        law(GAMES[name], options, Random(seed))


@pytest.mark.parametrize("law", [check_files, check_rules, check_words], ids=lambda law: law.__name__)
@pytest.mark.parametrize("name", GAMES)
def test_law_of_the_folder(law: Callable[[AnyGame], None], name: str) -> None:
    law(GAMES[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_law_of_bots(name: str) -> None:
    check_bots(GAMES[name])
