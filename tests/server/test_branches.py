"""What-ifs: a finished game played on from one of its moments."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from msgspec.structs import replace

from tablee import branches, record
from tablee.contract import Played, Seat
from tablee.games import GAMES
from tests.server.serving import Player, Served, together

pytestmark = pytest.mark.anyio
RECORDS = sorted(Path("tests/games").glob("*/records/*.game"))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


def corpus(game: str, start: str = "") -> record.Record:
    path = next(path for path in RECORDS if path.parts[-3] == game and path.name.startswith(start))
    return record.read(path.read_bytes(), GAMES)


def begin(served: Served, token: str, text: str, at: int, seat: int = 0, **more: Any) -> Any:
    plan = {"at": at, "seat": seat, "bots": ["beginner"], **more}
    return served.call("POST", "/api/branches", {"record": text, "plan": plan}, token)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_what_is_dealt_again_depends_on_nothing_but_what_the_seat_was_told(path: Path) -> None:
    """From another game in which the seat was told the same, the same is dealt: nothing hidden gets through."""
    read, rng = record.read(path.read_bytes(), GAMES), Random(path.stem)
    for _ in range(2):
        seat = Seat(rng.randrange(read.options.players))
        start = replace(read, moves=read.moves[: rng.randrange(len(read.moves))])
        moves = branches.dealt_again(start, seat, Random(1))
        assert moves is not None
        other = replace(start, moves=moves)
        told = record.transcript(start, seat)
        assert record.transcript(other, seat) == told
        assert branches.dealt_again(other, seat, Random(1)) == moves
        assert start.game.hidden or moves == start.moves


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("again", [False, True])
def test_a_what_if_begins_with_the_lines_of_the_other_game(game: str, again: bool, served: Served) -> None:
    read, ann = corpus(game), served.guest("Ann")
    at = len(read.moves) // 2
    id = begin(served, ann, str(read), at, seat=1, again=again)["id"]
    (news,) = served.call("GET", f"/api/tables/{id}", token=ann)
    seat = again and GAMES[game].hidden
    assert news["head"]["branch"] == {"lines": at, "of": "", "seat": 1 if seat else None}
    assert [chair["kind"] for chair in news["head"]["chairs"]].count("person") == 1 and news["seat"] == 1
    told = [line["told"] for line in served.call("GET", f"/api/tables/{id}/log", token=ann) if line["is"] == "line"]
    assert told[:at] == record.transcript(replace(read, moves=read.moves[:at]), Seat(1))


async def test_it_is_played_to_its_end_says_what_it_is_and_counts_in_no_result(served: Served, tmp_path: Path) -> None:
    ann, read = served.guest("Ann"), corpus("sixteen")
    at = next(n for n, move in enumerate(read.moves) if str(move).startswith("0: play")) + 3
    id = begin(served, ann, str(read), at)["id"]
    assert served.answer("GET", f"/api/tables/{id}/record", token=ann)[1]["code"] == "not_over"
    assert begin_of_table(served, ann, id)["code"] == "not_over"  # an unfinished table cannot be branched off
    player = Player(served, id, ann, 1)
    await together(player)
    assert player.over
    text = served.call("GET", f"/api/tables/{id}/record", token=ann)
    kept = record.read(text, GAMES)
    assert record.branch(kept.notes) == record.Branch(at)
    assert kept.moves[:at] == read.moves[:at] and len(list(record.states(kept))) == len(kept.moves) + 1
    (tmp_path / "if.game").write_text(text)
    check = [sys.executable, "-m", "tablee", "verify", str(tmp_path / "if.game"), "--lang", "en"]
    said = subprocess.run(check, capture_output=True, text=True, check=True).stdout
    assert said.startswith(f"This game is a what-if: its first {at} lines were played elsewhere.")
    (tmp_path / "plain.game").write_text(text.replace(f"{kept.notes[0]}\n", ""))
    check[4] = str(tmp_path / "plain.game")
    assert subprocess.run(check, capture_output=True).returncode != 0  # without the note it does not hold
    assert served.call("GET", "/api/me/games", token=ann) == []
    second = begin_of_table(served, ann, id)["id"]  # a what-if of a what-if
    (news,) = served.call("GET", f"/api/tables/{second}", token=ann)
    assert news["head"]["branch"] == {"lines": 5, "of": id, "seat": None}


def begin_of_table(served: Served, token: str, table: str) -> Any:
    return served.call("POST", "/api/branches", {"table": table, "plan": {"at": 5, "seat": 0}}, token)


def test_they_are_listed_named_exported_and_deleted(served: Served) -> None:
    ann, ben, read = served.guest("Ann"), served.guest("Ben"), corpus("coda")
    text = str(read)
    digest = served.call("POST", "/api/study", {"record": text}, ann)["digest"]
    one, two = (begin(served, ann, text, at)["id"] for at in (12, 20))
    assert served.answer("PATCH", f"/api/branches/{one}", {"name": "hold back"}, ann)[0] == 204
    cards = served.call("GET", f"/api/branches?source={digest}", token=ann)
    assert {(card["id"], card["name"]) for card in cards} == {(one, "hold back"), (two, "")}
    for method, body in (("PATCH", {"name": "mine"}), ("DELETE", None)):
        assert served.answer(method, f"/api/branches/{one}", body, ben)[1]["code"] == "branch"
    with ZipFile(BytesIO(served.raw("GET", "/api/me/export", token=ann)[2])) as archive:
        kept = json.loads(archive.read("what-ifs.json"))
        assert {row["table"] for row in kept} == {one, two} and "hold back" in {row["name"] for row in kept}
    assert served.answer("DELETE", f"/api/branches/{one}", token=ann)[0] == 204
    assert [card["id"] for card in served.call("GET", "/api/branches", token=ann)] == [two]
    assert served.call("GET", f"/api/tables/{one}", token=ann)["code"] == "table"


def test_what_cannot_be_is_refused_with_what_can(served: Served) -> None:
    ann, read = served.guest("Ann"), corpus("code21")
    text, lines = str(read), len(read.moves)
    for plan, code in (
        ({"at": lines}, "over"), ({"at": lines + 1}, "moment"), ({"at": 3, "seat": 7}, "seat"),
        ({"at": 3, "bots": ["beginner", "club", "club", "club"]}, "bots"), ({"at": 3, "bots": ["pearl"]}, "options"),
    ):  # fmt: skip
        asked = {"record": text, "plan": {"seat": 0, "bots": ["beginner"], **plan}}
        found = served.call("POST", "/api/branches", asked, ann)
        assert found["code"] == code and found["why"], (plan, found)
    both = {"record": text, "table": "abcdefghij", "plan": {"at": 1, "seat": 0}}
    assert served.call("POST", "/api/branches", both, ann)["code"] == "record"
    assert (
        served.call("POST", "/api/branches", {"table": "nowhere", "plan": {"at": 1, "seat": 0}}, ann)["code"] == "table"
    )


def test_there_are_so_many_what_ifs_of_one_person(tmp_path: Path) -> None:
    with Served(tmp_path, limits="branches=1") as server:
        ann, text = server.guest("Ann"), str(corpus("golden21"))
        assert "id" in begin(server, ann, text, 20)
        assert begin(server, ann, text, 20)["code"] == "quota"


def test_the_master_compares_the_first_decision_that_differs(served: Served) -> None:
    ann, read = served.guest("Ann"), corpus("sixteen")
    states = list(record.states(read))
    n, played = next((n, move) for n, move in enumerate(read.moves) if str(move).startswith("0: play") and n > 20)
    legal = [action for action in read.game.legal(states[n], Seat(0)) if action != played.action]
    other = replace(read, moves=(*read.moves[:n], Played(Seat(0), legal[0])))
    body = {"record": str(read), "other": str(other), "seat": 0}
    found = served.call("POST", "/api/study/compare", body, ann)
    assert (found["n"], found["decided"]["did"], found["other"]) == (n + 1, str(played.action), str(legal[0]))
    assert found["ranks"] and not found["other_ranks"]
    best = found["decided"]["best_value"]
    assert 0 <= found["other_value"] <= best and 0 <= found["decided"]["did_value"] <= best
    same = served.call("POST", "/api/study/compare", {**body, "other": str(read)}, ann)
    assert same["n"] is None and same["decided"] is None
