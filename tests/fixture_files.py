"""Writes files of transcripts: lines of JSON, a document, a zip file, a database."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def lines(path: Path, records: Iterable[Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def document(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
    return path


def zipped(path: Path, members: dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in members.items():
            archive.writestr(name, value if isinstance(value, bytes) else json.dumps(value))
    return path


def database(path: Path, script: str, rows: dict[str, list[dict[str, Any]]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    conn = sqlite3.connect(path)
    conn.execute("PRAGMA synchronous = OFF")  # each statement of the script would wait for the disk
    conn.executescript(script)
    for table, items in rows.items():
        for item in items:
            names = ", ".join(f'"{name}"' for name in item)
            marks = ", ".join("?" * len(item))
            conn.execute(f"INSERT INTO {table}({names}) VALUES ({marks})", list(item.values()))
    conn.commit()
    conn.close()
    return path
