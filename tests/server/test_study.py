"""A record studied: laid open, looked at from any moment, reviewed; and one that is no record, said to be so."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import pytest

from tablee import options as agreed
from tablee import record
from tablee.contract import Played, Seat
from tablee.games import GAMES, parts
from tablee.languages import LANGS
from tablee.server.worker_pool import TooHeavy
from tablee.testing import covering, playout
from tablee.words import words
from tests.server.serving import Served, endless
from tests.waiting import eventually, wait_until

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


def played(name: str, lines: int | None = None, seed: int = 2) -> record.Record:
    """A random game, or its beginning. At Code 777 few questions are asked: what they tell is counted at every line."""
    game = GAMES[name]
    options = agreed.read(game.options, {"limit": "12"} if name == "code777" else {})
    moves = [move for _, move, _ in playout(game, options, Random(seed))][:lines]
    return record.Record(game, options, tuple(f"P{n}" for n in range(options.players)), tuple(moves))


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_laid_open_with_figures_for_every_line(name: str, served: Served) -> None:
    read = played(name)
    found = served.call("POST", "/api/study", {"record": str(read)})
    assert (found["game"], found["version"], found["seats"]) == (name, read.game.version, list(read.seats))
    for line, move in zip(found["lines"], read.moves, strict=True):
        assert line["open"].startswith(str(move)) and "?" not in line["open"]
    assert [line["told"] for line in found["lines"]] == record.transcript(read, None)
    hands = [getattr(read.game.awaits(state), "hand", None) for state in list(record.states(read))[:-1]]
    assert [line.get("hand") for line in found["lines"]] == hands
    assert found["awaits"]["kind"] == "over" and found["awaits"]["ranks"]
    assert found["figures"]
    for figure, rows in found["figures"].items():
        assert len(rows) == len(read.moves) and {len(row) for row in rows} == {read.options.players}
        assert all(words(lang, read.game).section("figures")[figure] for lang in LANGS)
    moment = served.call("POST", "/api/study/moment", {"record": str(read), "at": 5, "seat": 1})
    state = list(record.states(read))[5]
    assert moment["view"] == plain(read.game.view(state, Seat(1)))
    assert moment["views"] == {str(n): plain(read.game.view(state, Seat(n))) for n in range(read.options.players)}


@pytest.mark.parametrize("name", GAMES)
def test_every_set_of_options_has_its_figures(name: str) -> None:
    game, part = GAMES[name], parts.figures(GAMES[name])
    assert part is not None
    named = set(words("en", game).section("figures"))
    for options in covering(game.options)[:8]:
        for _, _, after in islice(playout(game, options, Random(1)), 0, None, 5):
            found = part.figures(after)
            assert set(found) == named and {len(row) for row in found.values()} == {options.players}


def test_what_is_no_record_is_said_to_be_so_with_its_line(served: Served) -> None:
    good = str(played("sixteen", 12))
    head, _, moves = good.partition("\n\n")
    for text, line, rule in (
        ("once upon a time\n", 1, False),
        (good.replace("game: sixteen", "game: chess"), 2, False),
        (good + "0: dance\n", 6 + 12, False),
        (f"{head}\n\n{moves.splitlines()[0]}\n{moves}", 7, True),
    ):
        for path, more in (("", {}), ("/moment", {"at": 0})):
            status, answer = served.answer("POST", f"/api/study{path}", {"record": text, **more})
            assert (status, answer["code"], answer.get("line")) == (400, "record", line), answer
            assert answer["why"] and ("rule" in answer) == rule
    assert served.call("POST", "/api/study/moment", {"record": good, "at": 13})["code"] == "moment"
    assert served.call("POST", "/api/study/moment", {"record": good, "at": 1, "seat": 7})["code"] == "seat"
    assert served.answer("POST", "/api/study", {"record": "x" * 1_100_000})[0] == 413
    assert served.answer("POST", "/api/study", {"record": "\n" * 30_000})[0] == 413
    assert served.answer("POST", "/api/study", {"record": "x" * 3_000_000})[0] == 413


def reviewed(served: Served, read: record.Record, token: str, lang: str = "fr") -> list[Any]:
    """Every line of the review."""
    text = served.call("POST", "/api/study/review", {"record": str(read), "lang": lang}, token)
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("name", ["coda", "code777"])
def test_a_review_weighs_every_decision_in_its_order(name: str, served: Served) -> None:
    read = played(name, 60)
    told = reviewed(served, read, served.guest("Ann"))
    decided = [(n, move) for n, move in enumerate(read.moves, 1) if isinstance(move, Played)]
    assert [(line["n"], line["seat"], line["did"]) for line in told] == [(n, m.by, str(m.action)) for n, m in decided]
    assert decided and all(0 <= line["did_value"] <= line["best_value"] <= 1 for line in told)
    assert all(line["why"] and line["worlds"] >= 1 for line in told)
    assert any(line["did_value"] < line["best_value"] for line in told)  # it was played at random
    assert all((line["best"] == line["did"]) <= (line["best_value"] == line["did_value"]) for line in told)


def test_a_review_ends_with_how_each_seat_played_and_moments_to_try_again(served: Served) -> None:
    read = played("sixteen")
    body = {"record": str(read), "lang": "en", "appraise": True}
    text = served.call("POST", "/api/study/review", body, served.guest("Ann"))
    *lines, last = (json.loads(line) for line in text.splitlines())
    by_line = {line["n"]: line for line in lines}
    for one in last["appraised"]:
        assert one["start"] + one["own"] + one["others"] + one["luck"] == one["result"]
        costs = [line["best_value"] - line["did_value"] for line in lines if line["seat"] == one["seat"]]
        assert one["own"] == -round(100 * sum(costs)) and 0 <= one["accuracy"] < 1  # it was played at random
        dearest = [by_line[n]["best_value"] - by_line[n]["did_value"] for n in one["moments"]]
        assert dearest == sorted(costs, reverse=True)[:3]
    assert [moment["n"] for moment in last["moments"]] == [n for one in last["appraised"] for n in one["moments"]]
    for moment in last["moments"]:
        thought = by_line[moment["n"]]
        asked = {answer["do"]: answer["value"] for answer in moment["answers"]}
        assert len(asked) == len(moment["answers"]) >= 2
        assert asked[thought["best"]] == thought["best_value"] and asked[thought["did"]] == thought["did_value"]
        assert all(answer["why"] for answer in moment["answers"]) and thought["accuracy"] < 1


def test_one_review_at_a_time_and_none_when_its_reader_has_gone(served: Served) -> None:
    token, read = served.guest("Ann"), played("code777", seed=4)
    body = json.dumps({"record": str(read)}).encode()
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    with urlopen(Request(f"{served.address}/api/study/review", body, headers)) as stream:
        first = json.loads(stream.readline())
        assert first["seat"] in range(4)
        again = served.call("POST", "/api/study/review", {"record": str(read)}, token)
        assert again["code"] == "review" and "fois" in served.call(
            "POST", "/api/study/review?lang=fr", {"record": str(read)}, token
        )["why"]  # fmt: skip
    answers: list[object] = []

    def accepted() -> bool:
        answers.append(served.call("POST", "/api/study/review", {"record": str(played("coda", 8))}, token))
        return isinstance(answers[-1], str)

    wait_until(accepted, "room for the next review after the reader has gone")
    assert str(answers[-1]).count("\n") >= 1


def test_a_review_needs_somebody_and_is_refused_as_all_else_is(served: Served) -> None:
    assert served.call("POST", "/api/study/review", {"record": ""})["code"] == "who"
    token = served.guest("Ann")
    assert served.call("POST", "/api/study/review", {"record": "x\n"}, token)["code"] == "record"
    assert served.call("POST", "/api/study/review", {"record": "x\n", "lang": "de"}, token)["code"] == "malformed"


def test_the_record_of_a_closed_table_can_be_studied(served: Served, tmp_path: Path) -> None:
    ann = served.guest("Ann")
    table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "me"}])
    served.ask(table, ann, seat=0, start=True)
    served.ask(table, ann, seat=0, resign=True)
    text = served.call("GET", f"/api/tables/{table}/record")
    assert served.call("POST", "/api/study", {"record": text})["awaits"]["kind"] == "choice"


# ---- hostile ones -----------------------------------------------------------------------------


def jobs(served: Served, pool: str, outcome: str) -> float:
    """How many jobs of this pool have ended so."""
    text = served.call("GET", "/metrics")
    found = re.search(rf'tablee_jobs_total{{outcome="{outcome}",pool="{pool}"}} ([\d.e+]+)', text)
    return float(found[1]) if found else 0.0


@pytest.mark.untraced
async def test_while_long_records_are_studied_people_log_in_and_the_rest_is_refused_for_now(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        ann = served.guest("Ann")
        served.call("POST", "/api/account", {"login": "ann", "password": "a long password"}, ann)
        body = {"record": endless(3900)}
        studies = [asyncio.create_task(asyncio.to_thread(served.raw, "POST", "/api/study", body)) for _ in range(8)]
        await eventually(lambda: jobs(served, "study", "refused"), "a queue that is full for this client")
        assert served.answer("POST", "/api/login", {"login": "ann", "password": "a long password"})[0] == 200
        assert not all(study.done() for study in studies)
        answers = [await study for study in studies]
        refused = [(headers, json.loads(text)) for status, headers, text in answers if status == 503]
        assert len(refused) == 5 and sorted(status for status, _, _ in answers)[:3] == [200] * 3
        for headers, answer in refused:
            assert answer["code"] == "busy" and int(headers["retry-after"]) == answer["retry"] >= 1


async def test_a_study_that_nobody_waits_for_is_ended(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        body = json.dumps({"record": endless(3900)}).encode()
        host, _, port = served.address.removeprefix("http://").partition(":")
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"POST /api/study HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        await eventually(lambda: 'tablee_waiting_jobs{pool="study"} 1.0' in served.call("GET", "/metrics"), "the job")
        writer.close()
        await eventually(lambda: jobs(served, "study", "cancelled"), "the end of the job")
        assert served.answer("POST", "/api/study", {"record": str(played("coda", 8))})[0] == 200


def test_a_record_that_takes_too_long_is_refused_in_both_languages() -> None:
    for lang, said in (("en", "try something shorter"), ("fr", "plus court")):
        assert said in words(lang).why(TooHeavy())
    assert TooHeavy().code == "heavy"
