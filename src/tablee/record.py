"""A record: options, players and every move, as plain text.

    tablee: 1
    game: sixteen 1
    options: players=2 draw=strict
    seats: player 1; bot random

    *: first 1
    *: dealt g3
    1: play g3

It is written and read back exactly. Chance moves are in it by value, so replaying it needs no random numbers.

The head of a game with real dice and cards has a line `real: yes`. A line among the moves that begins with `#` is a
note: an entry that was corrected, or one that the rules forbid and a house rule allows. It changes nothing. A note
before the first move may say that the game is a what-if, and how many of its lines were played elsewhere; or that it
is the daily deal of a day.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from tablee import options as agreed
from tablee.contract import (
    AnyGame,
    Happened,
    IllegalMove,
    Move,
    NotationError,
    OptionError,
    Options,
    Played,
    Refusal,
    Seat,
)

FORMAT = 1
EPOCH = date(1970, 1, 1).toordinal()
NOTE = "#"  # how a line begins that is no move
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]  # of a player
CORRECTED, HOUSE_RULE, WHAT_IF, DAILY = "corrected: ", "house rule: ", "what if: ", "daily deal: "  # how a note begins


class RecordError(Refusal):
    """A record that cannot be read or played. `kind` says what is wrong, `line` (from 1) where."""

    def __init__(
        self,
        kind: str,
        line: int,
        template: str,
        rule: str | None = None,
        option: str | None = None,
        /,
        **facts: object,
    ) -> None:
        self.kind, self.line, self.rule, self.option = kind, line, rule, option
        super().__init__(template, **facts)

    def __str__(self) -> str:
        option = f"{self.option}: " if self.option else ""
        return f"line {self.line}: {option}{self.why}" + (f" ({self.rule})" if self.rule else "")


class Fair(Struct, frozen=True):
    """From what the dice were drawn: the secret, its SHA-256 (shown before the game), and what each seat added to it.

    That is a number from the player's page, whose SHA-256 (in `pledges`) was shown before, and words of their own.
    """

    pledge: str
    secret: str
    words: tuple[str, ...]
    pledges: tuple[str, ...] = ()  # by seat; empty where none was made


class Note(Struct, frozen=True):
    """A line that is no move; `after` moves stand before it."""

    after: int
    text: str

    def __str__(self) -> str:
        return f"{NOTE} {self.text}".rstrip()


class Record(Struct, frozen=True):
    """The options, the players by seat, and the moves of one game."""

    game: AnyGame
    options: Options
    seats: tuple[str, ...]
    moves: tuple[Move[Any], ...] = ()
    first_line: int = 0  # the line of the first move in the file; 0 if there is no file
    fair: Fair | None = None
    real: bool = False  # dice and cards were real, and typed in
    notes: tuple[Note, ...] = ()

    def __str__(self) -> str:
        lines = body(self.moves, self.notes)
        return header(self.game, self.options, self.seats, self.fair, real=self.real) + "".join(
            f"{line}\n" for line in lines
        )

    def line_of(self, move: int) -> int:
        """The line of the file on which this move stands; 0 is the first move."""
        return self.first_line + move + sum(note.after <= move for note in self.notes)


def body(moves: Iterable[object], notes: Sequence[Note]) -> Iterator[str]:
    """The lines after the head: the moves, each note where it belongs."""
    count = 0
    for count, move in enumerate(moves, 1):
        yield from (str(note) for note in notes if note.after == count - 1)
        yield str(move)
    yield from (str(note) for note in notes if note.after >= count)


def note_corrected(notes: Iterable[Note], moves: Sequence[object], lines: int) -> tuple[Note, ...]:
    """The notes of a record whose last lines are taken back: they become notes themselves."""
    start = len(moves) - lines
    kept = [note for note in notes if note.after < start or not note.text.startswith(HOUSE_RULE)]
    earlier = [Note(min(note.after, start), note.text) for note in kept]
    undone = [Note(start, f"{CORRECTED}{note.text}") for note in notes if note not in kept]
    return (*earlier, *undone, *[Note(start, f"{CORRECTED}{move}") for move in moves[start:]])


class HouseRule(Struct, frozen=True):
    """Something that the rules forbid and the table did all the same, by its own rule. The game goes on without it."""

    line: str  # the move, as a record would write it
    rule: str  # that forbids it

    def note(self, after: int) -> Note:
        """How a record keeps it, after this many moves."""
        return Note(after, f"{HOUSE_RULE}{self.line} ({self.rule})")


class Branch(Struct, frozen=True):
    """A what-if: the first lines of a record are those of another game, up to the moment from which it is played on."""

    lines: int
    of: str = ""  # the table at which they were played; empty: they come from a record that somebody had
    seat: int | None = None  # all that this seat did not know was dealt again; None: it is as it was

    def note(self) -> Note:
        """How a record says so, before its first move."""
        source = f"table {self.of}" if self.of else "a record"
        dealt = "" if self.seat is None else f", dealt again from what player {self.seat + 1} could know"
        return Note(0, f"{WHAT_IF}the first {self.lines} lines are from {source}{dealt}")


def branch(notes: Iterable[Note]) -> Branch | None:
    """What one of these notes says of a what-if."""
    pattern = (
        rf"{WHAT_IF}the first ([0-9]{{1,6}}) lines are from (?:table ([a-z0-9]{{1,40}})|a record)"
        r"(?:, dealt again from what player ([0-9]{1,2}) could know)?"
    )
    for note in notes:
        if note.after == 0 and (match := re.fullmatch(pattern, note.text)):
            lines, of, seat = match.groups()
            return Branch(int(lines), of or "", int(seat) - 1 if seat else None)
    return None


def date_of(day: int) -> date:
    """The date of a day that is counted from 1970."""
    return date.fromordinal(EPOCH + day)


def daily_note(day: int) -> Note:
    """How a record says, before its first move, that it is the deal of this day (days since 1970)."""
    return Note(0, f"{DAILY}{date_of(day)}")


def daily(notes: Iterable[Note]) -> int | None:
    """The day whose deal this is, if one of these notes says so."""
    for note in notes:
        if note.after == 0 and note.text.startswith(DAILY):
            with suppress(ValueError):
                return date.fromisoformat(note.text.removeprefix(DAILY)).toordinal() - EPOCH
    return None


def house_rules(notes: Iterable[Note]) -> tuple[HouseRule, ...]:
    """The house rules among these notes."""
    found = (re.fullmatch(rf"{HOUSE_RULE}(.+) \(([^()]+)\)", note.text) for note in notes)
    return tuple(HouseRule(*match.groups()) for match in found if match is not None)


def header(
    game: AnyGame, options: Options, seats: Sequence[str], fair: Fair | None = None, *, real: bool = False
) -> str:
    """The lines above the first move. A name must not contain a semicolon or a line break."""
    assert len(seats) == options.players and all(name == clean(name) for name in seats), seats
    agreed_on = " ".join(f"{name}={text}" for name, text in agreed.write(options).items())
    head = f"tablee: {FORMAT}\ngame: {game.name} {game.version}\noptions: {agreed_on}\nseats: {'; '.join(seats)}\n"
    head += f"{REAL}: yes\n" if real else ""
    if fair:
        head += f"pledge: {fair.pledge}\nsecret: {fair.secret}\nwords: {'; '.join(fair.words)}\n"
        head += f"pledges: {'; '.join(fair.pledges)}\n" if fair.pledges else ""
    return f"{head}\n"


def clean(name: str) -> str:
    """A name in a form that a record can contain."""
    return plain(name.replace(";", ",")) or "?"


def told_apart(names: Sequence[str]) -> list[str]:
    """The same names, with equal ones numbered: bot random 1, bot random 2."""
    counts = Counter(names)
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(f"{name} {seen[name]}" if counts[name] > 1 else name)
    return numbered


def plain(text: str) -> str:
    """The text on one line, with single spaces and without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def drop_cut_line(data: bytes) -> bytes:
    """The data without a last line that was cut off: a move without its end was never played."""
    return data[: data.rfind(b"\n") + 1]


