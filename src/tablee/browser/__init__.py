"""The server in a browser: the same application, for one device, without a network.

The page's worker (`web/src/offline/`) runs this in Pyodide, Python as WebAssembly. Nothing is written a second time:
rules, tables, what each seat is told, studies and words are the server's own, and the page asks them as it asks a
server. What differs is around them: a database in the page (`store`), no other processes (`jobs`), and compiled
functions that were made in advance (`tablee.turbo.browser`).
"""
