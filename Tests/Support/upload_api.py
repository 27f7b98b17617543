#!/usr/bin/env python3
"""The API of pipelines/upload.yaml as somebody else would have written it, for tests: signed URLs, a bucket, a sync.

    python3 upload_api.py [--refuse] [--slow-put MS]

Prints its port as the first line and ends when its standard input closes. GET /recorded gives every request so far:
method, target, the head as it came (latin-1), the body's size and SHA-256, and when it began and was answered (seconds).
--refuse: /sync answers 409 with the API's own message. --slow-put: a PUT is answered so much later.
"""

import hashlib
import json
import socketserver
import sys
import threading
import time

recorded = []
lock = threading.Lock()
refuse = "--refuse" in sys.argv
slow = float(sys.argv[sys.argv.index("--slow-put") + 1]) / 1000 if "--slow-put" in sys.argv else 0.0


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        while True:
            line = self.rfile.readline(65536)
            if not line:
                return
            began, head = time.monotonic(), line
            while (line := self.rfile.readline(65536)) not in (b"\r\n", b""):
                head += line
            method, target, _ = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ", 2)
            fields = [f.split(b":", 1) for f in head.split(b"\r\n")[1:] if b":" in f]
            lengths = [int(value) for name, value in fields if name.lower() == b"content-length"]
            left, digest = (lengths or [0])[0], hashlib.sha256()
            size = left
            while left:
                piece = self.rfile.read(min(left, 65536))
                if not piece:
                    return
                left -= len(piece)
                digest.update(piece)
            status, reply = self.answer(method, target)
            answered = time.monotonic()  # before it is sent: what the client does with it comes later
            self.wfile.write(b"HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (status, len(reply), reply))
            if target != "/recorded":
                with lock:
                    recorded.append({"method": method, "target": target, "head": head.decode("latin-1"), "size": size,
                                     "sha256": digest.hexdigest(), "began": began, "answered": answered})

    def answer(self, method, target):
        here = "http://127.0.0.1:%d" % self.server.server_address[1]
        if target == "/recorded":
            with lock:
                return b"200 OK", json.dumps(recorded).encode()
        if method == "GET" and target.startswith("/urlForUpload?itemId="):
            return b"200 OK", json.dumps({"signedUrl": here + "/bucket/%2F/../a+b;v=1?X-Signature=a%2Fb%3D&empty="}).encode()
        if method == "PUT":
            time.sleep(slow)
            return b"200 OK", b""
        if method == "POST" and target == "/sync":
            if refuse:
                return b"409 Conflict", json.dumps({"statusCode": 409, "message": "The item is locked by another editor."}).encode()
            return b"200 OK", b'{"ok": true}'
        return b"404 Not Found", b"{}"


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


with Server(("127.0.0.1", 0), Handler) as server:
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()
    server.shutdown()
