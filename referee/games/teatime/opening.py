"""Before the first turn: read the sheet, deal the cards, lay the sweets path."""

from collections import Counter
from collections.abc import Iterable, Sequence

from referee.errors import BadDeal, Invalid
from referee.games.dealing import Pack
from referee.games.naming import shown
from referee.games.teatime.components import (
    BACKS,
    CHARACTERS,
    HAND,
    HOUSE,
    KIND,
    KINDS,
    LAST_STEAKS,
    MOST_CARDS,
    MOST_CHIPS,
    ORDER,
    SHOWN,
    SWEETS,
    UFO,
    Chip,
    ChipCount,
    Components,
)
from referee.games.teatime.state import Deal, Options, State
from referee.randomness import Stream

_SHEET = "/options/components"


def deal_out(seats: int, options: Options, deal: Deal | None, stream: Stream) -> State:
    """Deal three cards each and lay the path (TEA-4). Raises Invalid or BadDeal.

    The cards are shuffled first; then the path's last chip is drawn and its other chips are shuffled.
    """
    sheet = options.components or HOUSE
    cards, chips = sheet_cards(sheet, seats), sheet_chips(sheet, seats)
    _check_ufos(cards.count(UFO), len(chips), seats)
    deal = deal or Deal()
    hands, deck = _deal_cards(cards, deal, seats, stream)
    return State(
        hands=hands,
        deck=deck,
        path=_lay_path(chips, deal, stream),
        sweets=[[] for _ in range(seats)],
        steaks=[[] for _ in range(seats)],
        turn=options.first_seat or 0,
    )


def sheet_cards(sheet: Components, seats: int) -> list[str]:
    """List a sheet's cards in catalogue order (TEA-1, TEA-3). Raises Invalid."""
    counts: Counter[str] = Counter()
    for i, row in enumerate(sheet.cards):
        if row.card not in CHARACTERS:
            raise Invalid.at(f"{_SHEET}/cards/{i}/card", f"no card {shown(row.card)}; a card is {UFO}, or {SHOWN}")
        counts[row.card] += row.count
    if not HAND * seats <= counts.total() <= MOST_CARDS:
        raise Invalid.at(
            f"{_SHEET}/cards", f"{counts.total()} cards, where {seats} players need {HAND * seats} to {MOST_CARDS}"
        )
    if not _can_complete(counts):
        raise Invalid.at(f"{_SHEET}/cards", "no cards that can lie together show all five kinds")
    return sorted(counts.elements(), key=ORDER.__getitem__)


def _can_complete(cards: Iterable[str]) -> bool:
    """Whether friend cards without a character in common show all five kinds (TEA-3)."""
    together: set[frozenset[str]] = {frozenset()}
    for card in cards:
        together |= {before | CHARACTERS[card] for before in together if not before & CHARACTERS[card]}
    return any(len({KIND[friend] for friend in showing}) == KINDS for showing in together)


def sheet_chips(sheet: Components, seats: int) -> list[Chip]:
    """List the chips that so many players use, in catalogue order (TEA-1, TEA-2, TEA-3). Raises Invalid."""
    if sum(row.count for row in sheet.chips) > MOST_CHIPS:
        raise Invalid.at(f"{_SHEET}/chips", f"more than {MOST_CHIPS} chips")
    counts = _count_chips(sheet.chips)
    for i, removal in enumerate(sheet.removals):
        if removal.players != seats:
            continue
        for j, row in enumerate(removal.chips):
            chip = Chip(row.back, row.steaks)
            counts[chip] -= row.count
            if counts[chip] < 0:
                raise Invalid.at(f"{_SHEET}/removals/{i}/chips/{j}", f"there are not so many of {chip}")
    chips = sorted(counts.elements(), key=lambda chip: (BACKS.index(chip.back), chip.steaks))
    if missing := set(SWEETS) - {chip.back for chip in chips}:
        raise Invalid.at(f"{_SHEET}/chips", f"{seats} players have no {', '.join(sorted(missing))}")
    if not any(chip.steaks == LAST_STEAKS for chip in chips):
        raise Invalid.at(f"{_SHEET}/chips", f"{seats} players have no chip with {LAST_STEAKS} steaks to end the path")
    return chips


def _count_chips(rows: Iterable[ChipCount]) -> Counter[Chip]:
    counts: Counter[Chip] = Counter()
    for row in rows:
        counts[Chip(row.back, row.steaks)] += row.count
    return counts


def _check_ufos(ufos: int, chips: int, seats: int) -> None:
    """Refuse a sheet whose hands of UFOs alone (TEA-15) could take the whole path before the first move.

    Such a pass takes a hand of UFOs and, while there is a deck, draws another one for that seat's next turn:
    two a pass. Once the deck is empty some seat holds a friend card, so no more than the others follow.
    """
    if ufos // 2 + seats > chips:
        raise Invalid.at(
            f"{_SHEET}/cards", f"with {ufos} UFOs, {chips} chips and {seats} players the path could be gone at once"
        )


def _deal_cards(cards: Sequence[str], deal: Deal, seats: int, stream: Stream) -> tuple[list[list[str]], list[str]]:
    """Take the named cards out, shuffle the rest, and deal the hands from it, seat 0 first."""
    pack = Pack(cards)
    hands = pack.hands("/deal/hands", deal.hands, seats, HAND)
    deck = pack.cards("/deal/deck", deal.deck)
    pack.keep(HAND * hands.count([]), "/deal/deck", "the hands")
    pack.shuffle(stream)
    return [pack.fill(hand, HAND) for hand in hands], [*deck, *pack.rest]


def _lay_path(chips: Sequence[Chip], deal: Deal, stream: Stream) -> list[Chip]:
    """Lay the named chips first, the others shuffled, a chip with three steaks last (TEA-4)."""
    pack = Pack(chips)
    named = pack.cards("/deal/path", [Chip(chip.back, chip.steaks) for chip in deal.path])
    if not pack.rest:
        if named[-1].steaks != LAST_STEAKS:
            raise BadDeal.at(f"/deal/path/{len(named) - 1}", f"the path ends with {LAST_STEAKS} steaks")
        return named
    ends = [chip for chip in pack.rest if chip.steaks == LAST_STEAKS]
    if not ends:
        raise BadDeal.at("/deal/path", f"leaves no chip with {LAST_STEAKS} steaks to end the path")
    last = stream.choice(ends)
    pack.rest.remove(last)
    pack.shuffle(stream)
    return [*named, *pack.rest, last]