def read(data: str | bytes, games: Mapping[str, AnyGame]) -> Record:
    """Reads a record. Its moves are parsed but not played: `states` plays them."""
    lines = [line.removesuffix("\r") for line in decode(data).split("\n")]
    whole = lines[-1] == ""  # otherwise the last line may have been cut off
    if whole:
        lines.pop()
    head, first = read_head(lines, whole)
    game = known_game(head["game"], games)
    try:
        options = read_options(game, head.get("options"))
        seats = read_seats(head.get("seats"), options.players)
        fair = read_fair(head, options.players)
        moves, notes = read_body(game, lines, first, whole)
        return Record(game, options, seats, moves, first + 1, fair, read_real(head), notes)
    except RecordError as error:
        error.game = game
        raise


def read_body(
    game: AnyGame, lines: list[str], first: int, whole: bool
) -> tuple[tuple[Move[Any], ...], tuple[Note, ...]]:
    """The moves and notes from this line on. Empty lines may follow the last one."""
    last = max((number for number, line in enumerate(lines, 1) if line), default=0)
    moves: list[Move[Any]] = []
    notes: list[Note] = []
    for number, line in enumerate(lines[first:last], first + 1):
        if line.startswith(NOTE):
            notes.append(Note(len(moves), plain(line.removeprefix(NOTE))))
            continue
        try:
            moves.append(read_move(game, line))
        except NotationError as error:
            if number == len(lines) and not whole:
                raise RecordError(
                    "record", number, "the file was cut off in the middle of this line: {text!r}", text=line
                ) from error
            raise RecordError("notation", number, error.template, **error.facts) from error
    return tuple(moves), tuple(notes)


