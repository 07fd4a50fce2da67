"""A kind of card or piece, as the catalogue lists it and as pictures draw it."""

from collections.abc import Iterable

import msgspec


class Piece(msgspec.Struct, frozen=True):
    """So many cards or pieces that are alike. `id` is the slug by which views name it, `color` is `#rrggbb`."""

    id: str
    count: int
    kind: str
    color: str


def mixed(colors: Iterable[str]) -> str:
    """Return the mean of colours, `#rrggbb`."""
    parts = [[int(color[at : at + 2], 16) for at in (1, 3, 5)] for color in colors]
    return "#" + "".join(f"{sum(one) // len(one):02x}" for one in zip(*parts, strict=True))
