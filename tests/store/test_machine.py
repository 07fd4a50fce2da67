"""How much memory there is: the machine's, or what its control groups leave."""

import os
from pathlib import Path

import pytest

from referee.store import machine

ALL = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
V1, V2 = "memory.limit_in_bytes", "memory.max"


@pytest.mark.parametrize(
    ("groups", "limits", "bytes_"),
    [
        ("0::/\n", {V2: "max"}, ALL),
        ("0::/\n", {V2: "4096"}, 4096),
        ("0::/a/b\n", {V2: "8192", f"a/{V2}": "4096", f"a/b/{V2}": "max"}, 4096),
        ("0::/a/b\n", {V2: "8192", f"a/{V2}": "max", f"a/b/{V2}": "12288"}, 8192),
        ("0::/a/b\n", {V2: "max", f"a/c/{V2}": "4096"}, ALL),
        ("5:cpu:/x\n4:hugetlb,memory:/docker/1\n0::/\n", {f"memory/{V1}": "4096"}, 4096),
        ("4:memory:/a\n", {f"memory/{V1}": "9223372036854771712", f"memory/a/{V1}": "8192"}, 8192),
        ("4:memory:/a\n", {f"memory/{V1}": "9223372036854771712"}, ALL),
        ("4:cpu:/a\n", {f"memory/{V1}": "4096"}, ALL),
        ("0::/\n", {}, ALL),
    ],
)
def test_the_least_limit_of_the_groups_above_counts(
    tmp_path: Path, groups: str, limits: dict[str, str], bytes_: int
) -> None:
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/cgroup").write_text(groups)
    for name, text in limits.items():
        file = tmp_path / "sys/fs/cgroup" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{text}\n")
    assert machine.memory(tmp_path) == bytes_


def test_where_there_are_no_groups_the_machine_counts(tmp_path: Path) -> None:
    assert machine.memory(tmp_path) == ALL
