"""Configuration: the environment, read once into one frozen value."""

import os
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path

import limits
import msgspec

_ELSEWHERE = ("REFEREE_BIND", "REFEREE_LOG_LEVEL", "REFEREE_TOKEN")
"""Variables that are read by other parts than this one."""

_OURS = "REFEREE_"

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}

_LEAST_MEMORY = 8 << 20
"""Bytes without which the embedded server has no room for matches."""

_KUBERNETES = re.compile(r"\w+_SERVICE_(HOST|PORT(_\w+)?)|\w+_PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?")
"""What Kubernetes sets in every pod of a namespace for a service there, one called `referee` included."""

SHORTEST_SECRET = 16
"""Characters that a secret has at least."""


class ConfigError(ValueError):
    """Variables cannot be used as they are; `problems` has a line for each, which names it and never its value."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


class _Environment(dict[str, str]):
    """Variables that remember which of them were asked for, and what is wrong with them."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        super().__init__(variables)
        self.asked = set(_ELSEWHERE)
        self.problems: list[str] = []

    def text(self, name: str) -> str:
        """Return a variable's text, empty if it is not set."""
        self.asked.add(name)
        return self.get(name, "")

    def unknown(self) -> list[str]:
        """Return a line for each variable of ours that nobody asked for: a misspelt one must not be ignored."""
        names = sorted(name for name in self if name.upper().startswith(_OURS) and name not in self.asked)
        if "KUBERNETES_SERVICE_HOST" in self:
            names = [name for name in names if not _KUBERNETES.fullmatch(name)]
        return [f"{name} is no variable of Referee{self._nearest(name)}" for name in names]

    def _nearest(self, name: str) -> str:
        bare = {known.removeprefix(_OURS): known for known in self.asked}
        near = get_close_matches(name.upper().removeprefix(_OURS), bare, n=1, cutoff=0.5)
        return f": did you mean {bare[near[0]]}?" if near else "; its README lists them"


class Config(msgspec.Struct, frozen=True):
    """All that an operator may set; the table in the README lists the variables."""

    redis_url: str | None = None
    data: Path = Path("referee-data")
    memory: bool = False
    memory_limit: int | None = None
    """Bytes of matches that the embedded server holds; None: half of what this machine or container has."""
    wait_replicas: int = 0
    secret: str | None = None
    """What seals matches in the store; several, separated by commas: the first seals, all open."""
    api_keys: tuple[str, ...] = ()
    cors_origins: tuple[str, ...] = ()
    match_ttl: int = 30 * 24 * 3600
    """Seconds a match is kept after the last thing that happened in it."""
    finished_ttl: int = 7 * 24 * 3600
    """Seconds a match is kept after its end."""
    streams: int = 500
    """Streams and long polls that one worker holds at most."""
    trusted_proxies: int = 0
    """How many proxies stand before this server, whose X-Forwarded headers tell who is asking."""
    rate_limit: str | None = None
    """Requests by API key or address, e.g. `600 per minute`."""
    access_log: bool = False
    """Whether every request is logged."""
    metrics_bind: str | None = None
    """Where the figures are told, and nothing else; None: at `/metrics` beside everything else."""


def from_environment(environ: Mapping[str, str] | None = None) -> Config:
    """Read the configuration. Raises ConfigError that tells of every variable that cannot be used."""
    env = _Environment(os.environ if environ is None else environ)
    config = Config(
        redis_url=env.text("REDIS_URL") or None,
        data=Path(env.text("REFEREE_DATA") or "referee-data"),
        memory=_flag(env, "REFEREE_MEMORY"),
        memory_limit=_bytes(env, "REFEREE_MEMORY_LIMIT"),
        wait_replicas=_number(env, "REFEREE_WAIT_REPLICAS", 0, 0, 100),
        secret=_secret(env),
        api_keys=_keys(env),
        cors_origins=_origins(env),
        match_ttl=_number(env, "REFEREE_MATCH_TTL", Config().match_ttl, 60, 10 * 365 * 24 * 3600),
        finished_ttl=_number(env, "REFEREE_FINISHED_TTL", Config().finished_ttl, 60, 10 * 365 * 24 * 3600),
        streams=_number(env, "REFEREE_STREAMS", Config().streams, 0, 100_000),
        trusted_proxies=_number(env, "REFEREE_TRUSTED_PROXIES", 0, 0, 10),
        rate_limit=_rate(env),
        access_log=_flag(env, "REFEREE_ACCESS_LOG"),
        metrics_bind=_address(env, "REFEREE_METRICS_BIND"),
    )
    if problems := env.problems + env.unknown():
        raise ConfigError(problems)
    return config


