"""A notebook on a full screen: the board as its owner knows it, the pad, and one question after the other."""

from __future__ import annotations

import asyncio
from typing import ClassVar, Final

from rich.text import Text
from textual import on, work
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tablee.contract import Refusal
from tablee.note_questions import NoteLines, NoteQuestion, Picks, Step
from tablee.terminal.board_screen import BoardScreen, narrows
from tablee.terminal.dialogs import PlayerAidScreen, RulesScreen
from tablee.terminal.face import fit
from tablee.terminal.key_caps import key_table
from tablee.terminal.note_entry import NoteEntry, is_notation
from tablee.terminal.notebook import TerminalNotebook
from tablee.terminal.notebook_texts import entry_lines, noted_lines, pad_lines, page_lines, review_lines, table_lines
from tablee.words import Words, words

SHORT: Final = 3  # lines of a pad that is shown even where it takes lines from the board
FINISH, REOPEN, LEAVE = "finish", "reopen", "leave"
KEYS: Final = (
    ("F1", "key_rules"), ("F3", "key_help_level"), ("F4", "key_correct"), ("F7", "key_pad"),
    ("F10", "key_finish"), ("Esc", "key_back_step"), ("PgUp PgDn", "key_scroll"), ("Ctrl+↑ ↓", "key_board"),
    ("Ctrl+Q", "key_quit"),
)  # fmt: skip
SCORE_KEYS: Final = tuple((key, "key_sheet" if key == "F7" else name) for key, name in KEYS if key != "F3")


