"""What keeps a load test from being run."""

from __future__ import annotations

from greenfelt.client.errors import ClientError


class BadLoadOption(ClientError):
    """An option of the load test cannot be used; the message says what is allowed."""

    code = "bad-load-option"


class LoadFailed(ClientError):
    """The load test could not begin, or its players lost the server for good."""

    code = "load-failed"
