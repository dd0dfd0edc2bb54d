"""The full screen: a shelf of games, a table to sit at, a curtain between two people, the rules at hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Markdown, OptionList, Static
from textual.widgets.option_list import Option

from tablee import bots
from tablee.contract import AnyGame, Chance, Move, Options, Played, Refusal, Seat, described
from tablee.games import GAMES
from tablee.options import write
from tablee.record import told_apart
from tablee.terminal.face import face
from tablee.terminal.hint import hint_lines
from tablee.terminal.names import level_name, shown
from tablee.terminal.result import result_lines
from tablee.terminal.table import BOT, Table, kept
from tablee.words import Lang, rules, words

T = TypeVar("T")
Q = TypeVar("Q")
PAUSE = 0.6  # seconds between two bots' moves, so that eyes can follow


class Screens(App[None]):
    """The program: it holds the language and the table, and the screens look at them."""

    TITLE = "Tablée"
    CSS = """
    Screen { background: #22201D; color: #F7F1E5; }
    #title { height: 1; background: #2F4A3C; padding: 0 1; }
    #board { height: auto; max-height: 16; }
    #log { height: 1fr; min-height: 2; padding: 0 1; color: #B8AF9F; border-top: solid #2F4A3C; scrollbar-size: 0 0; }
    #prompt { height: auto; max-height: 3; padding: 0 1; text-style: bold; }
    #moves, #menu { height: auto; max-height: 5; border: none; padding: 0 1; background: #22201D; scrollbar-size: 1 1; }
    #menu { max-height: 18; margin: 1 1; }
    #entry { height: 1; border: none; padding: 0 1; background: #33302B; }
    #keys { height: 1; dock: bottom; padding: 0 1; color: #B8AF9F; background: #2A2724; }
    .centre { align: center middle; }
    .centre Vertical { width: auto; height: auto; padding: 1 2; border: round #2F4A3C; }
    HintScreen { align: center bottom; background: transparent; }
    #hint { height: auto; max-height: 13; margin: 0 0 1 0; padding: 0 1; border: round #5C8A70; background: #22201D; }
    .why { padding: 0 0 0 3; }
    #curtain { width: auto; height: auto; padding: 2 6; border: round #2F4A3C; text-align: center; }
    #rules { height: 1fr; padding: 0 2; }
    """
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, lang: Lang, table: Table | None = None, pause: float = PAUSE) -> None:
        super().__init__()
        self.lang: Lang = lang
        self.table, self.pause = table, pause

    def say(self, key: str, **facts: object) -> str:
        return words(self.lang).house(key, self.names, **facts)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits at the table, in this language."""
        return shown(self.table.names, words(self.lang)) if self.table else ()

    def level(self, level: str) -> str:
        return level_name(level, words(self.lang))

    def on_mount(self) -> None:
        self.push_screen(TableScreen(self.table) if self.table else ShelfScreen())

    def sit_down(self, table: Table) -> None:
        self.table = table
        self.switch_screen(TableScreen(table))


class House(Screen[None]):
    """What every screen of the house can do."""

    app: Screens  # pyright: ignore[reportIncompatibleMethodOverride]

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "rules", priority=True),
        Binding("f2", "language", priority=True),
        Binding("ctrl+q,ctrl+c", "quit", priority=True),
    ]

    def action_language(self) -> None:
        self.app.lang = "en" if self.app.lang == "fr" else "fr"
        self.refresh_words()

    def action_quit(self) -> None:
        self.app.exit()

    def keys(self, *more: tuple[str, str]) -> Text:
        """The keys that do something here, in this language."""
        shown = [("F1", "key_rules"), ("F2", "key_language"), *more, ("^Q", "key_quit")]
        return Text("  ").join(Text.assemble((key, "bold"), f" {self.app.say(name)}") for key, name in shown)

    def refresh_words(self) -> None:
        raise AssertionError("every screen of the house speaks")