class NotebookScreen(BoardScreen):
    """What is typed or chosen answers the question; once all is said, it is noted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f3", "help_level", priority=True),
        Binding("f4", "cross_out", priority=True),
        Binding("f7", "pad", priority=True),
        Binding("f10", "finish", priority=True),
        Binding("escape", "back", priority=True),
    ]

    def __init__(self, book: TerminalNotebook) -> None:
        super().__init__()
        self.book = book
        self.picks: Picks = ()
        self.earlier: list[Picks] = []  # the picks before each answer
        self.offered: list[str] = []  # the answers in the list
        self.complaint = ""
        self.noting = False  # an entry is being worked out

    # ---- what is shown ------------------------------------------------------------

    @property
    def words(self) -> Words:
        return words(self.app.lang, self.book.game)

    @property
    def entry(self) -> NoteEntry:
        book = self.book
        return NoteEntry(book.game, book.view, book.seat, book.names, self.app.lang, self.picks)

    @property
    def step(self) -> Step:
        """What is asked now; None where nothing can be noted any more."""
        return None if self.book.book.closed else self.entry.next()[0]

    def refresh_words(self) -> None:
        book, about, say = self.book, self.words, self.app.say
        kind = say("note_score" if book.scored else "notebook")
        title: list[str | tuple[str, str]] = [(about.title, "bold"), f"  {kind}"]
        if not book.scored:
            title.append(f"  {say('key_help_level')}{about.colon} {say(f'note_help_{book.book.help}')} (F3)")
        board, pad = fit(table_lines(book, about), self.room), pad_lines(book, about)
        if len(board) + len(pad) > self.room and not self.has_class("wide"):
            if len(pad) > SHORT:
                pad = [Text(say("pad_elsewhere"), "dim")]
            board = board[: self.room - len(pad)]
        self.query_one("#title", Static).update(Text.assemble(*title))
        self.show_board([*board, *pad])
        self.show_log(review_lines(book, about) if book.book.closed else noted_lines(book, about))
        self.query_one(Input).placeholder = say("note_here")
        self.show_entry(isinstance(self.step, NoteQuestion))
        self.query_one("#prompt", Static).update(self.prompt())
        self.offer("")
        self.show_keys()

    def show_keys(self) -> None:
        backs = ("Esc", "key_back_step") if self.picks else ("F4", "key_correct")
        page = ("F7", "key_sheet" if self.book.scored else "key_pad")
        ends = ("F10", "key_reopen" if self.book.book.closed else "key_finish")
        keys = self.keys(("?", "key_help"), backs, page, ends)
        self.query_one("#keys", Static).update(keys)

    def prompt(self) -> str | Text:
        say, step = self.app.say, self.step
        if self.complaint:
            return Text(self.complaint, style="bold red")
        if self.book.book.closed:
            return say("note_log" if self.book.scored else "note_knowable")
        if not isinstance(step, NoteQuestion):
            return say("note_over")
        return step.ask + (f"  {' · '.join(step.picked)}" if step.picked else "")

    def offer(self, typed: str) -> None:
        """Lists the answers that contain every word typed so far."""
        menu, step = self.query_one(OptionList), self.step
        menu.clear_options()
        if isinstance(step, NoteQuestion):
            labels = {choice.value: choice.label for choice in step.choices if not choice.off}
        elif self.book.book.closed:
            labels = {REOPEN: self.app.say("note_reopen"), LEAVE: self.app.say("key_quit")}
        else:
            labels = {FINISH: self.app.say("key_finish"), LEAVE: self.app.say("key_quit")}
        found = [value for value, label in labels.items() if narrows(typed, label)]
        self.offered = found
        menu.add_options([Option(labels[value]) for value in found])
        asked = isinstance(step, NoteQuestion)
        menu.can_focus = not asked
        (self.query_one(Input) if asked else menu).focus()
        menu.highlighted = 0 if (typed or not asked) and found else None

    # ---- what is done -------------------------------------------------------------

    @on(Input.Changed)
    def filter_answers(self, event: Input.Changed) -> None:
        """Lists the answers that fit; a question mark asks for help."""
        if event.value == "?":
            event.input.clear()
            self.action_help()
        self.offer(event.value)

    @on(Input.Submitted)
    def submit(self, event: Input.Submitted) -> None:
        """What was typed, or else the answer that is highlighted."""
        text, menu = event.value.strip(), self.query_one(OptionList)
        if self.noting:
            return
        if is_notation(text):
            self.note((text,))
            return
        try:
            picks = self.entry.read(text)
        except Refusal as error:
            if menu.highlighted is None:
                self.complain(error)
                return
            picks = self.chosen(menu.highlighted)
        else:
            if not text:
                if menu.highlighted is None:
                    self.complaint = self.app.say("choose_first", question=self.prompt())
                    self.refresh_words()
                    return
                picks = self.chosen(menu.highlighted)
        event.input.clear()
        self.proceed(picks)

    @on(OptionList.OptionSelected)
    def pick(self, event: OptionList.OptionSelected) -> None:
        if self.noting:
            return
        value = self.offered[event.option_index]
        if value == LEAVE:
            self.app.exit()
        elif value in (FINISH, REOPEN):
            self.action_finish()
        else:
            self.proceed(self.chosen(event.option_index))

    def chosen(self, place: int) -> Picks:
        return (*self.entry.next()[1], self.offered[place])

    def proceed(self, picks: Picks) -> None:
        """One answer more: the next question, or an entry."""
        self.complaint = ""
        before, self.picks = self.picks, picks
        step = self.step
        if isinstance(step, NoteLines):
            self.note(step.lines)
            return
        self.earlier.append(before)
        self.refresh_words()

    def note(self, lines: tuple[str, ...]) -> None:
        """Notes these lines. The answers that led to them end here: they do not fit the view after them."""
        self.noting = True
        self.picks, self.earlier = (), []
        self.note_aside(lines)

    @work(exclusive=True)
    async def note_aside(self, lines: tuple[str, ...]) -> None:
        """What they prove is worked out in a thread."""
        try:
            await asyncio.to_thread(self.book.note, lines)
        except Refusal as error:
            self.complain(error)
        else:
            self.query_one(Input).clear()
            self.complaint = ""
        finally:
            self.noting = False
            self.refresh_words()

    def complain(self, error: Refusal) -> None:
        self.complaint = self.app.say("refused", why=self.words.why(error))
        self.refresh_words()

    # ---- keys ---------------------------------------------------------------------

    def action_back(self) -> None:
        """To the question before this one."""
        self.picks = self.earlier.pop() if self.earlier else ()
        self.complaint = ""
        self.refresh_words()

    def action_cross_out(self) -> None:
        """Forgets what was said of an entry that is not complete; else crosses out the last one."""
        if self.noting or self.book.book.closed:
            return
        if not self.picks:
            gone = self.book.cross_out()
            said = [] if gone is None else entry_lines(gone, self.words, self.book.names)
            for line in said:
                self.notify(line.plain)  # says that it was corrected
            if not said:
                self.notify(self.app.say("note_nothing"))
        self.picks, self.earlier, self.complaint = (), [], ""
        self.refresh_words()

    def action_help_level(self) -> None:
        if not self.book.scored and not self.book.book.closed:
            self.book.change_help()
            self.refresh_words()

    def action_finish(self) -> None:
        """Closes the notebook and shows what was knowable; opens it again."""
        if self.noting:
            return
        self.book.close(not self.book.book.closed)
        self.picks, self.earlier, self.complaint = (), [], ""
        self.refresh_words()

    def action_pad(self) -> None:
        """The whole board, the whole pad and the sheet."""
        lines = page_lines(self.book, self.words)
        self.app.push_screen(PlayerAidScreen(lines, self.app.say("key_close"), columns=True))

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.book.game, self.app.lang))

    def action_help(self) -> None:
        """How to type, what the keys do, and every answer that is possible now."""
        say, step, scored = self.app.say, self.step, self.book.scored
        keys = SCORE_KEYS if scored else KEYS
        lines = [*map(Text, say("help_score" if scored else "help_note").split("\n"))]
        lines += [Text(), Text(say("help_keys"), "bold")]
        lines += key_table(keys, self.app.lang)
        if isinstance(step, NoteQuestion):
            lines += [Text(), Text(step.ask, "bold")]
            lines += [Text(f"  {choice.label}") for choice in step.choices if not choice.off]
        self.app.push_screen(PlayerAidScreen(lines, say("key_close")))
