"""Accounts and tables of the greatest test have names that a server takes."""

from __future__ import annotations

import pytest

from greenfelt.client.load.run import LoadTest, Options
from greenfelt.client.load.worker import Share, Worker
from greenfelt.protocol import messages as msg
from greenfelt.server.room.accounts import account_key
from greenfelt.server.room.private import table_name


def test_names_are_short_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("greenfelt.client.load.run._resolve", lambda address: address)
    options = Options(address=("127.0.0.1", 1), tables=4096, seats=10, watchers=100, processes=16)
    test = LoadTest(options, lambda progress: None)
    share: Share = test._shares()[-1]
    names: list[str] = []
    worker = Worker(share, None)  # type: ignore[arg-type]
    monkeypatch.setattr(worker, "later", lambda seconds, call: call(0.0))
    monkeypatch.setattr(worker, "_admit", lambda client: names.append(client.name))
    worker._tables = [None] * 4095  # type: ignore[list-item]
    worker._open(msg.Invite(1, 1, "key"))
    assert len(set(names)) == 110
    for name in names:
        assert account_key(f"{name}-2")
    assert table_name(share.tables[-1][1])
