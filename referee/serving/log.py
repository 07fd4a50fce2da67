"""What gunicorn's master and workers tell, as lines of JSON like everything else."""

from typing import Any

from gunicorn.glogging import Logger as Base

from referee.logs import JsonFormatter


class Logger(Base):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's logger, with our format."""

    def setup(self, cfg: Any) -> None:
        """Set gunicorn's handlers up, and give them the format."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonFormatter())
