"""examples/verify.mjs: a verifier in another language, written from the documentation's page alone."""

import copy
import html
import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from referee.api.fairness import MATCH, SEED
from referee.games import GAMES
from referee.match import advance, looking
from referee.match.create import SeatWish, Wish, create
from referee.match.matches import Matches, Times
from referee.store.opening import open_store
from tests.api.conftest import app, client, store
from tests.games.kit import Case, cases
from tests.store.servers import require

pytestmark = pytest.mark.slow

__all__ = ["app", "client", "store"]

Json = dict[str, Any]

VERIFIER = Path(__file__).parents[2] / "examples" / "verify.mjs"
DAY = 24 * 3600 * 1000

MOVES = {"kanipeli": 900}
"""Moves after which a match is left: enough for reshuffles, where a game has them."""


def node(*words: str | Path, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([require("node"), *words], input=given, capture_output=True, text=True, timeout=60)


def audit_of(matches: Matches, case: Case) -> Json:
    """The audit of a match of bots, with entropy."""
    bots = [SeatWish(controller=("bot:random", "bot:steady")[seat % 2]) for seat in range(case.variant.seats)]
    wish = Wish(case.game.id, bots, case.variant.options, case.variant.deal, entropy="würfel: 4 1 6")
    made = msgspec.json.decode(create(matches, wish).body)
    found = matches.current(made["match"])
    while not found.over and found.version < MOVES.get(case.game.id, 300):
        found = matches.current(made["match"])
    if not found.over:
        found = matches.open(made["match"], seed=True)
        advance.abort(found, "enough")
        matches.save(found)
    audit: Json = msgspec.json.decode(looking.audit(matches, made["match"], None).body)
    return audit


@pytest.fixture(scope="module")
def audits() -> Iterator[dict[str, Json]]:
    """An audit of every game and variant, by name."""
    opened = open_store(None, memory=True)
    matches = Matches(opened, Times(DAY, DAY))
    yield {str(case): audit_of(matches, case) for case in cases()}
    opened.close()


def written(folder: Path, audits: dict[str, Json]) -> list[Path]:
    for name, audit in audits.items():
        (folder / f"{name}.json").write_text(json.dumps(audit))
    return [folder / f"{name}.json" for name in audits]


def test_every_card_of_honest_audits_is_where_the_seed_put_it(audits: dict[str, Json], tmp_path: Path) -> None:
    done = node(VERIFIER, *written(tmp_path, audits))
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == len(audits)
    for game in ("kinmo", "kanipeli", "teatime"):
        told = [event["type"] for name, audit in audits.items() if name.startswith(game) for event in audit["events"]]
        assert "reshuffled" in told, f"{game}: no reshuffle was checked"


def _event(*types: str) -> Callable[[Json], Json]:
    """The last event of one of these types."""
    return lambda audit: [event for event in audit["events"] if event["type"] in types][-1]


def _other_hand(audit: Json) -> None:
    hands = _event("started")(audit)["private"]
    hands["0"], hands["1"] = hands["1"], hands["0"]


def _other_card(*types: str) -> Callable[[Json], None]:
    """Let the last such event tell another card than was drawn."""

    def tamper(audit: Json) -> None:
        event = _event(*types)(audit)
        told = event["private"][str(event["seat"])] if event.get("private") else event["data"]
        (name,) = {"card", "cards", "sweet", "numbers"} & set(told)
        now = told[name][0] if name == "cards" else told[name]
        others = {"sweet": ["sweet-1", "sweet-2"], "numbers": ["1-2", "3-4"]}
        other = next(card for card in others.get(name, CARDS[audit["game"]]) if card != now)
        told[name] = [other, *told[name][1:]] if name == "cards" else other

    return tamper


CARDS: dict[str, list[Any]] = {
    "kobayakawa": [1, 2],
    "kinmo": ["thief", "healing"],
    "kinapa": ["animal-1", "shelter-1"],
    "kanipeli": ["hwf", "hauki"],
    "teatime": ["kapa", "ufo"],
}

TAMPERED: list[tuple[str, Callable[[Json], Any]]] = [
    *((game.id, lambda audit: audit.update(seed="0" * 64)) for game in GAMES.values()),
    *((game.id, lambda audit: audit.update(commitment="sha256:" + "0" * 64)) for game in GAMES.values()),
    *((game.id, lambda audit: audit.update(entropy=[None] * len(audit["entropy"]))) for game in GAMES.values()),
    *((game.id, lambda audit: audit.update(seeded_by_caller=True)) for game in GAMES.values()),
    *((game.id, _other_hand) for game in GAMES.values()),
    ("kobayakawa", lambda audit: _event("started")(audit)["data"]["table"].update(kobayakawa=16)),
    ("kobayakawa", lambda audit: _event("dealt")(audit)["data"].update(kobayakawa=16)),
    ("kobayakawa", _other_card("drew")),
    ("kinmo", _other_card("drew")),
    ("kinapa", _other_card("revealed")),
    ("kinapa", _other_card("took")),
    ("kanipeli", _other_card("drew")),
    ("kanipeli", _other_card("refilled")),
    ("teatime", _other_card("drew")),
    ("teatime", _other_card("completed")),
]

NAMES = {"kobayakawa": "kobayakawa-4", "kinmo": "kinmo-7", "kinapa": "kinapa-5", "kanipeli": "kanipeli-7"}
"""Of each game a variant that no deal arranges."""


def test_whatever_was_tampered_with_is_found(audits: dict[str, Json], tmp_path: Path) -> None:
    tampered = {}
    for number, (game, change) in enumerate(TAMPERED):
        audit = copy.deepcopy(audits[NAMES.get(game, f"{game}-3")])
        change(audit)
        tampered[f"{number}-{game}"] = audit
    done = node(VERIFIER, *written(tmp_path, tampered))
    assert done.returncode == 1
    assert not [line for line in done.stdout.splitlines() if "every card is where" in line]
    assert {Path(line.split(".json:")[0]).name for line in done.stdout.splitlines()} == set(tampered)


def test_it_deals_the_vectors_of_the_page(client: FlaskClient) -> None:
    text = client.get("/docs/fairness").text
    shown = re.findall(r'id="deal-(\w+)-\d+"><code>(.*?)</code>', text)
    vectors = [{"game": game, **json.loads(html.unescape(vector))} for game, vector in shown]
    assert {vector["game"] for vector in vectors} == {game.id for game in GAMES.values()}
    script = f"""
        import {{ readFileSync }} from "node:fs";
        import {{ OPENINGS, Stream, matchKey }} from {json.dumps(VERIFIER.as_uri())};
        const dealt = JSON.parse(readFileSync(0, "utf8")).map(({{ game, seats, options }}) => {{
          const key = matchKey(Buffer.from("{SEED.hex()}", "hex"), "{MATCH}", Array(seats + 1).fill(null));
          const first = "first_seat" in options ? {{ first_seat: new Stream(key).firstSeat(seats) }} : {{}};
          options = {{ ...options, ...first }};
          return {{ game, seats, options, deal: OPENINGS[game](new Stream(key), seats, options, {{}}) }};
        }});
        console.log(JSON.stringify(dealt));
    """
    done = node("--input-type=module", "-e", script, given=json.dumps(vectors))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == vectors
