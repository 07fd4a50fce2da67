"""Checking an audit: replay the match from its seed, and compare everything that was told with what should have been.

Nothing here trusts the document, and nothing needs a server: anyone who holds an audit can check it.
What a seed cannot tell is checked as far as it goes: seats are claimed once and keep their last name and controller,
a timeout is followed by a move of the seat that was late. Times are not checked, nor whether a given `first_seat` was
the creator's wish.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

import msgspec

from referee.errors import RefereeError
from referee.games import GAMES
from referee.games.events import Event
from referee.games.position import Position
from referee.games.protocol import AnyGame, Result, convert
from referee.match.documents import Audit, AuditEvent, AuditMove
from referee.randomness import Stream, commitment, match_key

_AROUND = frozenset({"seat_claimed", "seat_changed", "seat_left", "seat_opened", "timed_out", "rematch"})
"""Events that no rule brings about: people and the clock do."""


_ONCE_UNASKED = ("hand_over", "lay")
"""Moves of Kinapa that the first release made for a player who had one possibility (KPA-23)."""


_LEFT_OUT: Mapping[str, Any] = {
    "deal": None,
    "entropy": [],
    "seeded_by_caller": False,
    "status": "finished",
    "result": None,
}
"""What an audit means that leaves it out."""


class Finding(msgspec.Struct, frozen=True):
    """Something in an audit that is not as it should be: where, as a JSON pointer into the audit, and what."""

    where: str
    what: str


class Unusable(ValueError):
    """This is no audit, or none that this release can replay; the text says why."""


class Told(msgspec.Struct, frozen=True):
    """An event as the replay tells it."""

    type: str
    seat: int | None
    data: dict[str, Any]
    private: dict[str, Any]


class Replay(msgspec.Struct):
    """What should have been told: game events by version, and the result."""

    told: dict[int, list[Told]]
    result: Result | None = None
    late: set[tuple[int, int]] = set()
    """(version, seat) for every seat that was awaited at that version."""
    findings: list[Finding] = []
    whole: bool = True
    """Whether every move could be made again."""


def read(document: Any) -> Audit:
    """Turn JSON into an audit. Raises Unusable for what is none, or of a game or rules that are not known here."""
    if isinstance(document, Mapping) and "code" in document and "seed" not in document:
        raise Unusable(f"this is a refusal, not an audit: {document['code']}")
    try:
        audit = msgspec.convert({**_LEFT_OUT, **document} if isinstance(document, Mapping) else document, Audit)
    except msgspec.ValidationError as error:
        raise Unusable(f"this is no audit: {error}") from None
    game = GAMES.get(audit.game)
    if game is None:
        raise Unusable(f"no such game: {audit.game}; there are {', '.join(GAMES)}")
    if audit.rules_version != game.rules_version:
        raise Unusable(
            f"the match was played by version {audit.rules_version} of the rules, "
            f"this release knows version {game.rules_version}"
        )
    return audit


def verify(document: Any) -> list[Finding]:
    """Check an audit and return what is wrong with it: nothing, if the referee was honest. Raises Unusable."""
    return list(check(read(document)))


def check(audit: Audit) -> Iterator[Finding]:
    """Yield what is wrong with an audit that could be read."""
    seed = _seed(audit.seed or "")
    if seed is None:
        yield Finding("/seed", "must be 64 hex digits")
        return
    if commitment(audit.match, seed) != audit.commitment:
        yield Finding("/commitment", "the seed is not the one that was committed to")
    if [seat.seat for seat in audit.seats] != list(range(len(audit.seats))):
        yield Finding("/seats", "must number the seats from 0")
        return
    entropy = audit.entropy or [None] * (len(audit.seats) + 1)
    if len(entropy) != len(audit.seats) + 1:
        yield Finding("/entropy", f"must have {len(audit.seats) + 1} entries: the creator's and one a seat")
        return
    yield from _numbers(audit)
    yield from _seats(audit)
    stream = Stream(match_key(seed, "" if audit.seeded_by_caller else audit.match, entropy))
    replay = _replay(audit, GAMES[audit.game], stream)
    yield from replay.findings
    yield from _events(audit, replay)
    yield from _end(audit, replay)


def _seed(text: str) -> bytes | None:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        return None
    return seed if len(seed) == 32 and seed.hex() == text.lower() else None


# The log by itself


def _numbers(audit: Audit) -> Iterator[Finding]:
    """Events are numbered without gaps, versions never fall, and each move makes the next version."""
    version = 0
    for place, event in enumerate(audit.events):
        if event.seq != place + 1:
            yield Finding(f"/events/{place}/seq", f"is {event.seq} where {place + 1} should stand")
            break
    for place, event in enumerate(audit.events):
        if event.version < version:
            yield Finding(f"/events/{place}/version", f"falls from {version} to {event.version}")
        version = max(version, event.version)
    for place, move in enumerate(audit.moves):
        if move.version != place + 1:
            yield Finding(f"/moves/{place}/version", f"is {move.version} where {place + 1} should stand")
            break


def _seats(audit: Audit) -> Iterator[Finding]:
    """Seats are claimed once, unless they were opened again, and at the end are as they were last told to be."""
    claimed: set[int] = set()
    free: set[int] = set()
    last: dict[tuple[int, str], tuple[int, Any]] = {}
    started = False
    for place, event in enumerate(audit.events):
        started |= event.type == "started"
        if event.type not in ("seat_claimed", "seat_changed", "seat_left", "seat_opened"):
            continue
        if event.seat is None or event.seat not in range(len(audit.seats)):
            yield Finding(f"/events/{place}/seat", "there is no such seat")
            continue
        if event.type in ("seat_left", "seat_opened"):
            last.pop((event.seat, "controller"), None)
            if event.type == "seat_opened" or not started:
                last[event.seat, "name"] = place, None
                free.add(event.seat)
        if event.type == "seat_claimed":
            if event.seat not in free and (started or event.seat in claimed):
                yield Finding(f"/events/{place}", f"seat {event.seat} was taken already")
            claimed.add(event.seat)
            free.discard(event.seat)
        for name in ("name", "controller"):
            if name in event.data:
                last[event.seat, name] = place, event.data[name]
    for (seat, name), (place, value) in last.items():
        if getattr(audit.seats[seat], name) != value:
            yield Finding(f"/seats/{seat}/{name}", f"differs from what event {place + 1} told")


# The replay


def _replay(audit: Audit, game: AnyGame, stream: Stream) -> Replay:
    """Play the match again from its seed, as far as it goes."""
    replay = Replay({})
    if audit.status == "aborted" and not any(event.type == "started" for event in audit.events):
        if audit.moves:
            replay.findings.append(Finding("/moves", "there are moves in a match that never started"))
        return replay
    try:
        options = convert(audit.options, game.Options, "/options")
        deal = None if audit.deal is None else convert(audit.deal, game.Deal, "/deal")
        if len(audit.seats) not in game.seats:
            raise Unusable(f"{game.title} is not played by {len(audit.seats)}")
        position, events = Position.begin(game, len(audit.seats), options, deal, stream)
    except RefereeError as error:
        replay.findings.append(Finding("/options" if audit.deal is None else "/deal", f"cannot be: {error.detail}"))
        replay.whole = False
        return replay
    replay.told[0] = [_told(event) for event in events]
    effective = replay.told[0][0].data["options"]
    if _same(effective) != _same(audit.options):
        replay.findings.append(Finding("/options", f"should be {_show(effective)} once the match has started"))
    for place, move in enumerate(audit.moves):
        replay.told[place] += _unasked(position, move)
        replay.late.update((place, seat) for seat in position.awaiting())
        try:
            forms = position.legal(move.seat) if move.seat in range(len(audit.seats)) else []
            events = position.play(move.seat, game.read_move(move.move), forms)
        except RefereeError as error:
            what = f"seat {move.seat} could not make this move: {error.detail}; nothing after it could be compared"
            replay.findings.append(Finding(f"/moves/{place}", what))
            replay.whole = False
            return replay
        replay.told[place + 1] = [_told(event) for event in events]
    if audit.status == "finished":
        replay.told[len(audit.moves)] += _unasked(position, None)
    replay.result = position.result()
    return replay


def _unasked(position: Position, move: AuditMove | None) -> list[Told]:
    """Do what the first release did by itself and what is asked of players since: hand over or lay what must be.

    `move` is the next one of the audit, None after the last. Returns what that tells.
    """
    replayed: list[Told] = []
    while len(awaited := position.awaiting()) == 1:
        (seat,) = awaited
        forms = position.legal(seat)
        if len(forms) != 1 or forms[0].type not in _ONCE_UNASKED or forms[0].count() != 1:
            break
        (only,) = forms[0].moves()
        if move is not None and (move.seat, move.move.get("type")) == (seat, only["type"]):
            break
        replayed += [_told(event) for event in position.play(seat, position.game.read_move(only), forms)]
    return replayed


def _told(event: Event) -> Told:
    data, private = event.told()
    return Told(event.type, event.seat, data, {str(seat): own for seat, own in private.items()})


def _events(audit: Audit, replay: Replay) -> Iterator[Finding]:
    """Compare the log, version by version, with what the replay tells."""
    logged: dict[int, list[tuple[int, AuditEvent]]] = defaultdict(list)
    for place, event in enumerate(audit.events):
        if event.type == "timed_out":
            yield from _late(audit, replay, place, event)
        if event.type not in _AROUND and event.type != "aborted":
            logged[event.version].append((place, event))
    last = len(replay.told) - 1 if not replay.whole else None
    for version in sorted({*logged, *replay.told}):
        if last is not None and version > last:
            return
        for entry, expected in zip_longest(logged[version], replay.told.get(version, [])):
            if entry is None:
                yield Finding("/events", f"version {version} lacks the event {_name(expected)}")
            elif expected is None:
                yield Finding(f"/events/{entry[0]}", f"{_name(entry[1])} did not happen at version {version}")
            elif difference := _difference(entry[1], expected):
                yield Finding(f"/events/{entry[0]}{difference[0]}", difference[1])
                if difference[0] == "/type":
                    break


def _late(audit: Audit, replay: Replay, place: int, event: AuditEvent) -> Iterator[Finding]:
    mover = audit.moves[event.version].seat if event.version in range(len(audit.moves)) else None
    if replay.whole and (event.version, event.seat) not in replay.late:
        yield Finding(f"/events/{place}", f"{_name(event)}, but nobody waited for it")
    elif mover != event.seat:
        yield Finding(f"/events/{place}", f"{_name(event)}, but the next move is not this seat's")


def _difference(event: AuditEvent, expected: Told) -> tuple[str, str] | None:
    if event.type != expected.type:
        return "/type", f"is {event.type} where {expected.type} should stand"
    if event.seat != expected.seat:
        return "/seat", f"is {event.seat} where {expected.seat} should stand"
    for name, value in expected.data.items():
        if name not in event.data or _same(event.data[name]) != _same(value):
            return f"/data/{name}", f"is {_show(event.data.get(name))} where {_show(value)} should stand"
    if len(event.data) != len(expected.data):
        return "/data", "tells more than there is to tell"
    private = event.private or {}
    for seat in sorted({*expected.private, *private}):
        if _same(private.get(seat)) != _same(expected.private.get(seat)):
            what = f"is {_show(private.get(seat))} where {_show(expected.private.get(seat))} should stand"
            return f"/private/{seat}", what
    return None


def _end(audit: Audit, replay: Replay) -> Iterator[Finding]:
    """Compare status and result, and see that nothing but names changed after the end."""
    aborted = [place for place, event in enumerate(audit.events) if event.type == "aborted"]
    for place, event in enumerate(audit.events[:-1]):
        if event.type in ("aborted", "finished"):
            for later, after in enumerate(audit.events[place + 1 :], place + 1):
                if after.type not in ("seat_changed", "rematch"):
                    yield Finding(f"/events/{later}", f"{_name(after)} after the end")
            break
    if not replay.whole:
        return
    if audit.status == "aborted":
        if len(aborted) != 1:
            yield Finding("/status", "is aborted, but the log does not tell so once")
        if replay.result is not None:
            yield Finding("/status", "is aborted, but the moves end the match with a result")
    elif audit.status != "finished" or aborted or replay.result is None:
        yield Finding("/status", f"is {audit.status}, but the moves and the log do not bear that out")
    if _same(audit.result) != _same(replay.result if audit.status != "aborted" else None):
        yield Finding("/result", f"is {_show(audit.result)} where {_show(replay.result)} should stand")


def _name(event: AuditEvent | Told) -> str:
    return event.type if event.seat is None else f"{event.type} of seat {event.seat}"


def _same(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def _show(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else text[:77] + "…"
