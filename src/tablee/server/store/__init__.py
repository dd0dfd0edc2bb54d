"""Where everything is stored. Appending event n of a table is the commit: only then is it shown to anybody.

There are two engines, SQLite (embedded) and PostgreSQL (for several nodes). What they share is here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from asyncio import Future
from collections.abc import Sequence
from typing import Any, Final, TypeAlias
from zlib import crc32

from msgspec import Struct

from tablee.server.refusals import TableDamaged

SqlRow: TypeAlias = tuple[Any, ...]
Statement: TypeAlias = tuple[str, SqlRow]  # with $1, $2, … as placeholders


class Conflict(Exception):
    """Somebody else has written this already."""


class Result(Struct, frozen=True):
    """How a closed table ended for one person."""

    who: str
    game: str
    seat: int  # their first
    rank: int  # 1 is best; 0 where all seats were theirs: they neither won nor lost
    shared: bool  # somebody else is first, too: an equal, or a partner
    at: int
    gained: int | None = None  # by how much their collection has grown, where the game has one and something was staked


class TableSummary(Struct, frozen=True):
    """What the lobby and periodic jobs need of a table without opening it."""

    status: str  # open, live, paused, over
    listed: bool  # whether the lobby shows it
    touched: int
    deadline: int | None  # when a clock has run down
    bot_pending: bool  # a bot is to move, or may
    head: bytes  # a StoredHead, as JSON
    sitters: tuple[str, ...]  # the people who own a seat
    results: tuple[Result, ...] = ()  # once the game has ended
    withdrawn: tuple[Result, ...] = ()  # those of a game that had ended and goes on


SUMMARY_COLUMNS: Final = ("id", "n", "status", "listed", "touched", "deadline", "wakes", "head")  # of table `tables`


def summary_row(table: str, n: int, summary: TableSummary) -> SqlRow:
    """A summary after event `n`, in the order of `SUMMARY_COLUMNS`."""
    return (
        table, n, summary.status, int(summary.listed), summary.touched, summary.deadline, int(summary.bot_pending),
        summary.head,
    )  # fmt: skip


def sitter_rows(table: str, summary: TableSummary) -> list[SqlRow]:
    """Who sits there, and when the table was closed; None: it is not. (0 stands for people who sat there once.)"""
    ended = summary.touched if summary.status == "over" else None
    return [(who, table, ended) for who in summary.sitters]


def upsert_sitters(rows: str) -> str:
    """The statement that writes sitters. What is known of the end stays as it was written first."""
    return (
        f"insert into sitters (who, tab, ended) {rows}"
        " on conflict (who, tab) do update set"
        " ended = case when sitters.ended > 0 then sitters.ended else excluded.ended end"
    )


def upsert_summaries(rows: str) -> str:
    """The statement that writes summaries, whether or not there are older ones. `rows` selects them."""
    columns = ", ".join(SUMMARY_COLUMNS)
    newer = ", ".join(f"{name} = excluded.{name}" for name in SUMMARY_COLUMNS[1:])
    return f"insert into tables ({columns}) {rows} on conflict (id) do update set {newer}"


def event_sum(table: str, n: int, body: bytes) -> int:
    """A checksum by which a stored event is known to be as it was written, and in its place."""
    return crc32(body, crc32(f"{table} {n}".encode()))


def event_rows(table: str, after: int, events: Sequence[bytes]) -> list[SqlRow]:
    """Events after + 1, after + 2, … as they are stored."""
    return [(table, n, body, event_sum(table, n, body)) for n, body in enumerate(events, after + 1)]


class Append(Struct, frozen=True):
    """Events after + 1, after + 2, … of a table, and its summary where that has changed. `done` is resolved then."""

    table: str
    after: int
    events: Sequence[bytes]
    summary: TableSummary | None
    done: Future[None]


class Store(ABC):
    """One engine. Every write is all or nothing."""

    lost_tables = False  # tables that are not there may have been lost: see `Sqlite.keep_damaged_log`

    @abstractmethod
    async def open(self) -> None:
        """Connects, and brings the tables of an older version up to date."""

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def append(self, table: str, after: int, events: Sequence[bytes], summary: TableSummary | None) -> None:
        """Events after + 1, after + 2, … of a table, with its summary where that has changed.

        Conflict if one of them is there already.
        """

    @abstractmethod
    async def read(self, sql: str, *args: Any) -> list[SqlRow]: ...

    @abstractmethod
    async def write(self, *statements: Statement) -> None:
        """All of them, or none; Conflict where something is to be unique and is not."""

    # ---- tables -----------------------------------------------------------------

    async def create(self, table: str, secret: bytes, events: Sequence[bytes], summary: TableSummary) -> None:
        await self.write(("insert into secrets (tab, secret) values ($1, $2)", (table, secret)))
        await self.append(table, 0, events, summary)

    async def remove(self, table: str) -> None:
        """Removes a table as if it had never been there."""
        await self.write(*(
            (f"delete from {rows} where {key} = $1", (table,))
            for rows, key in (
                ("events", "tab"), ("secrets", "tab"), ("tables", "id"), ("sitters", "tab"), ("results", "tab"),
                ("branches", "tab"), ("daily_deals", "tab"), ("appraisals", "tab"),
            )
        ))  # fmt: skip

    async def stood_up(self, table: str, who: str) -> None:
        """This person has no seat there any more; something of theirs is still in its events."""
        await self.write(("update sitters set ended = 0 where tab = $1 and who = $2", (table, who)))

    async def leave_trace(self, table: str, who: str) -> None:
        """Something of this person is in the events of a table at which they do not sit."""
        await self.write(
            ("insert into sitters (who, tab, ended) values ($1, $2, 0) on conflict (who, tab) do nothing", (who, table))
        )

    async def load(self, table: str, after: int = 0, most: int = 1_000_000) -> list[bytes]:
        """A table's events from a number on, so many at most; none: there is no such table. TableDamaged where one is
        not as it was stored."""
        found = []
        for due, (n, body, sum) in enumerate(await self.event_rows(table, after, most), after + 1):
            if n != due or (sum is not None and sum != event_sum(table, n, body)):
                raise TableDamaged(table, due)
            found.append(body)
        return found

    async def event_rows(self, table: str, after: int, most: int) -> list[SqlRow]:
        """The number, the body and the sum of each event from a number on, so many at most, damaged or not."""
        return await self.read(
            "select n, body, sum from events where tab = $1 and n > $2 order by n limit $3", table, after, most
        )

    async def known_length(self, table: str) -> int:
        """How many events this table has at least. Asked before they are read, it tells when some are missing."""
        rows = await self.read("select n from tables where id = $1", table)
        return int(rows[0][0]) if rows else 0

    async def keep_secret(self, table: str, fresh: bytes) -> bytes:
        """This table's secret; `fresh` becomes it where there was none."""
        await self.write(
            ("insert into secrets (tab, secret) values ($1, $2) on conflict (tab) do nothing", (table, fresh))
        )
        return await self.secret(table)

    async def secret(self, table: str) -> bytes:
        rows = await self.read("select secret from secrets where tab = $1", table)
        if not rows:
            raise TableDamaged(table, 1)
        return bytes(rows[0][0])

    async def lobby(self, limit: int = 50) -> list[bytes]:
        """The heads of tables that anybody may join or watch, the newest first."""
        rows = await self.read(
            "select head from tables where listed = 1 and status <> 'over' order by touched desc, id desc limit $1",
            limit,
        )
        return [bytes(head) for (head,) in rows]

    async def tables_of(self, who: str, limit: int = 100) -> list[bytes]:
        """The heads of this person's tables: unfinished ones first, then those that were closed last."""
        rows = await self.read(
            "select t.head from sitters s join tables t on t.id = s.tab where s.who = $1 and s.ended is null"
            " order by t.touched desc limit $2",
            who, limit,
        )  # fmt: skip
        closed = await self.closed_tables(who, limit=limit - len(rows)) if len(rows) < limit else []
        return [bytes(head) for (head,) in rows] + [head for _, _, head in closed]

    async def closed_tables(
        self, who: str, before: tuple[int, str] | None = None, limit: int = 50
    ) -> list[tuple[int, str, bytes]]:
        """When each of this person's tables was closed, its id and its head, the last one first.

        `before` is the moment and the id of the table after which the list goes on.
        """
        ended, id = before or (2**62, "")
        rows = await self.read(
            "select s.ended, s.tab, t.head from sitters s join tables t on t.id = s.tab"
            " where s.who = $1 and s.ended > 0 and (s.ended, s.tab) < ($2, $3)"
            " order by s.ended desc, s.tab desc limit $4",
            who, ended, id, limit,
        )  # fmt: skip
        return [(int(at), tab, bytes(head)) for at, tab, head in rows]

    async def count_unfinished(self, who: str, most: int) -> int:
        """At how many unfinished tables this person sits; `most` where there are more."""
        sql = "select count(*) from (select 1 from sitters where who = $1 and ended is null limit $2) as first"
        ((count,),) = await self.read(sql, who, most)
        return int(count)

    async def refresh_summaries(self, summaries: Sequence[tuple[str, int, TableSummary]]) -> None:
        """When tables were touched, and their heads, after this many events each; not where more are known already."""
        sql = "update tables set n = $1, touched = $2, head = $3 where id = $4 and n <= $1"
        await self.write(*((sql, (n, summary.touched, summary.head, id)) for id, n, summary in summaries))

    async def due(self, now: int) -> list[str]:
        """Tables whose clock has fallen."""
        return [
            id
            for (id,) in await self.read("select id from tables where deadline <= $1 order by deadline limit 500", now)
        ]

    async def ticking(self) -> list[str]:
        """Tables at which a clock runs."""
        return [id for (id,) in await self.read("select id from tables where deadline is not null order by deadline")]

    async def last_heartbeat(self) -> int:
        """When a node last said that it was running; 0: never."""
        rows = await self.read("select value from keys where name = 'awake'")
        return int.from_bytes(rows[0][0]) if rows else 0

    async def heartbeat(self, now: int, then: int = 0) -> None:
        """A node is running. Where no clock runs nothing is written, as nobody needs it.

        `then` is the heartbeat that was found. It is replaced even by an earlier one: the machine's clock was set back.
        """
        if then > now or await self.read("select 1 from tables where deadline is not null limit 1"):
            await self.write(
                ("insert into keys (name, value) values ('awake', $1) on conflict (name) do update"
                 " set value = excluded.value where excluded.value > keys.value or keys.value = $2",
                 (now.to_bytes(8), then.to_bytes(8)))
            )  # fmt: skip

    async def newest(self, tables: Sequence[str]) -> list[SqlRow]:
        """Each of these tables, with the number of its newest event."""
        asked = ", ".join(f"(cast(${place} as text))" for place in range(1, len(tables) + 1))
        return await self.read(
            f"with asked (id) as (values {asked}) select id, (select max(n) from events where tab = id) from asked",
            *tables,
        )

    async def last_change(self) -> int:
        """When a summary was last written."""
        ((at,),) = await self.read("select coalesce(max(touched), 0) from tables")
        return int(at)

    async def bot_pending(self) -> list[str]:
        """Tables at which a bot is to be asked, those that have waited longest first."""
        rows = await self.read("select id from tables where wakes = 1 order by touched, id limit 5000")
        return [id for (id,) in rows]

    async def clear_bot_pending(self, table: str, n: int) -> None:
        """No bot is to be asked there after this event, unless more has happened already."""
        await self.write(("update tables set wakes = 0 where id = $1 and n = $2", (table, n)))

    async def idle(self, open_before: int, live_before: int) -> list[str]:
        """Tables that nobody has touched for long."""
        rows: list[SqlRow] = []
        for status, before in (("open", open_before), ("live", live_before), ("paused", live_before)):
            rows += await self.read(
                f"select id from tables where status <> 'over' and status = '{status}' and touched < $1"
                " order by touched limit 500",
                before,
            )
        return [id for (id,) in rows]

    # ---- results ----------------------------------------------------------------

    async def tallies(self, who: str) -> list[SqlRow]:
        """Of each game that this person has played: how often, won alone, won with others, when last, and what was
        collected, unless that is not counted yet."""
        return await self.read(
            "select game, played, won, shared, last, collected, uncounted from tallies where who = $1"
            " order by last desc",
            who,
        )  # fmt: skip

    async def keep_collected(self, who: str, game: str, played: int, collected: int | None) -> None:
        """What this person has collected in so many games, if there was none since."""
        await self.write(
            ("update tallies set collected = $1, uncounted = 0 where who = $2 and game = $3 and played = $4",
             (collected, who, game, played))
        )  # fmt: skip

    async def results(self, who: str, game: str) -> list[SqlRow]:
        """This person's seat and the table's head, of each table of this game that they did not play alone."""
        return await self.read(
            "select r.seat, t.head from results r join tables t on t.id = r.tab"
            " where r.who = $1 and r.game = $2 and r.rank > 0",
            who, game,
        )  # fmt: skip

    # ---- notes ------------------------------------------------------------------

    async def notes(self, who: str, table: str) -> str:
        rows = await self.read("select body from notes where who = $1 and tab = $2", who, table)
        return str(rows[0][0]) if rows else ""

    async def count_notes(self, who: str, beside: str) -> int:
        """At how many other tables this person has notes."""
        ((count,),) = await self.read("select count(*) from notes where who = $1 and tab <> $2", who, beside)
        return int(count)

    async def keep_notes(self, who: str, table: str, body: str) -> None:
        """Empty notes are none."""
        if not body:
            await self.write(("delete from notes where who = $1 and tab = $2", (who, table)))
            return
        await self.write(
            ("insert into notes (who, tab, body) values ($1, $2, $3)"
             " on conflict (who, tab) do update set body = excluded.body", (who, table, body))
        )  # fmt: skip

    # ---- deletion -----------------------------------------------------------------

    async def tables_with(self, who: str) -> list[str]:
        """Every table with something of this person in its events."""
        return [tab for (tab,) in await self.read("select tab from sitters where who = $1 order by tab", who)]

    async def forget_trace(self, table: str, who: str) -> None:
        """Nothing of this person is left in the events of this table."""
        await self.write(("delete from sitters where who = $1 and tab = $2", (who, table)))

    async def erasures(self) -> list[tuple[str, int]]:
        """The people whose data is to be deleted, and since when."""
        return [(who, int(at)) for who, at in await self.read("select who, at from erasures order by at limit 100")]

    async def begin_erasure(self, who: str, now: int) -> None:
        """From now on there is no such person. What is theirs at tables is still to be deleted."""
        await self.write(
            ("insert into erasures (who, at) values ($1, $2) on conflict (who) do nothing", (who, now)),
            *(delete_rows(rows, key, who) for rows, key in PERSONAL),
        )

    async def finish_erasure(self, who: str) -> None:
        await self.write(
            *(delete_rows(rows, key, who) for rows, key in (*PERSONAL, ("sitters", "who"), ("erasures", "who")))
        )

    @abstractmethod
    async def scrub(self) -> None:
        """Nothing that was deleted stays in unused parts of a file. What would hold up people now is done later."""

    @abstractmethod
    async def finish_scrub(self) -> None:
        """Does what `scrub` has left for later, if this is a good moment."""

    # ---- keys ---------------------------------------------------------------------

    async def key(self, name: str, fresh: bytes) -> bytes:
        """The value of this name; `fresh` becomes it where there was none."""
        await self.write(
            ("insert into keys (name, value) values ($1, $2) on conflict (name) do nothing", (name, fresh))
        )
        ((value,),) = await self.read("select value from keys where name = $1", name)
        return bytes(value)


