"""Kernels in a browser: the compiled functions of each game as one small WebAssembly module.

`exports` says what a module has, `build` makes it from the same source with Numba and LLVM (`python -m
tablee.turbo.browser.build`), and `modules/` keeps what was made, with the digest of its source (`source`).
In a browser, `library` calls these functions, on arrays that need no NumPy (`tablee.browser.arrays`).
"""

from importlib.resources import files
from pathlib import Path
from typing import Final

MODULES: Final = Path(str(files("tablee.turbo.browser"))) / "modules"
