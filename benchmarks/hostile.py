"""How much one hostile address slows everybody else down: normal play beside each attack, and beside all of them.

One server, with the limits that it has by default. 200 tables play one move a second, each from an address of its own:
alternately alone and beside an attack, which comes from one other address (`attackers.py`). The ratio is that of the
players' p99 beside the attack to the mean of the two without it, before and after. It takes six minutes, on a machine
that does nothing else: server, players and attackers share its cores, and attackers get what nobody else wants. What
the server counts itself, in CPU time, says more on a machine that is busy: iterations of its event loop over 2 ms and
over 10 ms, beside the attack and (in brackets) without it. Linux only, like `server.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.request import urlopen

import uvloop
from attackers import ATTACKS
from comparison import headline, markdown, number, surroundings
from load_clients import LONGEST, WARM, Load, Table, family, measured, memory_of, ours, seconds_of

from server import HERE, PATIENCE, answering, free_port, started

EVERYTHING: Final = "all at once"
MOST: Final = 3.0  # times the p99 without an attack
HEAD: Final = ("attack", "p50 ms", "p99 ms", "attacked p50", "attacked p99", "ratio", "over 2 ms", "over 10 ms",
               "MiB before", "MiB peak", "lost", "answers to the attack")  # fmt: skip


async def watch_memory(server: int, peak: list[int]) -> None:
    """The most memory of the server and of all processes that it has started."""
    while True:
        with suppress(OSError, ValueError, IndexError):  # a process that ended just now
            peak.append(sum(memory_of(pid) for pid in family(server)))
        await asyncio.sleep(0.1)


class LongIterations(NamedTuple):
    """How many iterations of the event loop took longer than 2 ms of CPU time, and longer than 10 ms."""

    over_2: float
    over_10: float


def long_iterations(address: str) -> LongIterations:
    """So far, by the server's own count."""
    with urlopen(f"{address}/metrics", timeout=PATIENCE) as answer:
        text = answer.read().decode()
    counts = dict(re.findall(r"^tablee_loop_seconds_(count|bucket.le=\"0.01\".) (\S+)", text, re.MULTILINE))
    every, within_10 = (float(counts[name]) for name in ("count", 'bucket{le="0.01"}'))
    return LongIterations(every, every - within_10)


def lost(tables: Sequence[Table]) -> int:
    """Players whose connection was closed."""
    return sum(socket.transport.is_closing() for table in tables for socket in table.sockets)


async def rest(server: int) -> None:
    """Waits until the server has done what the attack has left it, some seconds at most."""
    for _ in range(12):
        before = seconds_of(server)
        await asyncio.sleep(0.5)
        with suppress(OSError):  # a process that ended just now
            if seconds_of(server) - before < 0.05:
                return


