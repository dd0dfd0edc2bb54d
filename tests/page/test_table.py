"""A table on the page: who sits, who watches, what happens when somebody goes, and what is shown to whom."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablee import record
from tablee.games import GAMES
from tests.page.browsing import Visitor
from tests.page.looking import fits, violations
from tests.page.playing import (
    ASK,
    SHOWN,
    acting,
    answered,
    at_the_table,
    grows,
    join,
    open_with_friends,
    stands,
    start,
    wait_on_page,
)
from tests.page.test_coda import act as coda
from tests.page.test_code21 import act as code21
from tests.page.test_code777 import act as code777
from tests.page.test_golden21 import act as golden21
from tests.page.test_sixteen import act as sixteen

Come = Callable[..., Visitor]
MINE = re.compile(r"\bmine\b")
FULL = {"coda": 4, "code21": 4, "code777": 4, "golden21": 10, "sixteen": 4}
HANDS = {"coda": coda, "code21": code21, "code777": code777, "golden21": golden21, "sixteen": sixteen}


def table_of_two(come: Come, game: str = "sixteen", **options: str) -> tuple[Visitor, Visitor]:
    ann, ben = come(lang="en"), come(lang="fr", phone=True)
    join(ben, open_with_friends(ann, game, "Ann", options), "Ben")
    start(ann)
    return ann, ben


def against_bots(come: Come, game: str, players: int = 0, **wishes: object) -> Visitor:
    ann = come(**wishes)
    page = ann.visit(f"/g/{game}")
    if players:
        page.get_by_test_id(f"players-{players}").click()
    page.get_by_test_id("level").select_option("random")  # which does not think
    page.get_by_test_id("more-settings").locator("summary").click()
    page.get_by_test_id("help").select_option("book")
    page.get_by_test_id("open-bots").click()
    expect(page.get_by_test_id("turn")).to_be_visible()
    return ann


def wait_until_mine(page: Page) -> list[str]:
    wait_on_page(page, lambda: acting(page) != [], "my turn")
    return acting(page)


@pytest.mark.parametrize("game", HANDS)
def test_a_full_table_has_nothing_that_axe_objects_to_and_fits_every_screen(visitor: Come, game: str) -> None:
    ann = against_bots(visitor, game, players=FULL[game])
    rng = Random(3)
    for _ in range(2):
        legal = wait_until_mine(ann.page)
        HANDS[game](ann.page, rng.choice(legal))
        answered(ann.page)
    assert violations(ann.page) == []
    fits(ann.page)
    ann.page.set_viewport_size({"width": 844, "height": 390})
    expect(ann.page.locator("main .plate.mine")).to_be_in_viewport(ratio=1)  # nobody has to look for their own place
    ann.page.set_viewport_size({"width": 2560, "height": 1440})
    whole = "[...document.querySelectorAll('main .sheet')].every((one) => one.scrollWidth <= one.clientWidth)"
    assert ann.page.evaluate(whole)  # the Bourse, which has a column for each of ten


def test_a_phone_joins_by_the_link_and_both_see_each_other(visitor: Come) -> None:
    ann, ben = visitor(lang="en"), visitor(lang="fr", phone=True)
    join(ben, open_with_friends(ann, "sixteen", "Ann", {}), "Ben")
    expect(ann.page.locator(".pledge")).to_have_count(3)  # of the server and of both pages
    ben.page.goto("about:blank")
    ann.page.get_by_test_id("start").click()
    expect(ann.page.get_by_text("The game is starting: waiting for Ben…")).to_be_visible()
    ben.page.go_back()  # and adds its number to the dice
    expect(ann.page.get_by_test_id("turn")).to_be_visible()
    expect(ann.page.get_by_text("Ben").first).to_be_visible()
    expect(ben.page.get_by_text("Ann").first).to_be_visible()
    mover, other = (ann, ben) if acting(ann.page) else (ben, ann)
    expect(mover.page.get_by_test_id("turn")).to_have_class(MINE)
    expect(other.page.get_by_test_id("turn")).not_to_have_class(MINE)
    assert mover.page.title().startswith("●")
    gone = ann.page.get_by_text("not connected")
    expect(gone).to_have_count(0)
    ben.page.goto("about:blank")
    expect(gone).to_have_count(1)
    ben.page.go_back()
    expect(gone).to_have_count(0)


def test_a_refused_move_says_why_in_my_language_and_names_the_rule(visitor: Come) -> None:
    ann, ben = table_of_two(visitor)
    late = acting(ann.page) != []
    waiting = ben if late else ann
    waiting.page.locator("[data-action^='play']").first.click(force=True)
    said = waiting.page.get_by_test_id("refused")
    expect(said).to_contain_text("ce n’est pas à vous de jouer" if late else "it is not your turn")
    expect(said).to_contain_text("On attend Ann." if late else "Waiting for Ben.")
    expect(said.locator("a")).to_have_attribute("href", "/g/sixteen/rules#S16-12")


def test_a_reload_and_a_lost_network_change_nothing(visitor: Come) -> None:
    ann, ben = table_of_two(visitor)
    rng = Random(5)
    lost = reloaded = False
    while not (lost and reloaded):
        mover = ann if acting(ann.page) else ben
        sleeping = mover is ann and not lost
        if sleeping:
            before = boards(ben)
            ben.context.set_offline(True)
            expect(ben.page.get_by_text("Vous êtes hors ligne")).to_be_visible()
            assert boards(ben) == before
        n = stands(mover.page)["n"]
        sixteen(mover.page, rng.choice(wait_until_mine(mover.page)))
        answered(mover.page)
        assert stands(mover.page)["n"] > n
        if sleeping:
            ben.context.set_offline(False)
            lost = True
        else:
            ben.page.reload()
            reloaded = True
        expect(ben.page.get_by_test_id("turn")).to_be_visible()
    expect(ben.page.get_by_text("Connexion perdue")).to_have_count(0)
    assert stands(ann.page)["n"] == stands(ben.page)["n"]
    for _ in range(3):  # and the game goes on
        mover = ann if acting(ann.page) else ben
        sixteen(mover.page, rng.choice(wait_until_mine(mover.page)))
        answered(mover.page)
    assert stands(ann.page)["n"] == stands(ben.page)["n"]
    ben.errors.clear()  # the browser says that it was offline


def test_a_bot_takes_my_seat_and_gives_it_back(visitor: Come) -> None:
    ann, ben = table_of_two(visitor)
    before = boards(ann)
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_role("button", name="Let a bot play for me").click()
    back = ann.page.get_by_role("button", name="Take my seat back")
    expect(back).to_be_visible()
    assert boards(ann) == before

    def moved() -> bool:
        log = ben.page.evaluate(ASK, f"/api/tables/{at_the_table(ben.page)}/log")
        return any(event["is"] == "line" and event["told"].startswith("0:") for event in log)

    def turns(done: Callable[[], object]) -> None:
        def step() -> bool:
            if not done() and (legal := acting(ben.page)):
                sixteen(ben.page, legal[0])
                answered(ben.page)
            return bool(done())

        wait_on_page(ben.page, step, "the other seat's turn")

    turns(moved)  # and Ann has not touched anything
    back.click()
    expect(back).to_have_count(0)
    turns(lambda: acting(ann.page))
    n = stands(ann.page)["n"]
    sixteen(ann.page, acting(ann.page)[0])
    grows(ann.page, n)


def test_a_takeback_is_lit_only_where_there_is_something_to_take_back(visitor: Come) -> None:
    ann, ben = table_of_two(visitor, "code21", players="2")  # else a bot would answer at once
    wait_on_page(ann.page, lambda: bool(acting(ann.page) or acting(ben.page)), "somebody's turn")
    mover, other = (ann, ben) if acting(ann.page) else (ben, ann)
    for one in (mover, other):
        one.page.get_by_role("button", name="Menu").click()
        expect(one.page.get_by_test_id("takeback")).to_be_disabled()
        one.page.keyboard.press("Escape")
    before = stands(mover.page)["n"]
    code21(mover.page, next(action for action in wait_until_mine(mover.page) if action.endswith("down")))
    grows(mover.page, before)
    for one, lit in ((mover, True), (other, False)):
        one.page.get_by_role("button", name="Menu").click()
        expect(one.page.get_by_test_id("takeback")).to_be_enabled(enabled=lit)
    expect(other.page.locator("#takeback-why")).to_contain_text(
        re.compile("take back your own move|ne pouvez reprendre que")
    )
    expect(mover.page.locator("#takeback-why")).to_be_empty()
    mover.page.get_by_test_id("takeback").click()
    other.page.keyboard.press("Escape")
    other.page.get_by_role("button", name=re.compile("Yes|Oui")).click()
    assert wait_until_mine(mover.page)


def boards(*several: Visitor) -> list[Any]:
    """Where everybody's board lies on their screen."""
    return [one.page.locator("main").bounding_box() for one in several]


