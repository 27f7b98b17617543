#!/usr/bin/env python3
"""Validates JUnit reports against Jenkins' schema and Ant's, and counts their elements. Run by scripts/check-junit.

PIPELINE names the program, JENKINS_XSD the one schema; ANT_JUNIT_XSD may name the other's original file. Needs lxml.
"""

import base64
import copy
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lxml import etree

TESTS = Path(__file__).resolve().parent.parent
PIPELINE = os.environ["PIPELINE"]
HOSTILE = bytes(range(0x20)) + b"]]> <x>&\x7f\x80\x9b31m\xc3\x28\xff\xfe\xef\xbf\xbf \xe2\x80\xae\x1b[31m</failure>\r\n\xc3\xbc"

SCHEMAS = {
    "Jenkins": etree.XMLSchema(file=os.environ["JENKINS_XSD"]),
    "Ant": etree.RelaxNG(file=str(TESTS / "Support/schemas/junit-ant.rng")),
}
if "ANT_JUNIT_XSD" in os.environ:
    SCHEMAS["Ant's original"] = etree.XMLSchema(file=os.environ["ANT_JUNIT_XSD"])

EVERYTHING = """
pipeline: 'This & That <x> "at" once'
inputs: { base: {} }
clients: { api: { baseURL: '${ $inputs.base }' } }
nodes:
  status: { fetch: { client: api, get: '/raw?base64=BYTES' } }
  refused: { fetch: 'http://127.0.0.1:1/' }
  after: [ from: refused, map: .a ]
  slow: { fetch: { client: api, get: /delay, timeout: 20ms } }
  retried: [ fetch: { client: api, get: /status/503 }, retry: { times: 2, delay: 1ms } ]
  rescued: [ fetch: { client: api, get: /status/404 }, replaceError: 1 ]
  optional: { when: 1 == 2, steps: [ just: 1 ] }
  logged: [ just: "]]> \\e[31m\\0 \\u202e \\r\\n x", log: '${ . }' ]
  checked: [ just: { a: "]]>&<" }, expect: '.a == "b"' ]
  within: [ just: 1, run: { file: inner.yaml } ]
  put_right: [ just: 1, run: { file: inner.yaml }, replaceError: 2 ]
teardown:
  first: { just: 1 }
  second: { fail: 'no </system-out>' }
"""
INNER = "nodes: { a: { just: 1 }, b: [ from: a, expect: . == 2 ], c: [ from: b, map: . ] }\n"
CASES = "cases: [ { n: 1 }, { n: 2 }, { n: '<&>' } ]\ninputs: { n: {} }\nnodes: { a: [ just: $inputs.n, expect: . == 1 ] }\n"
HANGING = "inputs: { base: {} }\nnodes:\n  a: { fetch: '${ $inputs.base }/hang' }\n  b: [ from: a, map: . ]\nteardown: { c: { just: 1 } }\n"


def run(folder, *arguments, until=None):
    """Its exit status. With `until`, it gets SIGINT once its standard error holds that."""
    command = [PIPELINE, *arguments]
    if until is None:
        return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=120).returncode
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        for line in process.stderr:
            if until in line:
                process.send_signal(signal.SIGINT)
                break
        process.stderr.read()
    return process.returncode


