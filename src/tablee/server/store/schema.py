"""The tables of the database, version by version. A released step never changes: a new version is one more step."""

from __future__ import annotations

from typing import Final

from tablee.server.refusals import ServerRefusal

COUNT_RESULTS: Final = (  # `uncounted`: what was collected is not known yet, as the database cannot read it
    "insert into tallies (who, game, played, won, shared, last, collected, uncounted)"
    " select who, game, count(*), sum(case when rank = 1 and shared = 0 then 1 else 0 end),"
    " sum(case when rank = 1 and shared = 1 then 1 else 0 end), max(at), null, 1 from results group by who, game"
)
STEPS: Final = (
    (
        "create table events (tab text not null, n bigint not null, body {blob} not null,"
        " primary key (tab, n)){packed}",
        "create table secrets (tab text primary key, secret {blob} not null)",
        "create table tables (id text primary key, n bigint not null, status text not null, listed int not null,"
        " touched bigint not null, deadline bigint, wakes int not null, head {blob} not null)",
        "create index tables_touched on tables (touched)",
        "create index tables_listed on tables (touched) where listed = 1",
        "create index tables_due on tables (deadline) where deadline is not null",
        "create index tables_wakes on tables (id) where wakes = 1",
        "create table sitters (who text not null, tab text not null, primary key (who, tab)){packed}",
        "create table notes (who text not null, tab text not null, body text not null, primary key (who, tab)){packed}",
        "create table people (id text primary key, name text not null, lang text not null, made bigint not null,"
        " login text unique, hash text)",
        "create table sessions (id text primary key, who text not null, made bigint not null, seen bigint not null,"
        " agent text not null)",
        "create index sessions_who on sessions (who)",
        "create table keys (name text primary key, value {blob} not null)",
    ),
    (
        "create table results (who text not null, tab text not null, game text not null, seat int not null,"
        " rank int not null, shared int not null, at bigint not null, primary key (who, tab)){packed}",
    ),
    (  # the lobby and a person's tables are read from an index, however many tables are closed
        "drop index tables_listed",
        "create index tables_lobby on tables (touched, id) where listed = 1 and status <> 'over'",
        "create index tables_unfinished on tables (status) where status <> 'over'",
        "alter table sitters add column ended bigint",
        "update sitters set ended = (select touched from tables where id = tab and status = 'over')",
        "create index sitters_ended on sitters (who, ended, tab)",
    ),
    (  # what program a session belongs to is not stored any more; sessions are found by when they were used last
        "update sessions set agent = ''",
        "create index sessions_seen on sessions (seen)",
    ),
    (  # a checksum of each event; older ones have none
        "alter table events add column sum bigint",
    ),
    (  # deletions that are under way; and at which tables there is anything of a person who does not sit there any more
        "create table erasures (who text primary key, at bigint not null)",
        "insert into sitters (who, tab, ended) select distinct {asked_by}, tab, 0 from events"
        " where {asked_by} in (select id from people) on conflict (who, tab) do nothing",
        "insert into sitters (who, tab, ended) select distinct {opened_by}, tab, 0 from events"
        " where {opened_by} in (select id from people) on conflict (who, tab) do nothing",
    ),
    (  # idle tables and old guests are read from an index; how a person's games ended is counted when they end
        "drop index tables_unfinished",
        "create index tables_idle on tables (status, touched) where status <> 'over'",
        "create index people_guests on people (made) where login is null",
        "create table tallies (who text not null, game text not null, played bigint not null, won bigint not null,"
        " shared bigint not null, last bigint not null, collected bigint, uncounted int not null,"
        " primary key (who, game)){packed}",
        COUNT_RESULTS,
    ),
    (  # what the owner of a server has done: see `tablee admin`
        "alter table people add column banned text",
        "create table admin_log (at bigint not null, actor text not null, action text not null, subject text not null,"
        " details text not null)",
        "create index admin_log_at on admin_log (at)",
    ),
    (  # notebooks of real tables: the events of each, and whose it is
        "create table notebooks (book text not null, n bigint not null, who text not null, at bigint not null,"
        " body {blob} not null, primary key (book, n)){packed}",
        "create index notebooks_who on notebooks (who, n, book)",
    ),
    (  # what-ifs: whose each is, of which table or record, and what it is called
        "create table branches (tab text primary key, who text not null, source text not null, name text not null,"
        " at bigint not null)",
        "create index branches_who on branches (who, at)",
    ),
    (  # daily deals: the table of each person who has played one. `day` counts from 1970
        "create table daily_deals (tab text primary key, day bigint not null, game text not null, who text not null)",
        "create index daily_deals_day on daily_deals (day, game)",
        "create index daily_deals_who on daily_deals (who)",
    ),
    (  # how well a person played at a closed table, once it was reviewed: in all (theme ''), and by theme
        "create table appraisals (who text not null, tab text not null, theme text not null, decisions int not null,"
        " cost int not null, stake int not null, primary key (who, tab, theme)){packed}",
    ),
)


COLUMNS: Final = {  # of every table of the newest version, for copies
    "events": ("tab", "n", "body", "sum"),
    "secrets": ("tab", "secret"),
    "tables": ("id", "n", "status", "listed", "touched", "deadline", "wakes", "head"),
    "sitters": ("who", "tab", "ended"),
    "notes": ("who", "tab", "body"),
    "people": ("id", "name", "lang", "made", "login", "hash", "banned"),
    "sessions": ("id", "who", "made", "seen", "agent"),
    "keys": ("name", "value"),
    "results": ("who", "tab", "game", "seat", "rank", "shared", "at"),
    "erasures": ("who", "at"),
    "tallies": ("who", "game", "played", "won", "shared", "last", "collected", "uncounted"),
    "admin_log": ("at", "actor", "action", "subject", "details"),
    "notebooks": ("book", "n", "who", "at", "body"),
    "branches": ("tab", "who", "source", "name", "at"),
    "daily_deals": ("tab", "day", "game", "who"),
    "appraisals": ("who", "tab", "theme", "decisions", "cost", "stake"),
}


def steps(dialect: dict[str, str], version: int) -> list[tuple[int, tuple[str, ...]]]:
    """The steps from this version to the newest, each with its version; ServerRefusal where the store is newer."""
    if version > len(STEPS):
        raise ServerRefusal(
            "storage",
            "this database was written by a newer Tablée (schema {found}; this one knows {known}): please upgrade",
            found=version, known=len(STEPS),
        )  # fmt: skip
    return [
        (number, tuple(statement.format(**dialect) for statement in step))
        for number, step in enumerate(STEPS, 1)
        if number > version
    ]
