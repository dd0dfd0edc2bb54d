"""The page's types, made from the server's and from the games' views.

`python scripts/page_types.py` writes `web/src/wire.ts` and, for every game, `web/src/games/<game>/view.ts` (its types)
and `constants.ts` (`Game.facts`: the numbers of its rules). With `--check` it only says whether they are fresh.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

from tablee import lesson, positions, puzzles
from tablee.claims import Claims
from tablee.games import GAMES
from tablee.languages import LANGS
from tablee.server.people import people
from tablee.server.protocol import (
    address_api,
    branches_api,
    catalogue,
    daily_api,
    games_api,
    lessons_api,
    messages,
    my_data_api,
    notebook_jobs,
    notebooks_api,
    people_api,
    position_jobs,
    puzzles_api,
    records_api,
    sheet_api,
    tables_api,
    trends_api,
)
from tablee.server.tables import asks, news, settings

WEB = Path(__file__).parent.parent / "web"
HEAD = "// Made by scripts/page_types.py from the Python types: not to be edited.\n\n"
SPOKEN = (
    *get_args(asks.AnyAsk), news.News, news.Done, messages.Refused, people_api.Me, people_api.NewGuest,
    people_api.Changes, people_api.Credentials, tables_api.NewTable, tables_api.Listed, games_api.MarkdownText,
    tables_api.Notes, people.Session, catalogue.Box, settings.Settings, messages.TableMoment, messages.Helping,
    messages.Takeback, messages.Studied, messages.Reviewed, messages.Appraised, games_api.GameWords,
    messages.GameTally,
    people_api.ClosedTables, my_data_api.KeptFor, Claims,
    address_api.Address, notebook_jobs.NotebookPage, notebooks_api.NotebookCard, notebooks_api.NewNotebook,
    notebook_jobs.NotebookAsk, sheet_api.SheetLine, lesson.PlayedLesson, lesson.Answer, lessons_api.Try,
    puzzles.AskedPuzzle, puzzles.PuzzleVerdict,
    position_jobs.EnteredPosition, position_jobs.PositionPage, positions.Position,
    puzzles_api.PuzzleList, puzzles_api.PuzzleAnswer,
    branches_api.NewBranch, branches_api.BranchCard, branches_api.OpenedBranch, messages.Compared,
    records_api.SentRecord, records_api.FiledRecord, daily_api.DailyDeals, daily_api.OpenedDeal,
    trends_api.GameTrend,
)  # fmt: skip

UNSAID = ("default", "title", "pattern")  # unless a property is called so


def structs(kinds: Sequence[Any]) -> dict[str, Any]:
    """Every struct that these are made of, by name."""
    found: dict[str, Any] = {}

    def walk(kind: Any) -> None:
        if isinstance(kind, msgspec.inspect.StructType):
            if kind.cls.__name__ in found:
                return
            found[kind.cls.__name__] = kind.cls
        for part in parts(kind):
            walk(part)

    for info in msgspec.inspect.multi_type_info(kinds):
        walk(info)
    return found


def parts(kind: Any) -> Iterator[Any]:
    """The types inside a type."""
    for name in getattr(kind, "__struct_fields__", ()):
        value = getattr(kind, name)
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, msgspec.inspect.Field):
                yield inner.type
            elif isinstance(inner, msgspec.inspect.Type):
                yield inner


def narrowed(schema: Any) -> Any:
    """Types as narrow as the truth, without what a type cannot say."""
    if isinstance(schema, list):
        return [narrowed(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    narrow = {key: narrowed(inner) for key, inner in schema.items() if key not in UNSAID or isinstance(inner, dict)}
    fixed = narrow.pop("prefixItems", None)
    if narrow.get("enum") == [*LANGS]:  # which languages there are is a matter of files, not of types
        del narrow["enum"]
    for bound in ("minItems", "maxItems", "minLength", "maxLength"):
        narrow.pop(bound, None)
    if fixed:
        narrow |= {"items": fixed, "minItems": len(fixed), "maxItems": len(fixed)}
    return narrow


def typescript(kinds: Sequence[Any]) -> str:
    _, schemas = msgspec.json.schema_components(kinds, ref_template="#/definitions/{name}")
    classes = structs(kinds)
    definitions = {name: narrowed(schema) for name, schema in schemas.items()}
    for name, schema in definitions.items():
        config = classes[name].__struct_config__
        schema["additionalProperties"] = False
        if not config.omit_defaults and not config.forbid_unknown_fields:  # what is told is told whole
            schema["required"] = list(schema["properties"])
    whole = {"title": "Everything", "type": "object", "additionalProperties": False, "definitions": definitions}
    command = [str(WEB / "node_modules/.bin/json2ts"), "--no-additionalProperties", "--unreachableDefinitions",
               "--bannerComment", "", "--style.singleQuote", "--no-style.semi"]  # fmt: skip
    made = subprocess.run(command, input=msgspec.json.encode(whole), capture_output=True, check=True).stdout.decode()
    made = re.sub(
        r"(\n \*)?\n \* This interface was referenced by .*\n \* via the .*", "", made
    )  # json2ts's own remarks
    made = made.replace("/**\n */\n", "").replace("export interface Everything {}\n", "")
    return HEAD + made.lstrip("\n")


def constants(facts: Mapping[str, object]) -> str:
    """A game's facts as constants of TypeScript."""
    lines = [f"export const {name.upper()} = {literal(fact)}" for name, fact in facts.items()]
    return "// Made by scripts/page_types.py from the game's facts: not to be edited.\n\n" + "\n".join(lines) + "\n"


def literal(fact: object) -> str:
    """A fact as TypeScript writes it."""
    plain = json.dumps(fact, default=list)
    return plain if isinstance(fact, int | str) else f"{plain} as const"


def files() -> dict[Path, str]:
    any_ask = " | ".join(kind.__name__ for kind in get_args(asks.AnyAsk))
    made = {
        WEB / "src/wire.ts": typescript(SPOKEN)
        + f"/** Whatever can be asked of a table. */\nexport type AnyAsk = {any_ask}\n"
    }
    for name, game in GAMES.items():
        made[WEB / f"src/games/{name}/view.ts"] = typescript((get_type_hints(game.view)["return"],))
        if game.facts:
            made[WEB / f"src/games/{name}/constants.ts"] = constants(game.facts)
    return made


def main() -> int:
    stale = [file for file, text in files().items() if not file.is_file() or file.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv:
        for file in stale:
            print(f"{file.relative_to(WEB.parent)} is stale: run python scripts/page_types.py", file=sys.stderr)
        return 1 if stale else 0
    for file, text in files().items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
