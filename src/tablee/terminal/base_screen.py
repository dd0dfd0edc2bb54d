"""What the shelf and the table have in common: the keys for rules, language and leaving."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.screen import Screen

from tablee.languages import language, next_language
from tablee.terminal.app import TerminalApp
from tablee.terminal.dialogs import PlayerAidScreen
from tablee.terminal.key_caps import key_named


class BaseScreen(Screen[None]):
    """A whole screen. It is redrawn in another language at a key."""

    app: TerminalApp  # pyright: ignore[reportIncompatibleMethodOverride]

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "rules", priority=True),
        Binding("f2", "language", priority=True),
        Binding("question_mark", "help"),
    ]
    HELP_TEXT: ClassVar[str] = ""  # the key of what a question mark says here

    def action_language(self) -> None:
        self.app.lang = next_language(self.app.lang)
        self.refresh_words()

    def action_help(self) -> None:
        """What can be done here."""
        lines = [Text(line) for line in self.app.say(self.HELP_TEXT).split("\n")]
        self.app.push_screen(PlayerAidScreen(lines, self.app.say("key_close")))

    def keys(self, *more: tuple[str, str]) -> Text:
        """The keys that do something here, in this language: as many as fit, for the help names them all."""
        lang = self.app.lang
        other = Text.assemble(("F2", "bold"), f" {language(next_language(lang)).name}")
        named = [key_named(key, name, lang) for key, name in (("^Q", "key_quit"), *more)]
        shown = [key_named("F1", "key_rules", lang), other, *named]
        room = self.app.size.width - 2
        wide = Text("  ").join(shown)
        if wide.cell_len <= room:
            return wide
        while (close := Text(" ").join(shown)).cell_len > room:
            shown.pop()
        return close

    def refresh_words(self) -> None:
        raise NotImplementedError
