"""The rooms around the tables: the shelf, a game's page, its rules, my corner, and what is said when things fail."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from tablee.contract import AnyGame, describe_options
from tablee.games import GAMES
from tablee.options import shown
from tests.page.browsing import Visitor
from tests.page.looking import fits, violations
from tests.page.playing import open_with_friends

Come = Callable[..., Visitor]
ROOMS = (
    "/", "/g/golden21", "/g/coda/rules", "/g/code777/rules", "/me", "/study", "/credits", "/glossary", "/privacy",
    "/nowhere", "/learn", "/puzzles", "/position", "/position/code777", "/daily", "/results/code21",
    "/n?game=coda&name=Ana&name=Bo",
)  # fmt: skip


def test_five_boxes_stand_on_the_shelf_in_french_and_in_english(visitor: Come) -> None:
    page = visitor(lang="fr").visit()
    expect(page.locator("a[data-game]")).to_have_count(len(GAMES))
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_text("Tables ouvertes")).to_be_visible()
    page.get_by_test_id("lang").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_text("Open tables")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Open tables")).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_room_has_anything_that_axe_objects_to(visitor: Come, dark: bool) -> None:
    ann = visitor(dark=dark)
    for room in ROOMS:
        page = ann.visit(room)
        expect(page.locator("main h1, main h2").first).to_be_visible()
        assert violations(page) == [], room


def test_every_room_fits_every_screen(visitor: Come) -> None:
    ann = visitor()
    for room in ROOMS:
        page = ann.visit(room)
        expect(page.locator("main h1, main h2").first).to_be_visible()
        fits(page)


def test_boxes_to_tick_are_all_alike(visitor: Come) -> None:
    page = visitor(phone=True).visit("/me")
    boxes = page.get_by_role("checkbox")
    expect(boxes.first).to_be_visible()
    assert boxes.count() > 2
    assert len({(box["width"], box["height"]) for one in boxes.all() if (box := one.bounding_box())}) == 1


def test_at_two_hundred_percent_nothing_runs_out_of_the_window(visitor: Come) -> None:
    ann = visitor(size={"width": 640, "height": 400})  # a laptop of 1280 by 800 at 200%
    for room in ROOMS:
        page = ann.visit(room)
        expect(page.locator("main h1, main h2").first).to_be_visible()
        fits(page)


def test_a_rule_has_an_address(visitor: Come) -> None:
    page = visitor(lang="en").visit("/g/coda/rules#COD-14")
    expect(page.locator("#COD-14")).to_be_in_viewport()
    expect(page.locator("#COD-14")).to_contain_text("COD-14")
    assert page.locator("[id^=COD-]").count() > 15


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_begin_with_pictures(visitor: Come, game: str) -> None:
    page = visitor(lang="fr").visit(f"/g/{game}/rules")
    expect(page.locator("main p[id]").first).to_be_visible()
    drawn = page.locator("main > h2 + .pictures li")
    expect(drawn.first).to_be_visible()
    assert drawn.count() >= 4


def test_options_are_a_form_and_bad_ones_are_refused_in_my_language(visitor: Come) -> None:
    ann = visitor(lang="fr")
    page = ann.visit("/g/code21")
    page.locator("summary").first.click()
    page.locator("#option-soldiers").fill("1,2")
    page.get_by_test_id("open-bots").click()
    expect(page.locator(".refused").first).to_contain_text("Soldats\u00a0: donnez de 3 à 12 nombres entiers différents")
    assert "/t/" not in page.url
    ann.errors.clear()  # the browser says that something was refused, which is what this was about


def shown_at_first(game: AnyGame) -> list[str]:
    """The options that matter where nothing was chosen, but for the number of players."""
    known, usual = describe_options(game.options), game.options()
    standard = {name: known[name].write(getattr(usual, name)) for name in known}
    return [
        name for name, place in shown(game.options).items()
        if name != "players" and all(standard[need] in values for need, values in place.needs.items())
    ]  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_options_speak_words_and_no_identifiers(visitor: Come, game: str) -> None:
    page = visitor(lang="en").visit(f"/g/{game}")
    page.locator("summary").first.click()
    titles = page.locator(".form label b").all_inner_texts()
    assert len(titles) == len(shown_at_first(GAMES[game]))
    said = [*titles, *page.locator(".form select option").all_inner_texts()]
    assert all(re.fullmatch(r"[A-Z0-9].*|\d+|[a-z]+ .+|yes|no", text) and "_" not in text for text in said), said
    values = page.locator(".form input:not([type=checkbox])").evaluate_all("fields => fields.map(field => field.value)")
    assert all(re.fullmatch(r"[\d,]*", value) for value in values), values


def test_nobody_begins_who_does_not_sit(visitor: Come) -> None:
    page = visitor(lang="fr").visit("/g/coda")
    page.locator("summary").first.click()
    first = page.locator("#option-first")
    expect(first.locator("option")).to_have_text(["tirage au sort", "place 1", "place 2"])
    page.get_by_test_id("players-4").click()
    first.select_option("3")
    page.get_by_test_id("players-3").click()
    expect(first).to_have_value("random")
    expect(first.locator("option")).to_have_count(4)


def test_what_was_agreed_is_said_in_words_and_by_name(visitor: Come) -> None:
    ann = visitor(lang="fr")
    open_with_friends(ann, "golden21", "Ann", {"teams": "0+2,1+3", "at21": "open", "years": "0", "goal": "killer"})
    said = ann.page.locator("main dl")
    ann.page.get_by_test_id("agreed").locator("summary").click()
    expect(said.locator("dt")).to_have_text(["But du jeu", "Années", "Team 21", "Une dette de 21"])
    expect(said.locator("dd").first).to_have_text("Killer 21\u00a0: le premier à un certain nombre de Kills")
    expect(said.locator("dd").nth(1)).to_have_text("sans limite")
    expect(said.locator("dd").nth(2)).to_contain_text("Ann et place 3 (libre)")
    expect(said.locator("dd").last).to_have_text("peut changer du fait des autres")


def test_a_preset_fills_the_form(visitor: Come) -> None:
    page = visitor(lang="en").visit("/g/coda")
    page.locator("summary").first.click()
    expect(page.locator("#option-jokers")).not_to_be_checked()
    page.get_by_role("radio", name="Expert").click()
    expect(page.locator("#option-jokers")).to_be_checked()


def test_the_back_button_goes_back(visitor: Come) -> None:
    page = visitor().visit("/")
    page.locator("a[data-game=sixteen]").click()
    expect(page).to_have_url(re.compile("/g/sixteen$"))
    page.go_back()
    expect(page.locator("a[data-game]")).to_have_count(len(GAMES))


def test_an_open_table_appears_by_itself_and_ones_own_stands_first(visitor: Come) -> None:
    ann, ben = visitor(lang="en"), visitor(lang="en")
    shelf = ben.visit("/")
    expect(shelf.locator("a[data-game]")).to_have_count(len(GAMES))
    page = ann.visit("/g/sixteen")
    page.get_by_test_id("way-friends").click()
    page.get_by_test_id("my-name").fill("Ann of the open table")
    page.get_by_text("Help, clock and public table").click()
    page.get_by_label("Public table: anybody can join").check()
    page.get_by_test_id("open-friends").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    card = shelf.get_by_role("region", name="Open tables").locator(f'[data-table="{table}"]')
    expect(card).to_contain_text("Ann of the open table")
    expect(card).to_contain_text("Join")
    ann.visit("/")
    first = page.locator("main a[data-table], main a[data-game]").first  # before it, a newcomer only finds the lessons
    expect(first).to_have_attribute("data-table", table)
    expect(page.get_by_role("region", name="Continue your game")).to_contain_text("Continue")
    first.click()
    expect(page.get_by_test_id("start")).to_be_visible()


def test_an_unknown_table_is_said_to_be_unknown(visitor: Come) -> None:
    page = visitor(lang="fr").visit("/t/nosuchtable")
    expect(page.get_by_role("heading", name="Cette table n’existe pas")).to_be_visible()
    expect(page.get_by_role("link", name="Retour à l’étagère").last).to_be_visible()


def test_question_mark_lists_the_keys_and_escape_closes(visitor: Come) -> None:
    page = visitor(lang="en").visit("/")
    expect(page.locator("a[data-game]").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_my_profile_keeps_my_name_an_account_brings_it_to_another_browser_and_all_of_it_can_be_deleted(
    visitor: Come,
) -> None:
    page = visitor(lang="en").visit("/me")
    page.get_by_test_id("profile-name").fill("Sol")
    page.get_by_role("button", name="Save").click()
    page.get_by_label("Login").fill("sol")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Create the account").click()
    expect(page.get_by_text("Logged in as sol.")).to_be_visible()
    other = visitor(lang="en").visit("/me")
    other.get_by_label("Login").fill("sol")
    other.get_by_label("Password").fill("correct horse")
    other.get_by_role("button", name="Log in").click()
    expect(other.get_by_text("Logged in as sol.")).to_be_visible()
    expect(other.get_by_test_id("profile-name")).to_have_value("Sol")
    with other.expect_download() as download:
        other.get_by_test_id("export").click()
    assert download.value.suggested_filename == "tablee.zip"
    with ZipFile(download.value.path()) as packed:
        assert json.loads(packed.read("profile.json"))["login"] == "sol"
    other.get_by_test_id("delete-me").click()
    other.get_by_role("dialog").get_by_role("button", name="Delete for good").click()
    expect(other.get_by_text("Your data is deleted.")).to_be_visible()
    expect(other.get_by_test_id("export")).to_have_count(0)


def test_nothing_is_asked_of_any_other_host_and_the_first_load_is_light(visitor: Come) -> None:
    """Bytes over the wire, compressed: under 150 KiB of JavaScript."""
    ann = visitor(service_workers="block")
    sizes: dict[str, int] = {}
    hosts: set[str] = set()
    ann.page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    ann.page.on("requestfinished", lambda done: sizes.update({done.url: done.sizes()["responseBodySize"]}))
    ann.visit("/")
    expect(ann.page.locator("a[data-game]").first).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    assert hosts == {ann.address.removeprefix("http://")}
    scripts = sum(size for url, size in sizes.items() if url.split("?")[0].endswith(".js"))
    everything = sum(sizes.values())
    assert 0 < scripts < 150 * 1024, scripts
    assert everything < 400 * 1024, everything
    assert len(sizes) < 40


def test_scripts_come_from_this_house_alone(visitor: Come) -> None:
    ann = visitor()
    response = ann.page.goto(ann.address)
    assert response is not None
    policy = response.headers["content-security-policy"]
    scripts = next(part for part in policy.split(";") if "script-src" in part)
    assert "unsafe" not in scripts and "*" not in policy
    expect(ann.page.locator("a[data-game]").first).to_be_visible()


def test_without_a_network_the_page_says_so_and_comes_back_by_itself(visitor: Come) -> None:
    ann = visitor(lang="fr")
    thrown: list[str] = []
    ann.page.on("pageerror", lambda error: thrown.append(str(error)))
    page = ann.visit("/")
    expect(page.locator("a[data-game]").first).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    ann.context.set_offline(True)
    expect(page.get_by_text("Vous êtes hors ligne")).to_be_visible()
    ann.context.set_offline(False)
    expect(page.get_by_text("Vous êtes hors ligne")).to_have_count(0)
    page.reload()  # now the worker has seen all that the shelf is made of
    expect(page.locator("a[data-game]").first).to_be_visible()
    ann.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Le serveur ne répond pas")).to_be_visible()
    ann.context.set_offline(False)
    expect(page.locator("a[data-game]").first).to_be_visible()
    ann.context.set_offline(True)
    page.locator("a[data-game=coda]").click()
    expect(page.get_by_role("heading", name="Cette page n’a pas pu être chargée")).to_be_visible()
    ann.context.set_offline(False)
    page.get_by_test_id("open-bots").click()
    expect(page.get_by_test_id("turn")).to_be_visible()
    ann.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("La table s’affichera ici dès que le réseau sera revenu.")).to_be_visible()
    ann.context.set_offline(False)
    expect(page.get_by_test_id("turn")).to_be_visible()
    assert thrown == []
    ann.errors.clear()  # the browser says that it was offline, which is what this was about
