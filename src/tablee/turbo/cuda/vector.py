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
from tablee.turbo.checks import CHECKED, Lanes, check_count
from tablee.turbo.cuda.arrays import DeviceArray
from tablee.turbo.cuda.course import WORD, device_course, launch, mask_words
from tablee.turbo.cuda.device import cuda
from tablee.turbo.vector import VectorInterface

MOST_LANES: Final = 2**24


class DeviceBuffers(Struct, frozen=True):
    """What each step fills in place, as `tablee.turbo.vector.Buffers`, on the device."""

    observations: DeviceArray  # int8, lanes × OBSERVED
    masks: DeviceArray  # uint32, lanes × words: bit a % 32 of word a // 32 is 1 where action a is legal
    rewards: DeviceArray  # float32, lanes × players
    done: DeviceArray  # bool, lanes
    turns: DeviceArray  # int8, lanes


class DeviceVectorEnv(VectorInterface):
    """`lanes` games of one kind, side by side on a GPU. It is for one thread at a time."""

    def __init__(self, game: AnyGame, options: Options, lanes: int, *, seed: int = 0) -> None:
        super().__init__(game, options, lanes, MOST_LANES)
        self._course = device_course(game)
        kernel, array = turbo.compiled_kernel(game), cuda.device_array
        self._records = array(lanes, kernel.record.dtype)
        self._cells = array(-(-lanes * self.observed // 4), np.uint32)
        self._chosen, self._fault = array(lanes, np.int64), cuda.to_device(np.array([lanes], np.int64))
        # what is legal is not read where somebody may have written since
        self._masks = array((lanes, mask_words(kernel)), np.uint32)
        shown = array(self._masks.shape, np.uint32) if CHECKED else self._masks
        cells = self._cells.view(np.int8)[: lanes * self.observed].reshape(lanes, self.observed)
        self._shown = shown
        self._rewards, self._done = array((lanes, options.players), np.float32), array(lanes, np.bool_)
        self._turns = array(lanes, np.int8)
        self.buffers = DeviceBuffers(*map(DeviceArray, (cells, shown, self._rewards, self._done, self._turns)))
        self._start(check_count("seed", seed))

    def _start(self, seed: int) -> None:
        pattern = np.array(turbo.lanes(self.game, self.options, 1), subok=False)
        launch(self._course.start, self.num_envs, self._records, cuda.to_device(pattern), seed, 0)

    # ---- play -------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> DeviceBuffers:
        """A new game in every lane, up to its first decision; with a seed, as in a new environment."""
        if seed is not None:
            self._start(check_count("seed", seed))
        launch(self._course.reset, self.num_envs, self._records, self._turns)
        self._rewards.copy_to_device(np.zeros(self._rewards.shape, np.float32))
        self._done.copy_to_device(np.zeros(self.num_envs, np.bool_))
        self._begun = True
        self._show()
        return self.buffers

    def step(self, actions: Any) -> DeviceBuffers:
        """One action in every lane, from an array on the device. If one is not legal: IllegalMove, and nothing has
        changed. With TABLEE_CHECKS=off it does not wait for the GPU; then `check` raises what was wrong.
        """
        self._check_begun()
        chosen = self._read_actions(actions)
        self._fault.copy_to_device(np.array([self.num_envs], np.int64))
        launch(self._course.check, self.num_envs, chosen, self._masks, self._fault)
        launch(
            self._course.step, self.num_envs,
            self._records, chosen, self._fault, self._rewards, self._done, self._turns,
        )  # fmt: skip
        if CHECKED:
            self._check_fault(chosen)
        self._show()
        return self.buffers

    def check(self, actions: Any) -> None:
        """IllegalMove if one of the actions of the last step was not legal."""
        self._check_begun()
        self._check_fault(self._read_actions(actions))

    def _check_fault(self, chosen: Any) -> None:
        lane = int(self._fault.copy_to_host()[0])
        if lane < self.num_envs:
            action = int(chosen[lane])
            raise IllegalMove("turn", "lane {lane}: action {action} is not legal", lane=lane, action=action)

    def sample(self) -> DeviceArray:
        """Random legal actions, int64. The next call overwrites them."""
        self._check_begun()
        launch(self._course.sample, self.num_envs, self._records, self._chosen)
        return DeviceArray(self._chosen)

    def _show(self) -> None:
        """The observations and masks of the seats to move."""
        launch(self._course.observe, self.num_envs, self._records, self._turns, self._cells)
        launch(self._course.mark, self.num_envs, self._records, self._masks)
        if CHECKED:
            self._shown.copy_to_device(self._masks)

    def _read_actions(self, actions: Any) -> Any:
        """The actions as an array of the device, without a copy."""
        if isinstance(actions, DeviceArray):
            found = actions.array
        elif hasattr(actions, "__cuda_array_interface__"):
            found = cuda.as_cuda_array(actions)
        else:
            raise TypeError(f"actions: an array on the GPU is expected, not {type(actions).__name__}")
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
        return self._host_records()

    def _host_records(self) -> Any:
        return self._records.copy_to_host().view(Lanes)

    def _observations(self) -> NDArray[np.int8]:
        return self.buffers.observations.numpy()

    # ---- copies -------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        told = [array.copy_to_host() for array in (self._rewards, self._done, self._turns)]
        records = np.array(self.records, subok=False)
        return {"game": self.game, "options": self.options, "records": records, "begun": self._begun, "told": told}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        game, options, records = kept["game"], kept["options"], kept["records"]
        DeviceVectorEnv.__init__(self, game, options, len(records))
        self._records.copy_to_device(records)
        for mine, values in zip((self._rewards, self._done, self._turns), kept["told"], strict=True):
            mine.copy_to_device(values)
        self._begun = kept["begun"]
        if self._begun:
            self._show()


def unpack_masks(masks: NDArray[np.uint32], actions: int) -> NDArray[np.bool_]:
    """Lanes × actions, from bits."""
    bits = masks[:, :, None] >> np.arange(WORD, dtype=np.uint32) & 1
    return bits.reshape(len(masks), -1)[:, :actions].astype(np.bool_)
