"""The image: locked dependencies, an ordinary user, a health check of its own."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DOCKERFILE = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
LOCKS = ("requirements.lock", "requirements-build.lock")
ASKED = {
    "requirements.lock": PROJECT["project"]["dependencies"],
    "requirements-build.lock": PROJECT["build-system"]["requires"],
}


def locked(name: str) -> dict[str, tuple[Requirement, int]]:
    """What a lock has, by name: the exact requirement, and how many hashes it has."""
    text = re.sub(r"\\\n", " ", (ROOT / name).read_text(encoding="utf-8"))
    found = {}
    for line in text.splitlines():
        if line and not line.lstrip().startswith("#"):
            requirement, *hashes = re.split(r"\s+--hash=sha256:(?=[0-9a-f]{64}\b)", line.strip())
            parsed = Requirement(requirement)
            found[parsed.name] = (parsed, len(hashes))
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_exact_versions_with_hashes_and_names_no_host(name: str) -> None:
    for requirement, hashes in locked(name).values():
        assert re.fullmatch(r"==[^*,]+", str(requirement.specifier)), requirement
        assert requirement.url is None
        assert hashes >= 1, requirement
    assert not re.search(r"https?:|^-", (ROOT / name).read_text(encoding="utf-8"), re.M)


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_a_version_of_everything_that_is_asked_for(name: str) -> None:
    lock = locked(name)
    for text in ASKED[name]:
        asked = Requirement(text)
        (exact,) = lock[asked.name][0].specifier
        assert asked.specifier.contains(exact.version), text


def test_what_builds_it_is_locked_as_it_is_required() -> None:
    assert PROJECT["dependency-groups"]["build"] == PROJECT["build-system"]["requires"]


def test_the_image_installs_nothing_that_is_not_locked() -> None:
    installs = re.findall(r"\bpip (?:install|wheel) ([^&\n]*)", DOCKERFILE)
    assert len(installs) == 4
    assert all("--require-hashes" in one or "--no-index" in one or "--no-build-isolation" in one for one in installs)
    assert {name for name in LOCKS if f"-r {name}" in DOCKERFILE} == set(LOCKS)
    admitted = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    assert all(f"!{name}\n" in admitted for name in LOCKS)


def test_the_image_runs_as_nobody_special_checks_itself_and_stops_at_term() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER [1-9]\d*", last, re.M)
    assert "STOPSIGNAL SIGTERM" in last
    assert re.search(r'^HEALTHCHECK .* CMD \["referee", "health"\]$', last, re.M)
    assert "REFEREE_BIND=0.0.0.0:8000" in last
