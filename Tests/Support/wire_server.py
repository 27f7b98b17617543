#!/usr/bin/env python3
"""A server of raw sockets for tests: records every request byte for byte, and answers well or badly, as its path says.

    python3 wire_server.py [--port 0] [--tls CERTIFICATE KEY [--client-ca FILE]]

Listens on 127.0.0.1 and prints its port as the first line. Ends when its standard input closes, so that it can't outlive
the test that started it. Python's standard library is all it needs. One thread for each connection; keep-alive, HTTP/1.1.

What a path does (parameters in the query, with their defaults; all sizes in bytes):

    /echo                              200 with the request's body and its Content-Type
    /bytes?count=1024                  200 with so many bytes of 'x'
    /json?value={}                     200 with this JSON
    /status/404?body=                  that status, that body
    /redirect?status=302&to=/echo      that status with a Location
    /delay?ms=100                      200 after so long
    /slow?bytes=10&ms=10               200, so many bytes, one each so many milliseconds
    /slow-read?ms=5&chunk=65536        200 after the body was read in pieces, with a pause after each
    /hang                              reads the request, never answers
    /hang-unread                       reads the head, never the body, never answers
    /hang-head                         a status line and a header, then nothing
    /hang-body?bytes=10&of=20          a head that announces `of`, so many bytes, then nothing
    /early?status=403&body=no          answers without reading the body, then closes
    /close                             reads the request, closes without an answer
    /close-after                       200, then closes, though it never said so
    /reset                             reads the request, resets the connection
    /reset-body?bytes=10&of=20         a head and so many bytes, then a reset
    /cut?bytes=10&of=20                the same, then a clean close
    /longer?bytes=20&of=10             more bytes than announced
    /endless                           a body without length or end
    /big-header?bytes=1048576          one header that large
    /many-headers?count=100000         that many headers
    /status-line                       'HTTP/1.1 200 OK', a line end, and a close
    /bad-headers                       headers in Latin-1, invalid UTF-8, control characters, a folded one
    /garbage                           bytes that are not HTTP at all
    /raw?base64=                       these bytes, then a close
    /http09                            a body without a head
    /informational                     100, 102 and 103 before the 200
    /chunked?bytes=10&chunks=3         chunked, with a trailer
    /chunked-cut?bytes=10              a chunk that is not whole, then a close
    /stream?text=a%0Ab%0A&ms=0&end=     200, chunked, each line of `text` so long after the one before; end=cut: without
                                       the last chunk; end=never: nothing follows
    /http10?bytes=10                   HTTP/1.0, ended by the close
    /gzip?text=x&times=10              Content-Encoding: gzip, of `text` so many times, or as many bytes of noise (noise=SEED),
                                       packed at `level=9`, the first `keep` bytes of it (less than zero: all but so
                                       many), one bit of the byte at `flip` wrong
    /gzip-twice /gzip-named /gzip-garbage /deflate /deflate-raw      the same in other forms

Every other path is answered with 200 and 'ok'. To ask what happened (these are not recorded):

    /recorded                          {"connections": [...], "requests": [...]}, see `Connection` and `Request` below
    /forget                            empties both lists
    /await?target=/x&event=received    waits for the first request whose target starts so to be `started` (its head is
                                       here), `received` (its body too) or `closed` (its connection has ended), at most
                                       `ms=10000`; 200 with that request as JSON, or 408

Times are seconds of the system's monotonic clock. Bodies are kept up to 1 MiB each; size and SHA-256 are of the whole.
"""

import argparse
import base64
import gzip
import hashlib
import io
import json
import os
import random
import socket
import ssl
import struct
import sys
import threading
import time
import zlib
from urllib.parse import parse_qs, unquote, urlsplit

KEPT_BODY = 1 << 20
changed = threading.Condition()
connections = []
requests = []


class Gone(Exception):
    """The client ended the connection."""


class Connection:
    def __init__(self, sock):
        self.sock = sock
        self.buffer = b""
        self.opened = time.monotonic()
        self.closed = None
        self.end = None  # 'client', 'client reset' or 'server'
        with changed:
            self.id = len(connections)
            connections.append(self)

    def describe(self):
        return {"id": self.id, "opened": self.opened, "closed": self.closed, "end": self.end}

    def note_end(self, end):
        with changed:
            if self.closed is None:
                self.closed, self.end = time.monotonic(), end
                changed.notify_all()

    def secure(self, context):
        try:
            self.sock = context.wrap_socket(self.sock, server_side=True)
        except (ssl.SSLError, OSError):
            self.note_end("client")
            raise Gone

    def receive(self):
        try:
            data = self.sock.recv(1 << 16)
        except (ConnectionError, ssl.SSLError, OSError):
            self.note_end("client reset")
            raise Gone
        if not data:
            self.note_end("client")
            raise Gone
        return data

    def send(self, data):
        try:
            self.sock.sendall(data)
        except (ConnectionError, ssl.SSLError, OSError):
            self.note_end("client reset")
            raise Gone

    def wait_for_end(self):
        while True:
            self.receive()

    def shut(self):
        """A clean end: all that was sent arrives. What the client still sends is read, for a while, lest it cause a reset."""
        try:
            self.sock.shutdown(socket.SHUT_WR)
            self.sock.settimeout(2)
            while self.sock.recv(1 << 16):
                pass
        except OSError:
            pass
        self.note_end("server")
        raise Gone

    def reset(self):
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.note_end("server")
        self.sock.close()
        raise Gone