PERSONAL: Final = (
    ("sessions", "who"), ("people", "id"), ("notes", "who"), ("results", "who"), ("tallies", "who"),
    ("notebooks", "who"), ("branches", "who"), ("daily_deals", "who"), ("appraisals", "who"),
)  # fmt: skip
TALLY: Final = (  # a result is counted once, however often it is written
    "insert into tallies (who, game, played, won, shared, last, collected, uncounted)"
    " select cast($1 as text), cast($2 as text), 1, cast($3 as bigint), cast($4 as bigint), cast($5 as bigint),"
    " cast($6 as bigint), 0 where not exists (select 1 from results where who = $1 and tab = $7)"
    " on conflict (who, game) do update set played = tallies.played + 1, won = tallies.won + excluded.won,"
    " shared = tallies.shared + excluded.shared,"
    " last = case when excluded.last > tallies.last then excluded.last else tallies.last end,"
    " collected = case when excluded.collected is null then tallies.collected"
    " else coalesce(tallies.collected, 0) + excluded.collected end"
)
RESULT: Final = (
    "insert into results (who, tab, game, seat, rank, shared, at) values ($1, $2, $3, $4, $5, $6, $7)"
    " on conflict (who, tab) do nothing"
)
UNCOUNT: Final = (
    "update tallies set played = played - 1, won = won - $3, shared = shared - $4,"
    " collected = collected - cast($5 as bigint)"
    " where who = $1 and game = $2 and exists (select 1 from results where who = $1 and tab = $6)"
)


