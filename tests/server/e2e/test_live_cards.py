"""Whoever reads the store in the middle of a hand sees no live card, in whatever form we hold cards."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from redis import Redis
from support.driver import Crew

from greenfelt.evaluators import parse_cards
from greenfelt.protocol import messages as msg
from greenfelt.server.net.child import ServerProcess

CONFIG = """
[accounts]
grant = 1000000
[store]
seal = "{seal}"
[[tables]]
name = "Oslo"
game = "badugi"
newcomers = "free"
max_buy_in = 20000
"""
RUN = 16
"""So many different bytes below 52 in a row are a piece of a deck; chance makes that once in 10**11."""


def in_mid_hand(server: ServerProcess) -> list[str]:
    """Play up to a decision after a draw; return each player's down cards."""
    crew = Crew((server.host, server.port), ["Ann", "Bob", "Cid"], seed=3)
    try:
        crew.sit([1], 2_000)
        crew.play(2)
        crew.hold_after_a_draw()
        snapshots = [player.look(1) for player in crew.players]
    finally:
        crew.close()
    return [down for snapshot in snapshots if (down := own_cards(snapshot))]


def own_cards(snapshot: msg.Snapshot) -> str:
    return {seat.seat: seat.down for seat in snapshot.seats}[snapshot.you]


def all_bytes(data_dir: Path) -> bytes:
    """Return everything that a reader of the store gets: its files, every value, what it says."""
    files = [path for path in data_dir.rglob("*") if path.is_file() and path.name != "keys"]
    parts = [path.read_bytes() for path in files]
    assert any(path.suffix == ".aof" and path.stat().st_size for path in files)
    with Redis(unix_socket_path=str(data_dir / "store.sock")) as client:
        for key in client.keys("*"):
            parts += plain_values(client, key)
        parts.append(repr(client.slowlog_get(128)).encode())
    return b"\n".join(parts)


def plain_values(client: Redis, key: bytes) -> Iterator[bytes]:
    match client.type(key):
        case b"string":
            yield client.get(key)
        case b"hash":
            yield from itertools.chain(*client.hgetall(key).items())
        case b"set":
            yield from client.smembers(key)
        case b"stream":
            for _, fields in client.xrange(key):
                yield from itertools.chain(*fields.items())
        case kind:
            raise AssertionError(f"{key!r} is a {kind!r}: say here how it is read")


def forms(cards: str) -> Iterator[bytes]:
    """Yield cards as they are held, packed, or written, in every order."""
    texts = [cards[at : at + 2] for at in range(0, len(cards), 2)]
    for order in itertools.permutations(texts):
        numbers = list(parse_cards("".join(order)))
        yield bytes(numbers)
        yield msgspec.msgpack.encode(numbers)
        yield msgspec.json.encode(numbers)
        for between in ("", " ", ",", ", ", '","'):
            yield between.join(order).encode()


def pieces_of_decks(data: bytes) -> int:
    """Count runs of bytes that look like packed cards of one deck."""
    found, at = 0, 0
    while at < len(data):
        seen: set[int] = set()
        while at < len(data) and data[at] < 52 and data[at] not in seen:
            seen.add(data[at])
            at += 1
        found += len(seen) >= RUN
        at += not seen
    return found


@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "not sealed, so that it is found"])
def test_no_live_card_can_be_read_in_the_store(
    serve: Callable[..., ServerProcess], short_dir: Path, sealed: bool
) -> None:
    server = serve(CONFIG.format(seal="on" if sealed else "off"))
    hands = in_mid_hand(server)
    data = all_bytes(short_dir / "data")
    assert len(hands) >= 2
    found = [form for hand in hands for form in forms(hand) if form in data]
    if sealed:
        assert found == []
        assert pieces_of_decks(data) == 0
    else:
        assert found
        assert pieces_of_decks(data) > 0
