"""An endpoint is its contract: what it reads of a request, in which order, and what it may answer.

Reading, the routes and the operations of the OpenAPI document follow from it. A handler is given what was read and
returns an answer; it touches nothing else, so that it does not matter by which way a request came.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, Literal, TypeAlias

import msgspec
from flask import Response
from marshmallow import Schema

from referee.api import auth, requests, schemas
from referee.api.fed import AGAIN, FEEDS, Fed
from referee.api.negotiation import preferred
from referee.api.problems import PROBLEMS
from referee.api.requests import RefereeRequest
from referee.match.answers import Answer, Once
from referee.match.matches import Matches
from referee.match.pins import Pin
from referee.match.waiting import Hub
from referee.words import Language, language
from referee.words.captions import captioned

Section: TypeAlias = Literal["Games", "Matches", "Seats", "Moves", "Events", "Operations", "Documentation"]
"""Where the document tells of an endpoint."""

Bearer: TypeAlias = Literal["none", "optional", "required", "api-key"]
"""Whether a seat's or the host's token is read; `api-key`: an operator's key, where there are any."""

Document: TypeAlias = type[msgspec.Struct] | UnionType
"""What a JSON answer looks like."""

Header: TypeAlias = Literal["ETag", "PageTag", "DocumentTag"]
"""What the tag of an answer says, by its name among the document's headers."""

KEPT = ("Cache-Control",)
"""Headers of nearly every answer."""

STORE = ("internal", "store-unavailable")
COMMIT = (*STORE, "outcome-unknown")
_MATCH = ("match-expired", "match-unreadable", *COMMIT)
_BODY = ("malformed-json", "body-too-large", "unsupported-media-type", "validation-failed")


class Service(msgspec.Struct, frozen=True):
    """What handlers call: the use cases, and who waits for them; and whose keys may create matches."""

    matches: Matches
    hub: Hub
    api_keys: tuple[str, ...] = ()


class Asked(msgspec.Struct, frozen=True):
    """What was read of a request. What its endpoint does not read is empty."""

    environ: Mapping[str, Any]
    root: str
    """The path below which the service is reached."""
    path: str
    """The path that was asked for, below the root."""
    media: str
    """The media type that the caller likes best."""
    body: Any
    pin: Pin | None
    key: str | None
    """The idempotency key."""
    token: str | None
    wish: Mapping[str, Any]
    """The body, as its schema loads it."""
    query: Mapping[str, Any]
    minimal: bool
    """Whether an answer without the view is preferred."""
    last_event: int | None
    """`Last-Event-ID`."""
    lang: Language | None
    """The language in which people are to be told what the answer says."""

    @property
    def address(self) -> str:
        """Where the request came from, as quotas and places count it."""
        return requests.address(self.environ)

    @property
    def patient(self) -> bool:
        """Whether the caller can wait for an answer, and has not waited yet."""
        return self.environ["REQUEST_METHOD"] == "GET" and not self.environ.get(AGAIN)

    @property
    def fed(self) -> bool:
        """Whether the server feeds answers that come later."""
        return bool(self.environ.get(FEEDS))

    def once(self, route: str) -> Once | None:
        """Return the idempotency key as whoever asks uses it, and for what."""
        return Once.by(self.token, self.key, route, self.body)

    def knows(self, tag: str) -> bool:
        """Whether the caller has what the tag stands for."""
        header = self.environ.get("HTTP_IF_NONE_MATCH")
        if header is None:
            return False
        tags = [part.strip().removeprefix("W/") for part in header.split(",")]
        return "*" in tags or _tag_in(self.lang, tag) in tags


Handler: TypeAlias = Callable[..., Answer | Response]
"""Called with the service, what was asked, and the parts of the path by name."""


@dataclass(frozen=True)
class Reply:
    """An answer that is no refusal. `media` gives each media type its document, None where it is text."""

    text: str
    media: Mapping[str, Document | None] = field(default_factory=dict)
    headers: tuple[str, ...] = KEPT


@dataclass(frozen=True)
class Body:
    """A JSON body: its name in the document, and what reads it. `optional`: an empty one counts as `{}`."""

    name: str
    schema: Schema | None = None
    optional: bool = False


