"""Names that fit a column and can be told apart."""

from __future__ import annotations

import pytest

from tablee.short_names import shorten


@pytest.mark.parametrize(
    ("names", "width", "short"),
    [
        (["Ana", "Ben"], 10, ["Ana", "Ben"]),
        (["Ana", "bot Moka 1", "bot Moka 2"], 6, ["Ana", "Moka 1", "Moka 2"]),
        (["joueur 1", "joueur 2"], 5, ["1", "2"]),
        (["Maximilienne A", "Maximilienne B"], 6, ["A", "B"]),
        (["Maximilienne", "Maximiliane"], 6, ["Maxi…1", "Maxi…2"]),
        (["Ana", "bot Moka 1", "bot Moka 2"], 4, ["Ana", "Mo…1", "Mo…2"]),
        (["bot Moka 1", "bot Moka 2", "bot Moko 1"], 4, ["Mo…1", "Mo…2", "Mo…3"]),
    ],
)
def test_names_are_cut_so_that_they_stay_different(names: list[str], width: int, short: list[str]) -> None:
    assert shorten(names, width) == short
    assert len(set(short)) == len(short) and all(len(name) <= width for name in short)
