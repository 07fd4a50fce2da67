"""The pieces below the use cases: tokens, the record, the sealed seed, fingerprints."""

import hashlib
import zlib

import msgspec
import pytest

from referee.errors import UnreadableRecord
from referee.games import GAMES
from referee.games.position import Position
from referee.match import tokens
from referee.match.answers import Answer, Once, fingerprint, keep, minting, replay
from referee.match.record import Entry, Head, Live, Match, SeatRecord, decode_entry
from referee.match.view import iso
from referee.randomness import Stream
from referee.store import Loaded, Record
from tests.games.kit import begin

TOKEN = "seat_" + 43 * "A"

HEAD = Head(
    game="kobayakawa",
    rules_version="1",
    status="active",
    seats=[
        SeatRecord("Ana", "player", False, tokens.digest(TOKEN), "mine"),
        SeatRecord("Bo", "bot:steady", False, tokens.digest(tokens.mint(tokens.SEAT))),
        SeatRecord(None, "player", True, b""),
    ],
    host=tokens.digest("host_x"),
    salt=b"\x00\xff",
    commitment="sha256:0",
    options={"first_seat": None},
    effective={"first_seat": 1},
    deal=None,
    move_seconds=60,
    spectators=True,
    seed_given=False,
    entropy="\u2660",
    created=1,
)


def loaded(head: bytes, state: bytes) -> Loaded:
    return Loaded(5, Record(7, 2, 9, 11, head, state))


def test_a_match_survives_the_way_to_the_store_and_back() -> None:
    game = GAMES["kobayakawa"]
    _, state = begin(game, 3, game.Options(0), None, Stream(b"x"))
    position = Position(game, state, Stream(b"x", 4), 7)
    before = Match("m", 5, Record(7, 2, 9, 11, b"", b""), HEAD, Live(99), game, position, None, 2, 11, True)
    before.log.append(Entry(7, 5, "drew", 0, {"deck": 3}, {0: {"card": 5}}, {"type": "draw"}, 0))
    record, entries = before.pack()
    assert (record.version, record.revision, record.events, record.deadline) == (7, 2, 10, 11)
    after = Match.unpack("m", loaded(record.head, record.state), None)
    assert after.head == HEAD
    assert after.live == before.live
    assert after.started.state == state
    assert after.started.stream.position == 4
    assert [decode_entry(entry) for entry in entries] == before.log


def test_a_head_that_did_not_change_is_not_written_again() -> None:
    unchanged = Match("m", 5, Record(7, 2, 9, 11, b"", b""), HEAD, Live(99), GAMES["kobayakawa"])
    assert unchanged.pack()[0].head == b""


@pytest.mark.parametrize(
    ("head", "state"),
    [
        (b"", b""),
        (b"\xc1", b"\xc1"),
        (msgspec.msgpack.encode([]), msgspec.msgpack.encode(Live(1))),
        (msgspec.msgpack.encode(HEAD), b"junk"),
        (msgspec.msgpack.encode(HEAD), msgspec.msgpack.encode(Live(1, 0, b"junk"))),
        (msgspec.msgpack.encode(msgspec.structs.replace(HEAD, game="chess")), msgspec.msgpack.encode(Live(1))),
    ],
)
def test_a_record_this_release_can_not_read_is_refused_as_such(head: bytes, state: bytes) -> None:
    with pytest.raises(UnreadableRecord):
        Match.unpack("m", loaded(head, state), None)


def test_a_head_written_before_there_were_rematches_can_still_be_read() -> None:
    old = msgspec.msgpack.encode(msgspec.msgpack.decode(msgspec.msgpack.encode(HEAD))[:-1])
    match = Match.unpack("m", loaded(old, msgspec.msgpack.encode(Live(1))), None)
    assert match.head == HEAD


def test_a_viewer_is_told_by_the_digest_of_a_token() -> None:
    match = Match.unpack("m", loaded(msgspec.msgpack.encode(HEAD), msgspec.msgpack.encode(Live(1))), None)
    assert match.viewer(None) is None
    assert match.viewer(tokens.digest(TOKEN)) == 0
    assert match.viewer(tokens.digest("host_x")) == "host"
    for none in (tokens.digest("seat_x"), b"", tokens.digest("")):
        with pytest.raises(LookupError):
            match.viewer(none)


def test_a_token_is_stored_as_its_sha_256() -> None:
    assert tokens.digest(TOKEN) == hashlib.sha256(TOKEN.encode()).digest()


