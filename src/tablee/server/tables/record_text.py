"""The record of a closed table, as a file."""

from __future__ import annotations

from tablee import record
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.table import TableState


def record_text(table: TableState, secret: bytes) -> str:
    """The whole record with the secret of its dice; ServerRefusal while there is anything to hide."""
    if table.ended is None:
        raise ServerRefusal("not_over", "the game is not over yet")
    if not table.started:
        raise ServerRefusal("not_started", "the game has not begun")
    words = tuple(place.dice_words for place in table.places)
    pledges = tuple(place.pledge or "" for place in table.places)
    fair = record.Fair(table.opened.pledge, secret.hex(), words, pledges if any(pledges) else ())
    erased = any(place.words_erased for place in table.places)  # somebody has deleted the words that they typed
    real = table.opened.settings.real
    promised = None if real or erased else fair  # typed dice depend on no secret
    head = record.header(table.game, table.options, table.names, promised, real=real)
    return "\n".join([head.removesuffix("\n"), *record.body(table.moves, table.notes), ""])
