"""A record step by step: the table before each move, the move that was played, and what the strongest bot thinks."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from tablee import bots
from tablee.bots import Weighed
from tablee.contract import Chance, Over, Played, Seat
from tablee.record import Record, states
from tablee.terminal.app import TerminalApp
from tablee.terminal.base_screen import BaseScreen
from tablee.terminal.dialogs import RulesScreen
from tablee.terminal.face import face, shown_view
from tablee.terminal.hint import hint_lines
from tablee.terminal.line_breaks import fold
from tablee.terminal.names import display_names
from tablee.terminal.result import verdict
from tablee.words import Words, words

SCROLLBAR = 2  # columns


class StepScreen(BaseScreen):
    """Arrow keys go on and back, Home and End to the start and the end."""

    HELP_TEXT = "help_step"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter", "go(1)", priority=True),
        Binding("left,backspace", "go(-1)", priority=True),
        Binding("pagedown", "go(10)", priority=True),
        Binding("pageup", "go(-10)", priority=True),
        Binding("home", "go(-100000)", priority=True),
        Binding("end", "go(100000)", priority=True),
        Binding("down", "scroll(1)", priority=True),
        Binding("up", "scroll(-1)", priority=True),
        Binding("q,escape", "leave", priority=True),
    ]

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record, self.states, self.at = record, list(states(record)), 0
        self.opinions: dict[int, Weighed] = {}  # by the number of the move before which it was asked

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with VerticalScroll(id="middle", can_focus=False):
            yield Static(id="board")
            yield Static(id="prompt")
            yield Static(id="opinion")
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.show()

    @property
    def words(self) -> Words:
        return words(self.app.lang, self.record.game)

    @property
    def names(self) -> tuple[str, ...]:
        return display_names(self.record.seats, self.words)

    @property
    def mover(self) -> Seat | None:
        """Who moves next, if a player does."""
        move = self.record.moves[self.at] if self.at < len(self.record.moves) else None
        return move.by if isinstance(move, Played) else None

    def show(self) -> None:
        self.refresh_words()
        if self.mover is not None and self.at not in self.opinions:
            self.ask_opinion(self.at, self.mover)

    def refresh_words(self) -> None:
        game, about = self.record.game, self.words
        title = self.app.say("step_title", n=self.at, all=len(self.record.moves))
        self.query_one("#title", Static).update(Text.assemble((about.title, "bold"), f"  {title}"))
        view = shown_view(game, self.states[self.at], self.mover)
        self.query_one("#board", Static).update(Text("\n").join(face(game)(view, about, self.names)))
        self.query_one("#prompt", Static).update(self.next_line())
        self.query_one("#opinion", Static).update(self.opinion())
        self.query_one("#keys", Static).update(
            self.keys(("?", "key_help"), ("←→", "key_step"), ("Home End", "key_ends"))
        )

    def next_line(self) -> str:
        """The move that was played here, as the one who played it was told."""
        game, before = self.record.game, self.states[self.at]
        if self.at == len(self.record.moves):
            awaited = game.awaits(before)
            return verdict(awaited, self.names, self.words) if isinstance(awaited, Over) else self.app.say("step_end")
        move, awaited = self.record.moves[self.at], game.awaits(before)
        told = game.told(before, move, self.states[self.at + 1], self.mover)
        return f"→ {self.words.line(told, awaited.hand if isinstance(awaited, Chance) else None, self.names)}"

    def opinion(self) -> Text:
        weighed, seat = self.opinions.get(self.at), self.mover
        if weighed is None or seat is None:
            return Text()
        who = self.app.say("bot", level=self.app.level(self.record.game, bots.strongest_level(self.record.game)))
        lines = [Text(self.app.say("hint_title", who=who), "bold")]
        for move, why in hint_lines(weighed, self.words, self.names, seat):
            lines += [Text(move), Text(f"   {why}", "dim")]
        return Text("\n").join(fold(lines, self.app.size.width - SCROLLBAR))

    @work(exclusive=True)
    async def ask_opinion(self, at: int, seat: Seat) -> None:
        """The strongest bot weighs the moves of this seat, from its own view, in a thread."""
        game, state = self.record.game, self.states[at]
        adviser = bots.bot(game, bots.strongest_level(game))
        legal: Any = game.legal(state, seat)
        self.opinions[at] = await asyncio.to_thread(adviser.advise, game.view(state, seat), legal, Random(at))
        if self.at == at:
            self.refresh_words()

    def action_go(self, steps: int) -> None:
        self.at = max(0, min(len(self.record.moves), self.at + steps))
        self.show()

    def action_scroll(self, lines: int) -> None:
        """Where the board and the opinion are longer than the window."""
        self.query_one("#middle").scroll_relative(y=lines, animate=False)

    def action_leave(self) -> None:
        """Back to the table whose game is looked at; else the program ends."""
        if any(isinstance(below, BaseScreen) for below in self.app.screen_stack[:-1]):
            self.app.pop_screen()
        else:
            self.app.exit()

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.record.game, self.app.lang))


class StepApp(TerminalApp):
    """The program that shows one record step by step."""

    def __init__(self, lang: str, record: Record) -> None:
        super().__init__(lang)
        self.record = record

    def on_mount(self) -> None:
        self.push_screen(StepScreen(self.record))
