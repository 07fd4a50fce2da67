"""The configuration: the environment read once, and what cannot be used named."""

from pathlib import Path

import pytest

from referee.config import Config, ConfigError, from_environment, table


def test_an_empty_environment_gives_the_defaults() -> None:
    assert from_environment({}) == Config()
    assert Config().redis_url is None
    assert (Config().api_keys, Config().cors_origins, Config().secret) == ((), (), None)
    assert (Config().match_ttl, Config().finished_ttl) == (30 * 86400, 7 * 86400)


def test_empty_variables_count_as_not_set() -> None:
    names = ["REDIS_URL", "REFEREE_DATA", "REFEREE_MEMORY", "REFEREE_WAIT_REPLICAS", "REFEREE_SECRET"]
    names += [
        "REFEREE_MEMORY_LIMIT",
        "REFEREE_API_KEYS",
        "REFEREE_CORS_ORIGINS",
        "REFEREE_MATCH_TTL",
        "REFEREE_FINISHED_TTL",
    ]
    assert from_environment(dict.fromkeys([*names, "REFEREE_STREAMS", "REFEREE_ACCESS_LOG"], "")) == Config()


def test_every_variable_is_read() -> None:
    assert from_environment(
        {
            "REDIS_URL": "redis://r:1/0",
            "REFEREE_DATA": "/data",
            "REFEREE_MEMORY": "1",
            "REFEREE_MEMORY_LIMIT": "512mb",
            "REFEREE_WAIT_REPLICAS": "2",
            "REFEREE_SECRET": "the new one comes first, the old one behind it",
            "REFEREE_API_KEYS": " key_0123456789abcdefg , key_another_0123456789,",
            "REFEREE_CORS_ORIGINS": "https://a.example,https://b.example",
            "REFEREE_MATCH_TTL": "60",
            "REFEREE_FINISHED_TTL": "61",
            "REFEREE_STREAMS": "0",
            "REFEREE_ACCESS_LOG": "true",
            "REFEREE_METRICS_BIND": "[::1]:9100",
        }
    ) == Config(
        redis_url="redis://r:1/0",
        data=Path("/data"),
        memory=True,
        memory_limit=512 * 1024 * 1024,
        wait_replicas=2,
        secret="the new one comes first, the old one behind it",
        api_keys=("key_0123456789abcdefg", "key_another_0123456789"),
        cors_origins=("https://a.example", "https://b.example"),
        match_ttl=60,
        finished_ttl=61,
        streams=0,
        access_log=True,
        metrics_bind="[::1]:9100",
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
        ("REFEREE_MATCH_TTL", "9" * 5000),
        ("REFEREE_MEMORY_LIMIT", "much"),
        ("REFEREE_MEMORY_LIMIT", "0"),
        ("REFEREE_MEMORY_LIMIT", "-1g"),
        ("REFEREE_MEMORY_LIMIT", "7m"),
        ("REFEREE_MEMORY_LIMIT", "50%"),
        ("REFEREE_FINISHED_TTL", "0"),
        ("REFEREE_WAIT_REPLICAS", "101"),
        ("REFEREE_WAIT_REPLICAS", "x"),
        ("REFEREE_STREAMS", "100001"),
        ("REFEREE_MEMORY", "yes"),
        ("REFEREE_ACCESS_LOG", "2"),
        ("REFEREE_API_KEYS", "key_short"),
        ("REFEREE_SECRET", "fifteen letters"),
        ("REFEREE_SECRET", "sixteen letters!,short"),
        ("REFEREE_SECRET", "short,sixteen letters!"),
        ("REFEREE_SECRET", "sixteen letters!,   short in spaces     "),
        ("REFEREE_SECRET", ","),
        ("REFEREE_SECRET", "sixteen letters\udcff of no encoding"),
        ("REFEREE_API_KEYS", "key_0123456789abcdefg,secret_0123456789abcdefg"),
    ],
)
def test_a_value_that_can_not_be_used_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(ConfigError, match=name):
        from_environment({name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [("REFEREE_API_KEYS", "my-secret-key-without-prefix"), ("REFEREE_SECRET", "a long one of my-secrets,my-secret")],
)
def test_a_refused_key_or_secret_is_not_repeated(name: str, value: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        from_environment({name: value})
    assert "my-secret" not in str(refusal.value)


@pytest.mark.parametrize(
    "value",
    ["9100", "127.0.0.1", "127.0.0.1:99999", "::1:9100", "unix:/run/s", "127.0.0.1:1,127.0.0.1:2", "http://a:1"],
)
def test_figures_have_one_address_with_a_port(value: str) -> None:
    with pytest.raises(ConfigError, match="REFEREE_METRICS_BIND must be one address"):
        from_environment({"REFEREE_METRICS_BIND": value})


@pytest.mark.parametrize("value", ["sixteen letters!", "sixteen letters!,other letters too", "sixteen letters!,"])
def test_a_secret_has_sixteen_characters_and_there_may_be_several(value: str) -> None:
    assert from_environment({"REFEREE_SECRET": value}).secret == value


@pytest.mark.parametrize(("text", "value"), [("0", False), ("false", False), ("1", True), ("TRUE", True)])
def test_flags_are_numbers_or_words(text: str, value: bool) -> None:
    assert from_environment({"REFEREE_MEMORY": text}).memory is value


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("8388608", 8 << 20),
        ("8192k", 8 << 20),
        ("64m", 64 << 20),
        ("64MiB", 64 << 20),
        ("2G", 2 << 30),
        ("2gb", 2 << 30),
    ],
)
def test_memory_is_bytes_or_binary_multiples_of_them(text: str, size: int) -> None:
    assert from_environment({"REFEREE_MEMORY_LIMIT": text}).memory_limit == size


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("REFEREE_SECRT", "REFEREE_SECRET"),
        ("REFEREE_APIKEYS", "REFEREE_API_KEYS"),
        ("REFEREE_TTL_MATCH", "REFEREE_MATCH_TTL"),
        ("REFEREE_REDIS_URL", "REDIS_URL"),
        ("referee_stream", "REFEREE_STREAMS"),
    ],
)
def test_a_variable_that_nobody_knows_is_refused_with_the_nearest_name(name: str, near: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        from_environment({name: "canary"})
    assert str(refusal.value) == f"{name} is no variable of Referee: did you mean {near}?"


def test_a_variable_that_is_like_no_other_is_refused_too() -> None:
    with pytest.raises(ConfigError, match=r"^REFEREE_XYZZY is no variable of Referee; its README lists them$"):
        from_environment({"REFEREE_XYZZY": "1", "REFERENDUM": "1", "PATH": "/bin"})


def test_every_problem_is_told_at_once_and_no_value() -> None:
    wrong = {
        "REFEREE_MEMORY": "canary",
        "REFEREE_SECRT": "canary",
        "REFEREE_API_KEYS": "canary",
        "REFEREE_MATCH_TTL": "canary",
    }
    with pytest.raises(ConfigError) as refusal:
        from_environment(wrong)
    assert sorted(line.split()[0] for line in refusal.value.problems) == sorted(wrong)
    assert "canary" not in str(refusal.value)


def test_what_kubernetes_sets_for_a_service_called_referee_is_no_mistake_there() -> None:
    services = {
        "REFEREE_SERVICE_HOST": "10.0.0.1",
        "REFEREE_SERVICE_PORT": "80",
        "REFEREE_SERVICE_PORT_HTTP": "80",
        "REFEREE_PORT": "tcp://10.0.0.1:80",
        "REFEREE_PORT_80_TCP": "tcp://10.0.0.1:80",
        "REFEREE_PORT_80_TCP_PROTO": "tcp",
        "REFEREE_STREAMS_SERVICE_HOST": "10.0.0.2",
    }
    pod = {**services, "KUBERNETES_SERVICE_HOST": "10.0.0.3"}
    assert from_environment(pod) == Config()
    with pytest.raises(ConfigError, match="REFEREE_SECRT"):
        from_environment({**pod, "REFEREE_SECRT": "s"})
    with pytest.raises(ConfigError) as refusal:
        from_environment(services)
    assert len(refusal.value.problems) == len(services)


def test_the_readme_lists_every_variable_as_the_code_has_it() -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    assert table() in readme, "write it anew: python -m referee.config"


def test_secrets_and_keys_may_stand_in_files(tmp_path: Path) -> None:
    secret, keys = tmp_path / "secret", tmp_path / "keys"
    secret.write_text("a secret of many characters\n")
    keys.write_text("key_0123456789abcdefg\nkey_another_0123456789\n")
    config = from_environment({"REFEREE_SECRET_FILE": str(secret), "REFEREE_API_KEYS_FILE": str(keys)})
    assert config.secret == "a secret of many characters"
    assert config.api_keys == ("key_0123456789abcdefg", "key_another_0123456789")


@pytest.mark.parametrize("content", [b"short\n", b"\xff\xfe a secret that is no text", None])
def test_a_file_that_cannot_be_used_is_named_and_not_shown(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "secret"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ConfigError) as error:
        from_environment({"REFEREE_SECRET_FILE": str(file)})
    (problem,) = error.value.problems
    assert problem.startswith("REFEREE_SECRET ")
    assert "short" not in problem


def test_a_variable_and_its_file_are_not_both_set(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="REFEREE_API_KEYS and REFEREE_API_KEYS_FILE are both set"):
        from_environment({"REFEREE_API_KEYS": "key_0123456789abcdefg", "REFEREE_API_KEYS_FILE": str(tmp_path)})


def test_what_names_no_file_is_no_variable() -> None:
    with pytest.raises(ConfigError, match="REFEREE_STREAMS_FILE is no variable"):
        from_environment({"REFEREE_STREAMS_FILE": "x"})
