"""Spies on every seat, and what each of them may know: everything that they were sent must follow from that."""

from __future__ import annotations

import json
import sqlite3
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from tablee.contract import AnyGame, Chance, Played, Seat
from tablee.games import parts
from tablee.real import outcomes
from tablee.server.tables import events
from tablee.server.tables.events import AnyEvent
from tablee.server.tables.table import EventStep, states
from tablee.testing import covering, playout
from tablee.testing.laws import near_misses
from tests.server.serving import Player, Served, ids


class Spy(Player):
    """A player who tries everything: forbidden moves, talk, moves to be taken back, others' offers to be agreed to."""

    tried: tuple[str, ...] = ()  # moves that somebody made somewhere, most of which are forbidden now
    latest: dict[str, Any]

    async def act(self, news: dict[str, Any], socket: ClientConnection) -> None:
        self.latest = news
        asks: list[dict[str, Any]] = []
        lines = [event["told"] for event in news.get("events", ()) if event["is"] == "line"]
        if lines:  # not again for what they said themselves
            mine = lines[-1].startswith(f"{news['seat']}: ")
            forbidden = [move for move in self.tried if move not in news.get("legal", ())]
            some = ((0.2, "do", self.rng.choice(forbidden)), (0.1, "say", f"from {news['seat']}"),
                    (0.3 if mine else 0.02, "offer", "takeback"))  # fmt: skip
            asks = [{verb: what} for chance, verb, what in some if self.rng.random() < chance]
        if (news.get("head") or {}).get("offer"):
            asks.append({"answer": self.rng.random() < 0.8})
        for ask in asks:
            await socket.send(json.dumps({"id": f"spy-{next(ids)}", **ask}))
        await super().act(news, socket)

    async def turned_down(self, refusal: dict[str, Any], socket: ClientConnection) -> None:
        """A move that was good a moment ago: what it was made on was taken back, or somebody was faster."""
        if self.pending and refusal["refused"] == self.pending["id"]:
            self.pending = None
            if not self.over:  # `latest` is what was there before the end: it would be asked for, and refused, for ever
                await super().act(self.latest, socket)


def tried(game: AnyGame, rng: Random) -> tuple[str, ...]:
    """What was done in some games, by anybody, and the same with other numbers."""
    games = [playout(game, options, rng) for options in covering(game.options)[:3]]
    moves = [move.action for steps in games for _, move, _ in steps if isinstance(move, Played)]
    return tuple(dict.fromkeys(map(str, [*moves, *near_misses(moves)])))


def stored(served: Served, table: str) -> list[AnyEvent]:
    with sqlite3.connect(served.flags["store"]) as connection:
        rows = connection.execute("select body from events where tab = ? order by n", (table,)).fetchall()
    connection.close()
    return [events.decoder.decode(body) for (body,) in rows]


class Explained:
    """What a seat may know after each event of a game."""

    def __init__(self, id: str, happened: list[AnyEvent], secret: str | None = None) -> None:
        self.states: list[Any] = [None]
        self.steps = [EventStep(0, happened[0])]
        tables = list(states(id, happened))
        for table in tables:
            self.states.append(table.state)
            self.steps.append(table.tail[-1])
        table = tables[-1]
        assert table.ended or secret
        self.game = table.game
        self.secret = table.ended.secret if table.ended else secret or ""
        self.notes: set[str] = set()
        self.between = 0  # views of lines that were not the last of their news

    def check(self, news: dict[str, Any], seat: Seat | None) -> None:
        """Takes away what this seat may know; what is left says nothing of the game."""
        if "refused" in news:  # its words are compared where worlds are: see the twins
            assert set(news) <= {"refused", "code", "rule", "why"} and news["code"] not in ("broken", "malformed")
            return
        if "done" in news:
            assert set(news) == {"done", "n", "table"} and news["table"] is None
            return
        state = self.states[news["n"]]
        assert news.pop("seat", None) == seat
        assert news.pop("view", None) in (None if state is None else self.view(state, seat), None)
        assert news.pop("legal", []) in (self.legal(state, seat), [])
        told = news.pop("events", [])
        lines = [event["n"] for event in told if event["is"] == "line"]
        views = news.pop("views", [])
        assert len(views) in (0, len(lines) - 1)
        assert views == [self.view(self.steps[n].after, seat) for n in lines[: len(views)]]
        self.between += len(views)
        for event in told:
            if event["is"] == "line":
                step = self.steps[event["n"]]
                assert event["told"] == self.game.told(step.before, step.move, step.after, seat)
            else:
                self.note(event["event"], seat)
        question = news.pop("question", None)  # it follows from the seat's own view
        assert question in (None, self.question(state, seat)), question
        for public in ("awaits", "head"):  # who is to act, who sits where: all see that
            news.pop(public, None)
        assert set(news) <= {"n", "now", "seats", "mistyped", "undoes"}, news

    def question(self, state: Any, seat: Seat | None) -> Any:
        """What a seat is asked at a real table."""
        part = parts.entry(self.game)
        if state is None or seat is None or part is None:
            return None
        key, facts = part.question(self.game.view(state, seat))
        return {
            "key": key,
            "facts": {name: fact if isinstance(fact, int) else str(fact) for name, fact in facts.items()},
        }

    def view(self, state: Any, seat: Seat | None) -> Any:
        return json.loads(msgspec.json.encode(self.game.view(state, seat)))

    def legal(self, state: Any, seat: Seat | None) -> list[str]:
        """What this seat may do; at a real table also what it may type in, as far as it sees that."""
        if seat is None or state is None:
            return []
        if isinstance(self.game.awaits(state), Chance):
            return list(outcomes(self.game, self.game.view(state, seat)))
        return list(map(str, self.game.legal(state, seat)))

    def note(self, event: dict[str, Any], seat: Seat | None) -> None:
        what = event["what"]
        assert what in ("opened", "sat", "started", "resigned", "said", "offered", "answered", "taken_back", "ended")
        assert not event.get("who") and not event.get("by")  # people's ids are nobody's business
        if what == "said":
            assert event["to"] == ("watchers" if seat is None else "players")
            assert event["text"] == f"from {event.get('seat')}"
        self.notes.add(what)
