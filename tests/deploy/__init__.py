"""The files by which it is shipped and run."""
