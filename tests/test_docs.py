"""The documentation is run, too."""

from __future__ import annotations

import re
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from scripts import architecture_diagram

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md"]


def blocks(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks(ROOT / "README.md"):
        exec(compile(block, "README.md", "exec"), {})
    assert "Over" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(blocks(ROOT / "docs" / "research.md"))))
def test_the_python_of_the_research_page_runs(number: int) -> None:
    exec(compile(blocks(ROOT / "docs" / "research.md")[number], "research.md", "exec"), {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        assert link.startswith("http") or (page.parent / link).exists(), link


def test_every_file_that_the_architecture_names_is_there() -> None:
    tree = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("```")[1]
    for name in re.findall(r"^  (\S+)  ", tree, re.MULTILINE):
        assert (ROOT / "src" / "tablee" / name).exists(), name


TRACKED = subprocess.run(
    ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
    cwd=ROOT,
    capture_output=True,
    text=True,
    check=True,
).stdout.split()
FILE_NAME = re.compile(r"`([\w./<>-]*(?:\.(?:py|md|json|toml|ts|svelte)|\w/))`")


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/glossary.md"])
def test_every_file_that_is_named_is_there(page: str) -> None:
    """`<game>` and `<lang>` stand for any; a name without its folder may be anywhere."""
    for name in FILE_NAME.findall((ROOT / page).read_text(encoding="utf-8")):
        pattern = re.sub(r"<\w+>", "*", name) + ("*" if name.endswith("/") else "")
        assert any(fnmatchcase(file, pattern) or fnmatchcase(file, f"*/{pattern}") for file in TRACKED), name


def test_the_diagram_of_the_architecture_is_fresh() -> None:
    text = architecture_diagram.DOCUMENT.read_text(encoding="utf-8")
    assert text == architecture_diagram.renewed(text), "run: python -m scripts.architecture_diagram"
