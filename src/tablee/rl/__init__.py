"""Our games in the libraries of research. Each adapter is an extra and one file; nothing else in the house needs it.

    pip install "tablee[pettingzoo]"    tablee.rl.pettingzoo    every seat an agent
    pip install "tablee[gymnasium]"     tablee.rl.gymnasium     one seat an agent, bots on the others
    pip install "tablee[openspiel]"     tablee.rl.openspiel     game trees: chance with its odds, information states

They share two things: who is asked when (`turns`), and actions and views as numbers (`numbering`). What stands where in
an observation, and between which bounds, is what the game's kernel declares (docs/kernels.md).
"""
