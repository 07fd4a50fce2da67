"""REDIS_URL: what it may say, and the way to Redis that it stands for. No error shows any part of a password."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from redis.connection import AbstractConnection, Connection, SSLConnection, UnixDomainSocketConnection

from referee.store import links
from referee.store.cluster import ClusterLink
from referee.store.direct import DirectLink, sentinel

PORTS = {
    "redis": 6379,
    "rediss": 6379,
    "unix": 0,
    "redis+sentinel": 26379,
    "rediss+sentinel": 26379,
    "redis+cluster": 6379,
    "rediss+cluster": 6379,
}
"""The schemes and their default ports; `rediss` is TLS, to Sentinels and nodes as well."""

_HOST = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[^\s:\[\]/@,#%]+))(?::(?P<port>[0-9]{1,5}))?\Z")
_NAME = re.compile(r"[a-z_]{1,30}\Z")


class BadURL(ValueError):
    """A REDIS_URL that cannot be used; the text says why and shows no secret."""

    def __init__(self, why: str) -> None:
        super().__init__(f"REDIS_URL: {why}")


def _text(value: str) -> str:
    return value


def _number(value: str) -> int:
    if not value.isascii() or not value.isdigit() or int(value) > 65_535:
        raise BadURL("the number of the database must be an integer from 0")
    return int(value)


def _file(value: str) -> str:
    if not os.path.isfile(value) or not os.access(value, os.R_OK):
        raise BadURL(f"there is no file {value} that can be read")
    return value


def _folder(value: str) -> str:
    if not os.path.isdir(value):
        raise BadURL(f"there is no folder {value}")
    return value


def _flag(value: str) -> bool:
    if value.lower() not in ("0", "1", "false", "true"):
        raise BadURL("ssl_check_hostname must be true or false")
    return value.lower() in ("1", "true")


def _checked(value: str) -> str:
    if value not in ("none", "optional", "required"):
        raise BadURL("ssl_cert_reqs must be none, optional or required")
    return value


_COMMON: dict[str, Callable[[str], Any]] = {"db": _number, "username": _text, "password": _text, "client_name": _text}
_TLS: dict[str, Callable[[str], Any]] = {
    "ssl_ca_certs": _file,
    "ssl_ca_path": _folder,
    "ssl_certfile": _file,
    "ssl_keyfile": _file,
    "ssl_password": _text,
    "ssl_cert_reqs": _checked,
    "ssl_check_hostname": _flag,
}
_SENTINEL: dict[str, Callable[[str], Any]] = {"sentinel_username": _text, "sentinel_password": _text}


@dataclass(frozen=True)
class Target:
    """A REDIS_URL, taken apart."""

    scheme: str
    hosts: tuple[tuple[str, int], ...] = ()
    path: str = ""
    """Of a unix socket."""
    service: str = ""
    """What Sentinels call the primary."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Login, database and TLS, as redis-py names them."""
    own: dict[str, Any] = field(default_factory=dict)
    """The same for the Sentinels themselves."""

    def __str__(self) -> str:
        """Name it for people: no login, no parameters."""
        hosts = ",".join(f"[{host}]:{port}" if ":" in host else f"{host}:{port}" for host, port in self.hosts)
        path = self.path or "".join(f"/{part}" for part in (self.service, self.settings.get("db")) if part)
        return f"{self.scheme}://{hosts}{path}"


def link(url: str) -> links.Link:
    """Choose the way to reach a Redis by the URL. Raises BadURL, a ValueError."""
    target = read(url)
    settings = target.settings
    if target.path:
        where = {"path": target.path, **settings}
        return DirectLink(lambda: (UnixDomainSocketConnection, where))
    kind: type[AbstractConnection] = SSLConnection if target.scheme.startswith("rediss") else Connection
    if target.scheme.endswith("+sentinel"):
        return sentinel(kind, target.hosts, target.service, settings, target.own)
    if target.scheme.endswith("+cluster"):
        return ClusterLink(kind, target.hosts, settings)
    (host, port), *_ = target.hosts
    where = {"host": host, "port": port, **settings}
    return DirectLink(lambda: (kind, where))


