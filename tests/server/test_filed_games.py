"""Games that were played without this server: what is sent is checked, and then it is one of the person's games."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tablee import record
from tablee.contract import Chance, Choice, Happened, Move, Played
from tablee.games import GAMES
from tablee.record import Fair, Note, Record
from tablee.server.people.people import Person
from tablee.server.tables import events
from tablee.server.tables.dice import PledgedDice, pledge, pledge_number
from tablee.server.tables.filed_games import file_game
from tablee.server.tables.record_text import record_text
from tablee.server.tables.table import fold
from tests.server.serving import Served

SHORT = {"code777": {"limit": 3}, "golden21": {"years": 1}}
SECRET = sha256(b"the device's").digest()
NUMBER = sha256(b"the page's").hexdigest()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


def played(name: str, seats: tuple[str, ...] = (), seed: int = 1) -> Record:
    """A whole game, as a device without a network records it: the first player against bots, if no names are given."""
    game = GAMES[name]
    options = replace(game.options(), **SHORT.get(name, {}))
    seats = seats or ("Ann", *record.told_apart(["bot club"] * (options.players - 1)))
    words = (f"{NUMBER} lucky seven", *[""] * (options.players - 1))
    state, rng, moves = game.start(options), Random(seed), list[Move[Any]]()
    while True:
        awaited = game.awaits(state)
        move: Move[Any]
        if isinstance(awaited, Choice):
            seat = min(awaited.seats)
            move = Played(seat, rng.choice(game.legal(state, seat)))
        elif isinstance(awaited, Chance):
            move = Happened(awaited.sample(PledgedDice(SECRET, len(moves) + 1, words)))
        else:
            pledges = (pledge_number(NUMBER), *[""] * (options.players - 1))
            return Record(game, options, seats, tuple(moves), fair=Fair(pledge(SECRET), SECRET.hex(), words, pledges))
        moves.append(move)
        state = game.apply(state, move)


def send(served: Served, token: str, text: str, *seats: int, **more: Any) -> Any:
    return served.call("POST", "/api/records", {"record": text, "seats": seats or (0,), **more}, token)


@pytest.mark.parametrize("game", GAMES)
def test_of_every_game_the_table_has_the_record_that_was_sent(game: str) -> None:
    read = played(game)
    filed = file_game(read, {0}, "filed", Person("ann", "Ann", "en"), 5)
    table = fold("filed", [events.decoder.decode(body) for body in filed.events])
    assert record_text(table, filed.secret) == str(read)
    assert filed.summary.status == "over" and filed.summary.sitters == ("ann",) and filed.summary.results


def test_at_a_real_table_house_rules_are_kept_and_corrections_are_not() -> None:
    read = played("code21", ("Ann", "Ben", "Cleo", "Dan"))
    rule = record.HouseRule("0: bank", "C21-12")
    notes = (Note(2, "corrected: 0: bank"), rule.note(3))
    real = replace(read, fair=None, real=True, notes=notes)
    filed = file_game(real, range(4), "filed", Person("ann", "Ann", "en"), 5)
    table = fold("filed", [events.decoder.decode(body) for body in filed.events])
    assert record_text(table, filed.secret) == str(replace(real, notes=(rule.note(3),)))


def test_a_game_that_is_sent_is_one_of_mine(served: Served) -> None:
    ann, ben, text = served.guest("Ann"), served.guest("Ben"), str(played("sixteen"))
    sent = send(served, ann, text, at=1_700_000_000_000)
    assert sent == {"id": sent["id"], "known": False}
    assert send(served, ann, text) == {"id": sent["id"], "known": True}
    (head,) = served.call("GET", "/api/me/tables", token=ann)["tables"]
    assert (head["id"], head["status"], head["touched"]) == (sent["id"], "over", 1_700_000_000_000)
    assert [(chair["kind"], chair["name"], chair["level"]) for chair in head["chairs"]] == [
        ("person", "Ann", None), ("bot", "", "club"),
    ]  # fmt: skip
    (tally,) = served.call("GET", "/api/me/games", token=ann)
    assert (tally["game"], tally["played"], tally["last"]) == ("sixteen", 1, 1_700_000_000_000)
    assert served.call("GET", f"/api/tables/{sent['id']}/record", token=ann) == text
    assert served.call("GET", "/api/me/tables", token=ben)["tables"] == []
    assert send(served, ben, text)["id"] != sent["id"]
    assert served.answer("DELETE", f"/api/tables/{sent['id']}", token=ann)[0] == 204
    assert served.call("GET", "/api/me/tables", token=ann)["tables"] == []
    assert send(served, ann, text, at=2**53)["known"] is False  # a clock that is ahead is not believed
    (head,) = served.call("GET", "/api/me/tables", token=ann)["tables"]
    assert head["touched"] < 2**42


def test_what_is_not_as_it_was_played_is_refused(served: Served) -> None:
    ann, read = served.guest("Ann", "fr"), played("sixteen")
    dealt = next(n for n, move in enumerate(read.moves) if isinstance(move, Happened))
    other = next(move for move in played("sixteen", seed=2).moves if isinstance(move, Happened))
    assert read.fair
    for changed, code in (
        (replace(read, moves=read.moves[:-1]), "not_over"),
        (replace(read, moves=(*read.moves, read.moves[-1])), "record"),
        (replace(read, fair=None), "record"),
        (replace(read, fair=replace(read.fair, secret="0" * 64)), "record"),
        (replace(read, fair=replace(read.fair, words=("", ""))), "record"),
        (replace(read, fair=replace(read.fair, pledges=("0" * 64, ""))), "record"),
        (replace(read, moves=(*read.moves[:dealt], other, *read.moves[dealt + 1 :])), "record"),
        (replace(read, seats=("Ann", "Ben")), "record"),
        (replace(read, seats=("Ann", "bot nobody")), "record"),
        (replace(read, seats=("M\u0430x", "bot club")), "name"),
    ):
        if changed == read:
            continue
        refused = send(served, ann, str(changed))
        assert refused["code"] == code and refused["why"], changed.seats
    assert send(served, ann, str(read), 0, 2)["code"] == "seat"
    assert send(served, ann, "tablee: 2")["code"] == "record"
    assert send(served, ann, "x" * 300_000)["code"] == "large"
    assert served.call("POST", "/api/records", {"record": str(read), "seats": []}, ann)["code"] == "malformed"
    assert send(served, "", str(read))["code"] == "who"
    assert served.call("GET", "/api/me/tables", token=ann)["tables"] == []


def test_so_many_are_taken_at_once(tmp_path: Path) -> None:
    with Served(tmp_path, limits="on") as server:
        ann, text = server.guest("Ann"), str(played("sixteen"))
        answers = (send(server, ann, text) for _ in range(30))
        refused = next(answer for answer in answers if "code" in answer)
        assert refused["code"] == "fast" and refused["retry"] >= 1