@dataclass(frozen=True)
class Contract:
    """What an endpoint reads and answers; written above its handler, it makes the endpoint."""

    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    section: Section
    replies: Mapping[int, Reply]
    problems: tuple[str, ...] = ()
    """Codes of refusals, besides those that follow from what is read."""
    negotiates: bool = False
    """Whether Accept chooses among the media types of the first reply, of which the first is preferred."""
    body: Body | None = None
    pins: bool = False
    """Whether `If-Match` is read."""
    keyed: bool = False
    """Whether an idempotency key is read."""
    bearer: Bearer = "none"
    query: Schema | None = None
    prefers: bool = False
    """Whether `Prefer` is read."""
    resumes: tuple[str, ...] = ()
    """Media types for which `Last-Event-ID` is read."""
    tag: Header | None = None
    """What tags the answer to a GET, which is 304 to whoever has it."""

    @property
    def worded(self) -> bool:
        """Whether `lang` is read: whether the answer is about games and matches."""
        return self.section in ("Games", "Matches", "Seats", "Moves", "Events")

    def __call__(self, handler: Handler) -> "Endpoint":
        """Make the endpoint."""
        return Endpoint(self, handler)

    @property
    def refusals(self) -> tuple[str, ...]:
        """Every code with which a request can be refused, in the order of the statuses."""
        codes = {
            *self.problems,
            *(("not-acceptable",) if self.negotiates else ()),
            *(_BODY if self.body else ()),
            *(("bad-header",) if self.keyed or self.pins or self.resumes else ()),
            *(("stale-version", "history-rewound") if self.pins else ()),
            *(("missing-token", "invalid-token") if self.bearer != "none" else ()),
            *(("validation-failed",) if self.query or self.worded else ()),
            *(("not-found",) if "{" in self.path else ()),
            *(_MATCH if "{match}" in self.path else ()),
        }
        return tuple(code for code in PROBLEMS if code in codes)


def _query(request: RefereeRequest) -> Mapping[str, str]:
    """Return the query, less the language, which every endpoint reads alike."""
    if request.lang is None:
        return request.args
    return {name: value for name, value in request.args.items() if name != "lang"}


def _tag_in(lang: Language | None, tag: str) -> str:
    """Return the tag of a view that is told in a language."""
    return tag if lang is None else f'{tag[:-1]}-{lang}"'


def _worded(answer: Answer, lang: Language) -> Answer:
    """Add texts to what an answer tells."""
    document = answer.document
    if document is not None:
        document = captioned(document, lang, game=answer.game, names=answer.names)
    return msgspec.structs.replace(answer, document=document, etag=answer.etag and _tag_in(lang, answer.etag))


class Endpoint:
    """A contract with the handler that fulfils it, whose name and docstring are the operation's."""

    def __init__(self, contract: Contract, handler: Handler) -> None:
        self.contract = contract
        self.name = handler.__name__
        first, *paragraphs = inspect.cleandoc(handler.__doc__ or "").split("\n\n")
        self.summary = first.removesuffix(".")
        self.text = "\n\n".join(" ".join(paragraph.splitlines()) for paragraph in paragraphs)
        self.rule = contract.path.replace("{seat}", "<int:seat>").replace("{", "<").replace("}", ">")
        self._handler = handler
        self._kinds = tuple(next(iter(contract.replies.values())).media)
        self._defaults = schemas.load(contract.query, {}) if contract.query else {}

    def answer(self, service: Service, request: RefereeRequest, path: Mapping[str, Any]) -> Response:
        """Read a request and answer it. Raises RefereeError for what is refused."""
        request.tagged = self.contract.tag is not None
        if self.contract.worded and "lang=" in request.query_string.decode("latin-1"):
            request.lang = language(request.args.get("lang", ""))
        asked = self._read(service, request)
        answer = self._handler(service, asked, **path)
        if isinstance(answer, Answer):
            answer = requests.respond(_worded(answer, asked.lang) if asked.lang else answer, asked.root)
        response = answer
        if asked.lang:
            response.headers["Content-Language"] = asked.lang
        body = response.response
        request.parked = isinstance(body, Fed) and body.again
        if self.contract.negotiates:
            response.headers["Vary"] = "Accept"
        return response

    def _read(self, service: Service, request: RefereeRequest) -> Asked:
        """Read what the contract names, in the order in which every request is checked."""
        wanted = self.contract
        media = preferred(request, self._kinds) if wanted.negotiates else ""
        body = requests.body(request, optional=wanted.body.optional) if wanted.body else {}
        pin = requests.pinned(request) if wanted.pins else None
        key = requests.idempotency_key(request, guarded=self._guarded(service)) if wanted.keyed else None
        token = self._token(service, request)
        wish = schemas.load(wanted.body.schema, body) if wanted.body and wanted.body.schema else {}
        query = schemas.load(wanted.query, _query(request)) if wanted.query and request.query_string else self._defaults
        minimal = wanted.prefers and requests.minimal(request)
        last_event = requests.last_event_id(request) if media in wanted.resumes else None
        environ, root, path = request.environ, request.root_path, request.path
        return Asked(environ, root, path, media, body, pin, key, token, wish, query, minimal, last_event, request.lang)

    def _guarded(self, service: Service) -> bool:
        """Whether a token tells who is asking."""
        bearer = self.contract.bearer
        return bool(service.api_keys) if bearer == "api-key" else bearer == "required"

    def _token(self, service: Service, request: RefereeRequest) -> str | None:
        match self.contract.bearer:
            case "none":
                return None
            case "optional":
                return auth.bearer(request)
            case "required":
                return auth.required(request)
            case "api-key":
                return auth.creator(request, service.api_keys)
