"""Numbers as people write them in a language."""

from __future__ import annotations

from tablee.words import Words


def number(value: float, places: int, words: Words) -> str:
    return words.language.format_number(value, places)


def percent(value: float, words: Words) -> str:
    return words.language.format_percent(value, 1)


def interval(low: float | None, high: float | None, times: int, words: Words) -> str:
    """Two figures with `to` between them, as one of them may be negative; `times` is 100 for shares in percent."""
    if low is None or high is None:
        return "–"
    places = 1 if times == 100 else 0
    return words.house(
        "arena_between", low=number(times * low, places, words), high=number(times * high, places, words)
    )


def group_thousands(whole: int, words: Words) -> str:
    return words.language.format_count(whole)
