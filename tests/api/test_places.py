"""Places for streams: half are kept for callers with a token, and no address takes more than a quarter without one."""

import pytest

from referee.match.places import Places, StreamCapacity


def test_callers_with_a_token_may_have_all_places() -> None:
    places = Places(8, lambda change: None)
    for _ in range(8):
        places.take(None)
    with pytest.raises(StreamCapacity, match="all 8"):
        places.take(None)


def test_an_address_without_a_token_has_a_quarter() -> None:
    places = Places(8, lambda change: None)
    places.take("192.0.2.1")
    places.take("192.0.2.1")
    with pytest.raises(StreamCapacity, match="at most 2 of the 8"):
        places.take("192.0.2.1")
    places.take("192.0.2.2")
    places.give_back("192.0.2.1")
    places.take("192.0.2.1")


def test_strangers_together_have_half() -> None:
    places = Places(8, lambda change: None)
    for address in ("192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"):
        places.take(address)
    with pytest.raises(StreamCapacity, match="all 4"):
        places.take("192.0.2.5")
    for _ in range(4):
        places.take(None)
    assert places.taken == 8
