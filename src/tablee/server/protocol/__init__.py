"""HTTP routes, WebSockets, messages, static files, OpenAPI, rate limits: everything that clients talk to.

Top layer: imports `tables`, `people` and `store`; nothing below imports it.
"""
