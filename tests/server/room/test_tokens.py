"""Tokens: good once, for their account, for a while after the connection is gone."""

from __future__ import annotations

from greenfelt.server.room.tokens import KEPT_SECONDS, Holder, Tokens

ANN = Holder("ann", "Ann", False)


def test_a_token_is_redeemed_once_by_its_account_alone() -> None:
    tokens = Tokens()
    token = tokens.issue(ANN, 0.0)
    assert tokens.redeem("bob", token, 1.0) is None
    assert tokens.redeem("ann", token, 1.0) == ANN
    assert tokens.redeem("ann", token, 1.0) is None


def test_a_new_token_replaces_the_one_before() -> None:
    tokens = Tokens()
    first, second = tokens.issue(ANN, 0.0), tokens.issue(ANN, 0.0)
    assert first != second
    assert tokens.redeem("ann", first, 0.0) is None
    assert tokens.redeem("ann", second, 0.0) == ANN


def test_its_time_counts_from_when_the_connection_was_last_there() -> None:
    tokens = Tokens()
    token = tokens.issue(ANN, 0.0)
    tokens.keep("ann", 5_000.0)
    assert tokens.redeem("ann", token, 5_000.0 + KEPT_SECONDS + 1) is None
    token = tokens.issue(ANN, 0.0)
    tokens.keep("ann", 5_000.0)
    assert tokens.redeem("ann", token, 5_000.0 + KEPT_SECONDS) == ANN


def test_tokens_of_those_who_are_gone_are_forgotten_and_others_kept() -> None:
    tokens = Tokens()
    tokens.issue(ANN, 0.0)
    bobs = tokens.issue(Holder("bob", "Bob", False), 0.0)
    tokens.forget_old(KEPT_SECONDS + 1, lambda account: account == "bob")
    tokens.keep("ann", KEPT_SECONDS + 1)
    tokens.keep("bob", KEPT_SECONDS + 1)
    assert tokens.redeem("bob", bobs, KEPT_SECONDS + 2) is not None
    assert set(tokens._holders) == set()


def test_nothing_that_is_kept_opens_an_account() -> None:
    tokens = Tokens()
    token = tokens.issue(ANN, 0.0)
    assert token not in str(vars(tokens))