def read_move(game: AnyGame, line: str) -> Move[Any]:
    """One line: a seat or *, a colon, a space, an action."""
    who, colon, text = line.partition(": ")
    if not colon or not re.fullmatch(r"\*|0|[1-9][0-9]{0,2}", who):
        raise NotationError(
            "{text!r} is not a move: a seat's number or * is expected, then ': ' and an action", text=line
        )
    action = game.parse(text)
    return Happened(action) if who == "*" else Played(Seat(int(who)), action)


def states(record: Record) -> Iterator[Any]:
    """The first state, and the state after each move. RecordError at the first illegal move."""
    state = record.game.start(record.options)
    yield state
    for number, move in enumerate(record.moves):
        try:
            state = record.game.apply(state, move)
        except IllegalMove as error:
            refused = RecordError("illegal", record.line_of(number), error.template, error.rule, **error.facts)
            refused.game = record.game
            raise refused from error
        yield state


# ---- the header -------------------------------------------------------------

KEYS = ("tablee", "game", "options", "seats")
FAIR = ("pledge", "secret", "words")  # only if the dice were pledged
REAL = "real"  # only if dice and cards were real
PLEDGES = "pledges"  # only if players' pages pledged numbers, too


def decode(data: str | bytes) -> str:
    """The data as text, without a byte order mark."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError("record", line, "this is not text: records are written in UTF-8") from error


def read_head(lines: list[str], whole: bool) -> tuple[dict[str, tuple[int, str]], int]:
    """The values of the header with their line numbers, and the index of the first move's line."""
    if not lines or not lines[0].startswith("tablee:"):
        raise RecordError("record", 1, "this is not a record: it should begin with 'tablee: {format}'", format=FORMAT)
    head: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines, 1):
        if line == "" and "game" in head:
            return head, number
        key, colon, text = line.partition(":")
        if not colon or key not in (*KEYS, REAL, *FAIR, PLEDGES) or key in head:
            if number == len(lines) and not whole:
                break
            missing = " / ".join([*(f"{key}:" for key in KEYS if key not in head), "an empty line"][:2])
            raise RecordError(
                "record", number, "{text!r} does not belong in a record's head; {missing} expected",
                text=line, missing=missing,
            )  # fmt: skip
        head[key] = (number, plain(text))
        if number == 1 and text.strip() != str(FORMAT):
            raise RecordError(
                "record", number, "records of format {text} cannot be read here; the known format is {format}",
                text=plain(text), format=FORMAT,
            )  # fmt: skip
    raise RecordError(
        "record", len(lines), "the file was cut off before its first move: the head ends with an empty line"
    )


