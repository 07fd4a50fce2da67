"""Matches of releases that sealed seeds alone: read with the secret they had, or with one that was set since."""

import msgspec
import pytest

from referee.app import create_app
from referee.config import Config
from referee.match import tokens
from referee.match.verify import verify
from referee.store import Commit, Store
from tests.api.checks import refused
from tests.api.kit import Table
from tests.games.kit import stream_for
from tests.upgrades.kit import SECRET, Golden, goldens, kept, put
from tests.upgrades.test_upgrades import audited, play_on

pytestmark = pytest.mark.slow

OTHER = "what another operator chose"

SEALED = [golden for golden in goldens() if golden.current and golden.secret]
PLAIN = [golden for golden in goldens() if golden.current and not golden.secret and golden.stage != "open"]


def behind(store: Store, golden: Golden, secret: str | None, commit: Commit | None = None) -> Table:
    """A golden record (or `commit` in its place) behind a server with that secret."""
    table, clocked = put(store, golden, commit)
    client = create_app(Config(secret=secret), clocked).test_client()  # type: ignore[arg-type]  # it passes on
    return Table(client, table.match, table.host_token, table.tokens)


@pytest.mark.parametrize("secret", [None, OTHER, f"{OTHER},{OTHER} 2"], ids=["lost", "changed", "changed, two"])
@pytest.mark.parametrize("golden", SEALED, ids=str)
def test_without_its_secret_nothing_is_played_rather_than_dealt_wrongly(
    store: Store, golden: Golden, secret: str | None
) -> None:
    table = behind(store, golden, secret)
    before = kept(store, golden)
    assert table.get("", 0).status_code == 200, "its state was not sealed"
    for seat in golden.view["to_act"]:
        form = table.get("", seat).json["legal_moves"][0]
        refused(table.post("/moves", {"type": form["type"]}, seat), 409, "match-unreadable")
    changed = table.client.patch(
        f"{table.path}/seats/0", json={"controller": "bot:random"}, headers=table.headers("host")
    )
    refused(changed, 409, "match-unreadable")
    assert kept(store, golden) == before


@pytest.mark.parametrize("secret", [SECRET, f"{OTHER},{SECRET}"], ids=["kept", "rotated"])
@pytest.mark.parametrize("golden", SEALED, ids=str)
def test_with_its_secret_it_is_played_on(store: Store, golden: Golden, secret: str) -> None:
    table = behind(store, golden, secret)
    play_on(table, stream_for(str(golden)), 10)
    assert verify(audited(table)) == []


@pytest.mark.parametrize("golden", PLAIN, ids=str)
def test_one_that_lies_unsealed_is_played_on_with_a_secret(store: Store, golden: Golden) -> None:
    table = behind(store, golden, OTHER)
    play_on(table, stream_for(str(golden)), 5)
    assert verify(audited(table)) == []


def test_a_secret_with_a_comma_that_was_one_still_opens_what_it_sealed(store: Store) -> None:
    golden, comma = SEALED[0], f"{OTHER}, {SECRET}"
    seed = tokens.seal(golden.seed, golden.match, SECRET)
    resealed = msgspec.structs.replace(golden.commit(), seed=tokens.seal(seed, golden.match, comma))
    table = behind(store, golden, comma, resealed)
    play_on(table, stream_for("comma"), 5)
    assert verify(audited(table)) == []
