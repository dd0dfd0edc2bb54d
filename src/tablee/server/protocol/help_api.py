"""Help at a table that agreed on it: what a seat can work out from its own view, and what a strong player would do.

It is made from what the asking seat sees and from nothing else, in the processes of the bot pool.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta
from starlette.requests import Request

from tablee.server.protocol.catalogue import shown_names
from tablee.server.protocol.context import api, language, require_person, seats_to_look_through, services, spend
from tablee.server.protocol.disconnects import while_connected
from tablee.server.protocol.messages import Helping, WeighedMove
from tablee.server.refusals import ServerRefusal
from tablee.words import words


@api.add("GET", "/api/tables/{table}/help", out=Helping, query={"seat": Annotated[int, Meta(ge=0, le=9)]})
async def help(request: Request, seat: int | None = None) -> Any:
    """What my seat can work out, and what a strong player thinks of its moves; where the table agreed on full help"""
    node, who = services(request).node, await require_person(request)
    live = await node.live(request.path_params["table"])
    table, (eyes, *_) = live.table, seats_to_look_through(live, who, seat)
    if eyes is None:
        raise ServerRefusal("spectator", "you do not sit at this table")
    if table.help != "full":
        bare = table.help == "none"
        raise ServerRefusal(
            "help",
            "this table plays without help: there are no hints"
            if bare
            else "help at this table is limited to notes: there are no hints",
        )
    if table.ended:
        raise ServerRefusal("over", "this table is closed")
    if not table.started:
        raise ServerRefusal("not_started", "the game has not begun")
    spend(request, "help", who)
    n = table.n
    asking = node.bot_pool.hint(table.game, table.state, eyes, len(table.moves), who.id)
    opinion = await while_connected(request, asking)
    about = words(language(request, who), table.game)
    names = shown_names(table.game, table.names, about)
    return Helping(
        n=n,
        worlds=opinion.worlds,
        chances=opinion.chances,
        weighed=tuple(
            WeighedMove(weight.do, weight.value, about.advice(weight.reason, weight.figures, names))
            for weight in opinion.weighed
        ),
    )
