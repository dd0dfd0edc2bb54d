"""Each of the five games to its end by somebody who hears the page and has a keyboard, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic

import pytest
from playwright.sync_api import expect

from tests.page.browsing import Visitor
from tests.page.listening import Listener, NotThere
from tests.page.playing import wait_on_page
from tests.waiting import PATIENCE

Come = Callable[..., Visitor]

MOST_KEYS = 1000  # that a game takes


def sixteen(ann: Listener) -> None:
    """A card that takes a series, or one that does not go over; a joker is declared."""
    ann.press_any(r"^Draw a card", r"takes the series", r"brings the pile", r"^Joker: choose", r": .*[Bb]ust")


def code21(ann: Listener) -> None:
    """The lowest soldier, face up and face down by turns; accuses where it is sure, and stakes on itself."""
    total = next((int(one.name.split()[-1]) for one in ann.elements() if re.fullmatch(r"Total \d+", one.name)), 0)
    if stake := ann.find_control(r"^Stake 1 on Ann"):
        ann.press(stake)
        ann.press_any(r"^Close your fist: 1 on Ann")
    elif total > 21 and (accuse := ann.find_control("^Accuse")):
        ann.press(accuse)
    elif ann.find_control(r"face up", r"face down"):
        ann.press_any(r"face down" if total % 2 else r"face up")
    else:
        ann.press_any(r"^Continue", r"^Close an empty fist", r"^Soldier \d, in hand", "^Accuse")


def coda(ann: Listener) -> None:
    """Guesses the first hidden tile of the other, by a number that was not said and is not seen elsewhere."""
    ann.press_any(
        r"^2 black, 2 white",
        r"take one$",
        r"^Stop",
        r"^Say \d+ for .* tile$",
        r"^Put it here",
        r"turn it up$",
        r"tile: (black|white), hidden",
    )


def code777(ann: Listener) -> None:
    """Declares 1 2 3 at once, then asks to the end."""
    if not ann.has_pressed("^Declare") or ann.find_control("^Cancel"):
        picked = len([one for one in ann.controls() if one.name.startswith("Erase")])
        ann.press_any("^Declare$" if picked == 3 or not ann.find_control("^Cancel") else f"^{picked + 1}$")
    else:
        ann.press_any(r"^Take a question", "^Pass")


def golden21(ann: Listener) -> None:
    """Announces one more than the dial says, keeps what it wins, gives a die to whoever comes first."""
    if dial := ann.find_control("^Total to announce"):
        ann.go_to(dial)
        ann.key("ArrowRight")
    ann.press_any(
        r"^Announce",
        r"less on your debt",
        r"more on your account",
        r"^Give .* Crisis die",
        r"^Keep|^Give no more",
    )


GAMES: dict[str, tuple[Callable[[Listener], None], dict[str, str], str]] = {
    "coda": (coda, {"players": "2"}, r"^\d(st|nd|rd|th) tile: (black|white), hidden"),
    "code21": (code21, {"players": "2", "missions": "3"}, r"In hand or face down|soldiers in hand"),
    "code777": (
        code777,
        {"players": "3", "target": "1", "limit": "4", "first": "0"},
        r"^My tile \d: everybody sees it but me",
    ),
    "golden21": (golden21, {"players": "3", "years": "1"}, r"^debt 0, account 0"),
    "sixteen": (sixteen, {"players": "2"}, r"\d cards in hand"),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_ear_and_by_keyboard(visitor: Come, game: str) -> None:
    """Things are chosen by their names; the focus is never lost; what happens is said; what is hidden is named so."""
    turn, options, hidden = GAMES[game]
    ann = Listener(seated(visitor, game, options).page)
    before, named, end = ann.log(), False, monotonic() + PATIENCE
    while True:
        said = ann.spoken_text()
        if re.search(r"\bwins?\b|over|a draw", said.partition("\n")[0]):
            break
        named = named or any(re.search(hidden, one.name) for one in ann.elements())
        try:
            if ann.is_asked():
                ann.answer_question()
            elif said.startswith("Your turn") or ann.find_control("^Continue"):
                turn(ann)
            else:
                raise NotThere("it is not Ann's turn")
        except NotThere as nothing:  # the page has changed meanwhile, or is about to: look again
            assert monotonic() < end, f"nothing can be done: {nothing}"
            ann.wait_for_change()
            continue
        assert len(ann.pressed) < MOST_KEYS, f"this leads nowhere: {ann.pressed[-5:]}"
        ann.check_focus()
        assert ann.unnamed_controls() == []
        ann.wait_for_change()
        end = monotonic() + PATIENCE
    assert named
    wait_on_page(
        ann.page,
        lambda: ann.read_page() != [] and ann.page.get_by_role("button", name=re.compile("^Another")).count() > 0,
    )
    wait_on_page(ann.page, lambda: ann.is_told(ann.log() - before), "every line of the log, read out")


def seated(come: Come, game: str, options: dict[str, str]) -> Visitor:
    """Ann against bots, at a table that she opened elsewhere."""
    ann = come(lang="en")
    ask, house = ann.context.request, ann.address
    ask.post(f"{house}/api/me", data={"name": "Ann", "lang": "en"})
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * (int(options["players"]) - 1)]
    settings = {"game": game, "options": options, "seats": seats, "help": "book"}
    table = ask.post(f"{house}/api/tables", data=settings).json()["id"]
    ask.post(f"{house}/api/tables/{table}", data={"id": "start", "start": True})
    ann.visit(f"/t/{table}").get_by_test_id("turn").wait_for()
    return ann


def test_a_question_has_the_focus_and_gives_it_back(visitor: Come) -> None:
    """What lies over the page is read out from its title on, keeps Tab to itself, and leaves the place as it was."""
    ann = Listener(seated(visitor, "sixteen", {"players": "2"}).page)
    for name in ("Menu", "Hint"):
        thing = next(one for one in ann.controls() if one.name == name)
        ann.go_to(thing)
        ann.key("Enter")
        over = ann.page.get_by_role("dialog")
        expect(over).to_be_focused()
        assert ann.page.get_by_role("heading", name=over.get_attribute("aria-label") or "", level=2).is_visible()
        for _ in range(3):
            ann.key("Tab")
            assert ann.page.evaluate("document.activeElement.closest('dialog') !== null")
            if name == "Hint":
                break  # there is but its cross
        ann.key("Escape")
        expect(ann.page.get_by_role("button", name=name)).to_be_focused()


def test_where_a_link_has_led_is_read_out(visitor: Come) -> None:
    """The title of the room has the focus, and the tab its name; who has just come is left at the start."""
    page = visitor(lang="en").visit("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.activeElement === document.body")
    for link, title in ((r"^Sixteen", "Sixteen"), ("All the rules", "Sixteen"), ("^Tablée", "Sit down and play")):
        page.get_by_role("link", name=re.compile(link)).first.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name=title, level=1)).to_be_focused()
    expect(page).to_have_title("Tablée")


def test_a_total_that_is_stepped_to_is_said(visitor: Come) -> None:
    """By its buttons, as by the slider."""
    ann = Listener(seated(visitor, "golden21", {"players": "3", "years": "1"}).page)
    wait_on_page(
        ann.page, lambda: ann.read_page() != [] and ann.page.get_by_role("button", name="One more").is_visible()
    )
    before = int(ann.page.get_by_test_id("dial").get_attribute("aria-valuenow") or 0)
    for name, total in (("One more", before + 1), ("One more", before + 2), ("One less", before + 1)):
        ann.page.get_by_role("button", name=name).focus()
        ann.key("Enter")
        expect(ann.page.get_by_role("status").filter(has_text=re.compile(rf"^{total}$"))).to_have_count(1)


def test_a_debt_that_grows_is_said(visitor: Come) -> None:
    """No line of the log has it: it follows from the total that was announced."""
    ann = Listener(seated(visitor, "golden21", {"players": "3", "years": "1"}).page)
    wait_on_page(
        ann.page, lambda: ann.read_page() != [] and ann.page.get_by_role("button", name="One more").is_visible()
    )
    ann.press_any("^Announce")
    ann.wait_for_announcement(r"rolls.* \w+: debt \d")


def test_what_is_said_in_chat_and_a_look_back_are_told_wherever_one_is(visitor: Come) -> None:
    """A line of the chat without its tab being open; a moment of the past, and the way back."""
    visit = seated(visitor, "sixteen", {"players": "2"})
    ann, table = Listener(visit.page), visit.page.url.rpartition("/")[2]
    visit.context.request.post(f"{visit.address}/api/tables/{table}", data={"id": "chat", "say": "good luck"})
    ann.wait_for_announcement("Ann says: good luck")
    ann.page.get_by_role("list", name="Log").get_by_role("button").first.press("Enter")
    ann.wait_for_announcement("An earlier moment.")
    ann.page.keyboard.press("Escape")
    ann.wait_for_announcement("Your turn")
