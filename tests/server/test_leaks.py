"""Nothing hidden leaves: spies on every seat, and every byte they were ever sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tablee import record
from tablee.contract import AnyGame, IllegalMove, Move, Seat
from tablee.games import GAMES
from tablee.server import events
from tablee.server.events import Moved, Opened, Plan, Sat, Settings, Started
from tablee.server.node import card, now
from tablee.server.store.sqlite import Sqlite
from tablee.server.table import folded
from tablee.testing import covering, playout
from tablee.testing.laws import others
from tests.server.serving import Player, Served, together

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


# ---- every byte is explained by what the seat may know ------------------------------------------


@pytest.mark.parametrize("game", GAMES)
async def test_every_byte_that_a_spy_was_sent_is_explained_by_what_its_seat_knows(game: str, served: Served) -> None:
    """The record, known afterwards, says what each seat saw and was told at every moment: that, and nothing else."""
    players = 4
    tokens = [served.guest(f"Spy {seat}") for seat in range(players)]
    table = served.table(tokens[0], game, [{"kind": "me"}, *[{"kind": "open"}] * (players - 1)])
    for seat in range(1, players):
        served.ask(table, tokens[seat], seat=seat, sit=f"Spy {seat}")
    spies = [Player(served, table, token, seat) for seat, token in enumerate(tokens)]
    watching = Player(served, table)
    served.ask(table, tokens[0], start=True)
    await together(*spies, watching)
    read = record.read(served.call("GET", f"/api/tables/{table}/record"), GAMES)
    log = served.call("GET", f"/api/tables/{table}/log", token=tokens[0])
    numbers = [event["n"] for event in log if event["is"] == "line"]
    explain = Explained(read, numbers)
    eyes: list[tuple[Seat | None, Player]] = [(Seat(seat), spy) for seat, spy in enumerate(spies)]
    for place, spy in [*eyes, (None, watching)]:
        assert spy.heard
        for text in spy.heard:
            explain.check(json.loads(text), place)
        secret = read.fair.secret if read.fair else ""
        assert not any(secret in text for text in spy.heard if '"what":"ended"' not in text)
    for seat in range(players):  # and what is told again later is what was told then
        again = served.call("GET", f"/api/tables/{table}/log", token=tokens[seat])
        assert {event["n"]: event["told"] for event in again if event["is"] == "line"} == spies[seat].lines


class Explained:
    """What a seat may know at each event of a finished game."""

    def __init__(self, read: record.Record, numbers: list[int]) -> None:
        self.game, self.states, self.moves = read.game, list(record.states(read)), read.moves
        self.at = {n: place for place, n in enumerate(numbers, 1)}  # which line of the record an event is
        self.numbers = numbers

    def check(self, news: dict[str, Any], seat: Seat | None) -> None:
        """Takes away what this seat may know; what is left says nothing of the game."""
        if "refused" in news or "done" in news:
            return
        place = sum(n <= news["n"] for n in self.numbers)
        state = self.states[place]
        assert news.pop("seat", None) == seat
        seen = json.loads(msgspec.json.encode(self.game.view(state, seat)))
        assert news.pop("view", None) in (seen, None)
        legal = [] if seat is None else list(map(str, self.game.legal(state, seat)))
        assert news.pop("legal", []) in (legal, [])
        for event in news.pop("events", []):
            if event["is"] == "line":
                line = self.at[event["n"]]
                told = self.game.told(self.states[line - 1], self.moves[line - 1], self.states[line], seat)
                assert event["told"] == told
            else:
                assert event["event"]["what"] in ("opened", "sat", "started", "ended")
        for public in ("awaits", "head"):  # who is to act, who sits where: all see that
            news.pop(public, None)
        assert set(news) <= {"n", "now", "asked", "seats"}, news


# ---- two tables that differ only in what a seat may not know --------------------------------------


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.hidden])
async def test_two_tables_that_differ_only_in_what_a_seat_may_not_know_send_it_the_same_bytes(
    game: str, tmp_path: Path
) -> None:
    store = Sqlite(tmp_path / "tables.db")
    await store.open()
    pairs: list[tuple[int, int]] = []
    rng = Random(11)
    for number, options in enumerate(covering(GAMES[game].options)[:6]):
        seat = Seat(rng.randrange(options.players))
        one, two = twins(GAMES[game], options, seat, rng)
        for name, moves in ((f"one{number}", one), (f"two{number}", two)):
            await keep(store, name, GAMES[game], options, seat, moves)
        pairs.append((number, seat))
        assert one != two or len(one) < 12
    await store.close()
    with Served(tmp_path) as served:
        token = served.guest("Spy")
        spy = served.call("GET", "/api/me", token=token)["id"]
        change_owner(tmp_path, spy)
        for pair, chair in pairs:
            sent = []
            for table in (f"one{pair}", f"two{pair}"):
                async with served.socket(table, token) as socket:
                    text = str(await socket.recv())
                log = json.dumps(served.call("GET", f"/api/tables/{table}/log?seat={chair}", token=token))
                sent.append([blind(text, table), blind(log, table)])
            assert sent[0] == sent[1]


def twins(game: AnyGame, options: Any, seat: Seat, rng: Random) -> tuple[list[Move[Any]], list[Move[Any]]]:
    """A random game, and another that is told to this seat in the same words, as far as that goes."""
    one: list[Move[Any]] = []
    two: list[Move[Any]] = []
    twin = game.start(options)
    for before, move, after in playout(game, options, rng):
        line = game.told(before, move, after, seat)
        for other, maybe in others(game, twin, move, seat, rng):
            try:
                same = game.told(twin, other, maybe, seat) == line
            except IllegalMove:
                continue
            if same:
                twin = maybe
                one.append(move)
                two.append(other)
                break
        else:
            break  # what was revealed tells the two apart
    return one, two


TODAY = now()  # the same for all: what is older expires


async def keep(store: Sqlite, name: str, game: AnyGame, options: Any, seat: Seat, moves: list[Move[Any]]) -> None:
    """A table in the middle of this game, as a server would have stored it; the spy owns one seat."""
    from tablee.options import write

    settings = Settings(game.name, write(options), tuple(Plan("open") for _ in range(options.players)))
    happened: list[Any] = [
        Opened(TODAY, settings, game.version, "x", "0" * 64),
        *(Sat(TODAY, other, "spy" if other == seat else f"p{other}", f"P{other}") for other in range(options.players)),
        Started(TODAY),
        *(Moved(TODAY, str(move)) for move in moves),
    ]
    table = folded(name, happened)
    await store.create(name, b"s" * 32, [events.encode(event) for event in happened], card(table))


def change_owner(folder: Path, spy: str) -> None:
    """The spy comes in after the tables were laid: their seat becomes theirs."""
    import sqlite3

    with sqlite3.connect(folder / "tables.db") as connection:
        connection.execute(
            """update events set body = cast(replace(cast(body as text), '"who":"spy"', ?) as blob)""",
            (f'"who":"{spy}"',),
        )


def blind(text: str, table: str) -> str:
    """Without what differs between any two tables: their names, and the time of day."""
    import re

    return re.sub(r'"now": ?\d+', '"now":0', text.replace(table, "TABLE"))
