"""The whole score sheet of a table: all that players would have written down, and its house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from tablee.contract import AnyGame, Over, Played, Seat
from tablee.games import parts
from tablee.games.part_protocols import SheetPart
from tablee.record import HouseRule, Note, house_rules, read_move
from tablee.words import Words


def sheet(game: AnyGame) -> SheetPart[Any] | None:
    return parts.load_or_skip(parts.sheet, game, None)


def sheet_lines(
    game: AnyGame, state: Any, seat: Seat | None, words: Words, names: Sequence[str], notes: Sequence[Note]
) -> list[Text]:
    """The sheet as this seat sees it. What was done by a house rule may be hidden from the others until the end."""
    part = sheet(game)
    lines = [] if part is None else part.sheet(game.view(state, seat), words, names)
    if found := house_rules(notes):
        shown = not game.hidden or isinstance(game.awaits(state), Over)
        told = [Text(f"  {describe_house_rule(game, rule, words, names, shown)}") for rule in found]
        lines += [Text(), Text(words.house("house_rules"), "bold"), *told]
    return lines


def describe_house_rule(game: AnyGame, house_rule: HouseRule, words: Words, names: Sequence[str], shown: bool) -> str:
    """Who did what, where that is shown, and the rule that forbids it."""
    move = read_move(game, house_rule.line)
    seat = move.by if isinstance(move, Played) else None
    who = words.house("house_rule") if seat is None else names[seat]
    if not shown:
        return f"{who} ({house_rule.rule})"
    what = words.move(move.action, names, seat)
    return words.house("house_line", who=who, what=what, rule=house_rule.rule)
