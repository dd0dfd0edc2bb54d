"""The shelf: which game, how, with how many, by which rules, against how strong bots, and who plays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.events import Key
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tablee import bots, notebook
from tablee.box import label
from tablee.contract import AnyGame, Refusal, Seat, describe_options
from tablee.games import GAMES, parts
from tablee.options import Whole
from tablee.options import read as read_options
from tablee.record import clean, told_apart
from tablee.terminal.base_screen import BaseScreen
from tablee.terminal.dialogs import RulesScreen
from tablee.terminal.line_breaks import fold
from tablee.terminal.names import display_names
from tablee.terminal.notebook import TerminalNotebook, new_notebook_path
from tablee.terminal.notebook_screen import NotebookScreen
from tablee.terminal.options_screen import OptionsScreen
from tablee.terminal.table import BOT, TerminalTable, new_record_path, records_folder, suggested_level
from tablee.terminal.table_screen import TableScreen
from tablee.words import words

USUAL, OWN = "usual", "own"  # the rules without a preset, or chosen one by one
CONTINUE, CONTINUE_NOTEBOOK = "continue", "continue_notebook"
AROUND_MENU = 6  # columns of margins, padding and a scroll bar
RECENT = 20  # records that are looked at for an unfinished game


class ShelfScreen(BaseScreen):
    """One question after the other; Escape goes back to the one before."""

    HELP_TEXT = "help_shelf"

    def __init__(self) -> None:
        super().__init__()
        self.game: AnyGame | None = None
        self.answers: dict[str, str] = {}  # to the questions after that, in their order
        self.own: dict[str, str] = {}  # options that were chosen one by one
        self.unfinished = next(unfinished_tables(), None)
        self.open_notebook = next(open_notebooks(), None)

    def compose(self) -> ComposeResult:
        yield Static("Tablée", id="title")
        yield Static(id="prompt")
        yield OptionList(id="menu")
        yield Input(id="entry", compact=True)
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.refresh_words()

    @property
    def question(self) -> str:
        """What is asked now."""
        if self.game is None:
            return "game"
        asked = ["way", *(["level"] if self.answers.get("way") == "way_bots" else []), "players", "preset"]
        return next((name for name in asked if name not in self.answers), "names")

    def refresh_words(self) -> None:
        menu, entry = self.query_one(OptionList), self.query_one(Input)
        menu.clear_options()
        options, lit = self.choices()
        menu.add_options(options)
        title = "" if self.game is None else f"{words(self.app.lang, self.game).title} · "
        asked = "names_notebook" if self.noting and self.question == "names" else self.question
        self.query_one("#prompt", Static).update(title + self.app.say(f"choose_{asked}"))
        naming = self.question == "names"
        menu.display, entry.display = not naming, naming
        entry.placeholder = ", ".join(self.usual_names()) if naming else ""
        (entry if naming else menu).focus()
        menu.highlighted = None if naming else lit
        back = [] if self.game is None else [("Esc", "key_back_step")]
        self.query_one("#keys", Static).update(self.keys(("?", "key_help"), *back))

    def choices(self) -> tuple[list[Option], int]:
        """What can be answered, and the answer that is highlighted."""
        game, say, lang = self.game, self.app.say, self.app.lang
        if game is None:
            return [*self.going_on(), *[Option(self.lid(game), id=name) for name, game in GAMES.items()]], 0
        match self.question:
            case "way":
                ways = ["way_bots", "way_people", "way_real", "way_rules"]
                if parts.has_notebook(game):
                    ways.insert(-1, "way_notebook" if notebook.eyes(game, Seat(0)) is not None else "way_score")
                return [Option(say(way), id=way) for way in ways], 0
            case "level":
                known = bots.levels(game)
                return [Option(self.app.level(game, one), id=one) for one in known], known.index(suggested_level(game))
            case "players":
                counts = player_counts(game)
                usual = counts.index(game.options().players) if game.options().players in counts else 0
                return [Option(say("players_n", n=n), id=str(n)) for n in counts], usual
            case "preset":
                known = [name for name in parts.presets(game) if self.fits_players(game, name)]
                named = [Option(words(lang, game).preset(name), id=name) for name in known]
                return [Option(say("preset_usual"), id=USUAL), *named, Option(say("preset_own"), id=OWN)], 0
        return [], 0

    def lid(self, game: AnyGame) -> Text:
        about = words(self.app.lang, game)
        said = Text.assemble((about.title, "bold"), f"  {label(game, about)}")
        return Text("\n").join([said, *fold([Text(f"  {about.tagline}", "dim")], self.app.size.width - AROUND_MENU)])

    def going_on(self) -> list[Option]:
        """The last game that was not played to its end, and the last notebook that is open, if there are any."""
        left = {CONTINUE: self.unfinished, CONTINUE_NOTEBOOK: self.open_notebook}
        options = []
        for key, kept in left.items():
            if kept is not None:
                about = words(self.app.lang, kept.game)
                names = ", ".join(display_names(kept.names, about))
                options.append(Option(self.app.say(key, title=about.title, players=names), id=key))
        return options

    @property
    def noting(self) -> bool:
        """Whether one person keeps a notebook, instead of a table."""
        return self.answers.get("way") in ("way_notebook", "way_score")

    def fits_players(self, game: AnyGame, preset: str) -> bool:
        """Whether this preset can be played by as many as there are."""
        try:
            read_options(game.options, {**parts.presets(game)[preset], "players": self.answers["players"]})
        except Refusal:
            return False
        return parts.presets(game)[preset].get("players", self.answers["players"]) == self.answers["players"]

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        picked = event.option.id or ""
        if picked == CONTINUE and self.unfinished is not None:
            self.sit_at(self.unfinished)
            return
        if picked == CONTINUE_NOTEBOOK and self.open_notebook is not None:
            self.write_in(self.open_notebook)
            return
        if self.game is None:
            self.game = GAMES[picked]
        elif picked == "way_rules":
            self.app.push_screen(RulesScreen(self.game, self.app.lang))
            return
        elif picked == OWN and self.question == "preset":
            self.app.push_screen(OptionsScreen(self.game, self.app.lang, self.answers["players"]), self.take_options)
            return
        else:
            self.answers[self.question] = picked
        self.refresh_words()

    def take_options(self, chosen: dict[str, str] | None) -> None:
        """The rules were chosen one by one, or not after all."""
        if chosen is not None:
            self.own, self.answers["preset"] = chosen, OWN
            self.refresh_words()

    @on(Input.Changed)
    def ask_for_help(self, event: Input.Changed) -> None:
        if event.value == "?":
            event.input.clear()
            self.action_help()

    @on(Input.Submitted)
    def enter_names(self, event: Input.Submitted) -> None:
        """The names of the people, in the order of their seats; those that are missing get the usual ones."""
        assert self.game is not None
        usual = self.usual_names()
        given = [clean(name) for name in event.value.split(",") if name.strip()][: len(usual)]
        names = [*given, *usual[len(given) :]]
        chosen = self.answers.get("preset", USUAL)
        preset = {} if chosen == USUAL else self.own if chosen == OWN else parts.presets(self.game)[chosen]
        options = read_options(self.game.options, {**preset, "players": self.answers["players"]})
        if "level" in self.answers:
            level = [self.answers["level"]] * (options.players - len(names))
            names += [f"{BOT}{bot}" for bot in bots.tell_apart(self.game, level)]
        if self.noting:
            path = new_notebook_path(self.game)
            self.write_in(TerminalNotebook.open(self.game, options, told_apart(names), path))
            return
        real = self.answers["way"] == "way_real"
        path = new_record_path(self.game)
        self.sit_at(TerminalTable.open(self.game, options, told_apart(names), path, real=real))

    def usual_names(self) -> list[str]:
        people = 1 if self.answers.get("way") == "way_bots" else int(self.answers.get("players", 1))
        return [self.app.say("player", n=n + 1) for n in range(people)]

    def on_key(self, event: Key) -> None:
        if event.key == "escape":
            if self.answers:
                self.answers.popitem()
            else:
                self.game = None
            self.refresh_words()

    def sit_at(self, table: TerminalTable) -> None:
        self.app.table = table
        self.app.switch_screen(TableScreen(table))

    def write_in(self, book: TerminalNotebook) -> None:
        self.app.notebook = book
        self.app.switch_screen(NotebookScreen(book))

    def action_rules(self) -> None:
        menu = self.query_one(OptionList)
        place = max(0, (menu.highlighted or 0) - len(self.going_on()))
        self.app.push_screen(RulesScreen(self.game or list(GAMES.values())[place], self.app.lang))


def player_counts(game: AnyGame) -> list[int]:
    """Every number of players that the game allows."""
    option = describe_options(game.options)["players"]
    return list(option.range) if isinstance(option, Whole) else list(option.samples)


def unfinished_tables() -> Iterator[TerminalTable]:
    """The games among the latest records that were not played to their end, the newest first."""
    newest = sorted(records_folder().glob("*.game"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in newest[:RECENT]:
        if (table := resumable(path)) is not None:
            yield table


def open_notebooks() -> Iterator[TerminalNotebook]:
    """The notebooks among the latest that were not closed, the newest first."""
    newest = sorted(records_folder().glob("*.notebook"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in newest[:RECENT]:
        with suppress(Refusal, OSError):
            book = TerminalNotebook.resume(path)
            if not book.book.closed:
                yield book


def resumable(path: Path) -> TerminalTable | None:
    try:
        table = TerminalTable.resume(path)
    except (Refusal, OSError):
        return None
    return None if table.over else table
