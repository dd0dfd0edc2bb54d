"""A table in this terminal: one game, its record on disk after every move, people and bots around it.

It knows whose turn it is and what each seat was told; how that is shown is the business of `plain` and `screen`.
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
from tablee.bots import Bot, Weighed
from tablee.contract import AnyGame, Chance, Choice, Happened, Move, Options, Over, Played, Seat
from tablee.games import GAMES
from tablee.poll import Prompt, decided, poll
from tablee.real import witnesses
from tablee.tuples import around

BOT = "bot "  # a seat whose name begins so is played by the bot of the level that follows


class Entry(Struct, frozen=True):
    """One line of the log: who rolled or drew, if chance spoke, and what each seat (None: a spectator) was told."""

    hand: Seat | None
    told: dict[Seat | None, str]


class Table:
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
        self.bots: dict[Seat, Bot] = {
            seat: bots.bot(game, name.removeprefix(BOT).split()[0])
            for seat, name in zip(self.seats, names, strict=True)
            if name.startswith(BOT)
        }
        self.moves: list[Move[Any]] = []
        self.states: list[Any] = [game.start(options)]
        self.log: list[Entry] = []
        self.heard: set[Seat] = set()  # bots that were polled for what is awaited now

    @classmethod
    def opened(cls, game: AnyGame, options: Options, names: Sequence[str], path: Path, **more: Any) -> Table:
        """A new table with a new record; FileExistsError rather than writing over another game."""
        table = cls(game, options, names, path, **more)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            save(file, [record.header(game, options, names)])
        return table

    @classmethod
    def resumed(cls, path: Path, **more: Any) -> Table:
        """The table as its record left it. A last line without its end was never played: it is dropped."""
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        kept = record.read(whole, GAMES)
        table = cls(kept.game, kept.options, kept.seats, path, **more)
        for move, state in zip(kept.moves, list(record.states(kept))[1:], strict=True):
            table.remember(move, state)
        if whole != data:
            table.rewrite()
        return table

    # ---- what there is ------------------------------------------------------

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

    # ---- what is to be done next ----------------------------------------------

    def typed(self) -> Chance[Any] | None:
        """The chance move that people must type in, at a real table. What none of them may see is drawn here."""
        awaited = self.game.awaits(self.state)
        return awaited if self.real and isinstance(awaited, Chance) and self.witnesses() else None

    def witnesses(self) -> list[Seat]:
        """The people who will see what chance does."""
        return witnesses(self.game, self.state, self.people)

    def typist(self, chance: Chance[Any], reader: Seat | None) -> Seat:
        """Who types it in: whoever sits at the screen, if they see it; else whose hand it is; else anybody who does."""
        seeing = self.witnesses()
        return next(seat for seat in (reader, chance.hand, *seeing) if seat is not None and seat in seeing)

    def by_itself(self) -> Move[Any] | None:
        """The next move that needs no person: chance's, or a bot's."""
        while (asked := self.thinker()) is not None:
            if (move := self.answer(asked)) is not None:
                return move
        return self.drawn()

    def drawn(self) -> Move[Any] | None:
        """Chance's move, if it is chance's and nobody is to type it in."""
        awaited = self.game.awaits(self.state)
        if isinstance(awaited, Chance) and self.typed() is None:
            return Happened(awaited.sample(self.rng))
        return None

    def thinker(self) -> Prompt | None:
        """The bot that is asked next."""
        awaited = self.game.awaits(self.state)
        if not isinstance(awaited, Choice):
            return None
        return next(
            (asked for asked in poll(self.game, self.state, awaited, self.heard) if asked.seat in self.bots), None
        )

    def answer(self, asked: Prompt) -> Move[Any] | None:
        """What this bot does; None: it was polled, and lets it pass."""
        seat = asked.seat
        action = self.bots[seat].choose(self.view(seat), asked.offers, self.rng)
        if asked.polled:
            self.heard.add(seat)
        else:
            assert action is not None, f"{self.names[seat]} was to move and did not"
        return None if action is None else Played(seat, action)

    def hint(self, seat: Seat) -> Weighed:
        """What the strongest bot thinks of what this seat may do, the best first: asked again, it says the same."""
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

    # ---- what happens ---------------------------------------------------------

    def play(self, move: Move[Any]) -> None:
        """Plays the move and writes it down; IllegalMove changes nothing."""
        after = self.game.apply(self.state, move)
        with self.path.open("a", encoding="utf-8") as file:
            save(file, [f"{move}\n"])
        self.remember(move, after)

    def remember(self, move: Move[Any], after: Any) -> None:
        before, awaited = self.state, self.game.awaits(self.state)
        told = {seat: self.game.told(before, move, after, seat) for seat in (None, *self.seats)}
        self.log.append(Entry(awaited.hand if isinstance(awaited, Chance) else None, told))
        self.moves.append(move)
        self.states.append(after)
        if decided(move):
            self.heard.clear()

    def read(self, seat: Seat | None, text: str) -> Move[Any]:
        """The move that somebody typed; NotationError where it is none."""
        action = self.game.parse(" ".join(text.split()))
        return Happened(action) if seat is None else Played(seat, action)

    def can_take_back(self) -> bool:
        """At a real table a typing mistake can be taken back as long as nothing was decided after it."""
        return self.real and bool(self.moves) and isinstance(self.moves[-1], Happened)

    def take_back(self) -> None:
        assert self.can_take_back()
        for row in (self.moves, self.states, self.log):
            row.pop()
        self.rewrite()

    def rewrite(self) -> None:
        """The whole record anew, beside the old one and then in its place."""
        beside = self.path.with_suffix(".tmp")
        with beside.open("w", encoding="utf-8") as file:
            save(file, [str(record.Record(self.game, self.options, self.names, tuple(self.moves)))])
        beside.replace(self.path)


def save(file: Any, lines: Iterable[str]) -> None:
    """On the disk, not only on its way there."""
    file.writelines(lines)
    file.flush()
    os.fsync(file.fileno())


def kept(game: AnyGame) -> Path:
    """Where a record goes that was given no name: among the person's own files, by date."""
    folder = Path(os.environ.get("TABLEE_RECORDS") or user_data_path("tablee") / "records")
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{game.name}"
    numbers = (folder / f"{stem}{'' if n == 1 else f'-{n}'}.game" for n in range(1, 1000))
    return next(path for path in numbers if not path.exists())
