"""The state of a match, the moves, the events, and what may be chosen and arranged."""

from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec
from msgspec import Meta

from referee.games import protocol
from referee.games.protocol import EventKind
from referee.games.teatime.components import FRIEND_CARD, MANIFEST, MOST_CARDS, Back, Chip, Components

Card: TypeAlias = Annotated[
    str,
    Meta(
        pattern=f"^({FRIEND_CARD}|ufo)$",
        description="`ufo`, or the characters shown, joined by +",
        examples=["kmakici+kintaro"],
    ),
]


class Options(protocol.Options, frozen=True):
    """Match options of Teatime."""

    first_seat: Annotated[
        Annotated[int, Meta(ge=0, le=4)] | None,
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

    back: Annotated[str, Meta(description="sweet-1 … sweet-4 or kmakici", examples=["sweet-1"])]
    steaks: Annotated[int, Meta(description="Steaks on the front", examples=[1])]


class Deal(protocol.Deal, frozen=True):
    """An arranged deal; what it does not name is shuffled."""

    hands: Annotated[
        list[list[str] | None],
        Meta(description="Three cards by seat, null for any; the seat that begins draws from the deck besides"),
    ] = []
    deck: Annotated[list[str], Meta(description="The deck's top cards in order")] = []
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
        str,
        Meta(pattern=f"^({FRIEND_CARD})$", description="The friend card to play", examples=["kmakici+kintaro"]),
    ]


class Ufo(protocol.Move, frozen=True, tag="ufo"):
    """Cover a friend card on the table with a UFO from your hand."""

    rule: ClassVar[str] = "TEA-10"
    on: Annotated[
        int,
        Meta(ge=0, lt=MOST_CARDS, description="The card to cover, an index into the table's `cards`", examples=[0]),
    ]


class EndTurn(protocol.Move, frozen=True, tag="end_turn"):
    """Stop playing cards; the turn passes to the left."""

    rule: ClassVar[str] = "TEA-6"


class Pass(protocol.Move, frozen=True, tag="pass"):
    """Play nothing and take the first chip, steak side up."""

    rule: ClassVar[str] = "TEA-12"


MOVES: tuple[type[protocol.Move], ...] = (Play, Ufo, EndTurn, Pass)
AnyMove: TypeAlias = Play | Ufo | EndTurn | Pass


class OwnCard(msgspec.Struct):
    """A card that only its owner sees."""

    card: str


class TurnBegan(msgspec.Struct):
    """A turn."""

    may_pass: Annotated[bool, Meta(description="False on a first turn (TEA-14)")]


class Drew(msgspec.Struct):
    """A card was taken from the deck."""

    deck: Annotated[int, Meta(description="Cards left in the deck")]


class Reshuffled(msgspec.Struct):
    """The discards became the deck."""

    deck: Annotated[int, Meta(description="Cards in the new deck")]


class Played(msgspec.Struct):
    """A friend card was laid onto the table."""

    card: str


class Covered(msgspec.Struct):
    """A UFO was laid onto a friend card."""

    on: Annotated[int, Meta(description="Its index in the table's `cards`")]
    card: Annotated[str, Meta(description="The card covered")]


class Completed(msgspec.Struct):
    """All five kinds show; the first chip was turned over."""

    sweet: Annotated[Back, Meta(description="The chip's back")]
    path: Annotated[int, Meta(description="Chips left on the path")]


class Passed(msgspec.Struct):
    """The first chip was taken steak side up."""

    steaks: Annotated[int, Meta(description="Steaks on the chip")]
    forced: Annotated[bool, Meta(description="Whether the referee passed for the seat (TEA-15, TEA-17)")]
    path: Annotated[int, Meta(description="Chips left on the path")]


class Cleared(msgspec.Struct):
    """All cards on the table went to the discards."""

    discards: Annotated[int, Meta(description="Cards in the discards now")]


class Nothing(msgspec.Struct):
    """No data."""


EVENTS: tuple[EventKind, ...] = (
    EventKind("turn_began", "The seat's turn began.", TurnBegan),
    EventKind("reshuffled", "The deck was empty; the discards were shuffled.", Reshuffled),
    EventKind("drew", "The seat drew the deck's top card.", Drew, OwnCard),
    EventKind("played", "The seat played a friend card.", Played),
    EventKind("covered", "The seat covered a friend card with a UFO.", Covered),
    EventKind("completed", "Complete: the seat took the first chip and turned it to its sweet.", Completed),
    EventKind("passed", "The seat took the first chip steak side up.", Passed),
    EventKind("cleared", "The table was cleared; the same seat goes on.", Cleared),
    EventKind("ended_turn", "The seat stopped playing cards.", Nothing),
)

EXAMPLE: dict[str, Any] = {
    "options": {"first_seat": 0},
    "deal": {
        "hands": [["kmakici", "kapa+sakana", "ufo"], None],
        "deck": ["usagi-1", "kintaro"],
        "path": [{"back": "sweet-1", "steaks": 1}, {"back": "kmakici", "steaks": 3}],
    },
}
