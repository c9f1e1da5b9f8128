"""The secret that signs cookies and tokens: made once, kept in a file only its owner can read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from ..errors import GagentError, os_reason


def secret_path(database: Path) -> Path:
    """Beside the database: ``gagent.db`` -> ``gagent.db.secret``."""
    return database.with_name(f"{database.name}.secret")


def secret_of(database: Path) -> str:
    """The secret of a database, created if there is none. Safe when two processes start at once."""
    path = secret_path(database)
    try:
        _write_new(path, secrets.token_hex(32))
        text = path.read_text().strip()
        path.chmod(0o600)
    except OSError as error:
        raise GagentError(
            f"The secret {path} cannot be read or written: {os_reason(error)}.",
            hint="Check the permissions of the folder the database is in.",
        ) from error
    if len(text) < 32:
        raise GagentError(f"The secret {path} is too short.", hint="Delete it; a new one is made at the next start.")
    return text


def replace_secret(database: Path) -> None:
    """Make a new secret: all earlier tokens and sign-ins stop working at the next start of the server."""
    path = secret_path(database)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    _write_new(fresh, secrets.token_hex(32))
    os.replace(fresh, path)


def _write_new(path: Path, text: str) -> None:
    """Write a new file whole, or leave an existing one."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)
    try:
        os.link(draft, path)  # fails when another process was faster; its secret then counts
    except FileExistsError:
        pass
    finally:
        draft.unlink()
