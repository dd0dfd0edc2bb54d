"""Many games side by side, for training: one call is one decision in every lane, and the buffers belong to the caller.

Autoreset is Gymnasium's SAME_STEP: a lane whose game ends begins the next one in the same step; its `done` is set, its
`rewards` are those of the game that ended, and its observation is the first of the new game.

An environment can be copied and pickled at any moment: the copy has buffers of its own and plays on as the original
would. It is for one thread at a time.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import ArrayLike, NDArray

from tablee import turbo
from tablee.contract import AnyGame, IllegalMove, Options
from tablee.turbo.chance import seed as seed_record
from tablee.turbo.checks import CHECKED, check_array, check_count, check_options, row_type

MOST_LANES: Final = 2**31


class Buffers(Struct, frozen=True):
    """What a step fills in place, in C order. Except the rewards, all is about the seat to move, in `turns`.

    The masks of an environment's own buffers are read-only: a step takes from them which actions are legal.
    """

    observations: NDArray[np.int8]  # lanes × OBSERVED
    masks: NDArray[np.int8]  # lanes × ACTIONS: 1 where an action is legal
    rewards: NDArray[np.float32]  # lanes × players: 0 until the end, then from 1 for the best rank to -1 for the worst
    done: NDArray[np.bool_]  # lanes: the game of this lane ended with this step
    turns: NDArray[np.int8]  # lanes: the seat that is to move


class VectorInterface:
    """What the numbers of a vector environment are, on the CPU and on a GPU."""

    autoreset_mode: ClassVar[str] = "SameStep"  # gymnasium.vector.AutoresetMode.SAME_STEP
    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": autoreset_mode}

    def __init__(self, game: AnyGame, options: Options, lanes: int, most: int) -> None:
        check_options(game, options)
        self.num_envs = check_count("lanes", lanes, 1, most)
        self.game, self.options = game, options
        kernel = turbo.compiled_kernel(game)
        self.actions, self.observed, self.layout = kernel.actions, kernel.observed, kernel.observation
        self._begun = False

    def _host_records(self) -> Any:
        """The records, or a copy of them."""
        raise NotImplementedError

    def _observations(self) -> NDArray[np.int8]:
        """What was seen last, on the host."""
        raise NotImplementedError

    def _check_begun(self) -> None:
        if not self._begun:
            raise RuntimeError("reset the environment first")

    def meaning(self, number: int, lane: int = 0) -> Any:
        """The action that this number stands for in this lane now, as the rules write it; None means pass."""
        from tablee.turbo.meaning import find_meaning

        check_count("lane", lane, 0, self.num_envs - 1)
        kernel = turbo.compiled_kernel(self.game)
        state = kernel.unpack(self._host_records()[lane], self.options) if kernel.meaning is not None else None
        return find_meaning(kernel, self.options, number, state)

    def fields(self, observations: NDArray[np.int8] | None = None) -> dict[str, NDArray[np.int8]]:
        """The observations by field: views, each lanes × its cells. `layout` has their bounds and meanings."""
        return self.layout.split(self._observations() if observations is None else observations)

    def state(self) -> NDArray[np.int8]:
        """Lanes × players × OBSERVED: what all seats see, for a critic that may know it in training."""
        self._check_begun()
        seen = np.zeros((self.num_envs, self.options.players, self.observed), np.int8)
        turbo.observe_all(self.game)(self._host_records(), seen)
        return seen

    @property
    def single_observation_space(self) -> Any:
        """What one lane observes, as a space of Gymnasium."""
        return spaces().Box(self.layout.low, self.layout.high, dtype=np.int8)

    @property
    def single_action_space(self) -> Any:
        return spaces().Discrete(self.actions)

    @property
    def observation_space(self) -> Any:
        """What all lanes observe."""
        return spaces().Box(
            np.tile(self.layout.low, (self.num_envs, 1)), np.tile(self.layout.high, (self.num_envs, 1)), dtype=np.int8
        )

    @property
    def action_space(self) -> Any:
        return spaces().MultiDiscrete(np.full(self.num_envs, self.actions))

    def close(self) -> None:
        """There is nothing to close."""

    def __getstate__(self) -> dict[str, Any]:
        raise NotImplementedError

    def __setstate__(self, kept: dict[str, Any]) -> None:
        raise NotImplementedError

    def __copy__(self) -> Self:
        copied = type(self).__new__(type(self))
        copied.__setstate__(self.__getstate__())
        return copied

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.__copy__()


class VectorEnv(VectorInterface):
    """`lanes` games of one kind, side by side."""

    def __init__(
        self, game: AnyGame, options: Options, lanes: int, *, seed: int = 0, buffers: Buffers | None = None
    ) -> None:
        super().__init__(game, options, lanes, MOST_LANES)
        self._records: Any = turbo.lanes(game, options, lanes, seed)
        self._use(buffers)

    def make_buffers(self, lanes: int) -> Buffers:
        """Buffers of the right shapes."""
        return Buffers(
            np.zeros((lanes, self.observed), np.int8),
            np.zeros((lanes, self.actions), np.int8),
            np.zeros((lanes, self.options.players), np.float32),
            np.zeros(lanes, np.bool_),
            np.zeros(lanes, np.int8),
        )

    def _use(self, given: Buffers | None) -> None:
        """Compiled code gets views that nobody else has, so what is checked here stays true."""
        if given is None:
            own = self.make_buffers(self.num_envs)
            self._masks, self.buffers = own.masks, replace(own, masks=read_only(own.masks))
        else:
            self._check_buffers(given)
            # what is legal is not read from the caller's array, where anything may have been written since
            self._masks = np.zeros(given.masks.shape, np.int8) if CHECKED else given.masks.view(np.ndarray)
            self.buffers = given
        self._copies_masks = given is not None and CHECKED
        self._course = turbo.compiled_course(self.game)
        self._chosen = np.zeros(self.num_envs, np.int64)
        observations, _, *told = (getattr(self.buffers, name).view(np.ndarray) for name in Buffers.__struct_fields__)
        self._shown = (
            observations.view(row_type(self.observed))[:, 0],
            self._masks.view(row_type(self.actions))[:, 0],
        )
        self._told = tuple(told)

    def _check_buffers(self, buffers: Buffers) -> None:
        if not isinstance(buffers, Buffers):
            raise TypeError(f"buffers: Buffers are expected, not {type(buffers).__name__}")
        usual = self.make_buffers(0)
        for name in Buffers.__struct_fields__:
            like: NDArray[Any] = getattr(usual, name)
            check_array(f"buffers.{name}", getattr(buffers, name), like.dtype, (self.num_envs, *like.shape[1:]))

    # ---- play -------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> Buffers:
        """A new game in every lane, up to its first decision; with a seed, as in a new environment."""
        if seed is not None:
            check_count("seed", seed)
            for n in range(self.num_envs):
                seed_record(self._records[n], seed, n)
        rewards, done, turns = self._told
        rewards.fill(0)
        done.fill(False)
        self._course.reset(self._records, *self._shown, turns)
        self._begun = True
        self._copy_masks()
        return self.buffers

    def step(self, actions: ArrayLike) -> Buffers:
        """One action in every lane. If one of them is not legal: IllegalMove, and nothing has changed."""
        self._check_begun()
        self._chosen[:] = self._read_actions(actions)
        bad = self._course.step(self._records, self._chosen, *self._shown, *self._told)
        if bad >= 0:
            raise IllegalMove(
                "turn", "lane {lane}: action {action} is not legal", lane=int(bad), action=int(self._chosen[bad])
            )
        self._copy_masks()
        return self.buffers

    def sample(self, actions: NDArray[np.integer[Any]] | None = None) -> NDArray[np.integer[Any]]:
        """Random legal actions, written into `actions` or into a new array."""
        self._check_begun()
        if actions is None:
            actions = np.zeros(self.num_envs, np.int64)
        elif CHECKED:
            self._check_room(actions)
        self._course.sample(self._records, self._chosen)
        actions[:] = self._chosen
        return actions

    def _copy_masks(self) -> None:
        if self._copies_masks:
            np.copyto(self.buffers.masks, self._masks)

    def _read_actions(self, actions: ArrayLike) -> NDArray[np.integer[Any]]:
        found = np.asarray(actions)
        if found.shape != (self.num_envs,) or not np.issubdtype(found.dtype, np.integer):
            raise ValueError(
                f"actions: {self.num_envs} whole numbers are expected, one for each lane, not {found.dtype} of shape"
                f" {found.shape}"
            )
        if found.dtype == np.uint64 and found.max() > np.iinfo(np.int64).max:
            raise ValueError("actions: numbers beyond all actions")
        return found

    def _check_room(self, actions: object) -> None:
        if not isinstance(actions, np.ndarray):
            raise TypeError(f"actions: an array is expected, not {type(actions).__name__}")
        self._read_actions(actions)
        if not actions.flags.writeable:
            raise ValueError("actions: an array that can be written is expected")
        if np.iinfo(actions.dtype).max < self.actions - 1:
            raise ValueError(f"actions: {actions.dtype} cannot hold numbers up to {self.actions - 1}")

    def action_masks(self) -> NDArray[np.bool_]:
        """Lanes × actions: what the seat to move may do."""
        return self._masks.astype(np.bool_)

    @property
    def records(self) -> Any:
        """The records, to be read; `turbo.kernel(game).record` says what they hold."""
        shown = self._records.view()
        shown.flags.writeable = False
        return shown

    def _host_records(self) -> Any:
        return self._records

    def _observations(self) -> NDArray[np.int8]:
        return self.buffers.observations

    # ---- copies -------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        told = {name: getattr(self.buffers, name).copy() for name in Buffers.__struct_fields__}
        records = np.array(self._records, subok=False)
        return {"game": self.game, "options": self.options, "records": records, "begun": self._begun,
                "buffers": told | {"masks": self._masks.copy()}}  # fmt: skip

    def __setstate__(self, kept: dict[str, Any]) -> None:
        game, options, records = kept["game"], kept["options"], kept["records"]
        VectorEnv.__init__(self, game, options, len(records))
        self._records[:] = records
        self._begun = kept["begun"]
        for name, values in kept["buffers"].items():
            mine = self._masks if name == "masks" else getattr(self.buffers, name)
            mine[:] = values


def read_only(array: NDArray[np.int8]) -> NDArray[np.int8]:
    """A view that cannot be made writable again, as one could that is only flagged as read-only."""
    return np.frombuffer(array.data.toreadonly(), array.dtype).reshape(array.shape)


def spaces() -> Any:
    """Gymnasium's spaces. It is an extra, and nothing else here needs it."""
    try:
        import gymnasium.spaces
    except ImportError as error:
        raise ImportError("spaces need an extra: pip install 'tablee[gymnasium]'") from error
    return gymnasium.spaces
