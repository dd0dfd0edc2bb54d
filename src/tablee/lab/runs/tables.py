"""Tables in a terminal."""

from __future__ import annotations

from rich.table import Table

from tablee.words import Words


def make_table(words: Words, *heads: str) -> Table:
    """A table with these columns; a head that has no name in the laboratory is one of an option."""
    drawn = Table(box=None, pad_edge=False, padding=(0, 1), collapse_padding=True)
    for head in heads:
        left = head in ("bot", "figure", "chart")
        known = f"lab_{head}" in words.section("house")
        name = words.house(f"lab_{head}") if known else words.option(head)
        drawn.add_column(name, justify="left" if left else "right", no_wrap=head != "bot", overflow="fold")
    return drawn
