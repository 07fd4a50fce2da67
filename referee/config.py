"""Configuration: one table. A field of `Config` is a variable with its name, bounds, text and, if it has one, its flag.

What reads the environment, the flags of `referee serve` and the table in the README follow from it.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import limits

from referee.health import ADDRESS

_ELSEWHERE = ("REFEREE_TOKEN",)
"""Variables that are read by other parts than this one."""

_OURS = "REFEREE_"

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}

_LEAST_MEMORY = 8 << 20
"""Bytes without which the embedded server has no room for matches."""

_DAY = 24 * 3600
_LONGEST = 10 * 365 * _DAY

_KUBERNETES = re.compile(r"\w+_SERVICE_(HOST|PORT(_\w+)?)|\w+_PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?")
"""What Kubernetes sets in every pod of a namespace for a service there, one called `referee` included."""

SHORTEST_SECRET = 16
"""Characters that a secret has at least."""


class ConfigError(ValueError):
    """Variables cannot be used as they are; `problems` has a line for each, which names it and never its value."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


# Reading one variable: each of these returns its value, and raises ValueError with what it must be


def number(low: int, high: int) -> Callable[[str], int]:
    """Read an integer within bounds, in digits."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= len(str(high)) and low <= int(text) <= high:
            return int(text)
        raise ValueError(f"must be an integer from {low} to {high}")

    return read


def size(text: str) -> int:
    """Read a number of bytes."""
    parts = re.fullmatch(r"([0-9]{1,15})([kmg]?)(?:i?b)?", text.lower())
    value = int(parts[1]) * _UNITS[parts[2]] if parts else 0
    if value < _LEAST_MEMORY:
        raise ValueError(f"must be a number of bytes like 512m or 2g, at least {_LEAST_MEMORY >> 20}m")
    return value


def yes_or_no(text: str) -> bool:
    """Read 0 or 1."""
    if text.lower() not in ("0", "1", "false", "true"):
        raise ValueError("must be 0 or 1")
    return text.lower() in ("1", "true")


def one_of(*choices: str) -> Callable[[str], str]:
    """Read one of some words."""

    def read(text: str) -> str:
        if text not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}")
        return text

    return read


_ADDRESS = re.compile(r"(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\]):(?P<port>[0-9]{1,5})")


def address(text: str) -> str:
    """Read a host and a port."""
    parts = _ADDRESS.fullmatch(text)
    if not (parts and int(parts["port"]) <= 65535):
        raise ValueError("must be one address like 127.0.0.1:9100 or [::]:9100")
    return text


def rate(text: str) -> str:
    """Read quotas."""
    try:
        limits.parse_many(text)
    except ValueError:
        raise ValueError("must read like `600 per minute` or `10/second; 600/minute`") from None
    return text


_ORIGIN = re.compile(r"https?://(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?\Z")


def origins(text: str) -> tuple[str, ...]:
    """Read origins as browsers send them: in small letters, and without the port that a scheme has anyway."""
    listed = _listed(text)
    if listed == ("*",):
        return listed
    if not all(_ORIGIN.match(origin) for origin in listed):
        raise ValueError("must list origins like https://example.com:8443, with no path and no pattern, or be *")
    ports = {True: ":443", False: ":80"}
    return tuple(one.lower().removesuffix(ports[one.lower().startswith("https:")]) for one in listed)


def secret(text: str) -> str:
    """Read secrets, separated by commas."""
    if not all(len(part) >= SHORTEST_SECRET and part.isprintable() for part in _listed(text) or ("",)):
        raise ValueError(
            f"must be a secret of at least {SHORTEST_SECRET} printable characters, "
            "or several, comma between: the first seals, all open"
        )
    return text


def keys(text: str) -> tuple[str, ...]:
    """Read API keys, separated by commas or lines."""
    listed = _listed(text.replace("\n", ","))
    if any(not key.startswith("key_") or len(key) < 20 for key in listed):
        raise ValueError("must list keys of at least 20 characters that begin with key_")
    return listed


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


# The table


@dataclass(frozen=True)
class Setting:
    """What an operator may set: the variable, what it means, how it is read, and what it is unless it is set."""

    variable: str
    text: str
    read: Callable[[str], Any]
    shown: str
    """The default, as people read it."""
    flag: str | None = None
    """The option of `referee serve` that sets it, too."""
    choices: tuple[str, ...] = ()
    from_file: bool = False
    """Whether `<variable>_FILE` may name a file that holds it."""


def _set(variable: str, default: Any, read: Callable[[str], Any], text: str, shown: str = "none", **more: Any) -> Any:
    return field(default=default, metadata={"setting": Setting(variable, text, read, shown, **more)})


_DATA = Path("referee-data")
_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True)
class Config:
    """All that an operator may set."""

    redis_url: str | None = _set(
        "REDIS_URL",
        None,
        str,
        "`redis://`, `rediss://`, `unix://`, `redis+sentinel://h1:p1,h2:p2/service/0`, `redis+cluster://h1:p1,h2:p2`, "
        "`rediss+…` for TLS; more in `deploy/README.md`",
        "none: a server of its own",
    )
    bind: str = _set(
        "REFEREE_BIND",
        ADDRESS,
        str,
        "where `referee serve` listens, and `referee health` asks: HOST:PORT, [IPV6]:PORT or unix:PATH, comma between",
        f"`{ADDRESS}`",
        flag="--bind",
    )
    data: Path = _set(  # noqa: RUF009  -- it makes a field, as for all others
        "REFEREE_DATA",
        _DATA,
        Path,
        "folder of the embedded server",
        "`referee-data`",
        flag="--data",
    )
    memory: bool = _set(
        "REFEREE_MEMORY",
        False,
        yes_or_no,
        "`1`: the embedded server keeps nothing, matches end with it",
        "`0`",
        flag="--memory",
    )
    memory_limit: int | None = _set(
        "REFEREE_MEMORY_LIMIT",
        None,
        size,
        "bytes of memory that the embedded server may fill, as `512m` or `2g`; then it refuses",
        "half of the machine's or container's",
    )
    match_ttl: int = _set(
        "REFEREE_MATCH_TTL",
        30 * _DAY,
        number(60, _LONGEST),
        "seconds a match is kept after the last thing that happened in it",
        "2592000 (30 days)",
    )
    finished_ttl: int = _set(
        "REFEREE_FINISHED_TTL", 7 * _DAY, number(60, _LONGEST), "the same, once it is over", "604800 (7 days)"
    )
    api_keys: tuple[str, ...] = _set(
        "REFEREE_API_KEYS",
        (),
        keys,
        "`key_…,key_…`: creating a match needs one of them; or `REFEREE_API_KEYS_FILE`, a file with one a line",
        from_file=True,
    )
    secret: str | None = _set(
        "REFEREE_SECRET",
        None,
        secret,
        "seals matches in the store: seeds, deals, states, events; at least 16 characters, the same on all servers; "
        "several, `new,old`: the first seals, all open; or `REFEREE_SECRET_FILE`, a file that holds it",
        from_file=True,
    )
    cors_origins: tuple[str, ...] = _set(
        "REFEREE_CORS_ORIGINS", (), origins, "origins of browser clients, separated by commas, or `*`"
    )
    trusted_proxies: int = _set(
        "REFEREE_TRUSTED_PROXIES",
        0,
        number(0, 10),
        "proxies before this server, whose `X-Forwarded-…` headers count",
        "0",
    )
    streams: int = _set(
        "REFEREE_STREAMS",
        500,
        number(0, 100_000),
        "event streams and long polls that a worker holds at most",
        "500",
    )
    wait_replicas: int = _set(
        "REFEREE_WAIT_REPLICAS",
        0,
        number(0, 100),
        "replicas that must have a move before it is acknowledged",
        "0",
    )
    rate_limit: str | None = _set(
        "REFEREE_RATE_LIMIT",
        None,
        rate,
        "requests by API key or address, as `600 per minute` or `10/second; 600/minute`",
    )
    metrics_bind: str | None = _set(
        "REFEREE_METRICS_BIND",
        None,
        address,
        "where `/metrics` is told, and nothing else, as `127.0.0.1:9100`; elsewhere it is 404 then",
        "none: beside everything else",
    )
    access_log: bool = _set(
        "REFEREE_ACCESS_LOG",
        False,
        yes_or_no,
        "`1`: log every request as a line of JSON",
        "`0`",
        flag="--access-log",
    )
    log_level: str = _set(
        "REFEREE_LOG_LEVEL",
        "info",
        one_of(*_LEVELS),
        "what is logged at least: `debug`, `info`, `warning` or `error`",
        "`info`",
        flag="--log-level",
        choices=_LEVELS,
    )


SETTINGS: dict[str, Setting] = {one.name: one.metadata["setting"] for one in fields(Config)}
"""The settings, by the field's name, in the order in which the README lists them."""


