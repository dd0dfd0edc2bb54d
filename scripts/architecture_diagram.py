"""Draws the arrows between the parts of the program in docs/architecture.md, from the table in tests/test_house.py.

`python -m scripts.architecture_diagram` writes the block between the two markers. A test says when it is stale.
"""

from __future__ import annotations

from pathlib import Path

from tests.test_house import ARROWS

DOCUMENT = Path(__file__).parent.parent / "docs" / "architecture.md"
BEGIN, END = "<!-- arrows: made by scripts/architecture_diagram.py -->\n", "<!-- end of arrows -->\n"


def reach(part: str) -> set[str]:
    """Every part that this one leads to, in one step or in many."""
    found: set[str] = set()
    ahead = {part}
    while ahead:
        ahead = set().union(*(ARROWS[one] for one in ahead)) - found
        found |= ahead
    return found


def direct(part: str) -> list[str]:
    """The arrows that must be drawn: one that other arrows imply is left out."""
    return sorted(other for other in ARROWS[part] if not any(other in reach(third) for third in ARROWS[part]))


def diagram() -> str:
    """The arrows in Mermaid, one line for each part."""
    names = {part: part.replace(" ", "_").replace(".", "_") for part in ARROWS}
    boxes = [f'  {name}["{part}"]' for part, name in names.items() if name != part]
    lines = [
        f"  {names[part]} --> {' & '.join(names[other] for other in direct(part))}" for part in ARROWS if direct(part)
    ]
    return "\n".join(["```mermaid", "flowchart TD", *boxes, *lines, "```", ""])


def renewed(text: str) -> str:
    """The document with the block as it should be."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + diagram() + END + rest.partition(END)[2]


if __name__ == "__main__":
    DOCUMENT.write_text(renewed(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
