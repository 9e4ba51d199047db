"""What can go wrong with the store, with stable codes; the text is a sentence for people."""

from __future__ import annotations


class StoreTrouble(Exception):
    """Base: the store could not do what was asked."""

    code = "store-trouble"


class StoreUnavailable(StoreTrouble):
    """The store does not answer; what was asked was not done, or will be looked up later."""

    code = "store-unavailable"


class TooFewReplicas(StoreUnavailable):
    """Fewer replicas than asked for have what was written; it waits until they have."""

    code = "too-few-replicas"


class UnfitStore(StoreTrouble):
    """At start-up: the store cannot be reached, opened or trusted with a room."""

    code = "store-unfit"


class DataDirectoryInUse(StoreTrouble):
    """At start-up: another server works on the same data directory."""

    code = "data-dir-in-use"


class StoreInUse(StoreTrouble):
    """At start-up: another server holds the lease of the same outside store."""

    code = "store-in-use"


class VersionConflict(StoreTrouble):
    """The table's log is not at the version expected: a duplicate or a gap; nothing was written."""

    code = "version-conflict"


class OwnershipLost(StoreTrouble):
    """Another owner claimed the table with a higher epoch; this one may not write any more."""

    code = "ownership-lost"


class StoreWentBack(StoreTrouble):
    """The store holds less than it once acknowledged, and the rest is not at hand any more.

    ``acknowledged`` is the version that the table had come to (0: not known).
    """

    code = "store-went-back"

    def __init__(self, text: str, acknowledged: int = 0) -> None:
        super().__init__(text)
        self.acknowledged = acknowledged


class Unsettled(StoreTrouble):
    """What is on a table cannot be worked out from the ledger."""

    code = "unsettled"


class NotEnough(StoreTrouble):
    """An account does not hold what a move asks for; nothing was written."""

    code = "not-enough"


class BadKeyFile(UnfitStore):
    """At start-up: the key file cannot be read, is damaged, or is open to others."""

    code = "bad-key-file"


class Unreadable(StoreTrouble):
    """Base: something in the store cannot be opened; its table stops until the floor decides."""

    code = "unreadable"


class KeyMissing(Unreadable):
    """It is sealed with a key that is not at hand."""

    code = "key-missing"


class NotSealed(Unreadable):
    """It is not sealed, where everything must be: somebody else wrote it."""

    code = "not-sealed"


class SealBroken(Unreadable):
    """It was changed since it was sealed, or moved from where it belongs."""

    code = "seal-broken"


class EntryMissing(Unreadable):
    """A step of its log is gone, and there are later ones: what came after it cannot be folded."""

    code = "entry-missing"
