"""Joining a store: servers that share one have a secret in common, or one could not read what the other writes."""

import logging

from referee.match.sealing import sealing
from referee.store import Store, StoreUnavailable

_log = logging.getLogger(__name__)


class WrongSecret(ValueError):
    """The matches in the store are sealed with another secret than this server has."""


def join(store: Store, secret: str | None) -> None:
    """Ask the store whether it is for holders of this server's secrets. Raises WrongSecret, StoreUnavailable."""
    if store.admit(sealing(secret).fingerprints):
        return
    wrong = "REFEREE_SECRET lists another" if secret else "no REFEREE_SECRET is set"
    raise WrongSecret(
        f"the matches in this store are sealed with a secret, and {wrong}; "
        "to change to a new one, keep the old one behind it with a comma between: REFEREE_SECRET=new,old"
    )


class Membership:
    """Whether a server belongs to its store: asked at the start, or as soon as the store can be reached."""

    def __init__(self, store: Store, secret: str | None) -> None:
        self._store = store
        self._secret = secret
        self._owed = False
        self._told = False

    def start(self) -> None:
        """Join; a store that cannot be reached now is asked before it is first used. Raises WrongSecret."""
        try:
            join(self._store, self._secret)
        except StoreUnavailable as error:
            self._owed = True
            _log.warning("the store is asked later whose secret it is for: %s", error.detail)

    def ensure(self) -> None:
        """Ask what is still owed. Raises StoreUnavailable, also where the secret turns out to be another."""
        if not self._owed:
            return
        try:
            join(self._store, self._secret)
        except WrongSecret as error:
            if not self._told:
                self._told = True
                _log.critical("%s", error)
            raise StoreUnavailable("this server is not set up for its store: nothing was applied") from error
        self._owed = False

    def renew(self) -> None:
        """Note the secret again where the store has lost all it had, so that it still refuses others.

        Raises StoreUnavailable.
        """
        if fingerprints := sealing(self._secret).fingerprints:
            self._store.admit(fingerprints, again=True)
