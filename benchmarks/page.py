"""Frames: does the page animate at sixty frames a second, as Chromium counts them?

Every board is played for some moves against bots, on a phone's screen and on a laptop's. Each frame that came due while
something moved was either shown or dropped. A single turning square on an empty page shows what this machine can do at
best: without a graphics card the processor draws, and shares itself with the bots and the server.
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
from playwright.sync_api import Page

sys.path.append(str(Path(__file__).parent.parent))  # where the tests' browser and hands are

from tests.page.browsing import Visitor, browser, served
from tests.page.test_table import HANDS, against_bots, wait_until_mine

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


def play(page: Page, game: str, moves: int, rng: Random) -> None:
    for _ in range(moves):
        if page.get_by_test_id("result").count():
            return
        legal = wait_until_mine(page)
        gentle = [action for action in legal if not action.startswith(("declare", "accuse"))]  # they may end it at once
        HANDS[game](page, rng.choice(gentle or legal))
        page.wait_for_timeout(1000)  # the bots answer, and all comes to rest


def row(name: str, screen: str, found: Counter[str]) -> list[str]:
    shown, dropped = sum(found[state] for state in SHOWN), found[DROPPED]
    return [name, screen, str(shown), str(dropped), f"{A_SECOND * shown / (shown + dropped):.1f}"]


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--moves", type=int, default=8)
    wanted.add_argument("--seed", type=int, default=0)
    wanted.add_argument("--slower", type=int, default=1, help="how many times slower the page itself shall think")
    args = wanted.parse_args()
    rows = [["", "screen", "shown", "dropped", "frames/s"]]
    with browser() as opened, tempfile.TemporaryDirectory() as folder, served(Path(folder)) as house:

        def come(**wishes: Any) -> Visitor:
            visitor = Visitor(opened, house.address, calm=False, **wishes)
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
            for game in HANDS:
                guest = against_bots(come, game, phone=phone)
                with counted(guest.page) as found:
                    play(guest.page, game, args.moves, Random(args.seed))
                rows.append(row(game, screen, found))
                guest.close()
    print(f"{args.moves} moves on every board; of the frames that came due while something moved:\n")
    print("\n".join(aligned(rows, words=2)))


if __name__ == "__main__":
    main()
