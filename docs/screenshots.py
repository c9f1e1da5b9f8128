"""Make the pictures in docs/images from the demo: ``python docs/screenshots.py`` (needs playwright and chromium)."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Error, Page, sync_playwright

IMAGES = Path(__file__).parent / "images"
PAGES = {
    "home": "/",
    "results": "/gagent/-/sessions?q=webhook+retry",
    "transcript": "/gagent/-/sessions/demo-webhook",
}
WINDOW = {"width": 1280, "height": 820}


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "gagent_db", "--db", f"{folder}/gagent.db", "serve", "--demo", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            sign_in = next(match[0] for line in server.stdout if (match := re.search(r"http://\S+", line)))
            take(sign_in)
        finally:
            server.terminate()
            server.wait(10)


def take(sign_in: str) -> None:
    """All pages, light and dark."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        context = browser.new_context(base_url=sign_in.split("/-/")[0], viewport=WINDOW)
        page = context.new_page()
        arrive(page, sign_in)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for name, path in PAGES.items():
                page.goto(path)
                page.evaluate("document.activeElement && document.activeElement.blur()")
                page.wait_for_timeout(300)
                page.screenshot(path=IMAGES / f"{name}-{scheme}.png")
        browser.close()


def arrive(page: Page, sign_in: str) -> None:
    """The address is printed a moment before the server answers."""
    for _ in range(100):
        try:
            page.goto(sign_in)
            return
        except Error:
            page.wait_for_timeout(100)
    raise SystemExit("the server did not answer")


if __name__ == "__main__":
    main()
