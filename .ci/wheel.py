"""Build the wheel, install it where nothing else is, import a transcript and read it over HTTP."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LINES = [
    {"_type": "metadata", "key": "cli:wheel", "created_at": "2026-05-01T09:30:00", "metadata": {}},
    {"role": "user", "content": "We decided that the wheel must serve.", "timestamp": "2026-05-01T09:30:01"},
]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        run(sys.executable, "-m", "build", "--wheel", "--outdir", work, ROOT, stdout=subprocess.DEVNULL)
        (wheel,) = work.glob("*.whl")
        print(f"built {wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB")
        held = zipfile.ZipFile(wheel).namelist()
        assert "gagent_db/py.typed" in held and not [name for name in held if name.startswith("tests")]
        run(sys.executable, "-m", "venv", work / "venv")
        run(work / "venv/bin/pip", "install", "-q", wheel, "-c", ROOT / "requirements.lock")
        (work / "cli_wheel.jsonl").write_text("".join(json.dumps(line) + "\n" for line in LINES))
        command = [str(work / "venv/bin/gagent-db"), "--db", str(work / "gagent.db")]
        environment = {**os.environ, "HOME": folder}
        report = subprocess.run(
            [*command, "import", str(work / "cli_wheel.jsonl"), "--json"],
            check=True, capture_output=True, cwd=work, env=environment,
        )  # fmt: skip
        assert json.loads(report.stdout)["messages"]["added"] == 1, report.stdout
        serve(command, work, environment)
    print("the wheel installs, imports and serves")


def serve(command: list[str], work: Path, environment: dict[str, str]) -> None:
    """Start the server, sign in with the printed link and read the search page."""
    server = subprocess.Popen(
        [*command, "serve", "--port", "0", "--no-import"],
        cwd=work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        link = next(found[0] for line in server.stdout if (found := re.search(r"http://\S+token=\S+", line)))
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        for attempt in range(60):
            try:
                opener.open(link, timeout=10).read()
                break
            except OSError:
                if attempt == 59:
                    raise
                time.sleep(0.5)
        base = link.partition("/-/")[0]
        page = opener.open(f"{base}/gagent/-/sessions?q=wheel", timeout=30).read().decode()
        assert "<mark>" in page, page[:2000]
    finally:
        server.terminate()
        server.wait(timeout=20)


def run(*command: object, **options: object) -> None:
    subprocess.run([str(part) for part in command], check=True, **options)  # type: ignore[call-overload]


if __name__ == "__main__":
    main()
