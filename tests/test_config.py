"""The configuration: the environment read once, and what cannot be used named."""

from pathlib import Path

import pytest

from referee.config import Config, ConfigError, from_environment


def test_an_empty_environment_gives_the_defaults() -> None:
    assert from_environment({}) == Config()
    assert Config().redis_url is None
    assert (Config().api_keys, Config().cors_origins, Config().secret) == ((), (), None)
    assert (Config().match_ttl, Config().finished_ttl) == (30 * 86400, 7 * 86400)


def test_empty_variables_count_as_not_set() -> None:
    names = ["REDIS_URL", "REFEREE_DATA", "REFEREE_MEMORY", "REFEREE_WAIT_REPLICAS", "REFEREE_SECRET"]
    names += ["REFEREE_API_KEYS", "REFEREE_CORS_ORIGINS", "REFEREE_MATCH_TTL", "REFEREE_FINISHED_TTL"]
    assert from_environment(dict.fromkeys([*names, "REFEREE_STREAMS", "REFEREE_ACCESS_LOG"], "")) == Config()


def test_every_variable_is_read() -> None:
    assert from_environment(
        {
            "REDIS_URL": "redis://r:1/0",
            "REFEREE_DATA": "/data",
            "REFEREE_MEMORY": "1",
            "REFEREE_WAIT_REPLICAS": "2",
            "REFEREE_SECRET": "s",
            "REFEREE_API_KEYS": " key_0123456789abcdefg , key_another_0123456789,",
            "REFEREE_CORS_ORIGINS": "https://a.example,https://b.example",
            "REFEREE_MATCH_TTL": "60",
            "REFEREE_FINISHED_TTL": "61",
            "REFEREE_STREAMS": "0",
            "REFEREE_ACCESS_LOG": "true",
        }
    ) == Config(
        redis_url="redis://r:1/0",
        data=Path("/data"),
        memory=True,
        wait_replicas=2,
        secret="s",
        api_keys=("key_0123456789abcdefg", "key_another_0123456789"),
        cors_origins=("https://a.example", "https://b.example"),
        match_ttl=60,
        finished_ttl=61,
        streams=0,
        access_log=True,
    )


def test_the_process_environment_is_read_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_STREAMS", "17")
    assert from_environment().streams == 17


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REFEREE_MATCH_TTL", "59"),
        ("REFEREE_MATCH_TTL", "-60"),
        ("REFEREE_MATCH_TTL", "1.5"),
        ("REFEREE_MATCH_TTL", "1 h"),
        ("REFEREE_MATCH_TTL", "\u0663\u0663\u0663"),
        ("REFEREE_MATCH_TTL", "99999999999"),
        ("REFEREE_FINISHED_TTL", "0"),
        ("REFEREE_WAIT_REPLICAS", "101"),
        ("REFEREE_WAIT_REPLICAS", "x"),
        ("REFEREE_STREAMS", "100001"),
        ("REFEREE_MEMORY", "yes"),
        ("REFEREE_ACCESS_LOG", "2"),
        ("REFEREE_API_KEYS", "key_short"),
        ("REFEREE_API_KEYS", "key_0123456789abcdefg,secret_0123456789abcdefg"),
    ],
)
def test_a_value_that_can_not_be_used_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(ConfigError, match=name):
        from_environment({name: value})


def test_a_refused_key_is_not_repeated() -> None:
    with pytest.raises(ConfigError) as refusal:
        from_environment({"REFEREE_API_KEYS": "my-secret-key-without-prefix"})
    assert "my-secret" not in str(refusal.value)


@pytest.mark.parametrize(("text", "value"), [("0", False), ("false", False), ("1", True), ("TRUE", True)])
def test_flags_are_numbers_or_words(text: str, value: bool) -> None:
    assert from_environment({"REFEREE_MEMORY": text}).memory is value
