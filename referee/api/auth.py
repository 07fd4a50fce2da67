"""Who is asking: the bearer token of a request."""

import hashlib
import hmac

from referee.api.requests import RefereeRequest
from referee.errors import InvalidToken, MissingToken
from referee.match import tokens


def bearer(request: RefereeRequest) -> str | None:
    """Return the token of a seat or the host, None without one. Raises InvalidToken for what is none."""
    token = credentials(request)
    if token is not None and not tokens.well_formed(token):
        raise InvalidToken("this is no token of a seat or a host")
    return token


def required(request: RefereeRequest) -> str:
    """Return the token. Raises MissingToken without one, InvalidToken for what is none."""
    token = bearer(request)
    if token is None:
        raise MissingToken("send Authorization: Bearer with a seat's or the host's token")
    return token


def creator(request: RefereeRequest, keys: tuple[str, ...]) -> str | None:
    """Return the API key of a creator, None where none is needed. Raises MissingToken, InvalidToken."""
    if not keys:
        return None
    given = credentials(request)
    if given is None:
        raise MissingToken("creating a match needs an API key")
    digest = hashlib.sha256(given.encode()).digest()
    if not any(hmac.compare_digest(digest, hashlib.sha256(key.encode()).digest()) for key in keys):
        raise InvalidToken("this is no API key of this server")
    return given


def credentials(request: RefereeRequest) -> str | None:
    """Return what stands in Authorization, None without it. Raises InvalidToken for what is no bearer token."""
    header: str | None = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise InvalidToken("Authorization must be Bearer and a token")
    return token.strip()
