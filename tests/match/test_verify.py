"""Verifying audits: honest ones hold, whatever the game; each way of cheating is found."""

import copy
import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from referee.match import advance, looking, moving, seats
from referee.match.create import SeatWish, Wish, create
from referee.match.matches import Matches, Times
from referee.match.verify import Unusable, verify
from referee.store.opening import open_store
from tests.games.kit import Case, cases

pytestmark = pytest.mark.slow

Json = dict[str, Any]

MOVES = 150
"""A match of any variant is left here, so that the endless ones end too."""

DAY = 24 * 3600 * 1000


@pytest.fixture(scope="module")
def matches() -> Iterator[Matches]:
    store = open_store(None, memory=True)
    yield Matches(store, Times(DAY, DAY))
    store.close()


def audit_of(matches: Matches, match: str) -> Json:
    return msgspec.json.decode(looking.audit(matches, match, None).body)


def made(matches: Matches, **wish: Any) -> Json:
    """Create a match; returns the answer."""
    return msgspec.json.decode(create(matches, Wish(**wish)).body)


def played_out(matches: Matches, match: str, most: int = 20_000) -> Json:
    """Let bots play a match to its end, or abort it; returns its audit."""
    found = matches.current(match)
    while not found.over and found.version < most:
        found = matches.current(match)
    if not found.over:
        found = matches.open(match, seed=True)
        advance.abort(found, "enough")
        matches.save(found)
    return audit_of(matches, match)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_an_honest_audit_of_every_game_and_variant_holds(matches: Matches, case: Case) -> None:
    bots = [SeatWish(controller="bot:random") for _ in range(case.variant.seats)]
    wish = {"game": case.game.id, "seats": bots, "options": case.variant.options, "deal": case.variant.deal}
    audit = played_out(matches, made(matches, **wish)["match"], MOVES)
    assert audit["moves"]
    assert verify(audit) == []


@pytest.fixture(scope="module")
def honest(matches: Matches) -> Json:
    """A whole match with an arranged deal, entropy, a claim, a new name, a stand-in and a timeout in its log."""
    wish = {
        "game": "kobayakawa",
        "seats": [SeatWish("Ana"), SeatWish("Bo", "bot:random"), SeatWish(open=True)],
        "options": {"first_seat": 0},
        "deal": {"rounds": [{"hands": [8, 13, 2], "kobayakawa": 7, "deck": [3, 11, 5]}]},
        "entropy": "creator",
        "move_seconds": 60,
    }
    created = made(matches, **wish)
    match, ana = created["match"], created["seats"][0]["token"]
    claim = seats.claim(matches, match, seats.Claim("Cy", entropy="cy"))
    cy = msgspec.json.decode(claim.body)["token"]
    moving.move(matches, match, ana, {"type": "draw"})
    moving.move(matches, match, ana, {"type": "keep", "card": 3})
    late = matches.open(match, seed=True)
    late.deadline = late.now - 1
    matches.save(late)
    matches.current(match)  # Cy is late: the stand-in moves
    seats.change(matches, match, 0, ana, seats.Change(name="Anna", controller="bot:random"))
    seats.change(matches, match, 2, cy, seats.Change(controller="bot:random"))
    return played_out(matches, match)


def test_an_honest_audit_with_people_and_a_clock_holds(honest: Json) -> None:
    kinds = {event["type"] for event in honest["events"]}
    assert kinds >= {"seat_claimed", "started", "timed_out", "seat_changed", "finished"}
    assert honest["status"] == "finished"
    assert verify(honest) == []


def event(audit: Json, kind: str) -> Json:
    return next(one for one in audit["events"] if one["type"] == kind)


def renumber(audit: Json) -> None:
    for place, one in enumerate(audit["events"], 1):
        one["seq"] = place


def recommit(audit: Json) -> None:
    """Another seed, and a commitment that fits it."""
    audit["seed"] = "ab" * 32
    label = b"referee/commit/1\0" + audit["match"].encode() + b"\0"
    audit["commitment"] = "sha256:" + hashlib.sha256(label + bytes.fromhex(audit["seed"])).hexdigest()


def drop(audit: Json, kind: str) -> None:
    audit["events"].remove(event(audit, kind))
    renumber(audit)


def add(audit: Json, after: str, **told: Any) -> None:
    place = audit["events"].index(event(audit, after))
    audit["events"].insert(place + 1, {**audit["events"][place], "data": {}, "private": {}, **told})
    renumber(audit)


