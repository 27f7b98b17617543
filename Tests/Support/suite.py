#!/usr/bin/env python3
"""Writes a suite of pipeline files with three requests each, some of which fail in every way there is, for wire_server.py.

    python3 suite.py FOLDER [COUNT]     200 files where COUNT is left out

Prints as JSON what JUnit must count: `files`, `tests`, `failures`, `errors`, `skipped`, and for each kind (which is the tag
of its files too) the exit status of such a file alone. Every file wants the input `base`, the server's address.
"""

import json
import sys
from pathlib import Path

GET = "{ fetch: { client: api, get: '%s' } }"
TWO = {"first": GET % "/json?value=%5B1%5D", "second": "[ fetch: { client: api, get: '/echo' }, map: length ]"}

# Of each kind: its nodes besides the two above, what else stands in the file, its exit status, and what JUnit counts:
# tests, failures, errors, skipped.
KINDS = {
    "passes": ({"third": "[ from: first, fetch: { client: api, post: /echo, json: '${ . }' } ]"}, "", 0, (3, 0, 0, 0)),
    "status": ({"third": GET % "/status/404?body=gone"}, "", 4, (3, 1, 0, 0)),
    "expect": ({"third": "[ fetch: { client: api, get: '/json?value=2', response: json }, expect: . == 3 ]"}, "", 4, (3, 1, 0, 0)),
    "decode": (
        {"third": "[ fetch: { client: api, get: '/json?value=2', response: json }, decode: Named ]"},
        "types: { Named: { type: object, required: [name] } }\n",
        4,
        (3, 1, 0, 0),
    ),
    "expression": ({"third": "[ fetch: { client: api, get: '/json?value=2', response: json }, map: .a.b ]"}, "", 4, (3, 1, 0, 0)),
    "custom": ({"third": GET % "/json", "wrong": "{ fail: 'not today' }"}, "", 4, (4, 1, 0, 0)),
    "refused": ({"third": "{ fetch: 'http://127.0.0.1:1/' }"}, "", 3, (3, 0, 1, 0)),
    "timeout": ({"third": "{ fetch: { client: api, get: /hang, timeout: 100ms } }"}, "", 3, (3, 0, 1, 0)),
    "cut": ({"third": GET % "/cut?bytes=10&of=20"}, "", 3, (3, 0, 1, 0)),
    "blocked": (
        {"third": GET % "/status/500", "after": "[ from: third, fetch: { client: api, get: /never } ]", "last": "[ from: after, map: . ]"},
        "",
        4,
        (5, 1, 0, 2),
    ),
    "skipped": ({"third": "{ when: 1 == 2, steps: [ fetch: { client: api, get: /never } ] }", "fourth": GET % "/echo"}, "", 0, (4, 0, 0, 1)),
    "recovered": ({"third": "[ fetch: { client: api, get: /status/404 }, replaceError: 1 ]"}, "", 0, (3, 0, 0, 0)),
    "retried": ({"third": "[ fetch: { client: api, get: /status/503 }, retry: { times: 2, delay: 1ms } ]"}, "", 4, (3, 1, 0, 0)),
    "both": ({"third": GET % "/status/404", "fourth": "{ fetch: 'http://127.0.0.1:1/' }"}, "", 3, (4, 1, 1, 0)),
    "teardown": ({"third": GET % "/echo"}, "teardown: { after: [ just: 1, expect: . == 2 ], before: { just: 1 } }\n", 4, (5, 1, 0, 0)),
}


def write(folder, count):
    folder.mkdir(parents=True, exist_ok=True)
    names = list(KINDS)
    totals = [0, 0, 0, 0]
    for number in range(count):
        # Every third fails, or does something else than pass.
        name = names[1 + number // 3 % (len(names) - 1)] if number % 3 == 0 else "passes"
        nodes, rest, _, counts = KINDS[name]
        totals = [total + count for total, count in zip(totals, counts)]
        text = f"pipeline: '{number} <{name}> & more'\ntags: [{name}]\ninputs: {{ base: {{}} }}\n"
        text += "clients: { api: { baseURL: '${ $inputs.base }' } }\nnodes:\n"
        for node, steps in {**TWO, **nodes}.items():
            text += f"  {node}: {steps}\n"
        (folder / f"{number:03}-{name}.yaml").write_text(text + rest)
    return {
        "files": count,
        **dict(zip(("tests", "failures", "errors", "skipped"), totals)),
        "statuses": {name: kind[2] for name, kind in KINDS.items()},
    }


print(json.dumps(write(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 200)))
