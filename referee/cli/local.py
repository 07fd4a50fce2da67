"""A server of this process's own, on a free port of this machine, for as long as a command runs."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def running() -> Iterator[str]:
    """Run a server that keeps nothing, and yield its URL."""
    from pathlib import Path

    from werkzeug.serving import WSGIRequestHandler, make_server

    from referee.app import create_app
    from referee.config import Config
    from referee.store.opening import open_store

    class Quiet(WSGIRequestHandler):
        """Log nothing: the command itself tells what happens."""

        def log(self, type: str, message: str, *args: object) -> None:
            """Log nothing."""

    store = open_store(None, data=Path("referee-data"), memory=True)
    try:
        app = create_app(Config(memory=True, streams=32), store)
        server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            app.extensions["referee-hub"].close()
            server.shutdown()
            server.server_close()
            thread.join(5)
    finally:
        store.close()
