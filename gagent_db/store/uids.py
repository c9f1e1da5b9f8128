"""Compute stable ids for G-Agent's JSONL sessions, whose lines have none.

The importer and the live session manager compute the same ids. So importing a file whose messages were also written
live adds nothing, and an archived file is recognised as the session it was while it was live.
"""

from __future__ import annotations

import binascii
import hashlib
import json
import re
import sqlite3
import string
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from ..times import to_iso

_UNSAFE = re.compile(r'[<>:"/\\|?*]')
_ENCODE = json.JSONEncoder(sort_keys=True, default=str, ensure_ascii=False, check_circular=False).encode
_URL_SAFE = bytes.maketrans(b"+/", b"-_")
_ARCHIVED = re.compile(r"_\d{8}_\d{6}$")
_LETTERS = string.digits + string.ascii_letters
# A uid that gagent_message_uid makes; not those of chats, which are numbers, nor ``row-1234`` of earlier exports.
_LINE_UID = re.compile(r"(?!(?:row-)?\d+\Z)[A-Za-z0-9_-]{8}(-([2-9]|[1-9][0-9]+))?")
_ROW_UID = re.compile(r"row-(\d{1,18})(-h.{8})?")  # a uid that row_uid makes, or one of earlier exports
# Key in the metadata of a message in a session of G-Agent whose uid looks like that of a line, though it is not one.
OWN_UID = "own_uid"
_LONGEST = 200  # bytes of a stem; file systems allow 255, with the suffix, the time of an archive, a draft's mark


def file_stem(key: str) -> str:
    """Return the name of a key's file without ``.jsonl``: ``telegram:777`` -> ``telegram_777``. A key too long for a
    file name is cut and ends with its hash."""
    stem = _UNSAFE.sub("_", key).strip()
    body = stem.encode("utf-8", "surrogatepass")
    if len(body) <= _LONGEST:
        return stem
    return f"{body[: _LONGEST - 12].decode('utf-8', 'ignore')}-{_digest(key)}"


def live_stem(stem: str) -> str:
    """Return the stem a file had before it was archived: without ``_YYYYMMDD_HHMMSS``."""
    return _ARCHIVED.sub("", stem)


def key_of_stem(stem: str) -> str:
    """Return the key for a stem, ``telegram_777`` -> ``telegram:777``, for files whose metadata line has none."""
    channel, mark, chat = live_stem(stem).partition("_")
    return f"{channel}:{chat}" if mark else channel


def gagent_session_id(stem: str, created_at: str | None) -> str:
    """Return the id of the session in ``<stem>.jsonl``, live or archived.

    ``created_at`` is the text in the metadata line. A time with an offset counts as the moment it names; one without
    counts as written, so that the id does not depend on the time zone of the machine that reads it.
    """
    moment = created_at or ""
    try:
        if datetime.fromisoformat(moment).tzinfo:
            moment = to_iso(moment) or moment
    except ValueError:
        pass
    body = f"{live_stem(stem)}\x00{moment}".encode("utf-8", "surrogatepass")
    # 47 bits, without the name: the file holds the id three times for every message. Letters and digits only, because
    # on a command line an id that begins with a dash would be an option.
    number = int.from_bytes(hashlib.blake2b(body, digest_size=8).digest())
    return "".join(_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(8))


def gagent_message_uid(record: Mapping[str, Any], seen: dict[str, int]) -> str:
    """Return the uid of one message line, a hash of its role, time and content.

    ``seen`` counts equal lines earlier in the file, to tell repeated ones apart; it is updated here.
    """
    base = _digest(record.get("role"), record.get("timestamp"), record.get("content"))
    count = seen[base] = seen.get(base, 0) + 1
    return base if count == 1 else f"{base}-{count}"


def like_a_line(uid: str | None) -> bool:
    """Whether this could be the uid of a line."""
    return uid is not None and _LINE_UID.fullmatch(uid) is not None


def row_uid(message_id: int, role: str, created_at: str, content: str) -> str:
    """Return a uid for a message that was stored without one, for an export. The row with the same id in another file
    gets another uid, unless it is the same message."""
    return f"row-{message_id}-h{_digest(role, created_at, content)}"


def name_rows(conn: sqlite3.Connection, session_id: str) -> None:
    """Give each message of a session that has no uid its ``row_uid``, inside a running write."""
    sql = "SELECT id, role, created_at, content FROM messages WHERE session_id = ? AND uid IS NULL"
    rows = conn.execute(sql, (session_id,)).fetchall()
    conn.executemany("UPDATE messages SET uid = ? WHERE id = ?", [(row_uid(*row), row[0]) for row in rows])


def name_copied(conn: sqlite3.Connection, copies: Iterable[tuple[str, str, str, str]]) -> None:
    """Give messages without a uid the one that an export or a copy of their file has for them.

    ``copies``: (session id, uid, role, content) of the messages there.
    """
    for session_id, uid, role, content in copies:
        if not (match := _ROW_UID.fullmatch(uid)):
            continue
        sql = "SELECT id, role, created_at, content FROM messages WHERE id = ? AND session_id = ? AND uid IS NULL"
        row = conn.execute(sql, (int(match[1]), session_id)).fetchone()
        if row and (row_uid(*row) == uid if match[2] else (row["role"], row["content"]) == (role, content)):
            conn.execute("UPDATE OR IGNORE messages SET uid = ? WHERE id = ?", (uid, row["id"]))


def _digest(*parts: Any) -> str:
    """Return a hash of these parts (strings or JSON values) as eight characters that are safe in a URL."""
    try:
        text = "\x00".join(parts)
    except TypeError:
        text = "\x00".join(part if isinstance(part, str) else _ENCODE(part) for part in parts)
    body = text.encode("utf-8", "surrogatepass")  # JSON may hold lone surrogates, which UTF-8 refuses
    # 48 bits: collisions are rare enough within one session, and the file holds it three times for every message.
    digest = binascii.b2a_base64(hashlib.blake2b(body, digest_size=6).digest(), newline=False)
    return digest.translate(_URL_SAFE).decode()
