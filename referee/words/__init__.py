"""Words for people, in three languages: what happened, what may be done, how it stands.

Pure functions over what a viewer sees; Fluent files hold the words, one a game (`referee/games/<id>/words.<lang>.ftl`,
the rules beside them) and one for the service. Nothing is loaded before a text is asked for.
"""

from referee.words.languages import LANGUAGES, Language, language
from referee.words.texts import (
    back_text,
    component_name,
    event_text,
    field_text,
    form_text,
    option_about,
    option_text,
    phase_text,
    problem_detail,
    problem_title,
    result_text,
    rule_text,
    rule_text_by_id,
    status_text,
)

__all__ = [
    "LANGUAGES",
    "Language",
    "back_text",
    "component_name",
    "event_text",
    "field_text",
    "form_text",
    "language",
    "option_about",
    "option_text",
    "phase_text",
    "problem_detail",
    "problem_title",
    "result_text",
    "rule_text",
    "rule_text_by_id",
    "status_text",
]
