"""Scripted players by the hundred, over the real protocol: what a server holds, measured."""
