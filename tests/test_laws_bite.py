"""The laws bite: each fault planted in a sound game is found, and named by its law, with the record that shows it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random

import pearl
import pytest
from msgspec.structs import force_setattr
from msgspec.structs import replace as changed
from pearl import GAME, Act, Guess, Lift, Options, Rolled, State, View

from tablee.chance import OneOf
from tablee.contract import AnyGame, Awaited, Happened, IllegalMove, Move, Played, Seat
from tablee.testing import LAWS, LawBroken, check, covering
from tablee.tuples import put


def test_a_sound_game_passes() -> None:
    check(GAME, games=5)


# ---- leaks ------------------------------------------------------------------------


def view_with_all_dice(state: State, seat: Seat | None) -> View:
    return changed(pearl.view(state, seat), dice=state.dice)


def view_with_others_guesses(state: State, seat: Seat | None) -> View:
    return changed(pearl.view(state, seat), guesses=state.guesses)


def view_that_counts_what_is_hidden(state: State, seat: Seat | None) -> View:
    """The secret is not in the open, but something that is counts it."""
    seen = pearl.view(state, seat)
    return changed(seen, dice=(*seen.dice, sum(state.dice) % 2))


def legal_by_the_hidden_sum(state: State, seat: Seat) -> Sequence[Act]:
    return [action for action in pearl.legal(state, seat) if not isinstance(action, Guess) or possible(state, action)]


def apply_by_the_hidden_sum(state: State, move: Move[Act]) -> State:
    after = pearl.apply(state, move)
    if isinstance(move.action, Guess) and not possible(state, move.action):
        raise IllegalMove("PRL-02", "the dice do not sum to that")
    return after


def possible(state: State, guess: Guess) -> bool:
    return guess.total % 2 == sum(state.dice) % 2


def told_the_die(before: State, move: Move[Act], after: State, seat: Seat | None) -> str:
    return str(move) if isinstance(move.action, Rolled) else pearl.told(before, move, after, seat)


def told_too_little(before: State, move: Move[Act], after: State, seat: Seat | None) -> str:
    """A cup is lifted and all see the die, but nobody is told which it was."""
    return str(move) if isinstance(move.action, Lift) else pearl.told(before, move, after, seat)


# ---- order ------------------------------------------------------------------------


def apply_first_come(state: State, move: Move[Act]) -> State:
    """Whoever guesses after another is heard one higher."""
    after = pearl.apply(state, move)
    if isinstance(move, Played) and isinstance(move.action, Guess) and len(state.silent) < state.options.players:
        return changed(after, guesses=put(after.guesses, move.by, move.action.total + 1))
    return after


def legal_no_second_guess(state: State, seat: Seat) -> Sequence[Act]:
    """What one has guessed another may not."""
    taken = {guess for guess in state.guesses if guess is not None}
    return [action for action in pearl.legal(state, seat) if not isinstance(action, Guess) or action.total not in taken]


def apply_no_second_guess(state: State, move: Move[Act]) -> State:
    after = pearl.apply(state, move)
    if isinstance(move, Played) and move.action not in legal_no_second_guess(state, move.by):
        raise IllegalMove("PRL-02", "somebody has guessed that")
    return after


# ---- states that change, chance that cheats, lists that lie ----------------------------


def apply_in_place(state: State, move: Move[Act]) -> State:
    after = pearl.apply(state, move)
    force_setattr(state, "guesses", after.guesses)
    return after


class Loaded(OneOf[Act, int], frozen=True):
    def sample(self, rng: Random) -> Act:
        return Rolled(len(self.things) + 1)


def awaits_loaded_dice(state: State) -> Awaited[Act]:
    rolling = len(state.dice) < state.options.players
    return Loaded(Rolled, state.faces, Seat(len(state.dice))) if rolling else pearl.awaits(state)


def apply_any_face(state: State, move: Move[Act]) -> State:
    if isinstance(move, Happened) and isinstance(move.action, Rolled) and len(state.dice) < state.options.players:
        return changed(state, dice=(*state.dice, move.action.face))
    return pearl.apply(state, move)


def apply_any_guess(state: State, move: Move[Act]) -> State:
    total = state.options.players  # any guess is heard as this one, which is always possible
    if isinstance(move, Played) and isinstance(move.action, Guess):
        return pearl.apply(state, Played(move.by, Guess(total)))
    return pearl.apply(state, move)


def legal_twice_lifted(state: State, seat: Seat) -> Sequence[Act]:
    found = pearl.legal(state, seat)
    return [*found, Lift()] if found and seat in state.lifted else found


def legal_nothing(state: State, seat: Seat) -> Sequence[Act]:
    return () if seat == 1 else pearl.legal(state, seat)


def parse_loosely(text: str) -> Act:
    return GAME.parse(text.replace("lift", "guess 7"))


def imagine_fresh_dice(view: View, rng: Random) -> State:
    state = pearl.imagine(view, rng)
    return changed(state, dice=tuple(rng.randint(1, view.options.sides) for _ in state.dice))


FAULTS: dict[str, tuple[str, AnyGame]] = {
    "the view shows all dice": ("secret", replace(GAME, view=view_with_all_dice)),
    "the view shows sealed guesses": ("secret", replace(GAME, view=view_with_others_guesses)),
    "the view counts hidden dice": ("secret", replace(GAME, view=view_that_counts_what_is_hidden)),
    "the legal list leaks": ("secret", replace(GAME, legal=legal_by_the_hidden_sum, apply=apply_by_the_hidden_sum)),
    "the log leaks": ("secret", replace(GAME, told=told_the_die)),
    "the view shows what was not told": ("secret", replace(GAME, told=told_too_little)),
    "the order of sealed moves matters": ("sealed", replace(GAME, apply=apply_first_come)),
    "a sealed move binds another": ("sealed", replace(GAME, legal=legal_no_second_guess, apply=apply_no_second_guess)),
    "apply mutates": ("replay", replace(GAME, apply=apply_in_place)),
    "parse is no inverse": ("replay", replace(GAME, parse=parse_loosely)),
    "a sample is not in the odds": ("legal", replace(GAME, awaits=awaits_loaded_dice, apply=apply_any_face)),
    "a sample is refused": ("legal", replace(GAME, awaits=awaits_loaded_dice)),
    "apply takes any face": ("legal", replace(GAME, apply=apply_any_face)),
    "apply takes any guess": ("legal", replace(GAME, apply=apply_any_guess)),
    "legal lists what apply refuses": ("legal", replace(GAME, legal=legal_twice_lifted)),
    "somebody awaited can do nothing": ("legal", replace(GAME, legal=legal_nothing)),
    "what is imagined looks different": ("imagine", replace(GAME, imagine=imagine_fresh_dice)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    law, game = FAULTS[fault]
    with pytest.raises(LawBroken) as caught:
        check(game, games=20)
    assert caught.value.law == law
    assert str(caught.value).startswith(f"{law}: {caught.value.why}")


@pytest.mark.parametrize("fault", FAULTS)
def test_the_record_that_shows_the_fault_is_shown(fault: str) -> None:
    with pytest.raises(LawBroken) as caught:
        check(FAULTS[fault][1], games=20)
    shown = str(caught.value)
    assert "after the last move of\ntablee: 1\ngame: pearl 1\noptions: players=" in shown
    assert all(f"\n{move}\n" in shown for _, move, _ in caught.value.steps)


def test_every_law_is_broken_by_some_fault() -> None:
    assert {f"check_{law}" for law, _ in FAULTS.values()} == {law.__name__ for law in LAWS}


# ---- what lies in the folder ------------------------------------------------------------


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Path]:
    """A copy of Pearl's folder under a name of its own, in which a fault can be planted."""
    package = f"planted_{tmp_path.name}"
    folder = tmp_path / package
    shutil.copytree(Path(pearl.__file__).parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
    bots = folder / "bots.py"
    bots.write_text(bots.read_text(encoding="utf-8").replace("from pearl import", f"from {package} import"))
    sys.path.insert(0, str(tmp_path))
    try:
        yield folder
    finally:
        sys.path.remove(str(tmp_path))
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            del sys.modules[name]


Change = Callable[[Path], object]


def plant(file: str, old: str, new: str) -> Change:
    def change(folder: Path) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def add(file: str) -> Change:
    return lambda folder: (folder / file).touch()


def write_lesson(folder: Path, lesson: str) -> None:
    (folder / "lesson.json").write_text(lesson)


def choosing(body: str) -> Change:
    """Pearl's bot chooses so."""
    return plant("bots.py", "    action = best(", f"    {body}\n    action = best(")


SEEN = "global seen; seen = [*globals().get('seen', ()), view]; return legal[len(seen) % 2]"
PLANTED: dict[str, tuple[str, str, Change]] = {
    "an unknown file": ("files", "figurs.py is no known part", add("figurs.py")),
    "a part without its function": ("files", "widest.py has no function widest", add("widest.py")),
    "a preset that is no game": ("files", "presets.json does not hold", plant("presets.json", '"4"', '"5"')),
    "a lesson that is none": (
        "files",
        "lesson.json is not a lesson",
        lambda folder: write_lesson(folder, '{"steps": 3}'),
    ),
    "a lesson without steps": (
        "lesson",
        "it has 0 steps",
        lambda folder: write_lesson(folder, '{"seats": ["a", "b"], "steps": []}'),
    ),
    "two bots of one level": ("files", "'diver'", plant("bots.py", "advise),)", "advise),) * 2")),
    "a rule is not stated": ("rules", "rules.fr.md does not state PRL-03", plant("rules.fr.md", "**PRL-03**", "3.")),
    "another rule is cited": ("rules", "en.md does not state PRL-05", plant("__init__.py", "# PRL-03", "# PRL-05")),
    "a line without words": (
        "words",
        "fr: lines has no words for 'lift = ",
        plant("words.fr.json", '"lift =', '"x ='),
    ),
    "an action without words": ("words", "en: moves has no words for 'lift'", plant("words.en.json", '"lift"', '"x"')),
    "a fact that is not told": ("words", "fr: the words for 'lift = ", plant("words.fr.json", "{who} lève", "{whom}")),
    "an ending without words": ("words", "the ending 'PRL-04'", plant("words.en.json", '"PRL-04"', '"x"')),
    "an option without words": ("words", "no words for options", plant("words.en.json", '"sides": "S', '"x": "S')),
    "an option without help": (
        "words",
        "no words for what options mean",
        plant("words.en.json", '"sides": "h', '"x": "h'),
    ),
    "a refusal without words": ("words", "no words for refusals", plant("words.fr.json", '"one guess each"', '"x"')),
    "a preset without words": ("words", "no words for presets", plant("words.fr.json", '"duel"', '"x"')),
    "a level without words": ("words", "no words for levels", plant("words.fr.json", '"diver": "p', '"x": "p')),
    "a bot without words": ("words", "no words for bots", plant("words.fr.json", '"diver": "P', '"x": "P')),
    "a bot that cheats": ("bots", "diver chooses guess 999, which is not legal", choosing("return Guess(999)")),
    "a bot that fails": ("bots", "the level diver fails: ZeroDivisionError", choosing("1 / 0")),
    "a bot that knows more": ("bots", "with the same view read from a text", choosing(SEEN)),
    "an action is not weighed": ("bots", "weigh each legal action", plant("bots.py", "in legal\n", "in legal[1:]\n")),
    "the worst is put first": ("bots", "put the best first", plant("bots.py", "-advice.value", "advice.value")),
    "a bot surer than sure": ("bots", "no chance", plant("bots.py", "1 / view.options.players", "9.0")),
    "a reason without words": ("bots", "no words in en", plant("words.en.json", '"near"', '"far"')),
    "a reason without figures": ("bots", "'near' without ['n']", plant("bots.py", '{"n": round(likely)}', "{}")),
}


def test_a_copy_without_a_fault_passes(copy: Path) -> None:
    check(import_module(copy.name).GAME, games=2)


@pytest.mark.untraced
@pytest.mark.parametrize("fault", PLANTED)
def test_a_fault_planted_in_the_folder_is_found(fault: str, copy: Path) -> None:
    law, why, change = PLANTED[fault]
    change(copy)
    with pytest.raises(LawBroken) as caught:
        check(import_module(copy.name).GAME, games=5)
    assert caught.value.law == law
    assert why in caught.value.why


def test_every_law_of_the_folder_is_broken_by_some_fault() -> None:
    assert {law for law, _, _ in PLANTED.values()} == {"files", "rules", "words", "bots", "lesson"}


# ---- options ----------------------------------------------------------------------------


def test_the_covering_options_hold_every_pair_of_values() -> None:
    sets = covering(Options)
    assert sets[0] == Options()
    for players in (2, 3):
        for sides in (4, 12):
            assert any((one.players, one.sides) == (players, sides) for one in sets)


def test_the_covering_options_are_the_same_every_time() -> None:
    assert covering(Options) == covering(Options)
