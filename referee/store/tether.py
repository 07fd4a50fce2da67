"""A process that ends with the one that started it, however that ends.

On Linux the kernel sees to it. Elsewhere a guardian does, which waits for the end of a pipe that only the starter can
write to. Either way it is killed, which costs a store nothing: what it has answered it has written.
"""

import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from typing import IO

KERNEL, GUARDIAN = "kernel", "guardian"

_LAUNCHER = """
import os, signal, sys
way, parent, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]

def ends_with_its_parent():
    try:
        import ctypes
        return ctypes.CDLL(None).prctl(1, int(signal.SIGKILL), 0, 0, 0) == 0
    except (ImportError, AttributeError, OSError):
        return False

def guard(process):
    os.closerange(1, 1024)
    os.read(0, 1)
    if os.getppid() == process:
        os.kill(process, signal.SIGKILL)
    os._exit(0)

if way == "guardian" or not ends_with_its_parent():
    me = os.getpid()
    if os.fork() == 0:
        guard(me)
elif os.getppid() != parent:
    os._exit(1)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
os.execv(command[0], command)
"""

_starting = threading.RLock()
"""Held while a process is started: one forked meanwhile would hold a pipe whose end the start waits for."""

_forking_to_start = threading.local()
"""`now` is set in the thread that starts one: gevent's subprocess forks in Python, and that fork keeps its files."""

_here: weakref.WeakSet[IO[bytes]] = weakref.WeakSet()


def start(
    command: Sequence[str], output: IO[bytes], *, keep: Sequence[int] = (), way: str = KERNEL
) -> subprocess.Popen[bytes]:
    """Start a process, its outputs to a file; `keep` are files that it holds open as well.

    On Linux it ends with the calling *thread*. It has a session of its own, so that Ctrl-C in a terminal reaches the
    starter alone. When it has ended, `stdin` is to be closed, which ends a guardian. Raises OSError.
    """
    with _starting:
        _forking_to_start.now = True
        try:
            process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-I", "-S", "-c", _LAUNCHER, way, str(os.getpid()), *command],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
                bufsize=0,
                pass_fds=keep,
                start_new_session=True,
            )
        finally:
            _forking_to_start.now = False
        if process.stdin is not None:
            close_in_forks(process.stdin)
    return process


def close_in_forks(file: IO[bytes]) -> None:
    """Keep a file from processes that are forked: they would hold the pipe or the lock that it stands for."""
    _here.add(file)


def _in_fork() -> None:
    _starting.release()
    if getattr(_forking_to_start, "now", False):
        return
    for file in list(_here):
        file.close()


os.register_at_fork(before=_starting.acquire, after_in_parent=_starting.release, after_in_child=_in_fork)
