"""How much one hostile address slows everybody else down: normal play beside each attack, and beside all of them.

Each attack has a new server, with the limits that it has by default. 200 tables play one move a second, each from an
address of its own: first alone, then beside the attack, which comes from one other address (`attackers.py`). The ratio
is that of the players' p99 with the attack to the one without it. Linux only, like `server.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import uvloop
from attackers import ATTACKS
from comparison import aligned, headline, number, surroundings
from load_clients import WARM, Load, Table, family, measured, memory_of, ours

from server import HERE, answering, free_port, started

EVERYTHING: Final = "all at once"
HEAD: Final = ("", "p50 ms", "p99 ms", "attacked p50", "attacked p99", "ratio", "MiB before", "MiB peak", "lost",
               "answers to the attack")  # fmt: skip


async def watch_memory(server: int, peak: list[int]) -> None:
    """The most memory of the server and of all processes that it has started."""
    while True:
        with suppress(OSError, ValueError, IndexError):  # a process that ended just now
            peak.append(sum(memory_of(pid) for pid in family(server)))
        await asyncio.sleep(0.1)


def lost(tables: Sequence[Table]) -> int:
    """Players whose connection was closed."""
    return sum(socket.transport.is_closing() for table in tables for socket in table.sockets)


async def fight(address: str, server: int, kinds: Sequence[str], tables: int, seconds: float) -> dict[str, Any]:
    load = Load(address, address, ours, 0, apart=True)
    warming = await asyncio.to_thread(load.opened, WARM)
    await load.connected(warming)
    await load.closed(warming, (), 10.0)
    await load.quiet(warming)
    playing = await asyncio.to_thread(load.opened, tables)
    await load.connected(playing)
    alone = await measured(load, load.paced(playing, seconds), server, None)
    await load.quiet(playing)
    attack = await asyncio.create_subprocess_exec(
        sys.executable, str(HERE / "attackers.py"), address, *kinds, "--seconds", str(seconds + 4),
        stdout=subprocess.PIPE,
    )  # fmt: skip
    assert attack.stdout is not None
    peak: list[int] = []
    watching = asyncio.create_task(watch_memory(server, peak))
    try:
        before = sum(memory_of(pid) for pid in family(server))
        assert (await attack.stdout.readline()).strip() == b"ready", "the attack did not begin"
        await asyncio.sleep(1.0)  # it is in full swing
        beside = await measured(load, load.paced(playing, seconds), server, None)
        answers = json.loads(await attack.stdout.readline())
    finally:
        watching.cancel()
        if attack.returncode is None:
            attack.kill()
        await attack.wait()
    return {"alone": alone, "beside": beside, "before": before, "peak": max(peak), "lost": lost(playing),
            "answers": dict(sum((Counter(one) for one in answers.values()), Counter()))}  # fmt: skip


def fought(name: str, kinds: Sequence[str], tables: int, seconds: float) -> dict[str, Any]:
    folder = Path(tempfile.mkdtemp(prefix="tablee-hostile-"))
    try:
        port = free_port()
        command = [sys.executable, "-m", "tablee", "--lang", "en", "serve", "--host", "127.0.0.1", "--port", str(port),
                   "--store", str(folder / "tables.db")]  # fmt: skip
        with started(command, folder, "http://") as process:
            address = f"http://127.0.0.1:{port}"
            answering(f"{address}/api/games")
            return {"attack": name, **uvloop.run(fight(address, process.pid, kinds, tables, seconds))}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def ratio(result: dict[str, Any]) -> float | None:
    alone, beside = result["alone"]["p99"], result["beside"]["p99"]
    return beside / alone if alone and beside else None


def row(result: dict[str, Any]) -> tuple[str, ...]:
    alone, beside = result["alone"], result["beside"]
    times = [None if one is None else 1e3 * one for one in (alone["p50"], alone["p99"], beside["p50"], beside["p99"])]
    answers = ", ".join(f"{text}: {times}" for text, times in Counter(result["answers"]).most_common(4))
    return (result["attack"], *(number(one, ".1f") for one in times), number(ratio(result), ".2f"),
            number(result["before"] / 2**20), number(result["peak"] / 2**20), str(result["lost"]), answers)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", choices=[[], *ATTACKS, "all"], help="all of them, and together, if none")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=15.0, help="of play without and with an attack")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    chosen = {kind: [kind] for kind in given.attacks or ATTACKS if kind != "all"}
    if not given.attacks or "all" in given.attacks:
        chosen[EVERYTHING] = list(ATTACKS)
    results = []
    for name, kinds in chosen.items():
        print(f"{name} …", file=sys.stderr)
        results.append(fought(name, kinds, given.tables, given.seconds))
    told = surroundings({"Tablée": "tablee"}) | {"results": results}
    if given.json:
        print(json.dumps(told))
        return
    print(headline(told), f"{given.tables} tables, one move a second each, {given.seconds:g} s", "", sep="\n")
    print("\n".join(aligned([HEAD, *map(row, results)])))


if __name__ == "__main__":
    main()
