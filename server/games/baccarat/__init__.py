"""Minibaccarat, Midibaccarat, Baccarat and Rising Phoenix Baccarat: one pure module, told by data."""