def test_a_pause_needs_consent_and_moves_nothing_under_the_finger(visitor: Come) -> None:
    ann, ben = table_of_two(visitor)
    before = boards(ann, ben)
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_role("button", name="Suggest a break").click()
    agree = ben.page.get_by_role("button", name="Oui")
    expect(agree).to_be_visible()
    assert boards(ann, ben) == before
    agree.click()
    expect(ann.page.get_by_test_id("turn")).to_contain_text("paused")
    expect(ben.page.get_by_text("en pause")).to_have_count(1)
    for one in (ann, ben):
        expect(one.page.get_by_test_id("turn")).not_to_have_class(MINE)
    assert boards(ann, ben) == before
    ann.page.get_by_role("button", name="Resume").click()
    expect(ann.page.get_by_test_id("turn")).not_to_contain_text("paused")


def resign(ann: Visitor) -> None:
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_role("button", name="Resign", exact=True).click()
    ann.page.get_by_test_id("confirm").click()


def test_resigning_asks_twice_and_gives_the_game_away(visitor: Come) -> None:
    ann, ben = table_of_two(visitor)
    resign(ann)
    expect(ben.page.get_by_test_id("result")).to_contain_text("Ben")
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Download the record").click()
    kept = record.read(download.value.path().read_bytes(), GAMES)
    assert (kept.game.name, kept.seats) == ("sixteen", ("Ann", "Ben"))


