"""Models as the page's script reads them: made by a seeded generator, so that a page can be tried at any size."""

import random


def tables():
    return {"texts": [], "headers": []}


def layered_run(model, nodes, requests, seed=1, title="orders", failing=0.02):
    """A run of so many nodes in layers, each with its share of the requests."""
    rng = random.Random(seed)
    width = max(1, int(nodes**0.5))
    model["headers"] += [[["content-type", "application/json"], ["x-request", str(seed)]], [["accept", "*/*"]]]
    shared = len(model["headers"]) - 2
    model["texts"].append('{"id":9007199254740993,"items":[1,2,3],"name":"voice \u00fc"}')
    text = len(model["texts"]) - 1
    run = {
        "title": title, "pipeline": title, "file": f"checks/{title}.yaml", "id": f"run-{seed}", "startedAt": 1_764_500_000,
        "description": "Made by a generator.", "outputs": 1, "nodes": [], "requests": [],
        "steps": [["fetch", "fetch", f"checks/{title}.yaml", 12, 7]],
    }
    each = requests // max(1, nodes)
    for index in range(nodes):
        layer = index // width
        inputs = sorted({rng.randrange((layer - 1) * width, layer * width) for _ in range(rng.randint(1, 2))}) if layer else []
        begin = max((run["nodes"][one]["end"] for one in inputs), default=0)
        node = {
            "name": f"node{index}", "at": [run["file"], 10 + index * 3, 3], "inputs": inputs, "state": "passed", "start": 0,
            "active": begin, "values": each, "emitted": [],
        }
        answered = []
        for value in range(each):
            start = begin + rng.randint(0, 4000)
            took = rng.randint(2000, 60_000)
            request = {
                "node": index, "step": 0, "n": 1, "method": rng.choice(["GET", "POST", "PUT"]),
                "url": f"http://api.test/v1/{title}/{index}/items/{value}?page={rng.randrange(9)}", "value": value,
                "queued": rng.choice([0, 0, 900, 5000]), "start": start, "end": start + took,
                "phases": [300, 900, 1500, took - took // 4, took], "status": rng.choice([200, 200, 200, 201, 204]),
                "sent": 0, "got": 61, "sentHeaders": shared + 1, "headers": shared, "body": text,
            }
            if rng.random() < failing:
                request["status"], request["refused"] = rng.choice([404, 429, 500, 503]), True
            answered.append(request["end"])
            run["requests"].append(request)
        node["end"] = max(answered, default=begin + rng.randint(500, 3000)) + 100
        for value in range(each):
            node["emitted"].append([max(answered[: value + 1]) + 10, value, '{"id":%d}' % value, False])
        if rng.random() < failing:
            node["state"] = "failed"
            place = len(run["requests"]) - 1 if each else None
            node["failure"] = {
                "kind": "status", "message": "404 Not Found: no such item", "node": index, "step": 0, "request": place,
                "line": "GET http://api.test/v1/items/7 \u2192 404", "curl": "curl http://api.test/v1/items/7",
            }
        node["slack"] = rng.randint(0, 90_000)
        run["nodes"].append(node)
    last = max(range(nodes), key=lambda one: run["nodes"][one]["end"])
    path = []
    while True:
        inputs = run["nodes"][last]["inputs"]
        before = max(inputs, key=lambda one: run["nodes"][one]["end"], default=None)
        start = run["nodes"][before]["end"] if before is not None else 0
        path.append([last, run["nodes"][last]["end"] - start])
        run["nodes"][last]["slack"] = 0
        if before is None:
            break
        last = before
    run["path"] = path[::-1]
    run["duration"] = max(node["end"] for node in run["nodes"]) + 500
    hasFailed = any(node["state"] == "failed" for node in run["nodes"])
    run["outcome"], run["exit"] = ("failed", 4) if hasFailed else ("succeeded", 0)
    return run


def large(nodes=2000, requests=10_000):
    model = tables()
    model["runs"] = [layered_run(model, nodes, requests)]
    return model
