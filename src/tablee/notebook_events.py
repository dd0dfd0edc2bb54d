"""A notebook as it is kept: the list of its events, on the server and in a file of the terminal.

What an entry led to, how many worlds are left and what is certain, is stored with it: so at the end the notebook shows
what could be known after each entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from tablee import notebook
from tablee.awaits import describe_awaited
from tablee.contract import AnyGame
from tablee.games import parts
from tablee.help import Help
from tablee.record import Name

if TYPE_CHECKING:
    from tablee.bots.posterior import Posterior


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


def note_lines(game: AnyGame, view: Any, new: Sequence[str]) -> tuple[Noted, Any]:
    """The entry that these lines make, with what can be known after it; and the view then."""
    lines, hands = list[str](), list[int | None]()
    for line in new:
        for told, after in notebook.follow_steps(game, view, line):
            lines.append(told)
            hands.append(describe_awaited(game, game.imagine(view, Random(0))).hand)
            view = after
    weighed = weigh(game, view)
    certain = dict(notebook.part_of(game).certain(view))
    return Noted(tuple(lines), tuple(hands), None if weighed is None else weighed.worlds, certain), view


def weigh(game: AnyGame, view: Any) -> Posterior | None:
    """What may be behind the view of a player; where only the score is kept, nobody asks."""
    part = None if view.seat is None else parts.load_or_skip(parts.posterior, game, None)
    return None if part is None else part.posterior(view)


def newly_certain(entries: Iterable[NotebookEntry]) -> Mapping[int, Mapping[str, str]]:
    """What each entry that stands made certain for the first time, by its number."""
    known = set[tuple[str, str]]()
    found: dict[int, dict[str, str]] = {}
    for entry in entries:
        if not entry.crossed:
            found[entry.n] = {place: said for place, said in entry.certain.items() if (place, said) not in known}
            known.update(entry.certain.items())
    return found