def test_chat_is_heard_by_players_and_not_by_watchers(visitor: Come) -> None:
    ann, ben = table_of_two(visitor)
    eve = visitor(lang="en")
    eve.visit(ann.page.url.removeprefix(ann.address))
    expect(eve.page.get_by_text("you are watching")).to_be_visible()
    ann.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("Write a message").fill("good luck")
    ann.page.get_by_role("button", name="Send").click()
    expect(ben.page.get_by_text("1 nouveau")).to_be_visible()
    eve.page.get_by_role("tab", name="Chat").click()
    expect(eve.page.get_by_text("Spectators talk among themselves")).to_be_visible()
    assert "good luck" not in eve.page.content()


def test_a_watcher_sees_no_card_that_is_held(visitor: Come) -> None:
    ann, _ben = table_of_two(visitor)
    eve = visitor(lang="en")
    eve.visit(ann.page.url.removeprefix(ann.address))
    expect(eve.page.get_by_test_id("turn")).to_be_visible()
    assert ann.page.locator("[data-action^='play']").count() > 0
    assert eve.page.locator("[data-action^='play']").count() == 0


def test_notes_are_kept_for_my_eyes(visitor: Come) -> None:
    ann, ben = table_of_two(visitor)
    ann.page.get_by_role("tab", name="Notes").click()
    with ann.page.expect_response(lambda answer: answer.request.method == "PUT" and "/notes?" in answer.url):
        ann.page.get_by_role("textbox", name="Notes").fill("Ben bluffs")
    ann.page.reload()
    ann.page.get_by_role("tab", name="Notes").click()
    expect(ann.page.get_by_role("textbox", name="Notes")).to_have_value("Ben bluffs")
    assert "Ben bluffs" not in ben.page.content()


