"""Tables on a network: seats that belong to people, moves that are stored before anybody is told, views alone.

events   what can happen at a table, as it is stored           wire     what clients send and are sent
table    a table folded from its events                        clerk    what an ask does: events, or a refusal
dice     chance that was pledged before the game               store    where events are kept: SQLite, PostgreSQL
node     tables in memory, told when they grow                 bus      nodes telling one another
bots     bots thinking in processes of their own               clocks   deadlines that have passed
people   guests, accounts, sessions                            web      the HTTP and WebSocket API
"""
