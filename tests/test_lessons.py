"""Guided first games: every lesson can be played, what it says is true, and what it points at is on the board."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tablee.games import GAMES, parts
from tablee.games.lesson_file import Lesson, LessonClaim, ScriptedStep
from tablee.lesson import answer, play_lesson
from tablee.testing.lessons import check_lesson, lesson_faults

WEB = Path(__file__).parent.parent / "web" / "src"
TAUGHT = [name for name, game in GAMES.items() if parts.lesson(game)]
SPOT = re.compile(r'data-spot="([^"]+)"')


@pytest.mark.parametrize("name", TAUGHT)
def test_the_rules_confirm_everything_that_a_lesson_says(name: str) -> None:
    check_lesson(GAMES[name])


def spots(game: str) -> list[re.Pattern[str]]:
    """The places that the boards of this game name; a number or a card in a name may be any."""
    found = [*(WEB / "games" / game).glob("*.svelte"), WEB / "components" / "NamePlate.svelte"]
    names = [name for file in found for name in SPOT.findall(file.read_text(encoding="utf-8"))]
    return [re.compile(re.sub(r"\{[^}]*\}", r"\\w+", name)) for name in names]


@pytest.mark.parametrize("name", TAUGHT)
def test_every_place_that_a_lesson_points_at_is_named_by_the_board(name: str) -> None:
    lesson = parts.lesson(GAMES[name])
    assert lesson is not None
    known = spots(name)
    for place in {place for step in lesson.steps for place in step.point}:
        assert any(spot.fullmatch(place) for spot in known), place


@pytest.mark.parametrize("name", TAUGHT)
def test_french_captions_have_french_spaces(name: str) -> None:
    lesson = parts.lesson(GAMES[name])
    assert lesson is not None
    for number, step in enumerate(lesson.steps):
        for say in (step.say, *step.instead.values()):
            assert not re.search(r"[^\u00a0\u202f][:;?!»](?!\S)|«[^\u00a0\u202f]| [:;?!»]|'", say["fr"]), (
                number,
                say["fr"],
            )


# ---- a lesson is checked, or it is not ----------------------------------------------------


def sixteen() -> Lesson:
    lesson = parts.lesson(GAMES["sixteen"])
    assert lesson is not None
    return lesson


def changed(number: int, **changes: object) -> Lesson:
    """Sixteen's lesson with another step `number`."""
    lesson = sixteen()
    steps = list(lesson.steps)
    steps[number] = replace(steps[number], **changes)
    return replace(lesson, steps=tuple(steps))


def claiming(number: int, **claim: Any) -> Lesson:
    """Sixteen's lesson with another claim at step `number`."""
    return changed(number, claims=(LessonClaim(**claim),))


FAULTS: dict[str, tuple[Lesson, str]] = {
    "a claim that is false": (claiming(3, view="total", equals=11), "step 3: .*it is 10"),
    "another rule forbids it": (claiming(2, may_not="play b5", rule="S16-11"), "forbidden by S16-10"),
    "what is said to be forbidden": (claiming(2, may_not="play b6", rule="S16-10"), "is allowed"),
    "a line that is told otherwise": (claiming(4, told="x", after=("0: play g6",)), "= sixteen"),
    "a chance that is another": (claiming(4, chance="stock", value="b1", equals="1/3"), "it is 0."),
    "a claim of two kinds": (claiming(4, may="play g6", worlds=3), "has 2 of the fields"),
    "an action that is not legal": (changed(4, do="play g5"), "step 5 cannot be played"),
    "an alternative that leads elsewhere": (changed(4, do=("play g6", "play o2")), "where {4: 'play o2'}"),
    "a bot that cannot do that": (changed(3, moves=("*: drawn g2", "1: play g3")), "step 3 cannot be played"),
    "a language is missing": (changed(5, say={"en": "Well done."}), "step 5, say: no words in fr"),
    "a caption that is too long": (changed(5, say={"en": "a" * 300, "fr": "b"}), "300 letters in en"),
    "a rule that is nowhere": (changed(5, rules=("S16-99",)), "no rules text has S16-99"),
    "a caption for nothing": (changed(5, instead={"play g9": {"en": "No.", "fr": "Non."}}), "the caption of 'play g9'"),
    "too short": (replace(sixteen(), steps=(ScriptedStep({"en": "So.", "fr": "Voilà."}),)), "too short"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_lesson_is_named(fault: str) -> None:
    lesson, why = FAULTS[fault]
    said = "; ".join(lesson_faults(GAMES["sixteen"], lesson))
    assert re.search(why.replace("{", r"\{").replace("}", r"\}"), said), said


def test_an_answer_is_right_or_not_for_now_or_against_a_rule() -> None:
    game, lesson = GAMES["sixteen"], sixteen()
    assert answer(game, lesson, 4, "play g6").right
    wrong = answer(game, lesson, 4, "play o2")
    assert not wrong.right and wrong.say == lesson.steps[4].instead["play *"]
    with pytest.raises(ValueError, match="b1 is not in your hand"):
        answer(game, lesson, 4, "play b1")


def test_what_was_chosen_among_several_stays_chosen_and_the_other_hand_stays_hidden() -> None:
    lesson = sixteen()
    number = next(n for n, step in enumerate(lesson.steps) if len(step.accepted) > 1)
    played = play_lesson(GAMES["sixteen"], lesson, {number: "play joker 3 blue"})
    assert played.steps[number + 1].lines[0].told == "0: play joker 3 blue = match"
    others = [line.told for step in played.steps for line in step.lines if line.told.startswith("*: d")]
    assert others.count("*: drawn ?") >= 8 and others.count("*: dealt ?") == 3