class Battle:
    """One server, its players, and one attack after the other."""

    def __init__(self, address: str, server: int, tables: int, seconds: float) -> None:
        self.address, self.server, self.tables, self.seconds = address, server, tables, seconds
        self.load = Load(address, address, ours, 0, apart=True)
        self.playing: Sequence[Table] = ()
        self.alone: dict[str, Any] = {}  # the last round of play without an attack

    async def warm_up(self) -> None:
        warming = await asyncio.to_thread(self.load.opened, WARM)
        await self.load.connected(warming)
        await self.load.closed(warming, (), 10.0)
        await self.load.quiet(warming)

    async def seat_players(self) -> None:
        """New tables: games end."""
        for table in self.playing:
            for socket in table.sockets:
                socket.transport.close()
        self.playing = await asyncio.to_thread(self.load.opened, self.tables)
        await self.load.connected(self.playing)
        self.alone = await self.play()

    async def play(self) -> dict[str, Any]:
        before = await asyncio.to_thread(long_iterations, self.address)
        found = await measured(self.load, self.load.paced(self.playing, self.seconds), self.server, None)
        await self.load.quiet(self.playing)
        after = await asyncio.to_thread(long_iterations, self.address)
        found |= {"over_2": after.over_2 - before.over_2, "over_10": after.over_10 - before.over_10}
        assert found["moves"], "nobody plays any more"
        return found

    async def withstand(self, name: str, kinds: Sequence[str], source: str) -> dict[str, Any]:
        attack = await asyncio.create_subprocess_exec(
            sys.executable, str(HERE / "attackers.py"), self.address, *kinds, "--seconds", str(self.seconds + 3),
            "--source", source, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert attack.stdout is not None
        peak: list[int] = []
        watching = asyncio.create_task(watch_memory(self.server, peak))
        try:
            before = sum(memory_of(pid) for pid in family(self.server))
            assert (await attack.stdout.readline()).strip() == b"ready", "the attack did not begin"
            await asyncio.sleep(1.0)  # it is in full swing
            beside = await self.play()
            answers = json.loads(await attack.stdout.readline())
        finally:
            watching.cancel()
            if attack.returncode is None:
                attack.kill()
            await attack.wait()
        await rest(self.server)
        alone, self.alone = self.alone, await self.play()
        return {"attack": name, "alone": [alone, self.alone], "beside": beside, "before": before, "peak": max(peak),
                "lost": lost(self.playing), "after": memory_of(self.server),
                "answers": dict(sum((Counter(one) for one in answers.values()), Counter()))}  # fmt: skip


async def fight(
    address: str, server: int, chosen: dict[str, list[str]], tables: int, seconds: float
) -> list[dict[str, Any]]:
    battle, results = Battle(address, server, tables, seconds), []
    await battle.warm_up()
    rounds = max(1, int((LONGEST - seconds) / (2 * seconds)))  # that the same games last
    for place, (name, kinds) in enumerate(chosen.items()):
        if place % rounds == 0:
            await battle.seat_players()
        print(f"{name} …", file=sys.stderr)
        results.append(await battle.withstand(name, kinds, f"127.0.1.{1 + place}"))
    return results


def fought(chosen: dict[str, list[str]], tables: int, seconds: float) -> list[dict[str, Any]]:
    folder = Path(tempfile.mkdtemp(prefix="tablee-hostile-"))
    try:
        port = free_port()
        command = [sys.executable, "-m", "tablee", "--lang", "en", "serve", "--host", "127.0.0.1", "--port", str(port),
                   "--store", str(folder / "tables.db")]  # fmt: skip
        with started(command, folder, "http://") as process:
            address = f"http://127.0.0.1:{port}"
            answering(f"{address}/api/games")
            return uvloop.run(fight(address, process.pid, chosen, tables, seconds))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def mean(result: dict[str, Any], figure: str) -> float:
    """Without the attack."""
    return float(sum(one[figure] for one in result["alone"]) / len(result["alone"]))


def ratio(result: dict[str, Any]) -> float:
    return float(result["beside"]["p99"] / mean(result, "p99"))


def row(result: dict[str, Any]) -> tuple[str, ...]:
    beside = result["beside"]
    times = mean(result, "p50"), mean(result, "p99"), beside["p50"], beside["p99"]
    answers = ", ".join(f"{text}: {times}" for text, times in Counter(result["answers"]).most_common(4))
    sizes = (result["before"], result["peak"])
    long = [f"{beside[name]:.0f} ({mean(result, name):.1f})" for name in ("over_2", "over_10")]
    return (result["attack"], *(number(1e3 * one, ".1f") for one in times), number(ratio(result), ".2f"), *long,
            *(number(size / 2**20) for size in sizes), str(result["lost"]), answers)  # fmt: skip


def verdict(results: Sequence[dict[str, Any]]) -> str:
    worst = max(results, key=ratio)
    lost_in_all = sum(result["lost"] for result in results)
    return (f"The worst ratio is {ratio(worst):.2f} ({worst['attack']}), and should be below {MOST:g}. Players whose"
            f" connection was lost: {lost_in_all}.")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", choices=[[], *ATTACKS, "all"], help="all of them, and together, if none")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=8.0, help="of play without and with an attack")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    chosen = {kind: [kind] for kind in given.attacks or ATTACKS if kind != "all"}
    if not given.attacks or "all" in given.attacks:
        chosen[EVERYTHING] = list(ATTACKS)
    os.environ["TABLEE_MONITOR"] = "1"  # ms: the server looks that often
    results = fought(chosen, given.tables, given.seconds)
    told = surroundings({"Tablée": "tablee"}) | {"results": results}
    if given.json:
        print(json.dumps(told))
        return
    print(headline(told), f"{given.tables} tables, one move a second each, {given.seconds:g} s", "", sep="\n")
    print("\n".join(markdown([HEAD, *map(row, results)])), "", verdict(results), sep="\n")


if __name__ == "__main__":
    main()
