"""What opens over a table: the rules, a player aid, the curtain, the choice of a seat, a hint."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown, OptionList, Static
from textual.widgets.option_list import Option

from tablee.contract import AnyGame, Seat
from tablee.languages import Lang
from tablee.terminal.app import TerminalApp
from tablee.terminal.key_caps import key_cap
from tablee.terminal.line_breaks import fold
from tablee.terminal.markdown import unlink_files
from tablee.words import rules, words

T = TypeVar("T")


class Dialog(ModalScreen[T]):
    """A question mark says in a sentence what the keys do."""

    app: TerminalApp  # pyright: ignore[reportIncompatibleMethodOverride]

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "help", priority=True)]
    HELP_TEXT: ClassVar[str] = "help_page"

    def action_help(self) -> None:
        self.app.clear_notifications()
        self.notify(self.app.say(self.HELP_TEXT))

    def keys(self, close: str) -> Static:
        """The line at the bottom of a page."""
        named = ((key_cap("Esc", self.app.lang), close), ("?", self.app.say("key_help")))
        return Static(Text("  ").join(Text.assemble((key, "bold"), f" {name}") for key, name in named), id="keys")


class RulesScreen(Dialog[None]):
    """The rules of the game."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q", "dismiss", priority=True)]

    def __init__(self, game: AnyGame, lang: Lang) -> None:
        super().__init__()
        self.game = game
        self.lang: Lang = lang

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="rules"):
            yield Markdown(unlink_files(rules(self.game, self.lang)))
        yield self.keys(words(self.lang).house("key_close"))

    def on_mount(self) -> None:
        self.query_one("#rules").focus()


class PlayerAidScreen(Dialog[None]):
    """What the game's players look up while they play."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,f6,f7,q", "dismiss", priority=True)]

    def __init__(self, lines: list[Text], key: str, *, columns: bool = False) -> None:
        """`columns`: there are tables among the lines. Where one is wider than the window, it scrolls sideways."""
        super().__init__()
        self.lines, self.key, self.columns = lines, key, columns

    def compose(self) -> ComposeResult:
        with ScrollableContainer(id="rules", classes="columns" if self.columns else ""):
            lines = fold(self.lines, self.app.size.width - 1) if self.columns else self.lines
            page = Static(Text("\n").join(lines))
            if self.columns:
                page.styles.min_width = max((line.cell_len for line in lines), default=0)
            yield page
        yield self.keys(self.key)

    def on_mount(self) -> None:
        self.query_one("#rules").focus()


class CurtainScreen(Dialog[None]):
    """Hides the board until the next person confirms that they sit at the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss", priority=True)]
    HELP_TEXT = "help_curtain"

    def __init__(self, title: str, name: str, key: str) -> None:
        super().__init__(classes="centre")
        self.lines = (title, name, key)

    def compose(self) -> ComposeResult:
        title, name, key = self.lines
        yield Static(Text.assemble(f"{title}\n\n", (name, "bold"), (f"\n\n{key}", "dim")), id="curtain")

    def on_mount(self) -> None:
        self.styles.background = "black"


class ChoiceScreen(Dialog[Seat | None]):
    """The choice of one seat out of a few; Escape chooses none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "none", priority=True)]
    HELP_TEXT = "help_choice"

    def __init__(self, title: str, seats: list[Seat], names: tuple[str, ...]) -> None:
        super().__init__(classes="centre")
        self.title_text, self.seats, self.names = title, seats, names

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.title_text, id="prompt")
            yield OptionList(*(Option(self.names[seat], id=str(seat)) for seat in self.seats), id="menu")

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(Seat(int(event.option.id or 0)))

    def action_none(self) -> None:
        self.dismiss(None)


class HintScreen(Dialog[None]):
    """What a strong player would do. The board stays visible above it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,f5,q", "dismiss", priority=True)]

    def __init__(self, title: str, lines: list[tuple[str, str]], key: str) -> None:
        super().__init__()
        self.title_text, self.lines, self.key = title, lines, key

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="hint"):
            yield Static(Text(self.title_text, "bold"))
            for move, why in self.lines:
                yield Static(Text(move))
                yield Static(Text(why, "dim"), classes="why")
        yield self.keys(self.key)
