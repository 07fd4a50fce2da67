"""The pages for people: the interface, the games, the problem codes, and the text on fairness with its vectors."""

import gzip
import hashlib
import hmac
import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.api import fairness, openapi
from referee.api.markdown import prose
from referee.api.problems import PROBLEMS
from referee.games import GAMES

pytestmark = pytest.mark.slow


class Page(HTMLParser):
    """What a page consists of: ids, links, addresses that a browser would fetch, and whether tags are balanced."""

    VOID = {"meta", "link", "br", "input", "img", "hr"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.headings: list[int] = []
        self.landmarks: set[str] = set()
        self.attributes: set[str] = set()
        self.data: dict[str, str] = {}
        self._open: list[str] = []
        self.within: dict[str, str] = {}
        self.feed(text)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.attributes |= given.keys()
        self.data |= {name: value for name, value in given.items() if name.startswith("data-")}
        if tag not in self.VOID:
            self._open.append(tag)
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a":
            self.links.append(given["href"])
        elif "href" in given or "src" in given:
            self.fetched.append(given.get("href", "") + given.get("src", ""))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag in ("main", "nav"):
            self.landmarks.add(tag)

    def handle_data(self, data: str) -> None:
        if self._open:
            self.within[self._open[-1]] = self.within.get(self._open[-1], "") + data

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


GAME_PAGES = {game.id: f"/docs/games/{game.id}" for game in GAMES.values()}
DRAWN = ["/docs/interface", *GAME_PAGES.values()]
"""Pages of which Swagger UI draws a part."""

PAGES = ["/docs", *DRAWN, "/docs/fairness", "/problems", "/problems/not-found"]


def read(client: FlaskClient, path: str) -> Page:
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    return Page(answer.text)


def elsewhere(address: str) -> bool:
    """Whether an address names a server, or leaves a folder in which a proxy may have put ours."""
    return re.match("[a-z]+:|/", address) is not None


def files(client: FlaskClient, path: str) -> dict[str, TestResponse]:
    """The files that a page loads, by name."""
    addresses = [urljoin(path, address) for address in read(client, path).fetched if address != "data:,"]
    return {address.rpartition("/")[2]: client.get(address) for address in addresses}


# What browsers load


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_no_other_server_and_works_below_a_prefix(client: FlaskClient, path: str) -> None:
    page = read(client, path)
    assert [one for one in page.fetched + page.links + [page.data.get("data-root", "")] if elsewhere(one)] == ["data:,"]
    for address in page.fetched[1:] + page.links:
        assert urljoin(f"/below/this{path}", address).startswith("/below/this/"), address


@pytest.mark.parametrize("path", PAGES)
def test_a_page_holds_no_script_and_no_style_that_the_policy_would_refuse(client: FlaskClient, path: str) -> None:
    page = read(client, path)
    assert {tag for tag in ("script", "style") if page.within.get(tag)} == set()
    assert {name for name in page.attributes if name == "style" or name.startswith("on")} == set()


@pytest.mark.parametrize("path", PAGES)
def test_every_file_that_a_page_loads_may_be_kept_for_a_year(client: FlaskClient, path: str) -> None:
    loaded = files(client, path)
    drawing = {"swagger-ui.css", "swagger-ui-bundle.js", "interface.js"} if path in DRAWN else set()
    assert set(loaded) == {"pages.css"} | drawing
    for name, answer in loaded.items():
        assert answer.status_code == 200
        assert answer.mimetype == ("text/css" if name.endswith("css") else "text/javascript")
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_style_sheets_load_nothing_and_our_script_only_the_document(client: FlaskClient) -> None:
    loaded = files(client, "/docs/interface")
    for name in ("pages.css", "swagger-ui.css"):
        assert "@import" not in loaded[name].text
        assert set(re.findall(r"url\(\W?(\w*)", loaded[name].text)) <= {"data"}
    assert re.findall(r"fetch\((.*?)\)", loaded["interface.js"].text) == ["`${root}openapi.json`"]
    assert "//" not in re.sub(r"(?m)(^|\s)// .*$", "", loaded["interface.js"].text)
    assert "validatorUrl: null" in loaded["interface.js"].text  # else Swagger UI shows a badge of swagger.io


def test_files_are_compressed_and_tagged(client: FlaskClient) -> None:
    for name, plain in files(client, "/docs/interface").items():
        packed = client.get(plain.request.path, headers={"Accept-Encoding": "gzip"})
        assert gzip.decompress(packed.data) == plain.data, name
        again = client.get(plain.request.path, headers={"If-None-Match": plain.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["Cache-Control"] == plain.headers["Cache-Control"]


def test_an_address_of_another_version_is_not_answered_with_this_one(client: FlaskClient) -> None:
    path = files(client, "/docs")["pages.css"].request.path
    version = path.split("/")[-2]
    for other in (path.replace(version, "0" * 16), path.replace("pages.css", "none.css")):
        answer = client.get(other)
        assert (answer.status_code, answer.json and answer.json["code"]) == (404, "not-found")
        assert "max-age" not in answer.headers.get("Cache-Control", "")


@pytest.mark.parametrize("file", ["../docs.py", "..%2Fdocs.py", "%2Fetc%2Fpasswd", "VERSION", "index.css"])
def test_no_other_file_is_given_out(client: FlaskClient, file: str) -> None:
    folder = files(client, "/docs")["pages.css"].request.path.rpartition("/")[0]
    assert client.get(f"{folder}/{file}").status_code == 404


# What readers find


@pytest.mark.parametrize("path", PAGES)
def test_every_link_leads_somewhere_and_ids_are_unique(client: FlaskClient, path: str) -> None:
    page = read(client, path)
    assert len(page.ids) == len(set(page.ids))
    for link in page.links:
        address, _, part = urljoin(path, link).partition("#")
        answer = client.get(address)
        assert answer.status_code == 200, link
        assert not part or part.startswith("/") or part in Page(answer.text).ids, link


@pytest.mark.parametrize("path", PAGES)
def test_headings_do_not_skip_a_level(client: FlaskClient, path: str) -> None:
    page = read(client, path)
    assert page.headings[0] == 1
    assert page.headings.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(page.headings, page.headings[1:], strict=False))
    assert page.landmarks == {"main", "nav"}


def test_the_root_leads_to_the_first_page_and_that_one_to_all_others(client: FlaskClient) -> None:
    answer = client.get("/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/docs")
    assert {*DRAWN, "/docs/fairness", "/problems"} <= {urljoin("/docs", link) for link in read(client, "/docs").links}


@pytest.mark.parametrize("path", DRAWN)
def test_what_swagger_ui_draws_is_the_document_of_this_server(client: FlaskClient, path: str) -> None:
    page = read(client, path)
    assert "swagger-ui" in page.ids
    assert client.get(urljoin(path, page.data["data-root"] + "openapi.json")).json == openapi.document()


@pytest.mark.parametrize("tag", [tag["name"] for tag in openapi.document()["tags"]])
def test_the_first_page_links_every_group_of_operations(client: FlaskClient, tag: str) -> None:
    assert f"docs/interface#/{tag}" in read(client, "/docs").links


@pytest.mark.parametrize(("game", "path"), GAME_PAGES.items())
def test_a_game_s_page_tells_all_that_the_catalogue_tells(client: FlaskClient, game: str, path: str) -> None:
    entry = client.get(f"/v1/games/{game}").json
    assert entry is not None
    page = read(client, path)
    text = client.get(path).text
    for move in entry["moves"]:
        assert move["rule"] in page.ids
        assert f"<code>{move['type']}</code>" in text
    for event in entry["events"]:
        assert f"<code>{event['type']}</code>" in text
        for part in (event["data"], event["private"] or {}):
            assert all(f"<code>{name}</code>" in text for name in part.get("properties", ()))
    for name in (*entry["phases"], *(one["name"] for one in entry["components"])):
        assert f"<code>{name}</code>" in text
    for part in ("Move", "Options", "Deal", "Table", "View", "Event"):
        assert page.data["data-prefix"] + part in openapi.document()["components"]["schemas"]


@pytest.mark.parametrize(("game", "path"), GAME_PAGES.items())
def test_a_game_s_page_has_every_rule_by_its_id(client: FlaskClient, game: str, path: str) -> None:
    told = client.get(f"/v1/games/{game}/rules").json
    assert told is not None
    assert [one for one in read(client, path).ids if re.fullmatch(r"[A-Z]{3}-\d+", one)] == [
        rule["id"] for rule in told["rules"]
    ]


def test_the_page_of_a_game_that_there_is_not_names_those_there_are(client: FlaskClient) -> None:
    answer = client.get("/docs/games/chess")
    assert answer.status_code == 404
    assert answer.json is not None
    assert all(game.id in answer.json["detail"] for game in GAMES.values())


@pytest.mark.parametrize("code", PROBLEMS)
def test_every_problem_has_a_page(client: FlaskClient, code: str) -> None:
    answer = client.get(f"/problems/{code}")
    assert answer.mimetype == "text/html"
    assert f"<code>{code}</code>" in answer.text
    Page(answer.text)
    told = client.get(f"/problems/{code}", headers={"Accept": "application/json"}).json
    assert told == {
        "code": code,
        "status": PROBLEMS[code].status,
        "title": PROBLEMS[code].title,
        "text": PROBLEMS[code].text,
        "type": f"/problems/{code}",
    }


def test_the_index_of_problems_lists_all(client: FlaskClient) -> None:
    page = Page(client.get("/problems").text)
    assert {f"problems/{code}" for code in PROBLEMS} <= set(page.links)
    told = client.get("/problems", headers={"Accept": "application/json"}).json
    assert told is not None
    assert [problem["code"] for problem in told["problems"]] == list(PROBLEMS)


def test_an_unknown_problem_is_not_found(client: FlaskClient) -> None:
    answer = client.get("/problems/<b>none</b>")
    assert answer.status_code == 404
    assert answer.json is not None
    assert answer.json["code"] == "not-found"


def test_html_in_prose_is_text() -> None:
    told = prose("a `b<c` & d <b>\n\n- one\n- two")
    assert told == "<p>a <code>b&lt;c</code> &amp; d &lt;b&gt;</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n"


def test_markdown_leads_to_no_script() -> None:
    assert "href" not in prose("[a](javascript:b)")


# Fairness: the vectors recomputed from the text alone, with hashlib and hmac


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def _key(seed: bytes, match: str, entropies: list[str | None]) -> bytes:
    message = b"referee/shuffle/1" + bytes([0]) + match.encode("utf-8") + bytes([0])
    for entropy in entropies:
        text = entropy.encode("utf-8") if entropy else b""
        message += bytes([0, 0, len(text) // 256, len(text) % 256]) + text
    return _hmac(seed, message)


def _words(key: bytes, count: int) -> list[int]:
    found: list[int] = []
    block = 0
    while len(found) < count:
        data = _hmac(key, block.to_bytes(8, "big"))
        found += [int.from_bytes(data[at : at + 4], "big") for at in range(0, 32, 4)]
        block += 1
    return found[:count]


class _Below:
    def __init__(self, key: bytes) -> None:
        self.words = _words(key, 100)
        self.used = 0

    def __call__(self, n: int) -> int:
        while True:
            word = self.words[self.used]
            self.used += 1
            if word < (2**32 // n) * n:
                return word % n


SEED = bytes.fromhex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
MATCH = "k3v9x0q2m8c7w1r5z6t4b3nd"
ENTROPIES = ["my own dice: 4 1 6 6 2", None, "小早川", None]


def recomputed() -> dict[str, Any]:
    """Every value of the table of vectors, from the text."""
    key = _key(SEED, MATCH, ENTROPIES)
    below, rejecting, shuffling = _Below(key), _Below(key), _Below(key)
    cards = list(range(1, 16))
    for i in range(14, 0, -1):
        j = shuffling(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return {
        "seed": SEED.hex(),
        "match": MATCH,
        "entropies": ENTROPIES,
        "commitment": "sha256:" + hashlib.sha256(b"referee/commit/1\x00" + MATCH.encode() + b"\x00" + SEED).hexdigest(),
        "match_key": key.hex(),
        "match_key_seed_given": _key(SEED, "", ENTROPIES).hex(),
        "words": _words(key, 10),
        "below_15": [below(15) for _ in range(10)],
        "below_rejecting": [rejecting(2147483649) for _ in range(4)],
        "below_rejecting_words": rejecting.used,
        "shuffled": cards,
        "first_seat_of_3": _Below(_hmac(key, b"referee/first_seat/1"))(3),
    }


PINNED: dict[str, Any] = {
    "seed": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    "match": "k3v9x0q2m8c7w1r5z6t4b3nd",
    "entropies": ["my own dice: 4 1 6 6 2", None, "小早川", None],
    "commitment": "sha256:80ae8a2c5f9cb6ac77de85c8dfd73b6f8b62cc09ff87ec1418dc3d45da6e6b1f",
    "match_key": "1da525d0756e8bde15ba877208d4737b40170c03d0e878e7dce981da5533520e",
    "match_key_seed_given": "fad03fe920a08a3487a114b197a08f380e0a5f063a9dbc38b34d528c4f796acb",
    "words": [
        1998394475,
        1465463727,
        3721549799,
        665517577,
        2638337667,
        427464382,
        1658443144,
        2551820795,
        659734286,
        2850151053,
    ],
    "below_15": [5, 12, 14, 7, 12, 7, 4, 5, 11, 3],
    "below_rejecting": [1998394475, 1465463727, 665517577, 427464382],
    "below_rejecting_words": 6,
    "shuffled": [1, 15, 13, 11, 9, 14, 12, 4, 5, 3, 10, 2, 7, 8, 6],
    "first_seat_of_3": 0,
}


def test_the_vectors_follow_from_the_text() -> None:
    assert fairness.vectors() == recomputed()


def test_the_vectors_never_change() -> None:
    assert fairness.vectors() == PINNED


def test_rejection_is_among_the_vectors() -> None:
    assert PINNED["below_rejecting_words"] > len(PINNED["below_rejecting"])


def test_the_page_shows_the_vectors(client: FlaskClient) -> None:
    text = client.get("/docs/fairness").text
    for value in (PINNED["commitment"], PINNED["match_key"], PINNED["match_key_seed_given"]):
        assert f"<code>{value}</code>" in text
    for numbers in (PINNED["words"], PINNED["below_15"], PINNED["below_rejecting"], PINNED["shuffled"]):
        assert f"<code>{' '.join(map(str, numbers))}</code>" in text


def test_the_page_tells_of_every_game_what_is_shuffled(client: FlaskClient) -> None:
    assert {f"fairness-{game.id}" for game in GAMES.values()} <= {*read(client, "/docs/fairness").ids}
