"""Texts beside what they are about: a document as its caller gets it, with words in the language asked for.

What is told is made of the document itself, of which nothing is taken away, and of the names that the seats have now;
so nobody is told more than the document tells.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from referee.words.languages import Language
from referee.words.texts import event_text, field_text, form_text, phase_text, result_text, status_text

Json: TypeAlias = dict[str, Any]
Names: TypeAlias = Sequence[str | None]
"""The names that the seats have now, by seat."""


def caption(document: Json, lang: Language, *, game: str | None = None, names: Names = ()) -> None:
    """Add texts to a view, an event, an audit, a page of events, or a document that holds some of them.

    `game` and `names` are those of the match, where no view in the document tells them. Plain JSON, changed in place.
    """
    view = document if "legal_moves" in document and "phase" in document else document.get("view")
    if view:
        game, names = view["game"], [seat["name"] for seat in view["seats"]]
        _caption_view(view, lang, names)
    elif "commitment" in document:
        game, names = document["game"], [seat["name"] for seat in document["seats"]]
        _caption_end(document, lang, game or "", names)
    if game is None:
        return
    for event in [document] if "seq" in document else document.get("events", ()):
        event["text"] = event_text(game, event, names, lang)


def captioned(document: Any, lang: Language, *, game: str | None = None, names: Names = ()) -> Json:
    """Return a document, given as a struct or as JSON, with texts."""
    plain: Json = msgspec.json.decode(msgspec.json.encode(document))
    caption(plain, lang, game=game, names=names)
    return plain


def _caption_view(view: Json, lang: Language, names: Names) -> None:
    game = view["game"]
    view["phase_text"] = phase_text(game, view["phase"], lang)
    _caption_end(view, lang, game, names)
    for form in view["legal_moves"]:
        caption_form(game, form, names, lang)


def _caption_end(document: Json, lang: Language, game: str, names: Names) -> None:
    document["status_text"] = status_text(document["status"], lang)
    result: Mapping[str, Any] | None = document.get("result")
    if result:
        document["result"] = {**result, "text": result_text(game, result, names, lang)}


def caption_form(game: str, form: Json, names: Names, lang: Language) -> None:
    """Add what a form does, and what each of its fields asks for."""
    form["text"] = form_text(game, form, names, lang)
    for field, domain in form.get("fields", {}).items():
        domain["text"] = field_text(game, form["type"], field, lang)
