"""A real table: who sees what fell types it in, a mistake is taken back, and nobody is told what they may not know."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablee.contract import Chance, IllegalMove, OptionError, Refusal, Seat
from tablee.games import GAMES
from tablee.games.sixteen.cards import WITH_JOKERS
from tablee.record import HouseRule, Record, house_rules, read_move
from tablee.record import read as read_record
from tablee.server.refusals import ServerRefusal
from tablee.server.store import Store
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.head import read_head
from tablee.server.tables.live import LiveTable, Reader
from tablee.server.tables.news import News
from tablee.server.tables.node import Node
from tablee.server.tables.public import PublicHouseRuled
from tablee.server.tables.settings import Clock, SeatPlan, Settings
from tests.server.serving import Served
from tests.server.tables_on_a_node import ANN, BEN, ask, noded

pytestmark = pytest.mark.anyio


async def real(node: Node, game: str, *kinds: str, **options: str) -> LiveTable:
    """Ann on seat 0, Ben on seat 1 where it is open, begun."""
    plans = tuple(SeatPlan(kind) for kind in kinds)  # type: ignore[arg-type]
    settings = Settings(game, {"players": str(len(kinds)), **options}, plans, real=True)
    live = await node.live(await node.open_table(settings, ANN))
    for seat, kind in enumerate(kinds):
        if kind == "open":
            await ask(node, live, BEN, seat, sit="Ben")
    await ask(node, live, ANN, 0, start=True)
    return live


async def news(node: Node, live: LiveTable, seat: Seat | None) -> News:
    """What whoever has this seat, or nobody's eyes, are told now."""
    owner = None if seat is None else next(who for who in (ANN, BEN) if who.id == live.table.places[seat].who)
    (told,) = await node.news(live, Reader(owner, (seat,), live.table.n, seat))
    assert told.seat == seat
    return told


async def refused(node: Node, live: LiveTable, who: Any, seat: int | None = None, **verb: object) -> str:
    before = live.table.n
    with pytest.raises(Refusal) as caught:
        await ask(node, live, who, seat, **verb)
    assert live.table.n == before
    return str(getattr(caught.value, "code", caught.value))


