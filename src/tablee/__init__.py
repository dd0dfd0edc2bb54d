"""Tablée: small number games, exact to the rulebook, to play and to study."""

__version__ = "1.0.0"