def test_a_line_of_the_log_shows_that_moment(visitor: Come) -> None:
    ann, ben = table_of_two(visitor)
    mover = ann if acting(ann.page) else ben
    sixteen(mover.page, wait_until_mine(mover.page)[0])
    answered(mover.page)
    ann.page.get_by_role("tab", name="Log").click()
    ann.page.locator("aside ol li button").first.click()
    expect(ann.page.get_by_test_id("turn")).to_contain_text("An earlier moment")
    ann.page.get_by_role("button", name="Back to the present").click()
    expect(ann.page.get_by_test_id("turn")).not_to_contain_text("An earlier moment")


def test_the_log_shows_its_newest_line_and_leaves_who_reads_further_up(visitor: Come) -> None:
    ann, ben = table_of_two(visitor)
    ann.page.set_viewport_size({"width": 1280, "height": 420})
    log = ann.page.get_by_role("list", name="Log")

    def moves() -> None:
        lines = log.get_by_role("button").count()
        mover = ann if acting(ann.page) else ben
        sixteen(mover.page, wait_until_mine(mover.page)[0])
        wait_on_page(ann.page, lambda: log.get_by_role("button").count() > lines)

    log.evaluate("list => list.scrollTo(0, list.scrollHeight)")
    moves()
    expect(log.get_by_role("button").last).to_be_in_viewport()
    log.evaluate("list => list.scrollTo(0, 0)")
    moves()
    expect(log.get_by_role("button").first).to_be_in_viewport()
    assert log.evaluate("list => [list.scrollTop, list.scrollHeight > list.clientHeight + 44]") == [0, True]


def test_on_one_device_all_see_what_happened_and_then_a_curtain_hides_what_is_secret(visitor: Come) -> None:
    ann = visitor(lang="en", phone=True, speed="fast")
    page = ann.visit("/g/sixteen")
    page.get_by_test_id("way-device").click()
    page.get_by_test_id("my-name").fill("Ann")
    page.get_by_test_id("open-device").click()
    expect(page.get_by_role("alert")).to_have_text("Please give every player a name.")
    expect(page.get_by_test_id("name-2")).to_be_focused()
    page.keyboard.type("Ben")
    page.get_by_test_id("open-device").click()
    curtain = page.get_by_test_id("curtain")
    rng = Random(7)
    shown: list[str] = []
    last = None
    while len(shown) < 6:
        mine = several(page)
        due = next(one for one in mine if one["seat"] in one["awaits"]["seats"])
        if due["seat"] != last:  # who won a series goes on, and needs no curtain
            expect(curtain).to_be_visible()
            assert page.locator("[data-action]").count() == 0  # nothing of either hand is on the page
            shown.append(page.get_by_role("heading", level=1).inner_text())
            curtain.click()
        last = due["seat"]
        other = next(one for one in mine if one is not due)
        for card in set(other["view"]["hand"]) - set(due["view"]["hand"]):
            assert page.locator(f"[data-action='play {card}']").count() == 0
        sixteen(page, rng.choice(due["legal"]))
        answered(page)
        expect(page.locator(".table[data-showing]")).to_have_count(0)
        drawn, now = page.evaluate(SHOWN), several(page)
        if now[0]["awaits"]["seats"] != [last]:
            assert drawn and drawn[-1]["n"] == now[-1]["n"]
            assert now[-1]["seat"] is None and drawn[-1]["view"] == now[-1]["view"]  # what spectators see
    assert {*shown} == {"Pass the screen to Ann", "Pass the screen to Ben"}
    assert {chair["name"] for chair in several(page)[0]["head"]["chairs"]} == {"Ann", "Ben"}


