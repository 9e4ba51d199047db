"""Whether the chips of a table add up, hand by hand, as its players are told of them."""

from __future__ import annotations

from greenfelt.protocol import messages as msg


class Books:
    """Folds each Update of a table once, whoever got it first.

    ``wrong`` counts chips that appeared or vanished: within a hand (stacks before are stacks after and
    rake) and between hands (a stack changes only by sitting down, leaving or topping up).
    """

    def __init__(self) -> None:
        self.version = 0
        self.hands = 0
        self.checked = 0
        self.wrong = 0
        self._stacks: dict[int, int] = {}
        self._dealt: dict[int, int] | None = None
        self._rake = 0

    def fold(self, update: msg.Update) -> bool:
        """Take an Update; False when all of it is known already."""
        if update.version <= self.version:
            return False
        if update.since > self.version:
            # Nobody was connected to be told what came between.
            self._stacks, self._dealt = {}, None
        self.version = update.version
        for event in update.events:
            self._event(event)
        return True

    def _event(self, event: msg.AnyTableEvent) -> None:
        match event:
            case msg.HandBegan():
                self._began(event)
            case msg.HandEnded():
                self._ended(event)
            case msg.Raked(amount=amount):
                self._rake += amount
            case msg.Voided(seats=seats, stacks=stacks):
                self._dealt = None
                self._stacks.update(zip(seats, stacks, strict=True))
            case msg.Seated(seat=seat, stack=stack) | msg.Stack(seat=seat, stack=stack):
                self._stacks[seat] = stack
            case msg.Stood(seat=seat):
                self._stacks.pop(seat, None)

    def _began(self, event: msg.HandBegan) -> None:
        self.hands += 1
        self._rake = 0
        self._dealt = dict(zip(event.seats, event.stacks, strict=True))
        for seat, stack in self._dealt.items():
            self.wrong += abs(self._stacks.get(seat, stack) - stack)

    def _ended(self, event: msg.HandEnded) -> None:
        dealt, self._dealt = self._dealt, None
        if dealt is None or len(dealt) != len(event.stacks):
            return
        self.checked += 1
        self.wrong += abs(sum(dealt.values()) - sum(event.stacks) - self._rake)
        self._stacks.update(zip(dealt, event.stacks, strict=True))
