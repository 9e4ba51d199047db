"""What can go wrong with the store, with stable codes; the text is a sentence for people."""

from __future__ import annotations


class StoreTrouble(Exception):
    """Base: the store could not do what was asked."""

    code = "store-trouble"


class StoreUnavailable(StoreTrouble):
    """The store does not answer; what was asked was not done, or will be looked up later."""

    code = "store-unavailable"


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
    """The store holds less than it once acknowledged, and the rest is not at hand any more."""

    code = "store-went-back"


class NotEnough(StoreTrouble):
    """An account does not hold what a move asks for; nothing was written."""

    code = "not-enough"
