"""The audit: after the end, everything that is needed to check the whole match."""

import hashlib
import hmac
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.checks import refused
from tests.api.kit import Table


@pytest.fixture
def over(client: FlaskClient) -> Table:
    """A match played to its end, dealt by the shuffle, with entropy from its creator and from one claim."""
    table = Table.create(
        client, seats=["Ana", "Bo", {"open": True}], deal=None, options={}, entropy="the creator's \u2660"
    )
    claimed = table.post("/seats", {"name": "Cy", "entropy": "Cy's own"}).json
    table.tokens[2] = claimed["token"]
    table.play_to_the_end()
    return table


def shuffled(audit: dict[str, Any]) -> list[int]:
    """The fifteen cards as the published recipe shuffles them, written from the contract alone."""
    message = b"referee/shuffle/1\0" + audit["match"].encode() + b"\0"
    for text in audit["entropy"]:
        data = (text or "").encode()
        message += len(data).to_bytes(4, "big") + data
    key = hmac.new(bytes.fromhex(audit["seed"]), message, "sha256").digest()
    blocks = b"".join(hmac.new(key, i.to_bytes(8, "big"), "sha256").digest() for i in range(8))
    words = iter([int.from_bytes(blocks[i : i + 4], "big") for i in range(0, len(blocks), 4)])
    cards = list(range(1, 16))
    for i in range(14, 0, -1):
        word = next(w for w in words if w < 2**32 // (i + 1) * (i + 1))
        j = word % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def test_before_the_end_there_is_no_audit(table: Table) -> None:
    for who in (0, "host", None):
        refused(table.get("/audit", who), 409, "match-not-over")


@pytest.mark.parametrize("who", [0, "host", None])
def test_whoever_may_see_the_match_may_see_its_audit(over: Table, who: int | str | None) -> None:
    answer = over.get("/audit", who)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.json == over.get("/audit", 1).json


def test_without_spectators_the_audit_needs_a_token(client: FlaskClient) -> None:
    table = Table.create(client, spectators=False, seats=[{"controller": "bot:steady"}] * 3)
    refused(table.get("/audit"), 401, "missing-token")
    assert table.get("/audit", "host").status_code == 200


def test_the_audit_has_everything_the_contract_lists(over: Table) -> None:
    audit = over.get("/audit").json
    assert audit["match"] == over.match
    assert audit["game"] == "kobayakawa"
    assert audit["rules_version"] == "1"
    assert [seat["name"] for seat in audit["seats"]] == ["Ana", "Bo", "Cy"]
    assert audit["entropy"] == ["the creator's \u2660", None, None, "Cy's own"]
    assert audit["deal"] is None
    assert audit["options"] == {"first_seat": over.get("/events").json["events"][1]["data"]["table"]["first_seat"]}
    assert audit["result"] == over.get().json["result"]


def test_the_seed_is_the_one_committed_to_at_creation(over: Table) -> None:
    audit = over.get("/audit").json
    committed = hashlib.sha256(b"referee/commit/1\0" + over.match.encode() + b"\0" + bytes.fromhex(audit["seed"]))
    assert audit["commitment"] == over.get().json["fairness"]["commitment"] == "sha256:" + committed.hexdigest()


def test_the_first_deal_follows_from_seed_and_entropies_to_the_byte(over: Table) -> None:
    audit = over.get("/audit").json
    cards = shuffled(audit)
    started = next(event for event in audit["events"] if event["type"] == "started")
    assert [started["private"][str(seat)]["hand"] for seat in range(3)] == [[card] for card in cards[:3]]
    assert started["data"]["table"]["kobayakawa"] == cards[3]


def test_moves_are_listed_with_seat_and_version_and_without_gaps(over: Table) -> None:
    audit = over.get("/audit").json
    assert [entry["version"] for entry in audit["moves"]] == list(range(1, over.get().json["version"] + 1))
    assert {entry["move"]["type"] for entry in audit["moves"]} == {"replace", "pass"}
    assert all(set(entry) == {"seat", "move", "version"} for entry in audit["moves"])


def test_moves_are_listed_with_their_fields(client: FlaskClient) -> None:
    table = Table.create(client)
    table.move(0, "draw")
    table.post("/moves", {"card": 3, "version": 1, "type": "keep"}, 0)
    table.play_to_the_end()
    assert [entry["move"] for entry in table.get("/audit").json["moves"][:2]] == [
        {"type": "draw"},
        {"type": "keep", "card": 3},
    ]


def test_events_are_complete_and_unredacted(client: FlaskClient) -> None:
    table = Table.create(client)
    table.move(0, "draw")
    table.move(0, "keep", card=3)
    table.play_to_the_end()
    events = table.get("/audit").json["events"]
    assert [event["seq"] for event in events] == list(range(1, table.get().json["last_event"] + 1))
    assert events[0]["private"] == {"0": {"hand": [8]}, "1": {"hand": [13]}, "2": {"hand": [2]}}
    assert events[1]["private"] == {"0": {"card": 3}}
    public = table.get("/events?limit=500").json["events"]
    assert [{"game": "kobayakawa"} | {k: v for k, v in event.items() if k != "private"} for event in events] == public


def test_arranged_and_seeded_matches_say_so_in_the_audit(client: FlaskClient) -> None:
    table = Table.create(client, seed=64 * "e")
    table.play_to_the_end()
    audit = table.get("/audit").json
    assert audit["seed"] == 64 * "e"
    assert audit["deal"] == {"rounds": [{"hands": [8, 13, 2], "kobayakawa": 7, "deck": [3, 11, 5]}]}
    assert audit["seeded_by_caller"] is True


def test_the_audit_holds_no_token(over: Table) -> None:
    text = over.get("/audit", "host").text
    assert not [token for token in [over.host_token, *over.tokens] if str(token) in text]
    assert "seat_" not in text.replace("seat_claimed", "").replace("first_seat", "").replace("seat_changed", "")
