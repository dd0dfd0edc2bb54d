"""Games by name, and options as values: what all adapters take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee import options as agreed
from tablee.contract import AnyGame, Game, Options
from tablee.games import GAMES
from tablee.turbo.checks import check_options
from tablee.turbo.numbering import Numbering as Numbering
from tablee.turbo.numbering import Numbers as Numbers


def find_game(game: str | AnyGame) -> AnyGame:
    """The game, or the game with this name; KeyError if there is none."""
    if isinstance(game, str):
        if game not in GAMES:
            raise KeyError(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
        return GAMES[game]
    if not isinstance(game, Game):
        raise TypeError(f"a game or its name is expected, not {game!r}")
    return game


def read_options(game: AnyGame, options: Options | Mapping[str, Any] | None) -> Any:
    """Options, or their values or texts: {"players": 4, "draw": "strict"}; OptionError if they are not valid."""
    if isinstance(options, Options):
        check_options(game, options)
        return options
    return agreed.read(game.options, options or {})


def change_options(options: Options, changes: Mapping[str, Any] | None) -> Any:
    """The options of a table with some of them changed, as `reset(options=…)` asks for it."""
    return agreed.read(type(options), {**agreed.write(options), **(changes or {})})
