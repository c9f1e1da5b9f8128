"""Which later decision takes the place of an earlier one."""

from __future__ import annotations

import pytest

import gagent_db
from gagent_db import answers


def said(db: gagent_db.Database, *texts: str) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [{"role": "user", "content": text} for text in texts])


def test_answers_say_what_superseded_a_decision(db: gagent_db.Database) -> None:
    said(db, "D[gate]: oak", "D[gate]: steel")
    new, old = sorted(
        answers.artifacts(db, "decision").to_dict()["items"], key=lambda item: item["value"], reverse=True
    )
    assert (old["value"], old["superseded_by"]["value"], new["superseded_by"]) == ("oak", "steel", None)


@pytest.mark.parametrize(
    ("first", "second", "superseded"),
    [
        ("Decision: oak for the gate.", "Decision: steel for the gate instead.", True),
        ("Decision: backups run at 02:00.", "Decision: backups run at 04:00.", True),
        ("Decision: the meeting is on Tuesday.", "Decision: the meeting is on Wednesday.", True),
        ("Decision: the meeting is on Tuesday.", "Decision: the meeting is in the shed.", False),
        ("Decision: deploy the docs on Monday.", "Decision: deploy the docs on Tuesday, too.", False),
        ("We use port 8080 for the gateway.", "The gateway uses port 8443 from now on.", True),
        ("Decision: use oak boards for the gate.", "Decision: use oak boards for the shed.", False),
        ("Decision: keep the boards for 30 days.", "Decision: stack all boards in the shed.", False),
        ("Kita sepakat pakai kayu untuk pagar.", "Kita sepakat pakai kayu untuk atap.", False),
        ("We decided on oak boards for the gate.", "Decision: the gate gets oak boards.", False),
        ("Kita sepakat bayar sekolah tiap tanggal 5, lewat bank.", "Keputusan: bayar sekolah tiap tanggal 5.", False),
        ("We decided on oak boards for the gate.", "We decided against oak boards for the gate after all.", True),
        ("Decision: use oak boards for the gate.", "Decision: do not use oak boards for the gate.", True),
        ("Decision: steel for the gate, not oak.", "Decision: the gate gets steel.", False),
        ("Decision: borg to the shed, weekly.", "Decision: drop the borg idea, we go with restic.", True),
        ("Decision: postgres, two replicas.", "Decision: sqlite in one file instead of postgres.", True),
        ("Decision: oak for the gate, with brass hinges.", "Decision: drop the hinges of the shed door.", False),
        ("Decision: borg to the shed, weekly.", "Decision: we are not going to drop borg.", False),
        ("Keputusan: pakai borg buat cadangan.", "Keputusan: jangan drop borg.", False),
    ],
)
def test_a_decision_is_superseded_by_another_choice_in_the_same_matter(
    db: gagent_db.Database, first: str, second: str, superseded: bool
) -> None:
    said(db, first, second)
    old = answers.artifacts(db, "decision").items[-1]
    assert bool(old.more["superseded_by"]) == superseded


def said_elsewhere(db: gagent_db.Database, text: str, project: str | None) -> None:
    session = db.create_session(channel="cli", project=project)
    db.append(session.id, [{"role": "user", "content": text}])


@pytest.mark.parametrize(
    ("first", "second", "superseded"),
    [
        ("Decision: pool size 20 for parcel-api.", "Decision: pool size 8 for parcel-api.", True),
        ("Decision: at most 20 guests in the boat house.", "Decision: at most 35 guests in the boat house.", True),
        ("Keputusan: sewa gudang Cimahi 3jt.", "Keputusan: sewa gudang Cimahi 2jt.", True),
        ("Decision: pool size 20 for parcel-api.", "Decision: pool size 8 for billing-api.", False),
        ("Decision: printer 1 prints the parcel labels.", "Decision: printer 2 prints the parcel labels.", False),
        ("Decision: max 3 retries.", "Decision: max 5 retries.", False),
        ("Decision: parcel labels are printed at 09:00.", "Decision: parcel labels are printed at 10:00.", False),
        ("Decision: the boat house party is on 3 May.", "Decision: the boat house party is on 10 May.", False),
        ("Decision: 20 guests in the boat house.", "Decision: also 35 guests in the boat house.", False),
        ("Decision: 20 oak boards for the gate shed.", "Decision: not 30 oak boards for the gate shed.", False),
    ],
)
def test_the_same_choice_with_another_number_supersedes_it_in_any_conversation(
    db: gagent_db.Database, first: str, second: str, superseded: bool
) -> None:
    said_elsewhere(db, first, None)
    said_elsewhere(db, second, "/srv/app")
    old = answers.artifacts(db, "decision").items[-1]
    assert bool(old.more["superseded_by"]) == superseded


def test_the_same_choice_with_another_number_in_another_project_stands_beside_it(db: gagent_db.Database) -> None:
    said_elsewhere(db, "Decision: pool size 20 for parcel-api.", "/srv/one")
    said_elsewhere(db, "Decision: pool size 8 for parcel-api.", "/srv/two")
    assert not any(item.more["superseded_by"] for item in answers.artifacts(db, "decision").items)


@pytest.mark.parametrize(
    ("second", "superseded"),
    [
        ("Keputusan: yaudah oktober, 12-18", True),
        ("Decision: October 12 to 18 then.", True),
        ("Keputusan: september, tgl 10 - 17", False),
        ("Decision: October 12.", False),
        ("Decision: Ana's exams are October 12-18.", False),
    ],
)
def test_a_span_of_dates_alone_supersedes_the_one_before_it_in_the_talk(
    db: gagent_db.Database, second: str, superseded: bool
) -> None:
    said(db, "Keputusan: September aja ya biar murah, tgl 10-17", second)
    old = answers.artifacts(db, "decision").items[-1]
    assert bool(old.more["superseded_by"]) == superseded
