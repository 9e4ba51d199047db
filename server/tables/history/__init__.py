"""Hand histories: a hand's recorded events in the formats that other programs read."""
