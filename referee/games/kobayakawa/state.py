"""The state of a match, the moves, and what may be chosen and arranged."""

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from referee.games import protocol
from referee.games.marks import Amount, SeatNumber, is_a

Card: TypeAlias = Annotated[int, Meta(ge=1, le=15, description="A card, 1 to 15"), is_a("card")]
AnyCard: TypeAlias = Annotated[int, is_a("card")]
"""A card as a deal names it, or as it is shown: whether there is one is checked elsewhere."""
Seat: TypeAlias = Annotated[SeatNumber, Meta(ge=0, le=5)]
Phase: TypeAlias = Literal["draw", "keep", "fight", "over"]


class Options(protocol.Options, frozen=True):
    """Match options of Kobayakawa."""

    first_seat: Annotated[
        Seat | None,
        Meta(description="The first round's starting seat; left out, it is drawn"),
    ] = None


class RoundDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arranged part of one round's deal."""

    hands: Annotated[
        list[AnyCard | None],
        Meta(description="A card by seat, null for any; a seat that is out is not dealt its card"),
    ] = []
    kobayakawa: Annotated[AnyCard | None, Meta(description="The card turned up, null for any")] = None
    deck: Annotated[list[AnyCard], Meta(description="The deck's top cards in order")] = []


class Deal(protocol.Deal, frozen=True):
    """An arranged deal: the rounds from the first on; rounds not named are shuffled."""

    rounds: Annotated[list[RoundDeal], Meta(description="Round 1 first, at most 7")] = []


class Fighter(msgspec.Struct, frozen=True):
    """A fighter of a round that is over; card and total are null where nothing was revealed."""

    seat: Seat
    card: AnyCard | None
    total: Annotated[Amount | None, Meta(description="The card, plus the Kobayakawa for the lowest")]


class LastRound(msgspec.Struct, frozen=True):
    """How the round before this one ended."""

    kobayakawa: AnyCard
    fighters: Annotated[list[Fighter], Meta(description="In the order of the round, from the starting seat")]
    winner: Annotated[Seat | None, Meta(description="A seat, null when nobody fought")]
    won: Annotated[Amount, Meta(description="Kamon the winner took: the pot and the centre's share")]


class State(msgspec.Struct, array_like=True):
    """Everything about a match; lists are by seat."""

    first_seat: int
    deals: list[RoundDeal]
    kamon: list[int]
    centre: int
    pot: int = 0
    gone: int = 0
    round: int = 0
    phase: Phase = "draw"
    deck: list[int] = []
    kobayakawa: int = 0
    covered: list[int] = []
    hands: list[list[int]] = []
    acted: list[bool] = []
    out: list[bool] = []
    discards: list[int | None] = []
    stakes: list[int | None] = []
    last_round: LastRound | None = None

    @property
    def seats(self) -> int:
        """How many seats the match has."""
        return len(self.kamon)


class Draw(protocol.Move, frozen=True, tag="draw"):
    """Take the deck's top card; then keep one of the two."""

    rule: ClassVar[str] = "KOB-5"


class Replace(protocol.Move, frozen=True, tag="replace"):
    """Turn the deck's top card over onto the Kobayakawa."""

    rule: ClassVar[str] = "KOB-6"


class Keep(protocol.Move, frozen=True, tag="keep"):
    """Keep one of the two cards in hand; the other lies face up in front of you."""

    rule: ClassVar[str] = "KOB-5"
    card: Annotated[Card, Meta(description="The card to keep", examples=[9])]


class Fight(protocol.Move, frozen=True, tag="fight"):
    """Stake a kamon (two in the last round) and fight."""

    rule: ClassVar[str] = "KOB-7"


class Pass(protocol.Move, frozen=True, tag="pass"):
    """Stake nothing and stay out of the fight."""

    rule: ClassVar[str] = "KOB-7"


AnyMove: TypeAlias = Draw | Replace | Keep | Fight | Pass

EXAMPLE: dict[str, Any] = {
    "options": {"first_seat": 0},
    "deal": {"rounds": [{"hands": [8, 13, None], "kobayakawa": 7, "deck": [2, 14]}]},
}
