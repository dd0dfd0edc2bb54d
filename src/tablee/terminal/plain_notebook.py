"""A notebook in plain lines: on a pipe, for a program, or in a simple terminal.

The board and the pad are printed, then what is asked. The answer may be one word, or all that happened at once: "Ben 3
7 wrong, 9, 2"; a line of the log in notation is noted as it is. These commands exist in every language: `?` lists the
answers, `undo` crosses out the last entry, `undo 3` three of them, `help` changes how much the pad helps (or `help
notes`), `pad` prints it, `log` what is noted, `rules` the rules, `end` closes the notebook and
shows what was knowable, `quit` or the end of the input stops.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from rich.text import Text

from tablee.contract import Refusal
from tablee.help import HELPS, Help
from tablee.note_questions import NoteLines, NoteQuestion, Picks
from tablee.terminal.note_entry import NoteEntry, is_notation
from tablee.terminal.notebook import TerminalNotebook
from tablee.terminal.notebook_texts import entry_lines, noted_lines, pad_lines, page_lines, review_lines, table_lines
from tablee.terminal.plain import InputEnded, commands
from tablee.words import Words, rules


class PlainNotebook:
    """Reads what is noted from `source` and prints the notebook to `target`."""

    def __init__(self, book: TerminalNotebook, words: Words, source: TextIO, target: TextIO) -> None:
        self.book, self.words, self.source, self.target = book, words, source, target
        self.picks: Picks = ()

    def keep(self) -> None:
        """Asks until the notebook is closed or the input ends."""
        self.print_lines(noted_lines(self.book, self.words))
        try:
            if self.book.book.closed:
                self.reopen()
            self.print_board()
            while not self.book.book.closed:
                self.step()
        except (InputEnded, KeyboardInterrupt):
            self.print_line(self.words.house("note_resume", path=self.book.path))
            return
        self.print_line(self.words.house("note_kept", path=self.book.path))

    def step(self) -> None:
        """One answer, or one command."""
        entry = self.entry()
        asked, self.picks = entry.next()
        if isinstance(asked, NoteQuestion):
            said = f"  {' · '.join(asked.picked)}" if asked.picked else ""
            self.print_line(f"? {asked.ask}{said}")
        else:
            self.print_line(f"? {self.words.house('note_over')} {self.words.house('end_offer')}")
        text = self.read_line()
        if not self.obey(text):
            self.answer(text)

    def answer(self, text: str) -> None:
        try:
            if is_notation(text):
                self.note((text,))
                return
            self.picks = self.entry().read(text)
            asked, self.picks = self.entry().next()
            if isinstance(asked, NoteLines):
                self.note(asked.lines)
        except Refusal as error:
            self.print_line(self.words.house("refused", why=self.words.why(error)))
            self.picks = ()

    def note(self, lines: Sequence[str]) -> None:
        entry = self.book.note(lines)
        self.picks = ()
        for line, said in zip(entry.lines, entry_lines(entry, self.words, self.book.names), strict=True):
            self.print_line(f"{line} — {said.plain}")
        self.print_board()

    def obey(self, text: str) -> bool:
        """Whether this was a command, which is then done."""
        verb, *rest = text.split()
        if verb in commands("quit_command"):
            raise InputEnded
        if text == "?":
            self.explain()
        elif verb in commands("undo_command"):
            self.cross_out(int(rest[0]) if rest and rest[0].isdecimal() else 1)
        elif verb in commands("help_command") and not self.book.scored:
            self.change_help(" ".join(rest))
        elif verb in commands("pad_command") | commands("sheet_command"):
            self.print_lines(page_lines(self.book, self.words))
        elif verb in commands("log_command"):
            self.print_lines(noted_lines(self.book, self.words))
        elif verb in commands("end_command"):
            self.book.close(True)
            self.print_review()
        elif verb in commands("rules_command"):
            self.print_line(rules(self.book.game, self.words.lang))
        else:
            return False
        return True

    def explain(self) -> None:
        """Every answer that is possible now, and the commands."""
        asked = self.entry().next()[0]
        if isinstance(asked, NoteQuestion):
            for choice in asked.choices:
                if not choice.off:
                    self.print_line(f"  {choice.label}")
        offers = ["undo_offer", "log_offer", "end_offer", "plain_offer"]
        offers[1:1] = ["sheet_offer"] if self.book.scored else ["help_offer", "pad_offer"]
        for offer in offers:
            self.print_line(f"  {self.words.house(offer)}")

    def cross_out(self, steps: int) -> None:
        """Forgets an entry that is not complete; else crosses out the last ones."""
        if self.picks:
            self.picks = ()
            return
        for _ in range(steps):
            gone = self.book.cross_out()
            if gone is None:
                self.print_line(self.words.house("note_nothing"))
                return
            for line in entry_lines(gone, self.words, self.book.names):
                self.print_line(line.plain)
        self.print_board()

    def change_help(self, wanted: str) -> None:
        """To the level that is named, in any language; to the next one where none is."""
        found: list[Help] = [level for level in HELPS if wanted in {level, *commands(f"note_help_{level}")}]
        self.book.change_help(found[0] if found else None)
        self.print_line(self.words.house(f"note_help_{self.book.book.help}"))
        self.print_board()

    def reopen(self) -> None:
        """A closed notebook is shown, and opened again only if that is wanted."""
        self.print_review()
        self.print_line(f"? {self.words.house('reopen_offer')}")
        while self.read_line() not in commands("reopen_command"):
            self.print_line(f"? {self.words.house('reopen_offer')}")
        self.book.close(False)

    # ---- showing ------------------------------------------------------------------

    def entry(self) -> NoteEntry:
        book = self.book
        return NoteEntry(book.game, book.view, book.seat, book.names, self.words.lang, self.picks)

    def read_line(self) -> str:
        """The next line that says something; `quit` and the end of the input stop."""
        while line := self.source.readline():
            if text := line.strip():
                if text in commands("quit_command"):
                    break
                return text
        raise InputEnded

    def print_board(self) -> None:
        self.print_lines([*table_lines(self.book, self.words), *pad_lines(self.book, self.words)])

    def print_review(self) -> None:
        self.print_line(self.words.house("note_log" if self.book.scored else "note_knowable"))
        self.print_lines(review_lines(self.book, self.words))

    def print_lines(self, lines: Sequence[Text]) -> None:
        for line in lines:
            self.print_line(line.plain.rstrip())

    def print_line(self, text: str) -> None:
        print(text, file=self.target, flush=True)
