"""The shelf: which game, how, against how strong bots, and with how many players."""

from __future__ import annotations

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.events import Key
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tablee import bots
from tablee.box import label
from tablee.contract import AnyGame, Options, describe_options
from tablee.games import GAMES
from tablee.record import told_apart
from tablee.terminal.base_screen import BaseScreen
from tablee.terminal.dialogs import RulesScreen
from tablee.terminal.table import BOT, TerminalTable, new_record_path, suggested_level
from tablee.terminal.table_screen import TableScreen
from tablee.words import words


class ShelfScreen(BaseScreen):
    """One question after the other; Escape goes back to the one before."""

    def __init__(self) -> None:
        super().__init__()
        self.game: AnyGame | None = None
        self.way: str | None = None
        self.level: str | None = None  # of the bots, if there are any

    def compose(self) -> ComposeResult:
        yield Static("Tablée", id="title")
        yield Static(id="prompt")
        yield OptionList(id="menu")
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.refresh_words()
        self.query_one(OptionList).focus()

    def refresh_words(self) -> None:
        menu, prompt = self.query_one(OptionList), self.query_one("#prompt", Static)
        menu.clear_options()
        lang, say, lit = self.app.lang, self.app.say, 0
        if self.game is None:
            prompt.update(say("choose_game"))
            for name, game in GAMES.items():
                about = words(lang, game)
                lid = Text.assemble((about.title, "bold"), f"  {label(game, about)}\n  ", (about.tagline, "dim"))
                menu.add_option(Option(lid, id=name))
        elif self.way is None:
            prompt.update(f"{words(lang, self.game).title} · {say('choose_way')}")
            for way in ("way_bots", "way_people", "way_real", "way_rules"):
                menu.add_option(Option(say(way), id=way))
        elif self.way == "way_bots" and self.level is None:
            prompt.update(f"{words(lang, self.game).title} · {say('choose_level')}")
            known = bots.levels(self.game)
            lit = known.index(suggested_level(self.game))
            for level in known:
                menu.add_option(Option(self.app.level(self.game, level), id=level))
        else:
            prompt.update(f"{words(lang, self.game).title} · {say('choose_players')}")
            for n in describe_options(self.game.options)["players"].samples:
                menu.add_option(Option(say("players_n", n=n), id=str(n)))
        menu.highlighted = lit
        self.query_one("#keys", Static).update(self.keys())

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        picked = event.option.id or ""
        if self.game is None:
            self.game = GAMES[picked]
        elif picked == "way_rules":
            self.app.push_screen(RulesScreen(self.game, self.app.lang))
            return
        elif self.way is None:
            self.way = picked
        elif self.way == "way_bots" and self.level is None:
            self.level = picked
        else:
            self.sit_down(self.game, self.game.options(players=int(picked)), self.way)
            return
        self.refresh_words()

    def on_key(self, event: Key) -> None:
        if event.key == "escape":
            if self.level is not None:
                self.level = None
            elif self.way is not None:
                self.way = None
            else:
                self.game = None
            self.refresh_words()

    def sit_down(self, game: AnyGame, options: Options, way: str) -> None:
        people = 1 if way == "way_bots" else options.players
        names = [self.app.say("player", n=n + 1) for n in range(people)]
        if self.level is not None:
            names += [f"{BOT}{bot}" for bot in bots.tell_apart(game, [self.level] * (options.players - people))]
        table = TerminalTable.open(game, options, told_apart(names), new_record_path(game), real=way == "way_real")
        self.app.table = table
        self.app.switch_screen(TableScreen(table))

    def action_rules(self) -> None:
        menu = self.query_one(OptionList)
        game = self.game or list(GAMES.values())[menu.highlighted or 0]
        self.app.push_screen(RulesScreen(game, self.app.lang))
