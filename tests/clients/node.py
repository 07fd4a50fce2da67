"""What the tests take from Node's registry: the versions of package-lock.json, installed once for all sessions."""

import fcntl
import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from tests.store.servers import require

HERE = Path(__file__).parent
LOCK = HERE / "package-lock.json"


def packages() -> Path:
    """The folder node_modules with the locked packages, kept in the user's cache under the lock's hash.

    Without Node the test is skipped, on a machine that checks for others it fails.
    """
    npm = require("npm")
    require("node")
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "referee-tests"
    caches.mkdir(parents=True, exist_ok=True)
    kept = caches / f"node-{hashlib.sha256(LOCK.read_bytes()).hexdigest()[:16]}"
    with (caches / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            _install(npm, kept)
    return kept / "node_modules"


def _install(npm: str, folder: Path) -> None:
    part = folder.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    for name in ("package.json", LOCK.name):
        shutil.copy(HERE / name, part)
    run(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", cwd=part)
    part.rename(folder)


def run(*command: str | Path, cwd: Path) -> str:
    """Run a program and return what it printed. What it says when it fails is the failure's text."""
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **quiet},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout}\n{done.stderr}"
    return done.stdout
