"""A game in plain lines: on a pipe, for a program, or in a simple terminal.

Each line of the log is printed as notation and, after a dash, as a sentence. A prompt is the seat's number and its
legal moves, or at a real table what is asked, with an example. The answer is a move in notation or by value, or one of
these: `?` explains the moves, `hint` (or its translation) says what a strong player would do, `aid` (or its
translation) prints what the game's players look up, `rules` prints the rules, `house` (or its translation) goes on by a
house rule after a refusal, `undo` (or its translation) takes back what was typed last at a real table, `undo 3` three
entries, `quit` or the end of the input stops. The record is on disk, and `--resume` continues it.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any, TextIO

from rich.text import Text

from tablee.bots import strongest_level
from tablee.contract import Chance, IllegalMove, Refusal, Seat
from tablee.languages import LANGS
from tablee.sheets import sheet_lines
from tablee.terminal.face import face, player_aid, shown_view, turns_over
from tablee.terminal.hint import hint_lines
from tablee.terminal.house_rule import house_rule_said
from tablee.terminal.names import display_level, display_names
from tablee.terminal.result import result_lines
from tablee.terminal.table import TerminalTable
from tablee.words import Words, rules, words

CURTAIN = "\n" * 60  # pushes what the other seat saw out of sight


@cache
def commands(name: str) -> frozenset[str]:
    """The word for this command in every language."""
    return frozenset(words(lang).house(name) for lang in LANGS)


class InputEnded(Exception):
    """The input has ended."""


class AskAgain(Exception):
    """The question has changed and must be asked again."""


class PlainTerminal:
    """Reads moves from `source` and prints the game to `target`."""

    def __init__(self, table: TerminalTable, words: Words, source: TextIO, target: TextIO) -> None:
        self.table, self.words, self.source, self.target = table, words, source, target
        self.names = display_names(table.names, words)
        self.reader: Seat | None = None  # the seat at the screen; a spectator before the first person
        self.lines_read: dict[Seat | None, int] = {}  # of the log, by reader

    def play(self) -> None:
        """Plays until the game is over or the input ends."""
        table = self.table
        if len(table.people) == 1:
            self.reader = table.people[0]
        self.print_log()
        try:
            while True:
                with suppress(AskAgain):
                    if not table.over:
                        self.step()
                        continue
                    self.print_result()
                    if table.can_take_back():  # the last entry of a real table may have been wrong, too
                        self.read_answer(self.words.house("end_undo_offer"), None)
                    return
        except (InputEnded, KeyboardInterrupt):
            if not table.over:
                self.print_line(self.words.house("resume", path=table.path))

    def step(self) -> None:
        table = self.table
        if (move := table.next_automatic_move()) is not None:
            table.play(move)
            self.print_log()
        elif (chance := table.chance_to_type()) is not None:
            self.hand_over(table.typist(chance, self.reader))
            self.ask_chance(chance)
        else:
            seat = table.awaited_people()[0]
            self.hand_over(seat)
            self.print_board(seat)
            self.ask(seat)

    # ---- asking ---------------------------------------------------------------

    def ask(self, seat: Seat) -> None:
        """Asks for one move of this seat. A free seat cuts in with its number before the move: 2: declare 4,5,7."""
        table = self.table
        moves = " | ".join(str(action) for action in table.legal(seat))
        prompt = f"{seat}? {table.question(seat, self.words.lang, self.names) if table.real else moves}"
        while True:
            text = self.read_answer(prompt, seat)
            by, colon, rest = text.partition(":")
            cuts_in = colon and by.strip().isdigit()
            if self.attempt(*((Seat(int(by)), rest) if cuts_in else (seat, text))):
                return

    def ask_chance(self, chance: Chance[Any]) -> None:
        prompt = f"*? {self.table.question(self.table.typist(chance, self.reader), self.words.lang, self.names)}"
        while not self.attempt(None, self.read_answer(prompt, None).removeprefix("*:")):
            pass

    def attempt(self, seat: Seat | None, text: str) -> bool:
        try:
            self.table.play(self.table.read(seat, text, self.words.lang, self.names))
        except IllegalMove as error:
            self.print_line(self.words.house("refused", why=self.words.why(error)))
            self.print_valid(seat)
            if self.table.forbidden is not None:
                self.print_line(f"  {self.words.house('house_offer')}")
            return False
        except Refusal as error:
            self.print_line(self.words.house("refused", why=self.words.why(error)))
            return False
        self.print_log()
        return True

    def print_valid(self, seat: Seat | None) -> None:
        """What would be valid now, after something that the rules forbid."""
        chance = self.table.chance_to_type()
        asked = self.table.typist(chance, self.reader) if chance is not None else seat
        if asked is not None and asked in self.table.seats:
            self.print_line(f"  {self.table.question(asked, self.words.lang, self.names)}")

    def read_answer(self, prompt: str, seat: Seat | None) -> str:
        """The next line that is meant as a move. Commands such as `rules` are carried out here."""
        while True:
            self.print_line(prompt)
            line = self.source.readline()
            match line.strip():
                case "" if not line:
                    raise InputEnded
                case "":
                    continue
                case text if text in commands("quit_command"):
                    raise InputEnded
                case "?":
                    for action in self.table.legal(seat) if seat is not None else ():
                        self.print_line(f"  {action} — {self.words.move(action, self.names, seat)}")
                    if seat is not None:  # nobody is advised what to roll
                        self.print_line(f"  {self.words.house('hint_offer')}")
                    if self.table.real:
                        self.print_line(f"  {self.words.house('undo_offer')}")
                    if self.sheet():
                        self.print_line(f"  {self.words.house('sheet_offer')}")
                    self.print_line(f"  {self.words.house('plain_offer')}")
                    if player_aid(self.table.game) is not None:
                        self.print_line(f"  {self.words.house('aid_offer')}")
                case text if text in commands("hint_command"):
                    self.hint(seat)
                case text if text in commands("aid_command") and (aid := player_aid(self.table.game)):
                    for part in aid.player_aid(self.words):
                        self.print_line(part.plain)
                case text if text in commands("sheet_command") and (rows := self.sheet()):
                    for row in rows:
                        self.print_line(row.plain.rstrip())
                case text if text in commands("house_command") and self.table.forbidden is not None:
                    self.go_on_by_house_rule()
                case text if text in commands("rules_command"):
                    self.print_line(rules(self.table.game, self.words.lang))
                case text if text.split()[0] in {"back", *commands("undo_command")}:
                    self.take_back(text)
                case text:
                    return text

    def sheet(self) -> list[Text]:
        """All that was written down since the start."""
        table = self.table
        return sheet_lines(table.game, table.state, self.reader, self.words, self.names, table.notes)

    def go_on_by_house_rule(self) -> None:
        """What was refused is noted as a house rule, and the game goes on."""
        for line in house_rule_said(self.table, self.words, self.names):
            self.print_line(line)
        self.print_log()
        raise AskAgain

    def take_back(self, text: str) -> None:
        """Takes back what was typed last, or as many entries as the number after the command says."""
        steps = int(number) if (number := text.split()[-1]).isdecimal() else 1
        if not self.table.can_take_back():
            self.print_line(self.words.house("not_taken_back"))
            return
        while steps > 0 and self.table.can_take_back():
            for entry in reversed(self.table.take_back()):
                told = self.words.line(entry.told[self.reader], entry.hand, self.names)
                self.print_line(self.words.house("taken_back", line=told))
            steps -= 1
        self.lines_read = {reader: min(n, len(self.table.log)) for reader, n in self.lines_read.items()}
        raise AskAgain

    def hint(self, seat: Seat | None) -> None:
        if seat is None:
            self.print_line(self.words.house("no_hint"))
            return
        adviser = self.words.house("bot", level=display_level(strongest_level(self.table.game), self.words))
        self.print_line(self.words.house("hint_title", who=adviser))  # before the bot thinks, which may take a while
        for move, why in hint_lines(self.table.hint(seat), self.words, self.names, seat):
            self.print_line(f"  {move}")
            self.print_line(f"     {why}")

    # ---- showing --------------------------------------------------------------

    def hand_over(self, seat: Seat) -> None:
        """Clears the screen before another person at it sees their own view."""
        if seat == self.reader:
            return
        if self.table.game.hidden and self.source.isatty():
            self.print_line(CURTAIN + self.words.house("hand_over", self.names, seat=seat))
            if not self.source.readline():
                raise InputEnded
        else:
            self.print_line(f"--- {self.names[seat]} ---")
        self.reader = seat
        self.print_log()

    def print_log(self) -> None:
        """Prints the lines of the log that the reader has not seen yet."""
        for entry in self.table.log[self.lines_read.get(self.reader, 0) :]:
            told = entry.told[self.reader]
            self.print_line(f"{told} — {self.words.line(told, entry.hand, self.names)}")
        self.lines_read[self.reader] = len(self.table.log)

    def print_board(self, seat: Seat | None) -> None:
        view = shown_view(self.table.game, self.table.state, seat)
        for line in face(self.table.game)(view, self.words, self.names):
            self.print_line(line.plain.rstrip())

    def print_result(self) -> None:
        self.print_board(self.reader)
        self.print_other_views()
        for line in result_lines(self.table, self.words):
            self.print_line(line)

    def print_other_views(self) -> None:
        """After a game with something hidden: the table as the others saw it; so all learn what they had."""
        if turns_over(self.table.game):  # then everything is on the table already
            return
        for seat in self.table.seats if self.table.game.hidden else ():
            if seat != self.reader:
                self.print_line(self.words.house("seen_by", who=self.names[seat]))
                self.print_board(seat)

    def print_line(self, text: str) -> None:
        print(text, file=self.target, flush=True)
