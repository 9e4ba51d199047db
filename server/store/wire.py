"""One connection on which many commands share one round trip."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import hiredis
from redis import Redis
from redis.exceptions import RedisError, ResponseError

Command = tuple[str | bytes | int, ...]

_pack: Callable[[Command], bytes] = hiredis.pack_command  # type: ignore[assignment]

BREAKS = (RedisError, OSError)
"""What ends a connection. ResponseError is a RedisError too, but a whole reply: see ``Wire.ask``."""


class Interrupted(Exception):
    """The connection broke. The commands behind ``replies`` may have been carried out or not."""

    def __init__(self, replies: list[Any]) -> None:
        super().__init__("the connection to the store broke")
        self.replies = replies


class Wire:
    """A redis-py connection that is written and read in batches; not for use by several threads."""

    def __init__(self, client: Redis) -> None:
        self._pool: Any = client.connection_pool
        self._connection: Any = self._pool.get_connection()

    def connect(self) -> None:
        """Connect afresh; nothing that is still on its way to the old connection can be mixed up."""
        self._connection.disconnect()
        self._connection.connect()

    def close(self) -> None:
        """Break the connection; ``connect`` makes a new one."""
        with contextlib.suppress(*BREAKS):
            self._connection.disconnect()

    def give_back(self) -> None:
        """Break the connection and leave its place to others; nothing may follow."""
        self.close()
        self._pool.release(self._connection)

    def ask(self, commands: Sequence[Command]) -> list[Any]:
        """Send all commands at once and return their replies; an error reply is a ResponseError.

        Raises Interrupted with the replies that came before the connection broke or fell silent.
        """
        replies: list[Any] = []
        connection = self._connection
        try:
            connection.send_packed_command(
                [b"".join([_pack(command) for command in commands])],
                check_health=False,
            )
            for _ in commands:
                try:
                    replies.append(connection.read_response())
                except ResponseError as error:
                    replies.append(error)
        except BREAKS as error:
            self.close()
            raise Interrupted(replies) from error
        return replies
