"""A notebook on the server. It belongs to one person, and nobody else reads it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from tablee import options as agreed
from tablee.contract import AnyGame, OptionError
from tablee.games import GAMES, parts
from tablee.notebook_events import Begun, Notebook, NotebookSettings, decoder
from tablee.server.people.names import check_name
from tablee.server.refusals import ServerRefusal

LONGEST = 1500  # events of one notebook; a long evening has 300
Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]


def no_notebook(id: str) -> ServerRefusal:
    """The same whether there is none, or it is somebody else's."""
    return ServerRefusal("notebook", "you have no notebook {id}", id=id)


def read_notebook(id: str, rows: list[tuple[int, bytes]]) -> Notebook:
    """The notebook that these events make; ServerRefusal where there are none."""
    events = [(at, decoder.decode(body)) for at, body in rows]
    begun = events[0][1] if events else None
    if not isinstance(begun, Begun):
        raise no_notebook(id)
    book = Notebook(id, 1, begun, begun.help)
    for at, event in events[1:]:
        book.follow(at, event)
    return book


def check_settings(settings: NotebookSettings) -> AnyGame:
    """The game; a refusal where no notebook can be kept of it, or not like this."""
    game = GAMES.get(settings.game)
    if game is None or not parts.has_notebook(game):
        raise OptionError("game", "there is no notebook for this game")
    options = agreed.read(game.options, settings.options)
    if (names := len(settings.names)) != options.players:
        raise OptionError(
            "names", "{names} names were given for {players} players", names=names, players=options.players
        )
    if settings.seat >= options.players:
        raise OptionError("seat", "there are only {players} seats", players=options.players)
    for name in settings.names:
        check_name(name)
    return game
