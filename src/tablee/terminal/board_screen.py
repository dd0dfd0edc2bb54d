"""What a table and a notebook have in common: a board, a log beside or below it, a prompt, a list and an entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.events import Key
from textual.widgets import Input, OptionList, Static

from tablee.entry import tokens
from tablee.terminal.base_screen import BaseScreen

SMALLEST: Final = (80, 24)  # columns and lines of the smallest window in which a table can be played
WIDE: Final = 110  # columns from which the log stands beside the board
TALL: Final = 30  # lines from which more moves are listed
AROUND_BOARD: Final = 13  # lines that title, log, prompt, moves, entry and keys need


def narrows(typed: str, label: str) -> bool:
    """Whether everything typed so far begins a word or a number of this label."""
    said = tokens(label)
    return all(any(word.startswith(token) for word in said) for token in tokens(typed))


class BoardScreen(BaseScreen):
    """The widgets, where they stand in a window of this size, and the keys that work while the entry has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+down", "scroll_board(1)", priority=True),
        Binding("ctrl+up", "scroll_board(-1)", priority=True),
    ]

    def compose(self) -> ComposeResult:
        yield Static(id="too-small")
        yield Static(id="title")
        with Container(id="middle"):
            with VerticalScroll(id="board-area", can_focus=False):
                yield Static(id="board")
            with VerticalScroll(id="log", can_focus=False):
                yield Static(id="lines")
        yield Static(id="prompt")
        yield OptionList(id="moves")
        yield Input(id="entry", compact=True)
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.query_one("#moves").can_focus = False
        self.query_one(Input).focus()
        self.query_one("#log").anchor()
        self.refresh_words()

    def on_resize(self) -> None:
        """The log stands beside the board where there is room; a window that is too small only says so."""
        width, height = self.app.size
        self.set_class(width >= WIDE, "wide")
        self.set_class(height >= TALL, "tall")
        self.set_class(width < SMALLEST[0] or height < SMALLEST[1], "small")
        said = self.app.say("too_small", width=SMALLEST[0], height=SMALLEST[1], w=width, h=height)
        self.query_one("#too-small", Static).update(said)
        self.refresh_words()

    @property
    def room(self) -> int:
        """How many lines the board may have."""
        return self.app.size.height - AROUND_BOARD

    def show_board(self, lines: Sequence[Text]) -> None:
        self.query_one("#board", Static).update(Text("\n").join(lines))
        self.query_one("#board-area").styles.max_height = None if self.has_class("wide") else self.room

    def action_scroll_board(self, lines: int) -> None:
        """Where the board is longer than its part of the window."""
        self.query_one("#board-area").scroll_relative(y=lines, animate=False)

    def show_log(self, lines: Sequence[Text]) -> None:
        """The whole log, scrolled to its end."""
        self.query_one("#lines", Static).update(Text("\n").join(lines))
        self.query_one("#log").anchor()

    def show_entry(self, shown: bool) -> None:
        """Whether something can be typed now; a window that is too small shows no entry."""
        self.query_one(Input).display = shown and not self.has_class("small")

    def on_key(self, event: Key) -> None:
        """While the entry has the focus, arrow keys choose from the list; Page Up and Page Down scroll the log."""
        menu, log = self.query_one(OptionList), self.query_one("#log")
        if event.key in ("pageup", "pagedown"):
            log.scroll_page_up(animate=False) if event.key == "pageup" else log.scroll_page_down(animate=False)
            event.stop()
        elif not menu.has_focus and event.key in ("up", "down"):
            menu.action_cursor_up() if event.key == "up" else menu.action_cursor_down()
            event.stop()
