"""The shuffle stream, against a few lines written from the published recipe alone."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.randomness import Stream, commitment, match_key

SEED = bytes(range(32))


def words(key: bytes) -> Iterator[int]:
    """Blocks HMAC(key, i), cut into big-endian words."""
    i = 0
    while True:
        block = hmac.new(key, i.to_bytes(8, "big"), hashlib.sha256).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        i += 1


def below(source: Iterator[int], n: int) -> int:
    word = next(w for w in source if w < (2**32 // n) * n)
    return word % n


def shuffled(source: Iterator[int], items: list[int]) -> list[int]:
    for i in reversed(range(1, len(items))):
        j = below(source, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def test_the_commitment_is_sha_256_over_label_match_and_seed() -> None:
    assert commitment("abc", SEED) == "sha256:" + hashlib.sha256(b"referee/commit/1\x00abc\x00" + SEED).hexdigest()


def test_the_match_key_is_an_hmac_over_label_match_and_entropies() -> None:
    text = "\u2660 4"
    message = b"referee/shuffle/1\x00abc\x00" + b"\x00\x00\x00\x05" + text.encode() + 4 * b"\x00" + b"\x00\x00\x00\x01x"
    assert match_key(SEED, "abc", [text, None, "x"]) == hmac.new(SEED, message, hashlib.sha256).digest()


def test_absent_entropy_counts_as_empty_and_its_place_counts() -> None:
    assert match_key(SEED, "", [None, "a"]) == match_key(SEED, "", ["", "a"])
    assert match_key(SEED, "", [None, "a"]) != match_key(SEED, "", ["a", None])
    assert match_key(SEED, "", ["ab", ""]) != match_key(SEED, "", ["a", "b"])
    assert match_key(SEED, "", []) != match_key(SEED, "", [None])


def test_words_come_from_blocks_in_order() -> None:
    stream, source = Stream(SEED), words(SEED)
    assert [stream.word() for _ in range(100)] == [next(source) for _ in range(100)]
    assert stream.position == 100


@pytest.mark.parametrize("position", [0, 1, 7, 8, 9, 16, 63, 200])
def test_a_stream_goes_on_where_it_was_left(position: int) -> None:
    stream, source = Stream(SEED, position), words(SEED)
    skipped = [next(source) for _ in range(position)]
    assert len(skipped) == position
    assert [stream.word() for _ in range(10)] == [next(source) for _ in range(10)]
    assert stream.position == position + 10


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**32))
def test_below_is_as_published(key: bytes, n: int) -> None:
    stream, source = Stream(key), words(key)
    for _ in range(5):
        drawn = stream.below(n)
        assert drawn == below(source, n)
        assert 0 <= drawn < n


def test_below_rejects_the_words_that_would_favour_some() -> None:
    n = 3 * 2**30  # a quarter of all words is rejected
    stream = Stream(SEED)
    drawn = [stream.below(n) for _ in range(300)]
    assert stream.position > 330
    assert drawn == [word for word, _ in zip((w for w in words(SEED) if w < n), range(300), strict=False)]


def test_below_one_takes_a_word_all_the_same() -> None:
    stream = Stream(SEED)
    assert stream.below(1) == 0
    assert stream.position == 1


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_below_takes_one_to_two_to_the_32(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Stream(SEED).below(n)
    assert Stream(SEED).below(2**32) == next(words(SEED))


@given(st.binary(min_size=32, max_size=32), st.integers(0, 60))
def test_shuffling_is_as_published(key: bytes, n: int) -> None:
    items = list(range(n))
    assert Stream(key).shuffled(items) == shuffled(words(key), list(range(n)))
    assert items == list(range(n)), "a copy is shuffled"
    Stream(key).shuffle(items)
    assert items == shuffled(words(key), list(range(n)))


def test_every_order_comes_up_evenly() -> None:
    stream = Stream(SEED)
    orders = Counter(tuple(stream.shuffled("abc")) for _ in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_a_choice_is_the_item_below() -> None:
    assert [Stream(SEED, at).choice("abcdefg") for at in range(20)] == [
        "abcdefg"[Stream(SEED, at).below(7)] for at in range(20)
    ]


def test_a_branch_is_a_stream_of_its_own() -> None:
    stream = Stream(SEED, 5)
    branch = stream.branch("first_seat")
    key = hmac.new(SEED, b"referee/first_seat/1", hashlib.sha256).digest()
    assert [branch.word() for _ in range(9)] == [word for word, _ in zip(words(key), range(9), strict=False)]
    assert stream.position == 5


def test_a_published_vector_holds() -> None:
    """Seed 00…1f, no match id, no entropy of creator and three seats: computed apart from this code."""
    key = match_key(SEED, "", [None] * 4)
    assert key.hex() == "23058b25c3cf247d48abd79723d8510f36fcc1667ed39514ed31492b47b7497c"
    assert Stream(key).shuffled(range(1, 16)) == [3, 1, 7, 2, 14, 8, 9, 15, 12, 6, 13, 10, 4, 5, 11]