async def test_nothing_is_drawn_and_who_sees_it_types_it_in(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await real(node, "sixteen", "me", "open")
        assert live.table.moves == ()
        first = await news(node, live, None)
        assert first.awaits is not None and first.awaits.kind == "chance" and first.legal == ()
        assert first.awaits.seats == (0, 1) and first.awaits.forms == ("first {seat}",)
        assert set((await news(node, live, Seat(0))).legal) == {"first 0", "first 1"}
        await ask(node, live, BEN, fell="first 0")
        dealt = await news(node, live, Seat(0))
        assert dealt.awaits is not None and (dealt.awaits.seats, dealt.awaits.hand) == ((0,), 0)
        assert (await news(node, live, Seat(1))).legal == ()
        assert await refused(node, live, BEN, fell="dealt g3") == "seat"
        assert await refused(node, live, ANN, fell="dealt z9")
        assert await refused(node, live, ANN, fell="drawn g3")  # a card is dealt, not drawn
        assert await refused(node, live, ANN, do="draw")
        await ask(node, live, ANN, fell="dealt g3")
        theirs = await news(node, live, Seat(1))
        assert theirs.events == () and theirs.awaits is not None and theirs.awaits.seats == (1,)
        left = {f"dealt {card}" for card in WITH_JOKERS if card != "joker"}
        assert left <= set(theirs.legal)  # also the card that Ann holds: Ben cannot know that she does


async def test_the_list_of_outcomes_is_the_same_whatever_others_hold(tmp_path: Path) -> None:
    """There is one black 3, and Ann has it: Ben is offered it all the same, and only the tiles can refuse it."""
    async with noded(tmp_path) as node:
        live = await real(node, "coda", "me", "open", first="0", dealing="random")
        for tile in ("b3", "w5", "b8", "w0"):
            await ask(node, live, ANN, 0, fell=f"dealt {tile}")
        told = await news(node, live, Seat(1))
        assert told.awaits is not None and told.awaits.seats == (1,)
        assert "dealt b3" in told.legal and len(told.legal) == 24
        with pytest.raises(IllegalMove):
            await ask(node, live, BEN, fell="dealt b3")


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_can_be_typed_to_its_end_at_one_screen(game: str, tmp_path: Path) -> None:
    rng = Random(3)
    async with noded(tmp_path) as node:
        live = await real(node, game, *["me"] * (4 if game == "sixteen" else 3))
        typed = 0
        while live.table.live:
            table = live.table
            awaited = table.game.awaits(table.state)
            if isinstance(awaited, Chance):
                typed += 1
                told = await news(node, live, table.typists(table.state)[0])
                assert told.awaits is not None and told.awaits.kind == "chance" and told.awaits.forms
                fell = str(awaited.sample(rng))
                assert fell in told.legal or (not told.legal and awaited.size > 300)
                await ask(node, live, ANN, told.awaits.seats[0], fell=fell)
            else:
                seat = table.seats[rng.choice(table.waiting)]
                await ask(node, live, ANN, seat, do=str(rng.choice(table.game.legal(table.state, seat))))
            if typed > 60:
                return
        assert typed


async def test_people_type_what_they_see_in_their_own_words(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await real(node, "golden21", "me", "me", "me")
        for face in ("6", "5", "1"):
            await ask(node, live, ANN, 0, fell=face)
        seat = live.table.waiting[0]
        await ask(node, live, ANN, seat, do="7")
        await ask(node, live, ANN, seat, fell="5 3")
        assert live.table.moves[-2:] == (f"{seat}: announce 7", "*: rolled 3,5")
        assert await refused(node, live, ANN, live.table.waiting[0], do="hello")
        cards = await real(node, "sixteen", "me", "open")
        await ask(node, cards, BEN, fell="ben")
        await ask(node, cards, BEN, fell="vert 3")
        assert cards.table.moves == ("*: first 1", "*: dealt g3")


async def test_anything_typed_in_is_taken_back_step_by_step_by_anybody(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await real(node, "golden21", "me", "me", "open")
        assert await refused(node, live, ANN, 0, offer="takeback") == "takeback"
        for face in (6, 5, 4):
            await ask(node, live, ANN, 0, fell=f"cast {face}")
        await ask(node, live, BEN, offer="takeback")  # nobody is asked: they sit around one table
        assert live.table.moves == ("*: cast 6", "*: cast 5") and live.table.offer is None
        await ask(node, live, ANN, 0, fell="3")
        seat = live.table.waiting[0]
        who = BEN if seat == 2 else ANN
        await ask(node, live, who, seat, do="7")
        await ask(node, live, who, seat, fell="1 2")
        told = await news(node, live, Seat(0))
        assert told.mistyped and told.undoes == 1
        for _ in range(3):  # the roll, the announcement, the die cast
            await ask(node, live, ANN, 1, offer="takeback")
        assert list(live.table.moves) == ["*: cast 6", "*: cast 5"]
        del node.tables[live.table.id]
        again = await node.live(live.table.id)
        assert (again.table.moves, again.table.state) == (live.table.moves, live.table.state)
        assert [note.text for note in again.table.notes] == [
            "corrected: *: cast 4",
            "corrected: *: rolled 1,2",
            f"corrected: {seat}: announce 7",
            "corrected: *: cast 3",
        ]


async def test_what_the_rules_forbid_is_noted_as_a_house_rule_and_the_game_goes_on(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await real(node, "golden21", "me", "me", "open")
        for face in (1, 5, 4):
            await ask(node, live, ANN, 0, fell=f"cast {face}")
        assert await refused(node, live, ANN, 0, house="7") == "house"  # it is allowed
        assert "G21-10" in await refused(node, live, ANN, 0, do="14")
        await ask(node, live, ANN, 0, house="14")
        assert live.table.moves[-1] == "0: announce 12"  # only how much is forbidden: the closest counts
        await ask(node, live, ANN, 0, house="3 3 3")
        assert live.table.moves[-1] == "0: announce 12" and live.table.typists(live.table.state)
        (told,) = await node.news(live, Reader(BEN, (Seat(2),), live.table.n - 1, 2))
        assert told.events[0].event == PublicHouseRuled(live.table.touched, 0, "G21-10", "*: rolled 3,3,3")  # type: ignore[union-attr]
        await ask(node, live, BEN, offer="takeback")
        del node.tables[live.table.id]
        again = await node.live(live.table.id)
        assert again.table.notes == live.table.notes and again.table.moves[-1] == "*: cast 4"
        assert [note.text for note in again.table.notes] == [
            "corrected: house rule: 0: announce 14 (G21-10)",
            "corrected: house rule: *: rolled 3,3,3 (G21-10)",
            "corrected: 0: announce 12",
        ]
        played = await real(node, "golden21", "me", "me", "me")
        await ask(node, played, ANN, 0, house="9")
        record = read_record(str(as_record(played)), GAMES)
        assert record.real and house_rules(record.notes) == (HouseRule("*: cast 9", "G21-01"),)


async def test_of_a_house_rule_others_are_told_the_rule_and_not_what_is_hidden(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await real(node, "code21", "me", "open")
        await ask(node, live, ANN, fell="first 0")
        await ask(node, live, ANN, fell="turned 5")
        await ask(node, live, ANN, house="play 20 down")
        (told,) = await node.news(live, Reader(BEN, (Seat(1),), live.table.n - 1, 1))
        assert told.events[0].event == PublicHouseRuled(live.table.touched, 0, "C21-01")  # type: ignore[union-attr]
        assert live.table.waiting == (0,) and live.table.notes[0].text == "house rule: 0: play 20 down (C21-01)"
        assert await refused(node, live, BEN, house="hello")


async def test_the_entry_that_ended_the_game_is_taken_back_and_its_result_counts_once(store: Store) -> None:
    rng, node = Random(4), Node(store, NoBus(), BotPool())
    live = await real(node, "sixteen", "me", "open")
    while live.table.live:
        await enter_anything(node, live, rng)
    assert [row[1] for row in await node.store.tallies(ANN.id)] == [1]
    ended, lines = live.table.state, live.table.moves
    assert (await news(node, live, Seat(1))).undoes == 1
    await ask(node, live, BEN, offer="takeback")
    assert live.table.live and live.table.moves == lines[:-1] and live.table.status == "live"
    assert [row[1:4] for row in await node.store.tallies(ANN.id)] == [(0, 0, 0)]
    assert [table async for table in unfinished(node)] == [live.table.id]
    del node.tables[live.table.id]
    again = await node.live(live.table.id)
    assert again.table.live and again.table.state == live.table.state
    who = ANN if again.table.waiting[0] == 0 else BEN
    await ask(node, again, who, do=lines[-1].partition(": ")[2])
    assert again.table.state == ended and again.table.ended is not None
    assert [row[1] for row in await node.store.tallies(ANN.id)] == [1]
    assert [row[1] for row in await node.store.closed_tables(ANN.id)] == [live.table.id]
    await ask(node, again, ANN, again=True)
    assert await refused(node, again, BEN, offer="takeback") == "over"


async def enter_anything(node: Node, live: LiveTable, rng: Random) -> None:
    """One entry, by whoever is to make it."""
    table = live.table
    awaited = table.game.awaits(table.state)
    seat = table.typists(table.state)[0] if isinstance(awaited, Chance) else table.seats[table.waiting[0]]
    who = ANN if table.places[seat].who == ANN.id else BEN
    if isinstance(awaited, Chance):
        await ask(node, live, who, seat, fell=str(awaited.sample(rng)))
    else:
        await ask(node, live, who, seat, do=str(rng.choice(table.game.legal(table.state, seat))))


async def unfinished(node: Node) -> AsyncIterator[str]:
    for row in await node.store.tables_of(ANN.id):
        head = read_head(row)
        if head.status == "live":
            yield head.id


def as_record(live: LiveTable) -> Record:
    table = live.table
    moves = tuple(read_move(table.game, line) for line in table.moves)
    return Record(table.game, table.options, table.names, moves, real=True, notes=table.notes)


async def test_bots_sit_only_where_they_can_see_what_is_theirs(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        for settings in (
            Settings("coda", {}, (SeatPlan("me"), SeatPlan("bot")), real=True),
            Settings("coda", {}, (SeatPlan("me"), SeatPlan("me")), clock=Clock("move", 60), fallen="bot", real=True),
        ):
            with pytest.raises(OptionError, match="real table"):
                await node.open_table(settings, ANN)
        live = await real(node, "coda", "me", "me", "open")
        for verb in ({"bot": "random"}, {"leave": True}, {"resign": True}):
            assert await refused(node, live, ANN, 0, **verb) == "real"
        dice = await real(node, "golden21", "me", "bot", "bot")
        for face in (1, 2, 6):
            assert dice.table.typists(dice.table.state) == (0,)
            await ask(node, dice, ANN, fell=f"cast {face}")
        virtual = await node.live(await node.open_table(Settings("coda", {}, (SeatPlan("me"), SeatPlan("me"))), ANN))
        await ask(node, virtual, ANN, 0, start=True)
        with pytest.raises(ServerRefusal, match="by itself"):
            await ask(node, virtual, ANN, 0, fell="first 0")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


def test_over_the_network_and_its_record_promises_nothing(served: Served, tmp_path: Path) -> None:
    ann = served.guest("Ann", "fr")
    table = served.table(ann, "golden21", [{"kind": "me"}, {"kind": "me"}, {"kind": "me"}], real=True)
    served.ask(table, ann, seat=0, start=True)
    assert served.ask(table, ann, seat=0, fell="cast 9")["code"] == "illegal"
    assert served.ask(table, ann, seat=0, fell="rolled 1,2")["code"] == "illegal"
    assert served.ask(table, ann, seat=0, fell="hello")["code"] == "notation"
    assert "done" in served.ask(table, ann, seat=0, fell="cast 3")
    news = served.call("GET", f"/api/tables/{table}?seat=1", token=ann)[0]
    assert news["awaits"]["kind"] == "chance" and news["awaits"]["hand"] == 1 and news["head"]["real"]
    assert news["legal"] == [f"cast {face}" for face in range(1, 7)]
    two = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "me"}], real=True)
    served.ask(two, ann, seat=0, start=True)
    served.ask(two, ann, seat=0, fell="first 1")
    served.ask(two, ann, seat=0, resign=True)
    path = tmp_path / "real.game"
    path.write_text(served.call("GET", f"/api/tables/{two}/record"))
    assert "secret" not in path.read_text() and "\nreal: yes\n" in path.read_text()
    done = subprocess.run(
        [sys.executable, "-m", "tablee", "--lang", "en", "verify", str(path)], capture_output=True, text=True
    )
    assert done.returncode == 1 and "real table" in done.stderr
