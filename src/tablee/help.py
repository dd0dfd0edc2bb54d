"""How much help players get from the program at a table, or from a notebook."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Help: TypeAlias = Literal["none", "book", "full"]  # none; what was said and shown is crossed out; what it proves, too
HELPS: Final[tuple[Help, ...]] = get_args(Help)
