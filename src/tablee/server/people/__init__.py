"""People: guests, accounts, sessions, invitations, and how the games ended that a person played.

Third layer: imports `store`; never `tables` or `protocol`.
"""
