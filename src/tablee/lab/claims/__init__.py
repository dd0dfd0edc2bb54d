"""`python -m tablee.lab.claims`: questions about a game, answered by millions of games."""
