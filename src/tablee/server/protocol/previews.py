"""The head of the page for each address: its title, and what a messenger shows of a link to it (Open Graph).

Programs that draw such previews run no scripts, so the server writes it. A table's link shows what everybody sees who
follows it: the game, who sits there, and how many seats are free.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Final

from msgspec import Struct
from starlette.requests import Request

from tablee.box import label
from tablee.contract import Refusal
from tablee.games import GAMES
from tablee.languages import LANGS, Lang, match_language
from tablee.server.protocol.address_api import find_address
from tablee.server.protocol.context import services
from tablee.server.tables.head import Head, table_head
from tablee.words import Words, words

PICTURES: Final = "previews"  # the folder of the pictures, in that of the page
WIDTH, HEIGHT = 1200, 630  # of a picture, in pixels
ICON: Final = "icon-512.png"
ADDRESS: Final = re.compile(r"/(?P<kind>g|t)/(?P<name>[A-Za-z0-9_-]{1,100})/?")
LANGUAGE: Final = re.compile(r'<html lang="[^"]*">')
TITLE: Final = re.compile(r"<title>[^<]*</title>")
FILE: Final = re.compile(
    r'\b(?P<attribute>href|src)="\.?/(?!/)'
)  # the address of a file or of the API, in the built page
DESCRIPTION: Final = re.compile(r'<meta name="description"[^>]*>')


class Preview(Struct, frozen=True):
    """What is said of one address."""

    lang: Lang
    title: str
    description: str
    game: str | None = None


class Previews(Struct, frozen=True):
    """The previews of one server: its name, and the languages of its page."""

    name: str
    languages: tuple[Lang, ...]
    folder: Path  # of the page
    base: str = ""  # the path of the server on a bigger site

    async def write_head(self, page: str, request: Request) -> str:
        """The page with the title and the preview of this address."""
        found = await self.describe(request)
        address = find_address(request, False, self.base).base if request.headers.get("host") else ""
        picture = f"{PICTURES}/{found.game}.png"
        large = found.game is not None and (self.folder / picture).is_file()
        tags = {
            "og:type": "website", "og:site_name": self.name or words(found.lang).title, "og:title": found.title,
            "og:description": found.description, "og:url": f"{address}{request.scope['path'][:200]}",
            "og:image": f"{address}/{picture if large else ICON}",
            **({"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT)} if large else {}),
        }  # fmt: skip
        names = {
            "application-name": self.name or words(found.lang).title, "tablee-languages": " ".join(self.languages),
            **({"tablee-base": self.base} if self.base else {}),
            "twitter:card": "summary_large_image" if large else "summary",
        }  # fmt: skip
        title = f"<title>{escape(found.title)}</title>"
        page = FILE.sub(lambda found: f'{found["attribute"]}="{self.base}/', page)
        page = LANGUAGE.sub(lambda _: f'<html lang="{found.lang}">', page, count=1)
        page = TITLE.sub(
            lambda _: "\n    ".join([title, *metas("property", tags), *metas("name", names)]), page, count=1
        )
        return DESCRIPTION.sub(lambda _: metas("name", {"description": found.description})[0], page, count=1)

    def write_manifest(self, manifest: str, request: Request) -> str:
        """The manifest of the page with the name of this server, in the language of the reader."""
        house = words(self.language(request))
        name = self.name or house.title
        named = {"name": name, "short_name": name, "lang": house.lang, "description": house.house("preview_home")}
        return json.dumps({**json.loads(manifest), **named}, ensure_ascii=False)

    async def describe(self, request: Request) -> Preview:
        """What is said of this address; of one that means nothing, what is said of the whole server."""
        found = ADDRESS.fullmatch(request.scope["path"])
        if found and found["kind"] == "g" and found["name"] in GAMES:
            return self.game_preview(self.language(request), found["name"])
        if found and found["kind"] == "t":
            with suppress(Refusal):  # there is no such table, or the store is away: the page says so itself
                return await self.table_preview(request, found["name"])
        house = words(self.language(request))
        return Preview(house.lang, self.name or house.title, house.house("preview_home"))

    def game_preview(self, lang: Lang, name: str) -> Preview:
        about = words(lang, GAMES[name])
        return Preview(lang, self.entitle(about), f"{about.tagline}. {label(GAMES[name], about)}", name)

    async def table_preview(self, request: Request, id: str) -> Preview:
        home = services(request)
        table = (await home.node.live(id)).table
        inviting = await home.node.store.read("select lang from people where id = $1", table.opened.by)
        lang = self.language(request, inviting[0][0] if inviting else None)
        about = words(lang, table.game)
        return Preview(lang, self.entitle(about), table_sentence(about, table_head(table)), table.game.name)

    def entitle(self, about: Words) -> str:
        return f"{about.title} · {self.name or words(about.lang).title}"

    def language(self, request: Request, inviting: Lang | None = None) -> Lang:
        """The language that the address asks for, else that of the person who invites, else that of the reader."""
        said = request.query_params.get("lang")
        if said in LANGS:
            return self.offered(said)
        accepted = request.headers.get("accept-language")
        return self.offered(inviting or (match_language(accepted) if accepted else self.languages[0]))

    def offered(self, lang: Lang) -> Lang:
        return lang if lang in self.languages else self.languages[0]


def metas(attribute: str, contents: Mapping[str, str]) -> list[str]:
    return [f'<meta {attribute}="{name}" content="{escape(text)}" />' for name, text in contents.items()]


def table_sentence(about: Words, head: Head) -> str:
    """Who sits at a table, and how many seats are free."""
    names = [seat.name for seat in head.chairs if seat.kind == "person" and seat.name]
    free = sum(seat.kind in ("open", "link") for seat in head.chairs)
    match head.status:
        case "open" if names and free:
            key = "preview_join"
        case "open":
            key = "preview_full" if names else "preview_empty"
        case "over":
            key = "preview_over" if names else "preview_over_bots"
        case _:
            key = "preview_live" if names else "preview_live_bots"
    return f"{about.house(key, people=about.join(names) if names else '', n=free)} {about.tagline}"
