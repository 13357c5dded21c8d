"""One module for each command of `cardtui`: `run(args) -> exit code`."""
