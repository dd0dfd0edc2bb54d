"""Records and earlier moments of tables, worked out: what worker processes do for `study_api` and its like.

A job returns an HTTP status and the JSON of the answer, which may be a refusal: it needs no copying but of bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice, pairwise
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from tablee import options as agreed
from tablee import record
from tablee.awaits import describe_awaited
from tablee.bots.appraisal import SMALL, JudgedDecision, ranks_of
from tablee.branches import can_redeal
from tablee.contract import Played, Refusal, Seat
from tablee.games import GAMES, parts
from tablee.languages import Lang
from tablee.record import Record
from tablee.server.people.people import Person
from tablee.server.protocol.errors import refusal_message, status
from tablee.server.protocol.messages import Studied, TableMoment, Told
from tablee.server.refusals import ServerRefusal, TableDamaged
from tablee.server.store.appraisals import ALL, StoredAppraisal
from tablee.server.tables.branches import BranchPlan, MadeBranch, make_branch
from tablee.server.tables.filed_games import FiledGame, file_game
from tablee.server.tables.long_tables import DamagedEvent, play
from tablee.server.tables.stored_events import StoredEvents
from tablee.server.tables.table import drawing_hand
from tablee.tuples import around

LARGE: Final = 256 * 1024  # bytes of a record
LONG: Final = 4000  # lines of one; an ordinary game has a few hundred
REVIEWED: Final = 1000  # lines of one that is reviewed
CHUNK: Final = 20  # decisions that are listed at once: their views may be long

JobAnswer: TypeAlias = tuple[int, bytes]


class Decided(msgspec.Struct, frozen=True):
    """One decision of a record, and all that a bot is told to weigh it: the view and what was legal, as texts."""

    n: int
    seat: int
    did: str
    view: msgspec.Raw
    legal: tuple[str, ...]


class Decisions(msgspec.Struct, frozen=True):
    """Some decisions of a record, in their order. `more` is the line after which there may be others."""

    game: str
    seats: tuple[str, ...]
    decided: tuple[Decided, ...]
    more: int | None
    sides: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()  # at the end of the list: how the game ended, if it did


class OwnDecision(msgspec.Struct, frozen=True):
    """A judged decision with what was done, and what would have been best; None: to let pass."""

    judged: JudgedDecision
    did: str
    best: str | None


class Fork(msgspec.Struct, frozen=True):
    """Where two games part, and how each of them ended."""

    game: str
    seats: tuple[str, ...]
    n: int | None  # None: as far as both go, they are the same
    decided: Decided | None  # what was decided there in the first; None: it was no decision, or not the same one
    other: str  # what was decided there in the second
    ranks: tuple[int, ...]
    other_ranks: tuple[int, ...]


def study(text: str, lang: Lang) -> JobAnswer:
    """A `Studied`."""
    return encode(lang, study_record, text)


def moment(text: str, at: int, seat: int | None, lang: Lang) -> JobAnswer:
    """A `TableMoment` of a record."""
    return encode(lang, describe_moment, text, at, seat)


def decisions(text: str, after: int, lang: Lang) -> JobAnswer:
    """The next `Decisions` after this line."""
    return encode(lang, list_decisions, text, after)


def table_moment(stored: StoredEvents, seat: int | None, open: bool) -> bytes | DamagedEvent:
    """A `TableMoment` of a table after these events."""
    try:
        table = play(stored.table, list(stored.events()))
    except TableDamaged as error:
        return DamagedEvent(error.n)
    eyes = None if seat is None else Seat(seat)
    if not table.started:
        return msgspec.json.encode(TableMoment(table.n, eyes, awaits=table.awaits()))
    found = TableMoment(
        n=table.n,
        seat=eyes,
        view=table.game.view(table.state, eyes),
        awaits=replace(table.awaits(), deadline=None),  # that clock does not run any more
        views={other: table.game.view(table.state, other) for other in table.seats} if open else None,
    )
    return msgspec.json.encode(found)


def branch(
    text: str, of: str, plan: BranchPlan, id: str, person: Person, now: int, secret: bytes,
    outside: dict[str, tuple[str, ...]], lang: Lang,
) -> MadeBranch | JobAnswer:  # fmt: skip
    """A new what-if; or the answer that says why there is none."""
    try:
        read = read_record(text)
        made = make_branch(read, of, plan, id, person, now, secret, outside[read.game.name])
        return replace(made, digest=digest(read))
    except Refusal as error:
        answer = refusal_message(error, lang)
        return status(answer), msgspec.json.encode(answer)


def file(text: str, seats: tuple[int, ...], id: str, person: Person, at: int, lang: Lang) -> FiledGame | JobAnswer:
    """A game that was played elsewhere, as a table; or the answer that says why it cannot be one."""
    try:
        return file_game(read_record(text), set(seats), id, person, at)
    except Refusal as error:
        answer = refusal_message(error, lang)
        return status(answer), msgspec.json.encode(answer)


def compare(text: str, other: str, seat: int, lang: Lang) -> JobAnswer:
    """The `Fork` of two records."""
    return encode(lang, find_fork, text, other, seat)


def encode(lang: Lang, work: Any, *arguments: Any) -> JobAnswer:
    """What this function returns, or why not."""
    try:
        return 200, msgspec.json.encode(work(*arguments))
    except Refusal as error:
        answer = refusal_message(error, lang)
        return status(answer), msgspec.json.encode(answer)


# ---- how somebody played ---------------------------------------------------------------


def sum_by_theme(name: str, decisions: Sequence[OwnDecision]) -> list[StoredAppraisal]:
    """What was at stake in these decisions and what they gave away: in all, and by the theme that trains for them."""
    game = GAMES[name]
    part = parts.load_or_skip(parts.puzzles, game, None)
    by_theme: dict[str, list[JudgedDecision]] = {ALL: []}
    for one in decisions:
        if one.judged.at_stake < SMALL:
            continue
        by_theme[ALL].append(one.judged)
        actions = [game.parse(text) for text in (one.did, one.best) if text is not None] if part is not None else []
        themes = [theme for action in actions if part and (theme := part.theme_of(action, one.judged.best))]
        for theme in themes[:1]:
            by_theme.setdefault(theme, []).append(one.judged)
    return [
        StoredAppraisal(
            theme,
            len(found),
            ten_thousandths(one.cost for one in found),
            ten_thousandths(one.at_stake for one in found),
        )
        for theme, found in by_theme.items()
    ]


def ten_thousandths(chances: Iterable[float]) -> int:
    return round(10_000 * sum(chances))


# ---- two records ---------------------------------------------------------------------


def find_fork(text: str, other: str, seat: int) -> Fork:
    """Where two games part, as far as this seat was told; and what was decided there, if that is a decision."""
    one, two = read_record(text), read_record(other)
    if one.game.name != two.game.name or one.options != two.options:
        raise ServerRefusal("record", "these are not two games with the same rules")
    if seat >= one.options.players:
        raise ServerRefusal("seat", "there are only {players} seats", players=one.options.players)
    ends = tuple(ranks_of(read) for read in (one, two))
    game, eyes = one.game, Seat(seat)
    told = [list(told_moves(read, eyes)) for read in (one, two)]
    for n, (first, second) in enumerate(zip(*told, strict=False), 1):
        if first.told == second.told:
            continue
        decided = None
        if isinstance(first.move, Played) and isinstance(second.move, Played) and first.move.by == second.move.by:
            by = first.move.by
            view = game.view(first.before, by)
            if by == eyes or view == game.view(second.before, by):  # it was the same decision
                encoded = msgspec.Raw(msgspec.json.encode(view))
                decided = Decided(n, by, str(first.move.action), encoded, tuple(map(str, game.legal(first.before, by))))
        return Fork(game.name, two.seats, n, decided, str(second.move.action) if decided else "", *ends)
    return Fork(game.name, two.seats, None, None, "", *ends)


class ToldMove(msgspec.Struct, frozen=True):
    """A move, the state before it, and what a seat was told of it."""

    before: Any
    move: Any
    told: str


def told_moves(read: Record, seat: Seat) -> Iterator[ToldMove]:
    for (before, after), move in zip(pairwise(record.states(read)), read.moves, strict=True):
        yield ToldMove(before, move, read.game.told(before, move, after, seat))


# ---- a record ---------------------------------------------------------------------


def read_record(text: str) -> Record:
    """RecordError, with its line, where it cannot be read; ServerRefusal where it is too long."""
    if len(text.encode(errors="replace")) > LARGE:
        raise ServerRefusal("large", "this is too large: at most {size} bytes", size=LARGE)
    if text.count("\n") > LONG:
        raise ServerRefusal("large", "this record is too long: at most {lines} lines", lines=LONG)
    return record.read(text, GAMES)


def study_record(text: str) -> Studied:
    read = read_record(text)
    game, part = read.game, parts.load_or_skip(parts.figures, read.game, None)
    seats = around(read.options.players)
    told: list[Told] = []
    rows: list[Any] = []
    last: Any = game.start(read.options)
    for n, ((before, after), move) in enumerate(zip(pairwise(record.states(read)), read.moves, strict=True), 1):
        lines = [game.told(before, move, after, seat) for seat in seats]
        told.append(Told(n, game.told(before, move, after, None), fullest_line(lines), drawing_hand(game, before)))
        rows.append(part.figures(after) if part is not None else {})
        last = after
    names = part.figures(last) if part is not None else {}
    return Studied(
        game=game.name,
        version=game.version,
        options=agreed.write(read.options),
        seats=read.seats,
        lines=tuple(told),
        awaits=describe_awaited(game, last),
        digest=digest(read),
        redeal=game.hidden and can_redeal(game),
        figures={name: tuple(row[name] for row in rows) for name in names},
    )


def digest(read: Record) -> str:
    """What stands for a record that is no table's: nobody can be led from it to the players."""
    played = "\n".join([read.game.name, *map(str, read.moves)])
    return f"record-{sha256(played.encode()).hexdigest()[:24]}"