def describe(url: str) -> str:
    """Name a Redis for people, without its login. Raises BadURL."""
    return f"Redis at {read(url)}"


def read(url: str) -> Target:
    """Take a URL apart. Raises BadURL, a ValueError."""
    scheme, separator, rest = url.partition("://")
    if not separator or scheme not in PORTS:
        raise BadURL(f"must begin with one of {', '.join(name + '://' for name in PORTS)}")
    rest, _, query = rest.partition("?")
    address, _, path = rest.partition("/")
    if "@" in query or (scheme != "unix" and "@" in path):
        raise BadURL("in a name or password, write / as %2F, ? as %3F, @ as %40 and % as %25")
    login, at, address = address.rpartition("@")
    settings = _login(login) | _parameters(scheme, query)
    own = {name.removeprefix("sentinel_"): settings.pop(name) for name in _SENTINEL if name in settings}
    if scheme == "unix":
        if address or not path:
            raise BadURL("unix:// needs an absolute path, e.g. unix:///run/redis.sock; in a password, write / as %2F")
        return Target(scheme, path="/" + unquote(path), settings=settings)
    service, _, db = path.strip("/").rpartition("/") if scheme.endswith("+sentinel") else ("", "", path.strip("/"))
    if scheme.endswith("+sentinel") and not service:
        service, db = db, ""
    if scheme.endswith("+sentinel") and not service:
        raise BadURL(f"{scheme}:// needs a service: {scheme}://host:26379/service/0")
    if db:
        if "db" in settings:
            raise BadURL("the database stands in the path and in the parameter db: leave one out")
        settings["db"] = _number(db)
    if scheme.endswith("+cluster") and settings.get("db"):
        raise BadURL("a Cluster has no databases: leave the path away")
    hosts = split_hosts(address or ("localhost" if not at else ""), PORTS[scheme])
    if len(hosts) > 1 and "+" not in scheme:
        raise BadURL(f"{scheme}:// takes one host; for several use {scheme}+sentinel:// or {scheme}+cluster://")
    if scheme.endswith("+sentinel"):
        own |= {name: value for name, value in settings.items() if name in _TLS}
    return Target(scheme, tuple(hosts), service=unquote(service), settings=settings, own=own)


def _login(text: str) -> dict[str, Any]:
    name, _, password = text.partition(":")
    login = {"username": unquote(name), "password": unquote(password)}
    return {key: value for key, value in login.items() if value}


def _parameters(scheme: str, query: str) -> dict[str, Any]:
    known = dict(_COMMON)
    if scheme.startswith("rediss"):
        known |= _TLS
    if scheme.endswith("+sentinel"):
        known |= _SENTINEL
    parameters: dict[str, Any] = {}
    for part in query.split("&") if query else []:
        name, _, value = part.partition("=")
        if name not in known:
            shown = f" {name}" if _NAME.match(name) and "=" in part else ""
            raise BadURL(f"unknown parameter{shown}: {scheme}:// takes {', '.join(known)}")
        if name in parameters:
            raise BadURL(f"the parameter {name} stands there twice")
        parameters[name] = known[name](unquote(value))
    return parameters


def split_hosts(text: str, default_port: int) -> list[tuple[str, int]]:
    """Read `h1:p1,[::1]:p2`. Raises BadURL."""
    hosts = []
    for number, part in enumerate(text.split(","), 1):
        parts = _HOST.match(part.strip())
        port = int(parts["port"] or default_port) if parts else 0
        if not parts or not 1 <= port <= 65_535:
            # what stands there may be half a password
            raise BadURL(f"host {number} must be name, name:port or [IPv6]:port with a port from 1 to 65535")
        hosts.append((parts["six"] or parts["name"], port))
    return hosts
