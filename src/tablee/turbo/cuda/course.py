"""The loops of `tablee.turbo.course` for a GPU: a thread for each lane.

Records lie one after another, as on the CPU. A block writes its observations into shared memory first and then copies
them together, because threads that write rows of their own would each move 32 bytes for one. Masks are written as
bytes into a thread's local memory, by the same `legal` as everywhere, and leave it as bits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np

from tablee import turbo
from tablee.contract import AnyGame
from tablee.turbo.chance import seed
from tablee.turbo.course import build_course, build_lane_steps
from tablee.turbo.cuda.device import DeviceCompiler, cuda, require_gpu
from tablee.turbo.interface import AnyKernel

THREADS: Final = 64  # of a block
WORD: Final = 32  # bits of a word of a mask
QUADS: Final = WORD // 4  # four bytes, of which each is 0 or 1, become four bits
GATHER: Final = 0x10204080  # times such four bytes: the four bits are the highest of 32
LOW: Final = 0xFFFFFFFF

Numbers: TypeAlias = Any  # an array on the device
Loop: TypeAlias = Callable[..., None]


@dataclass(frozen=True)
class DeviceCourse:
    """The loops of one game, each a function over all lanes that a thread runs for its own."""

    start: Loop
    """start(lanes, pattern, seed, first): what `turbo.lanes` makes, if pattern[0] is one of these records."""
    games: Loop
    """games(lanes, times, ranks, decisions): as `Course.games`; both are counted."""
    reset: Loop
    """reset(lanes, turns): a new game in every lane, up to its first decision."""
    check: Loop
    """check(chosen, masks, fault): fault[0] becomes the lowest lane whose action is not legal."""
    step: Loop
    """step(lanes, chosen, fault, rewards, done, turns): one decision in every lane, but nothing if there is a fault."""
    sample: Loop
    """sample(lanes, chosen): a random legal action for every lane."""
    observe: Loop
    """observe(lanes, turns, observations): what the seat to move sees; words of four cells, all lanes in one row."""
    mark: Loop
    """mark(lanes, masks): what it may do: bit a % 32 of masks[lane, a // 32]."""


def mask_words(kernel: AnyKernel) -> int:
    """How many words of 32 bits a mask has."""
    return -(-kernel.actions // WORD)


def build_device_course(kernel: AnyKernel, compile: Callable[[Loop], Any]) -> DeviceCourse:
    """The loops of a kernel. `compile` makes of each what can be launched."""
    device = DeviceCompiler()
    play = build_course(kernel, kernel.choose, device).play
    begin_lane, step_lane = build_lane_steps(kernel, device)
    begin, choose, legal, observe, rank = kernel.begin, kernel.choose, kernel.legal, kernel.observe, kernel.rank
    actions, observed, words = kernel.actions, kernel.observed, mask_words(kernel)
    mask_bytes, mask_quads, tile_words = words * WORD, words * QUADS, THREADS * observed // 4

    def start(lanes: Numbers, pattern: Numbers, number: int, first: int) -> None:
        i = cuda.grid(1)
        if i < len(lanes):
            lanes[i] = pattern[0]
            seed(lanes[i], number, first + i)

    def games(lanes: Numbers, times: int, ranks: Numbers, decisions: Numbers) -> None:
        i = cuda.grid(1)
        if i < len(lanes):
            g, n = lanes[i], 0
            for _ in range(times):
                begin(g)
                n += play(g)
                for p in range(g.players):
                    cuda.atomic.add(ranks, (p, rank(g, p) - 1), 1)
            cuda.atomic.add(decisions, 0, n)

    def reset(lanes: Numbers, turns: Numbers) -> None:
        i = cuda.grid(1)
        if i < len(lanes):
            turns[i] = begin_lane(lanes[i])

    def check(chosen: Numbers, masks: Numbers, fault: Numbers) -> None:
        i = cuda.grid(1)
        if i < len(chosen):
            a = int(chosen[i])
            if a < 0 or a >= actions or not int(masks[i, a // WORD]) >> a % WORD & 1:
                cuda.atomic.min(fault, 0, i)

    def step(lanes: Numbers, chosen: Numbers, fault: Numbers, rewards: Numbers, done: Numbers, turns: Numbers) -> None:
        i = cuda.grid(1)
        if i < len(lanes) and fault[0] == len(lanes):
            turns[i], done[i] = step_lane(lanes[i], int(chosen[i]), rewards[i])

    def sample(lanes: Numbers, chosen: Numbers) -> None:
        i = cuda.grid(1)
        if i < len(lanes):
            chosen[i] = choose(lanes[i])

    def observe_lanes(lanes: Numbers, turns: Numbers, observations: Numbers) -> None:
        tile = cuda.shared.array(tile_words, np.uint32)
        cells = tile.view(np.int8)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * THREADS
        if first + thread < len(lanes):
            observe(
                lanes[first + thread], int(turns[first + thread]), cells[thread * observed : (thread + 1) * observed]
            )
        cuda.syncthreads()
        at = first * observed // 4
        for n in range(thread, min(tile_words, len(observations) - at), THREADS):
            observations[at + n] = tile[n]

    def mark(lanes: Numbers, masks: Numbers) -> None:
        i = cuda.grid(1)
        if i < len(lanes):
            quads = cuda.local.array(mask_quads, np.uint32)
            marks = quads.view(np.int8)
            for a in range(actions, mask_bytes):
                marks[a] = 0
            legal(lanes[i], marks)
            for w in range(words):
                bits = 0
                for q in range(QUADS):
                    bits |= ((int(quads[w * QUADS + q]) * GATHER & LOW) >> 28) << 4 * q
                masks[i, w] = bits

    return DeviceCourse(
        start=compile(start),
        games=compile(games),
        reset=compile(reset),
        check=compile(check),
        step=compile(step),
        sample=compile(sample),
        observe=compile(observe_lanes),
        mark=compile(mark),
    )


@cache
def device_course(game: AnyGame) -> DeviceCourse:
    """The loops of this game, compiled when they are first launched. RuntimeError without a GPU."""
    require_gpu()
    return build_device_course(turbo.compiled_kernel(game), cuda.jit)


def launch(loop: Any, lanes: int, *arguments: Any) -> None:
    """Runs a loop over so many lanes."""
    loop[-(-lanes // THREADS), THREADS](*arguments)
