"""Our games in research libraries. Each adapter is one file and one optional dependency; nothing else needs it.

    pip install "tablee[pettingzoo]"    tablee.rl.pettingzoo    every seat is an agent
    pip install "tablee[gymnasium]"     tablee.rl.gymnasium     one seat is the agent, bots play the others
    pip install "tablee[openspiel]"     tablee.rl.openspiel     game trees: chance with its odds, information states

They share two things: the order of decisions (`turns`), and actions and views as numbers (`numbering`). The game's
kernel declares the fields of an observation and their bounds (docs/kernels.md).
"""