def delete_rows(rows: str, key: str, who: str) -> Statement:
    return f"delete from {rows} where {key} = $1", (who,)


def resolve(done: Future[None], error: Exception | None = None) -> None:
    """Resolves the future of a job, unless nobody waits for it any more."""
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


def result_statements(table: str, summary: TableSummary | None) -> list[Statement]:
    """The statements that store how a closed table ended for each of its people, or that it goes on."""
    found: list[Statement] = []
    for one in sorted(summary.results, key=lambda result: result.who) if summary else ():
        found += [
            (TALLY, (one.who, one.game, *wins(one), one.at, one.gained, table)),
            (RESULT, (one.who, table, one.game, one.seat, one.rank, int(one.shared), one.at)),
        ]
    for one in sorted(summary.withdrawn, key=lambda result: result.who) if summary else ():
        found += [
            (UNCOUNT, (one.who, one.game, *wins(one), one.gained or 0, table)),
            ("delete from results where who = $1 and tab = $2", (one.who, table)),
            ("delete from appraisals where who = $1 and tab = $2", (one.who, table)),
            ("update sitters set ended = null where who = $1 and tab = $2 and ended > 0", (one.who, table)),
        ]
    return found


def wins(result: Result) -> tuple[int, int]:
    """How much it adds to the games that were won, and to those that were won with others."""
    first = result.rank == 1
    return int(first and not result.shared), int(first and result.shared)
