"""My results of one game: kept when a review was made, told in order, by opponent and by theme, and deleted with me."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest

from tablee.bots.appraisal import JudgedDecision
from tablee.server.protocol import trends_api
from tablee.server.protocol.study_jobs import OwnDecision, sum_by_theme
from tablee.server.protocol.trends_api import GameTrend, describe_trend
from tablee.server.store import Result, Store, TableSummary, result_statements
from tablee.server.store.appraisals import StoredAppraisal, keep_appraisal, last_appraisals, last_results
from tablee.server.store.heads import StoredHead, StoredSeat
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.node import Node
from tablee.server.tables.settings import SeatPlan
from tests.server.serving import Served
from tests.server.tables_on_a_node import ANN, BEN
from tests.server.test_filed_games import played, send
from tests.server.test_results import ended

pytestmark = pytest.mark.anyio
FOUND = [StoredAppraisal("", 10, 2000, 8000), StoredAppraisal("win", 4, 500, 2000)]


async def test_how_somebody_played_is_kept_for_results_of_theirs_and_goes_with_them(store: Store) -> None:
    node, two = Node(store, NoBus(), BotPool()), (SeatPlan("me"), SeatPlan("open"))
    first, second = [(await ended(node, "sixteen", ranks, two)).table.id for ranks in ((1, 2), (2, 1))]
    alone = (await ended(node, "sixteen", (1, 2), (SeatPlan("me"), SeatPlan("me")))).table.id
    for table in (first, second, alone, "nowhere"):
        await keep_appraisal(store, ANN.id, table, FOUND)
    await keep_appraisal(store, ANN.id, first, [StoredAppraisal("", 3, 0, 100)])  # once more: instead of the first one
    assert [row[0] for row in await last_results(store, ANN.id, "sixteen", 5)] == [second, first]
    kept = sorted(await last_appraisals(store, ANN.id, "sixteen", 5))
    assert kept == sorted([(first, "", 3, 0, 100), (second, "", 10, 2000, 8000), (second, "win", 4, 500, 2000)])
    assert {row[0] for row in await last_appraisals(store, ANN.id, "sixteen", 1)} == {second}
    assert await last_appraisals(store, BEN.id, "sixteen", 5) == await last_appraisals(store, ANN.id, "coda", 5) == []
    await store.remove(first)
    assert {row[0] for row in await store.read("select tab from appraisals")} == {second}
    goes_on = Result(ANN.id, "sixteen", 0, 2, False, 0)  # what ended with this result was undone
    summary = TableSummary("live", False, 0, None, False, b"", (), withdrawn=(goes_on,))
    await store.write(*result_statements(second, summary))
    assert await store.read("select tab from appraisals") == []


async def test_nothing_of_it_is_left_when_a_person_deletes_their_data(store: Store) -> None:
    node, two = Node(store, NoBus(), BotPool()), (SeatPlan("me"), SeatPlan("open"))
    table = (await ended(node, "sixteen", (1, 2), two)).table.id
    await keep_appraisal(store, ANN.id, table, FOUND)
    assert len(await store.read("select tab from appraisals")) == len(FOUND)
    await store.begin_erasure(ANN.id, 0)
    assert await store.read("select tab from appraisals") == []


def row(n: int, seat: int, ranks: tuple[int, ...], chairs: tuple[StoredSeat, ...], game: str, **options: str) -> Any:
    head = StoredHead(game=game, options={"players": str(len(ranks)), **options}, chairs=chairs, ranks=ranks)
    return f"t{n}", n, seat, ranks[seat], 0, msgspec.json.encode(head)


def person(name: str) -> StoredSeat:
    return StoredSeat(name, "person")


def bot(level: str, name: str = "") -> StoredSeat:
    return StoredSeat(name, "bot", level, owned=bool(name))


def trend(game: str, rows: list[Any], appraised: list[Any]) -> GameTrend:
    return msgspec.json.decode(describe_trend(game, rows, appraised), type=GameTrend)


def test_opponents_are_people_by_name_and_bots_by_level_and_partners_are_none() -> None:
    rows = [
        row(4, 0, (2, 1, 2, 1), (person("Ann"), person("Ben"), person("Cleo"), bot("club")), "sixteen"),
        row(3, 1, (1, 2), (bot("sirop"), person("Ann")), "sixteen"),  # a character: at the level of beginners
        row(2, 0, (1, 2), (person("Ann"), bot("club", "Ben")), "sixteen"),  # a bot played on for Ben
        row(1, 0, (1, 2), (person("Ann"), person("somebody")), "sixteen"),
    ]
    found = trend("sixteen", rows, [("t4", "", 10, 2000, 8000), ("t2", "", 10, 6000, 8000)])
    assert [(one.table, one.rank, one.players) for one in found.games] == [
        ("t1", 1, 2), ("t2", 1, 2), ("t3", 2, 2), ("t4", 2, 4),
    ]  # fmt: skip
    assert [one.accuracy for one in found.games] == [None, 0.25, None, 0.75]
    against = {(one.name, one.level): (one.games, one.won, one.accuracy) for one in found.opponents}
    assert against == {
        ("Ben", None): (2, 1, 0.5), ("", "club"): (1, 0, 0.75), ("", "beginner"): (1, 0, None),
        ("somebody", None): (1, 1, None),
    }  # fmt: skip
    assert found.opponents[0].name == "Ben"


def test_themes_come_in_the_order_of_the_puzzles_and_other_decisions_last() -> None:
    rows = [row(n, 0, (1, 2), (person("Ann"), bot("club")), "code21") for n in (2, 1)]
    appraised = [("t1", "", 10, 3000, 8000), ("t1", "accuse", 4, 1000, 2000), ("t2", "", 5, 0, 2000)]
    found = trend("code21", rows, appraised).themes
    assert [(one.theme, one.decisions, one.accuracy) for one in found] == [
        ("total", 0, None), ("accuse", 4, 0.5), ("", 11, 1 - 2000 / 8000),
    ]  # fmt: skip


def test_games_with_options_of_another_version_and_heads_that_cannot_be_read_do_no_harm() -> None:
    chairs = (person("Ann"), person("Ben"))
    rows = [row(2, 0, (1, 2), chairs, "sixteen", unheard="of"), ("t1", 1, 0, 1, 0, b"no head")]
    found = trend("sixteen", rows, [])
    assert [one.table for one in found.games] == ["t2"] and [one.name for one in found.opponents] == ["Ben"]
    assert trend("sixteen", [], []) == GameTrend("sixteen", (), (), trend("sixteen", [], []).themes)


def test_decisions_are_summed_by_the_theme_of_what_was_done_or_of_what_would_have_been_best() -> None:
    def decision(did: str, best: str | None, at_stake: float = 0.2) -> OwnDecision:
        return OwnDecision(JudgedDecision(1, 0, best=0.5, did=0.4, random=0.5 - at_stake), did, best)

    decisions = [decision("accuse", "play 3 up"), decision("play 3 up", "accuse"), decision("pass", None),
                 decision("accuse", "accuse", at_stake=0.001)]  # fmt: skip
    assert sum_by_theme("code21", decisions) == [
        StoredAppraisal("", 3, 3000, 6000), StoredAppraisal("accuse", 2, 2000, 4000),
    ]  # fmt: skip
    assert sum_by_theme("sixteen", []) == [StoredAppraisal("", 0, 0, 0)]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


def review(served: Served, token: str, **of: str) -> list[Any]:
    text = served.call("POST", "/api/study/review", {**of, "appraise": True}, token)
    return [json.loads(line) for line in text.splitlines()]


def test_a_review_of_my_table_is_kept_with_my_results_and_nobody_elses_is(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    text = str(played("sixteen"))
    table = send(served, ann, text)["id"]
    (before,) = served.call("GET", "/api/me/games/sixteen", token=ann)["games"]
    assert (before["table"], before["seat"], before["reviewed"], before["accuracy"]) == (table, 0, False, None)
    review(served, ann, record=text)
    review(served, ben, table=table)
    assert not served.call("GET", "/api/me/games/sixteen", token=ann)["games"][0]["reviewed"]
    last = review(served, ann, table=table)[-1]
    found = served.call("GET", "/api/me/games/sixteen", token=ann)
    (after,) = found["games"]
    assert after["reviewed"] and after["accuracy"] == pytest.approx(last["appraised"][0]["accuracy"], abs=0.01)
    assert sum(one["decisions"] for one in found["themes"]) == last["appraised"][0]["decisions"]
    assert {one["theme"] for one in found["themes"] if one["decisions"]} <= {"win", "draw"}
    assert served.call("GET", "/api/me/games/sixteen", token=ben)["games"] == []
    with ZipFile(BytesIO(served.raw("GET", "/api/me/export", token=ann)[2])) as archive:
        kept = json.loads(archive.read("how-i-played.json"))
    total = next(one for one in kept if one["theme"] == "")
    assert (total["table"], total["decisions"]) == (table, last["appraised"][0]["decisions"])
    assert served.call("GET", "/api/me/games/sixteen")["code"] == "who"
    assert served.call("GET", "/api/me/games/chess", token=ann)["code"] == "game"


def test_a_review_is_of_a_record_or_of_a_closed_table(served: Served) -> None:
    ann = served.guest("Ann")
    table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "me"}])
    served.ask(table, ann, start=True)
    for body, code in (({}, "record"), ({"record": "x", "table": table}, "record"), ({"table": table}, "not_over"),
                       ({"table": "nowhere"}, "table")):  # fmt: skip
        assert served.call("POST", "/api/study/review", body, ann)["code"] == code


async def test_so_many_games_are_looked_through_and_no_more(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    node, two = Node(store, NoBus(), BotPool()), (SeatPlan("me"), SeatPlan("open"))
    tables = [(await ended(node, "sixteen", (1, 2), two)).table.id for _ in range(3)]
    monkeypatch.setattr(trends_api, "MOST", 2)
    rows = await last_results(store, ANN.id, "sixteen", trends_api.MOST)
    assert [one.table for one in trend("sixteen", rows, []).games] == tables[1:]
