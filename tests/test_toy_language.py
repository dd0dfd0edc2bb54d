"""A third language needs only files: a copy of Tablée gets a toy language, and a game is played in it.

Its sentences are the English ones with a mark before them. Nothing but JSON and Markdown is added.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browsing import Visitor, browser
from tests.page.playing import play_to_the_end
from tests.page.test_code21 import act
from tests.processes import program
from tests.server.serving import Served
from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent
TOY = "eo"
MARK = "¤"
LANGUAGE = {"name": "Toy", "decimal": "'", "percent": "{n} of 100", "plural": {"one": "n = 1", "few": "n = 2..4"}}
UNTRANSLATED = "coda"  # the toy language has no files for this game

pytestmark = pytest.mark.browser


# ---- the toy language -----------------------------------------------------------------


def mark(text: str) -> str:
    """The English text in the toy language: with a mark, and with a third form of every plural."""
    return MARK + re.sub(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}", r"{\1:one=\2|few=\3 (few)|other=\3}", text)


def mark_all(value: Any) -> Any:
    return {key: mark_all(part) for key, part in value.items()} if isinstance(value, dict) else mark(value)


def mark_rules(text: str) -> str:
    return re.sub(r"^(#+ |\*\*[A-Z0-9]+-\d+\*\* )", rf"\1{MARK}", text, flags=re.MULTILINE)


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def add_words(folder: Path, **more: Any) -> None:
    """`words.eo.json` beside `words.en.json`; refusals are in English in the code, so their list comes from French."""
    english, french = read(folder / "words.en.json"), read(folder / "words.fr.json")
    toy = {key: mark_all(part) for key, part in english.items() if key != "language"}
    if "why" in french:
        toy["why"] = {template: mark(template) for template in french["why"]}
    (folder / f"words.{TOY}.json").write_text(json.dumps({**toy, **more}), encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources, and the files of the toy language among them."""
    root = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__", "page", "*.egg-info"))
    shutil.copytree(ROOT / "web", root / "web", ignore=shutil.ignore_patterns("node_modules"))
    (root / "web" / "node_modules").symlink_to((ROOT / "web" / "node_modules").resolve())
    add_words(root / "src" / "tablee", language=LANGUAGE)
    add_words(root / "web" / "src" / "words")
    for rules in (root / "src" / "tablee" / "games").glob("*/rules.en.md"):
        if rules.parent.name != UNTRANSLATED:
            add_words(rules.parent)
            text = mark_rules(rules.read_text(encoding="utf-8"))
            rules.with_name(f"rules.{TOY}.md").write_text(text, encoding="utf-8")
            claims = mark_all(read(rules.with_name("claims.en.json")))
            rules.with_name(f"claims.{TOY}.json").write_text(json.dumps(claims), encoding="utf-8")
    changed = root / "src" / "tablee" / "games" / "code777" / f"words.{TOY}.json"
    lacking = read(changed)
    del lacking["tagline"]  # one sentence is missing: it is said in English
    changed.write_text(json.dumps(lacking), encoding="utf-8")
    return root


