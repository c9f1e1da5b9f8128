"""Channel adapters: what a gateway has becomes one recordable message, or nothing; never an error."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gagent_db
from gagent_db.agents.channels import ADAPTERS, cli, discord, slack, telegram, whatsapp
from gagent_db.agents.recorder import record

UPDATE = {
    "update_id": 10,
    "message": {
        "message_id": 5,
        "date": 1770000000,
        "chat": {"id": 777, "type": "private"},
        "from": {"id": 9, "is_bot": False, "username": "ratna"},
        "text": "see 🌱 docs now",
        "entities": [{"type": "text_link", "offset": 7, "length": 4, "url": "https://x.example/z"}],
    },
}


def test_telegram_text_keeps_the_address_of_a_hidden_link():
    message = telegram.inbound(UPDATE)
    assert message is not None
    assert message.content == "see 🌱 docs (https://x.example/z) now"
    assert (message.session_key, message.role, message.uid, message.user_id) == ("telegram:777", "user", "5", "9")
    assert message.created_at == "2026-02-02T02:40:00.000Z"


def test_telegram_photo_is_a_reference_to_the_largest_size():
    update = {
        "message": {
            "message_id": 6,
            "date": 1770000001,
            "chat": {"id": -100, "title": "Kebun"},
            "from": {"id": 9, "first_name": "Ratna"},
            "caption": "foto invoice",
            "photo": [{"file_id": "small", "file_size": 10}, {"file_id": "large", "file_size": 900}],
        }
    }
    message = telegram.inbound(update, files={"large": "/srv/media/inv.jpg"})
    assert message is not None and message.content == "foto invoice" and message.content_type == "media"
    assert message.media == (
        {
            "kind": "image",
            "path": "/srv/media/inv.jpg",
            "mime_type": "image/jpeg",
            "bytes": 900,
            "metadata": {"file_id": "large"},
        },
    )
    assert message.metadata == {"sender": "Ratna", "chat_title": "Kebun"}
    not_downloaded = telegram.inbound(update)
    assert not_downloaded is not None and not_downloaded.media[0]["path"] == "tg://file/large"


def test_telegram_edit_is_a_message_of_its_own_that_names_the_first():
    edit = {"edited_message": {**UPDATE["message"], "text": "new text", "entities": [], "edit_date": 1770000060}}
    message = telegram.inbound(edit)
    assert message is not None and message.uid == "5.1770000060" and message.metadata["edits"] == "5"


def test_telegram_sent_message_is_the_assistants():
    response = {"ok": True, "result": {"message_id": 7, "date": 1770000002, "chat": {"id": 777}, "text": "done"}}
    message = telegram.outbound(response)
    assert message is not None and (message.role, message.uid, message.user_id) == ("assistant", "7", None)


@pytest.mark.parametrize(
    "event",
    [
        {"my_chat_member": {"chat": {"id": 1}}},
        {"message": {"message_id": 1, "chat": {"id": 1}, "date": 1, "new_chat_members": [{"id": 2}]}},
        {"message": {"message_id": 1, "text": "no chat"}},
        None,
        [],
        "text",
    ],
)
def test_telegram_events_that_say_nothing_give_nothing(event):
    assert telegram.inbound(event) is None


def test_whatsapp_bridge_message_with_media():
    event = {
        "type": "message",
        "id": "3EB0",
        "sender": "6281200000:12@s.whatsapp.net",
        "chatId": "6281200000@s.whatsapp.net",
        "content": "[Image] struk",
        "timestamp": 1770000000,
        "isGroup": False,
        "fromMe": False,
        "mediaType": "image",
        "mimeType": "image/jpeg",
        "mediaPath": "/srv/wa/struk.jpg",
        "caption": "struk",
    }
    message = whatsapp.inbound(event)
    assert message is not None
    assert (message.chat_id, message.user_id, message.uid) == ("6281200000@s.whatsapp.net", "6281200000", "3EB0")
    assert message.media[0]["path"] == "/srv/wa/struk.jpg" and message.metadata == {}
    assert whatsapp.inbound({"type": "qr", "qr": "..."}) is None


def test_whatsapp_send_command():
    message = whatsapp.outbound(
        {"type": "send", "to": "628@s.whatsapp.net", "text": "siap"}, message_id="M1", at=1770000005
    )
    assert message is not None and (message.role, message.content, message.uid) == ("assistant", "siap", "M1")


def test_slack_message_and_mention_are_the_same_message():
    event = {
        "type": "message",
        "channel": "C1",
        "user": "U1",
        "text": "<@UB> hi &amp; <https://a.example|docs>",
        "ts": "1770000000.000100",
    }
    wrapped = {"type": "events_api", "payload": {"event": {**event, "type": "app_mention"}}}
    first, second = slack.inbound(event), slack.inbound(wrapped)
    assert first == second and first is not None
    assert first.content == "@UB hi & docs (https://a.example)" and first.uid == "1770000000.000100"


def test_slack_edits_own_messages_and_noise():
    changed = {
        "type": "message", "subtype": "message_changed", "channel": "C1",
        "message": {"user": "U1", "text": "fixed", "ts": "1.0", "edited": {"ts": "2.0"}},
    }  # fmt: skip
    message = slack.inbound(changed)
    assert message is not None and message.uid == "1.0.2.0" and message.metadata["edits"] == "1.0"
    own = slack.inbound({"type": "message", "channel": "C1", "user": "UB", "text": "x", "ts": "3.0"}, bot_user_id="UB")
    assert own is not None and own.role == "assistant"
    assert (
        slack.inbound({"type": "message", "subtype": "channel_join", "channel": "C1", "user": "U1", "text": "joined"})
        is None
    )
    assert slack.outbound({"ok": False, "error": "no"}) is None
    sent = slack.outbound({"ok": True, "channel": "C1", "ts": "4.0", "message": {"text": "done", "ts": "4.0"}})
    assert sent is not None and (sent.chat_id, sent.uid, sent.role) == ("C1", "4.0", "assistant")


def test_discord_message_with_attachment():
    event = {
        "op": 0,
        "t": "MESSAGE_CREATE",
        "d": {
            "id": "900", "channel_id": "44", "guild_id": "1", "content": "log",
            "timestamp": "2026-05-01T09:30:00+00:00", "type": 0, "author": {"id": "9", "username": "ratna"},
            "attachments": [{"id": "5", "url": "https://cdn.example/a.png", "content_type": "image/png", "size": 3}],
        },
    }  # fmt: skip
    message = discord.inbound(event)
    assert message is not None and message.session_key == "discord:44" and message.media[0]["kind"] == "image"
    assert discord.inbound({"op": 0, "t": "TYPING_START", "d": {}}) is None
    own = discord.inbound(event, bot_user_id="9")
    assert own is not None and own.role == "assistant"


def test_recording_the_same_event_twice_adds_nothing(tmp_path: Path):
    with gagent_db.open(tmp_path / "a.db") as db:
        message = telegram.inbound(UPDATE)
        sent = telegram.outbound({"result": {"message_id": 6, "date": 1770000009, "chat": {"id": 777}, "text": "ok"}})
        assert message is not None and sent is not None
        assert record(db, message) == record(db, message)
        record(db, sent)
        assert [(m.role, m.content) for m in db.history("telegram:777")] == [
            ("user", "see 🌱 docs (https://x.example/z) now"),
            ("assistant", "ok"),
        ]
        assert [hit.session_id for hit in db.search_messages("docs", mode="exact")] == [
            db.get_session("telegram:777").id
        ]


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(
            ["message", "chat", "id", "text", "entities", "photo", "file_id", "from", "date", "event", "type",
             "channel", "ts", "files", "user", "t", "d", "author", "channel_id", "content", "attachments", "sender",
             "chatId", "mediaPath", "result", "offset", "length", "url", "edit_date", "subtype", "message_id",
             "to", "poll"]
        ),
        inner, max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip


@given(_json)
def test_no_event_of_any_shape_is_an_error(event):
    for adapter in ADAPTERS.values():
        for direction in (adapter.inbound, adapter.outbound):
            message = direction(event)
            assert message is None or (message.content or message.media)


def test_cli_takes_text_and_objects():
    typed = cli.inbound("hello\n")
    assert typed is not None and typed.content == "hello" and typed.session_key == "cli:default"
    answered = cli.outbound({"content": "hi", "model": "m", "uid": "7"}, chat_id="work")
    assert answered is not None and (answered.role, answered.chat_id, answered.uid) == ("assistant", "work", "7")
    assert answered.to_message()["model"] == "m"
    assert cli.inbound("") is None
