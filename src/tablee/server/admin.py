"""`tablee admin`: what the owner of a server does about people, sessions and tables, while it runs or not.

A change is stored together with its line of the log of changes (`admin_log`), or after it: nothing changes that the log
does not name. A running server sees it within 45 seconds.
"""

from __future__ import annotations

from contextlib import suppress
from getpass import getuser
from secrets import token_urlsafe
from time import time
from typing import Final

from msgspec import Struct

from tablee.server.people.passwords import Passwords
from tablee.server.refusals import ServerRefusal
from tablee.server.store import Conflict, SqlRow, Statement, Store
from tablee.server.store.heads import read_stored_head
from tablee.server.tables.decisions import Decision
from tablee.server.tables.events import Ended
from tablee.server.tables.node import encode_events
from tablee.server.tables.past import load_table
from tablee.server.tables.summary import summarise
from tablee.server.worker_pool import WorkerPool, WorkLimits

SHOWN: Final = 50  # rows of a list, the newest first
TRIES: Final = 20  # to close a table at which somebody else is faster each time


class PersonRow(Struct, frozen=True):
    id: str
    name: str
    login: str | None
    made: int
    seen: int | None  # None: they have no session
    tables: int
    banned: str | None  # why


class TableRow(Struct, frozen=True):
    id: str
    status: str
    game: str
    names: tuple[str, ...]
    touched: int
    n: int


class SessionRow(Struct, frozen=True):
    id: str
    made: int
    seen: int


class LogRow(Struct, frozen=True):
    at: int
    actor: str
    action: str
    subject: str
    details: str


def now() -> int:
    return int(time() * 1000)


def note(action: str, subject: str, details: str = "") -> Statement:
    """The line of the log of changes that is written together with a change."""
    actor = "?"
    with suppress(OSError, KeyError):  # this system does not say who runs the command
        actor = getuser()
    return (
        "insert into admin_log (at, actor, action, subject, details) values ($1, $2, $3, $4, $5)",
        (now(), actor, action, subject, details),
    )


# ---- lists --------------------------------------------------------------------------------------

PEOPLE: Final = (
    "select id, name, login, made, (select max(seen) from sessions where who = people.id),"
    " (select count(*) from sitters where who = people.id), banned from people"
)


async def list_people(store: Store, part: str = "") -> list[PersonRow]:
    """The newest people whose name or login contains these letters, or whose id is this."""
    pattern = "%" + part.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    rows = await store.read(
        f"{PEOPLE} where id = $1 or lower(name) like $2 escape '\\' or login like $2 escape '\\'"
        " order by made desc limit $3",
        part, pattern, SHOWN,
    )  # fmt: skip
    return [PersonRow(*row) for row in rows]


async def list_sessions(store: Store, who: str) -> list[SessionRow]:
    person = await find_person(store, who)
    rows = await store.read("select id, made, seen from sessions where who = $1 order by seen desc", person.id)
    return [SessionRow(*row) for row in rows]


async def list_tables(store: Store, who: str = "") -> list[TableRow]:
    """The tables that were touched last; of one person, or of everybody."""
    columns = "id, status, head, touched, n"
    rows: list[SqlRow]
    if who:
        person = await find_person(store, who)
        rows = await store.read(
            f"select {columns} from tables where id in (select tab from sitters where who = $1)"
            " order by touched desc limit $2",
            person.id, SHOWN,
        )  # fmt: skip
    else:
        rows = await store.read(f"select {columns} from tables where true order by touched desc limit $1", SHOWN)
    found = []
    for id, status, head, touched, n in rows:
        known = read_stored_head(bytes(head))
        names = tuple(chair.name or chair.level or "–" for chair in known.chairs) if known else ()
        found.append(TableRow(id, status, known.game if known else "?", names, touched, n))
    return found


async def list_changes(store: Store) -> list[LogRow]:
    rows = await store.read(
        "select at, actor, action, subject, details from admin_log order by at desc limit $1", SHOWN
    )
    return [LogRow(*row) for row in rows]


async def find_person(store: Store, who: str) -> PersonRow:
    """The person with this id or login. Several people may have one name, so a name does not count."""
    rows = await store.read(f"{PEOPLE} where id = $1 or login = $2", who, who.casefold())
    if len(rows) != 1:
        raise ServerRefusal("who", "there is no person with the id or login {who}: see `tablee admin people`", who=who)
    return PersonRow(*rows[0])


# ---- people ---------------------------------------------------------------------------------------


async def ban(store: Store, who: str, why: str) -> PersonRow:
    """From now on every request of this person is refused, with the reason."""
    person = await find_person(store, who)
    await store.write(("update people set banned = $1 where id = $2", (why, person.id)), note("ban", person.id, why))
    return person


async def unban(store: Store, who: str) -> PersonRow:
    person = await find_person(store, who)
    await store.write(("update people set banned = null where id = $1", (person.id,)), note("unban", person.id))
    return person


async def log_out(store: Store, who: str) -> PersonRow:
    """Ends all sessions of a person. A guest cannot come back as the same one."""
    person = await find_person(store, who)
    await store.write(("delete from sessions where who = $1", (person.id,)), note("logout", person.id))
    return person


async def reset_password(store: Store, who: str) -> tuple[PersonRow, str]:
    """A new password for somebody who has lost theirs, and the end of all sessions."""
    person = await find_person(store, who)
    if person.login is None:
        raise ServerRefusal("login", "{name} is a guest and has no password", name=person.name)
    password, passwords = token_urlsafe(9), Passwords()
    try:
        hashed = await passwords.hash(password)
    finally:
        passwords.stop()
    await store.write(
        ("update people set hash = $1 where id = $2", (hashed, person.id)),
        ("delete from sessions where who = $1", (person.id,)),
        note("reset", person.id),
    )
    return person, password


async def delete_person(store: Store, who: str) -> PersonRow:
    """Deletes a person. What is theirs at tables is deleted by the server, within a minute or at its next start."""
    person = await find_person(store, who)
    await store.write(note("delete", person.id))
    await store.begin_erasure(person.id, now())
    return person


# ---- tables ---------------------------------------------------------------------------------------


async def close_table(store: Store, id: str) -> None:
    """Ends a game that is not over. Its record stays, and is shown face up."""
    pool = WorkerPool("loading", WorkLimits())
    try:
        for tried in range(TRIES):
            table = await load_table(store, id, pool)
            if table.ended is not None:
                raise ServerRefusal("over", "table {table} is closed already", table=id)
            secret = await store.secret(id)
            decision = Decision(table).then(Ended(now(), "closed", secret.hex()))
            if not tried:
                await store.write(note("close", id))
            with suppress(Conflict):
                await store.append(id, table.n, encode_events(decision), summarise(decision.table))
                return
    finally:
        pool.stop()
    raise ServerRefusal("busy", "too much is happening at table {table}: try again", table=id)


async def remove_table(store: Store, id: str) -> None:
    """Removes a table and its record for everybody. A game that is not over is closed first."""
    with suppress(ServerRefusal):  # it is closed already, or damaged, which is why it is to be removed
        await close_table(store, id)
    if not await store.known_length(id) and not await store.event_rows(id, 0, 1):
        raise ServerRefusal("table", "there is no table {table} here: please check the link", table=id)
    await store.write(note("remove", id))
    await store.remove(id)
