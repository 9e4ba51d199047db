"""Cards from the stub to seats and board, and what to do when it runs short.

Sources: POKER-RULES 4.2, 4.4, 5.1, 5.6. Everything here reads the hand and tells what happens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from greenfelt.evaluators.cards import DECK
from greenfelt.server.engine import events as happened
from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.engine.errors import BadSetup, DeckExhausted
from greenfelt.server.engine.evolve import Events, tell
from greenfelt.server.engine.hand import Hand, Player
from greenfelt.server.engine.variant import Street

_FULL_DECK = frozenset(DECK)


def shuffle(deck: DeckSource, cards: Sequence[int], why: happened.ShuffleReason) -> tuple[int, ...]:
    """Ask the deck source for a new order of cards.

    Raises BadSetup when it answers with anything but these cards, each once.
    """
    order = deck.shuffle(cards, why)
    wanted = _FULL_DECK if cards is DECK else frozenset(cards)
    if len(order) != len(cards) or frozenset(order) != wanted:
        raise BadSetup(
            f"the deck source was given {len(cards)} cards and did not return just those"
        )
    return order


def deal_street(hand: Hand, record: Events, deck: DeckSource) -> None:
    """Deal what a street deals: a burn, then the board or each live seat's cards.

    Each seat gets its cards of a street together. A draw burns a card and deals nothing yet.
    """
    street = hand.variant.streets[hand.street]
    if street.board:
        burn(hand, street, record)
        tell(hand, record, happened.DealtBoard(top(hand, street.board)))
    elif street.draw:
        burn(hand, street, record)
    elif hand.street == 0:
        _to_seats(hand, street, record)
    elif _enough(hand, street):
        burn(hand, street, record)
        _to_seats(hand, street, record)
    else:
        _short_stub(hand, street, record, deck)


def top(hand: Hand, count: int) -> tuple[int, ...]:
    """Return the next cards of the stub."""
    return hand.order[hand.dealt : hand.dealt + count]


def burn(hand: Hand, street: Street, record: Events) -> None:
    """Burn a card where the table and the street do, as long as there is one."""
    if street.burn and hand.rules.burn and hand.dealt < len(hand.order):
        card = hand.order[hand.dealt]
        record.append(happened.Burned(card))
        hand.dealt += 1
        hand.burns += (card,)


def _to_seats(hand: Hand, street: Street, record: Events) -> None:
    """Deal the top cards of the stub; folded here, in one pass, as ``evolve`` does it one by one."""
    live, down, up = hand.live, street.down, street.up
    order, at = hand.order, hand.dealt
    for player in hand.players:
        if live & player.bit:
            if down:
                cards = order[at : at + down]
                record.append(happened.DealtDown(player.seat, cards))
                player.down += cards
                at += down
            if up:
                cards = order[at : at + up]
                record.append(happened.DealtUp(player.seat, cards))
                player.up += cards
                at += up
    hand.dealt = at


def _enough(hand: Hand, street: Street) -> bool:
    """Whether the stub serves every live seat by the table's rule for a short stub.

    On the last street one card is never dealt, and one is burnt, except at tables without burns,
    where the last card is dealt too.
    """
    needed = hand.live.bit_count() * (street.down + street.up)
    if street.burn and hand.rules.burn:
        last = hand.street == len(hand.variant.streets) - 1
        needed += 2 if last and hand.rules.stud_short == "tda" else 1
    return len(hand.order) - hand.dealt >= needed


def _short_stub(hand: Hand, street: Street, record: Events, deck: DeckSource) -> None:
    """Deal a stud street that the stub cannot serve in the normal way.

    Either the burns are mixed in, or one card comes face up for all; discards never come back.
    """
    stub, burns = len(hand.order) - hand.dealt, len(hand.burns)
    needed = hand.live.bit_count() * (street.down + street.up)
    burning = street.burn and hand.rules.burn
    rule = hand.rules.stud_short
    if rule == "roberts" and burning and stub and stub + burns >= needed:
        _roberts(hand, street, needed, record, deck)
        return
    if rule == "tda" and burning:
        if stub + burns >= needed + 2:
            _scramble(hand, record, deck)
            burn(hand, street, record)
            _to_seats(hand, street, record)
            return
        if stub < 3:
            _scramble(hand, record, deck)
    elif not stub:
        _scramble(hand, record, deck)
    if len(hand.order) - hand.dealt > 1:
        burn(hand, street, record)
    tell(hand, record, happened.DealtBoard(top(hand, 1)))


def _scramble(hand: Hand, record: Events, deck: DeckSource) -> None:
    cards = (*hand.stub, *hand.burns)
    tell(hand, record, happened.Shuffled("scramble", shuffle(deck, cards, "scramble")))


def _roberts(hand: Hand, street: Street, needed: int, record: Events, deck: DeckSource) -> None:
    """Deal all but the last card, mix that one with the burns, burn if there is one to spare."""
    first, mixed = hand.stub[:-1], (*hand.stub[-1:], *hand.burns)
    tell(hand, record, happened.Shuffled("scramble", (*first, *shuffle(deck, mixed, "scramble"))))
    spare = len(hand.stub) > needed
    live = hand.in_order(hand.live)
    for player in live:
        if spare and hand.dealt >= len(first):
            burn(hand, street, record)
            spare = False
        if street.down:
            tell(hand, record, happened.DealtDown(player.seat, top(hand, street.down)))
        if street.up:
            tell(hand, record, happened.DealtUp(player.seat, top(hand, street.up)))


def replace(hand: Hand, player: Player, count: int, record: Events, deck: DeckSource) -> None:
    """Deal ``count`` replacements to a player, reshuffling when the stub is too short.

    A player gets no card back that he threw. Raises DeckExhausted when no card is left for him,
    which cannot happen with the seats that the game allows.
    """
    spare = 0 if hand.rules.deal_last_card else 1
    order, at = hand.order, hand.dealt
    end = at + count
    if end + spare <= len(order) and not hand.reshuffled:
        # The usual case, folded here as dealt_down does it.
        cards = order[at:end]
        record.append(happened.DealtDown(player.seat, cards))
        hand.dealt = end
        player.down += cards
        player.owed -= count
        return
    merged = hand.rules.reshuffle_stub == "merged"
    left = count
    if not merged:
        left = _deal_free(hand, player, left, _own(hand, player), spare, record)
        if not left:
            return
    for pool, own in _stages(hand, player):
        if pool:
            kept = hand.stub
            if merged:
                pool = (*[card for card in kept if card not in own], *pool)
                kept = tuple([card for card in kept if card in own])
                merged = False
            order = (*kept, *shuffle(deck, pool, "reshuffle"))
            tell(hand, record, happened.Shuffled("reshuffle", order))
        left = _deal_free(hand, player, left, own, 0, record)
        if not left:
            return
    if left:
        raise DeckExhausted(f"the deck has no card left that seat {player.seat} may get")


def deal_owed(hand: Hand, record: Events, deck: DeckSource) -> None:
    """Deal the replacements that were held back until every seat had drawn."""
    for player in hand.players:
        if hand.live & player.bit and player.owed:
            replace(hand, player, player.owed, record, deck)


def _deal_free(
    hand: Hand, player: Player, count: int, own: frozenset[int], spare: int, record: Events
) -> int:
    """Deal up to ``count`` cards of the stub that are not the player's own; return what is missing.

    ``spare`` cards stay in the stub. Cards that are skipped stay where they are.
    """
    stub = hand.stub
    cards = stub[: max(0, min(count, len(stub) - spare))]
    if own and not own.isdisjoint(stub):
        free = [card for card in stub if card not in own]
        cards = tuple(free[: max(0, min(count, len(free) - spare))])
    if cards:
        tell(hand, record, happened.DealtDown(player.seat, cards))
    return count - len(cards)


def _own(hand: Hand, player: Player) -> frozenset[int]:
    """Return the discards that a player cannot get back before everything else is used up."""
    if hand.rules.reshuffle_own == "never":
        return frozenset(player.discards)
    return frozenset(_current(player))


def _current(player: Player) -> tuple[int, ...]:
    """Return what a player threw at his latest draw."""
    thrown = player.draws[-1] if player.draws else 0
    return player.discards[len(player.discards) - thrown :]


def _stages(hand: Hand, player: Player) -> Iterator[tuple[tuple[int, ...], frozenset[int]]]:
    """Yield, one after the other, the cards to shuffle into the stub and what stays forbidden."""
    rules = hand.rules
    own = _own(hand, player)
    later: set[int] = set()
    if rules.reshuffle_current == "if_short":
        drawn = [one for one in hand.players if hand.live & ~hand.drawing & one.bit]
        later = {card for one in drawn for card in _current(one)}
    pool = [card for card in hand.discarded if card not in own and card not in later]
    if rules.reshuffle_folded:
        pool += hand.folded
    if rules.reshuffle_burns == "included":
        pool += [card for card in hand.burns if card not in own]
    yield tuple(pool), own
    yield tuple(card for card in hand.discarded if card not in own), own
    yield tuple(hand.folded), own
    yield tuple(card for card in hand.burns if card not in own), own
    own = frozenset(_current(player))
    out = (*hand.discarded, *hand.burns)
    yield tuple(card for card in out if card not in own), own
    yield (*hand.discarded, *hand.burns), frozenset()
