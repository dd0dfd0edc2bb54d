"""How a recorded game was played, in lines or as JSON: accuracy, choices and luck, and the moments to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tablee import bots
from tablee.bots.appraisal import Appraisal, WeighedDecision, appraise, ranks_of, weigh_decisions
from tablee.contract import Played
from tablee.record import Record, RecordError
from tablee.terminal.names import display_names
from tablee.terminal.replay import load, print_json, viewers
from tablee.words import Words, words


def review_file(path: Path, seat: int | None, as_json: bool, house: Words) -> int:
    """Prints it for this seat, or for all of them. The exit status is 1 where the record cannot be played."""
    try:
        read = load(path)
        asked = [one for one in viewers(read, seat, seat is None) if one is not None]
        ranks = ranks_of(read)
    except RecordError as error:
        print(f"{path}:{error.line}: {words(house.lang, error.game).why(error)}")
        return 1
    decisions = list(weigh_decisions(read, bots.bot(read.game, bots.strongest_level(read.game))))
    if as_json:
        found = judge_seats(read, ranks, decisions)
        print_json({"appraised": [found[one] for one in asked]})
        return 0
    print("\n".join(review_lines(read, ranks, asked, decisions, words(house.lang, read.game))))
    return 0


def judge_seats(read: Record, ranks: Sequence[int], decisions: Sequence[WeighedDecision]) -> Sequence[Appraisal]:
    return appraise(read.game.sides(read.options), ranks, [one.judged for one in decisions])


def review_lines(
    read: Record, ranks: Sequence[int], seats: Sequence[int], decisions: Sequence[WeighedDecision], about: Words
) -> list[str]:
    """How these seats played."""
    found = judge_seats(read, ranks, decisions)
    return [line for seat in seats for line in appraisal_lines(read, found[seat], decisions, about)]


def appraisal_lines(
    read: Record, appraisal: Appraisal, decisions: Sequence[WeighedDecision], about: Words
) -> list[str]:
    names = display_names(read.seats, about)
    who = names[appraisal.seat]
    parts = {
        "start": about.language.format_number(appraisal.start),
        "own": signed(appraisal.own, about),
        "others": signed(appraisal.others, about),
    }
    if appraisal.accuracy is None:
        lines = [about.house("review_idle", who=who)]
    else:
        lines = [about.house("review_accuracy", who=who, accuracy=appraisal.accuracy, n=appraisal.decisions)]
    if appraisal.luck is None or appraisal.result is None:
        lines.append(about.house("review_unfinished", **parts))
    else:
        result = about.language.format_number(appraisal.result)
        lines.append(about.house("review_sum", **parts, luck=signed(appraisal.luck, about), result=result))
    lines += [moment_line(read, one, about) for n in appraisal.moments for one in decisions if one.judged.n == n]
    return lines


def moment_line(read: Record, decision: WeighedDecision, about: Words) -> str:
    judged, best = decision.judged, decision.weighed[0]
    names, move = display_names(read.seats, about), read.moves[judged.n - 1]
    assert isinstance(move, Played)
    return about.house(
        "review_moment",
        n=judged.n,
        did=about.move(move.action, names, judged.seat),
        value=judged.did,
        best=about.house("let_pass") if best.action is None else about.move(best.action, names, judged.seat),
        better=best.value,
        why=about.advice(best.reason, best.figures, names),
    )


def signed(points: int, about: Words) -> str:
    """Points with their sign: what they add, or take away."""
    return ("+" if points > 0 else "") + about.language.format_number(points)
