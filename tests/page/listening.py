"""A player who does not see the page: it is read out to them, and they have a keyboard.

They know what Chromium tells a screen reader (its accessibility tree) and what was said in live regions, and nothing
else; they press keys, and never point at anything.
"""

from __future__ import annotations

import re
from typing import Any
from unicodedata import category

from playwright.sync_api import Page

from tests.page.playing import answered, wait_on_page

PRESSED = (
    "button",
    "link",
    "radio",
    "checkbox",
    "slider",
    "tab",
    "textbox",
    "spinbutton",
    "combobox",
    "DisclosureTriangle",
)
FOCUS_SEEN = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const wrong = () => {
    const here = document.activeElement
    if (here === document.body) return 'lost'
    const ring = getComputedStyle(here.matches('input[type=radio]') ? here.nextElementSibling : here)
    const seen = ring.outlineStyle !== 'none' && parseFloat(ring.outlineWidth) >= 2
    return seen ? '' : `no ring: ${here.outerHTML.slice(0, 200)}`
  }
  await frame()
  for (let frames = 0; frames < 30 && wrong(); frames++) await frame()
  return wrong()
}"""
# Each text stays in the live region for four seconds only. A screen reader is notified when it is added, and so are we.
LISTEN = """() => {
  window.announced = []
  const region = document.querySelector('[role=log][aria-live=polite]')
  const add = (node) => window.announced.push(node.textContent)
  region.querySelectorAll('p').forEach(add)
  const heard = new MutationObserver((changes) => changes.forEach((one) => one.addedNodes.forEach(add)))
  heard.observe(region, { childList: true })
}"""


class NotThere(Exception):
    """A control that was to be pressed is not, or no longer, on the page."""


class SpokenElement:
    """One thing of the page, as it is read out."""

    def __init__(self, node: dict[str, Any], inside: tuple[str, ...]) -> None:
        facts = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        self.role: str = node["role"]["value"]
        self.name: str = node.get("name", {}).get("value", "").replace("\u00a0", " ").strip()
        self.id: int = node.get("backendDOMNodeId", -1)
        self.inside = inside  # the names of what it stands in
        self.shut = bool(facts.get("disabled"))
        self.focused = bool(facts.get("focused"))
        self.reached = bool(facts.get("focusable"))
        self.key: str = facts.get("keyshortcuts") or ""
        self.checked = facts.get("checked") == "true"
        self.value: str = str(node.get("value", {}).get("value", ""))

    def __repr__(self) -> str:
        return f"{self.role} {self.name!r}{' (shut)' if self.shut else ''}{f' [{self.key}]' if self.key else ''}"


class Listener:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed: list[str] = []
        self.read: list[SpokenElement] = []
        self.before: list[str] = []
        page.locator("[role=log][aria-live=polite]").wait_for(state="attached")
        page.evaluate(LISTEN)
        self.line = page.context.new_cdp_session(page)
        self.line.send("Accessibility.enable")

    # ---- what is heard ----------------------------------------------------------------

    def elements(self) -> list[SpokenElement]:
        """All of the page in its order, as it was when a key was last pressed or something awaited."""
        self.read = self.read or self.read_page()
        return self.read

    def read_page(self) -> list[SpokenElement]:
        nodes = self.line.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        heard: list[SpokenElement] = []

        def walk(node: dict[str, Any], inside: tuple[str, ...]) -> None:
            if not node.get("ignored"):
                one = SpokenElement(node, inside)
                heard.append(one)
                inside = (*inside, f"{one.role} {one.name}".strip())
            for child in node.get("childIds", ()):
                if child in by_id:
                    walk(by_id[child], inside)

        walk(nodes[0], ())
        return heard

    def spoken_text(self) -> str:
        """Whose turn it is, and what the live regions say."""
        spoken = ("region Turn", "log", "alert")
        live = [one for one in self.elements() if any(part.startswith(spoken) for part in one.inside)]
        return "\n".join(one.name for one in live if one.role == "StaticText" and one.name)

    def log(self) -> set[str]:
        """The lines of the visible log. Between them is a button that shows the last ones again."""
        listed = [one.name for one in self.elements() if one.role == "button" and "list Log" in one.inside]
        return {name for name in listed if not name.startswith("Since your last turn")}

    def announced(self) -> list[str]:
        """Every text that was read out by itself since this player came, in order."""
        assert self.page.get_by_role("log", name="What is happening").count() == 1
        texts: list[str] = self.page.evaluate("window.announced")
        return [text.replace("\u00a0", " ") for text in texts]

    def wait_for_announcement(self, pattern: str) -> None:
        wait_on_page(self.page, lambda: any(re.search(pattern, text) for text in self.announced()), pattern)

    def is_told(self, lines: set[str]) -> bool:
        """Whether all these lines were announced. A shape beside the name of its colour is not read out."""
        self.read = []
        announced = self.announced()
        plain = ("".join(" " if category(sign) == "So" else sign for sign in line) for line in lines)
        wanted = [re.sub(r" +(?=[ ,.;:]|$)", "", line) for line in plain]
        return all(any(line in text for text in announced) for line in wanted)

    def controls(self) -> list[SpokenElement]:
        """What can be pressed, in the order of Tab."""
        return [one for one in self.elements() if one.role in PRESSED and one.reached]

    def find_control(self, *names: str) -> SpokenElement | None:
        """The first thing on the board that is not shut and is called so; of several names the first that there is."""
        things = [one for one in self.controls() if not one.shut and "main" in one.inside]
        return next((one for name in names for one in things if re.search(name, one.name)), None)

    # ---- what is pressed --------------------------------------------------------------

    def key(self, name: str) -> None:
        self.page.keyboard.press(name)
        self.read = []

    def go_to(self, thing: SpokenElement) -> None:
        """By Tab, forwards or backwards; among radio buttons by arrows."""
        for _ in range(6):
            things = self.controls()
            order = [one.id for one in things]
            if thing.id not in order:
                raise NotThere(f"{thing} has gone")
            here = next((place for place, one in enumerate(things) if one.focused), -1)
            there = order.index(thing.id)
            if here == there:
                return
            radios = here >= 0 and things[here].role == things[there].role == "radio"
            keys = ("ArrowRight", "ArrowLeft") if radios else ("Tab", "Shift+Tab")
            between = things[min(here, there) + 1 : max(here, there)]
            stops = 1 + (len(between) if radios else sum(one.role != "radio" or one.checked for one in between))
            for _ in range(stops):
                self.key(keys[here > there])
        raise AssertionError(
            f"{thing} is not reached by Tab; the focus is on {[o for o in self.controls() if o.focused]}"
        )

    def press(self, thing: SpokenElement) -> None:
        """By its key, if it has one that is read out; else by going there and Enter."""
        self.pressed.append(thing.name)
        if thing.key and not self.is_asked():
            self.key({"Plus": "+"}.get(thing.key, thing.key))
        else:
            self.go_to(thing)
            self.key("Space" if thing.role in ("radio", "checkbox") else "Enter")

    def press_any(self, *names: str) -> None:
        """Presses the first of these that is offered."""
        thing = self.find_control(*names)
        if thing is None:
            raise NotThere(f"none of {names} among {self.controls()}; said: {self.spoken_text()}")
        self.press(thing)

    def has_pressed(self, name: str) -> bool:
        return any(re.search(name, before) for before in self.pressed)

    def is_asked(self) -> bool:
        """Whether a question is to be answered first."""
        return any(one.role == "dialog" for one in self.elements())

    def answer_question(self) -> None:
        """Yes: it is the last thing of the question."""
        self.press(self.controls()[-1])

    # ---- how it goes on ---------------------------------------------------------------

    def check_focus(self) -> None:
        """After a move the focus is somewhere, and one sees where."""
        assert not (wrong := self.page.evaluate(FOCUS_SEEN)), wrong

    def unnamed_controls(self) -> list[SpokenElement]:
        return [one for one in self.controls() if not one.name]

    def wait_for_change(self) -> None:
        """Waits for the answer to what was asked for, and then for a moment whether the page changes."""
        answered(self.page)
        before = self.before
        for _ in range(20):
            self.read = []
            self.before = [repr(one) for one in self.elements()]
            if self.before != before:
                break
            self.page.wait_for_timeout(15)
