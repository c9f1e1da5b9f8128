"""Make references to media: path, SHA-256, size and type. The bytes never enter the database."""

from __future__ import annotations

import hashlib
import mimetypes
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

from ..errors import GagentError
from ..models import MediaRef
from .database import is_open_here
from .inline import decode, kind_of, lift_value

_DATA_URI = re.compile(r"data:([^;,]*)((?:;[^;,]*)*),", re.IGNORECASE)
_HASHED_AT_MOST = 256 * 1024 * 1024  # larger files are referenced without a hash
_KNOWN = {"kind", "type", "path", "url", "mime_type", "data", "sha256", "bytes", "metadata"}


def media_ref(given: Any) -> MediaRef:
    """Return a reference to a path, a data: URI or ``{"kind", "path", "mime_type", "data"}``.

    ``type`` may stand for the kind (``input_image`` and ``image_url`` are an image) or for the mime type. A file that
    exists here is hashed; inline data is hashed and dropped. Raises GagentError for anything else.
    """
    if isinstance(given, MediaRef):
        if (given.path or "")[:5].lower() != "data:":
            return given
        given = {"kind": given.kind, "path": given.path, "mime_type": given.mime_type, "metadata": given.metadata}
    if isinstance(given, (str, Path)):
        given = {"path": str(given)}
    if not isinstance(given, Mapping):
        raise GagentError(f"A media reference must be a path or an object, not {type(given).__name__}.")
    path = _text(given.get("path") or given.get("url"))
    named = _text(given.get("type")) or ""
    mime = _text(given.get("mime_type")) or (named if "/" in named else None)
    data = given.get("data")
    if path and path[:5].lower() == "data:":
        path, data = None, path
    sha256, size = _text(given.get("sha256")), given.get("bytes")
    if data is not None:
        raw, found = _decode(data)
        mime = mime or found
        sha256, size = hashlib.sha256(raw).hexdigest(), len(raw)
    elif path and sha256 is None:
        sha256, size = _hash_file(path)
    mime = mime or (mimetypes.guess_type(path)[0] if path else None)
    called = "" if "/" in named else named.removeprefix("input_").removesuffix("_url")
    kind = _text(given.get("kind")) or called or kind_of(mime)
    extra = {str(key): value for key, value in given.items() if key not in _KNOWN}
    metadata = {**(given.get("metadata") or {}), **extra} if isinstance(given.get("metadata"), Mapping) else extra
    return MediaRef(kind, path, mime, sha256, size if isinstance(size, int) else None, lift_value(metadata, []) or None)


def _decode(data: Any) -> tuple[bytes, str | None]:
    """Return the bytes of a data: URI, of bare base64 or else of the text itself, and the mime type a URI names."""
    if isinstance(data, (bytes, bytearray)):
        return bytes(data), None
    text = str(data)
    match = _DATA_URI.match(text)
    if match and ";base64" not in match[2].lower():
        return unquote_to_bytes(text[match.end() :]), match[1] or None
    raw = decode(text[match.end() :] if match else text)
    return text.encode("utf-8", "replace") if raw is None else raw, (match[1] or None) if match else None


def _hash_file(path: str) -> tuple[str | None, int | None]:
    """Return (SHA-256, size) of a local file; None for what cannot or should not be read."""
    if "://" in path and not path.startswith("file://"):
        return None, None
    try:
        file = Path(path.removeprefix("file://")).expanduser()
        if not file.is_file():
            return None, None
        size = file.stat().st_size
        if size > _HASHED_AT_MOST or is_open_here(file):
            return None, size
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest(), size
    except (OSError, ValueError, RuntimeError):
        return None, None


def _text(value: Any) -> str | None:
    return None if value is None else str(value).replace("\x00", "\ufffd").encode("utf-8", "replace").decode()
