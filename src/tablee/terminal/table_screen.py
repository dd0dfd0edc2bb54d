"""The table on a full screen: the board, the log, and the moves of the person at the keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual import on, work
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tablee import bots
from tablee.bots.appraisal import WeighedDecision, weigh_decisions
from tablee.contract import Chance, IllegalMove, Move, Played, Refusal, Seat
from tablee.sheets import sheet_lines
from tablee.terminal.board_screen import BoardScreen, narrows
from tablee.terminal.dialogs import ChoiceScreen, CurtainScreen, HintScreen, PlayerAidScreen, RulesScreen
from tablee.terminal.face import draw_table, fit, player_aid, shown_view
from tablee.terminal.hint import hint_lines
from tablee.terminal.house_rule import house_rule_said
from tablee.terminal.key_caps import key_table
from tablee.terminal.names import display_options
from tablee.terminal.result import result_lines
from tablee.terminal.review import review_lines
from tablee.terminal.step_screen import StepScreen
from tablee.terminal.table import TerminalTable, new_record_path
from tablee.words import words

KEYS = (
    ("F1", "key_rules"), ("F3", "key_cut_in"), ("F4", "key_back"), ("F5", "key_hint"), ("F6", "key_aid"),
    ("F7", "key_sheet"), ("F8", "key_pace"), ("F10", "key_house"), ("PgUp PgDn", "key_scroll"),
    ("Ctrl+↑ ↓", "key_board"), ("Ctrl+Q", "key_quit"),
)  # fmt: skip
MENU_AT_END = 5  # lines of what may be done next that are shown at once
AROUND_BOARD_AT_END = 5  # lines of title, keys, and the log with the rule above it

LOG_GROWS = 8  # lines that moves and the log below the board have before a board shows more than it must

T = TypeVar("T")
Q = TypeVar("Q")


class TableScreen(BoardScreen):
    """Shows the board as the person at the keyboard sees it, the log, and the moves to choose from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f3", "cut_in", priority=True),
        Binding("f4", "take_back", priority=True),
        Binding("f5", "hint", priority=True),
        Binding("f6", "player_aid", priority=True),
        Binding("f7", "sheet", priority=True),
        Binding("f8", "pace", priority=True),
        Binding("f9", "next_eyes", priority=True),
        Binding("f10", "house_rule", priority=True),
        Binding("escape", "cancel_cut_in", priority=True),
    ]

    def __init__(self, table: TerminalTable) -> None:
        super().__init__()
        self.table = table
        self.reader: Seat | None = table.people[0] if len(table.people) == 1 else None
        self.asked: Seat | Chance[Any] | None = None  # whose move the entry takes
        self.offered: list[Any] = []  # the moves in the list
        self.answer: asyncio.Future[Move[Any] | None] | None = None
        self.complaint = ""  # why the last move typed was refused
        self.cutting: Seat | None = None  # the seat that has taken the keyboard out of turn
        self.thinking = ""  # the name of the bot that is thinking now
        self.reviewing: list[str] = []  # how far the strongest bot has gone through the game

    def on_mount(self) -> None:
        super().on_mount()
        self.run_game()

    # ---- the course of the game -------------------------------------------------

    @work
    async def run_game(self) -> None:
        """Plays the game to its end. Bots think in a thread, so that the screen stays alive."""
        table = self.table
        while not table.over:
            if (asked := table.next_bot_prompt()) is not None:
                move = await self.think_aside(self.app.names[asked.seat], table.ask_bot, asked)
                if move is not None:
                    table.play(move)
                    self.refresh_words()
                    await asyncio.sleep(self.app.pause)
            elif (chance_move := table.draw_chance()) is not None:
                table.play(chance_move)
                self.refresh_words()
                await asyncio.sleep(self.app.pause if table.next_bot_prompt() or not table.game.hidden else 0)
            elif (chance := table.chance_to_type()) is not None:
                await self.hand_over(table.typist(chance, self.reader))
                await self.ask(chance)
            else:
                seat = table.awaited_people()[0] if self.cutting is None else self.cutting
                await self.hand_over(seat)
                await self.ask(seat)
        self.refresh_words()

    async def think_aside(self, who: str, think: Callable[[Q], T], question: Q) -> T:
        """Runs `think(question)` in a thread; meanwhile the prompt says who is thinking."""
        self.thinking = who
        self.show_prompt()
        try:
            return await asyncio.to_thread(think, question)
        finally:
            self.thinking = ""
            self.show_prompt()

    async def ask(self, asked: Seat | Chance[Any]) -> None:
        """Waits for a legal move. Stops early when something else has to be asked."""
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

    @property
    def room(self) -> int:
        """After the game, the whole ranking and what may be done next come first, then two lines of the log."""
        if self.table.over is None:
            return super().room
        below = len(self.prompt_lines()) + min(len(self.next_games()), MENU_AT_END)
        return max(1, self.app.size.height - below - AROUND_BOARD_AT_END)

    def refresh_words(self) -> None:
        table, say = self.table, self.app.say
        about, names = words(self.app.lang, table.game), self.app.names
        agreed = display_options(table.options, about, names)
        self.query_one("#title", Static).update(Text.assemble((about.title, "bold"), f"  {agreed}"))
        view = shown_view(table.game, table.state, self.reader)
        spare = self.room if self.has_class("wide") else self.room - LOG_GROWS
        self.show_board(fit(draw_table(table.game, view, about, names, spare), self.room))
        self.show_log([Text(about.line(entry.told[self.reader], entry.hand, names)) for entry in table.log])
        self.set_class(table.over is not None, "over")
        entry = self.query_one(Input)
        entry.placeholder = say("type_chance_here" if isinstance(self.asked, Chance) else "type_here")
        self.show_entry(table.over is None)
        self.show_prompt()
        self.offer(entry.value)
        self.show_keys()

    def show_keys(self) -> None:
        """The keys that do something now."""
        table = self.table
        house = [("F10", "key_house")] if table.forbidden is not None else []
        hints = [("F5", "key_hint")] if isinstance(self.asked, int) else []
        cuts = [("F3", "key_cut_in")] if table.free_people() else []
        backs = [("F4", "key_back")] if table.real else []
        aids = [("F6", "key_aid")] if player_aid(table.game) else []
        sheets = [("F7", "key_sheet")] if self.sheet() else []
        sheets += [("F9", "key_eyes")] if table.over and table.game.hidden else []
        self.query_one("#keys", Static).update(
            self.keys(*house, ("?", "key_help"), *cuts, *backs, *hints, *sheets, *aids)
        )

    def show_prompt(self) -> None:
        """A bot may still be thinking while the screen is being left: then there is no prompt any more."""
        for prompt in self.query("#prompt").results(Static):
            prompt.update(self.prompt())

    def prompt(self) -> str | Text:
        table, say = self.table, self.app.say
        if self.complaint:
            return Text(self.complaint, style="bold red")
        if table.over:
            return "\n".join(self.prompt_lines())
        if self.thinking:
            return say("thinking", who=self.thinking)
        if isinstance(self.asked, Chance):
            return self.question()
        if self.asked is not None:
            return f"{say('your_turn', who=self.app.names[self.asked])}\n{self.question()}"
        return ""

    def prompt_lines(self) -> list[str]:
        """The result, and how far the review has come."""
        return [*result_lines(self.table, words(self.app.lang)), *self.reviewing]

    def offer(self, typed: str) -> None:
        """Lists the moves that contain every word typed so far."""
        menu = self.query_one(OptionList)
        menu.clear_options()
        self.offered = []
        if self.table.over:
            menu.add_options(self.next_games())
            menu.can_focus = True
            menu.focus()
            menu.highlighted = 0
            return
        if self.asked is None:
            return
        about = words(self.app.lang, self.table.game)
        seat = None if isinstance(self.asked, Chance) else self.asked
        actions = [] if seat is None else self.table.legal(seat)
        for action in actions:
            label = about.move(action, self.app.names, seat)
            if narrows(typed, f"{label} {action}"):
                self.offered.append(action)
                menu.add_option(Option(label))
        menu.highlighted = 0 if typed and self.offered else None  # nothing is highlighted before somebody chooses

    def next_games(self) -> list[Option]:
        """What may be played after this game: the same again or, alone against bots, stronger or gentler ones."""
        say = self.app.say
        games = [Option(say(name), id=name) for name in ("again", "how_played", "look_back", "leave")]
        table = self.table
        if (found := table.next_names()) is not None and table.over is not None:
            won = table.over.ranks[table.people[0]] == 1
            level = self.app.level(table.game, found[0])
            games.insert(1, Option(say("next_stronger" if won else "next_gentler", level=level), id="next"))
        return games

    def complain(self, error: Refusal) -> None:
        """Says why something was refused, and what would be valid now."""
        say = self.app.say
        why = say("refused", why=words(self.app.lang, self.table.game).why(error))
        if isinstance(error, IllegalMove):
            why += f"\n{self.question()}"
        self.show_complaint(why)
        self.show_keys()

    def show_complaint(self, text: str) -> None:
        self.complaint = text
        self.show_prompt()

    def question(self) -> str:
        """What is asked at the keyboard now, with an example."""
        if self.asked is None:
            return ""
        asked = self.asked if isinstance(self.asked, int) else self.table.typist(self.asked, self.reader)
        return self.table.question(asked, self.app.lang, self.app.names)

    # ---- what people do -----------------------------------------------------------

    @on(Input.Changed)
    def filter_moves(self, event: Input.Changed) -> None:
        """Lists the moves that fit; a question mark asks for help."""
        if event.value == "?":
            event.input.clear()
            self.action_help()
        self.offer(event.value)

    @on(Input.Submitted)
    def submit(self, event: Input.Submitted) -> None:
        """Plays the move as it was typed, else the highlighted one."""
        if self.asked is None or self.answer is None:
            return
        text = event.value.strip()
        seat = None if isinstance(self.asked, Chance) else self.asked
        menu = self.query_one(OptionList)
        try:
            move = self.table.read(seat, text.removeprefix("*:"), self.app.lang, self.app.names)
        except Refusal as error:
            if not text and menu.highlighted is None:
                self.show_complaint(self.app.say("choose_first", question=self.question()))
                return
            if seat is None or menu.highlighted is None:
                self.complain(error)
                return
            move = Played(seat, self.offered[menu.highlighted])
        event.input.clear()
        self.resolve(move)

    @on(OptionList.OptionSelected)
    def pick(self, event: OptionList.OptionSelected) -> None:
        if event.option.id == "leave":
            self.app.exit()
        elif event.option.id == "look_back":
            self.app.push_screen(StepScreen(self.table.record))
        elif event.option.id == "how_played":
            self.review()
        elif event.option.id in ("again", "next"):
            table = self.table
            found = table.next_names() if event.option.id == "next" else None
            names = found[1] if found else table.names
            path = new_record_path(table.game)
            self.app.table = TerminalTable.open(table.game, table.options, names, path, real=table.real)
            self.app.switch_screen(TableScreen(self.app.table))
        elif isinstance(self.asked, int):
            self.resolve(Played(self.asked, self.offered[event.option_index]))

    def resolve(self, move: Move[Any] | None) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(move)

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.table.game, self.app.lang))

    def action_player_aid(self) -> None:
        if (part := player_aid(self.table.game)) is not None:
            lines = part.player_aid(words(self.app.lang, self.table.game))
            self.app.push_screen(PlayerAidScreen(lines, self.app.say("key_close"), columns=True))

    def action_sheet(self) -> None:
        """All that was written down since the start."""
        if lines := self.sheet():
            self.app.push_screen(PlayerAidScreen(lines, self.app.say("key_close"), columns=True))

    def sheet(self) -> list[Text]:
        table, about = self.table, words(self.app.lang, self.table.game)
        return sheet_lines(table.game, table.state, self.reader, about, self.app.names, table.notes)

    def action_house_rule(self) -> None:
        """What was refused is noted as a house rule, and the game goes on."""
        if self.table.forbidden is None or self.answer is None:
            self.notify(self.app.say("nothing_refused"))
            return
        for line in house_rule_said(self.table, words(self.app.lang, self.table.game), self.app.names):
            self.notify(line)
        self.query_one(Input).clear()
        self.resolve(None)

    def action_help(self) -> None:
        """What the keys do, and every move that is possible now."""
        say, about = self.app.say, words(self.app.lang, self.table.game)
        lines = [Text(say("help_entry")), Text(), Text(say("help_keys"), "bold")]
        lines += key_table(KEYS, self.app.lang)
        if isinstance(self.asked, int):
            lines += [Text(), Text(self.table.question(self.asked, self.app.lang, self.app.names), "bold")]
            lines += [
                Text(f"  {about.move(action, self.app.names, self.asked)}") for action in self.table.legal(self.asked)
            ]
        self.app.push_screen(PlayerAidScreen(lines, say("key_close")))

    def action_next_eyes(self) -> None:
        """After the game: the table as the next player sees it, so that everybody learns what they had."""
        table = self.table
        if table.over is None or not table.game.hidden:
            return
        self.reader = table.seats[0 if self.reader is None else (self.reader + 1) % len(table.seats)]
        self.refresh_words()
        self.notify(self.app.say("seen_by", who=self.app.names[self.reader]))

    def action_pace(self) -> None:
        self.app.change_pace()
        self.notify(self.app.say("pace", n=self.app.pause))

    def action_take_back(self) -> None:
        """Takes back what was typed last, whoever typed it, and says what that was."""
        table = self.table
        if not table.can_take_back() or not (self.answer is not None or table.over):
            self.notify(self.app.say("not_taken_back"))
            return
        over = table.over is not None
        about = words(self.app.lang, table.game)
        for entry in reversed(table.take_back()):
            line = about.line(entry.told[self.reader], entry.hand, self.app.names)
            self.notify(self.app.say("taken_back", line=line))
        if over:  # the game goes on
            self.query_one(OptionList).can_focus = False
            self.query_one(Input).focus()
            self.run_game()
        else:
            self.resolve(None)

    @work
    async def action_cut_in(self) -> None:
        """A player who is not awaited takes the keyboard to cut in."""
        free = self.table.free_people()
        if not free or self.answer is None:
            self.notify(self.app.say("nobody_cuts_in"))
            return
        seat = await self.app.push_screen_wait(ChoiceScreen(self.app.say("cut_in"), free, self.app.names))
        if seat is not None:
            self.cutting = seat
            self.resolve(None)

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Shows what the strongest bot would do on this seat, unless the person has moved meanwhile."""
        seat, answer, say = self.asked, self.answer, self.app.say
        if answer is None or not isinstance(seat, int):
            self.notify(say("no_hint"))
            return
        adviser = say("bot", level=self.app.level(self.table.game, bots.strongest_level(self.table.game)))
        weighed = await self.think_aside(adviser, self.table.hint, seat)
        if self.answer is answer:
            lines = hint_lines(weighed, words(self.app.lang, self.table.game), self.app.names, seat)
            self.app.push_screen(HintScreen(say("hint_title", who=adviser), lines, say("key_close")))

    @work(exclusive=True, group="review")
    async def review(self) -> None:
        """How the people here played, as the strongest bot judges it, one decision after the other in a thread."""
        read, over = self.table.record, self.table.over
        assert over is not None
        weighing = weigh_decisions(read, bots.bot(read.game, bots.strongest_level(read.game)))
        decisions: list[WeighedDecision] = []
        whole = sum(isinstance(move, Played) for move in read.moves)
        while self.table.over and (one := await asyncio.to_thread(next, weighing, None)) is not None:
            decisions.append(one)
            self.reviewing = [self.app.say("review_progress", n=len(decisions), all=whole)]
            self.show_prompt()
        self.reviewing = []
        self.show_prompt()
        if self.table.over:  # the last entry of a real table may have been taken back meanwhile
            about = words(self.app.lang, read.game)
            lines = review_lines(read, over.ranks, self.table.people, decisions, about)
            self.app.push_screen(PlayerAidScreen([Text(line) for line in lines], self.app.say("key_close")))

    def action_cancel_cut_in(self) -> None:
        """The player who wanted to cut in does not."""
        if self.cutting is not None:
            self.cutting = None
            self.resolve(None)