class RulesScreen(ModalScreen[None]):
    """The rules, over the table."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q", "dismiss", priority=True)]

    def __init__(self, game: AnyGame, lang: Lang) -> None:
        super().__init__()
        self.game = game
        self.lang: Lang = lang

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="rules"):
            yield Markdown(rules(self.game, self.lang))
        yield Static(Text.assemble(("Esc", "bold"), f" {words(self.lang).house('key_close')}"), id="keys")

    def on_mount(self) -> None:
        self.query_one("#rules").focus()


class CurtainScreen(ModalScreen[None]):
    """Nothing private is drawn before the right person says so."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss", priority=True)]

    def __init__(self, title: str, name: str, key: str) -> None:
        super().__init__(classes="centre")
        self.lines = (title, name, key)

    def compose(self) -> ComposeResult:
        title, name, key = self.lines
        yield Static(Text.assemble(f"{title}\n\n", (name, "bold"), (f"\n\n{key}", "dim")), id="curtain")

    def on_mount(self) -> None:
        self.styles.background = "black"


class ChoiceScreen(ModalScreen[Seat | None]):
    """One seat out of a few."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "none", priority=True)]

    def __init__(self, title: str, seats: list[Seat], names: tuple[str, ...]) -> None:
        super().__init__(classes="centre")
        self.title_text, self.seats, self.names = title, seats, names

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.title_text, id="prompt")
            yield OptionList(*(Option(self.names[seat], id=str(seat)) for seat in self.seats), id="menu")

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(Seat(int(event.option.id or 0)))

    def action_none(self) -> None:
        self.dismiss(None)


class HintScreen(ModalScreen[None]):
    """What a strong player would do, under the board."""

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
        yield Static(Text.assemble(("Esc", "bold"), f" {self.key}"), id="keys")


class ShelfScreen(House):
    """Five boxes: which game, how, against how strong bots, and with how many."""

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
                about, players = words(lang, game), described(game.options)["players"].allowed
                box = about.house("box", players=players, minutes=about.minutes)
                menu.add_option(
                    Option(Text.assemble((about.title, "bold"), f"  {box}\n  ", (about.tagline, "dim")), id=name)
                )
        elif self.way is None:
            prompt.update(f"{words(lang, self.game).title} · {say('choose_way')}")
            for way in ("way_bots", "way_people", "way_real", "way_rules"):
                menu.add_option(Option(say(way), id=way))
        elif self.way == "way_bots" and self.level is None:
            prompt.update(f"{words(lang, self.game).title} · {say('choose_level')}")
            known = bots.levels(self.game)
            lit = known.index(bots.usual_level(self.game))
            for level in known:
                menu.add_option(Option(self.app.level(level), id=level))
        else:
            prompt.update(f"{words(lang, self.game).title} · {say('choose_players')}")
            for n in described(self.game.options)["players"].samples:
                menu.add_option(Option(say("players_n", n=n), id=str(n)))
        menu.highlighted = lit
        self.query_one("#keys", Static).update(self.keys())

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
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
        names += [f"{BOT}{self.level}"] * (options.players - people)
        self.app.sit_down(Table.opened(game, options, told_apart(names), kept(game), real=way == "way_real"))

    def action_rules(self) -> None:
        menu = self.query_one(OptionList)
        game = self.game or list(GAMES.values())[menu.highlighted or 0]
        self.app.push_screen(RulesScreen(game, self.app.lang))


class TableScreen(House):
    """The table: the board as the person at the keyboard sees it, what was said, and what may be done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f3", "cut_in", priority=True),
        Binding("f4", "take_back", priority=True),
        Binding("f5", "hint", priority=True),
        Binding("escape", "listen", priority=True),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.reader: Seat | None = table.people[0] if len(table.people) == 1 else None
        self.asked: Seat | Chance[Any] | None = None  # whose move the entry takes
        self.offered: list[Any] = []  # the moves in the list
        self.answer: asyncio.Future[Move[Any] | None] | None = None
        self.complaint = ""  # why the last move typed was refused
        self.cutting: Seat | None = None  # who has taken the keyboard out of turn
        self.thinking = ""  # who is

    def compose(self) -> ComposeResult:
        yield Static(id="title")
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
        self.refresh_words()
        self.evening()

    # ---- the course of the game -------------------------------------------------

    @work
    async def evening(self) -> None:
        """One game after another until everybody has had enough. Bots think beside it: the screen goes on."""
        table = self.table
        while not table.over:
            if (asked := table.thinker()) is not None:
                move = await self.thought(self.app.names[asked.seat], table.answer, asked)
                if move is not None:
                    table.play(move)
                    self.refresh_words()
                    await asyncio.sleep(self.app.pause)
            elif (drawn := table.drawn()) is not None:
                table.play(drawn)
                self.refresh_words()
            elif (chance := table.typed()) is not None:
                await self.hand_over(table.typist(chance, self.reader))
                await self.ask(chance)
            else:
                seat = table.awaited_people()[0] if self.cutting is None else self.cutting
                await self.hand_over(seat)
                await self.ask(seat)
        self.refresh_words()

    async def thought(self, who: str, think: Callable[[Q], T], question: Q) -> T:
        """What somebody comes to think in a thread of their own, while a line says who does."""
        self.thinking = who
        self.query_one("#prompt", Static).update(self.prompt())
        try:
            return await asyncio.to_thread(think, question)
        finally:
            self.thinking = ""
            self.query_one("#prompt", Static).update(self.prompt())

    async def ask(self, asked: Seat | Chance[Any]) -> None:
        """Until what was typed or chosen is a move that the rules take, or something else is to be asked."""
        self.asked = asked
        while True:
            self.answer = asyncio.get_running_loop().create_future()
            self.refresh_words()
            move = await self.answer
            self.answer, self.complaint = None, ""
            if move is None:
                break
            try:
                self.table.play(move)
                self.cutting = None
                break
            except Refusal as error:
                self.complain(error)
        self.asked = None
        self.refresh_words()

    async def hand_over(self, seat: Seat) -> None:
        if seat == self.reader:
            return
        if self.table.game.hidden:
            self.reader = None
            self.refresh_words()
            say = self.app.say
            await self.app.push_screen_wait(CurtainScreen(say("curtain"), self.app.names[seat], say("curtain_key")))
        self.reader = seat

    # ---- what is shown ----------------------------------------------------------

    def refresh_words(self) -> None:
        table, say = self.table, self.app.say
        about, names = words(self.app.lang, table.game), self.app.names
        agreed = " ".join(f"{name}={text}" for name, text in write(table.options).items())
        self.query_one("#title", Static).update(Text.assemble((about.title, "bold"), f"  {agreed}"))
        board = face(table.game)(table.view(self.reader), about, names)
        self.query_one("#board", Static).update(Text("\n").join(board))
        lines = [about.line(entry.told[self.reader], entry.hand, names) for entry in table.log[-60:]]
        self.query_one("#lines", Static).update("\n".join(lines))
        self.query_one("#log").scroll_end(animate=False)
        entry = self.query_one(Input)
        entry.placeholder = say("type_chance_here" if isinstance(self.asked, Chance) else "type_here")
        entry.display = not table.over
        self.query_one("#prompt", Static).update(self.prompt())
        self.offer("")
        hints = [("F5", "key_hint")] if isinstance(self.asked, int) else []
        cuts = [("F3", "key_cut_in")] if table.free_people() else []
        backs = [("F4", "key_back")] if table.real else []
        self.query_one("#keys", Static).update(self.keys(*cuts, *backs, *hints))

    def prompt(self) -> str | Text:
        table, say = self.table, self.app.say
        if self.complaint:
            return Text(say("refused", why=self.complaint), style="bold red")
        if table.over:
            return "\n".join(result_lines(table, words(self.app.lang))[:2])
        if self.thinking:
            return say("thinking", who=self.thinking)
        if isinstance(self.asked, Chance):
            return say("type_chance")
        if self.asked is not None:
            return say("your_turn", who=self.app.names[self.asked])
        return ""

    def offer(self, typed: str) -> None:
        """The moves that hold every word typed so far."""
        menu = self.query_one(OptionList)
        menu.clear_options()
        self.offered = []
        if self.table.over:
            menu.add_options([Option(self.app.say("again"), id="again"), Option(self.app.say("leave"), id="leave")])
            menu.can_focus = True
            menu.focus()
            menu.highlighted = 0
            return
        if self.asked is None:
            return
        about = words(self.app.lang, self.table.game)
        actions = [] if isinstance(self.asked, Chance) else self.table.legal(self.asked)
        for action in actions:
            label = about.move(action, self.app.names)
            if all(word in f"{label} {action}".casefold() for word in typed.casefold().split()):
                self.offered.append(action)
                menu.add_option(Option(Text.assemble(label, (f"   {action}", "dim"))))
        menu.highlighted = 0 if typed and self.offered else None  # nothing is lit before somebody chooses

    def complain(self, error: Refusal) -> None:
        self.complaint = words(self.app.lang, self.table.game).why(error)
        self.query_one("#prompt", Static).update(self.prompt())

    # ---- what people do -----------------------------------------------------------

    @on(Input.Changed)
    def filter_moves(self, event: Input.Changed) -> None:
        self.offer(event.value)

    @on(Input.Submitted)
    def submit(self, event: Input.Submitted) -> None:
        """The move as it was typed, else the one that is lit."""
        if self.asked is None or self.answer is None:
            return
        text = event.value.strip()
        seat = None if isinstance(self.asked, Chance) else self.asked
        menu = self.query_one(OptionList)
        try:
            move = self.table.read(seat, text.removeprefix("*:"))
        except Refusal as error:
            if seat is None or menu.highlighted is None:
                if text:
                    self.complain(error)
                return
            move = Played(seat, self.offered[menu.highlighted])
        event.input.clear()
        self.settle(move)

    @on(OptionList.OptionSelected)
    def pick(self, event: OptionList.OptionSelected) -> None:
        if event.option.id == "leave":
            self.action_quit()
        elif event.option.id == "again":
            table = self.table
            again = Table.opened(table.game, table.options, table.names, kept(table.game), real=table.real)
            self.app.sit_down(again)
        elif isinstance(self.asked, int):
            self.settle(Played(self.asked, self.offered[event.option_index]))

    def settle(self, move: Move[Any] | None) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(move)

    def on_key(self, event: Key) -> None:
        """The arrows walk through the moves while the line is being typed."""
        menu = self.query_one(OptionList)
        if not menu.has_focus and event.key in ("up", "down"):
            menu.action_cursor_up() if event.key == "up" else menu.action_cursor_down()
            event.stop()

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.table.game, self.app.lang))

    def action_take_back(self) -> None:
        if self.answer is not None and self.table.can_take_back():
            self.table.take_back()
            self.settle(None)
        else:
            self.notify(self.app.say("not_taken_back"))

    @work
    async def action_cut_in(self) -> None:
        """Somebody who is not awaited has something to say: they take the keyboard first."""
        free = self.table.free_people()
        if not free or self.answer is None:
            self.notify(self.app.say("nobody_cuts_in"))
            return
        seat = await self.app.push_screen_wait(ChoiceScreen(self.app.say("cut_in"), free, self.app.names))
        if seat is not None:
            self.cutting = seat
            self.settle(None)

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """What the strongest bot would do on this seat; kept to itself if the person has moved meanwhile."""
        seat, answer, say = self.asked, self.answer, self.app.say
        if answer is None or not isinstance(seat, int):
            self.notify(say("no_hint"))
            return
        adviser = say("bot", level=self.app.level(bots.strongest_level(self.table.game)))
        weighed = await self.thought(adviser, self.table.hint, seat)
        if self.answer is answer:
            lines = hint_lines(weighed, words(self.app.lang, self.table.game), self.app.names)
            self.app.push_screen(HintScreen(say("hint_title", who=adviser), lines, say("key_close")))

    def action_listen(self) -> None:
        """Whoever cut in has nothing to say after all."""
        if self.cutting is not None:
            self.cutting = None
            self.settle(None)
