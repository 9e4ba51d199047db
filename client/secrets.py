"""The secrets that open this user's accounts: one small file each, readable by him alone."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path
from urllib.parse import quote

from greenfelt.client.errors import BadStateDirectory

SECRET_BYTES = 32


def state_directory() -> Path:
    """Return where this user's programs keep their state, by the habit of the platform.

    ``GREENFELT_STATE_DIR`` in the environment overrides it.
    """
    if chosen := os.environ.get("GREENFELT_STATE_DIR"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "greenfelt"
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "greenfelt"


class SecretStore:
    """Secrets by server and account name, under ``directory`` (created with mode 0700)."""

    def __init__(self, directory: Path | None = None) -> None:
        self.directory = directory if directory is not None else state_directory() / "secrets"

    def secret(self, server: str, name: str) -> str:
        """Return the secret of account ``name`` at ``server``, made and kept at the first call.

        Raises BadStateDirectory when it can be neither read nor written.
        """
        path = self.directory / quote(server, safe="") / quote(name, safe="")
        try:
            return self._read(path) or self._create(path)
        except OSError as error:
            raise BadStateDirectory(f"cannot keep the secret of {name!r}: {error}") from error

    def knows(self, server: str, name: str) -> bool:
        """Whether a secret of that account is kept already."""
        return (self.directory / quote(server, safe="") / quote(name, safe="")).is_file()

    def _read(self, path: Path) -> str:
        try:
            return path.read_text("ascii").strip()
        except FileNotFoundError:
            return ""

    def _create(self, path: Path) -> str:
        self.directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.parent.mkdir(exist_ok=True, mode=0o700)
        secret = secrets.token_urlsafe(SECRET_BYTES)
        # Written aside and linked into place: whoever comes second finds the first one's, whole.
        aside = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        file = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(file, "w", encoding="ascii") as out:
                out.write(secret + "\n")
            os.link(aside, path)
        except FileExistsError:
            return self._read(path)
        finally:
            os.unlink(aside)
        return secret
