"""An agent loop on gagent-db: recall, answer, record. Give a database file, or one is made in a temporary folder."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import gagent_db
from gagent_db.agents.context import context
from gagent_db.agents.lifecycle import memory_nudge, resume
from gagent_db.agents.recorder import Recorder


def model(turns: list[dict], user_turn: str) -> dict:
    """Stands for a language model: it looks at the disk once, then answers from what it was told."""
    if any(turn["role"] == "tool" for turn in turns):
        return {"content": f"I looked: {turns[-1]['content'].splitlines()[-1]}", "input_tokens": len(user_turn) // 4}
    return {"tool": "shell", "arguments": {"command": "df -h /"}}


def run_turn(db: gagent_db.Database, talk: Recorder, said: str) -> str:
    """One user turn: what is known goes in front of it, every step is stored before the next begins."""
    known = context(db, said, budget=600, exclude_session=talk.session_id)
    nudge = memory_nudge(db, talk.session_id)
    talk.user(said)
    while True:
        answer = model(
            resume(db, talk.session_id, limit=50), "\n\n".join(part for part in (known, nudge, said) if part)
        )
        if "tool" not in answer:
            break
        call = talk.tool_call(answer["tool"], answer["arguments"])
        done = subprocess.run(answer["arguments"]["command"], shell=True, capture_output=True, text=True)
        talk.tool_result(call, done.stdout or done.stderr, exit_code=done.returncode)
    talk.assistant(answer["content"], input_tokens=answer["input_tokens"])
    return str(answer["content"])


def main(path: Path) -> None:
    with gagent_db.open(path) as db, Recorder(db, channel="cli", chat_id="example", model="stand-in") as talk:
        print(run_turn(db, talk, "How full is the disk?"))
        db.index()
        print([item.value for item in db.artifacts("command").items])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            main(Path(folder) / "example.db")
