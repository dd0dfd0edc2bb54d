"""The program on a full screen: the language, and the table or notebook that its screens show."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from tablee.contract import AnyGame
from tablee.languages import Lang
from tablee.terminal.line_breaks import respect_no_break_spaces
from tablee.terminal.names import display_level, display_names
from tablee.terminal.notebook import TerminalNotebook
from tablee.terminal.table import TerminalTable
from tablee.words import words

PAUSE = 0.6  # seconds between two moves of bots or rolls, so that people can follow
PACES = (3.0, 1.5, PAUSE, 0.0)  # to choose from while playing


class TerminalApp(App[None]):
    """Holds the language, and the table or notebook; the screens read them here."""

    TITLE = "Tablée"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", priority=True)]  # in dialogs, too
    CSS = """
    Screen { background: #22201D; color: #F7F1E5; }
    #title { height: 1; background: #2F4A3C; padding: 0 1; }
    #middle { height: 1fr; layout: vertical; }
    #board-area { height: auto; scrollbar-size: 1 1; }
    #board { height: auto; }
    #log { height: 1fr; min-height: 5; padding: 0 1; color: #B8AF9F; border-top: solid #2F4A3C; scrollbar-size: 1 1; }
    .wide #middle { layout: horizontal; }
    .wide #board-area { width: 82; height: 1fr; max-height: 100%; }
    .wide #log { width: 1fr; height: 100%; border-top: none; border-left: solid #2F4A3C; }
    #prompt { height: auto; max-height: 3; padding: 0 1; text-style: bold; }
    .over #prompt { max-height: 12; }
    #moves, #menu { height: auto; max-height: 3; border: none; padding: 0 1; background: #22201D; scrollbar-size: 1 1; }
    .tall #moves { max-height: 6; }
    #menu { max-height: 18; margin: 1 1; }
    #about { height: auto; padding: 0 3; color: #B8AF9F; }
    #entry { height: 1; border: none; padding: 0 1; background: #33302B; }
    #keys { height: 1; dock: bottom; padding: 0 1; color: #B8AF9F; background: #2A2724; }
    BoardScreen ToastRack { margin-bottom: 6; }
    Dialog ToastRack { margin-bottom: 1; }
    #too-small { display: none; height: 1fr; padding: 1 2; }
    .small #too-small { display: block; }
    .over #moves { max-height: 5; }
    .over #log { min-height: 3; }
    OptionsScreen #menu { max-height: 60%; }
    .small #title, .small #middle, .small #prompt, .small #moves, .small #entry, .small #keys { display: none; }
    .centre { align: center middle; }
    .centre Vertical { width: auto; height: auto; padding: 1 2; border: round #2F4A3C; }
    HintScreen { align: center bottom; background: transparent; }
    #hint { height: auto; max-height: 13; margin: 0 0 1 0; padding: 0 1; border: round #5C8A70; background: #22201D; }
    .why { padding: 0 0 0 3; }
    #curtain { width: auto; max-width: 100%; height: auto; padding: 2 6; border: round #2F4A3C; text-align: center; }
    #rules { height: 1fr; padding: 0 2; scrollbar-size: 1 1; }
    #rules.columns { padding: 0; scrollbar-size: 1 1; }
    """
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        lang: Lang,
        table: TerminalTable | None = None,
        pause: float = PAUSE,
        notebook: TerminalNotebook | None = None,
    ) -> None:
        super().__init__()
        respect_no_break_spaces()
        self.lang: Lang = lang
        self.table, self.notebook, self.pause = table, notebook, pause

    def say(self, key: str, **facts: object) -> str:
        return words(self.lang).house(key, self.names, **facts)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players at the table, in this language."""
        return display_names(self.table.names, words(self.lang, self.table.game)) if self.table else ()

    def change_pace(self) -> None:
        """The next of a few paces, from slow to at once."""
        self.pause = next((pace for pace in PACES if pace < self.pause), PACES[0])

    def level(self, game: AnyGame, level: str) -> str:
        return display_level(level, words(self.lang, game))
