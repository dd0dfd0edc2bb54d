"""Frames: does the page animate at sixty frames a second, as Chromium counts them?

Every board is played for some moves against bots at normal speed, on a phone's screen and on a laptop's. Then a record
of The Golden 21 throws from one to eleven dice. Each frame that came due while something moved was either shown or
dropped. A single turning square on an empty page shows what this machine can do at best: without a graphics card the
processor draws, and shares itself with the bots and the server.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from comparison import aligned
from playwright.sync_api import Page, expect

sys.path.append(str(Path(__file__).parent.parent))  # where the tests' browser and hands are

from tests.page.browsing import Visitor, browser, served
from tests.page.test_table import HANDS, against_bots, wait_until_mine

from tablee import record
from tablee.contract import Choice, Happened, Over, Played
from tablee.games import GAMES
from tablee.options import read

A_SECOND: Final = 60  # frames that come due
SHOWN: Final = ("STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL")  # partial: what moved went on while the page was busy
DROPPED: Final = "STATE_DROPPED"
SQUARE: Final = """<i></i><style>
i { display: block; width: 4rem; aspect-ratio: 1; background: teal; animation: turn 1s infinite linear }
@keyframes turn { to { rotate: 360deg } }
</style>"""


@contextmanager
def counted(page: Page) -> Iterator[Counter[str]]:
    """By its end, how many frames came to which end while the compositor had something to move."""
    found: Counter[str] = Counter()
    events: list[dict[str, Any]] = []
    ended: list[Any] = []
    session = page.context.new_cdp_session(page)
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda data: ended.append(data))
    session.send("Tracing.start", {"categories": "cc,benchmark", "transferMode": "ReportEvents"})
    yield found
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    for event in events:
        frame = event.get("args", {}).get("frame_reporter") if event["name"] == "PipelineReporter" else None
        if frame and frame["has_compositor_animation"]:
            found[frame["state"]] += 1


def all_shown(page: Page) -> None:
    expect(page.locator(".table[data-status]:not([data-showing])")).to_be_visible(timeout=120_000)


def play(page: Page, game: str, moves: int, rng: Random) -> None:
    for _ in range(moves):
        all_shown(page)
        if page.get_by_test_id("result").count():
            return
        legal = wait_until_mine(page)
        all_shown(page)
        gentle = [action for action in legal if not action.startswith(("declare", "accuse"))]  # they may end it at once
        HANDS[game](page, rng.choice(gentle or legal))
        page.wait_for_timeout(1000)  # the bots begin to answer
    all_shown(page)


def thrown_dice(seed: int = 10) -> tuple[str, dict[int, int]]:
    """A record of The Golden 21 in which one trader is given every Crisis die, and the first line with so many dice."""
    game, rng = GAMES["golden21"], Random(seed)
    options = read(game.options, {"players": "6", "years": "9"})
    state, lines, thrown = game.start(options), list[str](), dict[int, int]()
    while not isinstance(awaited := game.awaits(state), Over):
        if isinstance(awaited, Choice):
            seat = min(awaited.seats)
            legal = list(game.legal(state, seat))
            victim = [action for action in legal if str(action) == f"give {0 if seat else 1}"]
            move: Any = Played(seat, rng.choice(victim or legal))
        else:
            move = Happened(awaited.sample(rng))
        lines.append(str(move))
        verb, _, facts = str(move).removeprefix("*: ").partition(" ")
        if verb in ("cast", "rolled"):
            thrown.setdefault(len(facts.split(" ")[0].split(",")), len(lines))
        state = game.apply(state, move)
    head = record.header(game, options, [f"Trader {n}" for n in range(1, 7)])
    return head + "\n".join(lines) + "\n", thrown


def throw(page: Page, line: int) -> None:
    """Goes to the line before, and lets the game play itself until the dice lie."""
    slider = page.get_by_role("slider")
    slider.fill(str(line - 1))
    page.wait_for_timeout(500)
    page.get_by_test_id("step-play").click()
    expect(slider).to_have_value(str(line), timeout=30_000)
    page.wait_for_timeout(1500)
    page.get_by_test_id("step-play").click()


def row(name: str, screen: str, found: Counter[str]) -> list[str]:
    shown, dropped = sum(found[state] for state in SHOWN), found[DROPPED]
    return [name, screen, str(shown), str(dropped), f"{A_SECOND * shown / (shown + dropped):.1f}"]


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--moves", type=int, default=4)
    wanted.add_argument("--dice", type=int, nargs="*", default=[1, 2, 5, 8, 11], help="how many are thrown")
    wanted.add_argument("--games", nargs="*", default=[*HANDS], help="the boards that are played")
    wanted.add_argument("--seed", type=int, default=0)
    wanted.add_argument("--slower", type=int, default=1, help="how many times slower the page itself shall think")
    args = wanted.parse_args()
    rows = [["", "screen", "shown", "dropped", "frames/s"]]
    with browser() as opened, tempfile.TemporaryDirectory() as folder, served(Path(folder)) as house:

        def come(**wishes: Any) -> Visitor:
            visitor = Visitor(opened, house.address, calm=False, speed="normal", **wishes)
            session = visitor.context.new_cdp_session(visitor.page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": args.slower})
            return visitor

        for screen, phone in (("phone", True), ("laptop", False)):
            alone = come(phone=phone)
            alone.page.set_content(SQUARE)
            with counted(alone.page) as found:
                alone.page.wait_for_timeout(3000)
            rows.append(row("a lone square", screen, found))
            alone.close()
            for game in args.games:
                guest = against_bots(come, game, phone=phone)
                with counted(guest.page) as found:
                    play(guest.page, game, args.moves, Random(args.seed))
                rows.append(row(game, screen, found))
                guest.close()
            text, lines = thrown_dice()
            guest = come(phone=phone)
            file = {"name": "dice.game", "mimeType": "text/plain", "buffer": text.encode()}
            guest.visit("/study").get_by_test_id("file").set_input_files(file)  # type: ignore[arg-type]
            expect(guest.page.get_by_role("slider")).to_be_visible(timeout=30_000)
            for dice in args.dice:
                with counted(guest.page) as found:
                    throw(guest.page, lines[dice])
                rows.append(row(f"{dice} dice", screen, found))
            guest.close()
    print(f"{args.moves} moves on every board; of the frames that came due while something moved:\n")
    print("\n".join(aligned(rows, words=2)))


if __name__ == "__main__":
    main()
