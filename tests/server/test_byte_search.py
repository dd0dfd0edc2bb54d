"""Every byte that anybody is sent, at every kind of table: two to ten seats, bots, one device, real dice, a rematch.

Afterwards the stored events say what each seat could know at each moment. `make soak` plays more of it:
TABLEE_SPY_GAMES is the number of sets of options for each kind of table.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from tablee import record
from tablee.bots.thinking import Opinion, think
from tablee.contract import AnyGame, Chance, Played, Seat
from tablee.games import GAMES
from tablee.options import write
from tablee.server.people.people import Person
from tablee.server.protocol import study_jobs
from tablee.server.tables import events
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.live import LiveTable, Reader
from tablee.server.tables.node import Node
from tablee.server.tables.settings import SeatPlan, Settings
from tablee.testing import covering, playout
from tests.server.serving import Served
from tests.server.spying import Explained, stored
from tests.server.tables_on_a_node import ask, noded

pytestmark = pytest.mark.anyio

SETS: Final = int(os.environ.get("TABLEE_SPY_GAMES", "2"))
MOVES: Final = 60
KINDS: Final = ("people", "bots", "one device", "real")


class Spied:
    """A table, and everything that its people and a spectator were sent."""

    def __init__(self, node: Node, live: LiveTable, people: list[Person], rng: Random) -> None:
        self.node, self.live, self.people, self.rng = node, live, people, rng
        self.sent: list[tuple[tuple[Seat | None, ...], str]] = []
        self.asked: list[tuple[int, bytes]] = []  # what bots were asked, and after which event
        for pool in (node.bot_pool.moves, node.bot_pool.interpreted_moves):
            pool.run = partial(self.overhear, pool.run)  # type: ignore[method-assign]
        self.readers: list[Reader] = [Reader(None, (None,), 0, stepwise=True)]

    async def overhear(self, run: Callable[..., Any], job: Any, *arguments: Any, **more: Any) -> Any:
        if job is think:
            self.asked.append((self.live.table.n, *arguments))
        return await run(job, *arguments, **more)

    async def play(self, moves: int = MOVES) -> None:
        """So many moves, or all of them."""
        live = self.live
        self.readers += [
            Reader(who, live.table.seats_of(who.id), 0, stepwise=True) for who in dict.fromkeys(self.people)
        ]
        await self.listen()
        for _ in range(moves):
            if live.thinking is not None:
                await live.thinking
            elif not live.table.live:
                break
            else:
                await self.act()
            await self.listen()

    async def act(self) -> None:
        table, live = self.live.table, self.live
        awaited = table.game.awaits(table.state)
        if isinstance(awaited, Chance):
            seat = table.typists(table.state)[0]
            await ask(self.node, live, self.owner(seat), seat, fell=str(awaited.sample(self.rng)))
        else:
            seat = table.seats[self.rng.choice(table.waiting)]
            await ask(self.node, live, self.owner(seat), seat, do=self.rng.choice(table.legal(seat)))

    def owner(self, seat: int) -> Person:
        return next(who for who in self.people if who.id == self.live.table.places[seat].who)

    async def listen(self) -> None:
        for reader in self.readers:
            for news in await self.node.news(self.live, reader):
                self.sent.append((reader.seats, msgspec.json.encode(news).decode()))

    async def check(self) -> None:
        stored = await self.node.store.load(self.live.table.id)
        explained = Explained(
            self.live.table.id, [events.decoder.decode(body) for body in stored], self.live.secret.hex()
        )
        for seats, text in self.sent:
            assert not any(f'"{who.id}"' in text for who in self.people), "a person's id"
            if '"what":"ended"' not in text:
                assert explained.secret not in text
            news = json.loads(text)
            assert news.get("seat") in seats
            explained.check(news, None if news.get("seat") is None else Seat(news["seat"]))
        bots = [seat for seat, place in enumerate(self.live.table.places) if place.who is None]
        for n, question in self.asked:
            check_question(explained, n, question, bots)
            assert not any(text in question.decode() for who in self.people for text in (who.id, who.name))


def check_question(explained: Explained, n: int, question: bytes, seats: list[int]) -> None:
    """A bot is told its own view, what it may do, and how to be random: nothing else."""
    asked = json.loads(question)
    assert set(asked) == {"game", "level", "view", "legal", "seed"} and asked["game"] == explained.game.name
    (seat,) = [Seat(seat) for seat in seats if asked["view"] == explained.view(explained.states[n], Seat(seat))]
    assert {offer for offer in asked["legal"] if offer is not None} <= set(explained.legal(explained.states[n], seat))
    assert explained.secret not in question.decode()


def some_options(game: AnyGame, kind: str) -> Iterator[Any]:
    """Sets of options with few and with many seats, so many for each kind of table."""
    found = sorted(covering(game.options), key=lambda options: int(options.players))
    ends = [found[-1], found[0]] if len(kind) % 2 else [found[0], found[-1]]
    yield from [*ends, *Random(kind).sample(found, min(len(found), max(0, SETS - 2)))][:SETS]


async def sit_down(node: Node, game: AnyGame, options: Any, kind: str, rng: Random) -> Spied:
    people = [Person(f"person-{seat}", f"Name{seat}", "en") for seat in range(options.players)]
    if kind in ("one device", "real"):
        people = people[:1]
    elif kind == "bots":
        people = people[:-1]
    plans = [
        SeatPlan("me" if seat == 0 or len(people) == 1 != options.players else "open")
        for seat in range(options.players)
    ]
    if kind == "bots":
        plans[-1] = SeatPlan("bot", "random")
        plans[1:-1] = [SeatPlan("open")] * (options.players - 2)
    settings = Settings(game.name, write(options), tuple(plans), real=kind == "real")
    live = await node.live(await node.open_table(settings, people[0]))
    for seat, plan in enumerate(plans):
        if plan.kind == "open":
            await ask(node, live, people[seat], seat, sit=people[seat].name)
    spied = Spied(node, live, people, rng)
    await ask(node, live, people[0], 0, start=True)
    return spied


@pytest.mark.untraced
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GAMES)
async def test_every_byte_at_every_kind_of_table_is_explained(name: str, kind: str, tmp_path: Path) -> None:
    game, rng = GAMES[name], Random(17)
    async with noded(tmp_path) as node:
        for options in some_options(game, kind):
            spied = await sit_down(node, game, options, kind, rng)
            await spied.play()
            assert len(spied.sent) > 3 and bool(spied.asked) == (kind == "bots")
            await spied.check()


async def test_the_tables_that_are_searched_have_two_to_four_and_ten_seats() -> None:
    seats = {options.players for game in GAMES.values() for kind in KINDS for options in some_options(game, kind)}
    assert {2, 3, 4, 10} <= seats


@pytest.mark.parametrize("name", GAMES)
async def test_a_rematch_tells_nothing_of_either_game(name: str, tmp_path: Path) -> None:
    game, rng = GAMES[name], Random(19)
    async with noded(tmp_path) as node:
        few = min(covering(game.options), key=lambda options: int(options.players)).players
        first = await sit_down(node, game, game.options(players=few), "people", rng)
        await first.play(MOVES if few == 2 else 10_000)
        if first.live.table.live:
            await ask(node, first.live, first.people[0], resign=True)
            await first.listen()
        again = await ask(node, first.live, first.people[0], again=True)
        assert again.table is not None
        live = await node.live(again.table)
        second = Spied(node, live, first.people, rng)
        free = [seat for seat, place in enumerate(live.table.places) if place.who is None]
        late = [who for who in first.people if not live.table.seats_of(who.id)]
        for seat, who in zip(free, late, strict=True):
            await ask(node, live, who, seat, sit=who.name)
        await ask(node, live, first.people[0], start=True)
        await second.play()
        await first.check()
        await second.check()
        assert first.live.secret != second.live.secret
        assert all(second.live.secret.hex() not in text for _, text in first.sent)


@pytest.mark.parametrize("name", GAMES)
async def test_a_review_is_made_of_what_each_seat_saw_and_a_study_of_the_record_alone(name: str) -> None:
    game, rng = GAMES[name], Random(23)
    options = game.options()
    played = list(islice(playout(game, options, rng), MOVES))
    seats = tuple(f"Name{seat}" for seat in range(options.players))
    kept = record.Record(game, options, seats, tuple(move for _, move, _ in played))
    states = [before for before, _, _ in played]
    after, reviewed = 0, 0
    asked: list[bytes] = []
    bots = BotPool()

    async def overhear(job: Any, question: bytes, **more: Any) -> bytes:
        asked.append(question)
        return msgspec.json.encode(Opinion(None, None, (), 0.0))

    bots.reviews.run = overhear  # type: ignore[method-assign, assignment]
    while True:
        code, body = study_jobs.decisions(str(kept), after, "en")
        chunk = msgspec.json.decode(body, type=study_jobs.Decisions)
        assert code == 200
        for decision in chunk.decided:
            state, seat = states[decision.n - 1], Seat(decision.seat)
            assert bytes(decision.view) == msgspec.json.encode(game.view(state, seat))
            assert decision.legal == tuple(map(str, game.legal(state, seat)))
            await bots.review(game, decision.view, decision.legal, decision.n, "ann")
            question = json.loads(asked[-1])
            assert set(question) == {"game", "level", "view", "legal", "seed"}
            assert question["view"] == json.loads(bytes(decision.view)) and question["legal"] == list(decision.legal)
            assert question["seed"] == decision.n and not any(f'"{who}"' in asked[-1].decode() for who in seats)
            reviewed += 1
        if chunk.more is None:
            break
        after = chunk.more
    bots.stop()
    assert reviewed == sum(isinstance(move, Played) for move in kept.moves)
    code, body = study_jobs.study(str(kept), "en")
    told = [line["told"] for line in json.loads(body)["lines"]]
    assert code == 200 and told == record.transcript(kept, None)


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.hidden])
def test_while_a_game_is_played_its_record_is_closed_and_its_past_is_shown_through_ones_own_seat(
    name: str, tmp_path: Path
) -> None:
    with Served(tmp_path) as served:
        ann, ben, eve = (served.guest(who) for who in ("Ann", "Ben", "Eve"))
        players = GAMES[name].options().players
        bots = [{"kind": "bot", "level": "random"}] * (players - 2)
        table = served.table(ann, name, [{"kind": "me"}, {"kind": "open"}, *bots])
        served.ask(table, ben, seat=1, sit="Ben")
        served.ask(table, ann, start=True)
        explained = Explained(table, stored(served, table), "not shown")
        at = len(explained.states) - 1
        for token, mine in ((ann, 0), (ben, 1), (eve, None), ("", None)):
            assert served.call("GET", f"/api/tables/{table}/record", token=token)["code"] == "not_over"
            for path in (f"moment?at={at}", f"moment?at={at}&seat=0", f"moment?at={at}&seat=1"):
                status, moment = served.answer("GET", f"/api/tables/{table}/{path}", token=token)
                if status == 200:
                    assert moment["seat"] == mine and moment["views"] is None and not moment["legal"]
                    view = explained.game.view(explained.states[at], None if mine is None else Seat(mine))
                    assert moment["view"] == json.loads(msgspec.json.encode(view))
        told = {event["told"] for event in served.call("GET", f"/api/tables/{table}/log", token=eve) if "told" in event}
        for token, seat in ((eve, 0), (eve, 1), (ann, 1), (ben, 0)):
            status, answer = served.answer("GET", f"/api/tables/{table}/log?seat={seat}", token=token)
            assert status >= 400 or {event["told"] for event in answer if "told" in event} <= told, answer
        served.ask(table, ann, resign=True)
