"""What each key of the configuration means, and where its default comes from.

Source tags: POKER-RULES is the rule collection behind the engine, with the books it follows in
brackets (PA: 58 Pa. Code 637a; RR: Robert's Rules of Poker; TDA: Poker TDA rules of 2024; BARGE: its
rulebook). "House" defaults are ours: no book says a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

HOUSE = "house"


class Key(NamedTuple):
    """A key in words, and the source of its default."""

    text: str
    source: str = HOUSE


_SERVER = {
    "server.host": Key(
        "address to listen on; 0.0.0.0 for every network",
        "the safe choice: nobody outside this machine",
    ),
    "server.port": Key("port to listen on; 0: a free one"),
    "server.name": Key("what the server calls itself"),
    "accounts.grant": Key("play money of a new account, in chips"),
    "store.url": Key("an outside Redis or Valkey; empty: an embedded one"),
    "store.fsync": Key(
        "when the embedded store syncs its file; always: no step is lost even with the machine",
        "Valkey's own default",
    ),
    "store.seal": Key(
        "whether cards in the store are sealed; mixed: and what is not sealed is read all the same",
        "whoever can read the store must not see live cards",
    ),
    "store.key_file": Key("what seals them; empty: the file keys in the data directory"),
    "store.replicas": Key(
        "replicas of an outside store that must have a step before anybody is told of it"
    ),
    "store.lease_seconds": Key(
        "how long a server may be unheard of before another takes its tables over"
    ),
    "store.keep_events": Key("events of each table kept in its log beyond what a restart needs"),
    "limits.max_connections": Key("connections at once"),
    "limits.connections_per_address": Key(
        "connections at once from one address (IPv6: one /64); this machine's own are not counted"
    ),
    "limits.connects_per_second": Key(
        "new connections of one address; set it high where all come through a proxy elsewhere"
    ),
    "limits.connect_burst": Key("new connections that may come from one address after a rest"),
    "limits.sign_in_seconds": Key("time for hello and sign-in together"),
    "limits.sign_in_tries": Key("wrong secrets after which a connection is closed"),
    "limits.failed_sign_ins_per_minute": Key(
        "wrong secrets for one name from one address (IPv6: one /64) after which nobody signs in by it "
        "from there for a minute; so, too, passwords of a private table"
    ),
    "limits.failed_sign_ins_per_address": Key(
        "wrong secrets a minute for whatever names from one address after which nobody signs in from there"
    ),
    "limits.idle_seconds": Key("how long a connection may be silent; clients ping every 20 s"),
    "limits.requests_per_second": Key("requests of a connection"),
    "limits.request_burst": Key("requests that may come at once after a rest"),
    "limits.chats_per_second": Key("lines of talk of an account"),
    "limits.chat_burst": Key("lines of talk that may come at once after a rest"),
    "limits.queue_bytes": Key("what may wait for a peer that reads slowly, before it is cut off"),
    "lobby.chat_length": Key("longest line in the lobby, in characters"),
    "lobby.lines": Key("lines of lobby talk that a newcomer is shown"),
    "private.most": Key("private tables at once, of all players; 0: none"),
    "private.per_account": Key("private tables at once, of one player; 0: none"),
    "private.idle_minutes": Key("how long an empty private table stays"),
    "private.load_tests": Key(
        "who may open tables for load tests", "the safe choice: clients on this machine"
    ),
    "private.load_tables": Key("tables for load tests at once; they count apart from others"),
    "house_bots.most": Key("house bots at once, at all tables; 0: none"),
    "house_bots.think_ms": Key("how long a house bot seems to think, at most"),
    "casino.floor": Key(
        "how low the house's account may stand, in chips: no wager is taken whose worst payout would "
        "take it lower",
        "play money: the cage lends the house ten million dollars",
    ),
    "house_bots.anybody": Key("whether every player may seat house bots at public tables"),
    "house_bots.strategies": Key(
        "how they play: of greenfelt bot list, with commas between them, shared out among them",
        "levels to practise against: steady is the best of them, steady-1 a beginner",
    ),
}

_TABLES = {
    "tables.name": Key("the table's name, by which it is known over restarts; must be given"),
    "tables.game": Key("code of a game or of a mix; give this or games"),
    "tables.house_rules": Key(
        "rules of a table game, where they are not as usual; see below for the keys of each game",
        "CASINO-RULES 0.7",
    ),
    "tables.meters": Key(
        "progressive meters of a table game that other tables share, each with the name by which "
        "those tables know it",
        "CASINO-RULES 0.4",
    ),
    "tables.games": Key(
        "the games of a mix of your own: game and rules of each; give this or game"
    ),
    "tables.games.game": Key("code of a game; must be given"),
    "tables.turns_by": Key(
        "what a mix goes on by; left out: as the mix usually does, else hands", "POKER-RULES 7"
    ),
    "tables.every": Key("hands, orbits or minutes of each game; 0: as the mix usually has, else 8"),
    "tables.seats": Key("seats, as many as the deck serves in every game of the table"),
    "tables.min_buy_in": Key("least buy-in in chips; 0: 10 big bets"),
    "tables.max_buy_in": Key("largest buy-in and top-up in chips; 0: 50 big bets"),
    "tables.newcomers": Key(
        "new players wait for the big blind (or post, if they ask to), post, or are dealt in free; "
        "so do those who come back after missed blinds",
        "POKER-RULES 1.3 [RR Button 4, 9]",
    ),
    "tables.chat_length": Key("longest line of table talk, in characters"),
    "tables.out_orbits": Key(
        "a seat that sits out while the button goes past it so often is lost; 0: only time counts"
    ),
    "tables.waiting_list": Key("how many may wait for a seat; 0: nobody"),
    "tables.watch_delay_ms": Key("how old what watchers see is, in milliseconds"),
    "tables.must_move": Key("name of the main table whose free seats are filled from this one"),
    "tables.group": Key("tables of one group break into each other, see break_at"),
    "tables.break_at": Key("players at which this table breaks, if the others have room; 0: never"),
    "tables.protections": Key(
        "how often all_in_protection helps a player in a sitting", "POKER-RULES 1.11"
    ),
    "tables.house_bots": Key("bots that the house keeps here while there is room for people"),
    "tables.count": Key("so many tables like this, numbered behind the name"),
}

_CLOCKS = {
    "turn_ms": Key("time for a decision about betting"),
    "draw_ms": Key("time for a draw or discard"),
    "bank_ms": Key("time bank of a seat, used when the clock has run out"),
    "bank_refill_ms": Key("what the bank grows by for each hand played, up to its size again"),
    "reconnect_ms": Key(
        "further time for a decision of a player whose connection is gone",
        "POKER-RULES 1.11 [rooms' published policies: 20 to 60 s]",
    ),
    "disconnect_ms": Key("all such further time of a sitting; nothing refills it"),
    "absent_ms": Key("time for a decision of a player who let his clock run out before"),
    "recovery_ms": Key("least time for the pending decision after a restart of the server"),
    "start_ms": Key("countdown to the first hand once two players are ready"),
    "start_restarts": Key("how often somebody who comes may put the first hand off"),
    "pause_ms": Key("pause between hands; 0: none, for load tests"),
    "out_limit_ms": Key("time sitting out or away after which a seat is lost; 0: never"),
    "warn_ms": Key("warning before the clock runs out and the bank is used; 0: none"),
    "offer_ms": Key("how long a free seat is kept for who waited for it"),
    "betting_ms": Key("at a table game: time for wagers, from the first one on"),
    "return_ms": Key(
        "for so long who comes back brings no less than he left with; 0: no such rule",
        "two hours, as PokerStars",
    ),
}

_RULES = {
    "limit": Key("fixed, pot or no limit", "POKER-RULES 9"),
    "small_bet": Key(
        "small bet; in pot and no limit the big blind, unless min_bet or blinds say so"
    ),
    "big_bet": Key("big bet of fixed limit; left out: twice the small bet", "POKER-RULES 9"),
    "min_bet": Key(
        "smallest bet of pot and no limit; 0: the big blind, in stud the bring-in",
        "POKER-RULES 1.7 [TDA 43]",
    ),
    "cap": Key("bets of a round in fixed limit, raises included", "POKER-RULES 1.6 [RR Betting 3]"),
    "cap_heads_up": Key(
        "whether the cap holds for two players, too", "POKER-RULES 1.6 [RR Betting 4]"
    ),
    "limit_short_raise": Key(
        "after a short all-in of at least half a bet: raise by a bet from there, or to the next level",
        "POKER-RULES 1.6 [RR Betting 5, TDA 47B]",
    ),
    "completion_base": Key(
        "what raises in stud count from: the small bet, or the bring-in plus a bet",
        "POKER-RULES 5.2 [RR Stud 3]",
    ),
    "open_pair_double": Key(
        "whether an open pair on fourth street lets bet the big bet (stud high only)",
        "POKER-RULES 5.4 [TDA RP-10F]",
    ),
    "allow_limp": Key(
        "whether the big blind may just be called before a no-limit draw",
        "POKER-RULES 1.7 [TDA RP-17]",
    ),
    "blinds": Key(
        "blinds, the first to be posted first; left out: half the small bet, and the small bet",
        "POKER-RULES 1.3 [BARGE limit]",
    ),
    "ante": Key(
        "ante of every seat; left out: a fifth of the small bet in stud, else none",
        "POKER-RULES 5.2",
    ),
    "bb_ante": Key("ante that the big blind posts for all; 0: none", "POKER-RULES 1.3 [TDA RP-11]"),
    "bring_in": Key("bring-in; left out: three tenths of the small bet", "POKER-RULES 5.2"),
    "straddle": Key(
        "who may straddle, at twice the big blind: the seat left of it, the button, or any",
        "POKER-RULES 1.4",
    ),
    "straddle_counts_as_raise": Key("whether a straddle counts towards the cap", "POKER-RULES 1.4"),
    "kill": Key(
        "what who wins two pots running posts for the next: limits times 1.5 (half) or 2 (full)",
        "POKER-RULES 1.5 [RR Kill Pots]",
    ),
    "kill_order": Key("the killer acts in turn, or last", "POKER-RULES 1.5 [RR Kill 10]"),
    "first_button": Key(
        "the first button goes to the high card, or to the seat right of the dealer",
        "POKER-RULES 1.2 [RR Ties 2]",
    ),
    "button": Key(
        "past empty seats the button moves on, or it and the small blind may be dead",
        "POKER-RULES 1.2 [cash tables: moving]",
    ),
    "burn": Key(
        "whether a card is burnt before each draw and street", "POKER-RULES 4.2 [PA 637a.21(h)]"
    ),
    "draw_timing": Key(
        "replacements come one player at a time, or after all have thrown",
        "POKER-RULES 4.2 [PA 637a.21(h)]",
    ),
    "five_card_draw_split": Key(
        "whether a fifth replacement comes after everybody else's", "POKER-RULES 4.2"
    ),
    "five_card_draw_opener": Key(
        "who begins after the draw: left of the button, or the opener", "POKER-RULES 3"
    ),
    "reshuffle_stub": Key(
        "a short stub is dealt first, or merged with the discards before shuffling",
        "POKER-RULES 4.4 [Full Tilt]",
    ),
    "reshuffle_folded": Key(
        "whether folded hands are reshuffled, too", "POKER-RULES 4.4 [Full Tilt]"
    ),
    "reshuffle_current": Key(
        "others' discards of this very draw: reshuffled, or only when still short",
        "POKER-RULES 4.4 [PokerStars]",
    ),
    "reshuffle_own": Key(
        "whether a player may get back what he threw in earlier draws",
        "POKER-RULES 4.4 [PokerStars]",
    ),
    "reshuffle_burns": Key(
        "burnt cards: reshuffled only when still short, or always", "POKER-RULES 4.4"
    ),
    "deal_last_card": Key("whether the last card of the deck is dealt", "POKER-RULES 4.4"),
    "stud_board_tie": Key(
        "of two equal boards the one dealt first acts, or the higher suit",
        "POKER-RULES 3 [RR Stud 1]",
    ),
    "stud_short": Key(
        "what is done when the deck is too short for seventh street", "POKER-RULES 5.6 [TDA RP-10H]"
    ),
    "hilo_nq_order": Key(
        "stud high-low without qualifier: order of acting as in stud, or as in razz",
        "POKER-RULES 5.7 [RR]",
    ),
    "super_discard": Key(
        "super stud: two cards go before the first betting, or before fourth street",
        "POKER-RULES 9.11 [PA 637a.10(m)]",
    ),
    "badeucey_ace": Key("the ace in the badugi half of Badeucey", "POKER-RULES 2 [BARGE badeucy]"),
    "odd_chip": Key(
        "who gets an odd chip; left out: by position, in stud by suit", "POKER-RULES 1.10 [TDA 20]"
    ),
    "chip": Key("smallest chip: splits are made in it", "POKER-RULES 1.1"),
    "muck_losing": Key(
        "whether losers may throw their hands away unseen", "POKER-RULES 1.9 [PA 637a.18(e)]"
    ),
    "face_up_allin": Key(
        "whether all hands are tabled once nobody can bet any more",
        "POKER-RULES 1.8 [cash tables: no]",
    ),
    "rake_per_mille": Key("what the house takes of a pot, in thousandths", "POKER-RULES 1.10a"),
    "rake_cap": Key("most that is taken of a hand, in chips, or by number of players dealt in"),
    "rake_no_draw_no_drop": Key(
        "whether a hand that ends before the first draw, fourth street or flop is free",
        "POKER-RULES 1.10a",
    ),
    "reconnect_grace": Key(
        "seconds that a settle script may wait for a dropped player; tables use their clocks",
        "POKER-RULES 1.11",
    ),
    "all_in_protection": Key(
        "whether a dropped player who faces a bet is all-in instead of folded", "POKER-RULES 1.11"
    ),
}


def _under(prefix: str, keys: Mapping[str, Key]) -> dict[str, Key]:
    return {f"{prefix}.{name}": key for name, key in keys.items()}


KEYS: Mapping[str, Key] = MappingProxyType(
    _SERVER | _TABLES | _under("tables.rules", _RULES) | _under("tables.clocks", _CLOCKS)
)
"""Every key by its path; those of ``kinds`` and of a mix's games are the same as those of tables."""
