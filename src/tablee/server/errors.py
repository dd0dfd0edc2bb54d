"""Every refusal is answered: with a code, the rule's id where a rule forbids it, and a sentence."""

from __future__ import annotations

from typing import Final

import msgspec

from tablee.contract import IllegalMove, NotationError, OptionError, Refusal
from tablee.record import RecordError
from tablee.server.clerk import Denied
from tablee.server.metrics import REFUSED
from tablee.server.wire import Refused
from tablee.words import Lang, words

STATUS: Final = {
    "who": 401, "login": 401, "seat": 403, "spectator": 403, "key": 403, "origin": 403, "table": 404, "game": 404,
    "large": 413, "fast": 429, "storage": 503, "busy": 503, "malformed": 400, "verb": 400, "notation": 400,
    "options": 400, "record": 400,
}  # fmt: skip


def refused(error: Exception, lang: Lang, id: str | None = None) -> Refused:
    code, rule, line = "malformed", None, None
    match error:
        case Denied():
            code = error.code
        case IllegalMove():
            code, rule = "illegal", error.rule
        case NotationError():
            code = "notation"
        case OptionError():
            code, rule = "options", error.rule
        case RecordError():
            code, rule, line = "record", error.rule, error.line
    REFUSED.labels(code).inc()
    if not isinstance(error, Refusal):
        assert isinstance(error, msgspec.MsgspecError | ValueError)
        error = Denied("malformed", "this cannot be read: {error}", error=error)
    return Refused(id, code, words(lang, error.game).why(error), rule, line)


def status(answer: Refused) -> int:
    """409 where nothing is wrong with what was asked, only with the moment."""
    return STATUS.get(answer.code, 409)
