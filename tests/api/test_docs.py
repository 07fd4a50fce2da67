"""The pages for people: the documentation, the problem codes, and the text on fairness with its vectors."""

import hashlib
import hmac
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.api import fairness, openapi
from referee.api.problems import PROBLEMS
from referee.api.reading import kind, pretty, prose
from referee.games import GAMES


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
        self._open: list[str] = []
        self.feed(text)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
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

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


@pytest.fixture
def page(client: FlaskClient) -> Page:
    answer = client.get("/docs")
    assert answer.mimetype == "text/html"
    return Page(answer.text)


def test_the_page_fetches_nothing(client: FlaskClient, page: Page) -> None:
    assert page.fetched == ["data:,"]
    text = client.get("/docs").text
    assert "<script" not in text
    assert "url(" not in text
    assert "@import" not in text
    assert "http://" not in text
    assert "https://" not in text


def test_every_link_within_the_page_leads_somewhere_and_ids_are_unique(page: Page) -> None:
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)


def test_every_link_to_this_server_is_answered(client: FlaskClient, page: Page) -> None:
    links = {link for link in page.links if link.startswith("/")}
    assert {f"/v1/games/{game.id}/rules" for game in GAMES} <= links
    assert {f"/problems/{code}" for code in PROBLEMS} <= links
    for link in links:
        assert client.get(link).status_code == 200, link


def test_the_page_shows_every_operation_and_every_schema(page: Page) -> None:
    document = openapi.document()
    for item in document["paths"].values():
        for operation in item.values():
            assert f"op-{operation['operationId']}" in page.ids
    assert {f"schema-{name}" for name in document["components"]["schemas"]} <= set(page.ids)


def test_headings_do_not_skip_a_level(page: Page) -> None:
    assert page.headings[0] == 1
    assert page.headings.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(page.headings, page.headings[1:], strict=False))
    assert page.landmarks == {"main", "nav"}


def test_the_root_leads_to_the_page(client: FlaskClient) -> None:
    answer = client.get("/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/docs")


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
    assert {f"/problems/{code}" for code in PROBLEMS} <= set(page.links)
    told = client.get("/problems", headers={"Accept": "application/json"}).json
    assert told is not None
    assert [problem["code"] for problem in told["problems"]] == list(PROBLEMS)


def test_an_unknown_problem_is_not_found(client: FlaskClient) -> None:
    answer = client.get("/problems/<b>none</b>")
    assert answer.status_code == 404
    assert answer.json is not None
    assert answer.json["code"] == "not-found"


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "integer", "minimum": 1, "maximum": 15}, "integer 1–15"),
        ({"type": "integer", "minimum": 0}, "integer ≥ 0"),
        ({"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}, "array of string (2)"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "integer or null"),
        ({"type": ["string", "null"], "maxLength": 9}, "string (≤ 9 characters) or null"),
        ({"enum": ["a", "<b>"]}, '<code>"a"</code> or <code>"&lt;b&gt;"</code>'),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "object of integer"),
        ({}, "any JSON"),
    ],
)
def test_schemas_read_well(schema: Any, text: str) -> None:
    assert str(kind(schema)).replace("&#34;", '"') == text


def test_prose_escapes_what_is_not_code() -> None:
    assert prose("a `b<c` & d\n\n- one\n- two") == (
        "<p>a <code>b&lt;c</code> &amp; d</p><ul><li>one\n</li><li>two</li></ul>"
    )


def test_examples_are_written_over_lines_only_where_they_are_long() -> None:
    assert pretty({"a": [1, "ü"]}) == '{"a": [1, "ü"]}'
    assert pretty({"a": ["x" * 50, "y" * 50]}) == f'{{\n  "a": [\n    "{"x" * 50}",\n    "{"y" * 50}"\n  ]\n}}'


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
    text = client.get("/docs").text
    for value in (PINNED["commitment"], PINNED["match_key"], PINNED["match_key_seed_given"]):
        assert f"<code>{value}</code>" in text
    for numbers in (PINNED["words"], PINNED["below_15"], PINNED["below_rejecting"], PINNED["shuffled"]):
        assert f"<code>{' '.join(map(str, numbers))}</code>" in text


def test_the_text_on_fairness_can_be_had_by_itself(client: FlaskClient) -> None:
    answer = client.get("/docs/fairness")
    assert answer.mimetype == "text/html"
    alone = Page(answer.text)
    assert alone.fetched == ["data:,"]
    assert {f"fairness-{game.id}" for game in GAMES} <= {*alone.ids} & {*Page(client.get("/docs").text).ids}
    assert all(after <= before + 1 for before, after in zip(alone.headings, alone.headings[1:], strict=False))
    assert {link[1:] for link in alone.links if link.startswith("#")} <= {*alone.ids}
