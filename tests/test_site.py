"""The documentation site: what `make docs` builds from. The build itself fails for a warning or a broken link."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from scripts import bill_of_materials, site_links, site_pages
from scripts.image_check import CONTAINERFILE, ROOT, instructions
from scripts.site_pages import PAGES, PLACES, REFERENCE

import tablee
from tests.test_docs import READMES

SITES = {"en": ROOT / "mkdocs.yml", "fr": ROOT / "mkdocs.fr.yml"}


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    site_pages.gather(folder)
    return folder


def test_every_document_is_a_page_of_the_site() -> None:
    documents = [*(ROOT / "docs").rglob("*.md"), *READMES.values(), *(ROOT / "src").rglob("rules.*.md")]
    documents += [ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "benchmarks/README.md")]
    assert {file.relative_to(ROOT).as_posix() for file in documents} == set(PLACES)


@pytest.mark.parametrize("lang", SITES)
def test_the_navigation_leads_to_every_page(lang: str, gathered: Path) -> None:
    listed = re.findall(r"[\w/-]+\.md", SITES[lang].read_text(encoding="utf-8").partition("\nnav:")[2])
    assert len(set(listed)) == len(listed)
    pages = {file.relative_to(gathered / lang).as_posix() for file in (gathered / lang).rglob("*.md")}
    assert set(listed) == pages


def test_every_french_page_has_an_english_one_in_the_same_place() -> None:
    assert set(PAGES["fr"]) < set(PAGES["en"])


def test_links_follow_the_pages_to_their_places(gathered: Path) -> None:
    guide = (gathered / "en/players/guide.md").read_text(encoding="utf-8")
    assert "](../hosts/hosting.md)" in guide and "](../pictures/guide-shelf.en.jpg)" in guide
    assert '<a href="../fr/players/guide.html" hreflang="fr">Le guide du joueur</a>' in guide
    assert (gathered / "en/pictures/guide-shelf.en.jpg").is_file()
    french = (gathered / "fr/players/guide.md").read_text(encoding="utf-8")
    assert '<a href="../../players/guide.html" hreflang="en">' in french and "](accessibility.md)" in french


def test_the_pages_of_the_api_name_everything(gathered: Path) -> None:
    described = json.loads((gathered / "en/bots/openapi.json").read_text(encoding="utf-8"))
    page = (gathered / "en/bots/http.md").read_text(encoding="utf-8")
    for path, methods in described["paths"].items():
        assert all(f"## {method.upper()} {path} {{" in page for method in methods)
    assert all(f"### {name} {{" in page for name in described["components"]["schemas"])
    sockets = (gathered / "en/bots/sockets.md").read_text(encoding="utf-8")
    assert "/api/tables/{table}/socket" in sockets and "### DoAsk {" in sockets


def test_the_reference_is_the_api_that_is_promised() -> None:
    promised = (ROOT / "docs" / "compatibility.md").read_text(encoding="utf-8").partition("**The Python API**")[2]
    named = re.findall(r"`(?:tablee\.)?([a-z_.]+)`", promised.partition("Everything else")[0])
    assert sorted(named) == sorted(module for _, modules in REFERENCE.values() for module in modules)
    for module in named:
        path = ROOT / "src" / "tablee" / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__init__.py").is_file(), module


# ---- the check of the built site ---------------------------------------------------------------------


def page(*links: str, head: str = "") -> str:
    body = "".join(f'<a href="{link}">x</a>' for link in links)
    return f'<html><head>{head}</head><body><h1 id="top">x</h1>{body}</body></html>'


def test_a_whole_site_has_no_problem(tmp_path: Path) -> None:
    (tmp_path / "fr").mkdir()
    (tmp_path / "index.html").write_text(page("#top", "fr/index.html#top", "fr/", "https://example.org/x"))
    (tmp_path / "fr" / "index.html").write_text(page("../index.html", "../"))
    assert list(site_links.problems(tmp_path)) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (page("gone.html"), "no such file"),
        (page("../outside.html"), "no such file"),
        (page("#gone"), "no such heading"),
        (page(head='<script src="https://example.org/x.js"></script>'), "another site"),
        (page(head='<link rel="stylesheet" href="https://example.org/x.css">'), "another site"),
    ],
)
def test_what_is_broken_is_found(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "index.html").write_text(text)
    (found,) = site_links.problems(tmp_path)
    assert problem in found


# ---- what else belongs to a release ------------------------------------------------------------------


def test_the_citation_and_the_guides_of_hosts_name_this_version() -> None:
    assert f"\nversion: {tablee.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    for lang in SITES:
        text = (ROOT / "docs" / f"hosting.{lang}.md").read_text(encoding="utf-8")
        assert set(re.findall(r"tablee-([\d.]+)-py3", text)) == {tablee.__version__}


def test_the_bill_of_materials_has_every_locked_package_and_those_of_the_page() -> None:
    lock = "a-b==1.0 \\\n    --hash=sha256:0\nuvloop==0.23.0 ; sys_platform != 'win32' \\\n    --hash=sha256:1\n"
    made = bill_of_materials.bill("1.0.0", lock, "## @font/x - 5.3.0 (OFL-1.1)\n\ntext\n\n## svelte - 5.1.0 (MIT)\n")
    assert [part["purl"] for part in made["components"]] == [
        "pkg:pypi/a-b@1.0", "pkg:pypi/uvloop@0.23.0", "pkg:npm/%40font/x@5.3.0", "pkg:npm/svelte@5.1.0",
    ]  # fmt: skip
    locked = bill_of_materials.LOCK.read_text(encoding="utf-8")
    assert len(bill_of_materials.LOCKED.findall(locked)) == len(re.findall(r"^[a-z0-9]", locked, re.MULTILINE))


def test_the_image_copies_what_is_there_and_is_not_run_by_root() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    steps = instructions(CONTAINERFILE.read_text(encoding="utf-8"))
    for name, rest in steps:
        if name == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists() and f"!{source}" in ignored
    assert [rest for name, rest in steps if name == "USER"] == ["10001:10001"]
    assert [name for name, _ in steps].count("FROM") == 2 and "HEALTHCHECK" in dict(steps)
