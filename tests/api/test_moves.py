"""POST …/moves: judged and applied, refused with reasons, once per key."""

from tests.api.kit import Table


def test_a_legal_move_is_applied_and_answered_with_the_movers_view(table: Table) -> None:
    answer = table.move(0, "draw")
    assert answer.status_code == 200
    assert answer.json["version"] == 1
    assert answer.json["view"]["hand"] == [3, 8]
    assert answer.headers["ETag"] == '"1-0-0"'
