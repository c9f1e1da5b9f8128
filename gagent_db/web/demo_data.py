"""The demo's sessions. Every name, address and conversation is invented."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Call:
    """A tool call and what came back."""

    name: str
    arguments: dict[str, Any]
    result: str = ""
    exit_code: int | None = None
    failed: bool = False
    call_id: str | None = None


@dataclass(frozen=True)
class Step:
    """One message; ``seconds`` since the step before."""

    role: str
    text: str
    calls: tuple[Call, ...] = ()
    thinking: str | None = None
    media: list[dict[str, Any]] = field(default_factory=list)
    seconds: int = 40
    status: str = "active"


@dataclass(frozen=True)
class DemoSession:
    id: str
    title: str
    channel: str
    days_ago: int
    minutes_ago: int
    steps: tuple[Step, ...]
    model: str | None = None
    project: str | None = None
    chat_id: str | None = None
    parent: str | None = None
    continues: str | None = None
    metadata: dict[str, Any] | None = None


def user(text: str, **more: Any) -> Step:
    return Step("user", text, seconds=more.pop("seconds", 95), **more)


def agent(text: str, *calls: Call, **more: Any) -> Step:
    return Step("assistant", text, calls, **more)


def sh(command: str, result: str = "", exit_code: int = 0) -> Call:
    return Call("Bash", {"command": command}, result, exit_code)


OPUS, GPT, GEMINI, HERMES, DEEPSEEK = "claude-opus-4-5", "gpt-5-codex", "gemini-2.5-pro", "hermes-4-70b", "deepseek-chat"
SHOP, NOTES, SITE = "/home/rina/work/warung-api", "/home/rina/work/field-notes", "/home/rina/work/site"

WEBHOOK_TEST = """FAILED tests/test_webhooks.py::test_retry_is_charged_once
    def test_retry_is_charged_once(client, paid_event):
        client.post("/webhooks/payments", json=paid_event)
        client.post("/webhooks/payments", json=paid_event)
>       assert Charge.query.count() == 1
E       assert 2 == 1

