"""Rule coverage: which rules are applied in a game, measured with `sys.settrace` on the lines that cite a rule's id.

A comment with an id behind an `if` or a `case` belongs to that branch, one on a line of its own to the next statement,
and an id in a docstring to the whole function. A check that refuses nothing has its id in a text, not in a comment, and
does not count. Only `apply` is traced, not what bots think about or which moves are legal.

A tracer that is active, such as that of coverage.py, is put back after each move. It does not see the traced call, but
each move is then applied a second time without our tracer.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import FrameType
from typing import Any, Final

from tablee.contract import AnyGame, Move, Over
from tablee.lab.bot_game import BotGame, Setup
from tablee.lab.runs.play import NotedGame

ID: Final = re.compile(r"\b[A-Z][A-Z0-9]{2}-\d+\b")
RuleLines = dict[str, dict[int, set[str]]]  # by file and line


@cache
def rule_lines(game: AnyGame) -> RuleLines:
    """The lines of this game that cite rules."""
    return {
        str(path): found
        for path in Path(str(files(game.package))).glob("*.py")
        if path.name != "turbo.py" and (found := parse_rule_lines(path.read_text(encoding="utf-8")))
    }


def parse_rule_lines(source: str) -> dict[int, set[str]]:
    """The ids in a source file, each at the line that runs when the rule is applied."""
    found: dict[int, set[str]] = {}
    tree = ast.parse(source)
    heads = sorted(statement_lines(tree))
    for line, text, alone in comments(source):
        held = [head for head in heads if (head[0] > line if alone else head[0] <= line <= head[1])]
        if held and (rules := ID.findall(text)):
            found.setdefault((min if alone else max)(held)[2], set()).update(rules)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and len(node.body) > 1:
            for rule in ID.findall(ast.get_docstring(node) or ""):
                found.setdefault(node.body[1].lineno, set()).add(rule)
    return found


def statement_lines(tree: ast.Module) -> Iterator[tuple[int, int, int]]:
    """For each statement in a function: its first line, the last line of its head, and the line that runs for it."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.match_case):
                yield node.pattern.lineno, max(node.pattern.lineno, node.body[0].lineno - 1), node.body[0].lineno
            elif isinstance(node, ast.If | ast.While | ast.For):
                yield node.lineno, max(node.lineno, node.body[0].lineno - 1), node.body[0].lineno
            elif isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef | ast.Match | ast.With | ast.Try):
                yield node.lineno, node.end_lineno or node.lineno, node.lineno


def comments(source: str) -> Iterator[tuple[int, str, bool]]:
    """The line of each comment, its text, and whether it is alone on its line."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string, token.line.lstrip().startswith("#")


class TracedGame(NotedGame):
    """A game that counts the moves in which each rule is applied. The rule that ends it belongs to the last move."""

    def __init__(self, setup: Setup, number: int) -> None:
        super().__init__(setup, number)
        self.rule_lines = rule_lines(setup.game)
        self.rules: Counter[str] = Counter()

    def apply(self, move: Move[Any]) -> None:
        seen: set[str] = set()

        def look(frame: FrameType, event: str, argument: object) -> Any:
            lines = self.rule_lines.get(frame.f_code.co_filename)
            if lines is None:
                return None
            if event == "line":
                seen.update(lines.get(frame.f_lineno, ()))
            return look

        before = sys.gettrace()
        sys.settrace(look)
        try:
            self.setup.game.apply(self.state, move)
        finally:
            sys.settrace(before)
        BotGame.apply(self, move)  # without looking for the leader
        over = self.setup.game.awaits(self.state)
        if isinstance(over, Over):
            seen.add(over.rule)
        self.rules.update(seen)


def count_rules(setup: Setup, first: int, count: int) -> dict[str, list[int]]:
    """For each rule, in how many of these games it was applied, in how many moves, and the squares of the moves of
    each game."""
    found: dict[str, list[int]] = {}
    for number in range(first, first + count):
        game = TracedGame(setup, number)
        game.play()
        for rule, times in game.rules.items():
            sums = found.setdefault(rule, [0, 0, 0])
            sums[0] += 1
            sums[1] += times
            sums[2] += times**2
    return found
