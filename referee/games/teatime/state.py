"""The state of a match, the moves, and what may be chosen and arranged."""

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from referee.games import protocol
from referee.games.marks import Amount, CardName, SeatNumber, is_a
from referee.games.teatime.components import (
    FRIEND_CARD,
    MANIFEST,
    MOST_CARDS,
    SHOWN,
    BackName,
    Chip,
    Components,
)

Seat: TypeAlias = Annotated[SeatNumber, Meta(ge=0, le=4)]
OnTheTable: TypeAlias = Annotated[
    int, Meta(ge=0, lt=MOST_CARDS, description="An index into the table's `cards`"), is_a("position", "table.cards")
]
Card: TypeAlias = Annotated[
    CardName,
    Meta(
        pattern=f"^({FRIEND_CARD}|ufo)$(?!\\n)",  # $ alone lets a final newline through
        description=f"`ufo`, or {SHOWN}",
        examples=["kmakici+kintaro"],
    ),
]
Phase: TypeAlias = Literal["play", "over"]


class Options(protocol.Options, frozen=True):
    """Match options of Teatime."""

    first_seat: Annotated[
        Seat | None,
        Meta(description="The seat that begins; left out, it is drawn"),
    ] = None
    components: Annotated[
        Components | None,
        Meta(
            description="A sheet of cards and chips in place of the house manifest, which is the example",
            examples=[msgspec.json.decode(MANIFEST)],
        ),
    ] = None


class NamedChip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chip of an arranged path."""

    back: Annotated[BackName, Meta(description="sweet-1 … sweet-4 or kmakici", examples=["sweet-1"])]
    steaks: Annotated[Amount, Meta(description="Steaks on the front", examples=[1])]


class Deal(protocol.Deal, frozen=True):
    """An arranged deal; what it does not name is shuffled."""

    hands: Annotated[
        list[list[CardName] | None],
        Meta(description="Three cards by seat, null for any; the seat that begins draws from the deck besides"),
    ] = []
    deck: Annotated[list[CardName], Meta(description="The deck's top cards in order")] = []
    path: Annotated[
        list[NamedChip],
        Meta(description="The first chips of the sweets path in order; the whole path ends with 3 steaks"),
    ] = []


class Laid(msgspec.Struct, array_like=True):
    """A friend card on the table; the UFO that covers it goes with it."""

    card: str
    covered: bool = False


class State(msgspec.Struct, array_like=True):
    """Everything about a match; lists of lists are by seat."""

    hands: list[list[str]]
    deck: list[str]
    path: list[Chip]
    sweets: list[list[Chip]]
    """Chips turned to their backs."""
    steaks: list[list[Chip]]
    """Chips kept steak side up."""
    turn: int
    played: int = 0
    cards: list[Laid] = []
    discards: list[str] = []

    @property
    def seats(self) -> int:
        """How many seats the match has."""
        return len(self.hands)


class Play(protocol.Move, frozen=True, tag="play"):
    """Lay a friend card from your hand onto the table; the fifth kind makes it complete."""

    rule: ClassVar[str] = "TEA-7"
    card: Annotated[
        CardName, Meta(pattern=f"^({FRIEND_CARD})$(?!\\n)", description=SHOWN, examples=["kmakici+kintaro"])
    ]


class Ufo(protocol.Move, frozen=True, tag="ufo"):
    """Cover a friend card on the table with a UFO from your hand."""

    rule: ClassVar[str] = "TEA-10"
    on: Annotated[OnTheTable, Meta(description="The card to cover, an index into the table's `cards`", examples=[0])]


class EndTurn(protocol.Move, frozen=True, tag="end_turn"):
    """Stop playing cards; the turn passes to the left."""

    rule: ClassVar[str] = "TEA-6"


class Pass(protocol.Move, frozen=True, tag="pass"):
    """Play nothing and take the first chip, steak side up."""

    rule: ClassVar[str] = "TEA-12"


AnyMove: TypeAlias = Play | Ufo | EndTurn | Pass

EXAMPLE: dict[str, Any] = {
    "options": {"first_seat": 0},
    "deal": {
        "hands": [["kmakici", "kapa+sakana", "ufo"], None],
        "deck": ["usagi-1", "kintaro"],
        "path": [{"back": "sweet-1", "steaks": 1}, {"back": "kmakici", "steaks": 3}],
    },
}
