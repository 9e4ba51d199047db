"""How amounts are written and typed: chips at poker, dollars where a game's layout counts in cents."""

from __future__ import annotations

import re
from typing import Final

_DOLLARS: Final = re.compile(r"\$?([0-9]+)(?:\.([0-9]{1,2}))?")


def chips(amount: int) -> str:
    """Return an amount of chips with thousands set apart."""
    return f"{amount:,}"


def money(cents: int) -> str:
    """Return cents as dollars, the cents only where there are some."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02}" if rest else f"{sign}${whole:,}"


def in_words(amount: int, *, cents: bool) -> str:
    """Return an amount as it is shown: 2,500 chips, or $25."""
    return money(amount) if cents else chips(amount)


def balance_words(balance: int, *, dollars: bool) -> str:
    """Return an account's balance: in chips, and with ``dollars`` also as table games count them."""
    said = f"balance {chips(balance)}"
    return f"{said} = {money(balance)}" if dollars else said


def typed(amount: int, *, cents: bool) -> str:
    """Return an amount as it is typed: 25, or 12.50 of dollars."""
    if not cents:
        return str(amount)
    whole, rest = divmod(amount, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


def read_amount(text: str, *, cents: bool) -> int | None:
    """Return what was typed, None where it is no amount: 25 is 25 chips, or 25 dollars."""
    text = text.replace(",", "").strip()
    if not cents:
        return int(text) if text.isascii() and text.isdigit() else None
    found = _DOLLARS.fullmatch(text)
    if found is None:
        return None
    return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))
