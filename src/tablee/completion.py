"""`tablee completion SHELL`: a script with which a shell completes commands and flags, made from the parser itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

SHELLS = ("bash", "zsh", "fish")

BASH = """_tablee_words() {{
  case "$1" in
{cases}
  esac
}}
_tablee() {{
  local path="" n
  for ((n = 1; n < COMP_CWORD; n++)); do
    if [ -n "$(_tablee_words "$path ${{COMP_WORDS[n]}}")" ]; then path="$path ${{COMP_WORDS[n]}}"; fi
  done
  COMPREPLY=($(compgen -W "$(_tablee_words "$path")" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _tablee tablee
"""
ZSH = "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n"
FISH = """function __tablee_words
  switch "$argv[1]"
{cases}
  end
end
function __tablee_complete
  set -l path ''
  for word in (commandline -opc)[2..-1]
    if test -n "$(__tablee_words "$path $word")"
      set path "$path $word"
    end
  end
  string split ' ' -- (__tablee_words "$path")
end
complete -c tablee -a '(__tablee_complete)'
"""


def completion_script(parser: argparse.ArgumentParser, shell: str) -> str:
    places = list(word_lists(parser))
    if shell == "fish":
        return FISH.format(cases="\n".join(f"    case '{path}'\n      echo '{words}'" for path, words in places))
    script = BASH.format(cases="\n".join(f"    '{path}') echo '{words}' ;;" for path, words in places))
    return f"{ZSH}{script}" if shell == "zsh" else script


def word_lists(parser: argparse.ArgumentParser, path: str = "") -> Iterator[tuple[str, str]]:
    """What may follow each command, by the words that lead to it: " play coda"."""
    words: list[str] = []
    below: list[tuple[str, argparse.ArgumentParser]] = []
    for action in parser._actions:
        words += action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            below += action.choices.items()
            words += action.choices
        elif not action.option_strings and action.choices:
            words += [str(choice) for choice in action.choices]
    yield path, " ".join(dict.fromkeys(words))
    for name, command in below:
        yield from word_lists(command, f"{path} {name}")
