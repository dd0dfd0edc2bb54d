"""What the bots call in compiled code: see `tablee.turbo.browser.exports`."""

from tablee.games.golden21 import policy
from tablee.games.golden21.bots import lookahead

EXPORTS = (
    (policy.announcing, "g i"),
    (policy.sound, "g i"),
    (lookahead.shuffle, "Gi v"),
    (lookahead.weigh, "GGlid i"),
)
