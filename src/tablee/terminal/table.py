"""A table in this terminal: one game, its record on disk after every move, people and bots around it.

It knows whose turn it is and what each seat was told. `plain` and `table_screen` show it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from msgspec import Struct
from platformdirs import user_data_path

from tablee import bots, record
from tablee.bots import AnyBot, Weighed
from tablee.contract import AnyGame, Chance, Choice, Happened, IllegalMove, Move, Options, Over, Played, Seat
from tablee.entry import nearest_allowed, question, read_action, split_several
from tablee.games import GAMES
from tablee.languages import FALLBACK, Lang
from tablee.poll import Polling, Prompt
from tablee.real import witnesses
from tablee.tuples import around

BOT = "bot "  # the name of a bot's seat: this prefix, then the bot's level or character


class LogEntry(Struct, frozen=True):
    """One line of the log: what each seat (None: a spectator) was told, and for a chance move who rolled or drew."""

    hand: Seat | None
    told: dict[Seat | None, str]


class TerminalTable:
    """One game in progress. Its record is on disk after every move."""

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        names: Sequence[str],
        path: Path,
        *,
        real: bool = False,
        seed: int | None = None,
    ) -> None:
        self.game, self.options, self.names, self.path, self.real = game, options, tuple(names), path, real
        self.rng: Random = SystemRandom() if seed is None else Random(seed)
        self.bots: dict[Seat, AnyBot] = {
            seat: bots.bot(game, name.removeprefix(BOT).split()[0])
            for seat, name in zip(self.seats, names, strict=True)
            if name.startswith(BOT)
        }
        self.moves: list[Move[Any]] = []
        self.notes: tuple[record.Note, ...] = ()  # entries that were corrected, and house rules
        self.forbidden: tuple[Move[Any], str] | None = None  # at a real table: what was refused last, and by which rule
        self.states: list[Any] = [game.start(options)]
        self.log: list[LogEntry] = []
        self.ahead: dict[Seat, list[Move[Any]]] = {}  # at a real table: outcomes that were typed before they are due
        self.polling = Polling()  # of bots, which were asked whether they cut in before the awaited decision

    @classmethod
    def open(cls, game: AnyGame, options: Options, names: Sequence[str], path: Path, **more: Any) -> TerminalTable:
        """A new table with a new record. FileExistsError where the file exists: no game is overwritten."""
        table = cls(game, options, names, path, **more)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            save(file, [record.header(game, options, names, real=table.real)])
        return table

    @classmethod
    def resume(cls, path: Path, **more: Any) -> TerminalTable:
        """The table at the end of its record. An incomplete last line was never played, so it is dropped.

        A real table stays a real table; any other can become one from here on.
        """
        data = path.read_bytes()
        whole = record.drop_cut_line(data)
        found = record.read(whole, GAMES)
        more["real"] = real = found.real or more.get("real", False)
        table = cls(found.game, found.options, found.seats, path, **more)
        table.notes = found.notes
        for move, state in zip(found.moves, list(record.states(found))[1:], strict=True):
            table.remember(move, state)
        if whole != data or real != found.real:
            table.rewrite()
        return table

    # ---- the present state ------------------------------------------------------

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def seats(self) -> tuple[Seat, ...]:
        return around(self.options.players)

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in self.seats if seat not in self.bots]

    @property
    def over(self) -> Over | None:
        awaited = self.game.awaits(self.state)
        return awaited if isinstance(awaited, Over) else None

    def view(self, seat: Seat | None) -> Any:
        return self.game.view(self.state, seat)

    def legal(self, seat: Seat) -> Sequence[Any]:
        return self.game.legal(self.state, seat)

    # ---- the next move --------------------------------------------------------

    def chance_to_type(self) -> Chance[Any] | None:
        """The chance move that people must type in at a real table. What no person may see is drawn here instead."""
        awaited = self.game.awaits(self.state)
        return awaited if self.real and isinstance(awaited, Chance) and self.witnesses() else None

    def witnesses(self) -> list[Seat]:
        """The people who will see what chance does."""
        return witnesses(self.game, self.state, self.people)

    def typist(self, chance: Chance[Any], reader: Seat | None) -> Seat:
        """The person who types it in: the reader if they see it, else the player who draws, else any witness."""
        seeing = self.witnesses()
        return next(seat for seat in (reader, chance.hand, *seeing) if seat is not None and seat in seeing)

    def next_automatic_move(self) -> Move[Any] | None:
        """The next move that needs no person: a chance move or a bot's."""
        while (asked := self.next_bot_prompt()) is not None:
            if (move := self.ask_bot(asked)) is not None:
                return move
        return self.draw_chance()

    def draw_chance(self) -> Move[Any] | None:
        """A chance move, if one is awaited and nobody has to type it in now."""
        awaited = self.game.awaits(self.state)
        if not isinstance(awaited, Chance):
            return None
        return Happened(awaited.sample(self.rng)) if self.chance_to_type() is None else self.next_ahead(awaited)

    def next_ahead(self, chance: Chance[Any]) -> Move[Any] | None:
        """What was typed before, where it is due now. If it cannot be, it is asked for again."""
        waiting = self.ahead.get(chance.hand, []) if chance.hand is not None else []
        if not waiting:
            return None
        move = waiting.pop(0)
        try:
            self.game.apply(self.state, move)
        except IllegalMove:
            waiting.clear()
            return None
        return move

    def next_bot_prompt(self) -> Prompt | None:
        """The bot that is asked next."""
        return next((asked for asked in self.polling.prompts(self.game, self.state) if asked.seat in self.bots), None)

    def ask_bot(self, asked: Prompt) -> Move[Any] | None:
        """The bot's move; None if it was polled and lets it pass."""
        seat = asked.seat
        action = self.bots[seat].choose(self.view(seat), asked.offers, self.rng)
        if asked.polled:
            self.polling = self.polling.after_answer(asked)
        else:
            assert action is not None, f"{self.names[seat]} was to move and did not"
        return None if action is None else Played(seat, action)

    def hint(self, seat: Seat) -> Weighed:
        """The strongest bot's opinion of this seat's moves, best first. The same position gives the same answer."""
        adviser = bots.bot(self.game, bots.strongest_level(self.game))
        return adviser.advise(self.view(seat), self.legal(seat), Random(len(self.moves)))

    def awaited_people(self) -> list[Seat]:
        match self.game.awaits(self.state):
            case Choice(seats):
                return sorted(set(seats) - self.bots.keys())
        return []

    def free_people(self) -> list[Seat]:
        match self.game.awaits(self.state):
            case Choice(_, free):
                return sorted(set(free) - self.bots.keys())
        return []

    def next_names(self) -> tuple[str, list[str]] | None:
        """One person against bots of one level: the level of the next game, after a win or a loss, and its seats."""
        levels = {bot.level for bot in self.bots.values()}
        if self.over is None or max(self.over.ranks) == 1 or len(self.people) != 1 or len(levels) != 1:
            return None
        level = bots.next_level(self.game, levels.pop(), won=self.over.ranks[self.people[0]] == 1)
        if level is None:
            return None
        next_bots = iter(bots.tell_apart(self.game, [level] * len(self.bots)))
        names = [f"{BOT}{next(next_bots)}" if seat in self.bots else name for seat, name in enumerate(self.names)]
        return level, record.told_apart(names)

    # ---- changes --------------------------------------------------------------

    def play(self, move: Move[Any]) -> None:
        """Plays the move and writes it down; IllegalMove changes nothing."""
        self.forbidden = None
        try:
            after = self.game.apply(self.state, move)
        except IllegalMove as error:
            self.ahead.clear()
            error.game = self.game
            self.forbidden = (move, error.cited) if self.real and "-" in error.cited else None
            raise
        self.append(move)
        self.remember(move, after)

    def append(self, line: object) -> None:
        """One line more in the record."""
        with self.path.open("a", encoding="utf-8") as file:
            save(file, [f"{line}\n"])

    def go_on_by_house_rule(self) -> tuple[Move[Any], Move[Any] | None]:
        """Notes what was refused last as a house rule. The closest that the rules allow counts, if only how much is
        forbidden; otherwise nothing counts yet."""
        assert self.forbidden is not None
        move, rule = self.forbidden
        self.forbidden = None
        note = record.HouseRule(str(move), rule).note(len(self.moves))
        self.append(note)
        self.notes = (*self.notes, note)
        if not isinstance(move, Played):
            return move, None
        allowed = nearest_allowed(self.game, self.state, move.by, move.action)
        counted = None if allowed is None else Played(move.by, allowed)
        if counted is not None:
            self.play(counted)
        return move, counted

    def remember(self, move: Move[Any], after: Any) -> None:
        before, awaited = self.state, self.game.awaits(self.state)
        told = {seat: self.game.told(before, move, after, seat) for seat in (None, *self.seats)}
        self.log.append(LogEntry(awaited.hand if isinstance(awaited, Chance) else None, told))
        self.moves.append(move)
        self.states.append(after)
        self.polling = self.polling.after_move(move)

    def read(self, seat: Seat | None, text: str, lang: Lang = FALLBACK, names: Sequence[str] = ()) -> Move[Any]:
        """The move that somebody typed, by value or in notation; NotationError where it is none.

        Without a seat it is what chance did, typed by somebody who sees it.
        """
        chance = self.game.awaits(self.state)
        if seat is None and isinstance(chance, Chance) and self.witnesses():
            seat = self.typist(chance, None)
            typed = split_several(self.game, self.view(seat), text)
            read = [read_action(self.game, self.state, seat, one, lang, names or self.names) for one in typed]
            moves = [Happened(action) for action in read]
            self.ahead[seat] = list(moves[1:])
            return moves[0]
        if seat is None or seat not in self.seats:
            action = self.game.parse(" ".join(text.split()))
            return Happened(action) if seat is None else Played(seat, action)
        return Played(seat, read_action(self.game, self.state, seat, text, lang, names or self.names))

    def question(self, seat: Seat, lang: Lang, names: Sequence[str]) -> str:
        """What this seat is asked now, with an example."""
        return question(self.game, self.view(seat), lang, names)

    def can_take_back(self) -> bool:
        """At a real table whatever was typed can be taken back, step by step."""
        return self.real and any(self.was_typed(n) for n in range(len(self.moves)))

    def was_typed(self, n: int) -> bool:
        """Whether a person typed this move; else the table drew it, or a bot chose it."""
        match self.moves[n]:
            case Played(seat):
                return seat not in self.bots
            case Happened():
                return bool(witnesses(self.game, self.states[n], self.people))

    def take_back(self) -> list[LogEntry]:
        """Takes back what was typed last, with all that followed by itself. The record keeps it as notes."""
        assert self.can_take_back()
        start = next(n for n in reversed(range(len(self.moves))) if self.was_typed(n))
        gone = self.log[start:]
        self.notes = record.note_corrected(self.notes, self.moves, len(gone))
        del self.moves[start:], self.states[start + 1 :], self.log[start:]
        self.polling, self.forbidden = Polling(), None
        self.ahead.clear()
        self.rewrite()
        return gone

    @property
    def record(self) -> record.Record:
        return record.Record(self.game, self.options, self.names, tuple(self.moves), real=self.real, notes=self.notes)

    def rewrite(self) -> None:
        """Writes the whole record to a new file, which then replaces the old one."""
        beside = self.path.with_suffix(".tmp")
        with beside.open("w", encoding="utf-8") as file:
            save(file, [str(self.record)])
        beside.replace(self.path)


def save(file: Any, lines: Iterable[str]) -> None:
    """Writes the lines and waits until they are on the disk."""
    file.writelines(lines)
    file.flush()
    os.fsync(file.fileno())


def records_folder() -> Path:
    """Where records without a given name are: among the person's own files."""
    return Path(os.environ.get("TABLEE_RECORDS") or user_data_path("tablee") / "records")


def suggested_level(game: AnyGame) -> str:
    """The level of bots to begin with: a player without a record starts gently."""
    played = next(records_folder().glob("*.game"), None) is not None
    return bots.usual_level(game) if played else bots.gentlest_level(game)


def new_record_path(game: AnyGame, kind: str = "game") -> Path:
    """The file for a record, or for a notebook, without a given name: by date."""
    folder = records_folder()
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{game.name}"
    numbers = (folder / f"{stem}{'' if n == 1 else f'-{n}'}.{kind}" for n in range(1, 1000))
    return next(path for path in numbers if not path.exists())
