"""Bots: from a seat's own view to a move. They are given nothing else."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.randomness import Stream

View = Mapping[str, Any]
Bot = Callable[[View, Stream], Mapping[str, Any] | None]
"""Chooses a move from a view; None to wait for what others answer."""


def random(view: View, stream: Stream) -> Mapping[str, Any]:
    """Choose any legal move: a form, then each of its fields, all evenly."""
    forms: list[Mapping[str, Any]] = view["legal_moves"]
    form = stream.choice(forms)
    return {"type": form["type"], **{n: _sample(domain, stream) for n, domain in form.get("fields", {}).items()}}


def _sample(domain: Mapping[str, Any], stream: Stream) -> Any:
    match domain:
        case {"one_of": values}:
            return stream.choice(values)
        case {"pick": items, "min": low, "max": high}:
            items = list(items)
            return [items.pop(stream.below(len(items))) for _ in range(low + stream.below(high - low + 1))]
        case {"list_of": items, "min": low, "max": high}:
            return [stream.choice(items) for _ in range(low + stream.below(high - low + 1))]
        case {"between": [low, high]}:
            return low + stream.below(high - low + 1)
    raise ValueError(f"not a domain: {domain}")


NAMES = ("random", "steady")


def bot(name: str, steady: Bot, patient: Callable[[View], bool] | None = None) -> Bot:
    """Return the bot of that name; `steady` is the game's own sensible player. Raises KeyError for other names.

    `patient` tells whether whoever has a view should wait for what players answer: `random` then does.
    `forced` is `random` without patience.
    """

    def waiting(view: View, stream: Stream) -> Mapping[str, Any] | None:
        return None if patient and patient(view) else random(view, stream)

    return {"random": waiting if patient else random, "steady": steady, "forced": random}[name]
