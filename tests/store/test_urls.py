"""REDIS_URL: what it may say, and that no refusal shows any part of a password."""

import pytest

from referee.store.urls import BadURL, describe, link, read


@pytest.mark.parametrize(
    ("url", "hosts"),
    [
        ("redis://h", (("h", 6379),)),
        ("redis://[::1]:7000/3", (("::1", 7000),)),
        ("rediss://u:p@[fe80::1]", (("fe80::1", 6379),)),
        ("redis+sentinel://[::1]:1,h/match/0", (("::1", 1), ("h", 26379))),
        ("rediss+sentinel://h/match", (("h", 26379),)),
        ("redis+cluster://[::1],[::2]:7", (("::1", 6379), ("::2", 7))),
        ("rediss+cluster://a:1,b:2", (("a", 1), ("b", 2))),
    ],
)
def test_hosts_are_names_or_addresses_in_brackets(url: str, hosts: tuple[tuple[str, int], ...]) -> None:
    assert read(url).hosts == hosts


@pytest.mark.parametrize("scheme", ["redis", "rediss", "redis+sentinel", "rediss+cluster"])
def test_an_odd_password_is_percent_encoded(scheme: str) -> None:
    path = "/match" if "sentinel" in scheme else ""
    settings = read(f"{scheme}://me:p%2F%40%3F%25+x:y@h{path}").settings
    assert (settings["username"], settings["password"]) == ("me", "p/@?%+x:y")


def test_sentinels_have_a_login_of_their_own() -> None:
    target = read("redis+sentinel://u:p@h/match/2?sentinel_username=s&sentinel_password=q%26r")
    assert target.own == {"username": "s", "password": "q&r"}
    assert (target.service, target.settings["db"], target.settings["password"]) == ("match", 2, "p")


@pytest.mark.parametrize(
    "url",
    [
        "http://h",
        "h:6379",
        "redis://h/abc",
        "redis://h/-1",
        "redis://h:99999",
        "redis://h:0",
        "redis://h:port",
        "redis://::1:6379",
        "redis://a,b",
        "redis://h/1?db=2",
        "redis://:hunter/22@h:6379/0",
        "redis://:hunter?22@h:6379/0",
        "redis://hunter:22:6379",
        "redis://:hunter2@",
        "unix://:hunter/22@/run/x.sock",
        "unix://run/x.sock",
        "redis+sentinel://:hunter2@h",
        "redis+cluster://:hunter2@h/1",
        "redis://h?hunter2",
        "redis://h?socket_timeout=9",
        "redis://h?ssl_ca_certs=/etc/hosts",
        "redis://h?sentinel_password=hunter2",
        "redis://h?password=hunter2&password=hunter2",
        "rediss://:hunter2@h?ssl_ca_certs=/no/such/file",
        "rediss://:hunter2@h?ssl_cert_reqs=perhaps",
    ],
)
def test_a_url_that_cannot_be_used_is_refused_in_one_line_without_its_secrets(url: str) -> None:
    for read_it in (link, describe):
        with pytest.raises(BadURL) as refused:
            read_it(url)
        text = str(refused.value)
        assert text.startswith("REDIS_URL: ")
        assert "\n" not in text
        assert "hunter" not in text
        assert "22" not in text


def test_what_is_told_to_people_has_no_login_and_no_parameters() -> None:
    assert describe("rediss://me:secret@[::1]:7/2") == "Redis at rediss://[::1]:7/2"
    assert describe("unix:///run/x.sock?password=secret") == "Redis at unix:///run/x.sock"
    assert describe("redis+sentinel://:secret@a,b:1/match?sentinel_password=x") == (
        "Redis at redis+sentinel://a:26379,b:1/match"
    )
