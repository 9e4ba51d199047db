"""Everything on the player's side: connection, table model, terminal, bots. Imports no server code."""
