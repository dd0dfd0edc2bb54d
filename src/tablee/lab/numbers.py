"""Numbers as people write them in a language."""

from __future__ import annotations

from tablee.words import PERCENT, Words


def number(value: float, places: int, words: Words) -> str:
    text = f"{value:.{places}f}"
    text = "0" if text == "-0" else text
    return text.replace(".", ",").replace("-", "−") if words.lang == "fr" else text.replace("-", "−")


def percent(value: float, words: Words) -> str:
    return f"{number(100 * value, 1, words)}{PERCENT[words.lang]}"


def interval(low: float | None, high: float | None, times: int, words: Words) -> str:
    """Two figures with `to` between them, as one of them may be negative; `times` is 100 for shares in percent."""
    if low is None or high is None:
        return "–"
    places = 1 if times == 100 else 0
    return words.house(
        "arena_between", low=number(times * low, places, words), high=number(times * high, places, words)
    )


def group_thousands(whole: int, words: Words) -> str:
    return f"{whole:,}".replace(",", "\u202f" if words.lang == "fr" else ",")
