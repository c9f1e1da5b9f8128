"""On which days of the last year there were sessions, and the map of them on the overview."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from datasette.app import Datasette
from web_fixtures import ROOT, private_datasette

import gagent_db
from gagent_db.activity import WEEKS, active_days, first_day

TODAY = date(2026, 5, 13)  # a Wednesday


def add(db: gagent_db.Database, begun: date, ended: date | None = None) -> None:
    session = db.create_session(channel="cli", created_at=f"{begun}T12:00:00")
    for day in (begun, ended or begun):
        db.append(session.id, [{"role": "user", "content": f"hello of {day}", "created_at": f"{day}T12:00:00"}])


@pytest.fixture
def db(tmp_path: Path):  # type: ignore[no-untyped-def]
    with gagent_db.open(tmp_path / "gagent.db") as db:
        yield db


def test_a_session_counts_on_every_day_from_its_first_to_its_last(db: gagent_db.Database) -> None:
    add(db, TODAY - timedelta(days=2))
    add(db, TODAY - timedelta(days=2), TODAY)
    assert active_days(db.read(), TODAY) == {"2026-05-11": 2, "2026-05-12": 1, "2026-05-13": 1}


def test_the_year_begins_on_a_monday_and_ends_today(db: gagent_db.Database) -> None:
    first = first_day(TODAY)
    assert first.weekday() == 0 and TODAY - first == timedelta(weeks=WEEKS - 1, days=2)
    add(db, first - timedelta(days=30), first)
    add(db, first - timedelta(days=30))
    add(db, TODAY, TODAY + timedelta(days=3))
    assert active_days(db.read(), TODAY) == {first.isoformat(): 1, TODAY.isoformat(): 1}


def test_times_put_in_by_hand_that_are_none_count_nowhere(db: gagent_db.Database) -> None:
    add(db, TODAY)
    db.write(lambda conn: conn.execute("UPDATE sessions SET created_at = 'soon', updated_at = 'later'"))
    assert active_days(db.read(), TODAY) == {}


@pytest.mark.asyncio
async def test_a_day_of_the_map_leads_to_as_many_sessions_as_it_tells(tmp_path: Path) -> None:
    path, today = tmp_path / "gagent.db", date.today()
    with gagent_db.open(path) as db:
        for begun, ended in ((9, 9), (9, 8), (30, 8)):
            add(db, today - timedelta(days=begun), today - timedelta(days=ended))
    ds = private_datasette(path)
    days = (await ds.client.get("/gagent/-/overview.json", actor=ROOT)).json()["activity"]
    assert days[str(today - timedelta(days=8))] == 2 and days[str(today - timedelta(days=9))] == 3 and len(days) == 23
    html = (await ds.client.get("/gagent/-/overview", actor=ROOT)).text
    links = re.findall(r'href="(/gagent/-/sessions\?since=([\d-]+)[^"]+)" title="[^:]+: (\d+) session', html)
    assert {day: int(told) for _, day, told in links} == days
    for link, _, told in links[-2:]:
        found = await sessions(ds, link.replace("&amp;", "&"))
        assert len(found) == int(told), link


async def sessions(ds: Datasette, link: str) -> list[object]:
    response = await ds.client.get(link.replace("/sessions?", "/sessions.json?"), actor=ROOT)
    assert response.status_code == 200
    found: list[object] = response.json()["sessions"]
    return found


@pytest.mark.asyncio
async def test_an_archive_without_sessions_of_the_last_year_shows_no_map(tmp_path: Path) -> None:
    path = tmp_path / "gagent.db"
    with gagent_db.open(path) as db:
        add(db, date(2020, 5, 1))
    html = (await private_datasette(path).client.get("/gagent/-/overview", actor=ROOT)).text
    assert "Channels" in html and "g-activity" not in html
