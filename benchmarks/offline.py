"""Masters in the browser: how long a slow phone waits for them, and what that saves a server.

The page plays against two masters of each game in its own worker, on a phone's screen. `--slower 4` stops all of the
browser's pages three quarters of the time, so that their workers are slow, too; Chromium's own throttling slows down
only the page. A wait lasts from the player's move until it is their turn again; it is divided by what the bots decided
meanwhile. First as many moves are played on a server, of which the processor time is counted, with that of its bots.
Linux only.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median
from threading import Event, Thread
from time import perf_counter

from comparison import aligned
from load_clients import family, seconds_of
from playwright.sync_api import Page, expect

sys.path.append(str(Path(__file__).parent.parent))  # where the tests' browser and hands are

from tests.page.browsing import Visitor, browser, served
from tests.page.playing import ASK, at_the_table, stands
from tests.page.test_table import HANDS

BOOT = 240_000  # milliseconds
SLICE = 0.01  # seconds that a slow page runs at a time
MINE_AGAIN = """async (table) => {
  const path = `/api/tables/${table}`
  for (;;) {
    const [news] = window.tablee?.ask ? await window.tablee.ask(path) : await (await fetch(path)).json()
    if (news.awaits.kind === 'over' || news.awaits.seats.includes(news.seat)) return news.n
    await new Promise((done) => setTimeout(done, 5))
  }
}"""


def pages_of_browser() -> list[int]:
    """The processes of Chromium that this one has started and that run pages."""
    found = []
    for pid in family(os.getpid()):
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:  # it has ended
            continue
        if b"--type=renderer" in command:
            found.append(pid)
    return found


@contextmanager
def slowed(times: int) -> Iterator[None]:
    """All pages are stopped most of the time."""
    ended = Event()

    def run() -> None:
        while not ended.is_set():
            pages = pages_of_browser()
            for _ in range(50):
                send(pages, signal.SIGSTOP)
                ended.wait((times - 1) * SLICE)
                send(pages, signal.SIGCONT)
                ended.wait(SLICE)

    def send(pages: list[int], what: signal.Signals) -> None:
        for pid in pages:
            with suppress(ProcessLookupError):
                os.kill(pid, what)

    thread = Thread(target=run)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        if times > 1:
            thread.join()


def open_game(page: Page, game: str, level: str) -> None:
    page.locator(f"a[data-game={game}]").click()
    page.get_by_test_id("way-bots").click()
    page.get_by_test_id("level").select_option(level)
    page.get_by_test_id("open-bots").click()
    expect(page.get_by_test_id("turn")).to_be_visible(timeout=BOOT)


def waits(page: Page, game: str, moves: int, rng: Random) -> list[float]:
    """Seconds from each of the player's moves until it is their turn again, for each decision of a bot."""
    found = []
    for _ in range(moves):
        news = stands(page)
        # a bot of Code 777 has cut in, or a series ended
        while news["awaits"]["kind"] != "over" and not news.get("legal"):
            page.wait_for_timeout(20)
            news = stands(page)
        if news["awaits"]["kind"] == "over":
            break
        legal = news["legal"]
        gentle = [action for action in legal if not action.startswith(("declare", "accuse"))]  # they may end it at once
        HANDS[game](page, rng.choice(gentle or legal))
        began = perf_counter()
        page.evaluate(MINE_AGAIN, at_the_table(page))
        waited = perf_counter() - began
        log = page.evaluate(ASK, f"/api/tables/{at_the_table(page)}/log?since={news['n']}")
        movers = [line["told"].partition(":")[0] for line in log if line["is"] == "line"]
        if decisions := sum(mover not in ("*", str(news["seat"])) for mover in movers):
            found.append(waited / decisions)
    return found


def play_all(
    page: Page, games: list[str], level: str, moves: int, seed: int, each: Callable[[str, list[float]], None]
) -> None:
    for game in games:
        page.goto(page.url.partition("/t/")[0].rstrip("/") + "/")
        expect(page.locator(f"a[data-game={game}]")).to_be_visible(timeout=BOOT)
        open_game(page, game, level)
        print(game, file=sys.stderr)
        each(game, waits(page, game, moves, Random(seed)))


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--slower", type=int, default=4, help="how many times slower the browser's pages shall be")
    wanted.add_argument("--moves", type=int, default=6, help="of the player in each game")
    wanted.add_argument("--level", default="master")
    wanted.add_argument("--games", nargs="*", default=[*HANDS])
    wanted.add_argument("--seed", type=int, default=0)
    args = wanted.parse_args()
    rows = [["", "waits", "median s", "longest s", "on the server s", "its CPU ms a turn"]]
    here: dict[str, list[float]] = {}
    there: dict[str, tuple[list[float], float]] = {}
    with browser() as opened, tempfile.TemporaryDirectory() as folder, served(Path(folder)) as house:
        guest = Visitor(opened, house.address, phone=True)
        spent = seconds_of(house.process.pid)

        def on_server(game: str, found: list[float]) -> None:
            nonlocal spent
            now = seconds_of(house.process.pid)
            there[game], spent = (found, now - spent), now

        guest.visit("/")
        play_all(guest.page, args.games, args.level, args.moves, args.seed, on_server)
        spent = seconds_of(house.process.pid)
        guest.visit("/").get_by_test_id("keep-here").click()
        expect(guest.page.get_by_test_id("here")).to_have_attribute("data-kept", "true", timeout=BOOT)
        kept = seconds_of(house.process.pid) - spent
        house.kill()
        guest.page.reload()
        guest.page.get_by_test_id("play-here").click()
        expect(guest.page.locator("a[data-game=coda]")).to_be_visible(timeout=BOOT)
        with slowed(args.slower):
            play_all(
                guest.page,
                args.games,
                args.level,
                args.moves,
                args.seed,
                lambda game, found: here.update({game: found}),
            )
        guest.close()
    for game in args.games:
        found, (served_waits, cpu) = here[game], there[game]
        rows.append([
            game, str(len(found)), f"{median(found):.2f}", f"{max(found):.2f}", f"{median(served_waits):.2f}",
            f"{1e3 * cpu / len(served_waits):.0f}",
        ])  # fmt: skip
    print(f"In the browser, {args.slower} times slower than this machine, seconds that a decision of a bot takes:\n")
    print("\n".join(aligned(rows)))
    print(f"\nKeeping everything on the device cost the server {kept:.2f} CPU seconds, once; playing there costs none.")


if __name__ == "__main__":
    main()
