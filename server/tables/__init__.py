"""Tables: seats, stacks, clocks and the running hand, as one fold of events, without any I/O."""
