"""What is in the box, and the numbers of the rules.

The sheet that lists the box is data: `manifest.json` is ours, and the match option `components` replaces it.
"""

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from referee.games.marks import Amount, CardName, is_a
from referee.games.naming import listed
from referee.games.pieces import Piece, mixed

FRIENDS = ("kmakici", "kintaro", "kapa", "sakana", "usagi-1", "usagi-2", "usagi-3")
"""The characters as cards show them; the three Usagi are three colours of one kind (TEA-8)."""

KIND: Mapping[str, str] = {friend: friend.split("-")[0] for friend in FRIENDS}
"""Each character's kind."""

KINDS = len(set(KIND.values()))
"""Kinds that make it complete (TEA-11)."""

UFO = "ufo"

CHARACTERS: Mapping[str, frozenset[str]] = {
    "+".join(shown): frozenset(shown) for n in range(1, len(FRIENDS) + 1) for shown in combinations(FRIENDS, n)
} | {UFO: frozenset()}
"""Every card that a sheet may list, in catalogue order, and the characters it shows."""

ORDER: Mapping[str, int] = {card: place for place, card in enumerate(CHARACTERS)}
"""Each card's place in catalogue order: fewer characters first, the UFO last."""

FRIEND_CARD = "|".join(
    first + "".join(rf"(\+{other})?" for other in FRIENDS[place + 1 :]) for place, first in enumerate(FRIENDS)
)
"""The names of friend cards, as a regular expression."""

SHOWN = f"characters joined by + in the order {listed(FRIENDS)}"
"""What the name of a friend card is, in words."""

WILD = "kmakici"
SWEETS = ("sweet-1", "sweet-2", "sweet-3", "sweet-4")
BACKS = (*SWEETS, WILD)
"""What the chips show on their backs, in catalogue order."""

HAND = 3
"""Cards dealt to each player (TEA-4)."""

MOST_PLAYED = 3
"""Cards that a turn may play (TEA-6)."""

LAST_STEAKS = 3
"""Steaks on the path's last chip (TEA-4)."""

MOST_CARDS = 200
MOST_CHIPS = 60
"""What a sheet may hold (TEA-3)."""

Back: TypeAlias = Annotated[Literal["sweet-1", "sweet-2", "sweet-3", "sweet-4", "kmakici"], is_a("sweet")]
BackName: TypeAlias = Annotated[str, is_a("sweet")]
"""A back as a deal names it: whether there is one, `setup` says."""


class Chip(msgspec.Struct, frozen=True, array_like=True):
    """A chip of the sweets path."""

    back: str
    steaks: int

    def __str__(self) -> str:
        return f"{self.back} with {self.steaks} steak{'s' * (self.steaks > 1)}"


class CardCount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many copies of a card."""

    card: Annotated[
        CardName,
        Meta(
            max_length=60,
            description=f"`ufo`, or {SHOWN}",
            examples=["kmakici+kintaro"],
        ),
    ]
    count: Annotated[Amount, Meta(ge=1, le=MOST_CARDS)]


class ChipCount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many copies of a chip."""

    back: Annotated[Back, Meta(description="The sweet on the back, or the wild kmakici")]
    steaks: Annotated[Amount, Meta(ge=1, le=3, description="Steaks on the front")]
    count: Annotated[Amount, Meta(ge=1, le=MOST_CHIPS)]


class Removal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chips that stay in the box with so many players."""

    players: Annotated[Amount, Meta(ge=2, le=5)]
    chips: Annotated[list[ChipCount], Meta(max_length=MOST_CHIPS)]


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sheet that lists cards and chips."""

    cards: Annotated[list[CardCount], Meta(max_length=len(CHARACTERS))]
    chips: Annotated[list[ChipCount], Meta(max_length=MOST_CHIPS)]
    removals: Annotated[
        list[Removal], Meta(max_length=4, description="Numbers of players not named play with all chips")
    ] = []
    note: Annotated[str, Meta(max_length=200, description="Whose sheet this is")] = ""


MANIFEST = (Path(__file__).parent / "manifest.json").read_bytes()
"""The house manifest as it stands in its file (TEA-1, TEA-2)."""

HOUSE = msgspec.json.decode(MANIFEST, type=Components)
"""The house manifest, read."""

COLOR: Mapping[str, str] = {
    "kmakici": "#c98a4b",
    "kintaro": "#d8433b",
    "kapa": "#4fa65a",
    "sakana": "#3d7fc9",
    "usagi-1": "#f0a3bd",
    "usagi-2": "#f2d06b",
    "usagi-3": "#b79be0",
    UFO: "#7c8796",
}
"""What the characters look like."""

_SWEET: Mapping[str, str] = {
    "sweet-1": "#f08fb0",
    "sweet-2": "#8a5a3c",
    "sweet-3": "#a8551e",
    "sweet-4": "#f4b7c0",
    WILD: COLOR[WILD],
}


def friend_card(card: str, count: int) -> Piece:
    """A card that a sheet may list, of the colours of the characters on it."""
    return Piece(card, count, "card", mixed(COLOR[shown] for shown in CHARACTERS[card] or {card}))


BOX: tuple[Piece, ...] = (
    *(friend_card(row.card, row.count) for row in HOUSE.cards),
    *(Piece(f"{row.back}-steaks-{row.steaks}", row.count, "chip", _SWEET[row.back]) for row in HOUSE.chips),
    *(
        Piece(sweet, sum(row.count for row in HOUSE.chips if row.back == sweet), "sweet", _SWEET[sweet])
        for sweet in SWEETS
    ),
)
"""The components as the catalogue lists them; the sweets are sides of the chips, as views name them."""
