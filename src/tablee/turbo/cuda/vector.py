"""`tablee.turbo.vector` on a GPU: up to a million games side by side, and everything stays in the memory of the GPU.

The same seed and the same actions give what `VectorEnv` gives, lane by lane, also when a lane's game ends. Masks have a
bit for each action, as a byte for each would be more than everything else together.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee import turbo
from tablee.contract import AnyGame, IllegalMove, Options
from tablee.turbo.checks import CHECKED, check_count, check_options
from tablee.turbo.cuda.arrays import DeviceArray
from tablee.turbo.cuda.course import WORD, device_course, launch, mask_words
from tablee.turbo.cuda.device import cuda

MOST_LANES: Final = 2**24


class DeviceBuffers(Struct, frozen=True):
    """What each step fills in place, as `tablee.turbo.vector.Buffers`, on the device."""

    observations: DeviceArray  # int8, lanes × OBSERVED
    masks: DeviceArray  # uint32, lanes × words: bit a % 32 of word a // 32 is 1 where action a is legal
    rewards: DeviceArray  # float32, lanes × players
    done: DeviceArray  # bool, lanes
    turns: DeviceArray  # int8, lanes


class DeviceVectorEnv:
    """`lanes` games of one kind, side by side on a GPU. It is for one thread at a time."""

    def __init__(self, game: AnyGame, options: Options, lanes: int, *, seed: int = 0) -> None:
        check_options(game, options)
        self.num_envs = check_count("lanes", lanes, 1, MOST_LANES)
        self.game, self.options = game, options
        self._course = device_course(game)
        kernel = turbo.compiled_kernel(game)
        self.actions, self.observed, self.layout = kernel.actions, kernel.observed, kernel.observation
        array = cuda.device_array
        self._records = array(lanes, kernel.record.dtype)
        self._cells = array(-(-lanes * self.observed // 4), np.uint32)
        self._chosen, self._fault = array(lanes, np.int64), array(1, np.int64)
        # what is legal is not read where somebody may have written since
        self._masks = array((lanes, mask_words(kernel)), np.uint32)
        shown = array(self._masks.shape, np.uint32) if CHECKED else self._masks
        cells = self._cells.view(np.int8)[: lanes * self.observed].reshape(lanes, self.observed)
        rewards = array((lanes, options.players), np.float32)
        self.buffers = DeviceBuffers(
            *map(DeviceArray, (cells, shown, rewards, array(lanes, np.bool_), array(lanes, np.int8)))
        )
        self._begun = False
        self._start(check_count("seed", seed))

    def _start(self, seed: int) -> None:
        pattern = np.array(turbo.lanes(self.game, self.options, 1), subok=False)
        launch(self._course.start, self.num_envs, self._records, cuda.to_device(pattern), seed, 0)

    # ---- play -------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> DeviceBuffers:
        """A new game in every lane, up to its first decision; with a seed, as in a new environment."""
        if seed is not None:
            self._start(check_count("seed", seed))
        told = self.buffers
        launch(self._course.reset, self.num_envs, self._records, told.turns.array)
        told.rewards.array.copy_to_device(np.zeros(told.rewards.shape, np.float32))
        told.done.array.copy_to_device(np.zeros(self.num_envs, np.bool_))
        self._begun = True
        self._show()
        return told

    def step(self, actions: Any) -> DeviceBuffers:
        """One action in every lane, from an array on the device. If one is not legal: IllegalMove, and nothing has
        changed. With TABLEE_CHECKS=off it does not wait for the GPU; then `check` raises what was wrong.
        """
        self._check_begun()
        told, chosen = self.buffers, self._read_actions(actions)
        self._fault.copy_to_device(np.array([self.num_envs], np.int64))
        launch(self._course.check, self.num_envs, chosen, self._masks, self._fault)
        launch(
            self._course.step, self.num_envs,
            self._records, chosen, self._fault, told.rewards.array, told.done.array, told.turns.array,
        )  # fmt: skip
        if CHECKED:
            self.check(chosen)
        self._show()
        return told

    def check(self, actions: Any) -> None:
        """IllegalMove if one of the actions of the last step was not legal."""
        lane = int(self._fault.copy_to_host()[0])
        if lane < self.num_envs:
            action = int(self._read_actions(actions)[lane])
            raise IllegalMove("turn", "lane {lane}: action {action} is not legal", lane=lane, action=action)

    def sample(self) -> DeviceArray:
        """Random legal actions, int64. The next call overwrites them."""
        self._check_begun()
        launch(self._course.sample, self.num_envs, self._records, self._chosen)
        return DeviceArray(self._chosen)

    def _show(self) -> None:
        """The observations and masks of the seats to move."""
        launch(self._course.observe, self.num_envs, self._records, self.buffers.turns.array, self._cells)
        launch(self._course.mark, self.num_envs, self._records, self._masks)
        if CHECKED:
            self.buffers.masks.array.copy_to_device(self._masks)

    def _check_begun(self) -> None:
        if not self._begun:
            raise RuntimeError("reset the environment first")

    def _read_actions(self, actions: Any) -> Any:
        """The actions as an array of the device, without a copy."""
        if isinstance(actions, DeviceArray):
            return actions.array
        if not hasattr(actions, "__cuda_array_interface__"):
            raise TypeError(f"actions: an array on the GPU is expected, not {type(actions).__name__}")
        found = cuda.as_cuda_array(actions)
        if found.shape != (self.num_envs,) or not np.issubdtype(found.dtype, np.integer):
            raise ValueError(
                f"actions: {self.num_envs} whole numbers are expected, one for each lane, not {found.dtype} of shape"
                f" {found.shape}"
            )
        return found

    # ---- what the numbers are -----------------------------------------------------

    def action_masks(self) -> NDArray[np.bool_]:
        """Lanes × actions, on the host: what the seat to move may do."""
        return unpack_masks(self._masks.copy_to_host(), self.actions)

    @property
    def records(self) -> Any:
        """A copy of the records on the host; `turbo.kernel(game).record` says what they hold."""
        return self._records.copy_to_host()


def unpack_masks(masks: NDArray[np.uint32], actions: int) -> NDArray[np.bool_]:
    """Lanes × actions, from bits."""
    bits = masks[:, :, None] >> np.arange(WORD, dtype=np.uint32) & 1
    return bits.reshape(len(masks), -1)[:, :actions].astype(np.bool_)
