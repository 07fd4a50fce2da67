"""A store whose clock the test sets."""

from typing import Any

import msgspec

from referee.store import (
    Commit,
    Loaded,
    Outcome,
    Store,
    Verdict,
)


class ClockedStore:
    """Passes everything on to a real store, but tells the time by itself and keeps the sweeper's notes."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = store.ping()
        self.jump = 0
        """Milliseconds that pass between the next load and the commit that follows it."""
        self.notes: dict[str, int] = {}
        self.commits: list[Commit] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += round(1000 * seconds)

    def ping(self) -> int:
        return self.now

    def load(self, match: str, *, seed: bool = False, key: bytes | None = None) -> Loaded:
        return msgspec.structs.replace(self.store.load(match, seed=seed, key=key), now=self.now)

    def commit(self, match: str, commit: Commit) -> Outcome:
        self.now += self.jump
        self.jump = 0
        if commit.before and self.now >= commit.before:
            return Outcome(Verdict.LATE)
        outcome = self.store.commit(match, msgspec.structs.replace(commit, before=0))
        self.commits.append(commit)
        return outcome

    def schedule(self, match: str, at: int) -> None:
        self.notes[match] = at

    def due(self, limit: int) -> list[str]:
        return [match for match, at in self.notes.items() if at and at <= self.now][:limit]
