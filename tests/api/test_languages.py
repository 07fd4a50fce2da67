"""`lang`: what answers say, in words."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.games import GAMES
from tests.api.kit import Table

LANGUAGES = ("en", "es", "fi")
each_language = pytest.mark.parametrize("lang", LANGUAGES)


def bare(document: Any) -> Any:
    """A document less every text."""
    if isinstance(document, list):
        return [bare(part) for part in document]
    if not isinstance(document, dict):
        return document
    return {name: bare(part) for name, part in document.items() if name != "text" and not name.endswith("_text")}


def check(view: Any) -> None:
    """A view has a text wherever there is something to tell."""
    assert view["phase_text"]
    assert view["status_text"]
    for form in view["legal_moves"]:
        assert form["text"]
        assert all(domain["text"] for domain in form.get("fields", {}).values())
    if view["result"]:
        assert view["result"]["text"]


def test_without_lang_nothing_is_added(table: Table) -> None:
    for answer in (table.get(who=0), table.get("/events"), table.move(0, "draw")):
        assert "Content-Language" not in answer.headers
        assert answer.json == bare(answer.json)


@each_language
def test_every_answer_about_a_match_says_it_in_words_and_keeps_all_it_had(client: FlaskClient, lang: str) -> None:
    wish = {"game": "kobayakawa", "seats": ["Ana", "Bo", {"open": True}], "options": {"first_seat": 0}}
    made = client.post(f"/v1/matches?lang={lang}", json=wish)
    assert made.headers["Content-Language"] == lang
    assert made.json is not None
    check(made.json["view"])
    table = Table(client, made.json["match"], made.json["host_token"], [one["token"] for one in made.json["seats"]])
    claimed = table.post(f"/seats?lang={lang}", {"name": "Cy"})
    assert claimed.json is not None
    check(claimed.json["view"])
    table.tokens[2] = claimed.json["token"]
    view = table.get(f"?lang={lang}", 0)
    check(view.json)
    assert bare(view.json) == table.get(who=0).json
    moved = table.post(f"/moves?lang={lang}", {"type": "draw"}, 0)
    assert moved.json is not None
    check(moved.json["view"])
    assert all("Ana" in event["text"] for event in moved.json["events"])
    page = table.get(f"/events?lang={lang}", 0)
    assert page.json is not None
    assert all(event["text"] for event in page.json["events"])
    assert bare(page.json) == table.get("/events", 0).json
    table.post("/moves", {"type": "keep", "card": moved.json["view"]["hand"][0]}, 0)
    table.play_to_the_end()
    audit = table.get(f"/audit?lang={lang}").json
    assert audit is not None
    assert audit["status_text"]
    assert audit["result"]["text"]
    assert all(event["text"] for event in audit["events"])
    check(table.get(f"?lang={lang}").json)
    follow = table.post(f"/rematch?lang={lang}", {}, 0).json
    assert follow is not None
    check(follow["view"])


def test_languages_differ_in_words_and_in_tags(table: Table) -> None:
    answers = [table.get(f"?lang={lang}", 0) for lang in LANGUAGES]
    assert len({answer.headers["ETag"] for answer in answers}) == len(LANGUAGES)
    assert len({answer.json["phase_text"] for answer in answers if answer.json}) == len(LANGUAGES)
    finnish = answers[2].headers["ETag"]
    assert table.get("?lang=fi", 0, **{"If-None-Match": finnish}).status_code == 304
    assert table.get("?lang=es", 0, **{"If-None-Match": finnish}).status_code == 200
    assert table.get("", 0, **{"If-None-Match": finnish}).status_code == 200
    assert table.post("/moves?lang=fi", {"type": "draw"}, 0, If_Match=finnish).status_code == 200


@pytest.mark.parametrize(("asked", "spoken"), [("es-MX", "es"), ("FI", "fi"), ("sv", "en"), ("", "en"), ("%00", "en")])
def test_a_language_is_found_by_its_tag_and_else_it_is_english(table: Table, asked: str, spoken: str) -> None:
    answer = table.get(f"?lang={asked}")
    assert (answer.status_code, answer.headers["Content-Language"]) == (200, spoken)


def test_events_are_told_by_the_names_of_now_and_pages_have_other_tags_then(table: Table) -> None:
    table.move(0, "replace")
    before = table.get("/events?lang=fi")
    table.client.patch(f"{table.path}/seats/0", json={"name": "Aino"}, headers=table.headers(0))
    after = table.get("/events?lang=fi&after=1&limit=1")
    assert before.json is not None
    assert after.json is not None
    assert "Ana" in before.json["events"][1]["text"]
    assert "Aino" in after.json["events"][0]["text"]
    assert table.get("/events?lang=fi").headers["ETag"] != before.headers["ETag"]


def test_a_replayed_answer_is_told_in_the_language_asked_for_now(table: Table) -> None:
    first = table.post("/moves?lang=es", {"type": "draw"}, 0, Idempotency_Key="k")
    again = table.post("/moves?lang=fi", {"type": "draw"}, 0, Idempotency_Key="k")
    bare_again = table.post("/moves", {"type": "draw"}, 0, Idempotency_Key="k")
    assert first.json is not None
    assert again.json is not None
    assert again.headers["Idempotent-Replayed"] == "true"
    assert first.json["events"][0]["text"] != again.json["events"][0]["text"]
    assert bare(first.json) == bare(again.json) == bare_again.json


def test_minimal_answers_tell_of_seats_by_their_names(table: Table) -> None:
    answer = table.post("/moves?lang=en", {"type": "draw"}, 0, Prefer="return=minimal")
    assert answer.json is not None
    assert "Ana" in answer.json["events"][0]["text"]


def test_what_only_a_seat_knows_is_told_to_it_alone(table: Table) -> None:
    own = table.post("/moves?lang=en", {"type": "draw"}, 0).json
    others = table.get("/events?lang=en&after=1", 1).json
    assert own is not None
    assert others is not None
    assert "3" in own["events"][0]["text"]
    assert "3" not in others["events"][0]["text"]


@each_language
def test_streams_tell_in_words(table: Table, lang: str) -> None:
    table.play_to_the_end()
    table.client.delete(table.path, headers=table.headers("host"))  # which ends a stream
    table = Table.create(table.client)
    headers = {**table.headers(0), "Accept": "application/x-ndjson"}
    path = f"{table.path}/events?snapshot=true&after=0&lang={lang}"
    answer = table.client.get(path, headers=headers, buffered=False)
    chunks = iter(answer.response)
    text = b""
    while text.count(b"\n") < 3:
        text += next(chunks)  # type: ignore[operator]  # bytes, as streams are
    answer.close()
    lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    check(lines[0]["view"])
    assert lines[1]["text"]
    assert answer.headers["Content-Language"] == lang


@pytest.mark.parametrize("lang", ["es", "fi"])
def test_refusals_are_told_in_the_language_with_their_rule(table: Table, lang: str) -> None:
    english = table.post("/moves", {"type": "fight"}, 0).json
    told = table.post(f"/moves?lang={lang}", {"type": "fight"}, 0)
    assert english is not None
    assert told.json is not None
    assert told.headers["Content-Language"] == lang
    assert told.json["code"] == english["code"] == "illegal-move"
    for name in ("title", "detail"):
        assert told.json[name] != english[name]
    assert told.json["rule"]["id"] == english["rule"]["id"]
    assert told.json["rule"]["text"] != english["rule"]["text"]
    missing = table.client.get(f"/v1/matches/{24 * 'a'}?lang={lang}").json
    assert missing is not None
    assert missing["title"] != "There is no such thing"


def test_an_english_refusal_keeps_its_own_detail(table: Table) -> None:
    plain = table.post("/moves", {"type": "fight"}, 0).json
    told = table.post("/moves?lang=en", {"type": "fight"}, 0).json
    assert plain is not None
    assert told is not None
    assert told["detail"] == plain["detail"]


@each_language
def test_the_catalogue_names_what_people_read(client: FlaskClient, lang: str) -> None:
    plain, told = client.get("/v1/games").json, client.get(f"/v1/games?lang={lang}")
    assert told.headers["Content-Language"] == lang
    assert told.json is not None
    assert plain is not None
    assert told.json["languages"] == list(LANGUAGES)
    for before, after in zip(plain["games"], told.json["games"], strict=True):
        assert [one["id"] for one in before["components"]] == [one["id"] for one in after["components"]]
        names = [one["name"] for one in after["components"]]
        assert len(set(names)) == len(names)
        assert all(f"lang={lang}" in one["picture"] for one in after["components"])
        for option in after["options"]["properties"].values():
            assert option["title"]
            assert option["description"]
        picture = client.get(after["components"][0]["picture"])
        assert names[0].casefold() in picture.text.casefold()


@each_language
@pytest.mark.parametrize("game", sorted(GAMES))
def test_rules_are_told_in_the_language(client: FlaskClient, game: str, lang: str) -> None:
    plain, told = client.get(f"/v1/games/{game}/rules").json, client.get(f"/v1/games/{game}/rules?lang={lang}").json
    assert plain is not None
    assert told is not None
    assert [rule["id"] for rule in plain["rules"]] == [rule["id"] for rule in told["rules"]]
    differ = [one["text"] != other["text"] for one, other in zip(plain["rules"], told["rules"], strict=True)]
    assert all(differ) if lang != "en" else not any(differ)
