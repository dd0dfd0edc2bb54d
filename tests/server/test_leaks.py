"""Nothing hidden leaves: spies on every seat, and every byte they were ever sent."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection

from tablee.contract import AnyGame, IllegalMove, Move, Played, Seat
from tablee.games import GAMES
from tablee.server.people.people import Person
from tablee.server.protocol.errors import refusal_message
from tablee.server.store.sqlite import Sqlite
from tablee.server.tables import events
from tablee.server.tables.asks import ShortAsk, tagged_ask
from tablee.server.tables.decisions import Decision
from tablee.server.tables.decisions.consent import clock_fell
from tablee.server.tables.dice import pledge_number
from tablee.server.tables.events import (
    AnyEvent,
    BotFaulted,
    Erased,
    HouseRuled,
    Moved,
    Opened,
    Said,
    Sat,
    Slept,
    Started,
    TakenBack,
)
from tablee.server.tables.live import LiveTable, Reader
from tablee.server.tables.node import Node
from tablee.server.tables.settings import Clock, SeatPlan, Settings
from tablee.server.tables.summary import summarise
from tablee.server.tables.table import TableState, fold
from tablee.server.timekeeping import now
from tablee.testing import covering, playout
from tablee.testing.laws import others
from tests.server.serving import Served, together
from tests.server.spying import Explained, Spy, stored, tried
from tests.server.tables_on_a_node import noded
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


# ---- every byte is explained by what the seat may know ------------------------------------------


@pytest.mark.parametrize("game", GAMES)
async def test_every_byte_that_a_spy_was_sent_is_explained_by_what_its_seat_knows(game: str, served: Served) -> None:
    """The events, known afterwards, say what each seat saw and was told at every moment: that, and nothing else."""
    players = 4
    tokens = [served.guest(f"Spy {seat}") for seat in range(players)]
    short = {"limit": "40"} if game == "code777" else {}  # otherwise it takes six lines, or a thousand
    table = served.table(tokens[0], game, [{"kind": "me"}, *[{"kind": "open"}] * (players - 1)], options=short)
    for seat in range(1, players):
        served.ask(table, tokens[seat], seat=seat, sit=f"Spy {seat}")
    spies = [Spy(served, table, token, seat) for seat, token in enumerate([*tokens, served.guest("Gallery")])]
    for spy in spies:
        spy.tried = tried(GAMES[game], Random(7))
    playing = asyncio.create_task(together(*spies))
    for spy in spies:  # a client that comes when hundreds of lines were told is not told them one by one
        await asyncio.wait_for(spy.joined.wait(), PATIENCE)
    await asyncio.to_thread(served.ask, table, tokens[0], start=True)
    await playing
    explain = Explained(table, stored(served, table))
    codes: Counter[str] = Counter()
    for place, spy in enumerate(spies):
        assert spy.over and spy.heard
        for text in spy.heard:
            explain.check(json.loads(text), Seat(place) if place < players else None)
        assert not any(explain.secret in text for text in spy.heard if '"what":"ended"' not in text)
        codes.update(refusal["code"] for refusal in spy.refused)
    assert codes["illegal"] and codes["spectator"] and "said" in explain.notes
    assert codes["takeback"] or "offered" in explain.notes
    assert explain.between  # a line and what chance made of it come together, each with its own view
    for seat in range(players):  # and what is told again later is what was told then
        again = served.whole_log(table, tokens[seat])
        assert {event["n"]: event["told"] for event in again if event["is"] == "line"} == spies[seat].lines


# ---- every kind of event, heads and awaits ---------------------------------------------------------


HIDDEN = ("person-ann", "person-ben", "person-eve", "ask-")  # people's ids and the ids of asks
HEAD_FIELDS = {
    "id", "game", "version", "options", "join", "clock", "fallen", "help", "status", "chairs", "pledge", "words",
    "offer", "after", "again", "ended", "watchers", "real", "ranks", "lines", "opened", "touched",
    "substitute", "pledges", "disclosed", "sealed", "branch", "daily",
}  # fmt: skip
AWAITS_FIELDS = {"kind", "seats", "free", "ranks", "scores", "rule", "deadline", "hand", "forms"}
EVENT_FIELDS = {  # what anybody is told of each kind; a move is a line in the seat's own words
    "opened": {"settings", "version", "pledge", "after"}, "sat": {"seat", "name"}, "left": {"seat"},
    "bot_faulted": {"seat", "fault", "times"},
    "botted": {"seat", "level", "why"}, "back": {"seat"}, "worded": {"seat", "words"}, "started": set(),
    "moved": set(), "offered": {"seat", "thing"}, "answered": {"seat", "yes"}, "taken_back": {"seat", "lines"},
    "paused": set(), "resumed": {"seat"}, "fell": {"seat"}, "slept": {"since"}, "resigned": {"seat"},
    "said": {"name", "text", "to", "seat"}, "help": {"seat", "help"}, "ended": {"why", "secret", "ranks"},
    "again": {"table"}, "pledged": {"seat", "pledge"}, "sealed": set(), "disclosed": {"seat"},
    "ready": {"seat", "ready"}, "house_rule": {"seat", "rule"},
    "erased": set(),  # nobody is told of it: the head says that somebody has no name any more
}  # fmt: skip
NUMBER = "7" * 64  # which a page adds to the dice
KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyEvent)}


class Evening:
    """A table at which everything happens that can happen, and readers who look at it through every eye."""

    def __init__(self, node: Node, live: LiveTable) -> None:
        self.node, self.live, self.count = node, live, 0
        self.people = {name: Person(f"person-{name.lower()}", name, "en") for name in ("Ann", "Ben", "Eve")}
        self.readers = {
            "Ann": Reader(self.people["Ann"], (Seat(0),), 0, stepwise=True),
            "Ben": Reader(self.people["Ben"], (Seat(1),), 0, stepwise=True),
            "Eve": Reader(self.people["Eve"], (None,), 0, stepwise=True),
        }
        self.told: set[str] = set()

    async def ask(self, who: str, seat: int | None = None, **verb: Any) -> None:
        self.count += 1
        ask = tagged_ask(ShortAsk(f"ask-{self.count}", seat, **verb))
        await self.node.ask(self.live.table.id, self.people[who], ask)
        await self.look()

    async def happen(self, decision: Decision) -> None:
        assert await self.node.commit(self.live, decision)
        await self.look()

    async def look(self) -> None:
        """Everybody is sent their news, and each byte of it is theirs to know."""
        for name, reader in self.readers.items():
            since, table = reader.n, self.live.table
            for news in await self.node.news(self.live, reader):
                text = msgspec.json.encode(news).decode()
                assert not [hidden for hidden in HIDDEN if hidden in text], text
                assert NUMBER not in text
                if table.ended is None:
                    assert self.live.secret.hex() not in text
                found = json.loads(text)
                assert found.get("view") == json.loads(msgspec.json.encode(self.view(table, reader)))
                self.check_views(found, reader, since)
                assert set(found.get("head") or HEAD_FIELDS) == HEAD_FIELDS
                assert set(found["awaits"]) == AWAITS_FIELDS
                self.check_events(found.get("events", []), name, since)

    def view(self, table: TableState, reader: Reader) -> Any:
        return table.game.view(table.state, reader.seats[0]) if table.started else None

    def check_views(self, found: dict[str, Any], reader: Reader, since: int) -> None:
        """The views between are those of the same eyes, one for each line but the last."""
        after = [step.after for step in self.live.table.tail if step.n > since and isinstance(step.event, Moved)]
        seen = [json.loads(msgspec.json.encode(self.live.table.game.view(state, reader.seats[0]))) for state in after]
        assert found.get("views", []) == seen[:-1]

    def check_events(self, told: list[dict[str, Any]], name: str, since: int) -> None:
        stored = {step.n: step.event for step in self.live.table.tail if step.n > since}
        plays = self.readers[name].seats != (None,)
        for entry in told:
            event = stored.pop(entry["n"])
            kind = str(event.__struct_config__.tag)
            if entry["is"] == "line":
                assert isinstance(event, Moved) and set(entry) <= {"is", "n", "at", "told", "hand"}
            else:
                assert entry["event"].pop("what") == kind and entry["event"].pop("at") == event.at
                assert set(entry["event"]) <= EVENT_FIELDS[kind]
            if isinstance(event, Said):
                assert (event.to == "players") == plays
            self.told.add(kind)
        for event in stored.values():
            assert isinstance(event, Erased) or (isinstance(event, Said) and (event.to == "players") != plays)


async def test_of_every_kind_of_event_everybody_is_told_what_is_theirs_to_know_and_no_more(tmp_path: Path) -> None:
    assert set(EVENT_FIELDS) == set(KINDS), "somebody has to decide who is told what of a new kind of event"
    async with noded(tmp_path) as node:
        ann = Person("person-ann", "Ann", "en")
        clock, seats = Clock("game", 600), (SeatPlan("me"), SeatPlan("open"))
        settings = Settings("code21", {"players": "2"}, seats, "anyone", clock)
        evening = Evening(node, await node.live(await node.open_table(settings, ann)))
        live = evening.live
        await evening.look()
        await evening.ask("Ann", help="full")  # nobody else has sat down yet
        await evening.ask("Ben", 1, sit="Ben")
        await evening.ask("Ben", leave=True)
        await evening.ask("Ben", 1, sit="Ben")
        await evening.ask("Ben", ready=True)
        await evening.ask("Ben", words="lucky seven")
        await evening.ask("Ben", pledge=pledge_number(NUMBER))
        await evening.ask("Ann", start=True)
        await evening.ask("Ben", disclose=NUMBER)
        await evening.ask("Eve", say="from the gallery")
        await evening.ask("Ben", say="from seat 1")
        await evening.ask("Ben", bot="random")
        await evening.ask("Ben", back=True)
        await evening.ask("Ben", offer="pause")
        await evening.ask("Ann", answer=True)
        await evening.ask("Ann", resume=True)
        await evening.happen(Decision(live.table).then(Slept(now(), now() - 9000)))
        await evening.happen(clock_fell(live.table, live.table.waiting[0], now(), live.secret))
        for who, seat in (("Ann", Seat(0)), ("Ben", Seat(1))) * 3:
            if seat in live.table.waiting:
                await evening.ask(who, do=live.table.legal(seat)[0])
        await evening.happen(Decision(live.table).then(BotFaulted(now(), 0, "late", 1)))
        await evening.happen(Decision(live.table).then(HouseRuled(now(), 0, "0: play 9 down", "C21-41")))
        await evening.happen(Decision(live.table).then(TakenBack(now(), 0, 1)))
        await evening.ask("Ann", resign=True)
        await evening.ask("Ben", again=True)
        await evening.happen(Decision(live.table).then(Erased(now(), (1,))))
        assert evening.told == set(KINDS) - {"erased"}


# ---- two tables that differ only in what a seat may not know --------------------------------------


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.hidden])
async def test_two_tables_that_differ_only_in_what_a_seat_may_not_know_send_it_the_same_bytes(
    game: str, tmp_path: Path
) -> None:
    store = Sqlite(tmp_path / "tables.db")
    await store.open()
    pairs: list[tuple[int, int]] = []
    moves_tried = tried(GAMES[game], Random(7))
    rng = Random(11)
    for number, options in enumerate(covering(GAMES[game].options)[:6]):
        seat = Seat(rng.randrange(options.players))
        one, two = twins(GAMES[game], options, seat, rng)
        for name, moves in ((f"one{number}", one), (f"two{number}", two)):
            await keep(store, name, GAMES[game], options, seat, moves)
        pairs.append((number, seat))
        assert one != two
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
                    forbidden = [move for move in moves_tried if move not in json.loads(text).get("legal", ())]
                    answers = await refusals(
                        socket, [{"do": move} for move in Random(pair).sample(forbidden, min(20, len(forbidden)))]
                    )
                log = json.dumps(served.call("GET", f"/api/tables/{table}/log?seat={chair}", token=token))
                offer = served.ask(table, token, id="offer", offer="takeback")
                sent.append([blind(text, table), *answers, blind(log, table), offer])
            assert sent[0] == sent[1]


async def refusals(socket: ClientConnection, asks: list[dict[str, Any]]) -> list[str]:
    """What each of these is answered; nothing of it is granted."""
    for n, ask in enumerate(asks):
        await socket.send(json.dumps({"id": f"ask {n}", **ask}))
    answers = [str(await asyncio.wait_for(socket.recv(), PATIENCE)) for _ in asks]
    assert all("refused" in json.loads(answer) for answer in answers)
    return answers


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.hidden])
def test_two_worlds_that_a_seat_cannot_tell_apart_refuse_it_in_the_same_bytes(game: str) -> None:
    """At every moment of a game: what a seat may not do it may not do in either, for the same reason."""
    rules, rng = GAMES[game], Random(13)
    codes: set[str] = set()
    for options in covering(rules.options)[:6]:
        seat = Seat(rng.randrange(options.players))
        moves_tried = tried(rules, rng)
        worlds = [rules.start(options)] * 2
        for pair in zip(*twins(rules, options, seat, rng), strict=True):
            for text in rng.sample(moves_tried, min(12, len(moves_tried))):
                one, two = (refusal(rules, world, Played(seat, rules.parse(text))) for world in worlds)
                assert one == two, text
                codes.add(one[:40])
            worlds = [rules.apply(world, move) for world, move in zip(worlds, pair, strict=True)]
    assert len(codes) > 1


def refusal(game: AnyGame, state: Any, move: Move[Any]) -> str:
    """What the server answers; nothing, where the move may be made."""
    try:
        game.apply(state, move)
    except IllegalMove as error:
        error.game = game
        return msgspec.json.encode(refusal_message(error, "en", "ask")).decode()
    return ""


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

    settings = Settings(game.name, write(options), tuple(SeatPlan("open") for _ in range(options.players)))
    happened: list[Any] = [
        Opened(TODAY, settings, game.version, "x", "0" * 64),
        *(Sat(TODAY, other, "spy" if other == seat else f"p{other}", f"P{other}") for other in range(options.players)),
        Started(TODAY),
        *(Moved(TODAY, str(move)) for move in moves),
    ]
    table = fold(name, happened)
    await store.create(name, b"s" * 32, [events.encode(event) for event in happened], summarise(table))


def change_owner(folder: Path, spy: str) -> None:
    """The spy comes in after the tables were laid: their seat becomes theirs."""
    with sqlite3.connect(folder / "tables.db") as connection:
        connection.execute(
            """update events set body = cast(replace(cast(body as text), '"who":"spy"', ?) as blob), sum = null""",
            (f'"who":"{spy}"',),
        )


def blind(text: str, table: str) -> str:
    """Without what differs between any two tables: their names, and the time of day."""
    import re

    return re.sub(r'"now": ?\d+', '"now":0', text.replace(table, "TABLE"))
