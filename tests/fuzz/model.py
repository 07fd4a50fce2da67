"""A plain model of a match: what every caller must be told, from the rules and the log alone."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.games import GAMES
from referee.games.protocol import convert, judge
from referee.match.matches import Matches
from referee.match.record import Entry, decode_entry
from referee.match.view import plain
from referee.randomness import Stream, match_key
from referee.store import Store
from tests.games.kit import begin

Who = int | str | None
Json = dict[str, Any]


# The forms, as the contract words them


def holds(domain: Mapping[str, Any], value: Any) -> bool:
    """Whether a field may have the value."""
    exact = (type(value), value) if not isinstance(value, list) else None
    match domain:
        case {"one_of": values}:
            return exact in [(type(one), one) for one in values]
        case {"between": [low, high]}:
            return type(value) is int and low <= value <= high
    if not isinstance(value, list) or not domain["min"] <= len(value) <= domain["max"]:
        return False
    items = Counter((type(one), one) for one in domain.get("pick", domain.get("list_of")))
    try:
        chosen = Counter((type(one), one) for one in value)
    except TypeError:
        return False  # a list or an object among the items
    return chosen <= items if "pick" in domain else set(chosen) <= set(items)


def holds_nothing(domain: Mapping[str, Any]) -> bool:
    """Whether the field may be left out."""
    match domain:
        case {"one_of": values}:
            return None in values
        case {"between": [low, high]}:
            return bool(low <= 0 <= high)
    return bool(domain["min"] == 0)


def fits(forms: Sequence[Mapping[str, Any]], move: Mapping[str, Any]) -> bool:
    """Whether a move is legal by the forms that the seat was shown."""
    given = {name: value for name, value in move.items() if name != "type"}
    for form in forms:
        fields = form.get("fields", {})
        if form["type"] == move.get("type") and given.keys() <= fields.keys():
            left = (domain for name, domain in fields.items() if name not in given)
            if all(holds(fields[name], value) for name, value in given.items()) and all(map(holds_nothing, left)):
                return True
    return False


# The match


@dataclass
class Kept:
    """A request that was accepted with a key, and its answer."""

    path: str
    who: Who
    body: Json
    key: str
    answer: TestResponse


@dataclass
class Model:
    """A match as it must be. `sync` reads what is new in its log and refuses whatever the rules do not bring about."""

    client: FlaskClient
    store: Store
    match: str
    game: str
    host: str
    tokens: list[str | None]
    names: list[str | None]
    controllers: list[str]
    spectators: bool
    clock: int | None
    status: str = "open"
    version: int = 0
    state: Any = None
    stream: Stream | None = None
    log: list[Entry] = field(default_factory=list)
    expected: list[tuple[str, int | None, Json]] = field(default_factory=list)
    """Events about seats that the latest request must have brought about."""
    kept: list[Kept] = field(default_factory=list)
    rematch: str | None = None
    seen: dict[Who, tuple[str, bytes]] = field(default_factory=dict)
    """The latest ETag and view, by viewer."""
    created: list[str] = field(default_factory=list)
    """The controllers that the seats were created with."""

    def __post_init__(self) -> None:
        self.created = self.created or list(self.controllers)

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.match}"

    @property
    def matches(self) -> Matches:
        found: Matches = self.client.application.extensions["referee"]
        return found

    @property
    def viewers(self) -> list[Who]:
        """Whoever may look."""
        seats = [seat for seat, token in enumerate(self.tokens) if token]
        return [*seats, "host", *([None] if self.spectators else [])]

    @property
    def over(self) -> bool:
        return self.status in ("finished", "aborted")

    def headers(self, who: Who, **more: str) -> dict[str, str]:
        token = self.host if who == "host" else None if who is None else self.tokens[int(who)]
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return {**({"Authorization": f"Bearer {token}"} if token else {}), **named}

    def get(self, sub: str = "", who: Who = "host", **headers: str) -> TestResponse:
        return self.client.get(self.path + sub, headers=self.headers(who, **headers))

    def post(self, sub: str, body: Any, who: Who, **headers: str) -> TestResponse:
        return self.client.post(self.path + sub, json=body, headers=self.headers(who, **headers))

    def patch(self, seat: int, body: Any, who: Who) -> TestResponse:
        return self.client.patch(f"{self.path}/seats/{seat}", json=body, headers=self.headers(who))

    # What lies in the store

    def raw(self) -> Any:
        """Everything that lies in the store of the match."""
        loaded = self.store.load(self.match, seed=True)
        return msgspec.structs.replace(loaded, now=0), self.store.events(self.match, 0, 100_000)

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Nothing may change meanwhile."""
        before = self.raw()
        yield
        assert self.raw() == before

    # Following the log

    def settle(self) -> None:
        """Let everything happen that is due, and follow it."""
        version = -1
        while version != (view := self.get().json)["version"]:
            version = view["version"]
        self.sync()

    def sync(self) -> None:
        """Follow the log: every entry must be what the rules, the seed and the request bring about."""
        fresh = [decode_entry(data) for data in self.store.events(self.match, len(self.log), 100_000)]
        while fresh:
            entry = fresh[0]
            if entry.move is not None:
                told = self._moved(entry)
            elif entry.type == "started":
                told = self._started()
            else:
                told = [self._around(entry, fresh[1:])]
            for one in told:
                logged = fresh.pop(0)
                assert (logged.type, logged.seat) == one[:2], (logged, one)
                assert plain(logged.data) == plain(one[2]), (logged, one)
                assert plain({str(s): p for s, p in logged.private.items()}) == plain(one[3]), (logged, one)
                assert logged.version == self.version
                self.log.append(logged)
        assert not self.expected, f"the log lacks {self.expected}"

    def _started(self) -> list[Any]:
        assert self.state is None
        assert all(self.tokens), "a seat is still open"
        found = self.matches.open(self.match, seed=True)
        head, game = found.head, GAMES[self.game]
        assert found.seed is not None
        entropies = [head.entropy, *(seat.entropy for seat in head.seats)]
        self.stream = Stream(match_key(found.seed, "" if head.seed_given else self.match, entropies))
        options = convert(head.options, game.Options, "")
        deal = None if head.deal is None else convert(head.deal, game.Deal, "")
        options, self.state = begin(game, len(self.tokens), options, deal, self.stream)
        self.status = "active"
        hands = {str(seat): {"hand": game.hand(self.state, seat)} for seat in range(len(self.tokens))}
        data = {"options": msgspec.to_builtins(options), "table": game.table(self.state)}
        return [("started", None, plain(data), plain(hands))]

    def _moved(self, entry: Entry) -> list[Any]:
        assert self.status == "active"
        assert self.stream is not None
        assert entry.mover is not None
        assert entry.move is not None
        book = GAMES[self.game]
        move = book.read_move(entry.move)
        events = judge(book, self.state, entry.mover, move, self.stream, book.legal(self.state, entry.mover))
        self.version += 1
        told = [
            (event.type, event.seat, plain(event.data), plain({str(s): p for s, p in event.private.items()}))
            for event in events
        ]
        if result := book.result(self.state):
            self.status = "finished"
            told.append(("finished", None, plain(result), {}))
        return told

    def _around(self, entry: Entry, following: Sequence[Entry]) -> Any:
        if entry.type == "timed_out":
            assert self.clock is not None
            assert entry.seat in GAMES[self.game].awaiting(self.state)
            assert self.controllers[entry.seat] == "player"
            assert following[0].mover == entry.seat
            assert following[0].version == self.version + 1
            return ("timed_out", entry.seat, {}, {})
        assert self.expected, f"nobody asked for {entry}"
        kind, seat, data = self.expected.pop(0)
        return kind, seat, data, {}

    # What everybody must be told

    def check(self) -> None:
        """Look with everybody's eyes: the view, its ETag, and the whole log."""
        revisions = set()
        for who in self.viewers:
            answer = self.get("", who)
            assert answer.status_code == 200, answer.text
            view, tag = answer.json, answer.headers["ETag"]
            version, viewer, revision, _ = tag.strip('"').split("-")
            revisions.add(revision)
            assert (int(version), viewer) == (self.version, "spectator" if who is None else str(who))
            self._check_view(view, who)
            if who in self.seen:
                same = self.seen[who][1] == answer.data
                assert (self.seen[who][0] == tag) == same, (who, tag, self.seen[who])
                assert self.get("", who, If_None_Match=self.seen[who][0]).status_code == (
                    304 if self.seen[who][0] == tag else 200
                )
            self.seen[who] = tag, answer.data
            page = self.get("/events?limit=500", who).json
            assert page == {"events": self.told(who)[:500], "last_event": len(self.log)}
        assert len(revisions) == 1
        if not self.spectators:
            assert self.get("", None).json["code"] == "missing-token"

    def _check_view(self, view: Json, who: Who) -> None:
        game = GAMES[self.game]
        assert (view["status"], view["version"]) == (self.status, self.version)
        assert view["last_event"] == len(self.log)
        assert view["you"] == (who if isinstance(who, int) else None)
        assert view["rematch"] == self.rematch
        assert view["seats"] == [
            {"seat": seat, "name": name, "controller": controller, "open": name is None}
            for seat, (name, controller) in enumerate(zip(self.names, self.controllers, strict=True))
        ]
        assert (view["deadline"] is not None) == (self.clock is not None and bool(view["to_act"]))
        if self.state is None:
            assert (view["phase"], view["table"], view["hand"], view["to_act"]) == ("open", None, None, [])
            return
        active = self.status == "active"
        assert view["table"] == plain(game.table(self.state))
        assert view["to_act"] == (sorted(game.awaiting(self.state)) if active else [])
        if isinstance(who, int):
            assert view["hand"] == plain(game.hand(self.state, who))
            assert view["legal_moves"] == (plain(game.legal(self.state, who)) if active else [])
        else:
            assert (view["hand"], view["legal_moves"]) == (None, [])

    def told(self, who: Who) -> list[Json]:
        """The log as somebody may know it."""
        from referee.match.view import iso

        events = []
        for seq, entry in enumerate(self.log, 1):
            told = {"game": self.game, "seq": seq, "version": entry.version, "at": iso(entry.at)}
            told |= {"type": entry.type, "seat": entry.seat, "data": entry.data}
            if who in entry.private:
                told["private"] = entry.private[who]  # type: ignore[index]  # a seat
            events.append(told)
        return list(plain(events))
