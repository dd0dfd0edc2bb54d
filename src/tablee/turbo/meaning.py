"""What the number of an action means."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tablee.contract import Options
from tablee.turbo.checks import check_count
from tablee.turbo.interface import AnyKernel


@lru_cache(256)
def alphabet(kernel: AnyKernel, options: Options) -> tuple[Any, ...]:
    return tuple(kernel.alphabet(options))


def find_meaning(kernel: AnyKernel, options: Options, number: int, state: Any) -> Any:
    """The action of this number in this state; None: letting it pass. ValueError if it is no action here."""
    number = check_count("action", number, 0, kernel.actions - 1)
    action = alphabet(kernel, options)[number]
    if action is None and number != kernel.to_pass:
        if kernel.meaning is not None and state is not None:
            action = kernel.meaning(number, state)
        if action is None:
            raise ValueError(f"{number} is no action under these options")
    return action
