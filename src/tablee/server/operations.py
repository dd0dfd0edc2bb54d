"""The commands for the owner of a server: `tablee backup`, `restore`, `move`, `store` and `admin`.

Importing this is cheap: the store and its engines are loaded when a command runs.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tablee.words import Words

if TYPE_CHECKING:
    from tablee.server.config import ServerConfig
    from tablee.server.store import Store
    from tablee.server.store_copy import CopyReport

COMMANDS: Final = ("backup", "restore", "move", "store", "admin")
STORE_TASKS: Final = ("check", "salvage", "migrate")
ADMIN_TASKS: Final = {  # and what each is about
    "people": "part", "tables": "person", "sessions": "who", "log": "", "ban": "who", "unban": "who", "logout": "who",
    "reset": "who", "delete": "who", "close": "table", "remove": "table",
}  # fmt: skip
OPTIONAL: Final = ("part", "person")


def add_commands(commands: Any, common: argparse.ArgumentParser, house: Words) -> None:
    """Adds the parsers of these commands."""
    say = house.house
    place = argparse.ArgumentParser(add_help=False, parents=[common])
    place.add_argument("--store", metavar=say("arg_address"), help=say("help_serve_store"))
    place.add_argument("--config", metavar=say("arg_file"), help=say("help_serve_config"))

    backup = commands.add_parser("backup", parents=[place], help=say("help_backup"))
    backup.add_argument("file", metavar=say("arg_file"), help=say("help_store_file"))

    restore = commands.add_parser("restore", parents=[place], help=say("help_restore"))
    restore.add_argument("file", metavar=say("arg_file"), help=say("help_restore_file"))
    restore.add_argument("--replace", action="store_true", help=say("help_restore_replace"))

    move = commands.add_parser("move", parents=[common], help=say("help_move"))
    move.add_argument("file", metavar=say("arg_file"), help=say("help_move_file"))
    move.add_argument("target", metavar="postgresql://…", help=say("help_move_target"))

    kept = commands.add_parser("store", parents=[common], help=say("help_store"))
    tasks = kept.add_subparsers(dest="task", metavar=" | ".join(STORE_TASKS), required=True)
    for task in STORE_TASKS:
        one = tasks.add_parser(task, parents=[place], help=say(f"help_store_{task}"))
        if task == "salvage":
            one.add_argument("file", metavar=say("arg_file"), help=say("help_store_file"))
        if task == "migrate":
            one.add_argument("--dry-run", action="store_true", help=say("help_store_dry_run"))

    admin = commands.add_parser("admin", parents=[common], help=say("help_admin"))
    tasks = admin.add_subparsers(dest="task", metavar=" | ".join(ADMIN_TASKS), required=True)
    for task, about in ADMIN_TASKS.items():
        one = tasks.add_parser(task, parents=[place], help=say(f"help_admin_{task}"))
        if about:
            one.add_argument(
                "subject", nargs="?" if about in OPTIONAL else None, default="", metavar=say(f"arg_{about}"),
                help=say(f"help_admin_{about}"),
            )  # fmt: skip
        if task == "ban":
            one.add_argument("--why", required=True, metavar=say("arg_text"), help=say("help_admin_why"))


def run(args: argparse.Namespace, house: Words) -> int:
    """Carries out one of these commands; its exit status."""
    from tablee.server import store_command

    store_command.be_quiet()
    match args.command, getattr(args, "task", ""):
        case "backup" | "restore" | "move", _:
            return copy(args, house)
        case "store", "check":
            return store_command.check(store_address(args), house)
        case "store", "salvage":
            return store_command.rescue(store_address(args), args.file, house)
        case "store", _:
            return store_command.migrate(store_address(args), args.dry_run, house)
        case _:
            return administer(args, house)


def store_address(args: argparse.Namespace) -> str | None:
    """The store that a flag, the environment or the file of settings names, as for `tablee serve`."""
    from tablee.server.config_file import read_config_file

    address: str | None = args.store or os.environ.get("TABLEE_STORE")
    file = args.config or os.environ.get("TABLEE_CONFIG")
    return address or (read_config_file(Path(file)).get("store") if file else None)


def read_store_config(address: str | None) -> ServerConfig:
    from tablee.server.config import read_config

    return read_config({"store": address} if address else {})


def copy(args: argparse.Namespace, house: Words) -> int:
    from tablee.server import store_copy

    file = Path(args.file)
    if args.command == "move":
        where = read_store_config(args.target).store
        report = asyncio.run(store_copy.move(file, where))
    else:
        config = read_store_config(store_address(args))
        where = config.store if store_copy.is_postgres(config.store) else str(config.file)
        if args.command == "backup":
            report = asyncio.run(store_copy.back_up(where, file))
            where = args.file
        else:
            report = asyncio.run(store_copy.restore(file, where, args.replace))
    for line in describe_copy(report, args.command, where, house):
        print(line)
    return 0


def describe_copy(report: CopyReport, command: str, where: str, house: Words) -> list[str]:
    lines = [
        house.house(
            f"copied_{command}", tables=report.tables, events=report.events, people=report.people,
            path=hide_password(where),
        )
    ]  # fmt: skip
    lines += [house.house("copied_kept", path=name) for name in report.kept]
    return lines


def hide_password(address: str) -> str:
    """An address without its password: it is printed."""
    head, at, tail = address.rpartition("@")
    scheme, colons, user = head.partition("://")
    return f"{scheme}{colons}{user.partition(':')[0]}{at}{tail}" if at and colons else address


# ---- administration -------------------------------------------------------------------------------


def administer(args: argparse.Namespace, house: Words) -> int:
    from tablee.server.protocol.app import choose_store
    from tablee.server.store_copy import existing, is_postgres

    config = read_store_config(store_address(args))
    if not is_postgres(config.store):
        existing(config.file)

    async def carry_out() -> list[str]:
        store = choose_store(config)
        await store.open()
        try:
            return await ADMIN[args.task](store, args, house)
        finally:
            await store.close()

    for line in asyncio.run(carry_out()):
        print(line)
    return 0


Task = Callable[["Store", argparse.Namespace, Words], Awaitable[list[str]]]


async def people(store: Store, args: argparse.Namespace, house: Words) -> list[str]:
    from tablee.server.admin import list_people

    rows = [
        (row.id, row.name, row.login or house.house("admin_guest"), day(row.made), day(row.seen), str(row.tables),
         row.banned or "")
        for row in await list_people(store, args.subject)
    ]  # fmt: skip
    return table(("id", "name", "login", "made", "seen", "tables", "banned"), rows, house)


async def sessions(store: Store, args: argparse.Namespace, house: Words) -> list[str]:
    from tablee.server.admin import list_sessions

    rows = [(day(row.made), day(row.seen)) for row in await list_sessions(store, args.subject)]
    return table(("made", "seen"), rows, house)


async def tables(store: Store, args: argparse.Namespace, house: Words) -> list[str]:
    from tablee.server.admin import list_tables

    rows = [
        (row.id, row.game, house.house(f"status_{row.status}"), ", ".join(row.names), day(row.touched), str(row.n))
        for row in await list_tables(store, args.subject)
    ]
    return table(("id", "game", "status", "names", "touched", "events"), rows, house)


async def changes(store: Store, args: argparse.Namespace, house: Words) -> list[str]:
    from tablee.server.admin import list_changes

    rows = [(day(row.at), row.actor, row.action, row.subject, row.details) for row in await list_changes(store)]
    return table(("at", "actor", "action", "subject", "details"), rows, house)


async def change(store: Store, args: argparse.Namespace, house: Words) -> list[str]:
    from tablee.server import admin

    who: str = args.subject
    match args.task:
        case "ban":
            person = await admin.ban(store, who, args.why)
        case "unban":
            person = await admin.unban(store, who)
        case "logout":
            person = await admin.log_out(store, who)
        case "delete":
            person = await admin.delete_person(store, who)
        case "reset":
            person, password = await admin.reset_password(store, who)
            return [house.house("admin_reset", name=person.name, login=person.login, password=password)]
        case "close":
            await admin.close_table(store, who)
            return [house.house("admin_close", table=who)]
        case _:
            await admin.remove_table(store, who)
            return [house.house("admin_remove", table=who)]
    return [house.house(f"admin_{args.task}", name=person.name)]


ADMIN: Final[dict[str, Task]] = {
    "people": people, "sessions": sessions, "tables": tables, "log": changes,
    **dict.fromkeys(("ban", "unban", "logout", "reset", "delete", "close", "remove"), change),
}  # fmt: skip


def day(milliseconds: int | None) -> str:
    return "–" if milliseconds is None else datetime.fromtimestamp(milliseconds / 1000).strftime("%Y-%m-%d %H:%M")


def table(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], house: Words) -> list[str]:
    """Rows under their headings, each column as wide as it needs."""
    if not rows:
        return [house.house("admin_none")]
    named = [tuple(house.house(f"admin_column_{name}") for name in columns), *rows]
    widths = [max(len(row[place]) for row in named) for place in range(len(columns))]
    return ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in named]
