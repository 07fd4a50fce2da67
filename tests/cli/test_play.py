"""`referee play`: whole matches through standard input; what one sees is not shown to another."""

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console

from referee.cli.client import Client
from referee.cli.seated import Seated
from tests.cli.kit import run

pytestmark = pytest.mark.slow

ROUND = {"hands": [8, 13, 2], "kobayakawa": 7, "deck": [3, 11, 5]}


def test_one_person_plays_a_whole_match_against_bots() -> None:
    done = run("play", "--local", "kobayakawa", "--bots", 2, given="2\n" * 20)
    assert done.exit_code == 0, done.output
    assert "You, Bot 1 (bot:steady), Bot 2 (bot:steady)" in done.output
    assert "1  draw" in done.output
    assert "your hand  " in done.output
    assert "· replaced You  kobayakawa " in done.output
    assert re.search(r"(win|wins) \((most_kamon|last_player)\)\. Scores: You \d+", done.output)


def test_a_refused_move_is_shown_with_its_rule_and_asked_for_again() -> None:
    given = '{"type":"fight"}\n{"type":"castle"}\n{\nx\n9\n?\ns\n1\n77\nb\nq\n'
    done = run("play", "--local", "kobayakawa", "--option", "first_seat=0", given=given)
    assert done.exit_code == 0, done.output
    assert "Refused: fight is not possible now; possible: draw, replace (KOB-4)" in done.output
    assert "KOB-4 Clockwise" in done.output
    assert "Refused: /type" in done.output
    assert "not JSON" in done.output
    assert done.output.count("A number from 1 to 2, please") == 2
    assert "covered: Earlier Kobayakawas of this round" in done.output
    assert "Nobody else here may move now." in done.output
    assert "please (b goes back)" not in done.output.split("· drew You")[0]
    assert "· drew You" in done.output


def test_leaving_says_how_to_come_back_and_one_does(url: str) -> None:
    given = "q\n"
    left = run("play", url, "--game", "kobayakawa", "--name", "Ana", "--option", "first_seat=0", given=given)
    back = re.search(r"REFEREE_TOKEN=(seat_\S+) referee play (\S+) --join (\w+)", left.output)
    assert back, left.output
    again = run("play", back[2], "--join", back[3], given="2\n" * 20, env={"REFEREE_TOKEN": back[1]})
    assert again.exit_code == 0
    assert "Scores: Ana" in again.output
    by_address = run("play", "--join", f"{url}/v1/matches/{back[3]}", "--token", back[1])
    assert "Scores: Ana" in by_address.output


def test_when_the_input_ends_the_match_is_left(url: str) -> None:
    done = run("play", url, "--game", "kobayakawa", "--option", "first_seat=0", given="")
    assert done.exit_code == 0
    assert "Come back with:" in done.output


def test_two_join_an_open_match_and_it_begins(url: str) -> None:
    client = Client(url)
    made = client.post("/v1/matches", {"game": "kobayakawa", "seats": ["Host", {"open": True}, {"open": True}],
                                       "options": {"first_seat": 1}})  # fmt: skip
    done = run("play", url, "--join", made["match"], "--name", "Cy", "--name", "Di", given="\nq\n")
    assert done.exit_code == 0, done.output
    assert "Host, Cy, Di" in done.output
    assert "Pass the keyboard to Cy" in done.output
    view = client.get(f"/v1/matches/{made['match']}")
    assert [seat["name"] for seat in view["seats"]] == ["Host", "Cy", "Di"]
    full = run("play", url, "--join", made["match"], "--name", "Eve")
    assert full.exit_code == 1
    assert "match-full" in full.output


def seated(url: str, people: int, monkeypatch: pytest.MonkeyPatch, given: str, **seats: Any) -> str:
    """Let people at one keyboard play an arranged match; returns what was printed, prompts too."""
    client = Client(url)
    wish = {"game": "kobayakawa", "seats": ["Ana", "Bo", "Cy"], "options": {"first_seat": 0},
            "deal": {"rounds": [ROUND]}, **seats}  # fmt: skip
    made = client.post("/v1/matches", wish)
    tokens = {seat["seat"]: seat["token"] for seat in made["seats"][:people]}
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO(given))
    monkeypatch.setattr("sys.stdout", out)
    console = Console(file=out, width=100, markup=False)
    Seated(console, client, made["match"], tokens).play()
    return out.getvalue()


def test_between_two_people_the_hand_is_hidden_until_the_keyboard_is_passed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Ana (8) draws 3 and keeps 8, Bo (13) replaces, Cy (2) leaves
    told = seated(url, 3, monkeypatch, "\n1\n1\n8\n\n2\n\nq\n")
    before, ana, bo, cy = re.split(r"Pass the keyboard to \w+, then press Enter\. ", told)
    assert "hand" not in before
    assert "[hand 8]" in ana
    assert "[card 3]" in ana
    assert re.findall(r"your hand  (.*)", ana) == ["8", "3, 8"]
    assert re.findall(r"your hand  (.*)", bo) == ["13"]
    assert "· drew Ana  deck 10" in bo
    assert "[card" not in bo
    assert "[hand 8]" not in bo + cy
    assert "· kept Ana  discard 3" in bo
    assert re.findall(r"your hand  (.*)", cy) == ["2"]


