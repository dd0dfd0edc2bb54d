"""The HTTP API and the sockets as pages of the documentation site, from their OpenAPI and AsyncAPI descriptions."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

os.environ.setdefault("TABLEE_TURBO", "off")  # nothing is played here

import tablee.server.protocol.app  # noqa: F401  (which adds all routes to the API)
from tablee.server.protocol.asyncapi import asyncapi
from tablee.server.protocol.context import api

Schema = Mapping[str, Any]


def http_described() -> dict[str, Any]:
    return api.openapi("Tablée", "1")


def sockets_described() -> dict[str, Any]:
    return asyncapi("Tablée", "1")


def http_page() -> str:
    described = http_described()
    lines = [
        "# The HTTP API",
        "",
        "Generated from [openapi.json](openapi.json), which every server has at `/openapi.json`."
        " [The protocol](protocol.md) explains how the parts work together."
        " Whatever is not granted is answered with [`Refused`](#refused).",
        "",
        "| request | what it does |",
        "|---|---|",
    ]
    for path, methods in described["paths"].items():
        lines += [
            f"| [`{method.upper()} {path}`](#{anchor(what)}) | {what['summary']} |" for method, what in methods.items()
        ]
    for path, methods in described["paths"].items():
        for method, what in methods.items():
            lines += ["", f"## {method.upper()} {path} {{ #{anchor(what)} }}", "", f"{what['summary']}.", ""]
            lines += fields(
                {one["name"]: one["schema"] for one in what["parameters"]}, required_names(what["parameters"])
            )
            if body := what.get("requestBody"):
                lines += [f"Body: {content(body)}", ""]
            lines += [
                f"Answer {status}: {content(answer)}"
                for status, answer in what["responses"].items()
                if status[0] == "2"
            ]
    return "\n".join([*lines, "", *types(described["components"]["schemas"])])


def sockets_page() -> str:
    described = sockets_described()
    messages = described["components"]["messages"]
    lines = [
        "# The sockets",
        "",
        "Generated from [asyncapi.json](asyncapi.json), which every server has at `/asyncapi.json`."
        " [The protocol](protocol.md) explains when what is sent, and when to reconnect.",
    ]
    for name, operation in described["operations"].items():
        channel = described["channels"][operation["channel"]["$ref"].rpartition("/")[2]]
        heading = "A client sends" if operation["action"] == "receive" else "The server sends"
        lines += ["", f"## {heading}: {channel['address']} {{ #{name} }}", "", channel["summary"], ""]
        if operation["action"] == "receive":
            lines += fields(channel["bindings"]["ws"]["query"]["properties"], set())
        for reference in operation["messages"]:
            message = messages[reference["$ref"].rpartition("/")[2]]
            lines.append(f"- {message['summary']} {type_of(message['payload'])}")
    return "\n".join([*lines, "", *types(described["components"]["schemas"])])


def required_names(parameters: list[Schema]) -> set[str]:
    return {one["name"] for one in parameters if one["required"]}


def anchor(what: Schema) -> str:
    return str(what["operationId"]).replace("_", "-")


def content(body: Schema) -> str:
    if "content" not in body:
        return "empty."
    ((media, what),) = body["content"].items()
    kind = type_of(what["schema"])
    return f"{kind}." if media == "application/json" else f"{kind}, as `{media}`."


def types(schemas: Mapping[str, Schema]) -> Iterator[str]:
    """What everything consists of, one section for each type."""
    yield "## Types { #types }"
    for name, schema in sorted(schemas.items()):
        yield f"\n### {name} {{ #{name.lower()} }}\n"
        if says := schema.get("description"):
            yield f"{says}\n"
        if "properties" in schema:
            yield from fields(schema["properties"], set(schema.get("required", ())))
        else:
            yield f"{type_of(schema)}\n"


def fields(properties: Mapping[str, Schema], required: set[str]) -> list[str]:
    if not properties:
        return []
    lines = ["| name | type | |", "|---|---|---|"]
    for name, schema in properties.items():
        notes = [str(schema["description"])] if "description" in schema else []
        if name in required:
            notes.append("required")
        elif schema.get("default") not in (None, "", [], {}):
            notes.append(f"usually `{schema['default']}`")
        lines.append(f"| `{name}` | {type_of(schema)} | {'; '.join(notes)} |")
    return [*lines, ""]


def type_of(schema: Schema) -> str:
    """A type in words, with links to the types that have a name."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[`{name}`](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(type_of, schema["anyOf"])))
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"a list of {', then '.join(map(type_of, schema['prefixItems']))}"
        case "array":
            return f"a list of {type_of(schema.get('items', {}))}"
        case "object" if "additionalProperties" in schema:
            return f"an object with values of {type_of(schema['additionalProperties'])}"
        case "object":
            return "an object"
        case None:
            return "anything"
        case str(kind):
            return f"{kind}{bounds(schema)}"
        case several:
            return " or ".join(several)


def bounds(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f" from {low}"
    return f" of at most {most} characters" if (most := schema.get("maxLength")) else ""
