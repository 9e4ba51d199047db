"""The store: every table's log, finished hands and the books in a Redis-compatible server, one atomic step each."""