class Request:
    def __init__(self, connection, head):
        self.connection = connection
        self.head = head
        lines = head.split(b"\r\n")
        parts = lines[0].decode("latin-1").split(" ")
        self.method, self.target = parts[0], " ".join(parts[1:-1])
        self.headers = [tuple(s.strip() for s in l.decode("latin-1").partition(":")[::2]) for l in lines[1:] if l]
        self.body = b""
        self.body_size = 0
        self.digest = hashlib.sha256()
        self.started = time.monotonic()
        self.received = None
        self.answered = None
        url = urlsplit("http://x" + self.target if self.target.startswith("/") else self.target)
        self.path = url.path
        self.query = {name: values[-1] for name, values in parse_qs(url.query, keep_blank_values=True).items()}

    def header(self, name):
        return next((v for n, v in self.headers if n.lower() == name), None)

    def number(self, name, default):
        return int(self.query.get(name, default))

    def add(self, data):
        self.digest.update(data)
        self.body_size += len(data)
        self.body += data[: KEPT_BODY - len(self.body)]

    def read_body(self, pause=0.0, chunk=1 << 16):
        if (self.header("transfer-encoding") or "").lower() == "chunked":
            self.read_chunks()
        else:
            left = int(self.header("content-length") or 0)
            while left:
                data = self.connection.buffer or self.connection.receive()
                piece = min(left, len(data), chunk)
                self.connection.buffer = data[piece:]
                self.add(data[:piece])
                left -= piece
                if pause:
                    time.sleep(pause)
        with changed:
            self.received = time.monotonic()
            changed.notify_all()

    def read_chunks(self):
        def line():
            while b"\r\n" not in self.connection.buffer:
                self.connection.buffer += self.connection.receive()
            text, self.connection.buffer = self.connection.buffer.split(b"\r\n", 1)
            return text

        while size := int(line().split(b";")[0], 16):
            while len(self.connection.buffer) < size + 2:
                self.connection.buffer += self.connection.receive()
            self.add(self.connection.buffer[:size])
            self.connection.buffer = self.connection.buffer[size + 2 :]
        while line():
            pass

    def describe(self):
        return {
            "connection": self.connection.id,
            "method": self.method,
            "target": self.target,
            "headers": self.headers,
            "head": base64.b64encode(self.head).decode(),  # raw, with the line ends
            "body": base64.b64encode(self.body).decode(),  # its first 1 MiB
            "bodySize": self.body_size,
            "bodySHA256": self.digest.hexdigest(),
            "started": self.started,
            "received": self.received,  # null while the body is on its way
            "answered": self.answered,  # null until the answer is out whole
            "connectionClosed": self.connection.closed,
            "connectionEnd": self.connection.end,
        }


