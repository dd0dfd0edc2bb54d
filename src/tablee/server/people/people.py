"""People: a guest is a name and a session; an account adds a login and a password.

A session's token is signed; its row in the store decides, so that it can be ended from anywhere. In a browser
the token lives in a cookie that no script can read; programs send it as `Authorization: Bearer`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from random import uniform
from time import monotonic, time
from typing import TYPE_CHECKING

from itsdangerous import BadSignature, Signer
from msgspec import Struct

from tablee.record import plain
from tablee.server.ids import new_id
from tablee.server.people.names import check_name
from tablee.server.people.passwords import Passwords
from tablee.server.refusals import Banned, ServerRefusal
from tablee.server.timekeeping import DAY

if TYPE_CHECKING:
    from tablee.server.store import Statement, Store

TRUSTED = 30.0  # seconds, more or less by half, that a session is cached; one that ends here is dropped at once
CACHED = 10_000  # sessions; one more takes the place of the one that was looked up first
SEEN = 3600.0  # seconds after which it is noted that a session is still in use


class Person(Struct, frozen=True):
    id: str
    name: str
    lang: str
    login: str | None = None
    session: str = ""


class Session(Struct, frozen=True):
    """A browser or a program in which a person is logged in."""

    id: str
    made: int
    seen: int
    current: bool


class Keep(Struct, frozen=True):
    """How many days things are kept that nobody uses."""

    sessions: int = 180
    guests: int = 90


class People:
    def __init__(self, store: Store, key: bytes, bot_names: Collection[str] = ()) -> None:
        """Nobody may be called like the bots from outside, `bot_names`."""
        self.store, self.bot_names = store, bot_names
        self.signer = Signer(key, salt="session")
        self.invites = Signer(key, salt="invite")
        self.devices = Signer(key, salt="device")
        self.passwords = Passwords()
        self.cache: OrderedDict[str, tuple[float, Person]] = OrderedDict()  # the one looked up last is last

    # ---- sessions ---------------------------------------------------------------

    def token(self, session: str) -> str:
        return self.signer.sign(session).decode()

    async def by_token(self, token: str | None) -> Person | None:
        """Whose token this is; None where it is nobody's, or its session has ended."""
        try:
            session = self.signer.unsign(token or "").decode()
        except BadSignature:
            return None
        return await self.by_session(session)

    def cached(self, session: str) -> Person | None:
        """Whose session this is, if that was looked up just now."""
        found = self.cache.get(session)
        return found[1] if found and found[0] > monotonic() else None

    async def by_session(self, session: str) -> Person | None:
        if found := self.cached(session):
            return found
        rows = await self.store.read(
            "select p.id, p.name, p.lang, p.login, p.banned, s.seen from sessions s join people p on p.id = s.who"
            " where s.id = $1",
            session,
        )  # fmt: skip
        if not rows:
            self.cache.pop(session, None)
            return None
        id, name, lang, login, banned, seen = rows[0]
        if banned is not None:
            self.cache.pop(session, None)
            raise Banned(banned)
        if time() * 1000 - seen > SEEN * 1000:
            await self.store.write(("update sessions set seen = $1 where id = $2", (int(time() * 1000), session)))
        person = Person(id, name, lang, login, session)
        self.cache[session] = (monotonic() + TRUSTED * uniform(0.5, 1.5), person)  # not all at once
        self.cache.move_to_end(session)
        if len(self.cache) > CACHED:
            self.cache.popitem(last=False)
        return person

    async def is_valid(self, session: str) -> bool:
        """Whether this session has neither been ended from elsewhere, nor is its person locked out."""
        try:
            return await self.by_session(session) is not None
        except Banned:
            return False

    async def guest(self, name: str, lang: str) -> Person:
        """A new person and their session; ServerRefusal where nobody may be called that."""
        now, id, session = int(time() * 1000), new_id(), new_id(26)
        name = check_name(name, self.bot_names) if plain(name) else "?"
        await self.store.write(
            ("insert into people (id, name, lang, made) values ($1, $2, $3, $4)", (id, name, lang, now)),
            self.session_row(session, id, now),
        )
        return Person(id, name, lang, None, session)

    def session_row(self, session: str, who: str, now: int) -> Statement:
        """`agent` is a column of older versions, which stored there what program it was: nothing is any more."""
        return (
            "insert into sessions (id, who, made, seen, agent) values ($1, $2, $3, $3, '')",
            (session, who, now),
        )

    async def change(self, person: Person, name: str | None, lang: str | None) -> Person:
        name = check_name(name, self.bot_names) if name and plain(name) else person.name
        lang = lang or person.lang
        await self.store.write(("update people set name = $1, lang = $2 where id = $3", (name, lang, person.id)))
        self.cache.pop(person.session, None)
        return Person(person.id, name, lang, person.login, person.session)

    async def sessions(self, person: Person) -> list[Session]:
        rows = await self.store.read("select id, made, seen from sessions where who = $1 order by seen desc", person.id)
        return [Session(id, made, seen, id == person.session) for id, made, seen in rows]

    async def end_oldest_sessions(self, person: Person, most: int) -> None:
        """Of a person's sessions, so many stay: those that were used last."""
        sessions = await self.sessions(person)
        for old in sessions[most:]:
            await self.end_session(person, old.id)

    async def end_session(self, person: Person, session: str) -> None:
        if session.isalnum():
            await self.store.write(("delete from sessions where id = $1 and who = $2", (session, person.id)))
            self.cache.pop(session, None)

    def forget_expired(self) -> None:
        """Drops what would be looked up again anyway."""
        moment = monotonic()
        for session in [session for session, (until, _) in self.cache.items() if until <= moment]:
            del self.cache[session]

    def forget(self, who: str) -> None:
        """Drops what is cached of a person: their sessions are looked up again."""
        for session in [session for session, (_, person) in self.cache.items() if person.id == who]:
            del self.cache[session]

    # ---- accounts -----------------------------------------------------------------

    async def register(self, person: Person, login: str, password: str, old: str | None = None) -> Person:
        """From now on this guest can log in elsewhere. A person who has a password must know it to change it: a stolen
        session must not become an account. All other sessions end: whoever had the old password is out."""
        from tablee.server.store import Conflict

        ((kept,),) = await self.store.read("select hash from people where id = $1", person.id)
        if kept is not None:
            await self.verify(kept, old or "")
        hashed = await self.passwords.hash(password)
        try:
            await self.store.write(
                ("update people set login = $1, hash = $2 where id = $3", (login.casefold(), hashed, person.id)),
                ("delete from sessions where who = $1 and id <> $2", (person.id, person.session)),
            )
        except Conflict as error:
            raise ServerRefusal("login", "this login is taken: choose another") from error
        self.forget(person.id)
        return Person(person.id, person.name, person.lang, login.casefold(), person.session)

    async def log_in(self, login: str, password: str) -> Person:
        """A new session of a known person. A wrong name and a wrong password look the same and take as long."""
        rows = await self.store.read(
            "select id, name, lang, hash, banned from people where login = $1", login.casefold()
        )
        await self.verify(rows[0][3] if rows else None, password)
        id, name, lang, _, banned = rows[0]
        if banned is not None:
            raise Banned(banned)
        session = new_id(26)
        await self.store.write(self.session_row(session, id, int(time() * 1000)))
        return Person(id, name, lang, login.casefold(), session)

    def device_mark(self, login: str) -> str:
        """What a device is given on which this account is open, so that it is known there later."""
        return self.devices.get_signature(login.casefold()).decode()

    def knows_device(self, login: str, mark: str | None) -> bool:
        return mark is not None and self.devices.verify_signature(login.casefold().encode(), mark)

    async def verify(self, hashed: str | None, password: str) -> None:
        if not await self.passwords.verify(hashed, password):
            raise ServerRefusal("login", "wrong login or password")

    # ---- deletion -----------------------------------------------------------------

    async def note_erasure(self, who: str, now: int) -> None:
        """Deletes a person and their sessions; what is theirs at tables is deleted after that."""
        await self.store.begin_erasure(who, now)
        self.forget(who)

    async def purge(self, now: int, keep: Keep) -> None:
        """Ends log-ins that nobody has used for long, and deletes guests who have none left: they cannot come back."""
        old = now - keep.sessions * DAY
        await self.store.write((
            "delete from sessions where seen < $1 and who in (select id from people where login is not null)", (old,)
        ))  # fmt: skip
        gone = await self.store.read(
            "select s.who from sessions s join people p on p.id = s.who where s.seen < $1 and p.login is null"
            " and not exists (select 1 from sessions other where other.who = s.who and other.seen >= $1) limit 200",
            now - keep.guests * DAY,
        )
        left = await self.store.read(
            "select id from people p where login is null and made < $1"
            " and not exists (select 1 from sessions s where s.who = p.id) limit 200",
            now - keep.guests * DAY,
        )
        for (who,) in {*gone, *left}:
            await self.note_erasure(who, now)

    # ---- invitations ---------------------------------------------------------------

    def invite(self, table: str, seat: int) -> str:
        """The key of a seat that is kept for somebody with its link."""
        return self.invites.get_signature(f"{table}:{seat}").decode()

    def invited(self, table: str, seat: int | None, key: str | None) -> bool:
        return key is not None and self.invites.verify_signature(f"{table}:{seat}".encode(), key)
