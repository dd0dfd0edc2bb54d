"""Typed routes: requests and responses are structs, from which the OpenAPI description is generated."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.server.protocol.messages import Refused

Handler: TypeAlias = Callable[..., Awaitable[Any]]
LARGE = 64 * 1024  # bytes that a body may have, where nothing else is said


class Operation(Struct, frozen=True):
    """One method of one path."""

    handler: Handler
    body: Any  # its type; None: there is none
    short: Any  # another type that it may have
    decode: Callable[[bytes], Any] | None  # how it is read, where that is not by its type
    out: Any
    status: int
    query: Mapping[str, Any]
    says: str
    large: int  # bytes that the body may have
    media: str  # of the answer


class Routes:
    def __init__(self) -> None:
        self.paths: dict[str, dict[str, Operation]] = {}

    def add(
        self, method: str, path: str, *, body: Any = None, short: Any = None,
        decode: Callable[[bytes], Any] | None = None, out: Any = None, status: int = 200,
        query: Mapping[str, Any] | None = None, large: int = LARGE, media: str = "application/json",
    ) -> Callable[[Handler], Handler]:  # fmt: skip
        def keep(handler: Handler) -> Handler:
            says = (handler.__doc__ or "").strip().splitlines()[0]
            operation = Operation(handler, body, short, decode, out, status, query or {}, says, large, media)
            self.paths.setdefault(path, {})[method] = operation
            return handler

        return keep

    def routes(self) -> list[Route]:
        """One route for each path with all its methods, so that the header `Allow` is right."""
        return [Route(path, make_handler(methods), methods=list(methods)) for path, methods in self.paths.items()]

    def openapi(self, title: str, version: str) -> dict[str, Any]:
        """The API as OpenAPI 3.1."""
        operations = [operation for methods in self.paths.values() for operation in methods.values()]
        kinds = [kind for operation in operations for kind in (operation.body, operation.short, operation.out)
                 if kind is not None]  # fmt: skip
        kinds += [Refused, *(kind for operation in operations for kind in operation.query.values())]
        schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
        schema = dict(zip(map(str, kinds), schemas, strict=True))
        return {
            "openapi": "3.1.0",
            "info": {"title": title, "version": version},
            "paths": {
                path: {method.lower(): describe(path, operation, schema) for method, operation in methods.items()}
                for path, methods in self.paths.items()
            },
            "components": {"schemas": components},
        }


def describe(path: str, operation: Operation, schema: Mapping[str, Any]) -> dict[str, Any]:
    refused = {"description": "refused", "content": {"application/json": {"schema": schema[str(Refused)]}}}
    good: dict[str, Any] = {"description": "granted"}
    if operation.out is not None:
        good["content"] = {operation.media: {"schema": schema[str(operation.out)]}}
    text: dict[str, Any] = {
        "summary": operation.says,
        "operationId": operation.handler.__name__,
        "parameters": [
            *({"name": part[1:-1], "in": "path", "required": True, "schema": {"type": "string"}}
              for part in path.split("/") if part.startswith("{")),
            *({"name": name, "in": "query", "required": False, "schema": schema[str(kind)]}
              for name, kind in operation.query.items()),
        ],
        "responses": {str(operation.status): good, "4XX": refused, "503": refused},
    }  # fmt: skip
    if operation.body is not None:
        forms = [schema[str(kind)] for kind in (operation.body, operation.short) if kind is not None]
        content = {"application/json": {"schema": forms[0] if len(forms) == 1 else {"anyOf": forms}}}
        text["requestBody"] = {"required": True, "content": content}
    return text


def make_handler(methods: Mapping[str, Operation]) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        operation = methods["GET" if request.method == "HEAD" else request.method]
        query = {
            name: msgspec.convert(request.query_params[name], kind, strict=False)
            for name, kind in operation.query.items()
            if name in request.query_params
        }
        arguments = [request]
        if operation.body is not None:
            sent = await body(request, operation.large)
            decode = operation.decode
            arguments.append(decode(sent) if decode else msgspec.json.decode(sent, type=operation.body))
        result = await operation.handler(*arguments, **query)
        if isinstance(result, Response):
            return result
        content = b"" if result is None else msgspec.json.encode(result)
        return Response(content, operation.status, media_type="application/json")

    return answer


async def body(request: Request, most: int) -> bytes:
    """The body of a request; ServerRefusal where it is too large."""
    from tablee.server.refusals import ServerRefusal

    found = b""
    async for chunk in request.stream():
        found += chunk
        if len(found) > most:
            raise ServerRefusal("large", "this is too large: at most {size} bytes", size=most)
    return found