def head(status=200, length=None, *lines, version="1.1"):
    lines = [f"HTTP/{version} {status} Reason", *lines]
    if length is not None:
        lines.append(f"Content-Length: {length}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def reply(request, body=b"ok", status=200, *lines):
    if isinstance(body, str):
        body = body.encode()
    bodiless = status in (204, 304) or status < 200
    request.connection.send(head(status, None if bodiless else len(body), *lines))
    if request.method != "HEAD" and not bodiless:
        request.connection.send(body)


def partly(request, count=10, announced=20):
    """A head that announces `of` bytes, and `bytes` of them."""
    request.connection.send(head(200, request.number("of", announced)))
    request.connection.send(b"x" * request.number("bytes", count))


def bad_headers(request):
    request.connection.send(
        b"HTTP/1.1 200 OK\r\nX-Latin: caf\xe9\r\nX-UTF8: caf\xc3\xa9\r\nX-Control: a\x1b[31mb\x07\r\nX-Folded: one\r\n  two\r\n"
        b"X-Inner: a\rb\r\nX-Empty:\r\nX-Same: 1\r\nX-Same: 2\r\nContent-Length: 2\r\n\r\nok"
    )


def informational(request):
    request.connection.send(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\nX-Early: 1\r\n\r\n")
    request.connection.send(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
    reply(request, b"ok", 200, "X-Late: 1")


def chunked(request):
    size = request.number("bytes", 10)
    request.connection.send(head(200, None, "Transfer-Encoding: chunked", "Trailer: X-Trailer"))
    for _ in range(request.number("chunks", 3)):
        request.connection.send(b"%x\r\n%s\r\n" % (size, b"x" * size))
    request.connection.send(b"0\r\nX-Trailer: 1\r\n\r\n")


def chunked_cut(request):
    request.connection.send(head(200, None, "Transfer-Encoding: chunked"))
    request.connection.send(b"ff\r\n" + b"x" * request.number("bytes", 10))
    request.connection.shut()


def stream(request):
    request.connection.send(head(200, None, "Transfer-Encoding: chunked"))
    for line in request.query.get("text", "a\nb\n").encode().splitlines(keepends=True):
        time.sleep(request.number("ms", 0) / 1000)
        request.connection.send(b"%x\r\n%s\r\n" % (len(line), line))
    if request.query.get("end") == "never":
        hang(request)
    elif request.query.get("end") == "cut":
        request.connection.shut()
    else:
        request.connection.send(b"0\r\n\r\n")


def packed(request):
    """The body `text` so many `times`, or that many bytes of noise, as the path says, at most `keep` bytes of it."""
    plain = request.query.get("text", "x").encode() * request.number("times", 10)
    if "noise" in request.query:
        plain = random.Random(request.number("noise", 0)).randbytes(len(plain))
    level = request.number("level", 9)
    coding = request.path[1:]
    if coding == "gzip":
        data = gzip.compress(plain, level)
    elif coding == "gzip-twice":
        half = len(plain) // 2
        data, coding = gzip.compress(plain[:half], level) + gzip.compress(plain[half:], level), "gzip"
    elif coding == "gzip-garbage":
        data, coding = b"this is not gzip, whatever the header says", "gzip"
    elif coding == "gzip-named":
        stream = io.BytesIO()
        with gzip.GzipFile("name", "wb", level, stream) as file:
            file.write(plain)
        data, coding = stream.getvalue(), "X-GZIP"
    elif coding == "deflate":
        data = zlib.compress(plain, level)
    else:
        data, coding = zlib.compress(plain, level)[2:-4], "deflate"
    keep = request.number("keep", len(data))
    flipped = request.number("flip", -1)
    if 0 <= flipped < len(data):
        data = data[:flipped] + bytes([data[flipped] ^ 0x10]) + data[flipped + 1 :]
    reply(request, data[:keep] if keep >= 0 else data[: len(data) + keep], 200, f"Content-Encoding: {coding}")


def endless(request):
    request.connection.send(head(200))
    while True:
        request.connection.send(b"x" * 65536)


def slow(request):
    count = request.number("bytes", 10)
    request.connection.send(head(200, count))
    for _ in range(count):
        time.sleep(request.number("ms", 10) / 1000)
        request.connection.send(b"x")


def many_headers(request):
    request.connection.send(b"HTTP/1.1 200 OK\r\n")
    for block in range(request.number("count", 100000) // 100):
        request.connection.send(b"".join(b"X-Many-%d: %d\r\n" % (block, n) for n in range(100)))
    request.connection.send(b"Content-Length: 2\r\n\r\nok")


def send_and_shut(data):
    def run(request):
        request.connection.send(data)
        request.connection.shut()

    return run


def then(*steps):
    def run(request):
        for step in steps:
            step(request)

    return run


def delay(request):
    time.sleep(request.number("ms", 100) / 1000)
    reply(request)


def shut(request):
    request.connection.shut()


def reset(request):
    request.connection.reset()


def hang(request):
    request.connection.wait_for_end()


def http10(request):
    request.connection.send(head(200, None, version="1.0") + b"x" * request.number("bytes", 10))
    request.connection.shut()


def big_header(request):
    request.connection.send(b"HTTP/1.1 200 OK\r\nX-Big: " + b"x" * request.number("bytes", 1 << 20))
    request.connection.send(b"\r\nContent-Length: 2\r\n\r\nok")


ANSWERS = {
    "/echo": lambda r: reply(r, r.body, 200, f"Content-Type: {r.header('content-type') or 'text/plain'}"),
    "/bytes": lambda r: reply(r, b"x" * r.number("count", 1024)),
    "/json": lambda r: reply(r, r.query.get("value", "{}"), 200, "Content-Type: application/json"),
    "/redirect": lambda r: reply(r, b"", r.number("status", 302), f"Location: {r.query.get('to', '/echo')}"),
    "/delay": delay,
    "/slow": slow,
    "/slow-read": reply,
    "/hang": hang,
    "/hang-head": then(lambda r: r.connection.send(b"HTTP/1.1 200 OK\r\nX-Begin: 1\r\n"), hang),
    "/hang-body": then(partly, hang),
    "/close": shut,
    "/close-after": then(reply, shut),
    "/reset": reset,
    "/reset-body": then(partly, lambda r: time.sleep(0.05), reset),
    "/cut": then(partly, shut),
    "/longer": lambda r: partly(r, 20, 10),
    "/endless": endless,
    "/big-header": big_header,
    "/many-headers": many_headers,
    "/status-line": send_and_shut(b"HTTP/1.1 200 OK\r\n"),
    "/bad-headers": bad_headers,
    "/garbage": send_and_shut(bytes(range(256)) * 4),
    "/raw": lambda r: send_and_shut(base64.b64decode(r.query["base64"]))(r),
    "/http09": send_and_shut(b"<p>Hello, I have no head</p>\r\n"),
    "/informational": informational,
    "/chunked": chunked,
    "/chunked-cut": chunked_cut,
    "/stream": stream,
    "/http10": http10,
    "/gzip": packed,
    "/gzip-twice": packed,
    "/gzip-named": packed,
    "/gzip-garbage": packed,
    "/deflate": packed,
    "/deflate-raw": packed,
}


def recorded(request):
    with changed:
        found = {
            "connections": [c.describe() for c in connections],
            "requests": [r.describe() for r in requests],
        }
    reply(request, json.dumps(found), 200, "Content-Type: application/json")


def forget(request):
    with changed:
        requests.clear()
    reply(request)


def wait(request):
    target, event = request.query.get("target", "/"), request.query.get("event", "received")

    def happened(candidate):
        if not candidate.target.startswith(target):
            return False
        return {
            "started": True,
            "received": candidate.received is not None,
            "closed": candidate.connection.closed is not None,
        }[event]

    with changed:
        changed.wait_for(lambda: any(map(happened, requests)), request.number("ms", 10000) / 1000)
        found = next((r.describe() for r in requests if happened(r)), None)
    reply(request, json.dumps(found), 200 if found else 408, "Content-Type: application/json")


CONTROLS = {"/recorded": recorded, "/forget": forget, "/await": wait}


def answer(request):
    """Reads what the path says is to be read, and does what it says. False if the connection is not to be used again."""
    if request.path in CONTROLS:
        request.read_body()
        CONTROLS[request.path](request)
        return
    with changed:
        requests.append(request)
        changed.notify_all()
    if request.method == "CONNECT":
        reply(request, b"", 407)
        return
    if request.path == "/early":
        reply(request, request.query.get("body", "no"), request.number("status", 403), "Connection: close")
        request.connection.shut()
    if request.path == "/hang-unread":
        threading.Event().wait()  # Until the process ends.
    if request.path == "/slow-read":
        # A small window: what is not read yet waits with the client, not in a buffer here.
        request.connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        request.read_body(request.number("ms", 5) / 1000, request.number("chunk", 65536))
    else:
        request.read_body()
    if request.path.startswith("/status/"):
        reply(request, unquote(request.query.get("body", "")), int(request.path.split("/")[2]))
    else:
        ANSWERS.get(request.path, reply)(request)


def serve(connection, context):
    try:
        if context:
            connection.secure(context)
        while True:
            while b"\r\n\r\n" not in connection.buffer:
                connection.buffer += connection.receive()
                if connection.buffer.startswith(b"\x16\x03"):  # TLS, where none is spoken
                    connection.send(head(400, 0, "Connection: close"))
                    connection.shut()
            raw, connection.buffer = connection.buffer.split(b"\r\n\r\n", 1)
            request = Request(connection, raw + b"\r\n\r\n")
            answer(request)
            request.answered = time.monotonic()
    except Gone:
        pass
    finally:
        connection.note_end("server")
        connection.sock.close()


def accept(listener, context):
    while True:
        sock, _ = listener.accept()
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Made here, so that connections are numbered in the order in which they came.
        threading.Thread(target=serve, args=(Connection(sock), context), daemon=True).start()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--tls", nargs=2, metavar=("CERTIFICATE", "KEY"))
    parser.add_argument("--client-ca", metavar="FILE", help="whose certificates a client must have")
    arguments = parser.parse_args()
    context = None
    if arguments.tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*arguments.tls)
        if arguments.client_ca:
            context.verify_mode = ssl.CERT_REQUIRED
            context.load_verify_locations(arguments.client_ca)
    listener = socket.create_server(("127.0.0.1", arguments.port), backlog=1024)
    print(listener.getsockname()[1], flush=True)
    threading.Thread(target=accept, args=(listener, context), daemon=True).start()
    while sys.stdin.buffer.read(4096):
        pass
    os._exit(0)


if __name__ == "__main__":
    main()
