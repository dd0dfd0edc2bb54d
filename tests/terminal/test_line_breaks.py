"""Where lines break: not at a no-break space, and what follows is indented as the line began."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text
from textual.content import Content

from tablee.terminal.line_breaks import fold, respect_no_break_spaces

SAID = "notes, ce qui a été dit est barré\u00a0; «\u202fBen 3 7 faux\u202f» se note en une fois"


def test_no_line_begins_with_a_sign_or_ends_with_an_opening_quotation_mark() -> None:
    respect_no_break_spaces()
    for width in range(12, 60):
        in_rich = [line.plain for line in Text(SAID).wrap(Console(width=width), width)]
        in_textual = [line.plain for line in Content(SAID).wrap(width)]
        for lines in (in_rich, in_textual):
            assert " ".join(line.rstrip() for line in lines) == SAID
            assert not any(line.startswith((";", "»")) or line.rstrip().endswith("«") for line in lines)


def test_a_folded_line_is_indented_as_it_began_and_a_row_of_a_table_stays_whole() -> None:
    row = Text("Ana   3   5   17   21", no_wrap=True)
    lines = fold([Text("    3 (Ana) + 5 (Ben) + 8 (Cléo) = 16"), row], 20)
    assert [line.plain.rstrip() for line in lines[:-1]] == ["    3 (Ana) + 5", "    (Ben) + 8 (Cléo)", "    = 16"]
    assert lines[-1] is row
