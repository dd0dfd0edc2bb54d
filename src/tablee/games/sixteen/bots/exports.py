"""What the bots call in compiled code: see `tablee.turbo.browser.exports`."""

from tablee.games.sixteen.bots import endgame, world_search

EXPORTS = (
    (endgame.solve, "GGlid v"),
    (world_search.deal, "GGili v"),
    (world_search.weigh, "GGlid i"),
)
