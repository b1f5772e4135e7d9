"""Those who take notices in tests: a mail server and a web server of our own."""

from __future__ import annotations

import json
import queue
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any


class _Mail(socketserver.StreamRequestHandler):
    """Just enough of SMTP: whoever says MAIL, RCPT and DATA has his letter taken."""

    taken: queue.Queue[Any]

    def handle(self) -> None:
        self._say("220 here")
        while line := self.rfile.readline().decode():
            word = line.split()[0].upper()
            if word == "DATA":
                self._say("354 go on")
                lines = iter(lambda: self.rfile.readline().decode(), ".\r\n")
                self.taken.put(message_from_string("".join(lines)))
                self._say("250 taken")
            elif word == "RCPT" and "nobody@" in line:
                self._say("550 there is nobody")
            elif word == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 fine")

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class _Web(BaseHTTPRequestHandler):
    taken: queue.Queue[Any]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.taken.put((self.path, json.loads(body)))
        self.send_response(302 if self.path == "/elsewhere" else 204)
        self.send_header("Location", "/moved")
        self.end_headers()

    def log_message(self, *args: Any) -> None:
        pass


@contextmanager
def _serving(
    server: socketserver.TCPServer, handler: type[_Mail | _Web]
) -> Iterator[tuple[str, queue.Queue[Any]]]:
    handler.taken = queue.Queue()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}", handler.taken
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def mail_server() -> Iterator[tuple[str, queue.Queue[Message]]]:
    """Its address, and the letters it takes."""

    class Mail(_Mail):
        pass

    with _serving(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mail), Mail) as found:
        yield found


@contextmanager
def web_server() -> Iterator[tuple[str, queue.Queue[tuple[str, Any]]]]:
    """Its address, and what is posted to it: path and JSON."""

    class Web(_Web):
        pass

    with _serving(HTTPServer(("127.0.0.1", 0), Web), Web) as found:
        yield found
