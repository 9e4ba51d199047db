"""The room without its wires: accounts, books, lobby, talk, moves between tables, and what the floor may ask."""
