"""Bots from outside at tables: which an operator may offer, what they are told, and what happens when they fail."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tablee.bots.faults import BotFault
from tablee.contract import OptionError, Seat
from tablee.poll import Prompt
from tablee.server.tables.outside_bots import TOLERATED, OfferedBot, OutsideBots, read_offers, try_offers
from tests.server.serving import Player, Served, together
from tests.server.tables_without_node import begun

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]
HERE = "tests.bots.outside_bots"
COMMAND = f"{sys.executable} -m {HERE}"
MODEL = f"{sys.executable} -m tablee.bots.prompts {sys.executable} {ROOT / 'examples' / 'scripted_model.py'}"
NOTING = """
import json, os, sys
assert not {"TABLEE_STORE", "TABLEE_BUS", "TABLEE_METRICS_KEY"} & {*os.environ}
for line in sys.stdin:
    asked = json.loads(line)
    open(sys.argv[1], "a").write(line)
    print(json.dumps(asked["legal"][0]), flush=True)
"""


def notes(player: Player, kind: str) -> list[dict[str, Any]]:
    """What the table told this player that is no move."""
    events = [event for text in player.heard for event in json.loads(text).get("events", ())]
    return [event["event"] for event in events if event["is"] == "note" and event["event"]["what"] == kind]


async def play(served: Served, *seats: str, game: str = "sixteen") -> Player:
    """A person against these bots, to the end."""
    token = served.guest("Ann")
    plans = [{"kind": "me"}, *({"kind": "bot", "level": name} for name in seats)]
    table = served.table(token, game, plans)
    assert "refused" not in served.ask(table, token, start=True)
    player = Player(served, table, token)
    await together(player)
    assert player.over is not None
    return player


async def test_a_bot_of_a_module_plays_to_the_end_and_its_name_is_offered(tmp_path: Path) -> None:
    with Served(tmp_path, bots=f"Rook={HERE}:first Tower={HERE}:SIXTEEN") as served:
        boxes = {box["name"]: box for box in served.call("GET", "/api/games")}
        assert boxes["sixteen"]["outside"] == ["Rook", "Tower"] and boxes["coda"]["outside"] == ["Rook"]
        player = await play(served, "Tower")
        assert notes(player, "bot_faulted") == [] and notes(player, "botted") == []
        heads = [json.loads(text).get("head") for text in player.heard]
        assert [chair["level"] for chair in next(filter(None, heads))["chairs"]] == [None, "Tower"]


async def test_nobody_is_called_like_a_bot_that_is_offered(tmp_path: Path) -> None:
    with Served(tmp_path, bots=f"Rook={HERE}:first Tower={HERE}:SIXTEEN") as served:
        ann = served.guest("Ann")
        for name in ("Rook", "rook 2", "R\u043e\u043ek", "R00k", "bot Tower"):
            assert served.answer("POST", "/api/me", {"name": name, "lang": "en"})[1]["code"] == "name", name
            assert served.call("PATCH", "/api/me", {"name": name}, ann)["code"] == "name", name
        table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
        assert served.ask(table, served.guest("Rooky"), seat=1, sit="Rook")["code"] == "name"
        seats = [{"kind": "me", "name": "Tower"}, {"kind": "open"}]
        assert served.call("POST", "/api/tables", {"game": "sixteen", "seats": seats}, ann)["code"] == "name"


async def test_a_command_gets_its_view_and_no_secret_of_the_server(tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "noting.py").write_text(NOTING)
    monkeypatch.setenv("TABLEE_METRICS_KEY", "a key of sixteen characters")
    heard = tmp_path / "heard"
    with Served(tmp_path, bots=f"'Noter=cmd:{sys.executable} {tmp_path / 'noting.py'} {heard}'") as served:
        player = await play(served, "Noter", game="coda")
        assert notes(player, "bot_faulted") == []
    asked = [json.loads(line) for line in heard.read_text().splitlines()]
    assert {one["view"]["seat"] for one in asked} == {1}
    assert {key for one in asked for key in one} == {"game", "level", "view", "legal", "seed"}
    others = [seen for one in asked for seen in one["view"]["codes"][0]]
    assert others and all(seen["tile"] is None for seen in others if not seen.get("up"))


async def test_the_illegal_answers_of_a_language_model_are_counted_and_replaced(tmp_path: Path) -> None:
    with Served(tmp_path, bots=f"'Model=cmd:{MODEL}' 'Babbler=cmd:{COMMAND} babbles'") as served:
        player = await play(served, "Babbler")
        faults = notes(player, "bot_faulted")
        assert [one["times"] for one in faults] == [*range(1, len(faults) + 1)]
        assert len(faults) > 20 and {one["fault"] for one in faults} == {"illegal"}
        counted = f'tablee_bot_faults_total{{bot="Babbler",fault="illegal"}} {len(faults)}.0'
        assert counted in served.call("GET", "/metrics")
        model = await play(served, "Model")
        assert {one["fault"] for one in notes(model, "bot_faulted")} <= {"illegal"}


async def test_a_bot_that_does_not_answer_in_time_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.bots.commands.STARTING", 0)
    table = begun(None, 0)
    seat = Seat(table.waiting[0])
    asked = Prompt(seat, tuple(table.game.legal(table.state, seat)))
    bots = OutsideBots([OfferedBot("Rook", f"cmd:{COMMAND} sleeps")], seconds=0.2)
    for times in range(TOLERATED):
        assert not bots.has_failed(table.game, "Rook"), times
        with pytest.raises(BotFault) as fault:
            await bots.choose(table.game, "Rook", table.state, asked)
        assert fault.value.kind == "late"
    assert bots.has_failed(table.game, "Rook")
    bots.stop()


@pytest.mark.parametrize("place", [f"{HERE}:broken", f"cmd:{COMMAND} dies"])
async def test_a_bot_that_fails_three_times_in_a_row_is_replaced(place: str, tmp_path: Path) -> None:
    with Served(tmp_path, bots=f"'Rook={place}'", limits="bot_seconds=5 bot_memory=2048") as served:
        player = await play(served, "Rook")
        assert [one["fault"] for one in notes(player, "bot_faulted")] == ["raised"] * TOLERATED
        assert [(one["level"], one["why"]) for one in notes(player, "botted")] == [("club", "failed")]
        assert "bot_fault" in served.events()


async def test_a_table_goes_on_when_its_bot_is_not_offered_any_more(tmp_path: Path) -> None:
    with Served(tmp_path, bots=f"Rook={HERE}:first") as served:
        token = served.guest("Ann")
        table = served.table(token, "sixteen", [{"kind": "me"}, {"kind": "bot", "level": "Rook"}])
        served.ask(table, token, start=True)
        refused = served.ask(table, token, bot="Rook")
        assert refused["why"] == "only the game's own bots can play for you"
    del served.flags["bots"]
    served.start()
    with served:
        player = Player(served, table, token)
        await together(player)
        assert [one["why"] for one in notes(player, "botted")] == ["failed"]
        refused = served.call(
            "POST",
            "/api/tables",
            {"game": "sixteen", "seats": [{"kind": "me"}, {"kind": "bot", "level": "Rook"}]},
            token,
        )
        assert "there is no bot 'Rook'; the bots are: random" in refused["why"]


REFUSED = {
    "Rook": "'Rook' is not allowed; allowed: NAME=module:name, NAME=cmd:…",
    "1st=x:y": "'1st=x:y' is not allowed",
    f"Moka={HERE}:first": "is already called Moka",
    f"Rook={HERE}:nobody": "cannot be loaded: AttributeError",
    f"Rook={HERE}:NOT_A_BOT": "is neither a Bot nor a function",
    "Rook=cmd:no-such-program": "there is no such program",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_offered_is_said_before_the_server_starts(text: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError) as refused:
        try_offers(read_offers([text]))
    assert REFUSED[text] in str(refused.value)


def test_two_bots_have_two_names() -> None:
    with pytest.raises(OptionError, match="two bots are called rook"):
        read_offers(["Rook=a:b", "rook=c:d"])


def test_the_command_says_why_it_does_not_start(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tablee", "--lang", "fr", "serve", "--store", str(tmp_path / "t.db"), "--bots",
               "Rook=no_such_module:rook"]  # fmt: skip
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1 and "impossible de charger" in done.stderr and "Traceback" not in done.stderr