CHEATS: dict[str, tuple[Callable[[Json], Any], str]] = {
    "a hand": (lambda a: event(a, "started")["private"]["1"].update(hand=[1]), "/private/1"),
    "a card on the table": (lambda a: event(a, "started")["data"]["table"].update(kobayakawa=6), "/data/table"),
    "a card drawn": (lambda a: event(a, "drew")["private"]["0"].update(card=4), "/private/0"),
    "a card shown to another": (lambda a: event(a, "drew")["private"].update({"1": {"card": 3}}), "/private/1"),
    "a card told to all": (lambda a: event(a, "drew")["data"].update(card=3), "/data"),
    "true for 1": (lambda a: event(a, "fought")["data"].update(stake=True), "/data/stake"),
    "a seat in an event": (lambda a: event(a, "drew").update(seat=1), "/seat"),
    "the seed": (lambda a: a.update(seed="ab" * 32), "/commitment"),
    "seed and commitment": (recommit, "/events/"),
    "the commitment": (lambda a: a.update(commitment="sha256:" + "0" * 64), "/commitment"),
    "no seed": (lambda a: a.update(seed="ab"), "/seed"),
    "the entropy": (lambda a: a["entropy"].__setitem__(3, "other"), "/events/"),
    "too little entropy": (lambda a: a["entropy"].pop(), "/entropy"),
    "the deal": (lambda a: a.update(deal=None), "/events/"),
    "an impossible deal": (lambda a: a.update(deal={"rounds": [{"hands": [8, 8]}]}), "/deal"),
    "whose seed it was": (lambda a: a.update(seeded_by_caller=True), "/events/"),
    "who begins": (lambda a: a["options"].update(first_seat=1), "/"),
    "who begins, left open": (lambda a: a["options"].update(first_seat=None), "/options"),
    "a move": (lambda a: a["moves"][0].update(move={"type": "replace"}), "/"),
    "a move that is none": (lambda a: a["moves"][0].update(move={"type": "castle"}), "/moves/0"),
    "a mover": (lambda a: a["moves"][0].update(seat=1), "/moves/0"),
    "a mover that is not there": (lambda a: a["moves"][0].update(seat=7), "/moves/0"),
    "a move left out": (lambda a: a["moves"].pop(), "/"),
    "the number of a move": (lambda a: a["moves"][4].update(version=4), "/moves/4/version"),
    "an event left out": (lambda a: drop(a, "round_over"), "/events"),
    "the start left out": (lambda a: drop(a, "started"), "/events"),
    "the end left out": (lambda a: drop(a, "finished"), "/events"),
    "an event made up": (lambda a: add(a, "drew", type="drew", seat=1), "/events/"),
    "an event after the end": (lambda a: add(a, "finished", type="passed", seat=1), "/events/"),
    "the version of an event": (lambda a: event(a, "kept").update(version=1), "/events"),
    "the number of an event": (lambda a: event(a, "kept").update(seq=99), "/seq"),
    "a timeout of nobody awaited": (lambda a: event(a, "timed_out").update(seat=1), "/events/"),
    "a timeout without a move": (lambda a: add(a, "finished", type="timed_out", seat=1), "/events/"),
    "a seat claimed twice": (lambda a: add(a, "seat_claimed", data={"name": "Cy"}), "/events/"),
    "a claim of no seat": (lambda a: event(a, "seat_claimed").update(seat=9), "/events/"),
    "a name": (lambda a: a["seats"][2].update(name="Zoe"), "/seats/2/name"),
    "a controller": (lambda a: a["seats"][2].update(controller="player"), "/seats/2/controller"),
    "the winner": (lambda a: a["result"].update(winners=[0, 1, 2]), "/result"),
    "the winner in the log": (lambda a: event(a, "finished")["data"].update(winners=[0, 1, 2]), "/data/winners"),
    "no result": (lambda a: a.update(result=None), "/result"),
    "the status": (lambda a: a.update(status="aborted"), "/status"),
    "seats in another order": (lambda a: a["seats"].reverse(), "/seats"),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_what_was_tampered_with_is_found(honest: Json, cheat: str) -> None:
    audit = copy.deepcopy(honest)
    tamper, where = CHEATS[cheat]
    tamper(audit)
    found = verify(audit)
    assert any(where in finding.where for finding in found), found


def test_a_tampered_event_is_named_and_nothing_else(honest: Json) -> None:
    audit = copy.deepcopy(honest)
    place = audit["events"].index(event(audit, "drew"))
    event(audit, "drew")["private"]["0"]["card"] = 4
    (finding,) = verify(audit)
    assert finding.where == f"/events/{place}/private/0"
    assert finding.what == 'is {"card":4} where {"card":3} should stand'


def test_a_match_that_was_aborted_before_it_began_holds(matches: Matches) -> None:
    created = made(matches, game="kobayakawa", seats=[SeatWish(open=True)] * 3, options={})
    found = matches.open(created["match"], seed=True)
    advance.abort(found, "enough")
    matches.save(found)
    audit = audit_of(matches, created["match"])
    assert verify(audit) == []
    audit["moves"] = [{"seat": 0, "move": {"type": "draw"}, "version": 1}]
    assert [finding.where for finding in verify(audit)] == ["/moves"]


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ([], "no audit"),
        ({}, "no audit"),
        ({"code": "match-not-over", "detail": "…"}, "match-not-over"),
    ],
)
def test_what_is_no_audit_is_said_to_be_none(document: Any, why: str) -> None:
    with pytest.raises(Unusable, match=why):
        verify(document)


@pytest.mark.parametrize(("name", "value"), [("game", "chess"), ("rules_version", "0")])
def test_what_this_release_cannot_replay_is_not_called_honest(honest: Json, name: str, value: str) -> None:
    with pytest.raises(Unusable, match=value):
        verify({**honest, name: value})
