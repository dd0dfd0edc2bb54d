"""The score sheet of a table: all that players would have written down, as my seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct
from starlette.requests import Request

from tablee.contract import AnyGame, Seat
from tablee.languages import Lang
from tablee.record import Note
from tablee.server.protocol.catalogue import shown_names
from tablee.server.protocol.context import api, caller, find_person, language, seats_to_look_through, services
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
    who = await find_person(request)
    live = await services(request).node.live(request.path_params["table"])
    table, eyes = live.table, seats_to_look_through(live, who, seat)[-1]
    if not table.started:
        raise ServerRefusal("not_started", "the game has not begun")
    owner = who.id if who else caller(request, who).address
    return await services(request).node.work.run(
        draw_sheet, table.game, table.state, eyes, language(request, who), table.names, table.notes, owner=owner
    )


def draw_sheet(
    game: AnyGame, state: Any, eyes: Seat | None, lang: Lang, names: Sequence[str], notes: Sequence[Note]
) -> list[SheetLine]:
    """In a worker: a long sheet takes tens of milliseconds."""
    from tablee.sheets import sheet_lines  # most servers are never asked for one

    about = words(lang, game)
    lines = sheet_lines(game, state, eyes, about, shown_names(game, names, about), notes)
    return [SheetLine(line.plain.rstrip(), style_of(str(line.style))) for line in lines]


def style_of(name: str) -> Style:
    for style in STYLES:
        if style == name:
            return style
    return ""
