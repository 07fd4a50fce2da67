"""What whoever writes a verifier must know: each game's shuffles, and test vectors; the documentation shows them."""

import json
from typing import Any

import msgspec

from referee.api.catalogue import ENTRIES
from referee.games import GAMES
from referee.randomness import Stream, commitment, match_key

SEED = bytes(range(32))
MATCH = "k3v9x0q2m8c7w1r5z6t4b3nd"
ENTROPIES = ("my own dice: 4 1 6 6 2", None, "小早川", None)
"""The creator's, then those of three seats."""

REJECTING = 2**31 + 1
"""A bound at which nearly every second word is rejected."""


_SHUFFLED = ("card", "object", "chip")
"""Kinds of components that a shuffle touches."""


def content() -> dict[str, Any]:
    """Return all that the template `fairness.html` shows."""
    return {
        "vectors": vectors(),
        "entropies": json.dumps(ENTROPIES, ensure_ascii=False),
        "rejecting": REJECTING,
        "shuffles": [
            {
                "id": game,
                "title": book.title,
                "text": book.shuffle,
                "components": [one for one in ENTRIES[game]["components"] if one["kind"] in _SHUFFLED],
                "vectors": [json.dumps(msgspec.to_builtins(vector)) for vector in book.vectors],
            }
            for game, book in GAMES.items()
        ],
    }


def vectors() -> dict[str, Any]:
    """Compute every value that the text on fairness names, in the order in which it names them."""
    key = match_key(SEED, MATCH, ENTROPIES)
    words, below, rejecting = Stream(key), Stream(key), Stream(key)
    return {
        "seed": SEED.hex(),
        "match": MATCH,
        "entropies": list(ENTROPIES),
        "commitment": commitment(MATCH, SEED),
        "match_key": key.hex(),
        "match_key_seed_given": match_key(SEED, "", ENTROPIES).hex(),
        "words": [words.word() for _ in range(10)],
        "below_15": [below.below(15) for _ in range(10)],
        "below_rejecting": [rejecting.below(REJECTING) for _ in range(4)],
        "below_rejecting_words": rejecting.position,
        "shuffled": Stream(key).shuffled(range(1, 16)),
        "first_seat_of_3": Stream(key).branch("first_seat").below(3),
    }
