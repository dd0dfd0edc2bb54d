"""`python -m tablee.lab.claims`."""

from tablee.lab.claims.cli import main

main()
