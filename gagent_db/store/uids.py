"""Stable identities for G-Agent's JSONL sessions, whose lines carry none.

The importer and the live session manager compute the same ones, so reading a file that was dual-written adds
nothing, and an archived file is recognised as the session it was while it was live.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any


def gagent_session_id(stem: str, created_at: str | None) -> str:
    """Id of the session in ``<stem>.jsonl`` (an archive file's name without its ``_YYYYMMDD_HHMMSS``).

    ``created_at`` is the text of the metadata line, exactly as written there.
    """
    return f"{stem}-{_digest(stem, created_at or '')}"


def gagent_message_uid(record: Mapping[str, Any], seen: Counter[str]) -> str:
    """Uid of one message line: what it says and when. ``seen`` counts equal lines earlier in the file, which
    tells repeated ones apart; it is updated here."""
    base = _digest(record.get("role"), record.get("timestamp"), record.get("content"))
    seen[base] += 1
    return base if seen[base] == 1 else f"{base}-{seen[base]}"


def _digest(*parts: Any) -> str:
    # surrogatepass: JSON may hold lone surrogates, which UTF-8 refuses.
    body = json.dumps(parts, sort_keys=True, default=str, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(body, digest_size=8).hexdigest()
