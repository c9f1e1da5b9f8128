"""Channel adapters: what a gateway has becomes one recordable message, or nothing; never an error."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import gagent_db
from gagent_db.agents import tools
from gagent_db.agents.channels import (
    ADAPTERS,
    DELETIONS,
    ChannelDeletion,
    ChannelMessage,
    cli,
    discord,
    slack,
    telegram,
    whatsapp,
)
from gagent_db.agents.lifecycle import compress
from gagent_db.agents.recorder import record, remove
from gagent_db.cli import main

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


TELEGRAM_EDIT = {
    "edited_message": {**UPDATE["message"], "text": "meet at six", "entities": [], "edit_date": 1770000060}
}
SLACK_EDIT = {
    "type": "event_callback",
    "event": {
        "type": "message", "subtype": "message_changed", "channel": "C1", "ts": "1770000061.000100",
        "message": {"type": "message", "user": "U1", "text": "meet at six", "ts": "1770000000.000100",
                    "edited": {"user": "U1", "ts": "1770000060.000000"}},
        "previous_message": {"type": "message", "user": "U1", "text": "meet at five", "ts": "1770000000.000100"},
    },
}  # fmt: skip
DISCORD_EDIT = {
    "op": 0,
    "t": "MESSAGE_UPDATE",
    "d": {"id": "900", "channel_id": "44", "content": "meet at six", "type": 0, "author": {"id": "9"},
          "timestamp": "2026-02-02T02:40:00+00:00", "edited_timestamp": "2026-02-02T02:41:00+00:00"},
}  # fmt: skip


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


def test_an_edit_has_the_uid_and_place_of_what_it_edits():
    for message in (telegram.inbound(TELEGRAM_EDIT), slack.inbound(SLACK_EDIT), discord.inbound(DISCORD_EDIT)):
        assert message is not None and message.content == "meet at six"
        assert message.edited == "2026-02-02T02:41:00.000Z" and message.created_at == "2026-02-02T02:40:00.000Z"
    first = telegram.inbound({"message": TELEGRAM_EDIT["edited_message"] | {"edit_date": None}})
    assert first is not None and first.edited is None and first.uid == telegram.inbound(TELEGRAM_EDIT).uid == "5"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"location": {"latitude": -6.2, "longitude": 106.8}}, "[location -6.2, 106.8]"),
        ({"contact": {"first_name": "Rina", "phone_number": "+62 1"}}, "[contact Rina +62 1]"),
        ({"poll": {"question": "Tea?", "options": [{"text": "yes"}, {"text": "no"}]}}, "[poll Tea?: yes, no]"),
    ],
)
def test_telegram_messages_without_text_or_file_say_what_they_are(said: dict[str, object], told: str):
    message = telegram.inbound({"message": {"message_id": 5, "date": 1770000000, "chat": {"id": 777}, **said}})
    assert message is not None and message.content == told


def test_a_telegram_button_says_what_it_stands_for():
    press = {"id": "41", "data": "yes", "from": {"id": 9}, "message": {"message_id": 5, "chat": {"id": 777}}}
    message = telegram.inbound({"callback_query": press})
    assert message is not None and (message.content, message.session_key, message.uid, message.user_id) == (
        "yes", "telegram:777", "button-41", "9",
    )  # fmt: skip


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


def test_slack_file_is_a_reference():
    file = {"id": "F1", "mimetype": "image/png", "name": "a.png", "url_private": "https://files.example/a", "size": 9}
    event = {"type": "message", "subtype": "file_share", "channel": "C1", "user": "U1", "ts": "1770000000.000100"}
    message = slack.inbound({**event, "text": "", "files": [file]})
    assert message is not None and message.media == (
        {"kind": "image", "path": "https://files.example/a", "mime_type": "image/png", "bytes": 9,
         "metadata": {"file_id": "F1", "file_name": "a.png"}},
    )  # fmt: skip


def test_slack_edits_own_messages_and_noise():
    changed = {
        "type": "message", "subtype": "message_changed", "channel": "C1",
        "message": {"user": "U1", "text": "fixed", "ts": "1.0", "edited": {"ts": "2.0"}},
    }  # fmt: skip
    message = slack.inbound(changed)
    assert message is not None and (message.uid, message.edited) == ("1.0", "1970-01-01T00:00:02.000Z")
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


def said(text: str, edited: str | None = None, role: str = "user", uid: str = "5") -> ChannelMessage:
    return ChannelMessage("telegram", "777", role, text, uid=uid, created_at="2026-05-01T09:30:00.000Z", edited=edited)


def stored(db: gagent_db.Database, key: str = "telegram:777") -> list[str]:
    return [message.content for message in db.history(key)]


def test_an_event_that_is_told_again_after_a_compression_adds_nothing(tmp_path: Path):
    update = {"message": {"message_id": 5, "date": 1770000000, "chat": {"id": 777}, "text": "halo"}}
    with gagent_db.open(tmp_path / "g.db") as db:
        first = record(db, telegram.inbound(update))
        compress(db, "telegram:777", "They said hello.", keep_last=0)
        assert record(db, telegram.inbound(update)) == first
        assert [message.content for message in db.history("telegram:777")] == ["They said hello."]
        update["message"]["text"] = "something else"
        with pytest.raises(gagent_db.Conflict):
            record(db, telegram.inbound(update))


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_the_latest_edit_wins_in_whatever_order_they_arrive(tmp_path: Path, order: tuple[int, ...]):
    versions = [said("meet at five"), said("meet at six", "2026-05-01T09:31:00.000Z"),
                said("meet at seven zebras", "2026-05-01T09:32:00.000Z")]  # fmt: skip
    with gagent_db.open(tmp_path / "a.db") as db:
        ids = {record(db, versions[number]) for number in (*order, *order)}
        assert len(ids) == 1 and stored(db) == ["meet at seven zebras"]
        assert [hit.message_id for hit in db.search_messages("zebras", mode="exact")] == list(ids)
        assert db.search_messages("five", mode="exact") == [] == db.search_messages("six", mode="exact")
        session = db.get_session("telegram:777")
        assert (session.message_count, session.title) == (1, "meet at seven zebras")


def test_an_edit_takes_what_was_decided_and_what_was_open_with_it(tmp_path: Path):
    with gagent_db.open(tmp_path / "a.db") as db:
        record(db, said("Decision: we use Postgres."))
        record(db, said("noted", role="assistant", uid="6"))
        record(db, said("Decision: we use SQLite.", "2026-05-01T09:31:00.000Z"))
        assert [item["value"] for item in tools.artifacts(db, kind="decision")["items"]] == ["we use SQLite."]
        first, _ = db.history("telegram:777")
        assert (
            first.content == "Decision: we use SQLite." and first.metadata["original"] == "Decision: we use Postgres."
        )


def test_an_edit_reaches_a_message_of_an_archived_session(tmp_path: Path):
    with gagent_db.open(tmp_path / "a.db") as db:
        record(db, said("meet at five"))
        old = db.archive_session("telegram:777")
        record(db, said("a new talk", uid="6"))
        record(db, said("meet at six", "2026-05-01T09:31:00.000Z"))
        assert stored(db, old.id) == ["meet at six"] and stored(db) == ["a new talk"]
        assert remove(db, ChannelDeletion("telegram", "777", ("5", "6", "7"))) == 2
        assert stored(db, old.id) == [] == stored(db)


def test_a_streamed_answer_is_one_message(tmp_path: Path):
    with gagent_db.open(tmp_path / "a.db") as db:
        for second in (0, 1, 1, 2):
            text = f"word {len(stored(db)) and stored(db)[0].count('word')} word" if second else "word"
            sent = {"message_id": 7, "date": 1770000000, "chat": {"id": 777}, "text": "word " * (second + 1) + text}
            record(db, telegram.outbound({"result": sent | ({"edit_date": 1770000000 + second} if second else {})}))
        assert len(stored(db)) == 1 and stored(db)[0].startswith("word word word ")
        assert "original" not in (db.history("telegram:777")[0].metadata or {})
        for text in ("thinking", "the answer"):  # chat.update does not say that it edits
            record(db, slack.outbound({"ok": True, "channel": "C1", "ts": "4.0", "message": {"text": text}}))
        assert stored(db, "slack:C1") == ["the answer"]


def test_two_messages_with_one_uid_are_still_a_conflict(tmp_path: Path):
    with gagent_db.open(tmp_path / "a.db") as db:
        record(db, said("one"))
        with pytest.raises(gagent_db.GagentError, match="uid '5'"):
            record(db, said("two"))


def test_deletions_hide_the_message_and_only_that(tmp_path: Path):
    slack_deleted = {"event": {"type": "message", "subtype": "message_deleted", "channel": "C1", "hidden": True,
                               "deleted_ts": "1.0", "previous_message": {"ts": "1.0", "text": "secret"}}}  # fmt: skip
    tombstone = {"type": "message", "subtype": "message_changed", "channel": "C1",
                 "message": {"subtype": "tombstone", "ts": "2.0", "text": "This message was deleted."}}  # fmt: skip
    bulk = {"t": "MESSAGE_DELETE_BULK", "d": {"channel_id": "44", "ids": ["900", "901"]}}
    business = {"deleted_business_messages": {"chat": {"id": 777}, "message_ids": [5, 6]}}
    assert slack.deleted(slack_deleted) == ChannelDeletion("slack", "C1", ("1.0",))
    assert slack.deleted(tombstone) == ChannelDeletion("slack", "C1", ("2.0",)) and slack.inbound(tombstone) is None
    assert discord.deleted({"t": "MESSAGE_DELETE", "d": {"channel_id": "44", "id": "900"}}).uids == ("900",)
    assert discord.deleted(bulk).uids == ("900", "901") and telegram.deleted(business).uids == ("5", "6")
    assert [adapter.deleted(UPDATE) for adapter in (slack, discord, telegram)] == [None] * 3
    assert discord.inbound({"t": "MESSAGE_UPDATE", "d": {**DISCORD_EDIT["d"], "edited_timestamp": None}}) is None
    with gagent_db.open(tmp_path / "a.db") as db:
        for ts, text in (("1.0", "the secret zebra"), ("3.0", "a lion")):
            record(db, slack.inbound({"type": "message", "channel": "C1", "user": "U1", "text": text, "ts": ts}))
        assert db.get_session("slack:C1").title == "the secret zebra"
        assert [remove(db, slack.deleted(slack_deleted)) for _ in range(2)] == [1, 1]
        record(
            db,
            slack.inbound({"type": "message", "channel": "C1", "user": "U1", "text": "the secret zebra", "ts": "1.0"}),
        )
        assert stored(db, "slack:C1") == ["a lion"] and db.search_messages("zebra", mode="exact") == []
        assert db.get_session("slack:C1").title == "a lion"
        assert remove(db, ChannelDeletion("slack", "C2", ("3.0",))) == 0


def test_the_pipe_takes_edits_and_deletions(db_path: Path):
    events = [
        {"message": UPDATE["message"] | {"text": "meet at five", "entities": []}}, TELEGRAM_EDIT,
        {"message": UPDATE["message"] | {"message_id": 6, "text": "zebra", "entities": []}},
        {"deleted_business_messages": {"chat": {"id": 777}, "message_ids": [6]}},
    ]  # fmt: skip
    lines = "".join(json.dumps(event) + "\n" for event in events)
    done = CliRunner().invoke(main, ["--db", str(db_path), "record", "--channel", "telegram"], input=lines)
    assert done.exit_code == 0 and done.output == lines
    with gagent_db.open(db_path) as db:
        assert stored(db) == ["meet at six"]


def test_an_event_with_half_a_character_is_recorded(db_path: Path):
    event = json.dumps({"message": UPDATE["message"] | {"text": "cut here: \ud83d", "entities": []}}) + "\n"
    done = CliRunner().invoke(main, ["--db", str(db_path), "record", "--channel", "telegram"], input=event)
    assert done.exit_code == 0 and done.output == event
    with gagent_db.open(db_path) as db:
        assert stored(db) == ["cut here: \ufffd"]


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(
            ["message", "chat", "id", "text", "entities", "photo", "file_id", "from", "date", "event", "type",
             "channel", "ts", "files", "user", "t", "d", "author", "channel_id", "content", "attachments", "sender",
             "chatId", "mediaPath", "result", "offset", "length", "url", "edit_date", "subtype", "message_id",
             "to", "poll", "deleted_business_messages", "message_ids", "deleted_ts"]
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
    for deleted in DELETIONS.values():
        gone = deleted(event)
        assert gone is None or gone.uids


def test_cli_takes_text_and_objects():
    typed = cli.inbound("hello\n")
    assert typed is not None and typed.content == "hello" and typed.session_key == "cli:default"
    answered = cli.outbound({"content": "hi", "model": "m", "uid": "7"}, chat_id="work")
    assert answered is not None and (answered.role, answered.chat_id, answered.uid) == ("assistant", "work", "7")
    assert answered.to_message()["model"] == "m"
    assert cli.inbound("") is None


def test_a_message_that_comes_after_its_deletion_does_not_appear(tmp_path: Path):
    with gagent_db.open(tmp_path / "a.db") as db:
        assert remove(db, ChannelDeletion("telegram", "777", ("5", "6"))) == 0
        for number, text in ((5, "the secret zebra"), (7, "a lion")):
            for _ in range(2):
                record(db, said(text, uid=str(number)))
        assert stored(db) == ["a lion"] and db.search_messages("zebra", mode="exact") == []
        assert db.get_session("telegram:777").title == "a lion"
        record(db, said("the secret zebra, edited", "2026-05-01T09:31:00.000Z", uid="6"))
        assert stored(db) == ["a lion"]
        record(db, ChannelMessage("telegram", "778", "user", "another chat", uid="5"))
        assert stored(db, "telegram:778") == ["another chat"]


def test_a_deleted_message_that_is_told_again_in_the_next_session_stays_hidden(tmp_path: Path):
    with gagent_db.open(tmp_path / "a.db") as db:
        record(db, said("the secret zebra"))
        remove(db, ChannelDeletion("telegram", "777", ("5",)))
        db.archive_session("telegram:777")
        record(db, said("the secret zebra"))
        assert stored(db) == [] and db.get_session("telegram:777").title is None
