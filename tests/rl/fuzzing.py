"""Wrong buffers, actions and values for every public function of `turbo` and `rl`, in a process of its own.

Each call must return or raise an exception. A call that writes outside an array would end the process with a signal,
now or when its memory is freed; one that hangs is ended by the test. At its end it says how many calls it made. A
public function that it has not called is an error, too.
"""

from __future__ import annotations

import faulthandler
import gc
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from inspect import isfunction
from random import Random
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
from msgspec.structs import replace as changed

import tablee.rl.gymnasium as gym
import tablee.rl.pettingzoo as zoo
from tablee import turbo
from tablee.bots.search import pack_states
from tablee.contract import AnyGame, Choice
from tablee.games import GAMES
from tablee.games.parts import claims
from tablee.rl import moments, numbering, observations, opponents, rendering, turns
from tablee.rl.gymnasium import TableEnv
from tablee.testing import playout
from tablee.turbo import compiled, layout, many, meaning, rows, vector
from tablee.turbo import numbering as turbo_numbering
from tablee.turbo.vector import Buffers, VectorEnv

LANES = 7  # as many as no game has players
NUMBERS: tuple[Any, ...] = (
    -(2**70), -(2**63), -129, -1, 0, 1, 56, 57, 127, 128, 99_999, 2**63 - 1, 2**63, 2**70, 0.5, float("nan"), None,
    "1", b"1", True, [], (), {}, object(), np.int8(3), np.uint64(2**64 - 1), np.float32(1),
)  # fmt: skip
# Compiled code itself, for code of ours that calls it: it is named so, and nothing there is checked. The functions of
# `turbo.chance` have no arrays and are not called here, because Numba would compile each for every kind of wrong value.
UNCHECKED = {"turbo.compiled_kernel", "turbo.compiled_course", "turbo.compiler"}