def made(folder, base):
    """Reports of every kind of run: (what it is, the file, the exit status it must have had)."""
    write = lambda name, text: (folder / name).write_text(text)
    answer = b"HTTP/1.1 500 No\r\nX-Hostile: a\x1b[31m\x07\xff]]>\r\nContent-Length: %d\r\n\r\n%s" % (len(HOSTILE), HOSTILE)
    write("all.yaml", EVERYTHING.replace("BYTES", base64.b64encode(answer).decode().replace("+", "%2B").replace("=", "%3D")))
    write("inner.yaml", INNER)
    write("cases.yaml", CASES)
    write("hanging.yaml", HANGING)
    write("good.yaml", "nodes: { a: { just: 1 } }\n")
    write("blank.yaml", "pipeline: ' '\nnodes: { a: { just: 1 } }\n")
    write("invalid.yaml", "nodes: { a: { jsut: 1 }, b: [ from: nowhere ] }\n")
    write("broken.yaml", "nodes: [\n")
    write("wanting.yaml", "inputs: { x: {} }\nnodes: { a: { just: $inputs.x } }\n")
    given = ["--input", f"base={base}"]
    made = [
        ("everything", ["all.yaml", *given], 3),
        ("cases", ["cases.yaml"], 4),
        ("the deadline", ["hanging.yaml", "good.yaml", *given, "--deadline", "300ms"], 3),
        ("fail-fast", ["inner.yaml", "good.yaml", "--fail-fast"], 4),
        ("an invalid file", ["invalid.yaml", "broken.yaml", "good.yaml"], 2),
        ("a missing file", ["nowhere.yaml", "good.yaml"], 3),
        ("a missing input", ["wanting.yaml", "good.yaml"], 1),
        ("a blank name", ["blank.yaml"], 0),
        ("only one node", ["inner.yaml", "--only", "a"], 0),
        ("several tries", ["inner.yaml", "cases.yaml", "--retry", "1", "--repeat", "2", "--jobs", "3"], 4),
        ("a shard", ["cases.yaml", "inner.yaml", "good.yaml", "--shard", "1/3"], 4),
    ]
    for number, (what, arguments, status) in enumerate(made):
        report = folder / f"{number}.xml"
        found = run(folder, "run", "-q", *arguments, "--report-junit", report.name, "--events", f"{number}.ndjson")
        yield what, report, (found, status)
    interrupted = run(folder, "run", "-vv", "hanging.yaml", "good.yaml", *given, "--report-junit", "signal.xml", until=b"hang")
    yield "a signal", folder / "signal.xml", (interrupted, 130)
    events = (folder / "0.ndjson").read_bytes().splitlines(keepends=True)
    for name, lines in (("half", events[: len(events) // 2]), ("first", events[:1]), ("none", [])):
        (folder / f"{name}.ndjson").write_bytes(b"".join(lines))
    run(folder, "report", "half.ndjson", "1.ndjson", "4.ndjson", "--report-junit", "merged.xml")
    yield "merged events", folder / "merged.xml", None
    run(folder, "run", "-q", "cases.yaml", "inner.yaml", "good.yaml", "--shard", "2/3", "--events", "second.ndjson")
    status = run(folder, "report", "10.ndjson", "second.ndjson", "--report-junit", "shards.xml")
    yield "shards of which one is missing", folder / "shards.xml", (status, 3)
    run(folder, "report", "first.ndjson", "--report-junit", "first.xml")
    yield "a run of which only the beginning is known", folder / "first.xml", None


def of_goldens(folder):
    """The reports of whatever the golden cases' files make of a run, and those that are recorded with them."""
    golden = folder / "Golden"
    shutil.copytree(TESTS / "Golden", golden)
    files = sorted(golden.glob("*/*/*.yaml"))

    def report(numbered):
        number, file = numbered
        written = folder / f"golden-{number}.xml"
        run(file.parent, "run", "-q", "--deadline", "3s", "--report-junit", str(written), "--", file.name)
        return str(file.relative_to(golden)), written, None

    with ThreadPoolExecutor(4) as pool:
        yield from pool.map(report, enumerate(files))
    for number, file in enumerate(sorted(golden.glob("**/*"))):
        if file.is_file() and (text := file.read_bytes()).startswith(b"<?xml"):
            text = text.replace(b'timestamp="~~~"', b'timestamp="2020-02-29T23:59:59"').replace(b'time="~~~"', b'time="1.5"')
            (folder / f"recorded-{number}.xml").write_bytes(text)
            yield f"{file.relative_to(golden)} as recorded", folder / f"recorded-{number}.xml", None


def faults(tree):
    found = []
    for name, schema in SCHEMAS.items():
        if not schema.validate(tree):
            found.append(f"{name}: {schema.error_log.last_error.message}")
    for number, suite in enumerate(tree.iter("testsuite")):
        for attribute, element in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            if suite.get(attribute) != str(len(suite.findall(f".//{element}"))):
                found.append(f"{attribute} of the suite '{suite.get('name')}' is not the number of its elements")
        if suite.get("id") != str(number):
            found.append(f"the suite '{suite.get('name')}' has a wrong id")
    return found


def check_the_check(tree):
    """What is wrong with a report is seen: by each schema, or by the counts."""
    assert not faults(tree), faults(tree)
    case, suite = ".//testcase", "testsuite"
    changes = {
        "a line of a case": (["Jenkins", "Ant"], lambda t: t.find(case).set("line", "3")),
        "a word for a time": (["Jenkins", "Ant"], lambda t: t.find(suite).set("time", "1 s")),
        "a zone": (["Ant"], lambda t: t.find(suite).set("timestamp", "2020-01-01T00:00:00Z")),
        "no host": (["Ant"], lambda t: t.find(suite).attrib.pop("hostname")),
        "a blank name": (["Ant"], lambda t: t.find(suite).set("name", " ")),
        "no name": (["Jenkins", "Ant"], lambda t: t.find(suite).attrib.pop("name")),
        "a count of the whole": (["Ant"], lambda t: t.set("tests", "1")),
        "a case's own output": (["Ant"], lambda t: etree.SubElement(t.find(case), "system-out")),
        "an unknown element": (["Jenkins", "Ant"], lambda t: etree.SubElement(t.find(case), "passed")),
        "a failure without type": (["Ant"], lambda t: t.find(".//failure").attrib.pop("type")),
        "no output": (["Ant"], lambda t: t.find(suite).remove(t.find("testsuite/system-out"))),
        "a wrong count": (["tests"], lambda t: t.find(suite).set("tests", "99")),
        "a wrong number": (["the suite"], lambda t: t.find(suite).set("id", "7")),
    }
    if "Ant's original" in SCHEMAS:
        for seers, _ in changes.values():
            if "Ant" in seers:
                seers.append("Ant's original")
    for what, (seers, change) in changes.items():
        changed = copy.deepcopy(tree)
        change(changed)
        found = faults(changed)
        seen = sorted({seer for seer in seers for fault in found if fault.startswith(f"{seer}: ") or fault.startswith(f"{seer} ")})
        assert seen == sorted(seers), f"{what}: seen by {seen} instead of {seers}: {found}"
        assert len(found) == len(seers), f"{what}: {found}"
    return len(changes)


def main():
    wrong, count = 0, 0
    server = subprocess.Popen(
        [sys.executable, str(TESTS / "Support/wire_server.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        base = f"http://127.0.0.1:{server.stdout.readline().strip()}"
        with tempfile.TemporaryDirectory(prefix="check-junit-") as name:
            folder = Path(name)
            reports = list(made(folder, base)) + list(of_goldens(folder))
            for what, file, statuses in reports:
                problems = [f"exit status {statuses[0]} instead of {statuses[1]}"] if statuses and statuses[0] != statuses[1] else []
                if file.exists():
                    count += 1
                    try:
                        problems += faults(etree.parse(str(file)).getroot())
                    except etree.XMLSyntaxError as error:
                        problems.append(f"is no XML: {error}")
                else:
                    problems.append("no report was written")
                for problem in problems:
                    wrong += 1
                    print(f"check-junit: {what}: {problem}")
            everything = etree.parse(str(folder / "0.xml")).getroot()
            expected = {"failure", "error", "skipped", "passed"}
            kinds = {case[0].tag if len(case) else "passed" for case in everything.iter("testcase")}
            assert kinds == expected, f"everything has {kinds} only"
            changes = check_the_check(everything)
    finally:
        server.stdin.close()
        server.wait()
    if wrong:
        sys.exit(1)
    print(f"check-junit: {count} reports are valid for {' and '.join(SCHEMAS)}; {changes} faults put in were seen")


main()
