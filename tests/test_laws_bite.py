"""The laws bite: each fault planted in a sound game is found, and named by its law, with the record that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
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


def test_the_covering_options_hold_every_pair_of_values() -> None:
    sets = covering(Options)
    assert sets[0] == Options()
    for players in (2, 3):
        for sides in (4, 12):
            assert any((one.players, one.sides) == (players, sides) for one in sets)


def test_the_covering_options_are_the_same_every_time() -> None:
    assert covering(Options) == covering(Options)
