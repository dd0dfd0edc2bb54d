"""The score sheet of a table: all that players would have written down, as my seat sees it."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct
from starlette.requests import Request

from tablee.server.protocol.catalogue import shown_names
from tablee.server.protocol.context import api, find_person, language, seats_to_look_through, services
from tablee.server.refusals import ServerRefusal
from tablee.words import words

Style: TypeAlias = Literal["", "bold", "dim", "italic"]
STYLES: Final[tuple[Style, ...]] = get_args(Style)


class SheetLine(Struct, frozen=True, omit_defaults=True):
    """One line. Columns are aligned with spaces."""

    text: str
    style: Style = ""


@api.add("GET", "/api/tables/{table}/sheet", out=list[SheetLine], query={"seat": Annotated[int, Meta(ge=0, le=9)]})
async def sheet(request: Request, seat: int | None = None) -> Any:
    """The score sheet as my seat sees it, or a spectator"""
    from tablee.sheets import sheet_lines  # most servers are never asked for one

    who = await find_person(request)
    live = await services(request).node.live(request.path_params["table"])
    table, eyes = live.table, seats_to_look_through(live, who, seat)[-1]
    if not table.started:
        raise ServerRefusal("not_started", "the game has not begun")
    about = words(language(request, who), table.game)
    names = shown_names(table.game, table.names, about)
    lines = sheet_lines(table.game, table.state, eyes, about, names, table.notes)
    return [SheetLine(line.plain.rstrip(), style_of(str(line.style))) for line in lines]


def style_of(name: str) -> Style:
    for style in STYLES:
        if style == name:
            return style
    return ""
