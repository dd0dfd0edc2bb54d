"""My results of a game: nothing yet, a first game, its review, and what to train."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tablee.bots.appraisal import ranks_of
from tests.page.browsing import Visitor
from tests.page.looking import fits, violations
from tests.page.test_viewport import post
from tests.server.test_filed_games import played

Come = Callable[..., Visitor]


def test_a_reviewed_game_is_in_my_results_with_what_to_train(visitor: Come) -> None:
    ann = visitor(lang="fr", phone=True)
    page = ann.visit("/results/sixteen")
    expect(page.get_by_test_id("trend-none")).to_be_visible()
    expect(page.locator("[data-theme=win]")).to_contain_text("La carte qui gagne")
    post(ann, "/api/me", name="Ana", lang="fr")
    games = [played("sixteen", seed=seed) for seed in (1, 2)]
    won = sum(ranks_of(game)[0] == 1 for game in games)
    for n, game in enumerate(games):
        assert "id" in post(ann, "/api/records", record=str(game), seats=[0], at=1_700_000_000_000 + n)
    ann.visit("/me").get_by_test_id("my-results").click()
    expect(page.get_by_test_id("trend-said")).to_contain_text(f"2 parties, {won} gagnée")
    expect(page.get_by_test_id("trend-chart")).to_have_count(0)
    expect(page.get_by_test_id("trend-opponents").locator("tbody tr")).not_to_have_count(0)
    page.get_by_role("link", name="Analyser").first.click()
    expect(page.get_by_test_id("accuracy")).to_be_visible(timeout=60_000)
    accuracy = re.sub(r"^\D+", "", page.get_by_test_id("accuracy").inner_text())
    page.go_back()
    ann.visit("/results/sixteen")
    expect(page.get_by_test_id("trend-chart")).to_be_visible()
    expect(page.get_by_test_id("trend-games").get_by_role("link", name=accuracy)).to_have_count(1)
    expect(page.get_by_test_id("trend-games").get_by_role("link", name="Analyser")).to_have_count(1)
    assert violations(page) == []
    fits(page)
    page.locator("[data-theme=draw] a").click()
    expect(page).to_have_url(re.compile(r"/puzzles/sixteen/\d+\?theme=draw$"))
    expect(page.locator("[data-testid=puzzle][aria-busy=false] h1")).not_to_be_empty()
