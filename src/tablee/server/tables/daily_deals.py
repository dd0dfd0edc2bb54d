"""The daily deal: everybody may play each game once a day with the same cards and dice, against the same bots.

The secret of the dice follows from the day, the game and a key of this server, and nobody can add anything to it. It is
shown at the end, as always. So people who have finished can tell others what is to come: that is for fun only.
"""

from __future__ import annotations

import hmac
from contextlib import suppress
from random import Random
from secrets import token_bytes
from typing import Final

from tablee import bots
from tablee.contract import AnyGame
from tablee.server.ids import letters
from tablee.server.people.people import Person
from tablee.server.store import Conflict
from tablee.server.store.daily_deals import keep_daily_deal
from tablee.server.tables.decisions.decision import Decision
from tablee.server.tables.decisions.moves import follow_chance
from tablee.server.tables.decisions.seats import open_new
from tablee.server.tables.events import Started
from tablee.server.tables.node import Node, encode_events
from tablee.server.tables.settings import SeatPlan, Settings
from tablee.server.tables.summary import summarise
from tablee.server.timekeeping import now

ID: Final = 10  # bytes


def opponents(game: AnyGame, day: int) -> tuple[str, ...]:
    """The bots of this day: characters of the usual level, in an order that changes from day to day."""
    level, others = bots.usual_level(game), game.options().players - 1
    known = [one.id for one in bots.characters(game).values() if one.level == level] or [level]
    Random(f"{day} {game.name}").shuffle(known)
    return tuple(known[place % len(known)] for place in range(others))


def daily_settings(game: AnyGame, day: int) -> Settings:
    seats = (SeatPlan("me"), *[SeatPlan("bot", name) for name in opponents(game, day)])
    return Settings(game.name, seats=seats, substitute=bots.gentlest_level(game))


async def open_daily_deal(node: Node, person: Person, game: AnyGame, day: int) -> str:
    """The id of this person's table of this day, which is opened and begun if there is none yet."""
    key = await node.store.key("daily", token_bytes(32))
    id = letters(hmac.digest(key, f"{day} {game.name} {person.id}".encode(), "sha256")[:ID])
    secret = await node.store.keep_secret(id, hmac.digest(key, f"{day} {game.name}".encode(), "sha256"))
    moment = now()
    opened = open_new(id, daily_settings(game, day), person, moment, secret, daily=day)
    decision: Decision = follow_chance(opened.then(Started(moment)), moment, secret)
    with suppress(Conflict):  # it is there already, or was asked for twice at once
        await node.store.append(id, 0, encode_events(decision), summarise(decision.table))
    await keep_daily_deal(node.store, id, day, game.name, person.id)
    node.announce_lobby_change()
    return id
