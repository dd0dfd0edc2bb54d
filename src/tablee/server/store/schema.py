"""The tables of the database, version by version. A released step never changes: a new version is one more step."""

from __future__ import annotations

from typing import Final

from tablee.server.refusals import ServerRefusal

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
)


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
