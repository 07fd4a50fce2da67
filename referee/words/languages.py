"""The languages in which the referee can say what it says."""

from typing import Literal, TypeAlias, get_args

Language: TypeAlias = Literal["en", "es", "fi"]

LANGUAGES: tuple[Language, ...] = get_args(Language)
"""Every language there are words in; the first is spoken to those who ask for another."""


def language(tag: str) -> Language:
    """Choose the language for a BCP 47 tag: `es-MX` is `es`; what there are no words in is `en`."""
    primary = tag.strip().replace("_", "-").split("-")[0].lower()
    return next((known for known in LANGUAGES if known == primary), LANGUAGES[0])
