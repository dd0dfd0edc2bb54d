"""What a notebook says in a terminal: what is noted, what is crossed out, and at the end what was knowable."""

from __future__ import annotations

from rich.text import Text

from tablee.notebook_events import NotebookEntry, newly_certain
from tablee.sheets import sheet
from tablee.terminal.face import face
from tablee.terminal.note_entry import notepad
from tablee.terminal.notebook import TerminalNotebook
from tablee.words import Words


def entry_lines(entry: NotebookEntry, words: Words, names: tuple[str, ...]) -> list[Text]:
    """What an entry says; one that was corrected is struck out, and says so."""
    said = [words.line(line, hand, names) for line, hand in zip(entry.lines, entry.hands, strict=True)]
    if not entry.crossed:
        return [Text(line) for line in said]
    return [Text(words.house("note_crossed", line=line), "dim strike") for line in said]


def noted_lines(book: TerminalNotebook, words: Words) -> list[Text]:
    """All that is noted."""
    lines = [line for entry in book.entries for line in entry_lines(entry, words, book.names)]
    return lines or [Text(words.house("note_nothing"), "dim")]


def review_lines(book: TerminalNotebook, words: Words) -> list[Text]:
    """All that is noted, and after each entry what could be known then: how much was possible, and what was certain."""
    known, pad = newly_certain(book.entries), notepad(book.game)
    lines: list[Text] = []
    for entry in book.entries:
        lines += entry_lines(entry, words, book.names)
        if entry.crossed or book.scored:
            continue
        if entry.worlds is not None and entry.worlds > 1:
            shown = words.language.format_count(round(entry.worlds))
            lines.append(Text(f"    {words.house('note_worlds', n=entry.worlds, shown=shown)}", "dim"))
        for place, value in known.get(entry.n, {}).items():
            certain = pad.say_certain(place, value, book.view, words, book.names)
            lines.append(Text(f"    {certain}", "bold #9CCC9C"))
    return lines or [Text(words.house("note_nothing"), "dim")]


def pad_lines(book: TerminalNotebook, words: Words) -> list[Text]:
    """What is crossed out, and with full help how much is possible, once something is hidden; nothing without help."""
    worlds, chances = book.weigh()
    lines = notepad(book.game).pad(book.view, book.help, chances, words, book.names)
    if worlds is not None and chances:
        shown = words.language.format_count(round(worlds))
        lines = [*lines, Text(words.house("note_worlds", n=worlds, shown=shown), "dim")]
    return lines


def table_lines(book: TerminalNotebook, words: Words) -> list[Text]:
    return face(book.game)(book.view, words, book.names)


def page_lines(book: TerminalNotebook, words: Words) -> list[Text]:
    """All that can be looked at: the table, the pad, and the game's score sheet."""
    part = sheet(book.game)
    written = [] if part is None else [Text(), *part.sheet(book.view, words, book.names)]
    drawn = [*table_lines(book, words), Text(), *pad_lines(book, words)]
    for line in drawn:
        line.no_wrap = True
    return [*drawn, *written]
