"""What this machine, or the container that this process runs in, has."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

_CGROUPS = "sys/fs/cgroup"


def memory(root: Path = Path("/")) -> int:
    """Return the bytes that this process may use: the machine's, fewer where a control group (v1 or v2) says so."""
    return min([os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"), *_limits(root)])


def _limits(root: Path) -> Iterator[int]:
    """Yield the limits of the process's control group and of those above it; `max` is none."""
    for file in _files(root):
        with contextlib.suppress(OSError):
            text = file.read_text(encoding="ascii").strip()
            if text.isdigit():
                yield int(text)


def _files(root: Path) -> Iterator[Path]:
    try:
        groups = (root / "proc/self/cgroup").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # no Linux
        return
    for group in groups:
        _, controllers, path = group.split(":", 2)
        if not controllers:
            top, name = root / _CGROUPS, "memory.max"
        elif "memory" in controllers.split(","):
            top, name = root / _CGROUPS / "memory", "memory.limit_in_bytes"
        else:
            continue
        yield top / name
        below = top
        for part in Path(path).parts[1:]:
            below /= part
            yield below / name