tests/test_webhooks.py:41: AssertionError
========== 1 failed, 23 passed in 2.81s =========="""

SESSIONS: tuple[DemoSession, ...] = (
    DemoSession(
        "demo-webhook", "Customers are charged twice when the payment webhook retries", "claude-code", 0, 95,
        model=OPUS, project=SHOP,
        steps=(
            user("Two customers wrote that they were charged twice yesterday. The provider retries its webhook after 10 seconds. Please find out why we book it twice, and write a test first."),
            agent(
                "I'll look at the handler and reproduce the retry before changing anything.",
                Call("Grep", {"pattern": "webhooks/payments", "path": "src"}, "src/warung/webhooks.py:18\nsrc/warung/routes.py:44\ndocs/payments.md:7"),
                Call("Read", {"file_path": f"{SHOP}/src/warung/webhooks.py"}, '@bp.post("/webhooks/payments")\ndef payment_received():\n    event = verify(request)\n    charge = Charge(order_id=event["order"], amount=event["amount"])\n    db.session.add(charge)\n    db.session.commit()\n    send_receipt(charge)          # slow: 8 to 12 seconds\n    return "", 204'),
                thinking="The receipt is sent inside the request. If the mail server is slow, the provider's 10 second timeout passes and it retries. Nothing checks whether this event has been seen. So: the event id must be stored with a unique constraint, in the same transaction as the charge.",
            ),
            agent(
                "The handler sends the receipt before it answers, which takes longer than the provider waits, and nothing remembers the event id. Here is the failing test:",
                Call("Write", {"file_path": f"{SHOP}/tests/test_webhooks.py", "content": 'def test_retry_is_charged_once(client, paid_event):\n    client.post("/webhooks/payments", json=paid_event)\n    client.post("/webhooks/payments", json=paid_event)\n    assert Charge.query.count() == 1\n'}, "File created"),
                sh("pytest tests/test_webhooks.py -q", WEBHOOK_TEST, 1),
            ),
            user("Good, it reproduces. What do you suggest?"),
            agent(
                "Two things, in this order:\n\n1. **Remember the event.** A `webhook_events` table with the provider's event id as primary key, written in the same transaction as the charge.\n2. **Answer first.** Queue the receipt and return `204` at once.\n\n| | catches retries | survives a crash |\n|---|:-:|:-:|\n| in-memory set | yes | no |\n| Redis key with TTL | yes | until it expires |\n| **unique row in the database** | yes | yes |\n\nI would leave Redis out of it: the row and the charge then commit or roll back together.",
            ),
            user("Agreed. Decision: we store the event id in the database, no Redis. Have someone check the other two webhooks for the same bug while you fix this one."),
            agent(
                "I'll hand the other two webhooks to a sub-agent and fix this one.",
                Call("Task", {"description": "Check refund and payout webhooks for missing idempotency", "prompt": "Read src/warung/webhooks.py and report which handlers book an event twice when it is retried."}, "refund_issued() has the same bug. payout_sent() only logs and is safe.", call_id="demo-task-1"),
                Call("Edit", {"file_path": f"{SHOP}/src/warung/webhooks.py", "old_string": '    charge = Charge(order_id=event["order"], amount=event["amount"])\n    db.session.add(charge)\n    db.session.commit()\n    send_receipt(charge)          # slow: 8 to 12 seconds\n    return "", 204', "new_string": '    if not remember(event["id"]):\n        return "", 204            # a retry: already booked\n    charge = Charge(order_id=event["order"], amount=event["amount"])\n    db.session.add(charge)\n    db.session.commit()\n    receipts.enqueue(charge.id)\n    return "", 204'}, "Updated 1 file"),
                sh("pytest -q", "........................                                 [100%]\n24 passed in 3.02s"),
                seconds=120,
            ),
            agent(
                "Fixed; all 24 tests pass. The sub-agent found the same bug in `refund_issued()`.\n\n```python\ndef remember(event_id: str) -> bool:\n    \"\"\"True the first time an event is seen.\"\"\"\n    statement = insert(WebhookEvent).values(id=event_id).on_conflict_do_nothing()\n    return db.session.execute(statement).rowcount == 1\n```\n\nStill open: the refund handler needs the same treatment, and somebody has to refund the two customers by hand. Provider documentation: https://docs.payments.example/webhooks#retries",
            ),
            user("Refunds to the two customers are done. TODO: fix refund_issued() before Friday's release."),
            agent("Noted. I'll take `refund_issued()` next; it is the same four lines plus a test."),
        ),
    ),
    DemoSession(
        "demo-webhook-sub", "Check refund and payout webhooks for missing idempotency", "claude-code", 0, 88,
        model=OPUS, project=SHOP, parent="demo-webhook", metadata={"lineage": "subagent", "call_id": "demo-task-1"},
        steps=(
            user("Read src/warung/webhooks.py and report which handlers book an event twice when it is retried."),
            agent("", Call("Read", {"file_path": f"{SHOP}/src/warung/webhooks.py"}, "def refund_issued(): ...\ndef payout_sent(): ..."), sh("git log --oneline -5 -- src/warung/webhooks.py", "9f31c2e Add refund webhook\n77a0b1d Add payout webhook\n3c51aa0 First webhook")),
            agent("`refund_issued()` books the refund again on a retry. `payout_sent()` only writes a log line and is safe to run twice."),
        ),
    ),
    DemoSession(
        "demo-kebun", "Bot di server kebun mati lagi semalam", "telegram", 0, 300, model=DEEPSEEK, chat_id="777",
        steps=(
            user("Tolong cek kenapa bot di server kebun mati lagi semalam"),
            agent("Saya lihat log-nya dulu.", Call("exec", {"command": "journalctl -u kebun-bot --since yesterday | tail -20"}, "Nov 20 02:14:07 kebun kernel: Out of memory: Killed process 1182 (python3)\nNov 20 02:14:08 kebun systemd[1]: kebun-bot.service: Failed with result 'oom-kill'.", 0)),
            agent("Prosesnya dibunuh kernel pada 02:14 karena memori habis. Dua pilihan: tambah swap 2 GB sekarang, atau pindah ke VPS yang lebih besar."),
            user("Kita sepakat pakai swap 2 GB dulu, jangan upgrade VPS. Oh ya, ini foto tagihan bulan ini", media=[{"kind": "image", "path": "media/telegram/777/tagihan-november.jpg", "mime_type": "image/jpeg"}]),
            agent("Siap. Swap saya aktifkan.", Call("exec", {"command": "sudo fallocate -l 2G /swapfile && sudo mkswap /swapfile && sudo swapon /swapfile"}, "Setting up swapspace version 1, size = 2 GiB", 0), Call("exec", {"command": "sudo systemctl restart kebun-bot && systemctl is-active kebun-bot"}, "active", 0)),
            agent("Bot hidup lagi dan swap aktif. Belum selesai: tagihan November perlu dibandingkan dengan https://panel.kebun.example/billing?month=11 sebelum dibayar."),
        ),
    ),
    DemoSession(
        "demo-search-1", "Full-text search for the field notes app", "claude-code", 2, 400, model=OPUS, project=NOTES,
        steps=(
            user("I want to search 40,000 field notes on a phone, offline. What would you use?", status="compacted"),
            agent("SQLite's FTS5. It is already on the phone, the index is about a third of the text, and a query takes a few milliseconds.", status="compacted"),
            user("Notes are in English, Indonesian and sometimes Japanese. Does that work?", status="compacted"),
            agent("English and Indonesian yes, with `unicode61 remove_diacritics 2`. Japanese has no spaces, so put a space between characters (or use the trigram tokenizer) before indexing.", status="compacted"),
            user("OK, we decided: FTS5 with porter and unicode61 for everything, and an extra column with spaced characters for Japanese.", status="compacted"),
            agent("Understood. I'll write the schema.", Call("Write", {"file_path": f"{NOTES}/schema.sql", "content": "CREATE VIRTUAL TABLE notes_fts USING fts5(\n    body, spaced, content=\"notes\", content_rowid=\"id\",\n    tokenize=\"porter unicode61 remove_diacritics 2\"\n);\n"}, "File created"), sh("sqlite3 :memory: < schema.sql", "Error: near line 1: no such module: fts5", 1), status="compacted"),
            agent("This machine's `sqlite3` was built without FTS5; the one Python ships with has it.", sh("python3 -c \"import sqlite3; print(sqlite3.sqlite_version)\"", "3.45.1"), status="compacted"),
        ),
    ),
    DemoSession(
        "demo-search-2", "Full-text search for the field notes app", "claude-code", 2, 320, model=OPUS, project=NOTES, continues="demo-search-1",
        steps=(
            Step("system", "This session is being continued from an earlier one that ran out of context. Summary: FTS5 with `porter unicode61 remove_diacritics 2` was chosen; Japanese goes into an extra column with spaced characters; the schema is in schema.sql; the command line sqlite3 has no FTS5, Python's has."),
            user("Go on with the ranking. Titles should count more than the body."),
            agent("`bm25()` takes one weight per column, so titles can count ten times as much:\n\n```sql\nSELECT n.id, n.title, snippet(notes_fts, 1, '<mark>', '</mark>', ' … ', 24) AS hit\nFROM notes_fts JOIN notes n ON n.id = notes_fts.rowid\nWHERE notes_fts MATCH :query\nORDER BY bm25(notes_fts, 10.0, 1.0, 1.0)\nLIMIT 20;\n```"),
            user("And while someone is still typing?"),
            agent("Make the last word a prefix (`\"riv\" *`) and declare `prefix='2 3'`, otherwise short prefixes scan the whole term list.", sh("python3 bench.py --notes 40000", "median 3.1 ms, 95% 7.9 ms\nindex 11.2 MB for 31.0 MB of text")),
            user("Question: do we rebuild the index when the app is updated? We should decide that before the beta."),
            agent("Not unless the tokenizer changes. I would store the tokenizer's version and rebuild only when it differs."),
        ),
    ),
    DemoSession(
        "demo-kyoto", "京都旅行の計画", "whatsapp", 3, 120, model=GEMINI, chat_id="628110000",
        steps=(
            user("来月の京都旅行、三日間の計画を作ってください。朝は静かな場所がいいです。"),
            agent("三日間の案です。\n\n1. **一日目**: 伏見稲荷（朝六時）、東福寺、錦市場\n2. **二日目**: 嵐山の竹林、天龍寺、桂川の散歩\n3. **三日目**: 南禅寺、哲学の道、銀閣寺\n\n朝の伏見稲荷は人が少なく、おすすめです。"),
            user("宿はどこがいい？ ibu saya tidak bisa naik tangga banyak."),
            agent("Untuk ibu, penginapan dekat stasiun 京都駅 paling mudah: ada lift dan bus langsung. Fushimi Inari cukup sampai gerbang bawah saja, tangganya banyak."),
            user("決めました。京都駅の近くのホテルにします。Tolong ingatkan saya memesan sebelum tanggal 30."),
        ),
    ),
    DemoSession(
        "demo-release", "Cut release 2.4 of the site generator", "codex", 4, 200, model=GPT, project=SITE,
        steps=(
            user("Cut release 2.4: changelog, version, tag, publish."),
            agent(
                "Here is the plan.",
                Call("update_plan", {"plan": [{"step": "Collect changes since 2.3", "status": "completed"}, {"step": "Write the changelog", "status": "completed"}, {"step": "Bump the version", "status": "in_progress"}, {"step": "Tag and publish", "status": "pending"}]}, "Plan updated"),
                Call("shell", {"command": ["bash", "-lc", "git log --oneline v2.3..HEAD | wc -l"]}, "31", 0),
            ),
            agent("", Call("shell", {"command": ["bash", "-lc", "hatch version 2.4.0 && hatch build"]}, "Old: 2.3.1\nNew: 2.4.0\ndist/sitegen-2.4.0.tar.gz\ndist/sitegen-2.4.0-py3-none-any.whl", 0)),
            agent("Publishing.", Call("shell", {"command": ["bash", "-lc", "hatch publish"]}, "HTTP 403: the token has no permission to upload project 'sitegen'", 1)),
            agent("The upload was refused: the token may not upload this project. Everything else is ready in `dist/`; a new token with upload rights is needed."),
            user("New token is in the keyring, try again."),
            agent("", Call("shell", {"command": ["bash", "-lc", "hatch publish"]}, "dist/sitegen-2.4.0.tar.gz ... success\ndist/sitegen-2.4.0-py3-none-any.whl ... success", 0)),
            agent("Published: https://packages.example/project/sitegen/2.4.0/. We agreed to drop Python 3.9 in 2.5; I added that to the changelog."),
        ),
    ),
    DemoSession(
        "demo-regex", "Log parser hangs on one line", "gemini-cli", 6, 40, model=GEMINI, project="/home/rina/work/logtools",
        steps=(
            user("parse.py hangs on this file. 100% CPU, no output."),
            agent("Let me see where it is stuck.", Call("run_shell_command", {"command": "timeout 10 python3 parse.py samples/bad.log"}, "", 124), Call("run_shell_command", {"command": "py-spy dump --pid 40213"}, "Thread 0x7f (active): \"MainThread\"\n    match (re.py:166)\n    parse_line (parse.py:22)", 0)),
            agent("The pattern `^(\\w+\\s?)+:` backtracks exponentially on a long line without a colon. Replace it with `^[\\w\\s]+?:`, or better, `line.partition(\":\")`: no regular expression is needed here."),
            user("partition it is."),
            agent("Done: 0.2 s for the whole file.", Call("replace", {"file_path": "/home/rina/work/logtools/parse.py", "old_string": "match = re.match(r\"^(\\w+\\s?)+:\", line)", "new_string": "name, colon, rest = line.partition(\":\")"}, "1 replacement"), Call("run_shell_command", {"command": "time python3 parse.py samples/bad.log"}, "48210 lines\nreal 0m0.213s", 0)),
        ),
    ),
    DemoSession(
        "demo-incident", "API latency at 14:00", "slack", 8, 10, model=OPUS, chat_id="C0INCIDENT",
        steps=(
            user("p95 of the orders API went from 80 ms to 2.4 s at 14:02. Nothing was deployed."),
            agent("At 14:00 the nightly report was moved to the primary by mistake. It holds a lock on `orders`.", Call("query", {"sql": "SELECT pid, state, left(query, 60) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"}, "pid 8812 | active | SELECT date_trunc('day', created_at), sum(total) FROM orders\npid 8840 | idle in transaction | UPDATE orders SET ...")),
            user("Killed 8812. Latency is back. We'll go with a read replica for all reports from now on."),
            agent("Recorded. Still open: who owns the alert for locks held longer than 30 seconds? There is none at the moment."),
        ),
    ),
    DemoSession(
        "demo-garden", "When to plant chillies on the balcony", "cli", 11, 500, model=HERMES,
        steps=(
            user("I have a west-facing balcony in Bandung. When should I plant chillies?"),
            agent("Sow indoors in late August and move them out with the first rains in October. Give them the spot that gets sun until four; 40 cm pots, one plant each."),
            user("And against aphids?"),
            agent("Soapy water (5 ml of plain soap to a litre) every three days for two weeks. Basil next to the pots helps a little."),
        ),
    ),
    DemoSession(
        "demo-dark", "Dark mode for the docs", "opencode", 15, 30, model=OPUS, project=SITE,
        steps=(
            user("Add dark mode to the docs. No toggle, just follow the system."),
            agent("One `prefers-color-scheme` block and variables for the nine colours in use.", Call("edit", {"filePath": "docs/style.css", "oldString": "body { background: #fff; color: #222; }", "newString": ":root { --bg: #fff; --ink: #222; }\n@media (prefers-color-scheme: dark) { :root { --bg: #16181c; --ink: #e6e8eb; } }\nbody { background: var(--bg); color: var(--ink); }"}, "Applied")),
            user("Code blocks are unreadable now."),
            agent("They had fixed colours. Fixed, and the contrast of comments is now 4.9:1.", sh("npx pa11y http://localhost:8000/", "No issues found!")),
        ),
    ),
    DemoSession(
        "demo-ocr", "Read 200 scanned receipts", "claude-code", 24, 60, model=OPUS, project="/home/rina/work/receipts",
        steps=(
            user("There are 200 scanned receipts in ~/scans. I need date, shop and total as CSV."),
            agent("", sh("ls ~/scans | wc -l && tesseract --version | head -1", "200\ntesseract 5.3.0"), sh("tesseract ~/scans/0001.png - -l ind+eng", "Error opening data file /usr/share/tesseract-ocr/5/tessdata/ind.traineddata", 1)),
            agent("The Indonesian language data is missing.", sh("sudo apt-get install -y tesseract-ocr-ind", "Setting up tesseract-ocr-ind (1:4.1.0-2) ..."), sh("python3 read_receipts.py ~/scans > receipts.csv && wc -l receipts.csv", "188 receipts.csv")),
            agent("188 of 200 were read. The other twelve are too faint; they are listed in `~/scans/unreadable.txt`. Not done yet: someone has to type those in."),
        ),
    ),
)
