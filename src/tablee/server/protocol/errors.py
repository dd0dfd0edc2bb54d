"""Refusals as messages: a code, the id of the rule where a rule forbids it, and a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec
from starlette.responses import Response

from tablee.contract import IllegalMove, NotationError, OptionError, Refusal
from tablee.languages import Lang
from tablee.record import RecordError
from tablee.server.metrics import REFUSED
from tablee.server.protocol.messages import Refused
from tablee.server.refusals import ServerRefusal, TemporaryRefusal
from tablee.words import words

STATUS: Final = {
    "who": 401, "login": 401, "seat": 403, "spectator": 403, "key": 403, "origin": 403, "banned": 403,
    "table": 404, "game": 404, "notebook": 404, "branch": 404, "host": 403,
    "large": 413, "fast": 429, "full": 503, "storage": 503,
    "busy": 503, "unreadable": 503, "malformed": 400, "verb": 400, "notation": 400, "options": 400, "record": 400,
    "heavy": 422, "gone": 499,
}  # fmt: skip


def refusal_message(error: Exception, lang: Lang, id: str | None = None) -> Refused:
    code, rule, line = "malformed", None, None
    match error:
        case ServerRefusal():
            code = error.code
        case IllegalMove():
            code, rule = "turn" if error.rule == "turn" else "illegal", error.cited
        case NotationError():
            code = "notation"
        case OptionError():
            code, rule = "options", error.rule
        case RecordError():
            code, rule, line = "record", error.rule, error.line
    retry = error.seconds if isinstance(error, TemporaryRefusal) else None
    REFUSED.labels(code).inc()
    if not isinstance(error, Refusal):
        assert isinstance(error, msgspec.MsgspecError | ValueError | RecursionError)
        error = describe_malformed(error)
    return Refused(id, code, words(lang, error.game).why(error), rule, line, retry)


def describe_malformed(error: Exception) -> ServerRefusal:
    """What is wrong with a message, as a sentence that can be translated."""
    said, _, where = str(error).removesuffix("`").partition(" - at `")
    where = where or "$"
    if found := re.fullmatch("Expected `(.+)`, got `(.+)`", said):
        wanted, got = found.groups()
        return ServerRefusal("malformed", "this cannot be read: {wanted} is expected at {where}, not {got}",
                      where=where, wanted=wanted, got=got)  # fmt: skip
    if found := re.fullmatch("Expected `str` of length (.+)", said):
        return ServerRefusal("malformed", "this cannot be read: a text of length {bound} is expected at {where}",
                      where=where, bound=found[1])  # fmt: skip
    if found := re.fullmatch("Expected `(int|float)` (.+)", said):
        return ServerRefusal("malformed", "this cannot be read: a number {bound} is expected at {where}",
                      where=where, bound=found[2])  # fmt: skip
    if found := re.fullmatch("Object missing required field `(.+)`?", said):
        return ServerRefusal(
            "malformed", "this cannot be read: {field} is missing at {where}", where=where, field=found[1]
        )
    if found := re.fullmatch("Object contains unknown field `(.+)`?", said):
        return ServerRefusal("malformed", "this cannot be read: there is no field {field} at {where}",
                      where=where, field=found[1])  # fmt: skip
    if said.startswith(("Expected", "Invalid")):
        return ServerRefusal("malformed", "this cannot be read: the value at {where} is not allowed", where=where)
    return ServerRefusal("malformed", "this cannot be read: it is not valid JSON")


def respond_with_refusal(
    error: Exception, lang: Lang, id: str | None = None, *, as_status: int | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:  # fmt: skip
    """The answer over HTTP; a temporary refusal says when to come back."""
    answer = refusal_message(error, lang, id)
    sent = {**(headers or {}), **retry_headers(answer)}
    return Response(msgspec.json.encode(answer), as_status or status(answer), sent, "application/json")


def status(answer: Refused) -> int:
    """The HTTP status: 409 where the request is fine and only comes at the wrong moment."""
    return STATUS.get(answer.code, 409)


def retry_headers(answer: Refused) -> dict[str, str]:
    """The HTTP headers of a refusal: when to try again, where that is of any use."""
    return {} if answer.retry is None else {"retry-after": str(answer.retry)}


def close_code(answer: Refused) -> int:
    """The code with which a socket is closed that is refused: 1013 means that the client should try again."""
    if answer.retry is not None:
        return 1013
    return 4404 if answer.code == "table" else 4403
