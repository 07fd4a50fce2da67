"""Texts beside what they are about, in documents as callers get them."""

from copy import deepcopy
from typing import Any

import pytest

from referee.words import LANGUAGES
from referee.words.captions import caption

EVENT = {"game": "kobayakawa", "seq": 2, "type": "passed", "seat": 1, "data": {}}
VIEW = {
    "game": "kobayakawa",
    "phase": "keep",
    "status": "finished",
    "seats": [{"seat": 0, "name": "Ana"}, {"seat": 1, "name": "Bo"}, {"seat": 2, "name": None}],
    "legal_moves": [{"type": "keep", "fields": {"card": {"one_of": [3, 9]}}}],
    "result": {"winners": [0], "scores": [4, 1, 3], "reason": "most_kamon"},
}


def bare(document: Any) -> Any:
    """The document less every text."""
    if isinstance(document, list):
        return [bare(part) for part in document]
    if not isinstance(document, dict):
        return document
    return {name: bare(part) for name, part in document.items() if name != "text" and not name.endswith("_text")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_holds_a_view_or_events_is_captioned_and_keeps_all_it_had(lang: Any) -> None:
    page: dict[str, Any] = {"events": [dict(EVENT)], "last_event": 2}
    moved: dict[str, Any] = {"version": 3, "events": [dict(EVENT)], "view": deepcopy(VIEW)}
    audit: dict[str, Any] = {
        "game": "kobayakawa",
        "commitment": "sha256:0",
        "status": "finished",
        "seats": VIEW["seats"],
        "events": [dict(EVENT)],
        "result": VIEW["result"],
    }
    for document in (deepcopy(VIEW), page, moved, audit, dict(EVENT)):
        before = deepcopy(document)
        caption(document, lang, game="kobayakawa", names=["Ana", "Bo", None])
        assert bare(document) == before
        assert document != before
    assert page["events"][0]["text"] == moved["events"][0]["text"] == audit["events"][0]["text"]
    assert "Bo" in page["events"][0]["text"]
    view = moved["view"]
    assert view["phase_text"]
    assert audit["status_text"] == view["status_text"]
    assert "Ana" in view["result"]["text"]
    assert view["legal_moves"][0]["text"]
    assert view["legal_moves"][0]["fields"]["card"]["text"]


def test_a_document_about_no_match_stays_as_it_is() -> None:
    ticket = {"ticket": "ticket_x", "expires_in": 30}
    caption(ticket, "fi", game="kobayakawa")
    assert ticket == {"ticket": "ticket_x", "expires_in": 30}
