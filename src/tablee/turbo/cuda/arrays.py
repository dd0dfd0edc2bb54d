"""Arrays in the memory of the GPU that other libraries take without a copy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee.turbo.cuda.device import cuda


class DeviceArray:
    """`torch.from_dlpack(array)`, `jax.dlpack.from_dlpack(array)` and `cupy.from_dlpack(array)` share its memory.

    It also has `__cuda_array_interface__`. `numpy()` copies it to the host. Work is queued on CUDA's default stream,
    where PyTorch works, too, if nothing else is asked of it.
    """

    def __init__(self, array: Any) -> None:
        self.array = array
        self.shape: tuple[int, ...] = array.shape
        self.dtype: np.dtype[Any] = array.dtype

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return dict(self.array.__cuda_array_interface__)

    def __dlpack__(self, **asked: Any) -> Any:
        return self._view().__dlpack__(**asked)

    def __dlpack_device__(self) -> tuple[int, int]:
        kind, number = self._view().__dlpack_device__()
        return int(kind), int(number)

    def _view(self) -> Any:
        from cuda.core.utils import StridedMemoryView

        cuda.default_stream().synchronize()  # whoever takes it may work on another stream
        return StridedMemoryView.from_cuda_array_interface(self.array, stream_ptr=-1)

    def numpy(self) -> NDArray[Any]:
        """A copy on the host."""
        copied: NDArray[Any] = self.array.copy_to_host()
        return copied

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype})"
