"""The server on Twisted: connections, sessions, hosts of tables, and the floor's own socket."""
