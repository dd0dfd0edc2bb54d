"""Two people on two machines and a bot play each of the five games to its end, through the API, with no page at all."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.games import GAMES
from tests.processes import program
from tests.server.serving import Player, Served, together
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.mark.parametrize("game", GAMES)
async def test_two_people_and_a_bot_play_a_game_to_its_end(game: str, served: Served, tmp_path: Path) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben", "fr")
    bots = 2 if game == "sixteen" else 1
    seats = [{"kind": "me"}, {"kind": "open"}, *[{"kind": "bot", "level": "random"}] * bots]
    table = served.table(ann, game, seats, join="anyone")
    lobby = served.call("GET", "/api/tables", token=ben)
    assert [head["id"] for head in lobby["open"] if head["id"] == table]
    assert "done" in served.ask(table, ben, seat=1, sit="Ben")
    assert "done" in served.ask(table, ann, start=True)
    people = [Player(served, table, ann, 1), Player(served, table, ben, 2), Player(served, table)]
    await together(*people)
    ends = [player.over for player in people]
    assert all(end and end["awaits"] == (ends[0] or {})["awaits"] for end in ends)
    path = tmp_path / "a.game"
    path.write_text(served.call("GET", f"/api/tables/{table}/record"))
    for command, expected in ((["verify"], "follow"), (["replay", "--json"], '"kind": "over"')):
        done = subprocess.run(
            [sys.executable, "-m", "tablee", "--lang", "en", *command, str(path)], capture_output=True, text=True
        )
        assert done.returncode == 0 and expected in done.stdout, done
    assert served.call("GET", "/api/tables", token=ann)["mine"][-1]["status"] == "over"


async def test_the_example_bot_sits_down_and_plays(served: Served) -> None:
    ann = served.guest("Ann")
    table = served.table(ann, "coda", [{"kind": "me"}, {"kind": "open"}])
    example = Path(__file__).parents[2] / "examples" / "bot.py"
    assert len(example.read_text().splitlines()) <= 70
    with program(str(example), served.address, table) as bot:
        wait_until(
            lambda: served.call("GET", f"/api/tables/{table}", token=ann)[0]["head"]["chairs"][1]["kind"] != "open",
            "the bot at the table",
        )
        assert "done" in served.ask(table, ann, start=True)
        await together(Player(served, table, ann, 5))
        said, _ = bot.communicate(timeout=PATIENCE)
    assert bot.returncode == 0 and said.startswith("ranks:")


async def test_it_stops_gracefully_and_goes_on_where_it_was(tmp_path: Path) -> None:
    with Served(tmp_path) as server:
        ann = server.guest("Ann")
        table = server.table(ann, "sixteen", [{"kind": "me"}, {"kind": "me"}])
        server.ask(table, ann, seat=0, start=True)
        before = server.call("GET", f"/api/tables/{table}", token=ann)
        assert server.stop() in (0, -signal.SIGTERM)  # it closes, then tells its parent which signal it was
        server.start()
        after = server.call("GET", f"/api/tables/{table}", token=ann)
        keep = [{**news, "now": 0} for news in before]
        assert json.dumps(keep) == json.dumps([{**news, "now": 0} for news in after])


def test_a_setting_that_makes_no_sense_ends_it_with_a_sentence() -> None:
    for flags, said in (
        (["--port", "99999"], "port"),
        (["--bus", "carrier-pigeon"], "redis://"),
        (["--bus", "redis://127.0.0.1:1", "--store", "x.db"], "postgresql://"),
        (["--store", "postgres://me@host/db"], "postgresql://"),
        (["--web", "no-such-folder"], "no-such-folder"),
        (["--origins", "example.org"], "https://HOST"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "tablee", "--lang", "en", "serve", *flags],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr
