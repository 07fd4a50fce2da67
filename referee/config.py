"""Configuration: the environment, read once into one frozen value."""

import os
from collections.abc import Mapping
from pathlib import Path

import limits
import msgspec


class ConfigError(ValueError):
    """A variable has a value that cannot be used; the text names it."""


class Config(msgspec.Struct, frozen=True):
    """All that an operator may set; the table in the README lists the variables."""

    redis_url: str | None = None
    data: Path = Path("referee-data")
    memory: bool = False
    wait_replicas: int = 0
    secret: str | None = None
    api_keys: tuple[str, ...] = ()
    cors_origins: tuple[str, ...] = ()
    match_ttl: int = 30 * 24 * 3600
    """Seconds a match is kept after the last thing that happened in it."""
    finished_ttl: int = 7 * 24 * 3600
    """Seconds a match is kept after its end."""
    streams: int = 6
    """Streams and long polls that one worker holds at most."""
    rate_limit: str | None = None
    """Requests by API key or address, e.g. `600 per minute`."""
    access_log: bool = False
    """Whether every request is logged."""


def from_environment(environ: Mapping[str, str] | None = None) -> Config:
    """Read the configuration. Raises ConfigError for a value that cannot be used."""
    env = os.environ if environ is None else environ
    return Config(
        redis_url=env.get("REDIS_URL") or None,
        data=Path(env.get("REFEREE_DATA") or "referee-data"),
        memory=_flag(env, "REFEREE_MEMORY"),
        wait_replicas=_number(env, "REFEREE_WAIT_REPLICAS", 0, 0, 100),
        secret=env.get("REFEREE_SECRET") or None,
        api_keys=_keys(env),
        cors_origins=_list(env, "REFEREE_CORS_ORIGINS"),
        match_ttl=_number(env, "REFEREE_MATCH_TTL", Config().match_ttl, 60, 10 * 365 * 24 * 3600),
        finished_ttl=_number(env, "REFEREE_FINISHED_TTL", Config().finished_ttl, 60, 10 * 365 * 24 * 3600),
        streams=_number(env, "REFEREE_STREAMS", Config().streams, 0, 100_000),
        rate_limit=_rate(env),
        access_log=_flag(env, "REFEREE_ACCESS_LOG"),
    )


def _number(env: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = env.get(name)
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
        raise ConfigError(f"{name} must be an integer from {low} to {high}")
    return int(text)


def _flag(env: Mapping[str, str], name: str) -> bool:
    text = env.get(name, "").lower()
    if text not in ("", "0", "1", "false", "true"):
        raise ConfigError(f"{name} must be 0 or 1")
    return text in ("1", "true")


def _rate(env: Mapping[str, str]) -> str | None:
    text = env.get("REFEREE_RATE_LIMIT") or None
    if text is not None:
        try:
            limits.parse_many(text)
        except ValueError:
            raise ConfigError("REFEREE_RATE_LIMIT must read like `600 per minute` or `10/second; 600/minute`") from None
    return text


def _list(env: Mapping[str, str], name: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in env.get(name, "").split(",") if part.strip())


def _keys(env: Mapping[str, str]) -> tuple[str, ...]:
    keys = _list(env, "REFEREE_API_KEYS")
    if any(not key.startswith("key_") or len(key) < 20 for key in keys):
        raise ConfigError("REFEREE_API_KEYS must list keys of at least 20 characters that begin with key_")
    return keys