@pytest.fixture
def there(copy: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Programs that are started now run from the copy; nothing is compiled, which would take longer than the test."""
    monkeypatch.setenv("PYTHONPATH", str(copy / "src"))
    monkeypatch.setenv("TABLEE_TURBO", "off")
    monkeypatch.setenv("PYTHONUTF8", "1")
    for name in ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG"):
        monkeypatch.delenv(name, raising=False)  # coverage of the copy is not wanted
    return copy


def run(*args: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tablee", *args, "--lang", TOY], input=typed, capture_output=True, encoding="utf-8",
        timeout=PATIENCE, env={**os.environ}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# ---- in the terminal -----------------------------------------------------------------


def test_the_shelf_and_the_rules_are_in_the_toy_language(there: Path) -> None:
    shelf = {line.split()[0]: line for line in run("games").splitlines()}
    english = read(there / "src/tablee/games" / UNTRANSLATED / "words.en.json")
    assert f"{MARK}Code 21" in shelf["code21"] and f"{MARK}{MARK}2 to 4 players" in shelf["code21"]
    assert f" {english['title']} " in shelf[UNTRANSLATED] and english["tagline"] in shelf[UNTRANSLATED]
    tagline = read(there / "src/tablee/games/code777/words.en.json")["tagline"]
    assert f"{MARK}Code 777" in shelf["code777"] and f" {tagline}" in shelf["code777"]
    assert run("rules", "code21").startswith(f"# {MARK}")
    assert not run("rules", UNTRANSLATED).startswith(f"# {MARK}")


def test_options_are_explained_in_the_toy_language(there: Path) -> None:
    text = " ".join(run("play", "sixteen", "--help").split())
    assert f"{MARK}two players, or four in two teams [2; S16-12]" in text
    assert f"strict = {MARK}" in text


def test_a_game_is_played_in_the_toy_language_on_a_pipe(there: Path, tmp_path: Path) -> None:
    record = tmp_path / "a.game"
    command = ["-m", "tablee", "play", "sixteen", "--lang", TOY, "--plain", "--seed", "4",
               "--seat", "human", "--seat", "bot:random", "--record", str(record)]  # fmt: skip
    lines, questions = [], ["?", "play g9", "rules"]
    with program(*command, stdin=subprocess.PIPE, stderr=None) as game:
        assert game.stdin and game.stdout
        for line in game.stdout:
            lines.append(line.rstrip("\n"))
            if prompt := re.match(r"\d\? (.+)", line):
                answer = questions.pop(0) if questions else prompt[1].split(" | ")[0]
                game.stdin.write(f"{answer}\n")
                game.stdin.flush()
        assert game.wait(PATIENCE) == 0
    told = [line for line in lines if re.match(r"[\d*]+: ", line)]
    assert len(told) > 20 and all(f" — {MARK}" in line for line in told)
    assert any(line.startswith("  play ") and f" — {MARK}Play the {MARK}" in line for line in lines)
    assert any(line.startswith(f"{MARK}Refused: {MARK}'play g9' is not understood here.") for line in lines)
    assert any(line.startswith(f"**S16-10** {MARK}") for line in lines)
    assert any(line.startswith(MARK) and "(S16-42)" in line for line in lines)


def test_the_toy_language_has_three_plural_forms(there: Path, tmp_path: Path) -> None:
    head = "tablee: 1\ngame: sixteen 1\noptions: players=2\nseats: Ann; Ben\n\n"
    forms = {}
    for n in (1, 3, 5):
        path = tmp_path / f"{n}.game"
        moves = ["*: first 1", "*: dealt g3", "*: dealt g4", "*: dealt g5", "*: dealt o5"][:n]
        path.write_text(head + "".join(f"{move}\n" for move in moves), encoding="utf-8")
        forms[n] = run("replay", str(path)).splitlines()[0].split(MARK)[-1]
    assert forms == {1: "1 move played", 3: "3 moves (few) played", 5: "5 moves played"}


# ---- on the page ---------------------------------------------------------------------


def test_a_game_is_played_in_the_toy_language_on_the_page(there: Path, tmp_path: Path) -> None:
    build = [str(there / "web/node_modules/.bin/vite"), "build", "--logLevel", "error"]
    subprocess.run(build, cwd=there / "web", check=True, timeout=PATIENCE)
    with Served(tmp_path, web=str(there / "src/tablee/page")) as house, browser() as chromium:
        ann = Visitor(chromium, house.address, lang=TOY)
        page = ann.visit("/")
        assert page.locator("html").get_attribute("lang") == TOY

        expect(page.locator("a[data-game=code21]")).to_contain_text(f"{MARK}Code 21")  # the shelf
        expect(page.locator(f"a[data-game={UNTRANSLATED}] b")).to_have_text("Code de Vinci")
        expect(page.get_by_test_id("lang")).to_have_text("Français")  # the next language of the three

        page.goto(f"{house.address}/g/code21/rules")  # the rules, and how to play
        expect(page.locator("main h1")).to_contain_text(MARK)
        expect(page.locator("#C21-01")).to_contain_text(MARK)
        expect(page.locator("main > .pictures li").first).to_contain_text(MARK)

        page.goto(f"{house.address}/g/code21")  # what many games say
        page.locator("main header a[href='/claims/code21']").click()
        expect(page.locator("main section.claim h2").first).to_contain_text(MARK)
        expect(page.locator("main section.claim p").first).to_contain_text(MARK)

        page.goto(f"{house.address}/g/code21")  # the options
        page.get_by_test_id("level").select_option("random")
        page.locator("summary").first.click()
        expect(page.locator(".form label").first).to_contain_text(MARK)
        page.get_by_test_id("players-2").click()
        page.locator("#option-missions").fill("5")
        page.locator("#option-first").select_option("0")
        page.get_by_test_id("open-bots").click()

        page.locator('[data-action="accuse"]').click(force=True)  # a refusal
        refusal = page.get_by_test_id("refused")
        expect(refusal).to_contain_text(MARK)
        expect(refusal).to_contain_text("(C21-13)")
        refusal.get_by_role("button").click()
        ann.errors.clear()  # the browser reports the refused request

        expect(page.get_by_test_id("turn")).to_contain_text(MARK)  # the board, the log, the menu
        expect(page.locator("aside ol li button").first).to_contain_text(MARK)
        play_to_the_end([ann], act, Random(1))
        expect(page.get_by_test_id("result")).to_contain_text(MARK)
        page.get_by_role("button", name=f"{MARK}Menu").click()
        expect(page.locator("dialog[open]")).to_contain_text(f"{MARK}Code 21")
        assert ann.errors == []
        ann.close()
