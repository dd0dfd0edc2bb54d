"""What worker processes do for a notebook: they read its events, note lines, and work out what can be known then.

A job returns an HTTP status and the JSON of the answer, which may be a refusal. A change returns its event, too.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from tablee import notebook, notebook_events
from tablee import options as agreed
from tablee.awaits import Awaits, describe_awaited
from tablee.contract import Refusal, Seat
from tablee.games import GAMES
from tablee.help import Help
from tablee.languages import Lang
from tablee.notebook_events import (
    AnyNotebookEvent,
    Crossed,
    Finished,
    HelpChosen,
    Notebook,
    NotebookEntry,
    NotebookSettings,
    Noted,
    weigh,
)
from tablee.server.protocol.errors import refusal_message, status
from tablee.server.protocol.study_jobs import JobAnswer, encode
from tablee.server.refusals import Quota, ServerRefusal
from tablee.server.tables.notebooks import LONGEST, Line, read_notebook

Rows: TypeAlias = list[tuple[int, bytes]]  # the events of a notebook, each with its time
Changed: TypeAlias = tuple[int, bytes, bytes]  # the status, the answer, and the event, if the change was granted

CHUNK = 8  # lines between two prefixes that are looked up: so many calls lie within one another at most


class NotebookPage(Struct, frozen=True):
    """A notebook as its owner sees it. `worlds` and `chances` are there with full help, and once it is closed."""

    id: str
    n: int  # events so far
    settings: NotebookSettings
    help: Help
    closed: bool
    entries: list[NotebookEntry]
    view: Any
    awaits: Awaits
    legal: tuple[str, ...]  # what I may do now
    worlds: int | float | None = None
    chances: dict[str, dict[str, float]] | None = None


class NotebookAsk(Struct, frozen=True, forbid_unknown_fields=True):
    """One change, after event `n`: lines to note, an entry to cross out, the help, or that it is closed."""

    n: Annotated[int, Meta(ge=1)]
    note: Annotated[tuple[Line, ...], Meta(max_length=12)] = ()
    cross_out: bool = False
    help: Help | None = None
    closed: bool | None = None


def show(id: str, rows: Rows, lang: Lang) -> JobAnswer:
    """A `NotebookPage`."""
    return encode(lang, lambda: describe(read_notebook(id, rows)))


def change(id: str, rows: Rows, asked: NotebookAsk, at: int, lang: Lang) -> Changed:
    """A `NotebookPage` after this change, and the event that it is."""
    try:
        book = read_notebook(id, rows)
        event = decide(book, asked)
        book.follow(at, event)
        return 200, msgspec.json.encode(describe(book)), msgspec.json.encode(event)
    except Refusal as error:
        answer = refusal_message(error, lang)
        return status(answer), msgspec.json.encode(answer), b""


def decide(book: Notebook, asked: NotebookAsk) -> AnyNotebookEvent:
    if asked.n != book.n:
        raise ServerRefusal("changed", "this notebook was changed elsewhere meanwhile: look at it again")
    if book.n >= LONGEST:
        raise Quota("this notebook is full: it has {most} entries", most=LONGEST)
    if book.closed and (asked.note or asked.cross_out):
        raise ServerRefusal("closed", "this notebook is closed: open it again first")
    if asked.note:
        return note_lines(book, asked.note)
    if asked.cross_out:
        if not book.standing:
            raise ServerRefusal("empty", "nothing is noted yet")
        return Crossed()
    if asked.help is not None:
        return HelpChosen(asked.help)
    if asked.closed is None:
        raise ServerRefusal("verb", "ask one thing at a time: {verbs}", verbs="note, cross_out, help, closed")
    return Finished(asked.closed)


def note_lines(book: Notebook, new: tuple[str, ...]) -> Noted:
    return notebook_events.note_lines(GAMES[book.begun.settings.game], view_after(book), new)[0]


def describe(book: Notebook) -> NotebookPage:
    game, view = GAMES[book.begun.settings.game], view_after(book)
    state = game.imagine(view, Random(0))  # what is awaited and legal does not hang on what this seat does not see
    open = book.help == "full" or book.closed
    weighed = weigh(game, view) if open else None
    return NotebookPage(
        id=book.id,
        n=book.n,
        settings=book.begun.settings,
        help=book.help,
        closed=book.closed,
        entries=book.entries if open else [hide_figures(entry) for entry in book.entries],
        view=view,
        awaits=describe_awaited(game, state),
        legal=() if book.closed or view.seat is None else tuple(map(str, game.legal(state, view.seat))),
        worlds=None if weighed is None else weighed.worlds,
        chances=None if weighed is None else {place: dict(odds) for place, odds in weighed.chances.items()},
    )


def hide_figures(entry: NotebookEntry) -> NotebookEntry:
    """Without what could be known: its owner does not want to be told."""
    return msgspec.structs.replace(entry, worlds=None, certain={})


def view_after(book: Notebook) -> Any:
    """What the seat knows after all that is noted. A worker remembers it: most requests are about one line more."""
    settings, lines = msgspec.json.encode(book.begun.settings), book.lines
    for n in range(0, len(lines), CHUNK):
        cached_view(settings, lines[:n])
    return cached_view(settings, lines)


@lru_cache(maxsize=2000)
def cached_view(settings: bytes, lines: tuple[str, ...]) -> Any:
    about = msgspec.json.decode(settings, type=NotebookSettings)
    game = GAMES[about.game]
    if not lines:
        return notebook.first_view(
            game, agreed.read(game.options, about.options), notebook.eyes(game, Seat(about.seat))
        )
    return notebook.play(game, cached_view(settings, lines[:-1]), lines[-1])[1]
