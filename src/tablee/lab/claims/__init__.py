"""`python -m tablee.lab.claims`: questions that players ask about a game, answered by many simulated games."""
