"""What the bots call in compiled code: see `tablee.turbo.browser.exports`."""

from tablee.games.code21 import policy
from tablee.games.code21.bots import master_search, mission_solver

RECORDS = {"P": mission_solver.PAD, "T": mission_solver.TABLE}
EXPORTS = (
    (policy.appraise, "gdd v"),
    (policy.think, "gdd v"),
    (master_search.hope, "gifi f"),
    (master_search.imagine, "GGGi v"),
    (master_search.rewind, "g v"),
    (master_search.weigh, "GiiGlid v"),
    (mission_solver.solve, "GGiPT v", RECORDS),
)
