"""What an environment shows: the numbers of an observation alone, with the mask, or by the names of their fields."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from gymnasium.spaces import Box, Dict, MultiBinary

from tablee.rl.numbering import Numbers
from tablee.turbo.layout import Layout

Shown: TypeAlias = Literal["flat", "masked", "fields"]


class Observations:
    """`flat`: an int8 vector. `masked`: a dict of it and the mask. `fields`: a dict of the fields that the kernel
    declares, by name, each with its bounds, and the mask."""

    def __init__(self, layout: Layout, actions: int, shown: Shown) -> None:
        if shown not in get_args(Shown):
            raise ValueError(f"observations: expected one of {', '.join(get_args(Shown))}, not {shown!r}")
        self.layout, self.shown = layout, shown
        flat = Box(layout.low, layout.high, dtype=np.int8)
        mask = MultiBinary(actions)
        self.space: Any = flat
        if shown == "masked":
            self.space = Dict({"observation": flat, "action_mask": mask})
        elif shown == "fields":
            lows, highs = layout.split(layout.low), layout.split(layout.high)
            boxes = {name: Box(low, highs[name], dtype=np.int8) for name, low in lows.items()}
            self.space = Dict({**boxes, "action_mask": mask})

    def show(self, numbers: Numbers, mask: Numbers) -> Any:
        if self.shown == "flat":
            return numbers
        if self.shown == "masked":
            return {"observation": numbers, "action_mask": mask}
        return {**self.layout.split(numbers), "action_mask": mask}