def table() -> str:
    """Write the README's table of variables."""
    rows = (f"| `{one.variable}` | {one.text} | {one.shown} |" for one in SETTINGS.values())
    return "\n".join(["| variable | meaning | default |", "|---|---|---|", *rows])


def from_environment(environ: Mapping[str, str] | None = None) -> Config:
    """Read the configuration. Raises ConfigError that tells of every variable that cannot be used."""
    environ = os.environ if environ is None else environ
    problems: list[str] = []
    values: dict[str, Any] = {}
    for name, setting in SETTINGS.items():
        try:
            if text := _text(environ, setting):
                values[name] = setting.read(text)
        except ValueError as error:
            problems.append(f"{setting.variable} {error}")
    if problems := [*problems, *_unknown(environ)]:
        raise ConfigError(problems)
    return Config(**values)


def _text(environ: Mapping[str, str], setting: Setting) -> str:
    """Return what a variable says, or the file that it names; empty where it is not set. Raises ValueError."""
    text = environ.get(setting.variable, "")
    file = environ.get(f"{setting.variable}_FILE", "") if setting.from_file else ""
    if not file:
        return text
    if text:
        raise ValueError(f"and {setting.variable}_FILE are both set: leave one of them out")
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ValueError(f"cannot be read from the file that {setting.variable}_FILE names: {reason}") from None


def _variables() -> Iterator[str]:
    yield from _ELSEWHERE
    for setting in SETTINGS.values():
        yield setting.variable
        if setting.from_file:
            yield f"{setting.variable}_FILE"


def _unknown(environ: Mapping[str, str]) -> list[str]:
    """Return a line for each variable of ours that there is not: a misspelt one must not be ignored."""
    known = set(_variables())
    names = sorted(name for name in environ if name.upper().startswith(_OURS) and name not in known)
    if "KUBERNETES_SERVICE_HOST" in environ:
        names = [name for name in names if not _KUBERNETES.fullmatch(name)]
    return [f"{name} is no variable of Referee{_nearest(name, known)}" for name in names]


def _nearest(name: str, known: Iterable[str]) -> str:
    bare = {variable.removeprefix(_OURS): variable for variable in known}
    near = get_close_matches(name.upper().removeprefix(_OURS), bare, n=1, cutoff=0.5)
    return f": did you mean {bare[near[0]]}?" if near else "; its README lists them"


if __name__ == "__main__":
    sys.stdout.write(table() + "\n")
