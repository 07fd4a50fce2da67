"""What is checked of a store before anybody is served: its version, our rights, and whether it throws matches away."""

from typing import Any

import redis
from redis.exceptions import AuthenticationError

from referee.store import causes
from referee.store.redis import CHANNEL, RIGHTS, RedisStore

OLDEST = (7, 0)
"""The first Redis whose scripts can ask for rights, and whose errors keep their code through a script."""


class StoreUnfit(RuntimeError):
    """The store answers, and a referee cannot run on it; the text says why in one line."""


def check(store: RedisStore) -> list[str]:
    """Return warnings. Raises StoreUnfit.

    A store that cannot be reached is a warning: the service begins when the store does.
    """
    try:
        warnings = [warning for hello in store.link.everywhere("HELLO") for warning in _version(hello)]
        _rights(store)
        return warnings + _eviction(store)
    except redis.ResponseError as error:
        if causes.code(error) in causes.PASSING:
            return [f"the store does not serve yet: {causes.describe(error)}"]
        raise StoreUnfit(f"the store refuses: {causes.describe(error)}") from None
    except (redis.RedisError, OSError) as error:
        if isinstance(error.__cause__ or error, AuthenticationError):
            raise StoreUnfit(f"the store refuses the name or password in REDIS_URL: {causes.describe(error)}") from None
        return [f"the store cannot be reached yet: {causes.describe(error)}"]


def _version(hello: Any) -> list[str]:
    """Look at what a server says of itself: a map, or in the older protocol a list of names and values."""
    fields = hello if isinstance(hello, dict) else dict(zip(hello[::2], hello[1::2], strict=True))
    version = fields[b"version"].decode()
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        raise StoreUnfit(f"the store is version {version}: Redis 7.0 or newer is needed, or Valkey")
    if fields.get(b"role") in (b"replica", b"slave"):
        return ["the store is a replica, which refuses writes: REDIS_URL must lead to the primary"]
    return []


def _rights(store: RedisStore) -> None:
    replies = [
        store.link.everywhere("EVAL", RIGHTS.source, 0, CHANNEL),
        store.link.everywhere("EVALSHA", RIGHTS.sha, 0, CHANNEL),
    ]
    lacking = dict.fromkeys(right.decode().strip() for reply in replies for node in reply for right in node)
    if lacking:
        raise StoreUnfit(
            f"the store does not allow its user {', '.join(lacking)}; deploy/README.md has the rights needed"
        )


def _eviction(store: RedisStore) -> list[str]:
    try:
        replies = store.link.everywhere("INFO", "memory")
    except redis.ResponseError:
        return ["the store does not allow INFO, so its eviction policy is unknown: it must be noeviction"]
    settings = {
        line.partition(b":")[2].decode()
        for reply in replies
        for line in bytes(reply).splitlines()
        if line.startswith(b"maxmemory_policy:")
    }
    return [
        f"the store throws matches away when its memory is full: set maxmemory-policy noeviction instead of {policy}"
        for policy in sorted(settings - {"noeviction"})
    ]
