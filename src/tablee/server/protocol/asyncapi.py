"""The sockets as AsyncAPI 3.0, from the same types as everything that is sent: `/asyncapi.json`."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tablee.server.protocol.messages import Refused
from tablee.server.protocol.tables_api import Listed
from tablee.server.tables.asks import AnyAsk, ShortAsk
from tablee.server.tables.news import Done, News

TABLE: Final = "/api/tables/{table}/socket"
LOBBY: Final = "/api/lobby"
MESSAGES: Final[dict[str, tuple[Any, str]]] = {
    "ask": (AnyAsk, "What a client wants done, with its tag."),
    "short_ask": (ShortAsk, "The same without a tag: exactly one verb is given."),
    "news": (News, "What happened since the client's last number, and how the table stands now."),
    "done": (Done, "An ask was granted."),
    "refused": (Refused, "An ask was not granted, or the socket is refused and will be closed."),
    "listed": (Listed, "My tables and the open ones, whenever they change."),
}
ASKED: Final = ("ask", "short_ask")
TOLD: Final = ("news", "done", "refused")


def asyncapi(title: str, version: str) -> dict[str, Any]:
    """The two sockets. A client sends asks at a table; the lobby only tells."""
    schemas, components = msgspec.json.schema_components(
        [kind for kind, _ in MESSAGES.values()], ref_template="#/components/schemas/{name}"
    )
    described = {
        "asyncapi": "3.0.0",
        "info": {"title": title, "version": version},
        "defaultContentType": "application/json",
        "channels": {
            "table": channel(TABLE, "The news of one table.", (*ASKED, *TOLD))
            | {"parameters": {"table": {"description": "The id of the table."}}}
            | query(
                since="The number of the last event that the client knows, or 0.",
                seat="One of several seats.",
                stepwise="1: news of several lines has the view after each of them.",
            ),
            "lobby": channel(LOBBY, "The lists of tables.", ("listed", "refused")),
        },
        "operations": {
            "ask": operation("receive", "table", ASKED),
            "tell": operation("send", "table", TOLD),
            "list": operation("send", "lobby", ("listed", "refused")),
        },
        "components": {
            "schemas": components,
            "messages": {
                name: {"name": name, "summary": says, "payload": schema}
                for (name, (_, says)), schema in zip(MESSAGES.items(), schemas, strict=True)
            },
        },
    }
    name_discriminators(described)
    return described


def name_discriminators(part: Any) -> None:
    """OpenAPI's discriminator is an object with a mapping, AsyncAPI's only the name of the field."""
    for value in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        name_discriminators(value)
    if isinstance(part, dict) and isinstance(found := part.get("discriminator"), dict):
        part["discriminator"] = found["propertyName"]


def channel(address: str, summary: str, messages: tuple[str, ...]) -> dict[str, Any]:
    sent = {name: {"$ref": f"#/components/messages/{name}"} for name in messages}
    return {"address": address, "summary": summary, "messages": sent}


def query(**numbers: str) -> dict[str, Any]:
    """The numbers that the address of a socket may have after its question mark."""
    known = {name: {"type": "integer", "description": says} for name, says in numbers.items()}
    return {"bindings": {"ws": {"query": {"type": "object", "properties": known}}}}


def operation(action: str, on: str, messages: tuple[str, ...]) -> dict[str, Any]:
    """`send` and `receive` are meant from the server's side."""
    named = [{"$ref": f"#/channels/{on}/messages/{name}"} for name in messages]
    return {"action": action, "channel": {"$ref": f"#/channels/{on}"}, "messages": named}