def test_a_whole_match_of_three_at_one_keyboard_ends_without_a_hand(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = seated(url, 3, monkeypatch, "\n2\n" * 60)
    last = re.split(r"Pass the keyboard", told)[-1]
    end = last[last.index("· finished") :]
    assert "your hand" not in end
    assert "[" not in end
    assert "Scores: Ana 4, Bo 4, Cy 4" in end, "everybody passed every time"


class Overheard(io.StringIO):
    """A screen, and somebody elsewhere who moves when it says that they are waited for."""

    def __init__(self, moves: dict[str, Callable[[], Any]]) -> None:
        super().__init__()
        self._moves = moves

    def write(self, text: str) -> int:
        for name in re.findall(r"Waiting for (\w+)\.", text):
            self._moves[name]()
        return super().write(text)


def test_waiting_for_somebody_elsewhere_goes_on_when_they_have_moved(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(url)
    made = client.post("/v1/matches", {"game": "kobayakawa", "seats": ["Ana", "Bo", "Cy"],
                                       "options": {"first_seat": 1}, "deal": {"rounds": [ROUND]}})  # fmt: skip
    ana, bo, cy = (seat["token"] for seat in made["seats"])

    def moves(token: str) -> Callable[[], Any]:
        return lambda: client.post(f"/v1/matches/{made['match']}/moves", {"type": "replace"}, token=token)

    screen = Overheard({"Bo": moves(bo), "Cy": moves(cy)})
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    Seated(Console(file=screen, width=100), client, made["match"], {0: ana}).play()
    told = screen.getvalue()
    assert re.findall(r"Waiting for (.*)\.", told) == ["Bo", "Cy"]
    assert told.index("· replaced Bo") < told.index("· replaced Cy") < told.index("your hand  8")


class Terminal(io.StringIO):
    """Standard input that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_who_waits_at_a_terminal_can_press_enter_to_move_out_of_turn(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(url)
    deal = {"hands": [["tuoppi", "hwf", "kossu", "jallu", "hauki"]], "piles": [["tuoppi"], ["gt"]]}
    wish = {"game": "kanipeli", "seats": ["Ana", "Bo"], "options": {"first_seat": 0}, "deal": deal}
    made = client.post("/v1/matches", wish)
    path, tokens = f"/v1/matches/{made['match']}", [seat["token"] for seat in made["seats"]]
    view = client.get(path, token=tokens[0])
    while view["table"]["turn"] == 0:  # Ana's whole first turn: two tuoppi and a gt lie before her then
        kinds = {form["type"]: form for form in view["legal_moves"]}
        kind = next(kind for kind in ("draw", "end_trading", "place", "play") if kind in kinds)
        move = {name: domain["one_of"][0] for name, domain in kinds[kind].get("fields", {}).items()}
        view = client.post(f"{path}/moves", {"type": kind, **move}, token=tokens[0])["view"]
    assert view["to_act"] == [1]
    out = io.StringIO()
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stdin", Terminal("\n1\ntuoppi\n\nq\n"))
    monkeypatch.setattr("select.select", lambda reading, *_: (reading, [], []))
    monkeypatch.setattr("referee.cli.seated.GLANCE", 0)
    table = Seated(Console(file=out, width=100, markup=False), client, made["match"], {0: tokens[0]})
    table.play()
    assert "Waiting for Bo. Press Enter to move out of turn." in out.getvalue()
    assert "· drank Ana  drink tuoppi, cards 2" in out.getvalue()
    after = client.get(path, token=tokens[0])
    assert after["to_act"] == [1]
    assert after["version"] == view["version"] + 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "either the URL of a server or --local"),
        (["http://host", "--local", "kinmo"], "either the URL of a server or --local"),
        (["--local", "kobayakawa", "--open", "1"], "goes with neither"),
        (["http://host"], "either --game GAME or --join MATCH"),
        (["http://host", "--game", "kobayakawa", "--join", "x"], "either --game GAME or --join MATCH"),
    ],
)
def test_a_contradiction_is_a_usage_error(words: list[str], why: str) -> None:
    done = run("play", *words)
    assert done.exit_code == 2
    assert why in done.output


def test_what_the_server_refuses_is_said(url: str) -> None:
    for words, why in [
        (["--game", "chess"], "not-found"),
        (["--game", "kobayakawa", "--name", "A", "--name", "a"], "another seat has this name"),
        (["--join", "a" * 24], "not-found"),
    ]:
        done = run("play", url, *words)
        assert done.exit_code == 1
        assert why in done.output
