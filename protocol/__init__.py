"""The wire: frames, messages, errors, and the connection machine of both ends. No I/O in here."""
