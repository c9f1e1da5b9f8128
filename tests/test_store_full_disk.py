"""A disk that is full: what was stored stays, what is new is refused in a sentence, and no half of a file is left."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import gagent_db
from gagent_db import doctor

Disk = Callable[[int], Path]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """Gives ``disk(kilobytes)``: an empty folder on a disk of that size."""
    folder = tmp_path / "disk"
    folder.mkdir()

    def sized(kilobytes: int) -> Path:
        subprocess.run(["umount", folder], capture_output=True, check=False)
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", folder], capture_output=True, check=False
        )
        if mounted.returncode:
            pytest.skip("a disk of a given size takes the right to mount one")
        return folder

    try:
        yield sized
    finally:
        subprocess.run(["umount", "-l", folder], capture_output=True, check=False)


def test_a_new_database_is_there_whole_or_not_at_all(disk: Disk) -> None:
    made = []
    for size in range(800, 3000, 200):
        path = disk(size) / "gagent.db"
        try:
            with gagent_db.open(path) as db:
                assert doctor.check(db).ok
            made.append(size)
        except gagent_db.GagentError as error:
            assert "the disk is full" in error.message
            assert list(path.parent.iterdir()) == []
    assert made and made[0] > 800


def test_messages_that_were_stored_are_there_when_the_disk_is_full(disk: Disk) -> None:
    path = disk(4000) / "gagent.db"
    stored: list[int] = []
    with gagent_db.open(path) as db:
        db.create_session(id="s")
        with pytest.raises(gagent_db.GagentError, match="the disk is full"):
            while True:
                stored += db.append("s", [{"content": "the wombat digs " * 100}])
        assert [message.id for message in db.history("s")] == stored
    with gagent_db.open(path) as db:
        assert [message.id for message in db.history("s")] == stored
        assert doctor.check(db).ok


def test_a_copy_that_does_not_fit_leaves_nothing_and_is_told_with_its_place(disk: Disk, db: gagent_db.Database) -> None:
    copy = disk(500) / "copy.db"
    with pytest.raises(gagent_db.GagentError, match=r"Cannot write .*copy\.db: database or disk is full"):
        doctor.backup(db, copy)
    assert list(copy.parent.iterdir()) == []


def test_a_backup_that_does_not_fit_leaves_the_database_in_its_place(
    disk: Disk, db: gagent_db.Database, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.db"
    doctor.backup(db, backup)
    db.create_session(id="later")
    db.close()
    path = disk(2000) / "gagent.db"
    shutil.copy(db.path, path)
    with pytest.raises(gagent_db.GagentError, match="disk is full"):
        doctor.restore(backup, path)
    assert [left.name for left in path.parent.iterdir()] == ["gagent.db"]
    with gagent_db.open(path) as kept:
        assert kept.get_session("later")
