"""Many processes on one file: nothing lost, nothing doubled, no lock error, sound indexes. Also when writers die.

The 60 second runs, and the times, are in benchmarks/concurrency.py; this is the same program for a few seconds.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
import scripts
from scripts import ROOT


@pytest.fixture(scope="module")
def load() -> ModuleType:
    if not (ROOT / "benchmarks" / "concurrency.py").is_file():
        pytest.skip("benchmarks/ is not here (installed package)")
    return scripts.load("benchmarks/concurrency.py")


def test_sixteen_processes_over_python_http_and_mcp(load: ModuleType, tmp_path: Path):
    counts = {"python": 7, "http": 3, "mcp": 1, "import": 1, "search": 3, "checkpoint": 1}
    report = load.run(tmp_path, seconds=3, counts=counts)
    assert list(load.failures(report)) == [], report
    assert report["processes"] == 16 and {"python", "http", "mcp"} <= report["append_ms"].keys()
    assert report["imported"] and report["searches"] and report["checkpoints"]


def test_writers_that_are_killed_lose_nothing_they_were_told_is_stored(load: ModuleType, tmp_path: Path):
    report = load.run(tmp_path, seconds=5, kill=True, counts={"python": 6, "import": 1, "search": 1, "checkpoint": 1})
    assert list(load.failures(report)) == [], report
    assert report["killed"]
