"""Markdown as a terminal shows it."""

from __future__ import annotations

import re
from typing import Final

FILE_LINK: Final = re.compile(r"\[([^\]]+)\]\((?!https?://)[^)]*\)")


def unlink_files(text: str) -> str:
    """The text with links to the web alone: those to files of the repository lead nowhere here."""
    return FILE_LINK.sub(r"\1", text)
