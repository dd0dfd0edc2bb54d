"""A notebook on the server: the list of its events. It belongs to one person, and nobody else reads it.

What an entry led to, how many worlds are left and what is certain, is stored with it: so at the end the notebook shows
what could be known after each entry.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from tablee import options as agreed
from tablee.contract import AnyGame, OptionError
from tablee.games import GAMES, parts
from tablee.server.people.names import check_name
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.settings import Help, Name

LONGEST = 1500  # events of one notebook; a long evening has 300
Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]


class NotebookSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What a notebook is about: the game, who sits where, and who keeps it."""

    game: Annotated[str, Meta(max_length=40)]
    names: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=10)]
    seat: Annotated[int, Meta(ge=0, le=9)]
    options: dict[str, Annotated[str, Meta(max_length=200)]] = {}


class Begun(Struct, frozen=True, tag="begun"):
    settings: NotebookSettings
    version: int  # of the game
    help: Help = "book"


class Noted(Struct, frozen=True, tag="noted"):
    """One entry: its lines in full, each with whose hand drew. `worlds` and `certain`: what could be known then."""

    lines: tuple[str, ...]
    hands: tuple[int | None, ...]
    worlds: int | float | None = None
    certain: dict[str, str] = {}


class Crossed(Struct, frozen=True, tag="crossed"):
    """The last entry that stood is crossed out."""


class HelpChosen(Struct, frozen=True, tag="help"):
    help: Help


class Finished(Struct, frozen=True, tag="finished"):
    """The player has closed the notebook, or opened it again."""

    closed: bool


AnyNotebookEvent: TypeAlias = Begun | Noted | Crossed | HelpChosen | Finished
decoder = msgspec.json.Decoder(AnyNotebookEvent)


class NotebookEntry(Struct, frozen=True, omit_defaults=True):
    """Entry `n`, counted from 1, as it stands in the notebook. `crossed`: it was corrected, and does not count."""

    n: int
    at: int
    lines: tuple[str, ...]
    hands: tuple[int | None, ...]
    worlds: int | float | None = None
    certain: dict[str, str] = {}
    crossed: bool = False


class Notebook(Struct):
    """A notebook after its first `n` events."""

    id: str
    n: int
    begun: Begun
    help: Help
    entries: list[NotebookEntry] = []
    standing: list[int] = []  # the entries that count, by their place
    closed: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """All that counts."""
        return tuple(line for place in self.standing for line in self.entries[place].lines)

    def follow(self, at: int, event: AnyNotebookEvent) -> None:
        """One more event."""
        self.n += 1
        match event:
            case Noted(lines, hands, worlds, certain):
                self.standing.append(len(self.entries))
                self.entries.append(NotebookEntry(len(self.entries) + 1, at, lines, hands, worlds, certain))
            case Crossed():
                last = self.standing.pop()
                self.entries[last] = msgspec.structs.replace(self.entries[last], crossed=True)
            case HelpChosen(help):
                self.help = help
            case Finished(closed):
                self.closed = closed


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
    if len(settings.names) != options.players or settings.seat >= options.players:
        raise OptionError("seat", "there are only {players} seats", players=options.players)
    for name in settings.names:
        check_name(name)
    return game
