"""What an experiment found, in sentences that a person reads at a glance."""

from __future__ import annotations

from tablee.lab.comparison import Comparison, Difference
from tablee.lab.report import between, number, percent
from tablee.lab.results import Results
from tablee.words import PERCENT, Words

Rated = dict[str, object]


def headline(found: Results, words: Words) -> str:
    """Who wins: where all players are alike, whether being first helps; else which bot does best."""
    fair = 1 / found.experiment.players
    if len(set(found.experiment.plan.bots)) > 1:
        best = max(found.seats, key=lambda row: row["rate"])
        return words.house("lab_best_bot", seat=best["seat"], bot=best["bot"], **rate(best, fair, words))
    first = found.order[0]
    low, high = first["low"], first["high"]
    key = "lab_first_even"
    if low is not None and low > fair:
        key = "lab_first_gains"
    elif high is not None and high < fair:
        key = "lab_first_loses"
    return words.house(key, **rate(first, fair, words))


def rate(row: dict[str, float], fair: float, words: Words) -> dict[str, str]:
    return {
        "rate": percent(row["rate"], words),
        "between": between(row["low"], row["high"], 100, words),
        "fair": percent(fair, words),
    }


def sentences(found: Results, words: Words) -> list[str]:
    """All that is worth a sentence, the headline first."""
    lengths = {row["of"]: row for row in found.lengths}
    decisions = lengths["decisions"]
    mean = number(decisions["mean"], 1 if decisions["deviation"] else 0, words)
    said = [headline(found, words)]
    if decisions["deviation"]:
        said.append(words.house("lab_long", mean=mean, low=decisions["p05"], high=decisions["p95"]))
    else:
        said.append(words.house("lab_same_length", mean=mean))
    changes = number(lengths["lead_changes"]["mean"], 2, words)
    half = f"{lengths['decided']['p50']}{PERCENT[words.lang]}"
    said.append(words.house("lab_leads", changes=changes, half=half))
    if luck := found.luck:
        said.append(
            words.house(
                "lab_luck", share=percent(luck.share, words), between=between(luck.low, luck.high, 100, words),
                deals=grouped(luck.deals, words), times=luck.times,
            )
        )  # fmt: skip
    if span := found.span:
        signed = ((step.bot, "+" if step.points >= 0 else "", number(step.points, 0, words)) for step in span.steps)
        said.append(
            words.house(
                "lab_span", points=number(span.points, 0, words), between=between(span.low, span.high, 1, words),
                steps=", ".join(f"{bot} {sign}{points}" for bot, sign, points in signed),
                below=span.steps[0].below, bot=span.steps[-1].bot,
            )
        )  # fmt: skip
    return said


def grouped(whole: int, words: Words) -> str:
    """A long number, its thousands apart."""
    return f"{whole:,}".replace(",", "\u202f" if words.lang == "fr" else ",")


# ---- comparisons ------------------------------------------------------------------------


def figure_name(figure: str, words: Words) -> str:
    if figure.startswith("seat_"):
        return words.house("lab_seat_wins", seat=figure.split("_")[1])
    return words.house(f"lab_{figure}")


def figure(value: float | None, name: str, words: Words) -> str:
    if value is None:
        return "–"
    return percent(value, words) if name.endswith("_wins") else number(value, 2, words)


def gap(value: float | None, name: str, words: Words) -> str:
    """What lies between two figures: between two shares, points of percent."""
    if value is None or not name.endswith("_wins"):
        return figure(value, name, words)
    return number(100 * value, 1, words)


def compared(found: Comparison, words: Words) -> list[str]:
    """Of each figure that surely differs a sentence, the surest first; or that there is none."""
    sure = sorted((row for row in found.differences if row.sure), key=lambda row: -steps(row))
    return [difference(row, words) for row in sure] or [words.house("lab_compare_none")]


def steps(row: Difference) -> float:
    """How many half intervals the difference is."""
    assert row.low is not None and row.high is not None
    return 2 * abs(row.difference) / (row.high - row.low) if row.high > row.low else float("inf")


def difference(row: Difference, words: Words) -> str:
    name = figure_name(row.figure, words)
    return words.house(
        "lab_compare_points" if row.figure.endswith("_wins") else "lab_compare_more",
        figure=name[0].upper() + name[1:],
        a=figure(row.a, row.figure, words),
        b=figure(row.b, row.figure, words),
        difference=gap(row.difference, row.figure, words),
        between=interval(row, words),
    )


def interval(row: Difference, words: Words) -> str:
    return words.house("arena_between", low=gap(row.low, row.figure, words), high=gap(row.high, row.figure, words))
