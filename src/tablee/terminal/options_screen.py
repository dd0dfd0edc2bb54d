"""The rules of a new game, one by one: each option with its value, and what it can be."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option as Line

from tablee.contract import AnyGame, Option, Refusal, describe_options
from tablee.languages import Lang
from tablee.options import Chair, Or, Switch, Whole, Word, shown
from tablee.options import read as read_options
from tablee.terminal.dialogs import PlayerAidScreen, RulesScreen
from tablee.terminal.key_caps import key_named
from tablee.terminal.names import display_value
from tablee.words import words

MANY = 12  # values from which one is typed instead of picked
DONE = ""  # the id of the line that ends it; no option is called so


class OptionsScreen(ModalScreen[dict[str, str] | None]):
    """Gives the options that were chosen, as a record writes them; None where nobody wants them any more."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", priority=True),
        Binding("f1", "rules", priority=True),
        Binding("question_mark", "help", priority=True),
    ]

    def __init__(self, game: AnyGame, lang: Lang, players: str) -> None:
        super().__init__()
        self.game, self.lang, self.chosen = game, lang, {"players": players}
        self.names = [words(lang).house("player", n=n + 1) for n in range(int(players))]
        self.asked: str | None = None  # the option whose value is asked for

    def compose(self) -> ComposeResult:
        yield Static(words(self.lang, self.game).title, id="title")
        yield Static(id="prompt")
        yield OptionList(id="menu")
        yield Static(id="about")
        yield Input(id="entry", compact=True)
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.show()

    def show(self, complaint: str = "") -> None:
        """All options, or the values of the one that is asked for."""
        about, menu, entry = words(self.lang, self.game), self.query_one(OptionList), self.query_one(Input)
        menu.clear_options()
        values = (
            None if self.asked is None else listed_values(describe_options(self.game.options)[self.asked], self.names)
        )
        typing = self.asked is not None and values is None
        menu.display, entry.display = not typing, typing
        if self.asked is None:
            menu.add_option(Line(about.house("options_done"), id=DONE))
            menu.add_options([Line(self.describe(name), id=name) for name in self.offered()])
        elif values is not None:
            menu.add_options([Line(self.said(self.asked, value), id=value) for value in values])
        else:
            entry.value, entry.placeholder = "", self.option(self.asked).allowed
        prompt = about.house("choose_options") if self.asked is None else self.question(self.asked)
        self.query_one("#prompt", Static).update(complaint or prompt)
        keys = (("Esc", "key_back_step"), ("F1", "key_rules"), ("?", "key_help"))
        shown_keys = [key_named(key, name, self.lang) for key, name in keys]
        self.query_one("#keys", Static).update(Text("  ").join(shown_keys))
        menu.highlighted = 0 if menu.options else None
        (entry if typing else menu).focus()

    def offered(self) -> list[str]:
        """The options that have an effect with what is chosen so far."""
        present = {name: self.text(name) for name in describe_options(self.game.options)}
        return [
            name
            for name, place in shown(self.game.options).items()
            if name != "players" and all(present[other] in values for other, values in place.needs.items())
        ]

    def text(self, name: str) -> str:
        """The value of an option as a record writes it."""
        return self.chosen.get(name, self.option(name).write(getattr(self.game.options(), name)))

    def option(self, name: str) -> Option:
        return describe_options(self.game.options)[name]

    def said(self, name: str, text: str) -> str:
        option = self.option(name)
        return display_value(option, name, option.read(text), words(self.lang, self.game), self.names)

    def describe(self, name: str) -> Text:
        about = words(self.lang, self.game)
        return Text.assemble(f"{about.option(name)}{about.language.colon} ", (self.said(name, self.text(name)), "bold"))

    def question(self, name: str) -> str:
        about = words(self.lang, self.game)
        return f"{about.option(name)}{about.language.colon} {about.option_help(name)}"

    @on(OptionList.OptionHighlighted)
    def explain(self, event: OptionList.OptionHighlighted) -> None:
        """Below the list: what the highlighted option means."""
        name = event.option.id or DONE
        explained = self.asked is None and name != DONE
        help_text = words(self.lang, self.game).option_help(name) if explained else ""
        self.query_one("#about", Static).update(help_text)

    @on(OptionList.OptionSelected)
    def pick(self, event: OptionList.OptionSelected) -> None:
        picked = event.option.id or DONE
        if self.asked is not None:
            self.choose(picked)
        elif picked == DONE:
            self.dismiss(self.chosen)
        else:
            self.asked = picked
            self.show()

    @on(Input.Submitted)
    def type_value(self, event: Input.Submitted) -> None:
        self.choose(event.value.strip())

    def choose(self, text: str) -> None:
        """The option gets this value, unless no game can be played so."""
        assert self.asked is not None
        chosen = {**self.chosen, self.asked: text}
        try:
            read_options(self.game.options, chosen)
        except Refusal as error:
            about = words(self.lang, self.game)
            self.show(about.house("refused", why=about.why(error)))
            return
        self.chosen, self.asked = chosen, None
        self.show()

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.game, self.lang))

    def action_help(self) -> None:
        """What the keys do, and what each option means."""
        about = words(self.lang, self.game)
        lines = [Text(line) for line in about.house("help_options_screen").split("\n")]
        for name in self.offered():
            lines += [Text(), self.describe(name), Text(about.option_help(name))]
        self.app.push_screen(PlayerAidScreen(lines, about.house("key_close")))

    def action_back(self) -> None:
        """Back to all options, or to the shelf."""
        if self.asked is None:
            self.dismiss(None)
        else:
            self.asked = None
            self.show()


def listed_values(option: Option, names: list[str]) -> list[str] | None:
    """The values of an option, as a record writes them; None where one is typed."""
    match option:
        case Or():
            found = listed_values(option.other, names)
            return None if found is None else [option.word, *found]
        case Switch() | Word():
            return list(option.words)
        case Chair():
            return [str(seat) for seat in range(len(names))]
        case Whole() if len(option.range) <= MANY:
            return list(map(str, option.range))
    return None
