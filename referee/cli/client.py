"""A client of the HTTP interface, for the commands that talk to a server."""

import http.client
import ipaddress
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import IO, Any
from urllib.parse import urlsplit

import click
import msgspec

TIMEOUT = 15.0
"""Seconds to wait for an answer; a long poll has its own time besides."""

MOST_BYTES = 256 * 1024 * 1024
"""An answer may not be larger."""


class Problem(Exception):
    """The server refused: its problem document."""

    def __init__(self, status: int, document: Mapping[str, Any]) -> None:
        self.status = status
        self.document = document
        self.code = str(document.get("code", status))
        self.detail = str(document.get("detail", ""))
        super().__init__(f"{self.code}: {self.detail}")

    @property
    def rule(self) -> str | None:
        """The rule that forbids a move, with its id; None where none was cited."""
        rule = self.document.get("rule")
        return f"{rule['id']} {rule['text']}" if isinstance(rule, Mapping) else None


class Unreachable(click.ClickException):
    """There is no server that answers as one should; `main` prints the text and exits with 1."""


class Client:
    """Requests to one server, with a token where one is given."""

    def __init__(self, url: str) -> None:
        """Take the server's address. Raises Unreachable for what is none."""
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Unreachable(f"not an address of a server: {url}")
        self.url = f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")
        handlers: list[urllib.request.BaseHandler] = [_NoRedirects()]
        if _loopback(parts.hostname):
            handlers.append(urllib.request.ProxyHandler({}))
        self._opener = urllib.request.build_opener(*handlers)

    def request(
        self, method: str, path: str, body: Any = None, *, token: str | None = None, timeout: float = TIMEOUT
    ) -> Any:
        """Send a request and return the parsed answer, None for an empty one. Raises Problem, Unreachable."""
        headers = {"Accept": "application/json"}
        data = None
        if body is not None:
            data = msgspec.json.encode(body)
            headers["Content-Type"] = "application/json"
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        asked = urllib.request.Request(self.url + path, data, headers, method=method)  # noqa: S310  -- http(s) only
        try:
            with self._opener.open(asked, timeout=timeout) as answer:
                return self._parsed(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise _problem(error) from None
        except urllib.error.URLError as error:
            raise Unreachable(f"{self.url} cannot be reached: {error.reason}") from None
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"{self.url} does not answer: {error or type(error).__name__}") from None

    def get(self, path: str, *, token: str | None = None, timeout: float = TIMEOUT) -> Any:
        """GET a resource. Raises Problem, Unreachable."""
        return self.request("GET", path, token=token, timeout=timeout)

    def post(self, path: str, body: Any, *, token: str | None = None) -> Any:
        """POST a body. Raises Problem, Unreachable."""
        return self.request("POST", path, body, token=token)

    def _parsed(self, answer: IO[bytes]) -> Any:
        data = answer.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise Unreachable(f"{self.url} answered with more than {MOST_BYTES} bytes")
        try:
            return msgspec.json.decode(data) if data else None
        except (msgspec.DecodeError, RecursionError):
            raise Unreachable(f"{self.url} does not answer with JSON: is it a referee?") from None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A token is for the server that it was sent to, and for no other."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        """Follow none."""


def _loopback(host: str) -> bool:
    """Whether a host is this machine: no proxy can reach it."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _problem(error: urllib.error.HTTPError) -> Exception:
    try:
        document = msgspec.json.decode(error.read(1024 * 1024))
    except (msgspec.DecodeError, RecursionError, OSError, http.client.HTTPException):
        document = None
    if not isinstance(document, Mapping) or "code" not in document:
        return Unreachable(f"{error.url} answered {error.code} {error.reason}: is it a referee?")
    return Problem(error.code, document)


_MATCH = re.compile(r"(?P<server>https?://.+?)/v1/matches/(?P<match>[a-z0-9]{20,32})(?:/audit)?/?\Z")


def split_match(url: str) -> tuple[str, str] | None:
    """Split a match's address, or its audit's, into the server's and the match's id; None if it is neither."""
    parts = _MATCH.match(url)
    return (parts["server"], parts["match"]) if parts else None
