"""The pages that the tests look at: written by the program, or its page with another model in it."""

import json
import re
import subprocess
import tempfile
from pathlib import Path

import sample_model
import server

HERE = Path(__file__).parent
FOLDER = Path(tempfile.mkdtemp(prefix="report-page-"))
MODEL = re.compile(r'(<script type="application/json" id="model">)(.*?)(</script>)', re.S)


def written_by(pipeline, files, status):
    """The page of a run, which has to end with that status."""
    page = FOLDER / f"{files[0]}.html"
    url = server.start()
    command = [pipeline, "run", "-q", "-i", f"url={url}", "--report-html", str(page), *files]
    ended = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=60)
    if ended.returncode != status:
        raise AssertionError(f"status {ended.returncode}, not {status}: {ended.stderr}")
    return page


def model_of(page):
    return json.loads(MODEL.search(page.read_text()).group(2))


def with_model(page, model, name):
    """A copy of the page that shows another model."""
    text = json.dumps(model, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    copy = FOLDER / f"{name}.html"
    copy.write_text(MODEL.sub(lambda found: found[1] + text + found[3], page.read_text(), count=1))
    return copy


def large(page):
    return with_model(page, sample_model.large(nodes=2000, requests=10_000), "large")
