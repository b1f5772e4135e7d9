"""Post: notices that leave the server, by mail or to a web address, if its operator allows it.

The environment says how: FLANKSPEED_SMTP (`smtp://user:password@host:587`, encrypted by STARTTLS;
`smtps://` from the start; `smtp+plain://` not at all, for a server on the same machine),
FLANKSPEED_MAIL_FROM, the sender; FLANKSPEED_WEBHOOKS, the addresses that may be called, as
`https://host` separated by commas: nobody can make the server call any other.
FLANKSPEED_PUBLIC_URL is where people find the table; FLANKSPEED_NOTICE_AFTER says after how many
seconds somebody is told.
"""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Mapping
from email.message import EmailMessage
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Literal
from urllib.parse import SplitResult, unquote, urlsplit

import msgspec

from flankspeed.engine import FlankspeedError, OptionError

_PATIENCE = 10.0  # seconds for those whom we call
_MAIL = re.compile(r"[^@\s<>()\[\],;:\\\"]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+", re.ASCII)
_PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}

Way = Literal["mail", "webhook"]


class NotSent(FlankspeedError):
    """A notice could not be sent; it says why, and not to whom."""


class Notice(msgspec.Struct):
    """What is told: a heading, a few lines, and for programs the facts."""

    heading: str
    text: str
    facts: dict[str, str]


class Post:
    """How notices are sent."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        """Read the settings; `OptionError` says what is wrong with them."""
        self.public_url = settings.get("FLANKSPEED_PUBLIC_URL", "")
        self.after = _seconds(settings.get("FLANKSPEED_NOTICE_AFTER", "30"))
        self._smtp = _smtp(settings.get("FLANKSPEED_SMTP", ""))
        self._sender = settings.get("FLANKSPEED_MAIL_FROM", "")
        if self._smtp and not _MAIL.fullmatch(self._sender):
            raise OptionError("FLANKSPEED_SMTP needs FLANKSPEED_MAIL_FROM, the sender's address")
        words = settings.get("FLANKSPEED_WEBHOOKS", "").split(",")
        self._hosts = {_host(word.strip()) for word in words if word.strip()}

    @property
    def ways(self) -> list[Way]:
        """What is offered."""
        offered: list[tuple[Way, object]] = [("mail", self._smtp), ("webhook", self._hosts)]
        return [way for way, there in offered if there]

    def way(self, to: str) -> Way:
        """How this address is reached; `OptionError` if it is none, or not one that we call."""
        if "mail" in self.ways and _MAIL.fullmatch(to):
            return "mail"
        try:
            parts = urlsplit(to)
        except ValueError:
            parts = urlsplit("")
        if (parts.scheme, parts.netloc) in self._hosts and to.isascii() and to.isprintable():
            return "webhook"
        kinds = {"mail": "a mail address", "webhook": "an address of an allowed web server"}
        wanted = " or ".join(kinds[way] for way in self.ways) or "nothing: no notices are sent here"
        raise OptionError(f"this is no address for notices: it must be {wanted}")

    def send(self, to: str, notice: Notice) -> None:
        """Send a notice; this waits for the other side. `NotSent` if it could not be sent."""
        try:
            if self.way(to) == "mail":
                self._mail(to, notice)
            else:
                _call(urlsplit(to), notice)
        except (OSError, HTTPException, smtplib.SMTPException) as error:
            raise NotSent(f"the notice was not taken: {type(error).__name__}") from error

    def _mail(self, to: str, notice: Notice) -> None:
        assert self._smtp is not None
        message = EmailMessage()
        message["From"], message["To"] = self._sender, to
        message["Subject"] = " ".join(notice.heading.split())
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(notice.text)
        scheme, host, port = self._smtp.scheme, str(self._smtp.hostname), self._smtp.port
        port = port or _PORTS[scheme]
        trust = ssl.create_default_context()
        with (
            smtplib.SMTP_SSL(host, port, timeout=_PATIENCE, context=trust)
            if scheme == "smtps"
            else smtplib.SMTP(host, port, timeout=_PATIENCE)
        ) as server:
            if scheme == "smtp":
                server.starttls(context=trust)
            if self._smtp.username:
                server.login(unquote(self._smtp.username), unquote(self._smtp.password or ""))
            server.send_message(message)


def _call(address: SplitResult, notice: Notice) -> None:
    """Post the notice as JSON; an answer that sends us elsewhere is not followed."""
    kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
    connection = kind(address.netloc, timeout=_PATIENCE)
    path = (address.path or "/") + (f"?{address.query}" if address.query else "")
    body = msgspec.json.encode({"text": f"{notice.heading}\n{notice.text}", **notice.facts})
    try:
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        status = connection.getresponse().status
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise NotSent(f"the notice was not taken: it was answered by {status}")


def _smtp(text: str) -> SplitResult | None:
    if not text:
        return None
    try:
        parts = urlsplit(text)
        fits = parts.scheme in _PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fits = False
    if not fits:
        raise OptionError("FLANKSPEED_SMTP must be of the form smtp://user:password@host:587")
    return parts


def _seconds(text: str) -> float:
    if not re.fullmatch(r"\d{1,6}(\.\d{1,3})?", text, re.ASCII):
        raise OptionError(f"FLANKSPEED_NOTICE_AFTER: {text!r} is no number of seconds")
    return float(text)


def _host(text: str) -> tuple[str, str]:
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/"):
        raise OptionError(f"FLANKSPEED_WEBHOOKS: {text!r} is not of the form https://host")
    return parts.scheme, parts.netloc
