"""The server that the tests' pipelines talk to: late, broken and hostile answers."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LATE = {"0": 0.12, "3": 0.16}
HOSTILE = (
    b"</script><script>hacked=1</script><img src=x onerror=hacked=1> \x00\x1b[31m \xff\xfe "
    b"user\xe2\x80\xaetxt.exe \xe2\x80\xa8 & &lt; ]]> {{script}}"
)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    attempts = {}

    def answer(self, status, body=b"", kind="application/json"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("X-Hostile", "<b>bold</b>")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path = self.path.split("?")[0]
        if path.startswith("/place/"):
            place = path.removeprefix("/place/")
            time.sleep(LATE.get(place, 0.02))
            self.answer(200, b'{"place":%s}' % place.encode())
        elif path == "/flaky":
            count = Handler.attempts[path] = Handler.attempts.get(path, 0) + 1
            self.answer(503 if count % 3 else 200, b'{"tries":%d}' % count)
        elif path == "/hostile":
            self.answer(200, HOSTILE, "text/plain; charset=utf-8")
        else:
            self.answer(404, b'{"message":"no such <i>place</i>"}')

    def do_POST(self):
        self.answer(200, self.rfile.read(int(self.headers["Content-Length"])))

    def do_DELETE(self):
        self.answer(204)

    def log_message(self, *_):
        pass


def start():
    """The URL of a server that runs as long as the process."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"
