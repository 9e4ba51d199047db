"""Run a greenfelt command that ends with its parent: ``python -m greenfelt.client.tether serve ...``.

The parent holds the other end of standard input. When that closes, however the parent ended, the
command is asked to stop by SIGTERM, and killed if it does not.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

from greenfelt.client.main import main

PATIENCE_SECONDS = 10.0


def _watch(descriptor: int) -> None:
    while os.read(descriptor, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_watch, args=(sys.stdin.fileno(),), daemon=True).start()
    main(sys.argv[1:])
