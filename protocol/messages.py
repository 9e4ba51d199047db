"""Every message of the protocol: typed, tagged arrays in MessagePack.

A message is an array whose first element is its tag; fields follow in the order written here.
Readers ignore elements that they do not know (a minor version only appends); the server refuses
a request whose elements have the wrong type. ``id`` numbers a request and is echoed by its answer.

Cards are text, two characters each, run together ("As2h3d4c"). Amounts are integer chips (cents in
the casino games). ``to`` is a seat's total for the betting round, ``add`` what leaves its stack.
Seats count from 1; seat 0 means nobody or no seat. Times are milliseconds; clocks are what is left
when the message is sent, so that no two machines need agree on the time.
"""

from __future__ import annotations

from typing import Any

import msgspec

PROTOCOL_VERSION = 1
SUPPORTED_VERSIONS: tuple[int, ...] = (1,)
MAX_FRAME = 64 * 1024
MAX_FRAME_BEFORE_SIGN_IN = 4 * 1024
MAX_ANSWER_FRAME = 1024 * 1024
MAX_ERROR_TEXT = 500
"""Characters of an error's text, which may quote what was sent: more is cut off."""
DEFAULT_PORT = 7770
LOBBY = 0
"""The number that stands for the lobby where a table's is expected."""


class Message(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Base of all messages."""


# From the client: requests, each answered by a message that echoes its id.


class Hello(Message, frozen=True, array_like=True, tag="hello", gc=False):
    """First message: the protocol versions that the client speaks, and its name and version."""

    id: int
    versions: list[int]
    client: str = ""


class SignIn(Message, frozen=True, array_like=True, tag="sign-in", gc=False):
    """Open the account ``name``; the first sign-in claims it with ``secret``."""

    id: int
    name: str
    secret: str
    bot: bool = False


class Resume(Message, frozen=True, array_like=True, tag="resume", gc=False):
    """Open the account ``name`` by the token of an earlier ``signed-in``, instead of by its secret.

    The server forgets tokens when it stops and some time after the connection is gone: then sign in.
    """

    id: int
    name: str
    token: str


class ListTables(Message, frozen=True, array_like=True, tag="tables?", gc=False):
    """Ask for the lobby, or for those of its tables that fit everything that is given.

    ``game``: the code of a game, or of a mix; ``limit``: fixed, pot or no; ``seats``: that many in all;
    ``players`` and ``pot``: at least so many, and an average pot of at least so many chips; ``free``:
    there is a free seat.
    """

    id: int
    game: str = ""
    limit: str = ""
    seats: int = 0
    players: int = 0
    pot: int = 0
    free: bool = False


class ListKinds(Message, frozen=True, array_like=True, tag="kinds?", gc=False):
    """Ask which kinds of private tables can be opened here."""

    id: int


class OpenTable(Message, frozen=True, array_like=True, tag="open", gc=False):
    """Open a private table of a kind (see ``kinds?``) under a name, as its host.

    Others enter by the password, when one is given, or by the invitation in the answer.
    """

    id: int
    kind: str
    name: str
    password: str = ""


class AskInvite(Message, frozen=True, array_like=True, tag="invite?", gc=False):
    """Ask for the invitation to a private table where this account is the host or may enter."""

    id: int
    table: int


class Enter(Message, frozen=True, array_like=True, tag="enter", gc=False):
    """Prove that a private table may be entered, by its password or the key of an invitation.

    It is remembered: afterwards ``watch`` and ``sit`` work as at every other table.
    """

    id: int
    table: int
    password: str = ""
    key: str = ""


class Watch(Message, frozen=True, array_like=True, tag="watch", gc=False):
    """Follow a table. ``version`` is the last table version this client has (0: none).

    Table 0 is the lobby: what is said there comes as ``talk``, the last lines at once.
    """

    id: int
    table: int
    version: int = 0


class Unwatch(Message, frozen=True, array_like=True, tag="unwatch", gc=False):
    """Stop following a table. A seat there is kept."""

    id: int
    table: int


class Sit(Message, frozen=True, array_like=True, tag="sit", gc=False):
    """Take a seat (0: the first free one) with ``buy_in`` chips; watching is included.

    ``post`` pays the entry blind as soon as the place allows rather than wait for the big blind.
    """

    id: int
    table: int
    buy_in: int
    seat: int = 0
    post: bool = False


class Wait(Message, frozen=True, array_like=True, tag="wait", gc=False):
    """Go on the waiting list of a full table; the answer's value is the place on it.

    When a seat is free, ``offer`` comes and the seat is kept for a while: take it by ``sit``.
    """

    id: int
    table: int


class StopWaiting(Message, frozen=True, array_like=True, tag="unwait", gc=False):
    """Leave the waiting list, and decline the seat that is offered, if one is."""

    id: int
    table: int


class MoveTo(Message, frozen=True, array_like=True, tag="move", gc=False):
    """Change to another table that plays the same, with the whole stack, once the hand is over."""

    id: int
    table: int
    to: int


class StandUp(Message, frozen=True, array_like=True, tag="stand", gc=False):
    """Leave the seat; in a hand: fold when it is your turn, leave with the stack afterwards."""

    id: int
    table: int


class SitOut(Message, frozen=True, array_like=True, tag="sit-out", gc=False):
    """Take no part from the next hand on, or from the seat's next big blind on; keep the seat."""

    id: int
    table: int
    at_big_blind: bool = False


class SitIn(Message, frozen=True, array_like=True, tag="sit-in", gc=False):
    """Take part again; ``post`` makes up missed blinds rather than wait for the big blind."""

    id: int
    table: int
    post: bool = False


class Straddle(Message, frozen=True, array_like=True, tag="straddle", gc=False):
    """Straddle whenever the table's rules let this seat, until told otherwise (``on`` false)."""

    id: int
    table: int
    on: bool = True


class Choose(Message, frozen=True, array_like=True, tag="choose", gc=False):
    """At a dealer's choice table: the code of the game for the hands that this seat deals."""

    id: int
    table: int
    game: str


class TopUp(Message, frozen=True, array_like=True, tag="top-up", gc=False):
    """Add chips from the account to the stack, before the next hand."""

    id: int
    table: int
    amount: int


class Act(Message, frozen=True, array_like=True, tag="act", gc=False):
    """One decision. ``hand`` and ``turn`` are echoed from the prompt; stale ones are refused.

    ``do`` is a verb of the prompt's options; ``amount`` the ``to`` of a bet, complete or raise;
    ``cards`` what a draw or discard throws; ``on`` what else a game module needs.
    """

    id: int
    table: int
    hand: int
    turn: int
    do: str
    amount: int = 0
    cards: str = ""
    on: str = ""


class Show(Message, frozen=True, array_like=True, tag="show", gc=False):
    """Table the cards of a hand that is over, though nobody asked for them, before the next deal."""

    id: int
    table: int


class PauseTable(Message, frozen=True, array_like=True, tag="pause", gc=False):
    """The host of a private table lets no hand or round begin, or (``on`` false) lets them again.

    What is being played is played to its end. A pause of the floor's ends by the floor alone.
    """

    id: int
    table: int
    on: bool = True


class CloseTable(Message, frozen=True, array_like=True, tag="close", gc=False):
    """The host of a private table closes it: seats leave when the hand is over."""

    id: int
    table: int


class FillSeats(Message, frozen=True, array_like=True, tag="bots", gc=False):
    """Seat house bots: so many are to be at the table (0: none). They leave when people come.

    The host asks at a private table; elsewhere, where the house allows it, who sits there, or anybody
    while no people do.
    """

    id: int
    table: int
    bots: int


class Mute(Message, frozen=True, array_like=True, tag="mute", gc=False):
    """Do not hear from ``name`` any more, at tables and in the lobby, or (``on`` false) hear again."""

    id: int
    name: str
    on: bool = True


class Say(Message, frozen=True, array_like=True, tag="say", gc=False):
    """Chat at a table that is followed, or in the lobby (table 0)."""

    id: int
    table: int
    text: str


class AskHands(Message, frozen=True, array_like=True, tag="hands?", gc=False):
    """Ask which hands this account has played that are over: the last ``count`` of them, at most 100.

    ``before_ms`` above 0: those before that time, such as the last row of the page before.
    """

    id: int
    count: int = 20
    before_ms: int = 0


class AskHand(Message, frozen=True, array_like=True, tag="hand?", gc=False):
    """Ask for a hand that is over and that this account was dealt into, with own and shown cards.

    ``form``: ``tracker`` (the text that hand-history tools read), ``phh`` or ``json``.
    """

    id: int
    hand: str
    form: str = "tracker"


class AskStatistics(Message, frozen=True, array_like=True, tag="statistics?", gc=False):
    """Ask for this account's figures: of the last so many minutes, since it signed in (0), of all
    its hands (below 0)."""

    id: int
    minutes: int = 0


class Ping(Message, frozen=True, array_like=True, tag="ping", gc=False):
    """Ask for a Pong: the way to the server and back, and a sign of life."""

    id: int


Request = (
    Hello
    | SignIn
    | Resume
    | ListTables
    | ListKinds
    | OpenTable
    | AskInvite
    | Enter
    | Watch
    | Unwatch
    | Sit
    | Wait
    | StopWaiting
    | MoveTo
    | StandUp
    | SitOut
    | SitIn
    | Straddle
    | Choose
    | TopUp
    | Act
    | Show
    | PauseTable
    | CloseTable
    | FillSeats
    | Mute
    | Say
    | AskHands
    | AskHand
    | AskStatistics
    | Ping
)


# From the server: answers.


class Welcome(Message, frozen=True, array_like=True, tag="welcome", gc=False):
    """The version spoken from here on, the server's name, and its limits."""

    id: int
    version: int
    server: str
    max_frame: int


class SignedIn(Message, frozen=True, array_like=True, tag="signed-in", gc=False):
    """``tables`` are those where this account still holds a seat; ``token`` is for ``resume``."""

    id: int
    name: str
    balance: int
    tables: list[int]
    token: str = ""


class TableRow(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A line of the lobby. ``game`` is the code of the game now dealt; ``stakes`` is for people.

    The buy-in is what this account may sit down with now. ``limit`` is fixed, pot, no, or mixed;
    ``average_pot`` that of the last hands in chips; ``waiting`` how many wait for a seat;
    ``private``: enter first; ``mix`` is the code or description of a rotation, else empty.
    """

    table: int
    name: str
    game: str
    game_name: str
    stakes: str
    seats: int
    players: int
    watchers: int
    min_buy_in: int
    max_buy_in: int
    limit: str = ""
    average_pot: int = 0
    waiting: int = 0
    private: bool = False
    mix: str = ""


class Tables(Message, frozen=True, array_like=True, tag="tables", gc=False):
    """The lobby. ``balance`` is what the account holds beside the tables, -1 where it is not told."""

    id: int
    rows: list[TableRow]
    balance: int = -1


class Kind(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A kind of table that can be opened: its name, and what it is in words."""

    name: str
    text: str


class Kinds(Message, frozen=True, array_like=True, tag="kinds", gc=False):
    """The kinds of private tables that can be opened here."""

    id: int
    kinds: list[Kind]


class Invite(Message, frozen=True, array_like=True, tag="invite", gc=False):
    """A private table's number, and the key that lets others in (a client makes a link of it)."""

    id: int
    table: int
    key: str


class Done(Message, frozen=True, array_like=True, tag="ok", gc=False):
    """The request was carried out (an action: it is committed). ``value``: the seat taken, ..."""

    id: int
    value: int = 0


class Error(Message, frozen=True, array_like=True, tag="error", gc=False):
    """A request was refused and changed nothing; id 0 when it cannot be told which.

    ``code`` is stable (docs/protocol.md lists them); ``text`` says what was wrong and what is
    allowed; ``retry_ms`` above 0 says when trying again makes sense.
    """

    id: int
    code: str
    text: str
    retry_ms: int = 0


class PlayedHand(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A hand that this account has played: what it is called, when it ended (milliseconds since 1970),
    the code of its game, and the account's net in chips.

    ``marks`` has a letter for each thing that is true: ``v`` it put chips in on the first street of its
    own will, ``r`` it bet or raised there, ``s`` it came to a showdown, ``w`` it won any of it, ``x`` the
    hand was voided.
    """

    hand: str
    at_ms: int
    game: str
    net: int
    marks: str


class Hands(Message, frozen=True, array_like=True, tag="hands", gc=False):
    """Hands of this account, the last one first."""

    id: int
    rows: list[PlayedHand]


class HandText(Message, frozen=True, array_like=True, tag="hand-text", gc=False):
    """A hand that is over, in the form that was asked for."""

    id: int
    hand: str
    form: str
    text: str


class GameFigures(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Counts of hands of one game: all, those in which the account put chips in on the first street of
    its own will, those in which it bet or raised there, showdowns, and those of them where it won any.
    ``net`` is in chips. At a table game ``hands`` are rounds, ``wagered`` are the chips that were put
    down in them, and the counts from ``voluntary`` on are 0; at poker ``wagered`` is -1."""

    game: str
    game_name: str
    hands: int
    net: int
    voluntary: int
    raised: int
    showdowns: int
    won: int
    wagered: int = -1


class Statistics(Message, frozen=True, array_like=True, tag="statistics", gc=False):
    """This account's figures, the game played most first."""

    id: int
    games: list[GameFigures]


class Pong(Message, frozen=True, array_like=True, tag="pong", gc=False):
    """Answer to a Ping."""

    id: int


class Bye(Message, frozen=True, array_like=True, tag="bye", gc=False):
    """The server closes this connection, and why (another one took over, shutting down, ...)."""

    code: str
    text: str


class Talk(Message, frozen=True, array_like=True, tag="talk", gc=False):
    """Somebody says something in the lobby; ``name`` is empty when it is the house."""

    name: str
    text: str


class Offer(Message, frozen=True, array_like=True, tag="offer", gc=False):
    """A seat is kept for this account, which waited for it, for ``clock_ms``: take it by ``sit``."""

    table: int
    seat: int
    clock_ms: int
    name: str


# From the server: what happened at a table, each event as this viewer may see it.


class Option(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One thing the seat to act may do.

    bet, complete, raise: ``low``..``high`` bound the amount (the street total, "to"); call: ``low``
    is the street total and ``add`` what it costs; bring-in: ``low`` is its size; draw, discard:
    ``low``..``high`` bound the number of cards; other modules say theirs.
    """

    do: str
    low: int = 0
    high: int = 0
    add: int = 0


class TableEvent(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Base of table events."""


class HandBegan(TableEvent, frozen=True, array_like=True, tag="hand", gc=False):
    """``seats`` and ``stacks`` run in parallel: the seats dealt in. ``game`` is the code of what is
    dealt; ``stakes`` and ``game_name`` are for people, and empty where the table has but one game, whose
    they are in the ``snapshot``. ``kill`` is the seat that kills this pot, whose limits are in the stakes."""

    hand: int
    game: str
    button: int
    seats: list[int]
    stacks: list[int]
    stakes: str = ""
    game_name: str = ""
    kill: int = 0


class Posted(TableEvent, frozen=True, array_like=True, tag="p", gc=False):
    """kind: ante, bb-ante, small-blind, big-blind, blind, live, dead, straddle, kill."""

    seat: int
    kind: str
    amount: int


class Street(TableEvent, frozen=True, array_like=True, tag="s", gc=False):
    """A street began: its number from 0 and its name ("first draw", "fifth street")."""

    index: int
    name: str


class Dealt(TableEvent, frozen=True, array_like=True, tag="d", gc=False):
    """``count`` cards came to a seat; ``down`` holds their text for their owner only (else empty);
    ``up`` holds up-cards for all."""

    seat: int
    count: int
    down: str = ""
    up: str = ""


class Board(TableEvent, frozen=True, array_like=True, tag="board", gc=False):
    """Shared cards, added to those that lie there."""

    cards: str


class Turn(TableEvent, frozen=True, array_like=True, tag="t", gc=False):
    """Seat is to act. ``turn``, the prompt's number for its answer, and ``options`` go to that seat only.
    kind: bet, draw, discard.

    ``clock_ms`` and after it ``bank_ms`` are what it has left; -1 both: all that the table gives
    (``turn_ms`` for a bet, ``draw_ms`` for a draw or discard, and ``bank_ms``, see ``snapshot``).
    """

    seat: int
    turn: int = 0
    kind: str = "bet"
    clock_ms: int = -1
    bank_ms: int = -1
    options: list[Option] = []


class Acted(TableEvent, frozen=True, array_like=True, tag="a", gc=False):
    """do: fold, check, call, bet, complete, raise, bring-in. ``to`` and ``add`` 0 where no chips."""

    seat: int
    do: str
    to: int = 0
    add: int = 0
    all_in: bool = False


class Drew(TableEvent, frozen=True, array_like=True, tag="x", gc=False):
    """A seat threw ``count`` cards (0: pat); ``cards`` names them for their owner only."""

    seat: int
    count: int
    cards: str = ""


class Pots(TableEvent, frozen=True, array_like=True, tag="pots", gc=False):
    """The pots as they now stand, main pot first, sent when a betting round closes.

    ``eligible`` names the seats that can win each pot; it is empty where there is but one pot, which
    everybody can win who has not folded.
    """

    amounts: list[int]
    eligible: list[list[int]] = []


class Returned(TableEvent, frozen=True, array_like=True, tag="return", gc=False):
    """The part of a bet that nobody matched went back to its owner."""

    seat: int
    amount: int


class Shown(TableEvent, frozen=True, array_like=True, tag="show", gc=False):
    """A seat tabled its hand; ``text`` says what it makes ("8-6-4-2 badugi")."""

    seat: int
    cards: str
    text: str


class Mucked(TableEvent, frozen=True, array_like=True, tag="muck", gc=False):
    """A seat gave up its hand unseen."""

    seat: int


class Raked(TableEvent, frozen=True, array_like=True, tag="rake", gc=False):
    """The house took its share of a pot (0: the main pot)."""

    pot: int
    amount: int


class Won(TableEvent, frozen=True, array_like=True, tag="won", gc=False):
    """A seat's part of a share of a pot; share "all" when nobody contested it."""

    pot: int
    share: str
    seat: int
    amount: int
    text: str


class HandEnded(TableEvent, frozen=True, array_like=True, tag="end", gc=False):
    """Stacks after the hand, for the seats that were dealt in, in the order of HandBegan."""

    hand: int
    stacks: list[int]


class Seated(TableEvent, frozen=True, array_like=True, tag="sit", gc=False):
    seat: int
    name: str
    stack: int
    bot: bool = False


class Stood(TableEvent, frozen=True, array_like=True, tag="stand", gc=False):
    """A seat became free; ``to`` is the table to which its player was brought (0: none)."""

    seat: int
    name: str
    why: str
    to: int = 0


class Presence(TableEvent, frozen=True, array_like=True, tag="presence", gc=False):
    """state: here, away (dropped), out (sitting out)."""

    seat: int
    state: str


class Stack(TableEvent, frozen=True, array_like=True, tag="stack", gc=False):
    """A stack changed between hands (a top-up)."""

    seat: int
    stack: int


class ButtonDrawn(TableEvent, frozen=True, array_like=True, tag="button", gc=False):
    """The draw for the first button: one card to each seat (text), and who got it."""

    seats: list[int]
    cards: list[str]
    button: int


class Chat(TableEvent, frozen=True, array_like=True, tag="chat", gc=False):
    """Somebody at the table, seated or watching, says something."""

    name: str
    text: str


class Coming(TableEvent, frozen=True, array_like=True, tag="coming", gc=False):
    """What is dealt next, as it stands: the game, its limits in words, and the seat that must kill.

    ``hands`` is how many more hands of this game come, this one included (0: not known), and
    ``next_name`` what follows it ("": nothing else, or the dealer chooses).
    """

    game: str
    game_name: str
    stakes: str
    kill: int = 0
    hands: int = 0
    next_name: str = ""


class Leg(TableEvent, frozen=True, array_like=True, tag="leg", gc=False):
    """Where the leg button is (0: nowhere), and whether its seat has the kill button, too."""

    seat: int
    kill: bool


class Waiters(TableEvent, frozen=True, array_like=True, tag="waiters", gc=False):
    """The waiting list, by name, the next one first."""

    names: list[str]


class Voided(TableEvent, frozen=True, array_like=True, tag="void", gc=False):
    """The hand counts for nothing: ``seats`` have back what they had before it, in ``stacks``."""

    hand: int
    seats: list[int]
    stacks: list[int]
    why: str


class Notice(TableEvent, frozen=True, array_like=True, tag="notice", gc=False):
    """Something that is told at a table, ``text`` for people.

    Codes: paused, resumed, pausing (the host's pause is planned, or is not any more), closing,
    reopened, stopped, floor, game, kill, leg, offer; to one seat alone waiting, out-planned, time.
    """

    code: str
    text: str


class Choice(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One thing that a seat may do at a table game: ``do`` it ``on`` something.

    ``low``..``high`` bound the amount in cents (0: it takes none). wager: ``on`` is what to bet on,
    with its side where it has two (``dragon_bonus:player``); withdraw: the wager's id; the others
    are the game's own. ``coupon`` is a wager with a Match Play Coupon, ``on`` what and ``+`` and its
    number (``player+MP-3F2A``). ``done`` says that this seat has all the wagers that it wants.
    """

    do: str
    on: str = ""
    low: int = 0
    high: int = 0


class Window(TableEvent, frozen=True, array_like=True, tag="window", gc=False):
    """A table game waits: for ``seats`` to act, or for time to pass. An ``act`` echoes hand and turn.

    kind: pause (between rounds), betting, or a phase of the game's own. ``clock_ms`` is what is left,
    0 where no clock runs: in betting it begins with the first wager. ``options`` are the viewer's own.
    Where no seat is named and kind is empty, the table waits for people.
    """

    hand: int
    turn: int
    kind: str
    seats: list[int]
    clock_ms: int
    options: list[Choice] = []


class Played(TableEvent, frozen=True, array_like=True, tag="play", gc=False):
    """Something happened in a table game: what, and its facts as this viewer may know them.

    Kinds and facts are the game's (docs/game-modules.md); cards are text, ``??`` for one that is
    hidden from the viewer. ``meters`` tells at any time what meters show that other tables move, too.
    """

    kind: str
    data: dict[str, Any]


AnyTableEvent = (
    Window
    | Played
    | HandBegan
    | Posted
    | Street
    | Dealt
    | Board
    | Turn
    | Acted
    | Drew
    | Pots
    | Returned
    | Shown
    | Mucked
    | Raked
    | Won
    | HandEnded
    | Seated
    | Stood
    | Presence
    | Stack
    | ButtonDrawn
    | Chat
    | Coming
    | Leg
    | Waiters
    | Voided
    | Notice
)


class Update(Message, frozen=True, array_like=True, tag="u", gc=False):
    """What happened at a table in one step. ``version`` is the table's version after it.

    ``steps`` is by how much the version grew since this viewer was last told one: a client whose
    version is below ``version - steps`` missed something and sends Watch again. 0 steps is an aside
    that is no part of the table's history; -1 when the server does not say.
    """

    table: int
    version: int
    events: list[AnyTableEvent]
    steps: int = -1

    @property
    def since(self) -> int:
        """The version that this viewer was told last; 0 when the server does not say."""
        return self.version - self.steps if self.steps >= 0 else 0


class SeatView(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A seat in a snapshot. ``down`` is the cards' text for their owner, else empty; ``count`` is
    how many cards it holds; ``draws`` how many it threw at each draw so far."""

    seat: int
    name: str
    bot: bool
    stack: int
    state: str
    in_hand: bool = False
    folded: bool = False
    all_in: bool = False
    bet: int = 0
    count: int = 0
    down: str = ""
    up: str = ""
    draws: list[int] = []


class GameRow(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A game of a rotation, with its limits in words."""

    code: str
    name: str
    stakes: str


class SignRow(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A wager of a table's sign: its limits in cents, where it may be placed, what pays how much.

    ``wins`` and ``pays`` run in parallel; ``meter`` names the progressive meter it can hit, if any.
    """

    wager: str
    name: str
    sides: list[str]
    wins: list[str]
    pays: list[str]
    low: int
    high: int
    meter: str = ""


class Felt(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A table game in a snapshot: the game as this viewer may see it, its sign, what it waits for."""

    view: dict[str, Any]
    sign: list[SignRow]
    notices: list[str]
    window: Window | None = None


class Snapshot(Message, frozen=True, array_like=True, tag="snapshot", gc=False):
    """A whole table as this viewer may see it, at ``version``; Updates continue from there.

    ``you`` is the viewer's seat, 0 for a watcher. ``street`` is -1 between hands. ``turn`` is the
    pending decision, if any, with options when it is the viewer's. The buy-in is what the viewer may
    sit down with now. ``games`` is the rotation in order, ``turns`` says when it goes on in words
    ("choice" when dealers choose), ``coming`` what is dealt next where that may change. ``leg`` and
    ``kill`` are as in ``leg``; ``waiting`` names who waits for a seat. ``paused`` and ``closing`` say
    why, else they are empty. ``host``: the viewer is the host. ``delay_ms``: how old this is.
    ``felt`` is there at table games only. ``raises`` counts the bets, completions and raises since this
    street began. The up-cards of seats that have folded are in the muck, and not in it.
    """

    table: int
    version: int
    name: str
    game: str
    game_name: str
    stakes: str
    max_seats: int
    you: int
    hand: int
    button: int
    street: int
    street_name: str
    board: str
    pot_amounts: list[int]
    pot_eligible: list[list[int]]
    seats: list[SeatView]
    turn: Turn | None = None
    min_buy_in: int = 0
    max_buy_in: int = 0
    games: list[GameRow] = []
    turns: str = ""
    coming: Coming | None = None
    leg: int = 0
    kill: bool = False
    waiting: list[str] = []
    paused: str = ""
    closing: str = ""
    host: bool = False
    delay_ms: int = 0
    felt: Felt | None = None
    turn_ms: int = 0
    draw_ms: int = 0
    bank_ms: int = 0
    raises: int = 0


Answer = (
    Welcome
    | SignedIn
    | Tables
    | Kinds
    | Invite
    | Done
    | Error
    | Hands
    | HandText
    | Statistics
    | Pong
    | Bye
    | Talk
    | Offer
    | Update
    | Snapshot
)
