"""The Golden 21: whoever wants to throws the dice with a flick, which announces what the dial says."""

from __future__ import annotations

from tests.page.playing import ASK, acting, at_the_table, stands, wait_on_page
from tests.page.test_table import Come, against_bots


def test_dice_are_thrown_with_a_flick_and_put_down_without_one(visitor: Come) -> None:
    page = against_bots(visitor, "golden21", players=3, calm=False, phone=True).page
    wait_on_page(page, lambda: any(action.startswith("announce") for action in acting(page)), "my announcement")
    before, dice = stands(page)["n"], page.get_by_test_id("held-dice")
    announced = int(page.get_by_test_id("dial").get_attribute("aria-valuenow") or 0)

    dice.click()  # a tap is no flick
    assert stands(page)["n"] == before

    def flick() -> bool:
        """Again if the machine was so busy that it looked like putting them down."""
        box = dice.bounding_box() if dice.count() else None
        if box is None or stands(page)["n"] > before:
            return bool(stands(page)["n"] > before)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 30, y - 90, steps=3)
        page.mouse.up()
        return bool(stands(page)["n"] > before)

    wait_on_page(page, flick, "the throw")
    log = page.evaluate(ASK, f"/api/tables/{at_the_table(page)}/log?seat=0")
    mine = [event["told"] for event in log if event["is"] == "line" and event["told"].startswith("0: announce")]
    assert mine == [f"0: announce {announced}"]
