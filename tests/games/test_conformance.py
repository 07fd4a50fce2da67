"""What must hold for every game, variant by variant."""

import os
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.errors import RefereeError
from referee.games import GAMES, forms
from referee.games.protocol import Game, judge
from referee.randomness import Stream
from tests.games import playthrough
from tests.games.kit import Case, begin, cases, copy, movers, play, refusal, seen, seen_events, stream_for

CASES = cases()
TESTS = Path(__file__).parent
FAST = {case.game.id: case for case in reversed(CASES)}
"""The first variant of each game; the others are slow together."""

each_case = pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[] if FAST[case.game.id] is case else [pytest.mark.slow]) for case in CASES],
    ids=str,
)
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)

MATCHES = 1_000 if os.environ.get("CI") else 50
"""Random matches a variant."""


@pytest.mark.slow
@each_case
def test_random_matches_end_and_keep_the_invariant(case: Case) -> None:
    for n in range(MATCHES if case.variant.must_end else max(MATCHES // 10, 20)):
        stream = stream_for(f"{case}-{n}")
        state = case.start(stream)
        case.invariant(state)
        for state, _, _, _ in play(case, stream_for(f"{case}-{n}")):
            case.invariant(state)
        if case.variant.must_end:
            assert case.game.result(state) is not None, f"match {n} is not over after {case.variant.bound} moves"


@each_case
def test_who_is_awaited_can_move_and_nobody_moves_once_over(case: Case) -> None:
    for n in range(20):
        state = case.start(stream_for(f"{case}-{n}"))
        for state, *_ in play(case, stream_for(f"{case}-{n}"), 400):
            over = case.game.result(state) is not None
            awaited = case.game.awaiting(state)
            assert over == (not awaited) == (case.game.phase(state) == "over")
            assert case.game.phase(state) in case.game.phases
            assert all(case.game.legal(state, seat) for seat in awaited)
            if over:
                assert not movers(case.game, state, case.variant.seats)


@each_case
def test_legality_is_membership_in_the_forms(case: Case) -> None:
    chance = random.Random(str(case))
    recent: list[dict[str, Any]] = []
    for n in range(10):
        for state, _, move, _ in play(case, stream_for(f"legality-{case}-{n}"), 150):
            recent = [*recent[-30:], move]
            before = case.book.encode(state)
            for seat in range(case.variant.seats):
                found = case.game.legal(state, seat)
                tries = [mutated(chance, chance.choice(recent), recent) for _ in range(3)]
                small = sum(form.count() for form in found) <= 300
                legal = {key(m) for form in found for m in form.moves()} if small else None
                for attempt in tries:
                    refused = refusal(case, state, seat, attempt)
                    if legal is not None:
                        assert (refused is None) == (canonical(case, attempt, found) in legal), (attempt, refused)
                    if refused is not None:
                        with pytest.raises(RefereeError):
                            judge(case.book, state, seat, case.book.read_move(attempt), Stream(b""), found)
                if legal:
                    one = msgspec.json.decode(chance.choice(sorted(legal)))
                    assert refusal(case, state, seat, one) is None
            assert case.book.encode(state) == before, "a refusal changed the state"


def key(move: dict[str, Any]) -> str:
    return msgspec.json.encode(move, order="deterministic").decode()


def canonical(case: Case, move: dict[str, Any], found: list[forms.Form]) -> str | None:
    """The move as the forms that it fits list it: unordered picks sorted, what was left out filled in."""
    try:
        read = case.book.read_move(move)
    except RefereeError:
        return None
    for form in found:
        if form.type == move["type"] and not form.faults(read):
            fields = {}
            for name, domain in form.fields.items():
                value = msgspec.to_builtins(getattr(read, name))
                unordered = isinstance(domain, forms.Pick) and not domain.ordered
                fields[name] = sorted(value) if unordered else value
            return key({"type": form.type, **fields})
    return None


def mutated(chance: random.Random, move: dict[str, Any], others: list[dict[str, Any]]) -> dict[str, Any]:
    """Another move that looks like `move`: a field dropped, taken from another move, or made up."""
    changed = dict(move)
    names = [name for name in changed if name != "type"]
    match chance.randrange(4):
        case 0 if names:
            del changed[chance.choice(names)]
        case 1 if names:
            changed[chance.choice(names)] = chance.choice([None, 0, 1, 3, 99, -1, "x", [], [1], True, "gem-green"])
        case 2:
            other = chance.choice(others)
            changed |= {name: value for name, value in other.items() if name in names}
        case _:
            pass
    return changed


@each_case
def test_every_move_tells_something(case: Case) -> None:
    for n in range(10):
        for _, _, move, events in play(case, stream_for(f"telling-{case}-{n}"), 300):
            assert events, f"a log could not keep {move}"


@each_case
def test_states_moves_and_events_survive_encoding(case: Case) -> None:
    for state, _, move, events in play(case, stream_for(f"encoding-{case}"), 200):
        data = case.book.encode(state)
        assert case.book.encode(case.book.decode(data)) == data
        read = case.book.read_move(move)
        assert case.book.read_move(msgspec.to_builtins(read)) == read
        plain = [msgspec.to_builtins(event.data) for event in events]
        assert msgspec.json.decode(msgspec.json.encode(plain)) == plain
        table = msgspec.to_builtins(case.game.table(state))
        assert msgspec.to_builtins(msgspec.convert(table, case.game.Table)) == table


@each_case
def test_the_same_seed_and_moves_give_the_same_bytes(case: Case) -> None:
    first = [(seat, move, case.book.encode(state)) for state, seat, move, _ in play(case, stream_for(str(case)), 300)]
    stream = stream_for(str(case))
    state = case.start(stream)
    for seat, move, data in first:
        judge(case.book, state, seat, case.book.read_move(move), stream, case.game.legal(state, seat))
        assert case.book.encode(state) == data


@each_case
def test_events_have_the_shapes_the_catalogue_declares(case: Case) -> None:
    kinds = {kind.name: kind for kind in case.game.kinds}
    assert len(kinds) == len(case.game.events)
    for n in range(10):
        for _, _, _, events in play(case, stream_for(f"shapes-{case}-{n}"), 300):
            for event in events:
                kind = kinds[event.type]
                data, private = event.told()
                msgspec.convert(data, kind.data)
                for seat, own in event.private.items():
                    assert type(own) is kind.private, event
                    msgspec.convert(private[seat], kind.private)


@each_case
def test_paired_worlds_nobody_sees_what_they_cannot_know(case: Case) -> None:
    chance = random.Random(str(case))
    different = compared = 0
    for n in range(6):
        stream = stream_for(f"worlds-{case}-{n}")
        state = case.start(stream)
        for _ in range(120):
            may = movers(case.game, state, case.variant.seats)
            if not may:
                break
            mover = chance.choice(sorted(may))
            move = case.book.read_move(forms.sample(may[mover], chance.randrange))
            worlds = {viewer: case.other_world(copy(case, state), viewer, chance) for viewer in case.viewers}
            for viewer, world in worlds.items():
                case.invariant(world)
                different += case.book.encode(world) != case.book.encode(state)
                assert seen(case.game, world, viewer) == seen(case.game, state, viewer), f"viewer {viewer}"
                if viewer is not None:
                    attempt = mutated(chance, msgspec.to_builtins(move), [msgspec.to_builtins(move)])
                    assert refusal(case, world, viewer, attempt) == refusal(case, state, viewer, attempt)
            position = stream.position
            events = judge(case.book, state, mover, move, stream, may[mover])
            for viewer, world in worlds.items():
                if refusal(case, world, mover, msgspec.to_builtins(move)) is not None:
                    continue
                same = stream_for(f"worlds-{case}-{n}")
                same.position = position
                told = judge(case.book, world, mover, move, same, case.game.legal(world, mover))
                if seen(case.game, world, viewer) == seen(case.game, state, viewer):
                    skip = case.revealing
                    assert seen_events([e for e in told if e.type not in skip], viewer) == seen_events(
                        [e for e in events if e.type not in skip], viewer
                    ), f"viewer {viewer}"
                    compared += 1
    assert different > 100
    assert compared > 100


@each_case
def test_the_steady_bot_plays_legal_moves_and_ends_matches(case: Case) -> None:
    for n in range(5):
        stream = stream_for(f"steady-{case}-{n}")
        chance = stream_for(f"steady-chance-{case}-{n}")
        state = case.start(stream)
        for _ in range(case.variant.bound):
            awaited = sorted(case.game.awaiting(state))
            if not awaited:
                break
            seat, chosen = next(found for seat in awaited if (found := (seat, _steady(case, state, seat, chance)))[1])
            move = case.book.read_move(chosen)
            judge(case.book, state, seat, move, stream, case.game.legal(state, seat))
        else:
            assert not case.variant.must_end, "steady bots do not come to an end"


def _steady(case: Case, state: Any, seat: int, chance: Stream) -> Any:
    """What the bot of an awaited seat chooses; None while it waits for others."""
    view = {**msgspec.json.decode(seen(case.game, state, seat)), "you": seat}
    return case.game.steady(view, chance)


@each_game
def test_numbers_of_seats_outside_the_game_are_not_offered(game: Game[Any, Any, Any]) -> None:
    variants = {case.variant.seats for case in CASES if case.game is game}
    assert variants == set(game.seats), "every number of players needs a variant"


@each_game
def test_the_examples_of_the_documentation_are_valid(game: Game[Any, Any, Any]) -> None:
    options = msgspec.convert(game.example["options"], game.Options)
    deal = msgspec.convert(game.example["deal"], game.Deal)
    assert any(_begins(game, seats, options, deal) for seats in game.seats)


def _begins(game: Game[Any, Any, Any], seats: int, options: Any, deal: Any) -> bool:
    try:
        begin(game, seats, options, deal, stream_for("example"))
    except RefereeError:
        return False
    return True


@each_game
def test_every_rule_is_proven_by_a_test_and_every_test_names_real_rules(game: Game[Any, Any, Any]) -> None:
    prefix = next(iter(GAMES[game.id].rules)).split("-")[0]
    source = "\n".join(path.read_text() for path in (TESTS / game.id).glob("test_*.py"))
    named = {
        rule for marker in re.findall(r"mark\.rule\(([^)]*)\)", source) for rule in re.findall(rf"{prefix}-\d+", marker)
    }
    assert named == set(GAMES[game.id].rules)


@each_game
def test_every_move_and_refusal_names_a_rule_of_the_book(game: Game[Any, Any, Any]) -> None:
    assert {move.rule for move in game.moves} <= set(GAMES[game.id].rules)


@each_case
def test_golden_playthrough(case: Case) -> None:
    if not case.variant.golden:
        assert any(other.variant.golden for other in CASES if other.game is case.game)
        return
    path = playthrough.path(case)
    assert path.exists(), "write it with: python -m tests.games.playthrough"
    assert playthrough.render(case) == path.read_text(encoding="utf-8")
