"""Tables on a network: seats belong to people, moves are stored before anybody sees them, clients get views only.

Four layers, each in a folder that imports only those below it:

protocol   HTTP routes, WebSockets, messages, static files, OpenAPI, rate limits
tables     events, the state of a table, decisions, nodes, dice, bots in processes of their own, periodic jobs, the bus
people     guests, accounts, sessions, results
store      events and everything else that is kept: SQLite, PostgreSQL

Beside them: `serve`, `verify` and `operations` (backups, repair, administration) are the commands, `config` is what
`serve` is started with. `refusals`, `ids`,
`metrics` and `timekeeping` may be imported by every layer.
"""
