"""Others are asked to come: the link that is given away leads here from where they are, and it can be taken along."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tablee.server.protocol.address_api import local_address
from tests.page.browsing import NETWORK, Visitor, served
from tests.page.playing import open_with_friends

Come = Callable[..., Visitor]


@pytest.mark.parametrize(("lang", "said"), [("fr", "Seule cette machine"), ("en", "Only this machine")])
def test_where_the_server_listens_to_its_own_machine_alone_no_link_for_others_is_made_up(
    visitor: Come, lang: str, said: str
) -> None:
    ann = visitor(lang=lang)
    path = open_with_friends(ann, "sixteen", "Ann", {})
    expect(ann.page.get_by_test_id("only-here")).to_contain_text(said)
    expect(ann.page.get_by_test_id("only-here")).to_contain_text("tablee serve --host 0.0.0.0")
    expect(ann.page.locator(".invite input")).to_have_value(ann.address + path)  # which works on this machine
    expect(ann.page.get_by_role("button", name="QR")).to_have_count(0)


AT_ITS_FOOT = """(node) => {
  const { left, width, bottom } = node.getBoundingClientRect()
  return document.elementFromPoint(left + width / 2, bottom - 2) === node
}"""


def test_a_link_from_this_machine_is_one_for_others_and_a_phone_can_scan_it(visitor: Come, tmp_path: Path) -> None:
    """The browser calls it 127.0.0.1, where a friend's phone would find nobody but itself."""
    ann = visitor(lang="fr")
    with served(tmp_path, host="0.0.0.0") as open_to_all:
        ann.address = open_to_all.address
        path = open_with_friends(ann, "sixteen", "Ann", {})
        if (address := local_address()) is None:
            expect(ann.page.get_by_test_id("only-here")).to_contain_text("aucun réseau")
            return
        there = ann.address.replace("127.0.0.1", address)
        expect(ann.page.get_by_label("Lien vers cette table")).to_have_value(there + path)
        ann.page.route("**/api/qr.svg*", lambda asked: asked.abort())
        ann.page.get_by_role("button", name="Code QR").click()
        expect(ann.page.get_by_text("Pas de code QR pour l’instant")).to_be_visible()
        ann.page.unroute("**/api/qr.svg*")
        ann.errors.clear()
        ann.page.set_viewport_size({"width": 844, "height": 390})  # a phone that lies
        ann.page.get_by_role("button", name="Code QR").click()
        picture = ann.page.get_by_role("img", name=there + path)
        expect(picture).to_be_visible()
        assert picture.evaluate("async (node) => (await node.decode(), node.naturalWidth)") > 0
        expect(picture).to_be_in_viewport(ratio=1)
        assert picture.evaluate(AT_ITS_FOOT)
        ann.page.goto("about:blank")  # before the server stops


def test_a_link_is_copied_where_the_browser_keeps_its_clipboard_to_itself(visitor: Come) -> None:
    ann = visitor(lang="fr", phone=True)
    ann.address = ann.address.replace("127.0.0.1", NETWORK)
    path = open_with_friends(ann, "sixteen", "Ann", {})
    assert ann.page.evaluate("[isSecureContext, navigator.share, navigator.clipboard]") == [False, None, None]
    ann.page.get_by_test_id("share").click()
    expect(ann.page.get_by_text("Lien copié.")).to_be_visible()
    ann.page.get_by_text("Les dés sont-ils honnêtes").click()
    ann.page.get_by_label("Votre texte à mêler au tirage").press("Control+V")
    expect(ann.page.get_by_label("Votre texte à mêler au tirage")).to_have_value(ann.address + path)
    ann.errors.clear()  # the browser says that it trusts this address less, which is what this was about
