"""Makes the WebAssembly module of each game, from the same functions that are compiled for the processor.

Numba gives their LLVM text, not optimised; llvmlite makes it an object for wasm32, and a linker a module that imports
nothing. `python -m tablee.turbo.browser.build ZIG [GAME…]` writes the modules and the digests of their sources into
`modules/`; ZIG is the program of PyPI's `ziglang`, which has the linker and the functions of mathematics.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportMissingTypeStubs=false

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

# before Numba is imported: pointers are still typed in its text, and nothing of this processor is in it
os.environ |= {
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING": "1",
}

import llvmlite.binding as llvm  # type: ignore[import-untyped]
import numpy as np
from numba import carray, njit, types  # type: ignore[attr-defined]

from tablee import turbo
from tablee.contract import AnyGame
from tablee.games import GAMES, parts
from tablee.turbo.browser import MODULES
from tablee.turbo.browser.exports import ARRAYS, FLOAT, NOTHING, NUMBER, RECORD, RECORDS, TABLE, Export, exports
from tablee.turbo.browser.source import digest

TRIPLE: Final = "wasm32-unknown-unknown"
LAYOUT: Final = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES: Final = "+bulk-memory,+sign-ext,+nontrapping-fptoint"  # that every browser of the last years has
LLVM_TYPE: Final = {NUMBER: "i64", FLOAT: "double", NOTHING: "ptr"}
INLINED: Final = 40  # how eagerly functions are inlined: a module is loaded over networks, too
STACK: Final = 1 << 18
DATA: Final = "NRT_MemInfo_data_fast"  # the one function of Numba's runtime that returns something
FOREIGN: Final = re.compile(r'define .*?@"?(NRT_\w+|_ZN7cpython|cfunc\.)')  # Numba's runtime, and calls from Python


def compile_export(export: Export, record: np.dtype[Any], letters: Mapping[str, Any]) -> tuple[Any, list[Any]]:
    """The function behind an interface of pointers, lengths and numbers; and the types of these."""
    arguments, result = export.signature.split()
    names: dict[str, Any] = {"function": export.function, "carray": carray, "record": record, "i8": np.int64}
    declared: list[str] = []
    given: list[str] = []
    signature: list[Any] = []
    for n, letter in enumerate(arguments):
        if letter in (NUMBER, FLOAT):
            declared.append(f"a{n}")
            given.append(f"a{n}")
            signature.append(types.int64 if letter == NUMBER else types.float64)
            continue
        declared += [f"a{n}", f"n{n}"]
        signature += [types.voidptr, types.int64]
        if letter == RECORD:
            given.append(f"carray(a{n}, (1,), record)[0]")
        elif letter == RECORDS:
            given.append(f"carray(a{n}, (n{n},), record)")
        elif letter == TABLE:
            given.append(f"carray(a{n}, (16, 16), i8)")
        else:
            names[f"t{n}"] = np.dtype(ARRAYS[letter]).type if letter in ARRAYS else letters[letter]
            given.append(f"carray(a{n}, (n{n},), t{n})")
    call = f"function({', '.join(given)})"
    body = call if result == NOTHING else f"return {call}"
    exec(f"def wrapper({', '.join(declared)}):\n {body}", names)
    compiler: Any = njit
    compiled = compiler(error_model="numpy", no_cfunc_wrapper=True)(names["wrapper"])
    returned = {NUMBER: types.int64, FLOAT: types.float64, NOTHING: types.none}[
        result
    ]  # whatever the function itself does
    compiled.compile(returned(*signature))
    return compiled.overloads[tuple(signature)], signature


def glue(export: Export, symbol: str, signature: Sequence[Any]) -> str:
    """The export itself: it calls the compiled function as Numba does, and leaves out how it went."""
    kinds = ["double" if one == types.float64 else "ptr" if one == types.voidptr else "i64" for one in signature]
    given = "".join(f", {kind} %a{n}" for n, kind in enumerate(kinds))
    kind = LLVM_TYPE[export.signature[-1]]
    end = "ret void" if kind == "ptr" else f"%value = load {kind}, ptr %result\n ret {kind} %value"
    return f"""
declare i32 @"{symbol}"(ptr, ptr{"".join(f", {kind}" for kind in kinds)})
define {"void" if kind == "ptr" else kind} @"{export.symbol}"({given[2:]}) {{
 %result = alloca {kind}
 %error = alloca ptr
 %status = call i32 @"{symbol}"(ptr %result, ptr %error{given})
 {end}
}}
"""


def retarget(text: str) -> str:
    """The same text for wasm32, without Numba's runtime and without what is only called from Python."""
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{LAYOUT}"', text)
    text = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', text)
    return "\n".join(own_lines(text.split("\n")))


def own_lines(lines: Sequence[str]) -> Iterator[str]:
    inside = False
    for line in lines:
        if inside:
            inside = line != "}"
        elif found := FOREIGN.match(line):
            inside = True
            if found[1].startswith("NRT_"):
                yield f"declare {'ptr' if found[1] == DATA else 'void'} @{found[1]}(ptr)"
        else:
            yield line


def link_text(game: AnyGame) -> tuple[llvm.ModuleRef, list[str]]:
    """Everything that the game exports, and what that calls, as one module of LLVM; and the names of the exports."""
    record = turbo.compiled_kernel(game).record.dtype
    found = list(exports(game))
    whole = llvm.parse_assembly(heading() + (files("tablee.turbo.browser") / "memory.ll").read_text())
    for export in found:
        compiled, signature = compile_export(export, record, export.letters)
        whole.link_in(llvm.parse_assembly(retarget(compiled.library.get_llvm_str())))
        whole.link_in(llvm.parse_assembly(heading() + glue(export, compiled.fndesc.llvm_func_name, signature)))
    return whole, ["memory.from(p)v", *(export.symbol for export in found)]


def heading() -> str:
    return f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n'


def optimise(whole: llvm.ModuleRef, kept: Sequence[str], machine: llvm.TargetMachine) -> None:
    for function in whole.functions:
        if not function.is_declaration and function.name not in kept:
            function.linkage = llvm.Linkage.internal
    for variable in whole.global_variables:
        if not variable.is_declaration:
            variable.linkage = llvm.Linkage.internal
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    tuning.inlining_threshold = INLINED
    tuning.loop_unrolling = tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(whole, builder)


def build(game: AnyGame, zig: str) -> bytes:
    """The module of this game."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    whole, names = link_text(game)
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=FEATURES, opt=2, reloc="static")
    optimise(whole, names, machine)
    whole.verify()
    with TemporaryDirectory() as folder:
        path = Path(folder, "kernel.o")
        path.write_bytes(machine.emit_object(whole))
        subprocess.run(
            [zig, "cc", "-target", "wasm32-wasi", "-nostartfiles", "-mexec-model=reactor", "-s", "-O2",
             str(path), "-o", f"{path}.wasm",
             f"-Wl,-z,stack-size={STACK}", "-Wl,--no-entry", "-Wl,--gc-sections", "-Wl,--export=__heap_base",
             *(f"-Wl,--export={name}" for name in names)],
            check=True,
        )  # fmt: skip
        return Path(f"{path}.wasm").read_bytes()


def main(zig: str, *names: str) -> None:
    for game in GAMES.values():
        if parts.has_kernel(game) and (not names or game.name in names):
            module = build(game, zig)
            (MODULES / f"{game.name}.wasm").write_bytes(module)
            (MODULES / f"{game.name}.source").write_text(digest(game) + "\n")
            print(f"{game.name}: {len(module)} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