def test_tokens_are_never_equal_by_chance() -> None:
    assert len({tokens.mint(kind) for kind in (tokens.SEAT, tokens.HOST) for _ in range(500)}) == 1000


@pytest.mark.parametrize("kind", [tokens.SEAT, tokens.HOST])
def test_minted_and_derived_tokens_have_the_shape_of_one(kind: str) -> None:
    assert tokens.well_formed(tokens.mint(kind))
    assert tokens.well_formed(tokens.derive(kind, b"salt", "create", "key", "0"))


@pytest.mark.parametrize("text", ["", "seat_", TOKEN[:-1], TOKEN + "A", TOKEN + "\n", " " + TOKEN, "key" + TOKEN[4:]])
def test_anything_else_is_none(text: str) -> None:
    assert not tokens.well_formed(text)


def test_a_derived_token_follows_from_all_its_parts() -> None:
    parts = [("seat", b"s", "create", "k", "0"), ("host", b"s", "create", "k", "0"), ("seat", b"t", "create", "k", "0")]
    parts += [("seat", b"s", "claim", "k", "0"), ("seat", b"s", "create", "l", "0"), ("seat", b"s", "create", "k", "1")]
    derived = [tokens.derive(kind, salt, *rest) for kind, salt, *rest in parts]
    assert derived == [tokens.derive(kind, salt, *rest) for kind, salt, *rest in parts]
    assert len({token.split("_", 1)[1] for token in derived}) == len(parts)


def test_a_sealed_seed_hides_and_comes_back_only_with_secret_and_match() -> None:
    seed = bytes(range(32))
    sealed = tokens.seal(seed, "m", "secret")
    assert sealed != seed
    assert tokens.seal(sealed, "m", "secret") == seed
    assert tokens.seal(sealed, "n", "secret") != seed
    assert tokens.seal(sealed, "m", "other") != seed
    assert tokens.seal(seed, "m", None) == seed


def test_a_match_id_is_24_characters_of_36() -> None:
    ids = [tokens.new_match_id() for _ in range(200)]
    assert len(set(ids)) == 200
    assert all(tokens.ID.match(one) and len(one) == 24 for one in ids)
    assert set("".join(ids)) == set("abcdefghijklmnopqrstuvwxyz0123456789")


def test_fingerprints_tell_route_and_body_but_not_the_order_of_keys() -> None:
    one = fingerprint("moves", {"a": 1, "b": [1, 2]})
    assert one == fingerprint("moves", {"b": [1, 2], "a": 1})
    others = [("claim", {"a": 1, "b": [1, 2]}), ("moves", {"a": 1, "b": [2, 1]}), ("moves", {"a": True, "b": [1, 2]})]
    assert len({one, *(fingerprint(route, body) for route, body in others)}) == 4


@pytest.mark.parametrize("body", [b"{}", 5000 * b"[]"])
def test_an_answer_is_remembered_whole_and_marked_as_replayed(body: bytes) -> None:
    once = Once.by("caller", "key", "moves", {})
    assert once
    kept = keep(Answer(201, msgspec.Raw(body), '"0-host-0"', "/v1/matches/m"))
    assert len(kept) < 300
    again = replay(kept, once.key.fingerprint, once, b"salt")
    assert (again.status, again.body, again.etag, again.location) == (201, body, '"0-host-0"', "/v1/matches/m")
    assert again.replayed


def test_tokens_are_not_kept_with_an_answer_and_made_again_from_the_key() -> None:
    once = Once.by(None, "one key of many characters", "create", {})
    assert once
    mint = minting(b"salt", once)
    seats = [{"seat": 0, "token": mint("seat", 0)}, {"seat": 1, "token": None}]
    document = {"host_token": mint("host", 0), "seats": seats}
    kept = keep(Answer(201, document))
    assert mint("seat", 0).encode() not in kept + (zlib.decompress(kept[1:]) if kept[:1] == b"z" else b"")
    assert msgspec.json.decode(replay(kept, once.key.fingerprint, once, b"salt").body) == document
    other = replay(kept, once.key.fingerprint, once, b"another match's salt")
    assert msgspec.json.decode(other.body)["host_token"] != document["host_token"]


def test_times_are_written_in_utc_to_the_millisecond() -> None:
    assert iso(0) == "1970-01-01T00:00:00.000Z"
    assert iso(1_783_000_000_123) == "2026-07-02T13:46:40.123Z"
