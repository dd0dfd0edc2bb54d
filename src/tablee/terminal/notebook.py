"""A notebook in this terminal: the view of the player who keeps it, and its events, on disk after every entry.

The file has a line with its format, then one event on each line, after the time at which it was written. The first
seat is the player's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import time
from typing import Any, Final

import msgspec

from tablee import notebook
from tablee import options as agreed
from tablee.contract import AnyGame, Options, Seat
from tablee.games import GAMES
from tablee.help import HELPS, Help
from tablee.notebook_events import (
    AnyNotebookEvent,
    Begun,
    Crossed,
    Finished,
    HelpChosen,
    Notebook,
    NotebookEntry,
    NotebookSettings,
    decoder,
    note_lines,
    weigh,
)
from tablee.record import RecordError, drop_cut_line, known_game
from tablee.terminal.table import new_record_path, save

HEAD: Final = b"tablee notebook: 1\n"
OWN: Final = Seat(0)


class TerminalNotebook:
    """One notebook. What is noted is in its file before it is shown."""

    def __init__(self, path: Path, begun: Begun) -> None:
        settings = begun.settings
        self.path, self.game, self.names = path, GAMES[settings.game], settings.names
        self.options: Options = agreed.read(self.game.options, settings.options)
        self.seat = Seat(settings.seat)
        self.book = Notebook(path.name, 1, begun, begun.help)
        self.views: list[Any] = [
            notebook.first_view(self.game, self.options, notebook.eyes(self.game, self.seat))
        ]  # before the first entry that counts, and after each

    @classmethod
    def open(cls, game: AnyGame, options: Options, names: Sequence[str], path: Path) -> TerminalNotebook:
        """A new notebook in a new file. FileExistsError where the file exists."""
        notebook.part_of(game)  # or a refusal
        settings = NotebookSettings(game.name, tuple(names), OWN, dict(agreed.write(options)))
        begun = Begun(settings, game.version)
        book = cls(path, begun)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            save(file, [HEAD.decode(), written(begun)])
        return book

    @classmethod
    def resume(cls, path: Path) -> TerminalNotebook:
        """The notebook as it was left. An incomplete last line was never written, so it is dropped."""
        data = path.read_bytes()
        whole = drop_cut_line(data)
        events = [read_event(n, line) for n, line in enumerate(whole.splitlines()[1:], 2)]
        begun = events[0][1] if events and whole.startswith(HEAD) else None
        if not isinstance(begun, Begun):
            raise RecordError("record", 1, "this is not a notebook")
        known_game((2, f"{begun.settings.game} {begun.version}"), GAMES)
        book = cls(path, begun)
        for at, event in events[1:]:
            book.follow(at, event)
        if whole != data:
            path.write_bytes(whole)
        return book

    # ---- what it says -------------------------------------------------------------

    @property
    def view(self) -> Any:
        return self.views[-1]

    @property
    def entries(self) -> Sequence[NotebookEntry]:
        return self.book.entries

    @property
    def standing(self) -> list[NotebookEntry]:
        """The entries that count."""
        return [self.book.entries[place] for place in self.book.standing]

    @property
    def help(self) -> Help:
        """With which the pad is drawn; once the notebook is closed, it keeps nothing back."""
        return "full" if self.book.closed else self.book.help

    @property
    def scored(self) -> bool:
        """Whether only the score is kept, of what everybody sees: then there is nothing to deduce."""
        return notebook.eyes(self.game, self.seat) is None

    def weigh(self) -> tuple[int | float | None, Mapping[str, Mapping[str, float]]]:
        """With full help: how many worlds are possible, and how likely each hidden thing is."""
        weighed = weigh(self.game, self.view) if self.help == "full" else None
        return (None, {}) if weighed is None else (weighed.worlds, weighed.chances)

    # ---- changes ------------------------------------------------------------------

    def note(self, lines: Sequence[str]) -> NotebookEntry:
        """Notes what these lines say, as one entry; a Refusal changes nothing."""
        noted, view = note_lines(self.game, self.view, lines)
        self.write(noted)
        self.views.append(view)
        return self.book.entries[-1]

    def cross_out(self) -> NotebookEntry | None:
        """Crosses out the last entry that counts. It stays in the file."""
        if not self.book.standing:
            return None
        place = self.book.standing[-1]
        self.write(Crossed())
        self.views.pop()
        return self.book.entries[place]

    def change_help(self, help: Help | None = None) -> None:
        """This much help; the next of the three if none is named."""
        self.write(HelpChosen(help or HELPS[(HELPS.index(self.book.help) + 1) % len(HELPS)]))

    def close(self, closed: bool) -> None:
        self.write(Finished(closed))

    def write(self, event: AnyNotebookEvent) -> None:
        at = int(time() * 1000)
        with self.path.open("a", encoding="utf-8") as file:
            save(file, [written(event, at)])
        self.book.follow(at, event)

    def follow(self, at: int, event: AnyNotebookEvent) -> None:
        """An event of the file."""
        before = len(self.book.standing)
        self.book.follow(at, event)
        if len(self.book.standing) > before:
            view = self.view
            for line in self.book.entries[-1].lines:
                view = notebook.play(self.game, view, line)[1]
            self.views.append(view)
        elif len(self.book.standing) < before:
            self.views.pop()


def written(event: AnyNotebookEvent, at: int | None = None) -> str:
    return f"{int(time() * 1000) if at is None else at} {msgspec.json.encode(event).decode()}\n"


def read_event(number: int, line: bytes) -> tuple[int, AnyNotebookEvent]:
    at, _, body = line.partition(b" ")
    try:
        return int(at), decoder.decode(body)
    except (ValueError, msgspec.DecodeError) as error:
        raise RecordError("record", number, "this is no line of a notebook") from error


def is_notebook(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(HEAD)) == HEAD


def new_notebook_path(game: AnyGame) -> Path:
    """The file for a notebook without a given name, beside the records."""
    return new_record_path(game, "notebook")
