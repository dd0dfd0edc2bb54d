"""Stands for a language model: it reads a prompt on standard input and answers as a chatty model would.

    tablee arena sixteen --games 4 --bots random,"cmd:python3 -m tablee.bots.prompts python3 examples/scripted_model.py"

To let a real model play, put its command here instead: anything that reads a prompt and prints an answer.
"""

import sys

prompt = sys.stdin.read()
actions = [line for line in prompt.splitlines() if line[:1].isdigit()]
if len(actions) == 7:  # now and then a model answers what nobody offered
    print("I fold.")
else:
    print("Let me think about the pile.")
    print(f"I choose {len(actions)}.")
