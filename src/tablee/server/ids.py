"""Random identifiers of people, sessions and tables, written with letters that are not mistaken for one another."""

from __future__ import annotations

from secrets import token_bytes

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_id(length: int = 16) -> str:
    """Five random bits a letter, from the operating system."""
    return letters(token_bytes(length))


def letters(data: bytes) -> str:
    """One letter for each byte, of which five bits count."""
    return "".join(LETTERS[byte & 31] for byte in data)