def known_game(entry: tuple[int, str], games: Mapping[str, AnyGame]) -> AnyGame:
    line, text = entry
    name, _, version = text.partition(" ")
    if name not in games:
        raise RecordError(
            "record", line, "there is no game {name!r}; the games are: {names}", name=name, names=", ".join(games)
        )
    game = games[name]
    if version != str(game.version):
        raise RecordError(
            "record", line,
            "this was played with version {theirs} of {name}; the present version, {ours}, may play out differently",
            theirs=version or "?", name=name, ours=game.version,
        )  # fmt: skip
    return game


def read_options(game: AnyGame, entry: tuple[int, str] | None) -> Any:
    line, text = entry or (0, "")
    texts: dict[str, str] = {}
    try:
        for word in text.split():
            name, equals, value = word.partition("=")
            if not equals:
                raise OptionError(name, "an option is written name=value")
            if name in texts:
                raise OptionError(name, "this option is given twice")
            texts[name] = value
        return agreed.read(game.options, texts)
    except OptionError as error:
        raise RecordError("options", line, error.template, error.rule, error.option, **error.facts) from error


def read_seats(entry: tuple[int, str] | None, players: int) -> tuple[str, ...]:
    if entry is None:
        return tuple(f"player {n}" for n in range(1, players + 1))
    line, text = entry
    seats = tuple(name.strip() for name in text.split(";"))
    if len(seats) != players or not all(seats):
        raise RecordError("record", line, "{players} names are expected here, separated by semicolons", players=players)
    return seats


def read_real(head: Mapping[str, tuple[int, str]]) -> bool:
    """Whether dice and cards were real."""
    line, text = head.get(REAL, (0, "no"))
    if text not in ("yes", "no"):
        raise RecordError("record", line, "'yes' or 'no' is expected here, not {text!r}", text=text)
    return text == "yes"


def read_fair(head: Mapping[str, tuple[int, str]], players: int) -> Fair | None:
    """From what the dice were drawn, if the record says so. All three lines must be there."""
    given = [key for key in (*FAIR, PLEDGES) if key in head]
    if not given:
        return None
    line = head[given[0]][0]
    if missing := [key for key in FAIR if key not in head]:
        raise RecordError("record", line, "{given} is given without {missing}",
                          given=given[0], missing=", ".join(missing))  # fmt: skip
    words = tuple(part.strip() for part in head["words"][1].split(";"))
    pledge, secret = head["pledge"][1], head["secret"][1]
    if len(words) != players or not all(re.fullmatch(r"[0-9a-f]{64}", text) for text in (pledge, secret)):
        raise RecordError(
            "record", line, "pledge and secret have 64 hexadecimal digits, and words has one text per seat"
        )
    if PLEDGES not in head:
        return Fair(pledge, secret, words)
    line, text = head[PLEDGES]
    pledges = tuple(part.strip() for part in text.split(";"))
    if len(pledges) != players or not all(re.fullmatch(r"([0-9a-f]{64})?", text) for text in pledges):
        raise RecordError("record", line, "pledges has 64 hexadecimal digits or nothing for each seat")
    return Fair(pledge, secret, words, pledges)


def transcript(record: Record, seat: Seat | None) -> list[str]:
    """What this seat was told, move by move."""
    walked = list(states(record))
    return [
        record.game.told(before, move, after, seat)
        for before, move, after in zip(walked[:-1], record.moves, walked[1:], strict=True)
    ]
