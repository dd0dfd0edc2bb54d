"""The results of a run in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from tablee.lab.numbers import group_thousands, interval, number, percent
from tablee.lab.runs.comparison import Comparison, Difference
from tablee.lab.runs.rating_span import RatingStep
from tablee.lab.runs.results import Results
from tablee.lab.runs.stakes import MATTERS
from tablee.lab.runs.sweep import FigureSweep, Level, Sweep, VarianceShare
from tablee.words import Words


def headline(found: Results, words: Words) -> str:
    """Whether being first helps, if all bots are alike; otherwise which bot wins most."""
    fair = 1 / found.experiment.players
    if len(set(found.experiment.plan.bots)) > 1:
        best = max(found.seats, key=lambda row: row["rate"])
        return words.house("lab_best_bot", seat=best["seat"] + 1, bot=best["bot"], **rate(best, fair, words))
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
        "between": interval(row["low"], row["high"], 100, words),
        "fair": percent(fair, words),
    }


def sentences(found: Results, words: Words) -> list[str]:
    """All sentences, the headline first."""
    lengths = {row["of"]: row for row in found.lengths}
    decisions = lengths["decisions"]
    mean = number(decisions["mean"], 1 if decisions["deviation"] else 0, words)
    said = [headline(found, words)]
    if decisions["deviation"]:
        said.append(
            words.house(
                "lab_long", mean=mean, between=mean_interval(decisions, words, 1),
                low=decisions["p05"], high=decisions["p95"],
            )
        )  # fmt: skip
    else:
        said.append(words.house("lab_same_length", mean=mean))
    changes, decided = lengths["lead_changes"], lengths["decided"]
    said.append(
        words.house(
            "lab_leads", changes=number(changes["mean"], 2, words), between=mean_interval(changes, words),
            half=words.language.write_percent(str(decided["p50"])),
            half_between=quantile_interval(decided, "p50", words),
        )
    )  # fmt: skip
    if stakes := found.stakes:
        said.append(
            words.house(
                "lab_stakes", share=percent(stakes.share, words), between=interval(stakes.low, stakes.high, 100, words),
                points=number(100 * MATTERS, 0, words), worth=number(100 * stakes.worth, 1, words),
                worth_between=interval(stakes.worth_low, stakes.worth_high, 100, words),
            )
        )  # fmt: skip
    if (luck := found.luck) and luck.share == 1:
        said.append(words.house("lab_luck_same", deals=group_thousands(luck.deals, words), times=luck.times))
    elif luck:
        said.append(
            words.house(
                "lab_luck", share=percent(luck.share, words), between=interval(luck.low, luck.high, 100, words),
                deals=group_thousands(luck.deals, words), times=luck.times,
            )
        )  # fmt: skip
    if span := found.span:
        signed = (
            (step.bot, "+" if step.points >= 0 else "", number(step.points, 0, words),
             rating_interval(step.low, step.high, [step], words))
            for step in span.steps
        )  # fmt: skip
        said.append(
            words.house(
                "lab_span", points=number(span.points, 0, words),
                between=rating_interval(span.low, span.high, span.steps, words),
                steps=", ".join(f"{bot} {sign}{points} ({between})" for bot, sign, points, between in signed),
                below=span.steps[0].below, bot=span.steps[-1].bot,
            )
        )  # fmt: skip
    return said


def rating_interval(low: float, high: float, steps: Sequence[RatingStep], words: Words) -> str:
    """The interval of a difference in rating. It has no upper bound where the stronger level won every game."""
    if any(step.low == step.high and step.points > 0 for step in steps):
        return words.house("lab_at_least")
    return interval(low, high, 1, words)


def mean_interval(row: dict[str, Any], words: Words, places: int = 2) -> str:
    if row["low"] is None:
        return "–"
    low, high = (number(row[name], places, words) for name in ("low", "high"))
    return words.house("arena_between", low=low, high=high)


def quantile_interval(row: dict[str, Any], name: str, words: Words) -> str:
    return interval(row[f"{name}_low"], row[f"{name}_high"], 1, words)


# ---- comparisons ------------------------------------------------------------------------


def figure_name(figure: str, words: Words) -> str:
    if figure.startswith("seat_"):
        return words.house("lab_seat_wins", seat=int(figure.split("_")[1]) + 1)
    return words.house(f"lab_{figure}")


def figure_text(value: float | None, name: str, words: Words) -> str:
    if value is None:
        return "–"
    return percent(value, words) if name.endswith("_wins") else number(value, 2, words)


def side_text(row: Difference, side: Literal["a", "b"], words: Words) -> str:
    """The figure of one side, with its interval."""
    mean, low, high = (row.a, row.a_low, row.a_high) if side == "a" else (row.b, row.b_low, row.b_high)
    text = figure_text(mean, row.figure, words)
    return text if low is None else f"{text} ({interval_text(low, high, row.figure, words)})"


def interval_text(low: float | None, high: float | None, figure: str, words: Words) -> str:
    """An interval of a figure or of a difference; shares are in percent."""
    return words.house(
        "arena_between", low=difference_text(low, figure, words), high=difference_text(high, figure, words)
    )


def difference_text(value: float | None, name: str, words: Words) -> str:
    """The difference of two figures; percentage points for shares."""
    if value is None or not name.endswith("_wins"):
        return figure_text(value, name, words)
    return number(100 * value, 1, words)


def comparison_sentences(found: Comparison, words: Words) -> list[str]:
    """A sentence for each difference beyond chance, the clearest first; then how large the others can be at most, and
    what was the same in every game."""
    sure = sorted((row for row in found.differences if row.sure), key=lambda row: -significance(row))
    said = [difference_sentence(row, words) for row in sure] or [words.house("lab_compare_none")]
    said += [at_most_sentence(row, words) for row in found.differences if not row.sure and row.most]
    if same := [figure_name(row.figure, words) for row in found.differences if row.most == 0]:
        said.append(words.house("lab_compare_same", figures=", ".join(same)))
    return said


def at_most_sentence(row: Difference, words: Words) -> str:
    """What the games rule out, where they show no difference."""
    name = figure_name(row.figure, words)
    return words.house(
        "lab_at_most_points" if row.figure.endswith("_wins") else "lab_at_most",
        figure=name[0].upper() + name[1:],
        most=difference_text(row.most, row.figure, words),
    )


def significance(row: Difference) -> float:
    """The difference in half intervals."""
    assert row.low is not None and row.high is not None
    return 2 * abs(row.difference) / (row.high - row.low) if row.high > row.low else float("inf")


def p_text(p: float | None, words: Words) -> str:
    if p is None:
        return "–"
    return f"< {number(0.001, 3, words)}" if p < 0.001 else number(p, 3, words)


def difference_sentence(row: Difference, words: Words) -> str:
    name = figure_name(row.figure, words)
    return words.house(
        "lab_compare_points" if row.figure.endswith("_wins") else "lab_compare_more",
        figure=name[0].upper() + name[1:],
        a=figure_text(row.a, row.figure, words),
        b=figure_text(row.b, row.figure, words),
        difference=difference_text(row.difference, row.figure, words),
        between=difference_interval(row, words),
    )


def difference_interval(row: Difference, words: Words) -> str:
    return interval_text(row.low, row.high, row.figure, words)


# ---- sweeps -------------------------------------------------------------------------------


def level_interval(level: Level, figure: str, words: Words) -> str:
    if level.low is None or level.high is None:
        return "–"
    low, high = (figure_text(value, figure, words) for value in (level.low, level.high))
    return words.house("arena_between", low=low, high=high)


def share_text(share: VarianceShare, words: Words) -> str:
    between = interval(share.low, share.high, 100, words)
    return f"{percent(share.share, words)} ({between})"


def variant_text(found: Sweep, values: tuple[str, ...], words: Words) -> str:
    """The values of a variant: `crisis supply = 5, players = 4`."""
    return ", ".join(f"{words.option(name)} = {value}" for name, value in zip(found.over, values, strict=True))


def sweep_headline(found: Sweep, figure: FigureSweep, words: Words) -> str:
    """Which variant has most of a figure, and whether that is beyond chance."""
    best = figure.levels[figure.best]
    name = figure_name(figure.figure, words)
    return words.house(
        "lab_sweep_best" if figure.best_sure else "lab_sweep_unsure",
        figure=name[0].upper() + name[1:],
        variant=variant_text(found, best.values, words),
        mean=figure_text(best.mean, figure.figure, words),
        between=level_interval(best, figure.figure, words),
    )


def sweep_sentences(found: Sweep, figure: FigureSweep, words: Words) -> list[str]:
    """How each variant differs from the first, and how much each option explains."""
    first = variant_text(found, figure.levels[0].values, words)
    said = []
    sure = [(row, level) for row, level in zip(figure.against, figure.levels[1:], strict=True) if row.sure]
    for row, level in sure:
        said.append(
            words.house(
                "lab_sweep_points" if row.figure.endswith("_wins") else "lab_sweep_more",
                variant=variant_text(found, level.values, words), first=first,
                difference=difference_text(row.difference, row.figure, words),
                between=difference_interval(row, words),
            )
        )  # fmt: skip
    if not sure and (most := [row.most for row in figure.against if row.most is not None]):
        said.append(
            words.house(
                "lab_sweep_none_points" if figure.figure.endswith("_wins") else "lab_sweep_none",
                first=first, most=difference_text(max(most), figure.figure, words),
            )
        )  # fmt: skip
    if len(found.over) > 1:
        explained = ", ".join(f"{words.option(one.option)} {share_text(one, words)}" for one in figure.shares)
        said.append(words.house("lab_sweep_explained", shares=explained))
    return said
