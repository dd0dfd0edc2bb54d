"""Others are asked to come: the link that is given away leads here from where they are, and it can be taken along."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tablee.server.protocol.address_api import local_address
from tests.page.browsing import NETWORK, Visitor
from tests.page.playing import open_with_friends

Come = Callable[..., Visitor]


def test_a_link_from_this_machine_is_one_for_others_and_a_phone_can_scan_it(visitor: Come) -> None:
    """The browser calls it 127.0.0.1, where a friend's phone would find nobody but itself."""
    ann = visitor(lang="fr")
    path = open_with_friends(ann, "sixteen", "Ann", {})
    there = ann.address.replace("127.0.0.1", local_address() or "127.0.0.1")
    expect(ann.page.get_by_label("Lien vers cette table")).to_have_value(there + path)
    ann.page.get_by_role("button", name="Code QR").click()
    picture = ann.page.get_by_role("img", name=there + path)
    expect(picture).to_be_visible()
    assert picture.evaluate("async (node) => (await node.decode(), node.naturalWidth)") > 0


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
