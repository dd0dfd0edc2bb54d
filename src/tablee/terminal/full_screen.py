"""The program on a full screen, from its first screen on."""

from __future__ import annotations

from tablee.terminal.app import TerminalApp
from tablee.terminal.notebook_screen import NotebookScreen
from tablee.terminal.shelf_screen import ShelfScreen
from tablee.terminal.table_screen import TableScreen


class FullScreen(TerminalApp):
    def on_mount(self) -> None:
        if self.notebook:
            self.push_screen(NotebookScreen(self.notebook))
        else:
            self.push_screen(TableScreen(self.table) if self.table else ShelfScreen())
