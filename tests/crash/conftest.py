"""The same engines as the server's tests."""

from tests.server.conftest import anyio_backend, postgres_server, valkey_server

__all__ = ["anyio_backend", "postgres_server", "valkey_server"]