def test_under_the_curtain_the_one_it_waits_for_may_resign(visitor: Come) -> None:
    page = visitor(lang="en").visit("/g/sixteen")
    page.get_by_test_id("way-device").click()
    page.get_by_test_id("my-name").fill("Ann")
    page.get_by_test_id("name-2").fill("Ben")
    page.get_by_test_id("open-device").click()
    names = ["Ann", "Ben"]
    due = next(one["seat"] for one in several(page) if one["seat"] in one["awaits"]["seats"])
    expect(page.get_by_test_id("curtain")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_contain_text(f"Resign for {names[due]}")
    page.get_by_role("button", name="I resign").click()
    expect(page.get_by_test_id("result")).to_contain_text(f"{names[1 - due]} wins")


def several(page: Page) -> list[dict[str, Any]]:
    """How the table stands for each of the seats at this screen."""
    page.wait_for_url("**/t/*")
    news: list[dict[str, Any]] = page.evaluate(ASK, f"/api/tables/{at_the_table(page)}")
    return news


def test_after_the_game_everything_is_open_and_the_master_has_a_word(visitor: Come) -> None:
    ann, ben = table_of_two(visitor, "coda")
    rng = Random(2)
    for _ in range(6):  # then somebody has had enough: each decision takes the master a second
        mover = ann if acting(ann.page) else ben
        coda(mover.page, rng.choice(wait_until_mine(mover.page)))
        answered(mover.page)
    resign(ann)
    ann.page.get_by_test_id("review").click()
    expect(ann.page.get_by_test_id("step-back")).to_be_visible()
    ann.page.get_by_test_id("step-back").click()
    ann.page.get_by_test_id("step-back").click()
    ann.page.get_by_test_id("ask-master").click()
    expect(ann.page.get_by_test_id("how-played")).to_be_visible(timeout=60_000)
    seats = ann.page.get_by_test_id("how-played").get_by_role("radio")
    seats.nth(int(ann.page.get_by_test_id("turning-point").count() == 0)).click()  # one of them played at random
    ann.page.get_by_test_id("turning-point").first.click()
    expect(ann.page.get_by_test_id("verdict")).to_be_visible()
    shared = ann.page.url
    ann.page.get_by_test_id("try-again").first.click()
    answers = ann.page.get_by_test_id("answer")
    expect(answers.first).to_be_visible()
    assert not re.search(r"\d\s?%", "".join(answers.all_inner_texts()))  # what each is worth is not said before
    answers.first.click()
    expect(ann.page.get_by_test_id("answer-verdict")).not_to_be_empty()
    expect(answers.first).to_contain_text("%")
    assert violations(ann.page) == []
    ann.page.get_by_test_id("try-close").click()
    expect(ann.page.get_by_test_id("verdict")).to_be_visible()
    expect(ann.page.get_by_role("img", name="Chance of winning")).to_have_count(0)
    assert violations(ann.page) == []
    eve = visitor(lang="en")
    eve.page.goto(shared)
    expect(eve.page.get_by_test_id("step-back")).to_be_visible()


def test_a_rematch_brings_both_to_a_new_table(visitor: Come) -> None:
    ann, ben = table_of_two(visitor)
    resign(ann)
    expect(ann.page.get_by_test_id("result")).to_be_visible()
    old = ann.page.url
    text = ann.page.request.get(f"{old.replace('/t/', '/api/tables/')}/record").text()
    fair = record.read(text, GAMES).fair
    assert fair is not None and all(fair.pledges) and all(fair.words)  # both pages have had a part in the dice
    ann.page.get_by_test_id("again").click()
    ann.page.wait_for_url(lambda url: "/t/" in url and url != old)
    ben.page.get_by_role("button", name="Rejoindre la revanche").click()
    ben.page.wait_for_url(ann.page.url.replace(ann.address, ben.address))