class Caller:
    """Makes calls that may fail, counts them, and notes which functions they were."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.calls, self.refused = rng, 0, 0
        self.called: set[str] = set()

    def call(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        self.calls += 1
        self.called.add(full_name(function))
        try:
            return function(*arguments, **named)
        except Exception:
            self.refused += 1
            return None

    def must_refuse(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> None:
        before = self.refused
        result = self.call(function, *arguments, **named)
        given = f"{str(arguments)[-300:]} {str(named)[-300:]}"
        assert self.refused == before + 1, f"{function} accepted {given}: {result!r}"


def full_name(function: Any) -> str:
    module = getattr(function, "__module__", None) or ""
    return f"{module.removeprefix('tablee.')}.{getattr(function, '__qualname__', function.__name__)}"


def public_functions(*modules: ModuleType) -> set[str]:
    """The functions and methods that these modules define. Records and interfaces have none of their own."""
    found: set[str] = set()
    for module in modules:
        for name, value in vars(module).items():
            if name.startswith("_") or getattr(value, "__module__", "") != module.__name__:
                continue
            if isinstance(value, type):
                found |= {full_name(one) for key, one in vars(value).items() if isfunction(one) and key[0] != "_"}
            elif callable(value) and hasattr(value, "__name__"):
                found.add(full_name(value))
    return found


def call_with_wrong(fuzz: Caller, *functions: Callable[..., Any]) -> None:
    """Each with nothing, with one wrong value, with two and with three of them."""
    for function in functions:
        for count in range(4):
            for wrong in (None, -1, 99_999, 0.5, "x", (), object(), np.zeros((3, 2), np.float32)):
                fuzz.call(function, *[wrong] * count)


def methods(thing: Any) -> list[Callable[..., Any]]:
    """Its public methods that are written in Python."""
    names = [name for name in dir(type(thing)) if name[0] != "_" and isfunction(getattr(type(thing), name))]
    return [getattr(thing, name) for name in names]


def spoilt(right: Any) -> Iterator[Any]:
    """Arrays that are nearly this one, and things that are none."""
    yield from (None, 0, "array", [1, 2], object(), b"\0" * 64)
    array = np.array(right, subok=False)
    yield array[:-1].copy() if array.ndim else array
    yield np.zeros((0, *array.shape[1:]), array.dtype)
    yield np.zeros((*array.shape, 1), array.dtype)
    yield np.zeros((2, *array.shape), array.dtype)[0, ..., None]
    yield np.zeros((len(array) * 2, *array.shape[1:]), array.dtype)[::2]  # with gaps
    if array.ndim > 1:
        yield np.asfortranarray(np.zeros(array.shape, array.dtype))
        yield np.zeros((len(array), array.shape[1] - 1), array.dtype)
        yield np.zeros(array.shape[::-1], array.dtype)
    if array.dtype.names is None:
        for kind in (
            np.int8,
            np.int16,
            np.int32,
            np.int64,
            np.uint8,
            np.float32,
            np.float64,
            np.bool_,
            np.complex64,
            object,
        ):
            if array.dtype != kind:
                yield np.zeros(array.shape, kind)
        if array.dtype.itemsize > 1:
            yield np.zeros(array.shape, array.dtype.newbyteorder())
    frozen = array.copy()
    frozen.flags.writeable = False
    yield frozen


def fuzz_vector(fuzz: Caller, game: AnyGame, options: Any) -> None:
    for wrong in NUMBERS:
        if isinstance(wrong, bool) or not (isinstance(wrong, int | np.integer) and 0 < wrong < 2**31):
            fuzz.must_refuse(VectorEnv, game, options, wrong)
        fuzz.call(VectorEnv, game, options, 1, seed=wrong)
    for other in (None, "sixteen", object(), next(one for one in GAMES.values() if one.name != game.name)):
        fuzz.must_refuse(VectorEnv, other, options, 1)
    env = VectorEnv(game, options, LANES, seed=5)
    for early in (env.sample, env.state):
        fuzz.must_refuse(early)
    fuzz.must_refuse(env.step, np.zeros(LANES, np.int64))
    for name in Buffers.__struct_fields__:
        right = env.make_buffers(LANES)
        for wrong in spoilt(getattr(right, name)):
            fuzz.must_refuse(VectorEnv, game, options, LANES, buffers=changed(right, **{name: wrong}))
    fuzz.must_refuse(VectorEnv, game, options, LANES, buffers=env.make_buffers(2))
    fuzz.must_refuse(setattr, env.buffers, "rewards", np.zeros(1, np.float32))
    fuzz.must_refuse(env.buffers.masks.fill, 1)
    fuzz.must_refuse(setattr, env.buffers.masks.flags, "writeable", True)
    env = VectorEnv(game, options, LANES, seed=5, buffers=env.make_buffers(LANES))
    seen = env.reset()
    for _ in range(40):
        seen.masks.fill(1)  # what the caller writes into an array of its own decides nothing
        chosen = np.array([fuzz.rng.choice([-1, 0, 5, 56, 57, 2**40, -(2**63)]) for _ in range(LANES)])
        fuzz.call(env.step, chosen)
        fuzz.call(env.step, fuzz.rng.choice(NUMBERS))
        fuzz.call(env.meaning, fuzz.rng.choice(NUMBERS), fuzz.rng.choice(NUMBERS))
        env.step(env.sample())
        assert (env.action_masks() == seen.masks).all()
    for wrong in spoilt(np.zeros(LANES, np.int64)):
        fuzz.call(env.step, wrong)
        fuzz.call(env.sample, wrong)
        fuzz.call(env.fields, wrong)
    fuzz.must_refuse(env.step, np.zeros(LANES - 1, np.int64))
    fuzz.must_refuse(env.step, np.zeros(LANES, np.float64))
    fuzz.must_refuse(env.sample, np.zeros(LANES + 3, np.int8))
    fuzz.must_refuse(env.records.fill, 0)
    call_with_wrong(fuzz, *methods(env), vector.read_only, vector.spaces)
    assert (deepcopy(env).step(deepcopy(env).sample()).turns >= 0).all()


def fuzz_many(fuzz: Caller, game: AnyGame, options: Any) -> None:
    for wrong in NUMBERS:
        if not (isinstance(wrong, int) and 10_000 < wrong < 2**63):  # which would be played
            fuzz.call(many.play, game, options, wrong, jobs=1)
        fuzz.call(many.play, game, options, 1, seed=wrong, jobs=1)
        if not (isinstance(wrong, int) and 64 < wrong < 2**63):
            fuzz.call(many.play, game, options, 1, jobs=wrong)
        fuzz.must_refuse(many.play, game, wrong, 1)
        fuzz.must_refuse(many.rollouts, game, wrong, 1)
    fuzz.must_refuse(many.play, "sixteen", options, 1)
    state = next(after for _, _, after in playout(game, options, Random(2)) if isinstance(game.awaits(after), Choice))
    for field in state.__struct_fields__:
        for wrong in (None, 99, -7, 300, "x", (), (1,) * 200, ((7,),) * 9):
            fuzz.call(many.rollouts, game, changed(state, **{field: wrong}), 2)


def fuzz_loops(fuzz: Caller, game: AnyGame, options: Any) -> None:
    kernel, course = turbo.kernel(game), turbo.course(game)
    players = options.players
    lanes, ranks = turbo.lanes(game, options, LANES, seed=3), np.zeros((players, players), np.int64)
    mask, seen = np.zeros(kernel.actions, np.int8), np.zeros(kernel.observed, np.int8)
    env = VectorEnv(game, options, LANES)
    env = VectorEnv(game, options, LANES, buffers=env.make_buffers(LANES))
    b = env.reset()
    shown = (b.observations.view(env._shown[0].dtype)[:, 0], b.masks.view(env._shown[1].dtype)[:, 0])
    actions = env.sample()
    state = next(after for _, _, after in playout(game, options, Random(2)) if isinstance(game.awaits(after), Choice))
    worlds = pack_states(game, [state] * LANES, 1)
    shares = np.zeros(2)
    noted = np.zeros(3, rows.game_row(players))
    cast = np.zeros(players, np.int64)
    right: dict[Callable[..., Any], tuple[Any, ...]] = {
        course.games: (lanes, 2, ranks),
        course.rollouts: (lanes, lanes.copy(), 2, ranks),
        course.weigh: (worlds, worlds.copy(), np.zeros(2, np.int64), 0, shares),
        course.reset: (lanes, *shown, b.turns),
        course.step: (lanes, actions, *shown, b.rewards, b.done, b.turns),
        course.sample: (lanes, actions),
        course.follow: (lanes, -2, mask),
        course.play: (lanes[0],),
        course.leading: (lanes[0],),
        turbo.observe_all(game): (lanes, np.zeros((LANES, players, kernel.observed), np.int8)),
        kernel.begin: (lanes[1],),
        kernel.agree: (lanes[1], options),
        kernel.pack: (state, lanes[1]),
        kernel.unpack: (lanes[1], options),
        kernel.fell: (lanes[1],),
        kernel.awaits: (lanes[1],),
        kernel.happen: (lanes[1],),
        kernel.legal: (lanes[1], mask),
        kernel.choose: (lanes[1],),
        kernel.act: (lanes[1], 0),
        kernel.rank: (lanes[1], 0),
        kernel.score: (lanes[1], 0),
        kernel.observe: (lanes[1], 0, seen),
        turbo.policies(game)["random"]: (lanes[1],),
        turbo.note_games(game): (lanes, cast, 1, 0, 0, 2520, -1, np.zeros(9, np.int64),
                                 rows.fields(noted), np.zeros((2, kernel.actions, 10), np.int64)),
    }  # fmt: skip
    if game.name == "sixteen":  # the loop is the same for all games, and takes long to compile
        asked: Any = claims(game)
        memo, counts = np.zeros(asked.MEMORY, np.int64), np.zeros(asked.COUNTERS, np.int64)
        right[turbo.count_games(game)] = (lanes, cast, 1, 0, 2, memo, counts)
    for function, arguments in right.items():
        fuzz.call(function, *arguments)
        for place, argument in enumerate(arguments):
            for wrong in spoilt(argument) if isinstance(argument, np.ndarray) else NUMBERS:
                if place in (1, 2) and isinstance(wrong, int) and not isinstance(wrong, bool) and wrong > 999:
                    continue  # so many games would be played
                fuzz.call(function, *arguments[:place], wrong, *arguments[place + 1 :])
        fuzz.must_refuse(function)
    for wrong in NUMBERS:
        if not (isinstance(wrong, int | np.integer) and wrong > 1000):
            fuzz.call(turbo.lanes, game, options, wrong)
        fuzz.call(turbo.lanes, game, options, 1, wrong, wrong)
        fuzz.call(turbo.cast, game, wrong)
        fuzz.call(turbo.course, game, wrong)
        fuzz.call(turbo.kernel, wrong)
        fuzz.call(kernel.observation.slice, wrong)
        fuzz.call(kernel.observation.split, wrong)
        fuzz.call(layout.wide, "x", wrong, wrong, "")
        fuzz.call(rows.game_row, wrong) if not isinstance(wrong, int | np.integer) else None
        fuzz.call(kernel.encode, wrong)
        fuzz.call(kernel.alphabet, wrong)
    call_with_wrong(
        fuzz, turbo.kernel, turbo.policies, turbo.observe_all, turbo.note_games, turbo.count_games, rows.fields,
        rows.columns, rows.describe_columns, meaning.find_meaning, meaning.alphabet, layout.flatten, layout.table,
        layout.shorten, layout.digits, *methods(turbo_numbering.Numbering(game, options)),
    )  # fmt: skip
    fields = [kernel.observation, kernel.record, *kernel.observation.fields]
    for part in [*fields, layout.Repeat("x", "", 2, (layout.Field("y", ""),)), layout.Field("z", "")]:
        call_with_wrong(fuzz, *methods(part))
    gc.collect()


def fuzz_policies(fuzz: Caller, game: AnyGame, options: Any) -> None:
    """Policies that choose what is not legal: an error that names the game, the seat and the action."""
    from tablee.contract import IllegalMove

    for number in (0, 56, -1, 10**6):

        def always(g: Any, number: int = number) -> int:
            return number

        try:
            many.play(game, options, 3, policy=compiled.passing(always), jobs=1)
        except IllegalMove as error:
            assert game.name in str(error) and "seat" in str(error) and str(number) in str(error), error
        else:
            raise AssertionError(f"always {number} is a policy")
    for wrong in ("sound", 3, object()):
        fuzz.must_refuse(many.play, game, options, 3, policy=wrong)


def fuzz_environments(fuzz: Caller, game: AnyGame) -> None:
    for wrong in NUMBERS:
        for make in (TableEnv, zoo.raw_env, zoo.parallel_env):
            if isinstance(wrong, str | bytes | float | int | np.generic):
                fuzz.must_refuse(make, wrong)
            fuzz.call(make, game, wrong)
            fuzz.call(make, game, {"players": wrong})
            fuzz.call(make, game, render_mode=wrong)
            fuzz.call(make, game, observations=wrong)
        fuzz.call(TableEnv, game, opponents=wrong)
        fuzz.call(TableEnv, game, seat=wrong)
        fuzz.call(zoo.parallel_env, game, max_cycles=wrong)
        fuzz.call(zoo.env, game=wrong)
    env = TableEnv(game)
    for early in (env.step, env.state, env.render, env.action_masks):
        fuzz.call(early, *([0] if early == env.step else []))
    raw, parallel = zoo.raw_env(game), zoo.parallel_env(game)
    for table in (env, raw, parallel):
        for wrong in NUMBERS:
            fuzz.call(table.reset, seed=wrong if not isinstance(wrong, int) or wrong < 2**62 else 1, options=wrong)
            fuzz.call(table.reset, options={"first": wrong, "seat": wrong})
            table.reset(seed=1)
            fuzz.call(table.step, wrong)
            fuzz.call(table.meaning, wrong)
            fuzz.call(table.fields, wrong)
    parallel.reset(seed=1)
    for wrong in NUMBERS:
        fuzz.call(parallel.step, dict.fromkeys(parallel.possible_agents, wrong))
    made = gymnasium.make(f"tablee.rl.gymnasium:tablee/{game.name}-v{game.version}")
    made.reset(seed=1)
    for wrong in NUMBERS:
        fuzz.call(made.step, wrong)
    tables = turns.Turns(game, game.options())
    numbers = numbering.Numbering(game, game.options())
    opening = moments.Moment(tables.begin(), tables, numbers, False)
    shown = observations.Observations(numbers.layout, numbers.actions, "flat")
    for thing in (env, raw, parallel, tables, opening, shown, rendering.Rendering("ansi")):
        call_with_wrong(fuzz, *methods(thing))
    call_with_wrong(
        fuzz, zoo.env, zoo.register_game, gym.register_game, opponents.find_chooser, opponents.find_choosers,
        numbering.find_game, numbering.read_options, numbering.change_options, moments.restore, turns.rewards,
    )  # fmt: skip


def fuzz_openspiel(fuzz: Caller, game: AnyGame) -> set[str]:
    """Which functions there are."""
    import tablee.rl.openspiel as spiel

    call_with_wrong(fuzz, spiel.bounds, spiel.read, spiel.load, spiel.load_text, spiel.game_type, spiel.register_game)
    loaded = spiel.load(game)
    state = loaded.new_initial_state()
    for _ in range(12):
        call_with_wrong(fuzz, *methods(state), *methods(loaded))
        for wrong in (-5, 99, 10**6):
            for name in (
                "legal_actions",
                "information_state_string",
                "observation_tensor",
                "action_to_string",
                "child",
            ):
                fuzz.call(getattr(state, name), wrong)
            fuzz.call(state.apply_action, wrong)
        if state.is_terminal():
            break
        numbers = [number for number, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(fuzz.rng.choice(numbers))
    call_with_wrong(fuzz, *methods(loaded.make_py_observer()))
    return public_functions(spiel)


def fuzz_gpu(fuzz: Caller, game: AnyGame, options: Any) -> None:
    """In Numba's simulator, which needs no GPU: what it is asked to read or write outside an array is an error."""
    from tablee.turbo.cuda import many as on_gpu
    from tablee.turbo.cuda.arrays import DeviceArray
    from tablee.turbo.cuda.device import cuda
    from tablee.turbo.cuda.vector import DeviceVectorEnv

    for wrong in NUMBERS:
        if not (isinstance(wrong, int) and wrong > 1):
            fuzz.call(on_gpu.play, game, options, wrong)
        if isinstance(wrong, bool) or not (isinstance(wrong, int | np.integer) and 0 < wrong < 2**20):
            fuzz.must_refuse(DeviceVectorEnv, game, options, wrong)
        fuzz.must_refuse(DeviceVectorEnv, wrong, options, 1)
        fuzz.must_refuse(DeviceVectorEnv, game, wrong, 1)
    env = DeviceVectorEnv(game, options, 3)
    for early in (env.sample, env.state):
        fuzz.must_refuse(early)
    fuzz.must_refuse(env.check, DeviceArray(cuda.to_device(np.zeros(3, np.int64))))
    env.reset()
    for shape in ((0,), (2,), (4,), (3, 1), (1, 3)):
        fuzz.must_refuse(env.step, DeviceArray(cuda.to_device(np.zeros(shape, np.int64))))
        fuzz.must_refuse(env.check, DeviceArray(cuda.to_device(np.zeros(shape, np.int64))))
    for kind in (np.float32, np.bool_, np.complex64):
        fuzz.must_refuse(env.step, DeviceArray(cuda.to_device(np.zeros(3, kind))))
    for number in (-1, -(2**63), 2**40, env.actions):
        before = env.records
        fuzz.must_refuse(env.step, DeviceArray(cuda.to_device(np.full(3, number, np.int64))))
        assert (before == env.records).all()
    call_with_wrong(fuzz, *methods(env))
    fuzz.must_refuse(setattr, env.buffers, "turns", None)
    env.step(env.sample())


def main(name: str, what: str) -> None:
    faulthandler.dump_traceback_later(500, exit=True)  # where it hangs
    fuzz, game = Caller(Random(f"{name} {what}")), GAMES[name]
    options = game.options()
    named: set[str] = set()
    match what:
        case "turbo":
            fuzz_vector(fuzz, game, options)
            fuzz_many(fuzz, game, options)
            fuzz_loops(fuzz, game, options)
            named = public_functions(turbo, layout, many, meaning, turbo_numbering, rows, vector) - UNCHECKED
        case "policies":
            fuzz_policies(fuzz, game, options)
        case "environments":
            fuzz_environments(fuzz, game)
            named = public_functions(gym, zoo, moments, numbering, observations, opponents, rendering, turns)
        case "openspiel":
            named = fuzz_openspiel(fuzz, game)
        case "gpu":
            fuzz_gpu(fuzz, game, options)
    assert named <= fuzz.called, f"never called: {sorted(named - fuzz.called)}"
    gc.collect()
    print(fuzz.calls, fuzz.refused)


if __name__ == "__main__":
    main(*sys.argv[1:])