def _number(env: _Environment, name: str, default: int, low: int, high: int) -> int:
    text = env.text(name)
    if not text:
        return default
    if text.isascii() and text.isdigit() and len(text) <= len(str(high)) and low <= int(text) <= high:
        return int(text)
    env.problems.append(f"{name} must be an integer from {low} to {high}")
    return default


def _bytes(env: _Environment, name: str) -> int | None:
    text = env.text(name).lower()
    if not text:
        return None
    found = re.fullmatch(r"([0-9]{1,15})([kmg]?)(?:i?b)?", text)
    size = int(found[1]) * _UNITS[found[2]] if found else 0
    if size >= _LEAST_MEMORY:
        return size
    env.problems.append(f"{name} must be a number of bytes like 512m or 2g, at least {_LEAST_MEMORY >> 20}m")
    return None


def _flag(env: _Environment, name: str) -> bool:
    text = env.text(name).lower()
    if text not in ("", "0", "1", "false", "true"):
        env.problems.append(f"{name} must be 0 or 1")
    return text in ("1", "true")


_ADDRESS = re.compile(r"(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\]):(?P<port>[0-9]{1,5})")


def _address(env: _Environment, name: str) -> str | None:
    text = env.text(name)
    found = _ADDRESS.fullmatch(text)
    if text and not (found and int(found["port"]) <= 65535):
        env.problems.append(f"{name} must be one address like 127.0.0.1:9100 or [::]:9100")
    return text or None


def _rate(env: _Environment) -> str | None:
    text = env.text("REFEREE_RATE_LIMIT") or None
    if text is not None:
        try:
            limits.parse_many(text)
        except ValueError:
            env.problems.append("REFEREE_RATE_LIMIT must read like `600 per minute` or `10/second; 600/minute`")
    return text


_ORIGIN = re.compile(r"https?://(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?\Z")


def _origins(env: _Environment) -> tuple[str, ...]:
    origins = _list(env, "REFEREE_CORS_ORIGINS")
    if origins == ("*",):
        return origins
    if not all(_ORIGIN.match(origin) for origin in origins):
        env.problems.append(
            "REFEREE_CORS_ORIGINS must list origins like https://example.com:8443, with no path and no pattern, or be *"
        )
    return tuple(_as_browsers_send(origin) for origin in origins)


def _as_browsers_send(origin: str) -> str:
    """Write an origin in small letters and without the port that its scheme has anyway: no other would ever match."""
    origin = origin.lower()
    return origin.removesuffix(":443" if origin.startswith("https:") else ":80")


def _secret(env: _Environment) -> str | None:
    text = env.text("REFEREE_SECRET") or None
    parts = _list(env, "REFEREE_SECRET") or ("",)
    if text is not None and not all(len(part) >= SHORTEST_SECRET and part.isprintable() for part in parts):
        env.problems.append(
            f"REFEREE_SECRET must be a secret of at least {SHORTEST_SECRET} printable characters, "
            "or several, comma between: the first seals, all open"
        )
    return text


def _list(env: _Environment, name: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in env.text(name).split(",") if part.strip())


def _keys(env: _Environment) -> tuple[str, ...]:
    keys = _list(env, "REFEREE_API_KEYS")
    if any(not key.startswith("key_") or len(key) < 20 for key in keys):
        env.problems.append("REFEREE_API_KEYS must list keys of at least 20 characters that begin with key_")
    return keys
