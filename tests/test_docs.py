"""The documentation is run, too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md"]


def blocks(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks(ROOT / "README.md"):
        exec(compile(block, "README.md", "exec"), {})
    assert "Over" in capsys.readouterr().out


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
