"""Tables: their events, the state folded from these, decisions, nodes that keep tables in memory, dice, bots, clocks.

Second layer: imports `people` (who somebody is) and `store`; never `protocol`.
"""