def fullest_line(told: list[str]) -> str:
    """The line of the seat that was told most: what is hidden is written with question marks."""
    return min(told, key=lambda line: line.count("?"))


def describe_moment(text: str, at: int, seat: int | None) -> TableMoment:
    read = read_record(text)
    seats = around(read.options.players)
    if at > len(read.moves):
        raise ServerRefusal("moment", "this record has only {n} lines", n=len(read.moves))
    if seat is not None and seat not in seats:
        raise ServerRefusal("seat", "there are only {players} seats", players=len(seats))
    game, state = read.game, None
    for n, each in enumerate(record.states(read)):  # to the end: what follows may be illegal
        state = each if n == at else state
    eyes = None if seat is None else Seat(seat)
    views = {int(other): game.view(state, other) for other in seats}
    return TableMoment(at, eyes, game.view(state, eyes), awaits=describe_awaited(game, state), views=views)


def list_decisions(text: str, after: int) -> Decisions:
    read = read_record(text)
    if len(read.moves) > REVIEWED:
        raise ServerRefusal("large", "this record is too long: at most {lines} lines", lines=REVIEWED)
    decided = tuple(islice(each_decision(read, after), CHUNK))
    more = decided[-1].n if len(decided) == CHUNK else None
    ranks = ranks_of(read) if more is None else ()
    return Decisions(read.game.name, read.seats, decided, more, read.game.sides(read.options), ranks)


def each_decision(read: Record, after: int) -> Iterator[Decided]:
    """The decisions after this line."""
    game = read.game
    for n, (state, move) in enumerate(zip(record.states(read), (*read.moves, None), strict=True), 1):
        if n > after and isinstance(move, Played):
            view = msgspec.Raw(msgspec.json.encode(game.view(state, move.by)))
            yield Decided(n, move.by, str(move.action), view, tuple(map(str, game.legal(state, move.by))))
