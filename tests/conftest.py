"""Fixtures every test may use: a real database in a temporary folder, and the shared data when it is there."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings

import gagent_db

if TYPE_CHECKING:
    from datasette.app import Datasette

settings.register_profile(
    "default", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
settings.load_profile("default")

# Hundreds of processes are started here: where no bytecode may be kept, each would compile the package anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Programs that are started here can be interrupted though a shell's `&` has started the tests, and has that ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

SHARED = Path(os.environ.get("GAGENT_SHARED_DATA", Path(__file__).parents[2] / "shared" / "data"))


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Folders of tests run on up to four cores at once; single files start sooner in one process."""
    cores = os.cpu_count() or 1
    many = any(Path(argument).is_dir() for argument in config.args)
    return min(cores, 4) if many and cores > 1 else 0


@pytest.fixture(autouse=True)
def _no_real_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's own agents, databases or configuration."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for name in (
        "GAGENT_DB",
        "XDG_DATA_HOME",
        "XDG_CONFIG_HOME",
        "CLAUDE_CONFIG_DIR",
        "CODEX_HOME",
        "QWEN_RUNTIME_DIR",
        "HERMES_HOME",
        "G_AGENT_DATA_DIR",
    ):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _time_to_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search is cut short by what it has to read, not by a host that has other things to do for 30 milliseconds."""
    slow = {"thread_time": lambda: time.thread_time() / 50}
    monkeypatch.setattr("gagent_db.recall.lexical.time", SimpleNamespace(**{**vars(time), **slow}))


@pytest.fixture(autouse=True)
def _pages_close_what_they_opened() -> Iterator[None]:
    """What Datasette itself opened for a test, its pytest plugin closes."""
    yield
    if stores := sys.modules.get("gagent_db.web.stores"):
        for datasette in list(stores._stores):
            stores.close_all(datasette)


@pytest.fixture
def db_path(tmp_path: Path) -> Path:
    return tmp_path / "gagent.db"


@pytest.fixture(scope="session")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database as the migrations make it, closed, to be copied: making one costs several times a copy."""
    path = tmp_path_factory.mktemp("template") / "new.db"
    gagent_db.open(path).close()
    return path


@pytest.fixture(scope="session")
def open_new(new_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], gagent_db.Database]:
    """Opens an empty database in a folder of its own, for tests that need many."""
    return lambda: gagent_db.open(shutil.copy(new_database, tmp_path_factory.mktemp("new") / "gagent.db"))


@pytest.fixture
def db(db_path: Path, new_database: Path) -> Iterator[gagent_db.Database]:
    shutil.copy(new_database, db_path)
    with gagent_db.open(db_path) as database:
        yield database


@pytest.fixture
def frozen(new_database: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A database with a message and a memory in a folder where nothing can be written, not by root either.

    A parameter is SQL to run before it is closed to writes.
    """
    with tempfile.TemporaryDirectory() as name:
        folder, path = Path(name), Path(name) / "gagent.db"
        with gagent_db.open(shutil.copy(new_database, path)) as db:
            db.append(db.create_session(key="cli:1").id, [{"content": "the zebra is frozen"}])
            db.add_memory("likes zebras")
            db.write(lambda conn: conn.execute(getattr(request, "param", "SELECT 1")))
        root = os.geteuid() == 0
        path.chmod(0o400)
        folder.chmod(0o555)
        if root:
            os.chown(path, 65534, 65534)
            os.seteuid(65534)
            if not os.access(gagent_db.__file__, os.R_OK, effective_ids=True):
                os.seteuid(0)
                pytest.skip("root's checkout is in a folder that nobody else may read")
        yield path
        if root:
            os.seteuid(0)
        folder.chmod(0o755)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The real transcripts and evaluation sets beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("shared data is not here (set GAGENT_SHARED_DATA to its folder)")
    return SHARED


@pytest.fixture(scope="module")
def demo_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo as `serve --demo` fills it; for tests that only read."""
    from web_fixtures import demo_database

    return demo_database(tmp_path_factory.mktemp("web") / "gagent.db")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def ds(demo_path: Path) -> Datasette:
    """The app of `serve` over the demo, started."""
    from web_fixtures import private_datasette

    datasette = private_datasette(demo_path)
    await datasette.invoke_startup()
    return datasette
