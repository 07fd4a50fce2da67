"""What an error of Redis means: the code of an answer, whether it may pass, whether anything can have been applied."""

import re

import redis

PASSING = frozenset({"ASK", "CLUSTERDOWN", "LOADING", "MASTERDOWN", "MOVED", "READONLY", "TRYAGAIN"})
"""Answers that may be others in a moment: a failover, a restart, a slot on its way."""

DEAF = frozenset({"CLUSTERDOWN", "LOADING", "MASTERDOWN"})
"""Answers of a store that serves nobody at the moment."""

HARMLESS = PASSING | {
    "BUSY",
    "CROSSSLOT",
    "DAMAGED",
    "MISCONF",
    "NOAUTH",
    "NOPERM",
    "NOREPLICAS",
    "NOSCRIPT",
    "OOM",
    "WRONGPASS",
    "WRONGTYPE",
}
"""Answers that come before the first write of a script, or not at all; `DAMAGED` is our scripts' own."""

_CODE = re.compile(r"[A-Z]{2,20}\b")
_WHERE = re.compile(r",? script: [0-9a-f]{40}, on .*", re.DOTALL)
_WHO = re.compile(r"^User .* has no permissions")
_LONGEST = 300


def code(error: BaseException) -> str:
    """Return the word with which Redis refused, "" where it did not answer at all."""
    if not isinstance(error, redis.ResponseError) and not getattr(error, "status_code", None):
        return ""
    known: str | None = getattr(error, "status_code", None)
    match = _CODE.match(str(error))
    return known or (match[0] if match else "ERR")


def describe(error: BaseException) -> str:
    """Tell a cause in one line for the log: no name of a user, no place in a script."""
    cause = error.__cause__ or error  # what an error of ours was made of
    word, text = code(cause), " ".join(str(cause).split())
    text = _WHO.sub("no permissions", _WHERE.sub("", text))[:_LONGEST]
    if word and text.startswith(word):
        return text
    return f"{word or type(cause).__name__}: {text}"
