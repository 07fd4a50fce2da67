"""The texts themselves: an event, a move, a phase, a result, a card, a rule, a refusal, in a language.

Text is made of what the viewer may know, `data` and its own `private`, and of nothing else. A player is called by the
name that the seat has now, kept apart for its direction; nobody is addressed.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.games import GAMES
from referee.words.languages import Language

if TYPE_CHECKING:  # whoever asks for no language does not pay for Fluent and Babel
    from referee.words.speech import Speech
    from referee.words.teller import Names, Teller

_GAMES = Path(__file__).parent.parent / "games"


def event_text(game: str, event: Mapping[str, Any], names: "Names", lang: Language) -> str:
    """Tell an event as its viewer sees it: `{"type", "seat", "data", "private"?}`, `private` flat.

    Where `private` is by seat, as in an audit, the event is told as all may know it.
    """
    type_ = event["type"]
    if type_ == "finished":
        return result_text(game, event["data"], names, lang)
    teller = _teller(game, names, lang)
    private = event.get("private") or {}
    if not private or all(key.isdecimal() for key in map(str, private)):
        private = {}
    own = {f"own_{field}": value for field, value in private.items()}
    args = teller.of_event(type_, {"seat": event.get("seat"), **event["data"], **own})
    message = f"event-{type_}"
    told_apart = bool(private) and teller.speech.has(message, "private")
    return teller.speech.say(message, args, "private" if told_apart else None)


def form_text(game: str, form: Mapping[str, Any], names: "Names", lang: Language) -> str:
    """Say what a form lets its seat do; where a field leaves little choice, also with what."""
    teller = _teller(game, names, lang)
    return teller.speech.say(f"move-{form['type']}", teller.of_form(form["type"], form.get("fields", {})))


def field_text(game: str, move: str, field: str, lang: Language) -> str:
    """Say what a field of a move asks for."""
    return _speech(game, lang).say(f"move-{move}", attribute=field)


def phase_text(game: str, phase: str, lang: Language) -> str:
    """Name a phase of a game, `open` and `over` included."""
    return _speech(game, lang).say(f"phase-{phase}")


def result_text(game: str, result: Mapping[str, Any], names: "Names", lang: Language) -> str:
    """Say who won, with how much and why: `{"winners", "scores", "reason"}`."""
    teller = _teller(game, names, lang)
    winners, scores = result["winners"], result["scores"]
    args = teller.of_event("finished", {"winners": winners})
    return teller.speech.say(f"result-{result['reason']}", args | {"score": scores[winners[0]] if winners else 0})


def status_text(status: str, lang: Language) -> str:
    """Say how a match stands."""
    return _speech(None, lang).say(f"status-{status}")


def component_name(game: str, slug: str, lang: Language) -> str:
    """Name a card or piece as people read it."""
    return str(_teller(game, (), lang).component(slug))


def back_text(kind: str, lang: Language) -> str:
    """Name the back of a kind of cards or pieces."""
    return _speech(None, lang).say(f"back-{kind}")


def option_text(game: str, option: str, lang: Language) -> str:
    """Name an option of a game."""
    return _speech(game, lang).say(f"option-{option}")


def option_about(game: str, option: str, lang: Language) -> str:
    """Say what an option changes."""
    return _speech(game, lang).say(f"option-{option}", attribute="about")


def rule_text(game: str, rule: str, lang: Language) -> str:
    """State a rule. English is what stands in `rules.md`."""
    if lang == "en":
        return GAMES[game].rules[rule].text
    return _rules(game, lang).say(f"rule-{rule}")


def rule_text_by_id(rule: str, lang: Language) -> str:
    """State a rule of whichever game has it. Raises StopIteration where none has."""
    return rule_text(next(game for game, book in GAMES.items() if rule in book.rules), rule, lang)


def problem_title(code: str, lang: Language) -> str:
    """Name a kind of refusal."""
    return _speech(None, lang).say(f"problem-{code}")


def problem_detail(code: str, lang: Language) -> str:
    """Say what a kind of refusal means and what to do."""
    return _speech(None, lang).say(f"problem-{code}", attribute="detail")


@cache
def _speech(game: str | None, lang: Language) -> "Speech":
    """Load the words of the service, and of a game, when they are first asked for."""
    from referee.words.speech import Speech

    files = [Path(__file__).parent / f"words.{lang}.ftl"]
    if game is not None:
        files.append(_GAMES / game / f"words.{lang}.ftl")
    return Speech(lang, files)


@cache
def _rules(game: str, lang: Language) -> "Speech":
    from referee.words.speech import Speech

    return Speech(lang, [_GAMES / game / f"rules.{lang}.ftl"])


def _teller(game: str, names: "Names", lang: Language) -> "Teller":
    from referee.words.teller import Teller

    return Teller(game, names, _speech(game, lang))
