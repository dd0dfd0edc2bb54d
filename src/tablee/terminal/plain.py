"""A game in plain lines: on a pipe, for a program, for a terminal that can do no more.

What was told comes as notation and, behind a dash, as a sentence. A prompt is the seat's number and what it may do.
An answer is a move's notation; `?` explains the moves, `hint` (or `conseil`) says what a strong player would do,
`rules` prints the rules, `back` takes back a typing mistake at a real table, `quit` or the end of the input stops: the
record is on disk, and `--resume` goes on.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, TextIO

from tablee.bots import strongest_level
from tablee.contract import Chance, Refusal, Seat
from tablee.terminal.face import face
from tablee.terminal.hint import hint_lines
from tablee.terminal.names import level_name, shown
from tablee.terminal.result import result_lines
from tablee.terminal.table import Table
from tablee.words import Words, rules

CURTAIN = "\n" * 60  # pushes what the other seat saw out of sight


class Quit(Exception):
    """Nobody types any more."""


class Again(Exception):
    """What is asked has changed: look again."""


class Plain:
    def __init__(self, table: Table, words: Words, source: TextIO, target: TextIO) -> None:
        self.table, self.words, self.source, self.target = table, words, source, target
        self.names = shown(table.names, words)
        self.reader: Seat | None = None  # who sits at the screen; a spectator before anybody does
        self.shown: dict[Seat | None, int] = {}  # how many lines of the log each has read

    def play(self) -> None:
        """Until the game is over or nobody types any more."""
        table = self.table
        if len(table.people) == 1:
            self.reader = table.people[0]
        self.tell()
        try:
            while not table.over:
                with suppress(Again):
                    self.step()
        except Quit:
            self.say(self.words.house("resume", path=table.path))
            return
        self.show(self.reader)
        for line in result_lines(table, self.words):
            self.say(line)

    def step(self) -> None:
        table = self.table
        if (move := table.by_itself()) is not None:
            table.play(move)
            self.tell()
        elif (chance := table.typed()) is not None:
            self.hand_over(table.typist(chance, self.reader))
            self.ask_chance(chance)
        else:
            seat = table.awaited_people()[0]
            self.hand_over(seat)
            self.show(seat)
            self.ask(seat)

    # ---- asking ---------------------------------------------------------------

    def ask(self, seat: Seat) -> None:
        """One move of this seat, or of a free one that cuts in with its number before the move: 2: declare 4,5,7."""
        prompt = f"{seat}? {' | '.join(str(action) for action in self.table.legal(seat))}"
        while True:
            text = self.heard(prompt, seat)
            by, colon, rest = text.partition(":")
            cuts_in = colon and by.strip().isdigit()
            if self.attempt(*((Seat(int(by)), rest) if cuts_in else (seat, text))):
                return

    def ask_chance(self, chance: Chance[Any]) -> None:
        who = "*" if chance.hand is None else f"* ({self.names[chance.hand]})"
        while not self.attempt(None, self.heard(f"{who}? {self.words.house('type_chance')}", None).removeprefix("*:")):
            pass

    def attempt(self, seat: Seat | None, text: str) -> bool:
        try:
            self.table.play(self.table.read(seat, text))
        except Refusal as error:
            self.say(self.words.house("refused", why=self.words.why(error)))
            return False
        self.tell()
        return True

    def heard(self, prompt: str, seat: Seat | None) -> str:
        """The move that was typed; what was about the game and not a move is answered here."""
        while True:
            self.say(prompt)
            line = self.source.readline()
            match line.strip():
                case "" if not line:
                    raise Quit
                case "quit":
                    raise Quit
                case "":
                    continue
                case "?":
                    for action in self.table.legal(seat) if seat is not None else ():
                        self.say(f"  {action} — {self.words.move(action, self.names)}")
                    self.say(f"  {self.words.house('hint_offer')}")
                case "hint" | "conseil":
                    self.hint(seat)
                case "rules":
                    self.say(rules(self.table.game, self.words.lang))
                case "back" if self.table.can_take_back():
                    self.table.take_back()
                    self.shown = {reader: min(n, len(self.table.log)) for reader, n in self.shown.items()}
                    self.say(self.words.house("taken_back"))
                    raise Again
                case "back":
                    self.say(self.words.house("not_taken_back"))
                case text:
                    return text

    def hint(self, seat: Seat | None) -> None:
        if seat is None:
            self.say(self.words.house("no_hint"))
            return
        adviser = self.words.house("bot", level=level_name(strongest_level(self.table.game), self.words))
        self.say(self.words.house("hint_title", who=adviser))  # first, as it may think for a while
        for move, why in hint_lines(self.table.hint(seat), self.words, self.names):
            self.say(f"  {move}")
            self.say(f"     {why}")

    # ---- showing --------------------------------------------------------------

    def hand_over(self, seat: Seat) -> None:
        """A curtain before anything private is shown to another person at the same screen."""
        if seat == self.reader:
            return
        if self.table.game.hidden and self.source.isatty():
            self.say(CURTAIN + self.words.house("hand_over", self.names, seat=seat))
            if not self.source.readline():
                raise Quit
        else:
            self.say(f"--- {self.names[seat]} ---")
        self.reader = seat
        self.tell()

    def tell(self) -> None:
        """The lines of the log that the reader has not seen yet."""
        for entry in self.table.log[self.shown.get(self.reader, 0) :]:
            told = entry.told[self.reader]
            self.say(f"{told} — {self.words.line(told, entry.hand, self.names)}")
        self.shown[self.reader] = len(self.table.log)

    def show(self, seat: Seat | None) -> None:
        for line in face(self.table.game)(self.table.view(seat), self.words, self.names):
            self.say(line.plain.rstrip())

    def say(self, text: str) -> None:
        print(text, file=self.target, flush=True)
