"""Mermaid itself draws what `pipeline plan --format mermaid` writes, for every valid pipeline file of the tests."""

import functools
import http.server
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent.parent
PIPELINE = os.environ["PIPELINE"]
# Folders whose files are made to be hard, or large.
FOLDERS = ["pipelines", "Tests/Golden/plan", "Tests/Golden/run", "Tests/Golden/check", "Tests/Browser"]

BOX = re.compile(r"^ *n\d+[\[({]", re.M)

DRAW = """async (text) => {
  try {
    const { svg } = await mermaid.render('plan', text);
    const drawn = new DOMParser().parseFromString(svg, 'text/html');
    return { nodes: drawn.querySelectorAll('.node').length, edges: drawn.querySelectorAll('path.flowchart-link').length };
  } catch (error) { return { error: String(error) }; }
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}

    def log_message(self, *_):
        pass


def plan(file, form):
    ended = subprocess.run(
        [PIPELINE, "plan", "--format", form, file.name], cwd=file.parent, capture_output=True, text=True, timeout=60
    )
    return ended.stdout if ended.returncode == 0 else None


def main(mermaid):
    files = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.yaml"))
    plans = [(file, text) for file in files if (text := plan(file, "mermaid"))]
    handler = functools.partial(Quiet, directory=mermaid)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    faults = []
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=os.environ["BROWSER"], args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/README.none")
        page.set_content(
            """<script type="module">
              import { mermaid } from '/index.js';
              mermaid.initialize({ startOnLoad: false, suppressErrorRendering: true });
              window.mermaid = mermaid;
            </script>"""
        )
        page.wait_for_function("window.mermaid !== undefined")
        for file, text in plans:
            drawn = page.evaluate(DRAW, text)
            boxes = len(BOX.findall(text))
            if "error" in drawn or drawn["nodes"] < 1 or drawn["nodes"] != boxes:
                faults.append(f"{file.relative_to(ROOT)}: {boxes} nodes written, {drawn} drawn\n{text}")
        browser.close()
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults or len(plans) < 50:
        sys.exit(f"{len(faults)} of {len(plans)} plans are not drawn as written")
    print(f"mermaid draws all {len(plans)} plans")


main(sys.argv[1])
