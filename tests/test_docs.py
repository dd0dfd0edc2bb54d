"""The documentation is run, too."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from argparse import ArgumentParser
from fnmatch import fnmatchcase
from io import StringIO
from pathlib import Path

import pytest
from scripts import architecture_diagram

import tablee
from tablee.__main__ import main
from tablee.command_line import SERVER_FLAGS, parser
from tablee.words import words
from tests.test_words import badly_set

ROOT = Path(__file__).parent.parent
READMES = {"en": ROOT / "README.md", "fr": ROOT / "README.fr.md"}
GUIDES = {lang: ROOT / "docs" / f"guide.{lang}.md" for lang in READMES}
HOSTING = {lang: ROOT / "docs" / f"hosting.{lang}.md" for lang in READMES}
OPERATIONS = {"en": ROOT / "docs" / "operations.md", "fr": ROOT / "docs" / "operations.fr.md"}
SECURITY = {"en": ROOT / "docs" / "security.md", "fr": ROOT / "docs" / "security.fr.md"}
SCALING = {"en": ROOT / "docs" / "scaling.md", "fr": ROOT / "docs" / "scaling.fr.md"}
OFFLINE = {"en": ROOT / "docs" / "offline.md", "fr": ROOT / "docs" / "offline.fr.md"}
ACCESSIBILITY = {"en": ROOT / "docs" / "accessibility.md", "fr": ROOT / "docs" / "accessibility.fr.md"}
FACTUAL = {"operations": OPERATIONS, "security": SECURITY, "scaling": SCALING}
PLAYERS = {"guide": GUIDES, "offline": OFFLINE, "accessibility": ACCESSIBILITY}
PAIRS = {"README": READMES, "hosting": HOSTING, **PLAYERS, **FACTUAL}
PAGES = [*READMES.values(), *sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]


def blocks(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks(ROOT / "README.md"):
        exec(compile(block, "README.md", "exec"), {})
    assert "Over" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(blocks(ROOT / "docs" / "research.md"))))
def test_the_python_of_the_research_page_runs(number: int) -> None:
    code = blocks(ROOT / "docs" / "research.md")[number]
    if "tablee.turbo.cuda" in code:
        pytest.skip("it needs a GPU; tests/test_cuda.py runs there what it uses")
    exec(compile(code, "research.md", "exec"), {})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the commands of the laboratory page write."""
    folder = tmp_path_factory.mktemp("lab")
    few = ["--games", "3", "--bots", "random", "--jobs", "1", "--lang", "en"]
    assert main(["lab", "games", "sixteen", *few, "--out", str(folder / "out")]) == 0
    assert main(["lab", "run", "sixteen", *few, "--data", "--luck", "0", "--out", str(folder / "run")]) == 0
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "number"),
    [(page, n) for page in ("bots", "laboratory") for n in range(len(blocks(ROOT / f"docs/{page}.md")))],
)
def test_the_python_of_other_pages_runs(
    page: str, number: int, played: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    block = blocks(ROOT / f"docs/{page}.md")[number].replace("100_000", "300")
    if "minari" in block:
        pytest.skip("Minari is not among what the tests need; `make snippets` and `make examples` load it")
    monkeypatch.chdir(played)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", StringIO('{"legal": ["play g3"]}\n'))
    exec(compile(block, f"{page}.md", "exec"), {})


@pytest.fixture(scope="module")
def command_line() -> ArgumentParser:
    return parser(words("en"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_a_page_exists(page: Path, command_line: ArgumentParser) -> None:
    """With its flags. What stands for something else, in capitals or as an ellipsis, is left out."""
    text = page.read_text(encoding="utf-8")
    for found in re.findall(
        r"^(?:\$ )?(tablee .+?)(?: > .+)?$|`(tablee (?:lab \w+|arena|learn) [^`]+ --[^`]+)`", text, re.MULTILINE
    ):
        command = shlex.split("".join(found), comments=True)[1:]
        if len(command) > 1 and not re.search(r"…|\b[A-ZÉ]{2,}\b", " ".join(command)):
            command_line.parse_args(command)  # exits with an error where it does not know something


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        assert link.startswith("http") or (page.parent / link).exists(), link


def test_both_readmes_start_and_test_with_the_same_two_commands() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for readme in READMES.values():
        commands = re.findall(r"^make (\w+)", readme.read_text(encoding="utf-8").split("```")[1], re.MULTILINE)
        assert commands == ["play", "test"] and all(f"\n{command}:" in makefile for command in commands)


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_the_french_and_the_english_document_have_the_same_parts_and_lead_to_each_other(pair: dict[str, Path]) -> None:
    english, french = (pair[lang].read_text(encoding="utf-8") for lang in ("en", "fr"))
    assert f"]({pair['fr'].name})" in english and f"]({pair['en'].name})" in french
    assert english.count("\n## ") == french.count("\n## ")
    shown = [re.sub(r"\.(en|fr)\.", ".", picture) for picture in re.findall(r"!\[[^]]+\]\(([^)]+)\)", english)]
    assert shown == [re.sub(r"\.(en|fr)\.", ".", picture) for picture in re.findall(r"!\[[^]]+\]\(([^)]+)\)", french)]


@pytest.mark.parametrize("document", [pair["fr"] for pair in PAIRS.values()], ids=lambda path: path.name)
def test_french_documents_are_set_as_french(document: Path) -> None:
    text = re.sub(r"```.*?```|\]\([^)]*\)|!\[|[|*]", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert badly_set(text.replace("In English:", "")) == []


@pytest.mark.parametrize("lang", GUIDES)
def test_the_guide_names_buttons_as_the_page_does(lang: str) -> None:
    """All that is bold between the first and the last chapter is a label."""
    words = json.loads((ROOT / "web" / "src" / "words" / f"words.{lang}.json").read_text(encoding="utf-8"))
    chapters = GUIDES[lang].read_text(encoding="utf-8").split("\n## ")[2:-1]
    labels = re.findall(r"\*\*(.+?)\*\*", re.sub(r"[ \n]+", " ", " ".join(chapters)))
    assert len(labels) > 10
    assert [label for label in labels if label not in words.values()] == []


@pytest.mark.parametrize("page", [*HOSTING.values(), *OPERATIONS.values()], ids=lambda page: page.name)
def test_the_pages_for_hosts_list_every_flag_of_the_server_and_no_other(page: Path) -> None:
    flags = {f"--{flag.replace('_', '-')}" for flag in ("config", *SERVER_FLAGS)}
    rows = re.findall(r"^\| `(--[\w-]+)` \| `(TABLEE_\w+)` \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert {flag for flag, _ in rows} == flags and len(rows) == len(flags)
    assert all(variable == f"TABLEE_{flag[2:].replace('-', '_').upper()}" for flag, variable in rows)


@pytest.mark.parametrize("pair", FACTUAL.values(), ids=FACTUAL)
def test_the_french_pages_for_hosts_say_what_the_english_ones_say(pair: dict[str, Path]) -> None:
    """Row by row and paragraph by paragraph: the same commands, names and numbers."""

    def facts(page: Path) -> list[tuple[list[str], list[str]]]:
        text = re.sub(r"```.*?```|^#.*?$", "\n\n", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        text = (
            text.replace("?lang=fr", "?lang=en")
            .replace("CLÉ", "KEY")
            .replace("QUI", "WHO")
            .replace("TEXTE", "TEXT")
            .replace("copie.db", "copy.db")
        )
        paragraphs = [part for part in re.split(r"\n{2,}", text) if not part.startswith(("|", "*In", "*En"))]
        rows = [line for line in text.splitlines() if line.startswith("|")]
        found = [(code(part), numbers(part)) for part in [*paragraphs, *rows]]
        return [(names, figures) for names, figures in found if names or figures]

    def code(part: str) -> list[str]:
        return sorted(re.findall(r"`([^`]+)`", part))

    def numbers(part: str) -> list[str]:
        prose = re.sub(r"`[^`]+`", "", part)
        return sorted(re.sub(r"\D", "", number) for number in re.findall(r"\d(?:[.,\u00a0]?\d)*", prose))

    assert facts(pair["fr"]) == facts(pair["en"])


ENGLISH = [page for page in PAGES if not page.name.endswith(".fr.md")] + [
    ROOT / "CHANGELOG.md",
    ROOT / "benchmarks" / "README.md",
]
PROVERB = re.compile(r"\b[Ww]hoever\b|\bone's own\b|(?:^|[.;] )Who(?:se)?\b[^.;:?]*[.;:]")


@pytest.mark.parametrize("page", ENGLISH, ids=lambda page: page.name)
def test_the_documents_speak_plainly(page: Path) -> None:
    """ "A player who …", not "Whoever …"; "the player's own", not "one's own"."""
    paragraphs = [" ".join(part.split()) for part in page.read_text(encoding="utf-8").split("\n\n")]
    assert [part for part in paragraphs if PROVERB.search(part)] == []
    assert [part for part in paragraphs if re.search(r"\d %", part)] == []  # 95%, as English sets it
    if page.name != "kernels.md":  # where "127 127" are two numbers
        prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert re.findall(r"\b\d{1,3} \d{3}\b", prose) == []  # 4,096


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


def test_both_readmes_name_the_wheel_of_this_version() -> None:
    for readme in READMES.values():
        assert set(re.findall(r"tablee-([\d.]+)-py3", readme.read_text(encoding="utf-8"))) == {tablee.__version__}
