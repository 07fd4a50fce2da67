"""Pictures of cards and pieces over HTTP: where the catalogue says, for a year, and with the catalogue's own words."""

import re
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from referee.api.schemas import CONTROLLERS
from referee.app import create_app
from referee.config import Config
from referee.games import GAMES
from referee.store import Store
from tests.api.checks import refused

each_game = pytest.mark.parametrize("game", [game.id for game in GAMES.values()])


@each_game
def test_the_catalogue_names_every_component_with_its_colour_and_a_picture_that_is_there(
    client: FlaskClient, game: str
) -> None:
    for one in client.get(f"/v1/games/{game}").json["components"]:
        assert set(one) == {"id", "name", "count", "kind", "color", "picture"}
        assert one["name"] == one["id"]
        assert re.fullmatch(r"[a-z0-9+-]+", one["id"])
        assert re.fullmatch("#[0-9a-f]{6}", one["color"])
        answer = client.get(one["picture"])
        assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
        assert one["id"] in ElementTree.fromstring(answer.data)[1].text


@each_game
def test_every_kind_of_component_has_a_back(client: FlaskClient, game: str) -> None:
    entry = client.get(f"/v1/games/{game}").json
    assert set(entry["backs"]) == {one["kind"] for one in entry["components"]}
    for kind, where in entry["backs"].items():
        assert where.startswith(f"/v1/games/{game}/cards/back-{kind}.svg?")
        assert client.get(where).status_code == 200


@each_game
def test_every_card_gem_drink_sweet_and_object_that_a_schema_lists_is_a_component(
    client: FlaskClient, game: str
) -> None:
    entry = client.get(f"/v1/games/{game}").json
    ids = {one["id"] for one in entry["components"]} | {"gem"}  # a gem card of any colour, which KINMO asks for

    def listed(node: object) -> set[str]:
        if isinstance(node, list):
            return set().union(*map(listed, node))
        if not isinstance(node, dict):
            return set()
        own = set(node["enum"]) if "enum" in node and "x-is" in node else set()
        return own.union(*map(listed, node.values()))

    assert listed([entry["table"], entry["card"], entry["moves"], entry["events"]]) <= ids


def test_a_picture_may_be_kept_for_a_year_and_asked_for_by_its_tag(client: FlaskClient) -> None:
    where = client.get("/v1/games/kinmo").json["components"][0]["picture"]
    answer = client.get(where)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    again = client.get(where, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.head(where).headers["ETag"] == answer.headers["ETag"]


@pytest.mark.parametrize(
    ("lang", "spoken", "title"),
    [("fi", "fi", "Vihreä jalokivikortti"), ("es-MX", "es", "Carta de gema verde"), ("tlh", "en", "Green gem card")],
)
def test_a_picture_has_its_name_in_the_language_asked_for(
    client: FlaskClient, lang: str, spoken: str, title: str
) -> None:
    plain = client.get("/v1/games/kinmo/cards/gem-green.svg")
    answer = client.get(f"/v1/games/kinmo/cards/gem-green.svg?lang={lang}")
    assert answer.headers["Content-Language"] == spoken
    assert ElementTree.fromstring(answer.data)[0].text == title
    assert answer.headers["ETag"] != plain.headers["ETag"]
    assert "Content-Language" not in plain.headers


@pytest.mark.parametrize("slug", ["kmakici%2Bkintaro", "kmakici+kintaro", "usagi-1+usagi-2+usagi-3", "back-chip"])
def test_slugs_may_be_escaped_and_name_any_card_there_can_be(client: FlaskClient, slug: str) -> None:
    assert client.get(f"/v1/games/teatime/cards/{slug}.svg").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/v1/games/chess/cards/pawn.svg",
        "/v1/games/kinmo/cards/gem-red.svg",
        "/v1/games/kinmo/cards/back-drink.svg",
        "/v1/games/kinmo/cards/Thief.svg",
        "/v1/games/teatime/cards/kintaro+kmakici.svg",
        "/v1/games/kinmo/cards/thief.png",
        "/v1/games/kinmo/cards/..%2Fthief.svg",
        "/v1/games/kinmo/cards/.svg",
    ],
)
def test_what_is_not_there_is_not_found(client: FlaskClient, path: str) -> None:
    refused(client.get(path), 404, "not-found")


def test_the_catalogue_lists_the_bots(client: FlaskClient) -> None:
    assert client.get("/v1/games").json["bots"] == ["bot:random", "bot:steady"]
    assert {"player", *client.get("/v1/games").json["bots"]} == set(CONTROLLERS)


def test_pictures_follow_the_path_under_which_a_proxy_offers_the_service(store: Store) -> None:
    client = create_app(Config(trusted_proxies=1), store).test_client()
    behind = {"X-Forwarded-Prefix": "/referee"}
    for answer in (client.get("/v1/games/kinmo", headers=behind).json, client.get("/v1/games", headers=behind).json):
        entry = answer["games"][1] if "games" in answer else answer
        assert entry["components"][0]["picture"].startswith("/referee/v1/games/kinmo/cards/gem-green.svg?v=")
        assert entry["backs"]["card"].startswith("/referee/v1/games/kinmo/cards/back-card.svg?v=")
    assert client.get("/v1/games/kinmo").json["components"][0]["picture"].startswith("/v1/")
