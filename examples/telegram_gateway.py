"""A Telegram gateway on gagent-db, with the network left out: ``send`` stands for Bot API's sendMessage."""

from __future__ import annotations

import itertools
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gagent_db
from gagent_db.agents import slash
from gagent_db.agents.channels import telegram
from gagent_db.agents.recorder import Recorder, record

OWNER = 9
_ids = itertools.count(1000)


def send(chat_id: str, text: str) -> dict[str, Any]:
    """What Telegram answers to sendMessage."""
    return {"ok": True, "result": {"message_id": next(_ids), "date": 1770000060, "chat": {"id": chat_id}, "text": text}}


def on_update(db: gagent_db.Database, update: dict[str, Any], agent: Callable[[str], str]) -> str | None:
    """Record what came in, answer it, record what went out. A repeated update is stored once."""
    message = telegram.inbound(update)
    if message is None:
        return None
    if message.content == "/new":
        Recorder(db, channel="telegram", chat_id=message.chat_id).new_session()
        return "A new conversation."
    reply = slash.handle(message.content, message.session_key, db) if message.user_id == str(OWNER) else None
    if reply is not None:
        return reply  # commands about the history are not part of it
    record(db, message)
    answered = telegram.outbound(send(message.chat_id, agent(message.content)))
    if answered is not None:
        record(db, answered)
    return answered.content if answered else None


def main(path: Path) -> None:
    texts = ["Decision: swap first, no VPS upgrade.", "/history swap", "/new", "/recall VPS upgrade"]
    with gagent_db.open(path) as db:
        for number, text in enumerate(texts):
            message = {
                "message_id": number,
                "date": 1770000000,
                "chat": {"id": 777},
                "from": {"id": OWNER},
                "text": text,
            }
            print(f"> {text}\n{on_update(db, {'message': message}, lambda said: 'Noted.')}\n")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            main(Path(folder) / "example.db")
