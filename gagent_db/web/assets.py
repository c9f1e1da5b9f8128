"""Where templates, static files and Datasette's configuration are: inside the wheel, or at the top of a checkout."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parents[1]
STATIC_ROUTE = "/-/gagent-db/static"


def place(name: str) -> Path:
    """The path of ``templates``, ``static``, ``metadata.yml`` or ``datasette.yaml``."""
    packaged = PACKAGE / name
    return packaged if packaged.exists() else CHECKOUT / name


@lru_cache(maxsize=32)
def static_url(name: str) -> str:
    """URL path of one of our static files, with its hash so that browsers may keep it for ever."""
    digest = hashlib.sha256((place("static") / name).read_bytes()).hexdigest()[:12]
    return f"{STATIC_ROUTE}/{name}?_hash={digest}"
