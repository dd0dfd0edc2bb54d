"""Runs the Python of the documentation as a reader would: `make snippets`.

Each environment is new. It holds the wheel with the extras that the snippet's section names, as in `tablee[turbo]`, and
nothing else. Commands of the section that write what a snippet reads are run before it, with few games. What needs a
GPU is left out where there is none.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from shutil import rmtree, which
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
PAGES: Final = ("README.md", "docs/research.md", "docs/laboratory.md", "docs/bots.md", "docs/adding-a-game.md")
EXTRAS: Final = re.compile(r"tablee\[([\w,]+)\]")
BESIDE: Final = re.compile(r'pip install "tablee\[[\w,]+\]" ([\w-]+)')  # a package that is named beside the extras
BLOCK: Final = re.compile(r"^```(python|)\n(.*?)^```", re.MULTILINE | re.DOTALL)
WRITES: Final = re.compile(r"^(?:tablee lab .*--out|python -m tablee\.rl\.minari) .*$", re.MULTILINE)
ASKED: Final = '{"legal": ["play g3"]}\n'  # for a snippet that reads what a bot is asked
SECONDS: Final = 600


class Snippet(NamedTuple):
    page: str
    line: int
    extras: tuple[str, ...]
    beside: tuple[str, ...]
    commands: tuple[str, ...]
    code: str


def find_snippets(page: str) -> list[Snippet]:
    text = (ROOT / page).read_text(encoding="utf-8")
    found, begun = [], 0
    for section in re.split(r"^(?=## )", text, flags=re.MULTILINE):
        prose = BLOCK.sub("", section)
        extras = tuple(sorted({extra for group in EXTRAS.findall(prose) for extra in group.split(",")}))
        beside = tuple(sorted(set(BESIDE.findall(prose))))
        commands: list[str] = []
        for block in BLOCK.finditer(section):
            if block[1]:
                line = text.count("\n", 0, begun + block.start()) + 2
                found.append(Snippet(page, line, extras, beside, tuple(commands), block[2]))
            else:
                commands += WRITES.findall(block[2])
        begun += len(section)
    return found


def make_environment(extras: tuple[str, ...], beside: tuple[str, ...], wheel: Path, folder: Path, uv: str) -> Path:
    """Its folder of programs."""
    subprocess.run([uv, "venv", "-q", "--clear", "--python", sys.executable, folder], check=True)
    wanted = f"tablee[{','.join(extras)}] @ {wheel.as_uri()}"
    subprocess.run([uv, "pip", "install", "-q", "--python", folder / "bin" / "python", wanted, *beside], check=True)
    return folder / "bin"


def run(snippet: Snippet, programs: Path) -> str:
    """What went wrong; nothing if it ran."""
    code = snippet.code.replace("100_000", "1000")
    with TemporaryDirectory() as folder:
        env = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": folder, "XDG_DATA_HOME": folder, "LANG": "C.UTF-8"}
        few = [re.sub(r"--games \d+", "--games 20", command).split() for command in snippet.commands]
        for command in [*few, ["python", "-W", "error::DeprecationWarning:__main__", "-c", code]]:
            done = subprocess.run(
                [programs / command[0], *command[1:]], cwd=folder, env=env, input=ASKED, text=True,
                capture_output=True, timeout=SECONDS,
            )  # fmt: skip
            if done.returncode:
                return f"{' '.join(command[:4])}: {done.stderr[-1500:]}"
    return ""


def main() -> None:
    """`snippets.py UV WHEEL`; the exit status is 1 if a snippet failed."""
    uv, wheel = sys.argv[1], Path(sys.argv[2]).resolve()
    snippets = [snippet for page in PAGES for snippet in find_snippets(page)]
    work, failed, left = ROOT / "build" / "snippets", 0, 0
    rmtree(work, ignore_errors=True)
    for extras, beside in sorted({(snippet.extras, snippet.beside) for snippet in snippets}):
        group = [one for one in snippets if (one.extras, one.beside) == (extras, beside)]
        named = " ".join([f"tablee[{','.join(extras)}]" if extras else "tablee", *beside])
        if "cuda" in extras and which("nvidia-smi") is None:
            left += len(group)
            print(*(f"left out {one.page}:{one.line} with {named}: there is no GPU" for one in group), sep="\n")
            continue
        programs = make_environment(extras, beside, wheel, work / ("-".join((*extras, *beside)) or "plain"), uv)
        for snippet in group:
            wrong = run(snippet, programs)
            failed += bool(wrong)
            print(f"{'FAILED' if wrong else 'ok    '} {snippet.page}:{snippet.line} with {named} {wrong}", flush=True)
    rmtree(work, ignore_errors=True)
    print(f"{len(snippets)} snippets, {failed} failed, {left} left out")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
